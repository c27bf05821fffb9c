"""Which ranks are wild: Follow the Queen, Change the Diaper, Position Poker (R-029, R-030, R-031)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.engine.cards import JOKER, RANKS, ranks_from
from assistant.engine.options import Options
from assistant.engine.pots import left_of

OpenCard = tuple[str, str]  # (seat, card) in dealing order

QUEEN = "Q"
COMMON = "9"  # Position Poker: wild for everybody


def follow_the_queen(sequence: Iterable[OpenCard], replace: str = "latest") -> list[tuple[str, ...]]:
    """The wild ranks in force after each open card, in dealing order over all streets (R-029).

    ``replace`` "latest": a queen's next card takes the place of the former; "accumulate": it adds to them. A joker has
    no rank to make wild.
    """
    wild: tuple[str, ...] = ()
    triggered = False
    out = []
    for _, card in sequence:
        if triggered and card != JOKER:
            if replace != "accumulate":
                wild = (card[0],)
            elif card[0] not in wild:
                wild = (*wild, card[0])
        triggered = card[0] == QUEEN
        out.append(wild)
    return out


def diaper_triggers(sequence: Iterable[OpenCard]) -> list[OpenCard]:
    """The open cards that give their seat a second card of a rank it showed exactly once (R-030)."""
    shown: dict[tuple[str, str], int] = {}
    out = []
    for seat, card in sequence:
        if card == JOKER:
            continue
        key = (seat, card[0])
        shown[key] = shown.get(key, 0) + 1
        if shown[key] == 2:
            out.append((seat, card))
    return out


def change_the_diaper(sequence: Iterable[OpenCard], centre: Sequence[str]) -> tuple[str, ...]:
    """The wild rank in force: that of the centre card opened at the last trigger, none before the first (R-030).

    ``centre``: the cards opened at the first, second … trigger; one not opened yet changes nothing.
    """
    opened = [card for card in centre[: len(diaper_triggers(sequence))] if card != JOKER]
    return (opened[-1][0],) if opened else ()


def position_ranks(seats: Sequence[str], dealer: str, deck_low: str, options: Options) -> dict[str, str]:
    """Each seat's private wild rank: A to the carteador's left, then 2, 3 … or the lowest in play (R-031)."""
    low = "2" if options.position_scale == "fixed" else deck_low
    scale = "A" + ranks_from(low)[:-1]
    return dict(zip(left_of(seats, dealer), scale, strict=False))


def position_wild(own: str | None) -> tuple[str, ...]:
    """All ranks wild for a seat in Position Poker: the nine and its own, lowest first."""
    return tuple(sorted({COMMON, own or COMMON}, key=RANKS.index))


def is_wild(card: str, wild: Iterable[str]) -> bool:
    """Whether a card is wild: a joker, or of a wild rank."""
    return card == JOKER or card[0] in wild
