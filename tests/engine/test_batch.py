"""Batches: exhaustive counts of every deck, and agreement with the one-hand calls (R-020, R-036, R-047)."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.bench.engine import random_hands
from assistant.engine.batch import BatchRanker, encode, every_five, ranker
from assistant.engine.cards import FULL_DECK
from assistant.engine.ladder import Ladder, ladder_for, low_ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import HandValue, lowest_hand, rank_hand

# by lowest rank: cards, straight flushes (royals and the low ace included), quads, flushes, fulls, straights, trips
COUNTS = {
    "7": (32, 20, 224, 204, 1344, 5100, 10752),
    "6": (36, 24, 288, 480, 1728, 6120, 16128),
    "5": (40, 28, 360, 980, 2160, 7140, 23040),
    "4": (44, 32, 440, 1816, 2640, 8160, 31680),
    "3": (48, 36, 528, 3132, 3168, 9180, 42240),
    "2": (52, 40, 624, 5108, 3744, 10200, 54912),
}


@pytest.mark.parametrize("deck", COUNTS)
def test_r020_r036_exhaustive_counts(deck: str) -> None:
    counts = ranker(ladder_for(deck, Options(), "standard")).rank(every_five(deck)).counts()
    cards, straight_flushes, *rest = COUNTS[deck]
    assert sum(counts.values()) == len(every_five(deck)) == cards * (cards - 1) * (cards - 2) * (cards - 3) * (
        cards - 4
    ) // 120
    assert counts["royal"] == 4
    assert counts["royal"] + counts["straight_flush"] == straight_flushes
    assert [counts[c] for c in ("quads", "flush", "full", "straight", "trips")] == rest
    assert counts["five"] == 0


def test_r024_r026_counts_where_categories_are_missing() -> None:
    every = every_five("7")
    pairs_only = ranker(ladder_for("7", Options(), "pairs_only")).rank(every).counts()
    assert "flush" not in pairs_only
    assert pairs_only["high"] == 52020 + 204 + 5100 + 20
    no_pair = ranker(ladder_for("7", Options(), "no_one_pair")).rank(every).counts()
    assert no_pair["high"] == 52020 + 107520


LADDERS: list[tuple[Ladder, bool]] = [
    *(
        (ladder_for(deck, Options(two_pair_tiebreak=two), hand_set), low)
        for deck, two in (("2", "second_pair_first"), ("7", "kicker_first"))
        for hand_set in ("standard", "pairs_only", "no_one_pair")
        for low in (False, True)
    ),
    (low_ladder_for("2", Options(low_rule="ace_to_five")), True),
    (ladder_for("6", Options(low_straight="only_A2345", full_vs_flush="full_over_flush")), False),
]


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize(("ladder", "low"), LADDERS)
def test_r047_batches_and_single_calls_agree(ladder: Ladder, low: bool, size: int) -> None:
    hands = random_hands(400, size, ladder.deck_low, seed=size)
    values = [(lowest_hand if low else rank_hand)([FULL_DECK[c] for c in hand], ladder) for hand in hands.tolist()]
    batch = BatchRanker(ladder, low=low).rank(hands)
    assert batch.categories().tolist() == [v.category for v in values]
    assert batch.tiers().tolist() == places(values)


def places(values: list[HandValue]) -> list[int]:
    """For each value how many different ones are below it."""
    tiers: list[HandValue] = []
    for value in sorted(values):
        if not tiers or tiers[-1] != value:
            tiers.append(value)
    where = {value: i for i, value in enumerate(tiers)}
    return [where[value] for value in values]


def test_r050_a_forced_flush_is_the_lowest_only_if_nothing_else_is_left() -> None:
    ladder = ladder_for("2", Options())
    hands = encode([["2s", "3s", "5s", "7s", "9s", "Js", "Ks"], ["2s", "3s", "5s", "7s", "9s", "9d", "Ks"]])
    assert BatchRanker(ladder, low=True).rank(hands).categories().tolist() == ["flush", "high"]


def test_batches_compare_like_hands() -> None:
    table = ranker(ladder_for("2", Options()))
    a = table.rank(encode([["As", "Kd", "Qh", "Js", "9c"], ["2c", "2d", "3h", "4s", "5c"]]))
    b = table.rank(encode([["Ac", "Kh", "Qd", "Jc", "9d"], ["As", "Kd", "Qh", "Js", "9c"]]))
    assert a.ties(b).tolist() == [True, False]
    assert (a > b).tolist() == [False, True]
    assert (a < b).tolist() == [False, False]
    assert b.order().tolist() == [0, 1]
    assert len(a) == 2
    with pytest.raises(ValueError, match="two rankers"):
        _ = a > ranker(ladder_for("7", Options())).rank(encode([["As", "Kd", "Qh", "Js", "9c"]]))


def test_batches_refuse_wild_cards_and_other_shapes() -> None:
    with pytest.raises(ValueError, match="wild"):
        encode([["As", "Kd", "Qh", "Js", "Jk"]])
    with pytest.raises(ValueError, match="same number"):
        encode([["As"], ["Kd", "Qh"]])
    with pytest.raises(ValueError, match="shape"):
        ranker(ladder_for("2", Options())).rank(np.zeros((3, 8), np.uint8))
