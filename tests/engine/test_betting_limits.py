"""How much may be bet: limits, caps, the bring-in, all-in, and who may raise (R-090, R-092, R-093, R-105 to R-115)."""

from __future__ import annotations

from typing import Any

import pytest
from betting_rounds import ended, play, refused, start, verbs

from assistant.engine.refusal import Refusal

FIXED: dict[str, Any] = {"structure": "fixed_limit", "small": 2, "big": 4, "passo": None, "round": "street"}
BRING_IN: dict[str, Any] = {**FIXED, "street": 3, "bring_in": True, "posted": {"C": 1}}


def test_r090_the_smallest_bet_is_the_minimum_in_every_structure() -> None:
    assert start(structure="free", min=3).legal("A").bet_min == 3
    assert refused(start(structure="free", min=3), "A aposto 2").code == "below_minimum"


def test_r092_free_goes_up_to_the_stack() -> None:
    legal = start(structure="free", min=1, max=10).legal("A")
    assert (legal.bet_min, legal.bet_max) == (1, 200)


def test_r093_every_bet_and_single_raise_lies_between_min_and_max() -> None:
    state = start(structure="min_max", min=2, max=10)
    assert (state.legal("A").bet_min, state.legal("A").bet_max) == (2, 10)
    assert refused(state, "A aposto 11").params["maximum"] == 10
    state = play(state, "A aposto 10", "B repico 10")
    assert (state.legal("C").to_call, state.legal("C").raise_max) == (20, 10)
    assert refused(state, "C repico 1").params["minimum"] == 2


def test_r093_all_in_for_less_is_always_possible() -> None:
    state = start(structure="min_max", min=20, max=100, stacks={"A": 7, "B": 60})
    assert (state.legal("A").bet_min, state.legal("A").bet_max) == (7, 7)
    state = play(start(structure="min_max", min=20, max=100, stacks={"B": 60}), "A aposto 50")
    assert (state.legal("B").raise_min, state.legal("B").raise_max) == (10, 10)


def test_r105_min_bet_lets_a_raise_be_smaller_than_the_bet() -> None:
    state = play(start(structure="min_max", min=2, max=10), "A aposto 10")
    assert state.legal("B").raise_min == 2


def test_r105_last_raise_wants_at_least_the_preceding_one() -> None:
    state = play(start(min_raise="last_raise"), "A aposto 10")
    assert refused(state, "B repico 9").params["minimum"] == 10
    state = play(state, "B repico 20", "C repico 25")
    assert state.legal("D").raise_min == 25


def test_r106_one_bet_and_three_raises() -> None:
    state = play(start(**FIXED, street=5), "A aposto 4", "B repico 4", "C repico 4", "D repico 4")
    assert verbs(state) == ("cubro", "saio")
    refusal = refused(state, "A repico 4")
    assert (refusal.code, refusal.params["cap"]) == ("capped", 3)


def test_r106_a_cap_may_be_agreed_in_any_structure() -> None:
    state = play(start(cap_raises=1), "A aposto 4", "B repico 4")
    assert verbs(state) == ("cubro", "saio")
    assert "repico" in verbs(play(start(), "A aposto 4", "B repico 4", "C repico 4", "D repico 4", "A repico 4"))


def test_r107_cap_per_player_counts_each_ones_wagers() -> None:
    state = start(("A", "B"), **FIXED, street=5, cap_scope="player")
    state = play(state, "A aposto 4")
    for word in ("B repico 4", "A repico 4") * 3:
        state = play(state, word)
    assert state.next == "B"
    state = play(state, "B repico 4")  # his fourth
    assert refused(state, "A repico 4").code == "capped_player"


@pytest.mark.parametrize(("street", "size"), [(3, 2), (4, 2), (5, 4), (6, 4), (7, 4), (None, 2)])
def test_r108_small_bet_to_fourth_street_double_from_the_fifth(street: int | None, size: int) -> None:
    assert start(**FIXED, street=street).legal("A").bet_sizes == (size,)


def test_r108_the_size_may_stay_unspoken_where_there_is_only_one() -> None:
    assert play(start(**FIXED, street=5), "A aposto", "B repico").contrib["B"] == 8


def test_r109_open_pair_lets_single_or_double_be_bet() -> None:
    state = start(**FIXED, street=4, open_pair=True)
    assert state.legal("A").bet_sizes == (2, 4)
    assert play(state, "A aposto 2").legal("B").raise_sizes == (2, 4)
    assert play(state, "A aposto 4").legal("B").raise_sizes == (4,)
    assert play(state, "A aposto 2", "B repico 4").legal("C").raise_sizes == (4,)
    assert refused(state, "A aposto 3").code == "not_a_size"
    assert refused(state, "A aposto").code == "amount_missing"


