"""Seats, first carteador, shuffle, cut and the pattern of the deal (R-071 to R-078)."""

from __future__ import annotations

import pytest
from hand_table import table

from assistant.engine.cards import deck_cards
from assistant.engine.phrases import refusal_sentence
from assistant.engine.seating import (
    FirstDealer,
    deal_rounds,
    drawn_seats,
    first_dealer,
    must_shuffle,
    refuse_cut,
    who_cuts,
)


def test_R_002_the_base_is_the_deck_of_52_each_card_once() -> None:
    assert len(deck_cards("2")) == len(set(deck_cards("2"))) == 52


def test_R_071_equal_cards_of_two_decks_pair_places_and_players() -> None:
    places = {"1": "As", "2": "9d", "3": "Kc"}
    assert drawn_seats(places, {"ana": "Kc", "bia": "As", "caio": "9d"}) == {"ana": "3", "bia": "1", "caio": "2"}
    with pytest.raises(ValueError, match="same cards"):
        drawn_seats(places, {"ana": "Kc", "bia": "As", "caio": "9h"})


def test_R_072_highest_card_deals_first_and_ties_draw_again() -> None:
    assert first_dealer({"1": "Qs", "2": "Kd", "3": "2c"}) == FirstDealer("2")
    assert first_dealer({"1": "As", "2": "Ad", "3": "2c"}) == FirstDealer(None, ("1", "2"))
    with pytest.raises(ValueError, match="nobody"):
        first_dealer({})


def test_R_073_the_deal_passes_to_the_left() -> None:
    assert table("stick5", "ABC", dealer="B").state.next_dealer == "C"


def test_R_074_R_076_three_shuffles_and_again_after_a_card_turned_in_the_cut() -> None:
    assert must_shuffle(2) and not must_shuffle(3) and must_shuffle(3, exposed_in_cut=True)


def test_R_075_R_076_the_right_hand_neighbour_cuts_at_least_five_or_somebody_else_does() -> None:
    seats = ("1", "2", "3", "4")
    assert who_cuts(seats, "2") == "1" and who_cuts(seats, "2", ["1"]) == "4"
    assert who_cuts(seats, "2", ["1", "3", "4"]) is None
    assert refuse_cut(5, 32) is None and refuse_cut(27, 32) is None
    for lifted in (4, 28):
        no = refuse_cut(lifted, 32)
        assert no is not None and "5 cartas" in refusal_sentence(no, "pt-BR")


def test_R_077_one_pattern_for_the_whole_hand_clockwise_from_the_left() -> None:
    assert deal_rounds(5, "ones") == (1, 1, 1, 1, 1) and deal_rounds(5, "3+2") == (3, 2)
    assert deal_rounds(6, "3+2") == (1,) * 6
    ones = table("fechado", "ABC")
    assert "".join(e.seat for e in ones.state.expected_cards) == "ABC" * 5
    packets = table("fechado", "ABC", deal_pattern="3+2")
    assert "".join(e.seat for e in packets.state.expected_cards) == "AAABBBCCCAABBCC"


def test_R_078_the_undealt_cards_stay_for_the_draw() -> None:
    t = table("fechado", "AB")
    t.closed()
    assert t.state.core.stock == 32 - 10
    t.say("A aposto 1, B cubro")
    assert t.state.core.stage.draw.stock == 22  # type: ignore[attr-defined]
