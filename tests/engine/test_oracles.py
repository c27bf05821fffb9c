"""Random standard hands stand in the same order for us, phevaluator and pokerkit (R-020, R-035, R-040 to R-047)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from phevaluator import evaluate_cards
from pokerkit import StandardHighHand

from assistant.bench.engine import random_hands, same_order
from assistant.engine.cards import FULL_DECK
from assistant.engine.ladder import ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import rank_hand

POKERKIT = {
    "high": "High card", "pair": "One pair", "two_pair": "Two pair", "trips": "Three of a kind",
    "straight": "Straight", "flush": "Flush", "full": "Full house", "quads": "Four of a kind",
    "straight_flush": "Straight flush", "royal": "Straight flush",
}  # fmt: skip


def pokerkit_order(hands: Sequence[Sequence[int]]) -> list[int]:
    out = []
    for hand in hands:
        value = StandardHighHand.from_game("".join(FULL_DECK[c] for c in hand))
        out.append(int(value.entry.index))
    return out


@pytest.mark.parametrize("size", [5, 6, 7])
def test_r047_order_of_phevaluator(size: int) -> None:
    hands = random_hands(20_000, size, seed=100 + size)
    assert same_order(hands, [-evaluate_cards(*hand) for hand in hands.tolist()])


@pytest.mark.parametrize("size", [5, 7])
def test_r047_order_and_categories_of_pokerkit(size: int) -> None:
    hands = random_hands(1_000, size, seed=200 + size)
    assert same_order(hands, pokerkit_order(hands.tolist()))
    ladder = ladder_for("2", Options(), "standard")
    for hand in hands[:200].tolist():
        cards = [FULL_DECK[c] for c in hand]
        label = StandardHighHand.from_game("".join(cards)).entry.label.value
        assert label == POKERKIT[rank_hand(cards, ladder).category]


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 7])
def test_r047_a_hundred_thousand_hands_in_one_order(size: int) -> None:
    hands = random_hands(100_000, size, seed=300 + size)
    assert same_order(hands, [-evaluate_cards(*hand) for hand in hands.tolist()])
    assert same_order(hands, pokerkit_order(hands.tolist()))


def test_the_comparison_notices_another_order() -> None:
    hands = random_hands(500, 7, seed=1)
    theirs = [-evaluate_cards(*hand) for hand in hands.tolist()]
    assert not same_order(hands, [-n for n in theirs])
    assert not same_order(hands, list(np.arange(len(theirs))))
