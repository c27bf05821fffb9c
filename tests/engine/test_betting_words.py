"""The words of the betting, whose turn it is, and how a round ends (R-090 to R-104, R-118 to R-120, R-129, R-130)."""

from __future__ import annotations

import pytest
from betting_rounds import ended, play, refused, start, verbs

from assistant.engine.betting import BettingConfig, BettingError, BettingRound
from assistant.engine.refusal import Refusal


def test_r094_words_of_a_closed_game_before_any_bet() -> None:
    assert verbs(start()) == ("aposto", "mesa", "passo", "saio")


def test_r094_words_after_a_bet() -> None:
    assert verbs(play(start(), "A aposto 5")) == ("cubro", "repico", "saio")


def test_r095_mesa_and_passo_only_while_nobody_has_bet() -> None:
    state = play(start(passo="check"), "A aposto 5")
    assert refused(state, "B mesa").code == "mesa_after_bet"
    assert refused(state, "B passo").code == "passo_after_bet"


@pytest.mark.parametrize(
    ("mesa", "passo", "expected"),
    [
        (True, "drop", ("aposto", "mesa", "passo", "saio")),
        (False, "check", ("aposto", "passo", "saio")),
        (True, None, ("aposto", "mesa", "saio")),
        (False, None, ("aposto", "saio")),
    ],
)
def test_r095_which_words_exist_is_the_games_business(
    mesa: bool, passo: str | None, expected: tuple[str, ...]
) -> None:
    state = start(mesa=mesa, passo=passo)
    assert verbs(state) == expected
    for verb in {"mesa", "passo"} - set(expected):
        assert refused(state, f"A {verb}").rule in ("R-095", "R-129")


def test_r096_mesa_hands_the_first_word_to_the_left_and_speaks_last() -> None:
    state = play(start(), "A mesa")
    assert (state.first_to_speak_now, state.last_to_speak_now) == ("B", "A")
    state = play(state, "B mesa", "C aposto 5", "D cubro")
    assert state.next == "A"
    state = play(state, "A repico 5", "B saio", "C cubro", "D saio")
    assert ended(state).reason == "level"


def test_r096_the_last_to_speak_is_somebody_who_can_speak() -> None:
    state = play(start(stacks={"A": 0}), "B mesa")
    assert (state.first_to_speak_now, state.last_to_speak_now) == ("C", "B")


def test_r097_passo_drop_leaves_the_hand_and_loses_the_pingo() -> None:
    state = play(start(pot_before=4), "A passo")
    assert state.in_hand == ("B", "C", "D")
    assert refused(state, "A cubro").code == "already_left"


def test_r097_the_last_one_left_after_passos_takes_the_pot_without_speaking() -> None:
    state = play(start(pot_before=4), "A passo", "B passo", "C passo")
    assert (ended(state).reason, ended(state).winner, ended(state).wins) == ("uncontested", "D", 4)


def test_r097_passo_check_may_come_back() -> None:
    state = play(start(mesa=False, passo="check"), "A passo", "B aposto 5", "C saio", "D saio")
    assert state.next == "A"
    assert verbs(state) == ("cubro", "repico", "saio")


def test_r098_out_of_turn_is_refused_and_binds_nobody() -> None:
    state = start()
    refusal = refused(state, "C aposto 5")
    assert (refusal.code, refusal.params["next"], refusal.rule) == ("not_your_turn", "A", "R-098")
    assert play(state, "A mesa").next == "B"


def test_r091_the_pingo_is_lost_by_who_leaves_even_at_once() -> None:
    state = play(start(pot_before=4), "A saio", "B aposto 5", "C saio", "D saio")
    assert (ended(state).winner, ended(state).wins) == ("B", 4)


def test_r098_saio_is_open_at_any_own_turn_and_loses_what_was_staked() -> None:
    state = play(start(), "A aposto 5", "B cubro", "C repico 5", "D saio", "A saio", "B saio")
    assert ended(state).winner == "C"
    assert ended(state).wins == 5 + 5 + 5


def test_r099_cubro_puts_in_exactly_the_difference() -> None:
    state = play(start(), "A aposto 5", "B repico 7")
    assert state.legal("C").cubro_amount == 12
    assert play(state, "C cubro").contrib["C"] == 12
    assert refused(state, "C cubro 11").code == "exact_amount"
    assert play(state, "C cubro 12").contrib["C"] == 12


