"""The points of Colorido (R-055, R-056)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

BLACK = "cs"


def card_points(card: str) -> int:
    """What a card counts: black ace 11, black J Q K 10, other black cards their face; red cards and jokers nothing."""
    if card[1] not in BLACK:
        return 0
    rank = card[0]
    if rank == "A":
        return 11
    return 10 if rank in "TJQK" else int(rank)


def points(cards: Iterable[str]) -> int:
    """The points of all cards added; nothing is discarded and nothing else counts (R-055)."""
    return sum(card_points(card) for card in cards)


def points_tiers(hands: Mapping[str, Iterable[str]], *, low: bool = False) -> list[list[str]]:
    """Seats in tiers by points, most first (or fewest, for the low half); ties share a tier (R-056)."""
    counted = {seat: points(cards) for seat, cards in hands.items()}
    return [[s for s in counted if counted[s] == n] for n in sorted(set(counted.values()), reverse=not low)]
