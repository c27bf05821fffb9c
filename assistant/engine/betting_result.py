"""How a betting round ended: why, what returns, what comes next, who shows and who speaks first then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Seat = str


@dataclass(frozen=True, slots=True)
class BettingResult:
    """The end of a round: ``reason`` level, uncontested, all_mesa, one_lap or no_action.

    ``refund`` are unmatched chips going back before any pot is formed (R-116); ``outcome`` draw, next_street, showdown,
    redeal_carry or carry (None when uncontested); ``wins`` the pot less the refund for an uncontested ``winner``, who
    shows nothing (R-104); ``owed`` what each must still cover on his first turn of the next round (one_lap, R-103).
    """

    reason: str
    refund: Mapping[Seat, int] = field(default_factory=dict)
    winner: Seat | None = None
    must_show: bool = False
    wins: int | None = None
    outcome: str | None = None
    carry: int | None = None
    next_dealer: Seat | None = None
    next_round_first: Seat | None = None
    shows_first: Seat | None = None
    last_word: str | None = None
    owed: Mapping[Seat, int] = field(default_factory=dict)


def clockwise(seats: Sequence[Seat], start: Seat) -> tuple[Seat, ...]:
    """All seats once round, ``start`` first."""
    i = seats.index(start)
    return (*seats[i:], *seats[:i])


def after(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """All other seats clockwise, the left neighbour first."""
    return clockwise(seats, seat)[1:]


def first_of(order: Iterable[Seat], among: Iterable[Seat]) -> Seat | None:
    """The first seat of ``order`` that is in ``among``."""
    wanted = set(among)
    return next((s for s in order if s in wanted), None)


def unmatched(contrib: Mapping[Seat, int], in_hand: Iterable[Seat]) -> dict[Seat, int]:
    """The part of the largest stake nobody matched, back to its owner if he is still in (R-116; who left loses all)."""
    ranked = sorted(contrib, key=lambda s: contrib[s], reverse=True)
    if not ranked:
        return {}
    top = ranked[0]
    extra = contrib[top] - (contrib[ranked[1]] if len(ranked) > 1 else 0)
    return {top: extra} if extra > 0 and top in set(in_hand) else {}
