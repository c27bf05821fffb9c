"""What the camera believes, as plain records: cards by zone with their doubts, and every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from assistant.vision.records import BACK, Quad

ProblemCode = Literal["duplicate", "not_in_deck", "covered", "busy", "exposed", "extra", "conflict", "stale", "knocked"]


@dataclass(frozen=True)
class Problem:
    """Something wrong with the view: where (None is the whole picture), and a card where one may be named."""

    code: ProblemCode
    zone: str | None = None
    card: str | None = None


@dataclass(frozen=True)
class BelievedCard:
    """One card as believed: "As", "Jk", "back", or None for a face that could not be read (``guess`` may say more).

    ``sure`` cards may be taken by themselves; ``reason`` is a doubt code otherwise; ``covered`` cards are remembered;
    ``order`` rises with the order of appearance; ``quad`` is in fractions of the picture.
    """

    card: str | None
    sure: bool
    certainty: float
    quad: Quad
    order: int
    covered: bool = False
    guess: str | None = None
    reason: str = ""


@dataclass(frozen=True)
class TableView:
    """What the camera believes now: zones → cards in order of appearance, and every problem at once.

    ``version`` rises with each change; ``frame`` and ``at`` (monotonic seconds) name the last frame that speaks for it;
    ``still`` says that nothing moves; ``world`` is the virtual table's version, None for a real camera; ``epoch``
    counts the hands that began before it was seen, as the service does.
    """

    version: int
    frame: int
    at: float
    zones: Mapping[str, tuple[BelievedCard, ...]]
    problems: frozenset[Problem] = frozenset()
    still: bool = True
    world: int | None = None
    epoch: int = 0

    def faces(self, zone: str) -> tuple[str, ...]:
        """The faces of a zone that are sure, in order of appearance."""
        return tuple(c.card for c in self.zones.get(zone, ()) if c.sure and c.card not in (None, BACK) and c.card)

    def doubts(self, zone: str) -> tuple[BelievedCard, ...]:
        """The open cards of a zone that are not sure."""
        return tuple(c for c in self.zones.get(zone, ()) if not c.sure and c.card != BACK)

    def backs(self, zone: str) -> int:
        """How many closed cards lie apart in a zone."""
        return sum(c.card == BACK for c in self.zones.get(zone, ()))

    def has(self, code: ProblemCode, zone: str | None = None) -> bool:
        """Whether a problem stands, anywhere or in a zone."""
        return any(p.code == code and (zone is None or p.zone == zone) for p in self.problems)


@dataclass(frozen=True)
class Expectation:
    """How many open faces the hand expects to lie in a zone, and whether closed ones may be turned there.

    ``closed`` is how many closed cards lie or are awaited, None if that is not known: up to so many may be known by
    their shape alone, and of what overlaps no more than so many are believed.
    """

    faces: int
    turning: bool = False
    closed: int | None = None
