"""The progressive opener: what a hand must hold to bet first, one step higher each time all pass (R-121 to R-123)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from assistant.engine.cards import RANK_OF
from assistant.engine.ladder import Ladder
from assistant.engine.ranking import rank_hand

PAIRS = ("pair_J", "pair_Q", "pair_K", "pair_A")
CEILINGS = ("two_pairs", "none")
ABOVE_TWO_PAIRS = ("trips", "straight", "flush", "full", "quads", "straight_flush")


def opening_ladder(ladder: Ladder) -> Ladder:
    """The ladder that judges openers: the one in force, with the pair where the game has none (R-026, R-121)."""
    if "pair" in ladder.categories:
        return ladder
    i = ladder.categories.index("high")
    return replace(ladder, categories=(*ladder.categories[:i], "pair", *ladder.categories[i:]))


def steps(ladder: Sequence[str], ceiling: str = "two_pairs") -> tuple[str, ...]:
    """The requirements in order; ``ladder`` the categories in force, lowest first (it orders full and flush, R-122).

    Raises ValueError for an unknown ceiling.
    """
    if ceiling not in CEILINGS:
        raise ValueError(f"opener_ceiling: {ceiling!r} is none of {CEILINGS}")
    base = (*PAIRS, "two_pair")
    if ceiling == "two_pairs":
        return base
    return (*base, *(c for c in ladder if c in ABOVE_TWO_PAIRS))


def required(all_passed_before: int, ladder: Sequence[str], ceiling: str = "two_pairs") -> str:
    """What opens after so many hands passed out in a row; it stays at the last step (R-121, R-122)."""
    ladder_steps = steps(ladder, ceiling)
    return ladder_steps[min(all_passed_before, len(ladder_steps) - 1)]


def may_open(requirement: str, category: str, rank: str, ladder: Sequence[str]) -> bool:
    """Whether a hand opens: its best ``category`` (wild cards counted) and the ``rank`` that makes it (R-121).

    The pair counts even where it is worth nothing at the showdown (R-026), so ``category`` and ``ladder`` are those of
    a ranking that knows pairs.
    """
    if requirement in PAIRS:
        if category == "pair":
            return RANK_OF[rank] >= RANK_OF[requirement[-1]]
        return ladder.index(category) > ladder.index("pair")
    return ladder.index(category) >= ladder.index(requirement)


def cards_open(
    requirement: str, cards: Collection[str], ladder: Ladder, wild_ranks: Collection[str] = ()
) -> bool:
    """Whether these cards open: the claim of the opener, checked when they are seen (R-123).

    ``cards`` may be fewer than five (openers set aside); ``ladder`` is the one in force. Raises CardError for cards
    that cannot be.
    """
    judge = opening_ladder(ladder)
    value = rank_hand(cards, judge, wild_ranks)
    return may_open(requirement, value.category, value.made_of[0], tuple(reversed(judge.categories)))