def test_r100_repico_raises_by_the_amount_above_the_level() -> None:
    state = play(start(), "A aposto 5", "B repico 7", "C repico 1")
    assert (state.level, state.contrib["C"], state.next) == (13, 13, "D")


def test_r101_the_opener_may_not_raise_himself() -> None:
    state = play(start(), "A aposto 5", "B cubro", "C cubro", "D cubro")
    assert ended(state).reason == "level"
    assert refused(state, "A repico 5").code == "round_over"


def test_r102_check_raise_off_lets_a_mesa_sayer_only_cover_or_leave() -> None:
    state = play(start(check_raise=False), "A mesa", "B aposto 5", "C cubro", "D cubro")
    assert verbs(state) == ("cubro", "saio")
    assert refused(state, "A repico 5").code == "no_raise_after_mesa"


def test_r102_check_raise_off_counts_a_passo_that_keeps_the_hand() -> None:
    state = play(start(check_raise=False, passo="check"), "A passo", "B aposto 5", "C cubro", "D cubro")
    assert refused(state, "A repico 5").code == "no_raise_after_mesa"


def test_r103_a_round_goes_on_until_level() -> None:
    state = play(start(), "A aposto 5", "B cubro", "C cubro", "D repico 10", "A cubro", "B repico 1")
    state = play(state, "C saio", "D cubro")
    assert state.next == "A"
    assert ended(play(state, "A cubro")).reason == "level"


def test_r103_one_lap_ends_with_the_last_speaker_and_owes_the_rest() -> None:
    state = play(start(round_close="one_lap"), "A aposto 5", "B repico 5", "C cubro", "D repico 10")
    result = ended(state)
    assert (result.reason, dict(result.owed), dict(result.refund)) == ("one_lap", {"A": 15, "B": 10, "C": 10}, {})


def test_r103_one_lap_that_is_level_owes_nothing() -> None:
    state = play(start(round_close="one_lap"), "A aposto 5", "B cubro", "C cubro", "D cubro")
    assert (ended(state).reason, dict(ended(state).owed)) == ("level", {})


def test_r103_one_lap_gives_mesa_sayers_their_word_after_a_bet() -> None:
    state = play(start(round_close="one_lap"), "A mesa", "B mesa", "C aposto 5", "D cubro", "A repico 5")
    assert state.next == "B"  # the last of the lap, as he said mesa last
    assert ended(play(state, "B cubro")).owed == {"C": 5, "D": 5}


def test_r103_the_last_round_has_no_later_one_to_owe_in() -> None:
    state = play(start(round_close="one_lap", round="last"), "A aposto 5", "B cubro", "C cubro", "D repico 10")
    assert state.next == "A"


def test_r103_a_debt_is_covered_or_left_on_the_first_turn() -> None:
    state = start(round="last", posted={"A": 5, "B": 5, "C": 5, "D": 15})
    assert verbs(state) == ("cubro", "repico", "saio")
    assert verbs(play(state, "A cubro", "B cubro", "C saio")) == ("mesa", "repico", "saio")


def test_r104_the_last_in_takes_the_pot_and_shows_nothing() -> None:
    result = ended(play(start(pot_before=8), "A aposto 30", "B saio", "C saio", "D saio"))
    assert (result.reason, result.winner, result.must_show, result.wins) == ("uncontested", "A", False, 8)


def test_r116_an_unmatched_wager_returns_before_anything_is_won() -> None:
    result = ended(play(start(), "A aposto 30", "B cubro", "C repico 20", "D saio", "A saio", "B saio"))
    assert dict(result.refund) == {"C": 20}


def test_r116_who_left_gets_nothing_back() -> None:
    state = start(posted={"A": 20, "B": 5, "C": 5, "D": 5})
    state = play(state, "A saio", "B saio", "C saio")
    assert (ended(state).winner, dict(ended(state).refund), ended(state).wins) == ("D", {}, 35)


def test_r118_all_mesa_in_the_first_round_carries_the_pot_and_the_deal_goes_left() -> None:
    result = ended(play(start(pot_before=4), "A mesa", "B mesa", "C mesa", "D mesa"))
    assert (result.reason, result.outcome, result.carry, result.next_dealer) == ("all_mesa", "redeal_carry", 4, "A")


