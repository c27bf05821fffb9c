"""Troubles users had with other engines, sections B and D of the case list, as far as betting and drawing go."""

from __future__ import annotations

from typing import Any

from betting_rounds import ended, play, refused, start, verbs

from assistant.engine.draw import DrawRules, DrawState, refuse_shuffle
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal

NO_LIMIT: dict[str, Any] = {"structure": "free", "min": 2, "min_raise": "last_raise", "passo": None}


def test_case_03_whose_turn_it_is_comes_with_the_refusal() -> None:
    state = start(("A", "B"))
    assert refusal_sentence(refused(state, "B mesa"), "pt-BR") == "Não é a sua vez: fala o lugar A. Pode: esperar."


def test_case_09_money_of_leavers_above_the_all_ins_is_not_lost() -> None:
    """A and D put 100 in and leave later; B and C are all-in for 40: nothing returns, nothing disappears."""
    state = play(start(stacks={"B": 40, "C": 40}), "A aposto 100", "B cubro", "C cubro", "D cubro")
    assert (state.pot, dict(ended(state).refund), ended(state).outcome) == (280, {}, "draw")
    later = start(pot_before=280, stacks={"B": 0, "C": 0, "A": 100, "D": 100}, round="last")
    later = play(later, "A saio")
    assert (ended(later).reason, later.pot, later.in_hand) == ("no_action", 280, ("B", "C", "D"))


def test_case_10_short_all_in_does_not_reopen_raising() -> None:
    """Blinds 1/2: UTG all-in for 16, BTN calls, SB all-in for 19, BB calls: BTN may call 3 or fold, not raise."""
    state = start(
        ("BTN", "SB", "BB", "UTG"),
        first="UTG",
        dealer="BTN",
        stacks={"SB": 18, "BB": 198, "UTG": 16, "BTN": 200},
        posted={"SB": 1, "BB": 2},
        **NO_LIMIT,
    )
    state = play(state, "UTG repico 14", "BTN cubro")
    assert state.legal("SB").all_in == ("repico", 3)
    state = play(state, "SB repico 3", "BB cubro")
    assert (state.next, verbs(state), state.legal("BTN").cubro_amount) == ("BTN", ("cubro", "saio"), 3)
    refusal = refused(state, "BTN repico 14")
    assert (refusal.code, refusal.rule) == ("short_all_in_does_not_reopen", "R-115")
    assert ended(play(state, "BTN cubro")).reason == "level"


def test_case_15_what_nobody_called_goes_back_before_anything_is_won() -> None:
    """102 all-in against 98 all-in: the pot is 196 and 4 go back."""
    state = play(start(("A", "B"), stacks={"A": 102, "B": 98}, round="last"), "A aposto 102", "B cubro")
    assert dict(ended(state).refund) == {"A": 4}
    assert state.pot - sum(ended(state).refund.values()) == 196


def test_case_16_all_in_below_the_minimum_raise_is_taken() -> None:
    """29 left facing 22: fold, call 22, or all-in 29."""
    state = play(start(("A", "B"), stacks={"B": 29}, **NO_LIMIT), "A aposto 22")
    legal = state.legal("B")
    assert legal.verbs == ("cubro", "repico", "saio")
    assert (legal.cubro_amount, legal.raise_min, legal.raise_max, legal.all_in) == (22, 7, 7, ("repico", 7))
    assert play(state, "B repico 7").stacks["B"] == 0


def test_case_17_all_in_is_a_word_and_leaves_no_crumbs() -> None:
    state = start(stacks={"A": 37, "B": 37, "C": 20})
    word = state.legal("A").all_in
    assert word == ("aposto", 37)
    state = play(state, "A aposto 37")
    assert state.stacks["A"] == 0
    assert state.legal("B").all_in == ("cubro", 37)
    state = play(state, "B cubro")
    assert state.legal("C").all_in == ("cubro", 20)
    assert play(state, "C cubro").stacks["C"] == 0


def test_case_17_a_limit_may_forbid_all_in_and_says_so() -> None:
    assert start(structure="min_max", min=2, max=10).legal("A").all_in is None
    assert start(structure="fixed_limit", small=2, big=4).legal("A").all_in is None


def test_case_18_minimum_raise_after_a_bet_of_two_is_to_four() -> None:
    state = play(start(("A", "B"), stacks={"B": 300, "A": 100}, **NO_LIMIT), "A aposto 2")
    assert state.level + (state.legal("B").raise_min or 0) == 4
    assert state.legal("B").raise_max == 298  # not capped by what the other has


def test_case_20_everybody_leaves_an_all_in_and_the_winner_has_it_all() -> None:
    state = start(stacks=500, pot_before=12)
    state = play(state, "A aposto 500", "B saio", "C saio", "D saio")
    result = ended(state)
    assert state.stacks["A"] + sum(result.refund.values()) + (result.wins or 0) == 512


def test_case_37_the_deck_runs_out_in_the_middle_of_the_draw() -> None:
    """Fechado, 32 cards, four players, 3, 3, 3, 4 asked: 12 remain; the others' nine discards are shuffled in."""
    state = DrawState.start(DrawRules(), ("A", "B", "C", "D"), 12)
    for seat in ("A", "B", "C"):
        assert isinstance(refuse_shuffle(state, seat, 3), Refusal)
        after = state.ask(seat, 3)
        assert isinstance(after, DrawState)
        state = after
    assert refuse_shuffle(state, "D", 4) is None
    after = state.ask("D", 4)
    assert isinstance(after, DrawState)
    one = after.served[-1]
    assert (one.reshuffle, one.joined, one.receives, one.stock_after) == (True, ("A", "B", "C"), 4, 8)
    assert (one.folded_added, one.short, one.rule) == (False, False, "R-163")
    assert dict(after.discarded) == {"D": 4}  # his own discard stays out


def test_case_40_the_draw_limit_is_an_option_and_the_refusal_names_it() -> None:
    state = DrawState.start(DrawRules(draw_max=3), ("A", "B"), 20)
    refusal = state.ask("A", 4)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.params["maximum"], refusal.allowed[0].high) == ("above_draw_limit", 3, 3)
    assert "no máximo 3" in refusal_sentence(refusal, "pt-BR")


def test_case_41_no_shuffling_in_mid_hand_unless_the_draw_calls_for_it() -> None:
    state = DrawState.start(DrawRules(), ("A", "B"), 20)
    refusal = refuse_shuffle(state, "A", 3)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("no_shuffle_in_hand", "R-163")
