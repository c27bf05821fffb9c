"""Cards of the last hand that still lie when the next one begins: nobody's until they have gone.

The host says that a hand begins; the cards are gathered when people get to it. What lay when the last hand ended and
lies still is meant, not what was dealt just before the host said so. Until a player's old cards have gone,
nothing that lies before him is of the new hand; an open one that was merely pushed along is still an old one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.vision.gate import Background, Gate, Grey
from assistant.vision.records import BACK, Point, Quad, Sighting
from assistant.vision.tracks import Track, short_side

ZoneOf = Callable[[Quad], str | None]
NEAR = 0.2  # share of a card's width within which a place is the same
COVERED_LOOKS = 4  # looks in which something else lies there before a card counts as taken from under it


@dataclass
class _Left:
    quad: Quad
    centre: Point
    label: str | None
    zone: str | None
    patch: Grey | None
    covered: int = 0


class Leftovers:
    """What lay at the end of a hand; ``sift`` takes it out of what is seen of the next."""

    def __init__(self) -> None:
        self._left: list[_Left] = []
        self._labels: set[str] = set()
        self._ended: set[int] = set()
        self.blocked: set[str] = set()  # zones where something else has come to lie among them

    def ended(self, tracks: Sequence[Track]) -> None:
        """A hand ended with these cards on the table."""
        self._ended = {t.order for t in tracks}

    def remember(self, tracks: Sequence[Track]) -> None:
        """A hand begins while these lie there."""
        lying = [t for t in tracks if t.established and t.zone is not None and t.order in self._ended]
        self._left = [_Left(t.quad, t.centre, t.believed, t.zone, t.patch) for t in lying]
        self._labels = {t.believed for t in lying if t.sure and t.believed not in (None, BACK) and t.believed}

    def clear(self) -> None:
        """Nothing is left."""
        self._left, self._labels, self.blocked = [], set(), set()

    @property
    def places(self) -> list[Quad]:
        """Where they lie."""
        return [one.quad for one in self._left]

    def sift(self, gate: Gate, background: Background, seen: Sequence[Sighting], zone_of: ZoneOf) -> list[Sighting]:
        """The sightings of zones where none of them lies any more; those that have gone are forgotten."""
        if not self._left:
            return list(seen)
        self._left = [one for one in self._left if not self._gone(gate, background, one, seen)]
        for s in seen:
            known = any(
                one.label == s.card and math.dist(one.centre, s.centre) < NEAR * short_side(s.quad)
                for one in self._left
            )
            if s.sure and s.card in self._labels and not known:  # it was pushed along
                self._left.append(_Left(s.quad, s.centre, s.card, zone_of(s.quad), gate.patch(s.quad)))
        if not self._left:
            self.clear()
        waiting = {one.zone for one in self._left if one.zone is not None}
        here = [(s, zone_of(s.quad)) for s in seen]
        self.blocked = {z for z in self.blocked if z in waiting}
        self.blocked |= {z for s, z in here if z in waiting and z is not None and not self._known(s)}
        return [s for s, z in here if z not in waiting]

    def _known(self, s: Sighting) -> bool:
        return any(math.dist(one.centre, s.centre) < NEAR * short_side(s.quad) for one in self._left)

    @staticmethod
    def _gone(gate: Gate, background: Background, one: _Left, seen: Sequence[Sighting]) -> bool:
        if gate.moved(one.quad) or (one.patch is not None and gate.alike(one.patch, one.quad)):
            return False
        near = [s for s in seen if math.dist(s.centre, one.centre) < NEAR * short_side(one.quad)]
        if one.label != BACK and any(s.card == one.label for s in near):
            one.covered = 0
            return False
        one.covered += 1
        return background.bare(gate, one.quad) is not False or one.covered >= COVERED_LOOKS
