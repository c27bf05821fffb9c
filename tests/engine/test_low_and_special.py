"""Low games, points, thirteen cards, the closed suit (R-050 to R-061)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.cards import FULL_DECK, JOKER, CardError, deck_cards, parse_cards
from assistant.engine.ladder import ladder_for, low_ladder_for
from assistant.engine.options import Options
from assistant.engine.points import card_points, points, points_tiers
from assistant.engine.ranking import best_seats, lowest_hand, rank_hand
from assistant.engine.special import Thirteen, lay_thirteen, side_card, side_tiers, thirteen_tiers, whole_pot_to

STANDARD = ladder_for("2", Options(), "standard")


@pytest.mark.parametrize(
    ("deck", "hand_set", "best"),
    [("2", "standard", "75432"), ("7", "standard", "QT987"), ("7", "pairs_only", "JT987")],
)
def test_r050_the_best_low_of_a_deck(deck: str, hand_set: str, best: str) -> None:
    ladder = low_ladder_for(deck, Options(), hand_set)
    lowest_six_ranks = deck_cards(deck)[:24:2]  # two suits of each
    fives = [lowest_hand(five, ladder) for five in combinations(lowest_six_ranks, 5)]
    assert "".join(c[0] for c in min(fives).cards) == best
    assert lowest_hand(lowest_six_ranks, ladder) == min(fives)


def test_r050_the_wheel_is_a_straight_and_a_flush_is_high() -> None:
    ladder = low_ladder_for("2", Options())
    hands = ["Kc Qd Jh 9s 8c", "2s 2d 3h 4s 5c", "As 5d 4h 3s 2c", "2s 4s 5s 6s 7s"]
    values = [lowest_hand(parse_cards(h), ladder) for h in hands]
    assert values == sorted(values)


def test_case26_ace_high_no_pair_beats_a_low_pair() -> None:
    ladder = low_ladder_for("2", Options(), "pairs_only")
    wheel = lowest_hand(parse_cards("As 2d 3h 4s 5c"), ladder)
    assert wheel.category == "high"
    assert wheel < lowest_hand(parse_cards("2s 2d 7h 8s 9c"), ladder)


def test_r051_ace_to_five_ignores_straights_and_flushes() -> None:
    ladder = low_ladder_for("2", Options(low_rule="ace_to_five"))
    wheel = lowest_hand(parse_cards("As 2s 3s 4s 5s"), ladder)
    assert wheel.category == "high"
    assert wheel < lowest_hand(parse_cards("7c 5d 4h 3s 2c"), ladder)
    assert lowest_hand(parse_cards("As Ad 2h 3s 4c"), ladder) > lowest_hand(parse_cards("Ks Qd Jh Ts 9c"), ladder)
    assert lowest_hand(parse_cards("As Ad 2h 2s 3c 4d 8h"), ladder).made_of == ("8",)


def test_r053_one_seat_may_be_high_and_low() -> None:
    hands = {"A": parse_cards("2s 3s 4s 5s 6s 7h 9d"), "B": parse_cards("Ks Kd 9h Kc 8d Jc Qh")}
    high = {seat: rank_hand(cards, STANDARD) for seat, cards in hands.items()}
    low = {seat: lowest_hand(cards, STANDARD) for seat, cards in hands.items()}
    assert best_seats(high) == best_seats(low, low=True) == ["A"]


@pytest.mark.parametrize(
    ("card", "worth"), [("As", 11), ("Ac", 11), ("Ks", 10), ("Jc", 10), ("Ts", 10), ("2c", 2), ("Ah", 0), ("Kd", 0)]
)
def test_r055_what_a_card_counts(card: str, worth: int) -> None:
    assert card_points(card) == worth


def test_r055_the_whole_deck_counts_190_and_a_joker_nothing() -> None:
    assert points(FULL_DECK) == 2 * (11 + 4 * 10 + sum(range(2, 10))) == 190
    assert points([JOKER]) == 0


def test_r056_most_and_fewest_points_with_ties() -> None:
    hands = {"A": ["As", "2h"], "B": ["Ac", "3d"], "C": ["Kh", "2d"]}
    assert points_tiers(hands) == [["A", "B"], ["C"]]
    assert points_tiers(hands, low=True) == [["C"], ["A", "B"]]


def lay(low3: str, mid5: str, high5: str) -> Thirteen:
    return lay_thirteen(parse_cards(low3), parse_cards(mid5), parse_cards(high5), STANDARD)


GOOD = lay("As Ad Kh", "Ks Kd 7h 7s 2c", "Qs Qd Qh 3c 3d")
FOUL = lay("Ac Ah 5s", "8s 8d 5h 5c 4d", "9s 9d Jc Td 3h")


def test_r057_low_hands_of_three_know_trinca_pair_and_carta_maior() -> None:
    assert GOOD.low3.category == "pair"
    assert lay("As Ad Ac", "Ks Kd 7h 7s 2c", "Qs Qd Qh 3c 3d").low3.category == "trips"
    assert lay("2s 3s 4s", "Ks Kd 7h 7s 2c", "Qs Qd Qh 3c 3d").low3.category == "high"


def test_r058_rising_strictly_and_a_missing_card_is_below_any() -> None:
    assert GOOD.legal()
    assert not FOUL.legal()
    same_pair = lay("As Ad Kh", "Ac Ah Qd 7s 2c", "Qs Qc Qh 3c 3d")
    assert not same_pair.legal()  # ace, ace, king is above ace, ace, queen
    longer = lay("As Ad Kh", "Ac Ah Kd 7s 2c", "Qs Qc Qh 3c 3d")
    assert longer.legal()


def test_r058_a_fouled_hand_takes_no_part() -> None:
    other = lay("2d 2h Jc", "8c 8h 6h 6c 4c", "4s 5d 6s 7c 8d")
    assert thirteen_tiers({"A": FOUL, "B": other})["low"] == [["B"]]
    assert thirteen_tiers({"A": FOUL}) == {"low": [], "side": [], "high": []}


def test_r059_polones_falls_and_the_worst_wins_each_part() -> None:
    a = lay("As Ad Ah", "Ks Kd 7h 4s 2c", "Qs Td 9h 3c 2d")
    b = lay("2h 2s Jc", "Kh Qh Jd 9c 4d", "8s 7d 5s 4c 3s")
    assert a.legal(polones=True) and b.legal(polones=True) and not a.legal()
    assert thirteen_tiers({"A": a, "B": b}, polones=True)["high"] == [["B"], ["A"]]


def test_r057_thirteen_different_cards_in_three_five_and_five() -> None:
    with pytest.raises(CardError):
        lay("As Ad", "Ks Kd 7h 7s 2c", "Qs Qd Qh 3c 3d")
    with pytest.raises(CardError):
        lay("As Ad Kh", "As Kd 7h 7s 2c", "Qs Qd Qh 3c 3d")


def test_r060_highest_closed_spade_or_heart() -> None:
    closed = {"A": ["Ks", "2d"], "B": ["As", "3h"], "C": ["Qh", "Jh"]}
    assert side_tiers(closed, "chicago", Options()) == [["B"], ["A"]]
    assert side_tiers(closed, "san_francisco", Options()) == [["C"], ["B"]]
    assert side_tiers({"A": ["Kd"]}, "chicago", Options()) == []
    assert whole_pot_to(Options()) == "high"


def test_r061_miseria_lowest_spade_and_the_ace() -> None:
    closed = {"A": ["Ks", "Qs"], "B": ["As", "3d"]}
    assert side_tiers(closed, "chicago", Options(), misery=True) == [["A"], ["B"]]
    assert side_tiers(closed, "chicago", Options(ace_side_low="low"), misery=True) == [["B"], ["A"]]
    assert side_tiers(closed, "chicago", Options(ace_side_low="low")) == [["B"], ["A"]]  # only in Miséria
    assert side_card(["As", "2s"], "s", misery=True, ace_low=True) == "As"
    assert whole_pot_to(Options(), misery=True) == "high"
    assert whole_pot_to(Options(miseria_no_suit="low"), misery=True) == "low"


@settings(max_examples=100)
@given(cards=st.lists(st.sampled_from(FULL_DECK), min_size=5, max_size=7, unique=True))
def test_r051_ace_to_five_lowest_is_that_of_all_fives(cards: list[str]) -> None:
    ladder = low_ladder_for("2", Options(low_rule="ace_to_five"))
    assert lowest_hand(cards, ladder) == min(lowest_hand(five, ladder) for five in combinations(cards, 5))