def test_r118_second_to_left_may_deal_next() -> None:
    state = start(next_dealer_all_pass="second_to_left")
    assert ended(play(state, "A mesa", "B mesa", "C mesa", "D mesa")).next_dealer == "B"


def test_r118_dealer_must_speak() -> None:
    state = play(start(all_mesa_first_round="dealer_must_speak"), "A mesa", "B mesa", "C mesa", "D mesa")
    assert (state.next, verbs(state), state.last_to_speak_now) == ("D", ("aposto", "saio"), "C")
    assert refused(state, "D mesa").code == "must_open"
    state = play(state, "D aposto 5", "A cubro", "B cubro", "C repico 5", "D cubro", "A cubro", "B cubro")
    assert ended(state).outcome == "draw"


def test_r118_his_right_neighbour_stands_in_for_a_carteador_who_left() -> None:
    state = play(start(all_mesa_first_round="dealer_must_speak"), "A mesa", "B mesa", "C mesa", "D saio")
    assert (state.next, verbs(state)) == ("C", ("aposto", "saio"))


def test_r118_when_the_carteador_then_leaves_the_word_goes_on_and_comes_back_to_his_right() -> None:
    state = play(start(all_mesa_first_round="dealer_must_speak"), "A mesa", "B mesa", "C mesa", "D mesa", "D saio")
    assert (state.next, "mesa" in verbs(state)) == ("A", True)
    state = play(state, "A mesa", "B mesa", "C mesa")
    assert (state.next, verbs(state)) == ("C", ("aposto", "saio"))
    state = play(state, "C saio", "A mesa", "B mesa")
    assert (state.next, verbs(state)) == ("B", ("aposto", "saio"))
    assert ended(play(state, "B saio")).winner == "A"


def test_r119_all_mesa_in_the_last_round_shows_or_carries() -> None:
    words = ("A mesa", "B mesa", "C mesa", "D mesa")
    assert ended(play(start(round="last"), *words)).outcome == "showdown"
    carried = ended(play(start(round="last", all_mesa_last_round="carry", pot_before=20), *words))
    assert (carried.outcome, carried.carry, carried.next_dealer) == ("carry", 20, "A")


def test_r119_all_mesa_on_a_street_leads_to_the_next_card() -> None:
    assert ended(play(start(round="street"), "A mesa", "B mesa", "C mesa", "D mesa")).outcome == "next_street"


def test_r120_a_carried_pot_lies_in_the_middle_of_the_next_hand() -> None:
    state = play(start(pot_before=10), "A aposto 5", "B saio", "C saio", "D cubro")
    assert state.pot == 20


def test_r129_first_street_without_mesa_is_bet_or_leave() -> None:
    state = start(mesa=False, passo=None, round="street")
    assert verbs(state) == ("aposto", "saio")
    assert refused(state, "A mesa").code == "no_mesa_first_street"


def test_r130_the_cover_that_closes_the_last_round_is_pago_pra_ver() -> None:
    assert ended(play(start(("A", "B"), round="last"), "A aposto 5", "B cubro")).last_word == "pago pra ver"
    assert ended(play(start(round="last"), "A aposto 5", "B cubro", "C cubro", "D saio")).last_word is None
    assert ended(play(start(("A", "B")), "A aposto 5", "B cubro")).last_word is None


def test_r141_the_last_raiser_speaks_first_after_the_draw_else_the_opener() -> None:
    opened = play(start(), "A aposto 5", "B cubro", "C cubro", "D cubro")
    assert ended(opened).next_round_first == "A"
    raised = play(start(), "A aposto 5", "B repico 5", "C cubro", "D saio", "A cubro")
    assert ended(raised).next_round_first == "B"


def test_r141_an_all_in_raiser_leaves_the_word_to_the_next_able_seat() -> None:
    state = play(start(stacks={"B": 30}), "A aposto 10", "B repico 20", "C cubro", "D cubro", "A cubro")
    assert ended(state).next_round_first == "C"


def test_r141_house_options_of_the_second_round() -> None:
    words = ("A mesa", "B aposto 5", "C cubro", "D cubro", "A cubro")
    after_last = play(start(second_round_first="after_last_to_speak"), *words)
    assert ended(after_last).next_round_first == "B"
    left = play(start(second_round_first="left_of_dealer"), *words)
    assert ended(left).next_round_first == "A"


