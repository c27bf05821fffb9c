"""Special events: Beisebol, Assassino, obligation, Leilão, paid exchanges, passing, Trees (R-128, R-131 to R-133)."""

from __future__ import annotations

import pytest

from assistant.engine import events_exchange as ex
from assistant.engine import events_open as op
from assistant.engine.refusal import Refusal
from assistant.vector_rooms.events import events


def test_r131_an_open_three_costs_an_open_four_brings_a_card() -> None:
    assert (op.beisebol("3s"), op.beisebol("4d"), op.beisebol("9c"), op.beisebol("Jk")) == ("pay", "extra", None, None)
    assert op.beisebol_price(2, 50) == op.Forced(4, 4)
    assert op.beisebol_price(2, 3) == op.Forced(4, 3)


def test_r132_a_pair_doubles_a_trinca_does_not_a_second_pair_does() -> None:
    assert op.new_pair(["9d"], "9s")
    assert not op.new_pair(["9d", "9s"], "9h")
    assert op.new_pair(["9d", "9s", "7s"], "7h")
    assert not op.new_pair(["9d"], "8h")
    assert not op.new_pair(["Jk"], "Jk")
    assert not op.new_pair(["Jk"], "Js")
    assert op.assassino_price(40, 25) == op.Forced(40, 25)


def test_r128_figures_oblige_the_ace_and_the_joker_do_not() -> None:
    shown = {"A": ["Js"], "B": ["As"], "C": ["Jk"], "D": ["2c", "Qd"]}
    assert op.obliged(shown, "first_round", first_round=True) == {"A", "D"}
    assert op.obliged(shown, "first_round", first_round=False) == frozenset()
    assert op.obliged(shown, "all_rounds", first_round=False) == {"A", "D"}
    assert op.obliged(shown, "off", first_round=True) == frozenset()
    with pytest.raises(ValueError, match="obligation"):
        op.obliged(shown, "always", first_round=True)


def test_v24_the_highest_bid_picks_first_equals_from_the_carteadors_left() -> None:
    seats = ("A", "B", "C", "D", "E")
    assert ex.pick_order(seats, "A", {"A": 1, "B": 5, "C": 2, "D": 5, "E": 0}) == ("B", "D", "C", "A", "E")
    assert ex.pick_order(seats, "C", dict.fromkeys(seats, 5)) == ("D", "E", "A", "B", "C")


def test_v24_a_bid_is_limited_by_the_stack() -> None:
    assert ex.refuse_bid("A", 0, 10) is None
    assert ex.refuse_bid("A", 10, 10) is None
    for amount, code in ((11, "bid_above_stack"), (-1, "bid_below_zero")):
        refusal = ex.refuse_bid("A", amount, 10)
        assert refusal is not None
        assert (refusal.code, refusal.allowed[0].low, refusal.allowed[0].high) == (code, 0, 10)


def test_r133_twist_open_one_closed_two_and_one_more_to_hide() -> None:
    prices = [ex.twist_price(2, g, w) for g in ("open", "closed") for w in ("open", "closed")]
    assert prices == [2, 4, 4, 6]
    with pytest.raises(ValueError, match="facing"):
        ex.twist_price(2, "open", "sideways")


def test_r133_substitutions_cost_one_two_three_and_the_third_ends_it() -> None:
    assert [ex.substitution_price(2, n) for n in (1, 2, 3)] == [2, 4, 6]
    assert (ex.bets_again(1, True), ex.bets_again(1, False), ex.bets_again(3, True)) == (True, False, False)
    assert (ex.exchanges_again(2, True), ex.exchanges_again(2, False), ex.exchanges_again(3, True)) == (
        True,
        False,
        False,
    )
    with pytest.raises(ValueError, match="exchange_round"):
        ex.substitution_price(2, 4)


def test_r133_an_exchange_is_paid_whole_or_not_made() -> None:
    assert ex.refuse_payment("A", 4, 4) is None
    refusal = ex.refuse_payment("A", 4, 3)
    assert refusal is not None
    assert (refusal.code, refusal.allowed[0].what) == ("cannot_pay_exchange", "keep")


def test_v40_passing_is_simultaneous_and_received_cards_may_go_on() -> None:
    hands = {"A": ["2c", "3c"], "B": ["2d", "3d"], "C": ["2h", "3h"]}
    once = ex.pass_cards(tuple("ABC"), hands, "left", {"A": ["2c"], "B": ["2d"], "C": ["2h"]})
    twice = ex.pass_cards(tuple("ABC"), once, "left", {"A": ["2h"], "B": ["2c"], "C": ["2d"]})
    assert {s: sorted(c) for s, c in twice.items()} == {"A": ["2d", "3c"], "B": ["2h", "3d"], "C": ["2c", "3h"]}


def test_v41_across_needs_an_even_table() -> None:
    assert ex.receiver(tuple("ABCD"), "A", "across") == "C"
    assert ex.receiver(tuple("ABCD"), "A", "right") == "D"
    with pytest.raises(ValueError, match="direction"):
        ex.receiver(tuple("ABC"), "A", "across")


def test_v40_only_cards_that_are_held_and_as_many_as_asked() -> None:
    assert ex.refuse_pass("A", ["2c", "3c"], ["2c"], 1) is None
    for cards, code in ((["9h"], "pass_not_held"), (["2c", "3c"], "pass_wrong_number"), ([], "pass_wrong_number")):
        refusal = ex.refuse_pass("A", ["2c", "3c"], cards, 1)
        assert refusal is not None
        assert refusal.code == code
    with pytest.raises(ValueError, match="same number"):
        ex.pass_cards(("A", "B"), {"A": ["2c"], "B": ["2d"]}, "left", {"A": ["2c"], "B": []})
    with pytest.raises(ValueError, match="pass_not_held"):
        ex.pass_cards(("A", "B"), {"A": ["2c"], "B": ["2d"]}, "left", {"A": ["2d"], "B": ["2d"]})


def test_v13_only_equal_numbers_are_traded_and_each_once() -> None:
    barter = ex.Barter({"A": 3, "B": 2, "C": 3, "D": 3, "E": 0, "F": 0})
    assert barter.partners("A") == ("C", "D")
    assert barter.partners("E") == ()
    unequal = barter.agree("A", "B")
    assert isinstance(unequal, Refusal)
    assert [a.what for a in unequal.allowed] == ["seat:C", "seat:D"]
    after = barter.agree("A", "C")
    assert isinstance(after, ex.Barter)
    again = after.agree("A", "D")
    assert isinstance(again, Refusal)
    assert (again.code, again.params["who"]) == ("traded_already", "A")
    assert after.keeps_hand == ("B", "D", "E", "F")


def test_an_unknown_kind_of_event_is_a_failure() -> None:
    assert events({"kind": "rodeio", "expect": {}}) == ["unknown kind 'rodeio'"]