def test_r109_an_open_pair_on_another_street_changes_nothing() -> None:
    assert start(**FIXED, street=3, open_pair=True).legal("A").bet_sizes == (2,)


def test_r111_the_bring_in_is_covered_completed_or_left() -> None:
    state = start(**BRING_IN, first="D", dealer="A")
    assert (state.next, verbs(state)) == ("D", ("completo", "cubro", "saio"))
    assert state.legal("D").completo_amount == 2
    assert refused(state, "D repico 2").code == "complete_first"


def test_r111_all_cover_and_the_bring_in_has_had_his_word() -> None:
    state = play(start(**BRING_IN, first="D", dealer="A"), "D cubro", "A cubro", "B cubro")
    assert (ended(state).reason, state.pot) == ("level", 4)


def test_r111_completion_is_the_bet_of_the_cap() -> None:
    state = play(start(**BRING_IN, first="D", dealer="A"), "D completo", "A repico 2", "B repico 2", "C repico 2")
    assert verbs(state) == ("cubro", "saio")


def test_r111_after_a_completion_everybody_answers() -> None:
    state = play(start(**BRING_IN, first="D", dealer="A"), "D cubro", "A completo", "B cubro", "C cubro")
    assert state.next == "D"
    assert ended(play(state, "D cubro")).reason == "level"


def test_r111_all_leave_the_bring_in() -> None:
    result = ended(play(start(**BRING_IN, first="D", dealer="A"), "D saio", "A saio", "B saio"))
    assert (result.winner, dict(result.refund)) == ("C", {"C": 1})


def test_r111_a_short_completion_is_no_bet_and_may_be_completed() -> None:
    config = {**FIXED, "small": 4, "big": 8, "street": 3, "bring_in": True, "posted": {"C": 2}}
    state = play(start(**config, first="D", dealer="A", stacks={"A": 3}), "D cubro", "A completo")
    assert (state.level, verbs(state)) == (3, ("completo", "cubro", "saio"))
    assert refused(play(state, "B cubro", "C cubro"), "D completo").code == "short_all_in_does_not_reopen"
    assert "repico" in verbs(play(state, "B completo"))


def test_r111_a_bring_in_of_the_small_bet_is_the_bet() -> None:
    config = {**FIXED, "small": 1, "big": 2, "street": 3, "bring_in": True, "posted": {"C": 1}}
    assert verbs(start(**config, first="D", dealer="A")) == ("cubro", "repico", "saio")


def test_r111_completo_belongs_to_the_bring_in_alone() -> None:
    assert refused(start(**FIXED, street=3), "A completo").code == "completo_not_here"


def test_r112_only_chips_on_the_table_play() -> None:
    state = start(stacks={"A": 7})
    refusal = refused(state, "A aposto 8")
    assert (refusal.code, refusal.params["stack"], refusal.rule) == ("more_than_stack", 7, "R-112")


def test_r113_who_cannot_match_covers_with_all_he_has() -> None:
    state = play(start(stacks={"B": 30}), "A aposto 50")
    assert verbs(state) == ("cubro", "saio")
    state = play(state, "B cubro")
    assert (state.stacks["B"], state.contrib["B"], state.next) == (0, 30, "C")


def test_r113_no_bet_or_raise_without_an_addressee() -> None:
    state = play(start(stacks={"A": 20, "B": 20, "C": 20}), "A aposto 20", "B cubro", "C cubro")
    assert verbs(state) == ("cubro", "saio")
    assert refused(state, "D repico 5").code == "no_addressee"


def test_r113_one_alone_against_all_ins_is_not_asked_when_he_owes_nothing() -> None:
    state = play(start(stacks={"A": 20, "B": 20, "C": 20}), "A mesa", "B mesa", "C mesa", "D aposto 30")
    state = play(state, "A cubro", "B cubro", "C cubro")
    assert (ended(state).reason, dict(ended(state).refund)) == ("level", {"D": 10})


def test_r114_what_is_above_an_all_in_goes_on_among_the_others() -> None:
    state = play(start(stacks={"B": 30}), "A aposto 50", "B cubro", "C repico 20", "D saio", "A cubro")
    assert (dict(state.contrib), dict(ended(state).refund)) == ({"A": 70, "B": 30, "C": 70, "D": 0}, {})
    assert set(state.in_hand) == {"A", "B", "C"}


