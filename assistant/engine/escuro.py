"""Escuro: blind doubling pingos before the cards, posted from the carteador to the left (R-124 to R-127)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.engine.betting_result import clockwise, first_of
from assistant.engine.refusal import Allowed, Refusal

Seat = str


@dataclass(frozen=True, slots=True)
class EscuroPosts:
    """The posts of one hand; ``seats`` clockwise from the carteador, ``stacks`` before posting, amounts in chips."""

    seats: tuple[Seat, ...]
    unit: int
    stacks: Mapping[Seat, int]
    posts: Mapping[Seat, int]

    @property
    def escurante(self) -> Seat:
        """The last to post, owner of the escuro."""
        return self.seats[len(self.posts) - 1]

    @property
    def level(self) -> int:
        """Nominal value of the last post: short posts change neither the doubling nor the level (R-124)."""
        return nominal(self.unit, len(self.posts))

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who speaks in turn, before the draw and after it: from the escurante's left, himself last (R-126, R-127)."""
        ring = clockwise(self.seats, self.escurante)
        return (*ring[1:], ring[0])

    @property
    def behind(self) -> dict[Seat, int]:
        """Stacks after posting."""
        return {s: self.stacks[s] - self.posts.get(s, 0) for s in self.seats}

    @property
    def to_call(self) -> dict[Seat, int]:
        """What each still has to put in to cover, limited by his stack (R-126)."""
        behind = self.behind
        return {s: min(max(0, self.level - self.posts.get(s, 0)), behind[s]) for s in self.seats} | {self.escurante: 0}

    @property
    def first_before_draw(self) -> Seat | None:
        """The first in order who can bet; None when no betting is possible (R-150)."""
        behind = self.behind
        able = [s for s in self.order if behind[s] > 0]
        if len(able) == 1 and not self.to_call[able[0]]:
            return None
        return first_of(self.order, able)

    @property
    def pot(self) -> int:
        """Chips posted."""
        return sum(self.posts.values())

    @property
    def next_volunteer(self) -> Seat | None:
        """The one seat that may go on after the escurante (R-125); None when all have posted."""
        return self.seats[len(self.posts)] if len(self.posts) < len(self.seats) else None

    def volunteer(self, seat: Seat) -> EscuroPosts | Refusal:
        """The posts with ``seat`` going on: only the next to the left of the last poster may (R-125)."""
        turn = self.next_volunteer
        if turn is None:
            return Refusal("escuro_all_posted", {"seat": seat}, rule="R-125")
        if seat != turn:
            amount = nominal(self.unit, len(self.posts) + 1)
            return Refusal(
                "escuro_not_next", {"seat": seat, "next": turn}, (Allowed("escuro", amount, amount),), "R-125"
            )
        return EscuroPosts(self.seats, self.unit, self.stacks, _posted(self.seats, self.unit, self.stacks, turn))


def nominal(unit: int, place: int) -> int:
    """The post at ``place`` (1 = carteador): one unit, then doubled each time (R-124)."""
    return int(unit << (place - 1))


def post_escuro(
    seats: Sequence[Seat],
    dealer: Seat,
    unit: int,
    stacks: Mapping[Seat, int],
    *,
    depth: int | str = 3,
    volunteers: int = 0,
) -> EscuroPosts:
    """The compulsory posts and ``volunteers`` more, at most once round the table (R-124, R-125).

    ``seats`` clockwise, ``depth`` a number or "all", ``stacks`` before posting; a post larger than the stack is all-in.
    Raises ValueError for a depth or unit below one.
    """
    ring = clockwise(tuple(seats), dealer)
    count = len(ring) if depth == "all" else int(depth)
    if unit < 1 or count < 1 or volunteers < 0:
        raise ValueError("escuro: unit and depth are at least one, volunteers not below zero")
    last = ring[min(count + volunteers, len(ring)) - 1]
    return EscuroPosts(ring, unit, dict(stacks), _posted(ring, unit, stacks, last))


def _posted(ring: tuple[Seat, ...], unit: int, stacks: Mapping[Seat, int], last: Seat) -> dict[Seat, int]:
    count = ring.index(last) + 1
    return {s: min(nominal(unit, i), stacks[s]) for i, s in enumerate(ring[:count], start=1)}
