"""What falls due when an open card falls: Beisebol, Assassino, the obligation of the figures (R-128, R-131, R-132)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.engine.cards import JOKER

Card = str
Seat = str

FIGURES = "JQK"  # the ace is no figure


@dataclass(frozen=True, slots=True)
class Forced:
    """Money or leaving: ``must_pay`` as the rule has it, ``pays`` what the stack allows (all-in if short, R-113)."""

    must_pay: int
    pays: int


def beisebol(card: Card) -> Literal["pay", "extra"] | None:
    """What an open card brings in Beisebol: a 3 costs, a 4 brings one more open card at once (R-131)."""
    if card == JOKER:
        return None
    return {"3": "pay", "4": "extra"}.get(card[0])  # type: ignore[return-value]


def beisebol_price(pingo: int, stack: int) -> Forced:
    """An open 3 costs twice the pingo or the hand; the money is dead and need not be matched (R-131)."""
    return Forced(2 * pingo, min(2 * pingo, stack))


def new_pair(open_before: Sequence[Card], card: Card) -> bool:
    """Whether ``card`` gives the seat an open pair it did not show: a trinca is no new pair, a second pair is (R-132).

    A joker makes no pair in sight (``wild_counts_showing`` false).
    """
    if card == JOKER:
        return False
    return sum(1 for c in open_before if c != JOKER and c[0] == card[0]) == 1


def assassino_price(pot: int, stack: int) -> Forced:
    """Whoever is dealt an open pair puts in as much as the pot then holds, or leaves (R-132)."""
    return Forced(pot, min(pot, stack))


def is_figure(card: Card) -> bool:
    """Whether an open card is a Valete, Dama or Rei (R-128)."""
    return card != JOKER and card[0] in FIGURES


def obliged(open_cards: Mapping[Seat, Sequence[Card]], obligation: str, *, first_round: bool) -> frozenset[Seat]:
    """Seats that may not leave this round: an open figure under ``first_round`` or ``all_rounds`` (R-128).

    ``first_round``: whether this is the hand's first betting round. Raises ValueError for an unknown option value.
    """
    if obligation not in ("off", "first_round", "all_rounds"):
        raise ValueError(f"obligation: {obligation!r} is none of off, first_round, all_rounds")
    if obligation == "off" or (obligation == "first_round" and not first_round):
        return frozenset()
    return frozenset(seat for seat, cards in open_cards.items() if any(is_figure(c) for c in cards))