def test_r115_short_all_in_raise_bars_those_who_spoke_but_not_those_who_did_not() -> None:
    state = start(structure="min_max", min=20, max=100, stacks={"C": 60})
    state = play(state, "A aposto 50", "B cubro", "C repico 10")
    assert verbs(state) == ("cubro", "repico", "saio")  # D has not spoken since the bet
    state = play(state, "D cubro")
    assert verbs(state) == ("cubro", "saio")
    assert refused(state, "A repico 20").code == "short_all_in_does_not_reopen"


def test_r115_a_full_raise_after_the_short_one_opens_raising_again() -> None:
    state = start(structure="min_max", min=20, max=100, stacks={"C": 60})
    state = play(state, "A aposto 50", "B cubro", "C repico 10", "D repico 20")
    assert "repico" in verbs(state)


def test_r115_short_allin_reopens() -> None:
    state = start(structure="min_max", min=20, max=100, stacks={"C": 60}, short_allin_reopens=True)
    state = play(state, "A aposto 50", "B cubro", "C repico 10", "D cubro")
    assert "repico" in verbs(state)


def test_r115_a_short_raise_is_none_of_the_cap() -> None:
    state = start(**FIXED, street=5, stacks={"C": 10})
    state = play(state, "A aposto 4", "B repico 4", "C repico 2", "D repico 4")
    assert (state.raises, state.level) == (2, 14)
    assert "repico" in verbs(state)


def test_r115_a_short_bet_leaves_mesa_sayers_their_right_to_come_in() -> None:
    state = start(structure="min_max", min=5, stacks={"B": 3})
    state = play(state, "A mesa", "B aposto 3", "C cubro", "D cubro")
    assert "repico" in verbs(state)  # mesa does not lose the right to come in later


def test_pot_limit_a_bet_is_at_most_what_lies_in_the_middle() -> None:
    state = start(structure="pot_limit", min=2, pot_before=10)
    assert (state.legal("A").bet_min, state.legal("A").bet_max) == (2, 10)
    assert refused(state, "A aposto 11").params["maximum"] == 10


def test_pot_limit_a_raise_is_at_most_what_would_lie_there_after_the_cover() -> None:
    state = play(start(structure="pot_limit", min=2, pot_before=10), "A aposto 5")
    assert state.legal("B").raise_max == 20  # 10 + 5, and 5 to cover
    state = play(state, "B repico 20")
    assert state.legal("C").raise_max == 65  # 40 in the middle, 25 to cover


def test_pot_limit_an_empty_middle_leaves_the_smallest_bet_and_max_still_binds() -> None:
    assert start(structure="pot_limit", min=2).legal("A").bet_max == 2
    assert start(structure="pot_limit", min=2, max=5, pot_before=100).legal("A").bet_max == 5


def test_r128_a_figure_may_not_leave() -> None:
    state = play(start(passo=None, round="street", obliged=["B"]), "A aposto 5")
    assert verbs(state) == ("cubro", "repico")
    assert refused(state, "B saio").code == "obliged_to_stay"


def test_r128_passo_that_drops_the_hand_is_leaving_too() -> None:
    state = start(obliged=["A"])
    assert verbs(state) == ("aposto", "mesa")
    assert refused(state, "A passo").code == "obliged_to_stay"


def test_r128_covers_all_in_if_short() -> None:
    state = play(start(passo=None, round="street", obliged=["B"], stacks={"B": 3}), "A aposto 5")
    assert (verbs(state), state.legal("B").cubro_amount) == (("cubro",), 3)


def test_r128_who_may_neither_leave_nor_open_hands_the_word_on() -> None:
    state = start(mesa=False, passo=None, obliged=["A"], cannot_open=["A"])
    assert verbs(state) == ("mesa",)
    assert play(state, "A mesa").next == "B"


def test_r222_treated_as_all_in_speaks_no_more_and_keeps_his_chips() -> None:
    state = play(start(), "A aposto 5")
    after = state.treat_as_all_in("B")
    assert not isinstance(after, Refusal)
    after = play(after, "C cubro", "D cubro")
    assert (ended(after).reason, after.stacks["B"], after.in_hand) == ("level", 200, ("A", "B", "C", "D"))
    assert ended(after).next_round_first == "A"


def test_r223_a_silent_seat_is_not_asked_in_later_rounds() -> None:
    state = play(start(silent=("A",)), "B aposto 5", "C cubro", "D cubro")
    assert (ended(state).reason, state.all_in) == ("level", ("A",))
    assert isinstance(start().treat_as_all_in("C"), Refusal)  # only in his turn