def test_r150_nobody_or_one_alone_who_owes_nothing_is_not_asked() -> None:
    state = start(stacks={"A": 0, "B": 0, "C": 0})
    assert (ended(state).reason, ended(state).outcome, ended(state).next_round_first) == ("no_action", "draw", None)
    assert ended(start(stacks=0, round="last")).outcome == "showdown"


def test_r150_one_alone_who_owes_speaks() -> None:
    state = start(stacks={"A": 0, "B": 0, "C": 0}, posted={"A": 5, "B": 5, "C": 5})
    assert (state.next, verbs(state)) == ("D", ("cubro", "saio"))


def test_r150_an_all_in_seat_is_skipped_at_the_start() -> None:
    assert start(stacks={"A": 0}).next == "B"


def test_r181_last_aggressor_shows_first_else_the_first_speaker() -> None:
    raised = play(start(round="last"), "A aposto 5", "B repico 5", "C cubro", "D saio", "A cubro")
    assert ended(raised).shows_first == "B"
    mesa = play(start(round="last", first="C"), "C mesa", "D mesa", "A mesa", "B mesa")
    assert ended(mesa).shows_first == "C"


def test_r181_first_bettor_or_all_at_once() -> None:
    words = ("A mesa", "B aposto 5", "C repico 5", "D saio", "A saio", "B cubro")
    assert ended(play(start(round="last", show_order="first_bettor"), *words)).shows_first == "B"
    assert ended(play(start(round="last", show_order="all_at_once"), *words)).shows_first is None


def test_seats_that_left_earlier_in_the_hand_are_passed_over() -> None:
    state = start(folded=("A", "C"))
    assert (state.next, state.in_hand) == ("B", ("B", "D"))
    assert refused(state, "A mesa").code == "already_left"


def test_unknown_words_and_strangers_are_refused() -> None:
    state = start()
    refusal = refused(state, "A blefo")
    assert refusal.code == "unknown_word"
    assert [a.what for a in refusal.allowed] == ["aposto", "mesa", "passo", "saio"]
    assert refused(state, "Z mesa").code == "not_in_round"


def test_r110_amounts_are_whole_chips() -> None:
    state = start()
    for amount in (2.0, True, "2"):
        after = state.act("A", "aposto", amount)  # type: ignore[arg-type]
        assert isinstance(after, Refusal)
        assert after.code == "amount_not_whole"


def test_amounts_where_none_belongs_and_none_where_one_does() -> None:
    state = start()
    assert refused(state, "A mesa 3").code == "amount_not_wanted"
    assert refused(state, "A aposto").code == "amount_missing"
    assert refused(play(state, "A aposto 3"), "B saio 3").code == "amount_not_wanted"


@pytest.mark.parametrize(
    "config",
    [
        {"structure": "no_limit"},
        {"min": 0},
        {"min": 5, "max": 4},
        {"small": 4, "big": 2},
        {"passo": "maybe"},
        {"pot_before": -1},
        {"cap_raises": -1},
        {"ante": 5},
    ],
)
def test_a_configuration_outside_the_register_is_refused(config: dict[str, object]) -> None:
    with pytest.raises(BettingError):
        BettingConfig.from_mapping(config)


def test_a_round_that_cannot_be_started_is_refused() -> None:
    config = BettingConfig()
    with pytest.raises(BettingError, match="stacks"):
        BettingRound.start(config, ("A", "B"), "A", "B", {"A": 5})
    with pytest.raises(BettingError, match="dealer"):
        BettingRound.start(config, ("A", "B"), "Z", "B", {"A": 5, "B": 5})
    with pytest.raises(BettingError, match="seats"):
        BettingRound.start(config, ("A", "A"), "A", "A", {"A": 5})
    with pytest.raises(BettingError, match="posted"):
        start(posted={"Z": 5})


def test_a_state_never_changes_in_place() -> None:
    state = start()
    before = (dict(state.stacks), dict(state.contrib), state.pending, state.level)
    play(state, "A aposto 5", "B repico 7")
    assert (dict(state.stacks), dict(state.contrib), state.pending, state.level) == before
