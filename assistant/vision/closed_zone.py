"""The closed cards of one zone by their outline, where the hand waits for closed cards or knows of some."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from assistant.vision.gate import Background, Gate
from assistant.vision.layout import Layout
from assistant.vision.records import BACK, Quad, Sighting
from assistant.vision.shapes import Cells, card_mask, fit_cards, share_of, whole
from assistant.vision.tableview import Expectation
from assistant.vision.tracks import Track, centre, covered_share

SHAPE_ONLY = 0.6  # confidence in a closed card known by its shape
KNOWN = 0.9  # share of a zone's table that must have been seen bare
STILL = 0.01  # share of a zone's cells in motion above which outlines tell nothing
KEPT = 0.88  # share of a known closed card's place that must still look unlike the bare table
SAME = 0.3  # of a card's width: two outlines so near are one place
INSIDE = 0.75  # share of an unread face upon closed cards from which it is nothing else
OWN = 0.3  # share of a detector's closed card under known ones from which it is one of them


class ZoneOutlines:
    """What lies in one zone in one still frame, as cells of the motion gate's grid."""

    def __init__(
        self, zone: str, gate: Gate, background: Background, layout: Layout, size: tuple[int, int], tall: float
    ) -> None:
        self._gate, self._tall = gate, tall * gate.scale
        self._cells: Cells | None = None
        self.dropped: list[Sighting] = []  # faces that nobody could read, upon closed cards
        self.lifted: list[Track] = []  # closed cards in whose place the bare table shows
        foreign, known, apart = background.foreign(gate), background.known, background.apart(gate)
        if foreign is None or known is None or apart is None or gate.changed is None:
            return
        self._apart = apart
        inside = np.zeros(foreign.shape, np.uint8)
        cv2.fillPoly(inside, [layout.pixels(zone, (foreign.shape[1], foreign.shape[0]))], (1,))
        area = inside > 0
        if not area.any() or known[area].mean() < KNOWN or gate.changed[area].mean() > STILL:
            return
        self._cells = whole(np.asarray(foreign & area, np.bool_), self._tall)

    def closed(
        self, expected: Expectation, tracks: Sequence[Track], seen: Sequence[Sighting], resting: Sequence[Track]
    ) -> list[Sighting] | None:
        """The zone's closed cards beyond the ``resting`` ones; None where its outlines tell nothing.

        ``tracks`` and ``seen`` are those of the zone. Known closed cards stay where they lay as long as something
        lies there; what is new is explained by whole cards, no more than the hand still waits for.
        """
        cells = self._cells
        if cells is None:
            return None
        faces = [s for s in seen if s.card not in (None, BACK)]
        open_quads = [s.quad for s in faces] + [t.quad for t in tracks if t.sure and t.believed != BACK]
        blank = [s for s in seen if s.card is None]
        unread = blank if expected.turning else []  # else the closed cards come first
        mine = [t for t in tracks if t.believed == BACK and t.established and not t.ghost]
        self.lifted = [t for t in mine if t not in resting and share_of(cells, self._in_cells(t.quad)) < KEPT]
        mine = [t for t in mine if t not in self.lifted]
        mine = [t for t in mine if t in resting or not any(_near(t.quad, s.quad) for s in (*faces, *unread))]
        loose = [t for t in mine if not t.outlined and t not in resting]
        mine = self._explaining([t for t in mine if t not in loose], cells, expected.closed or 0)
        free = cells.copy()
        for quad in (*open_quads, *(t.quad for t in mine)):
            free &= ~card_mask(free.shape, self._in_cells(quad), 1)
        most = (expected.closed or 0) - len(mine)
        fits = [self._in_pixels(q) for q in fit_cards(cells, free, self._apart, self._tall, most)] if most > 0 else []
        fits = [q for q in fits if not any(_near(q, s.quad) for s in unread)]
        loose = [t for t in loose if not any(covered_share(t.quad, [q]) > OWN for q in fits)]
        mine += loose[: max(0, most - len(fits))]
        sure = [*(t.quad for t in mine), *fits]
        if not expected.turning:  # a back's ornaments may look like faces without an index
            self.dropped = [s for s in blank if covered_share(s.quad, sure) > INSIDE]
        told = [s for s in seen if s.card == BACK and covered_share(s.quad, sure) < OWN]
        out = [Sighting(BACK, t.quad, max(SHAPE_ONLY, t.certainty)) for t in mine if t not in resting]
        return out + [Sighting(BACK, q, SHAPE_ONLY) for q in fits] + told

    def _explaining(self, tracks: list[Track], cells: Cells, most: int) -> list[Track]:
        """At most so many of the tracks: those that together explain most of what lies there."""
        if len(tracks) <= most:
            return tracks
        masks = {id(t): card_mask(cells.shape, self._in_cells(t.quad)) for t in tracks}
        left, out = cells.copy(), []
        for _ in range(most):
            best = max((t for t in tracks if t not in out), key=lambda t: int((left & masks[id(t)]).sum()))
            out.append(best)
            left &= ~masks[id(best)]
        return out

    def _in_cells(self, quad: Quad) -> Quad:
        return _scaled(quad, self._gate.scale)

    def _in_pixels(self, quad: Quad) -> Quad:
        return _scaled(tuple((x + 0.5, y + 0.5) for x, y in quad), 1 / self._gate.scale)  # type: ignore[arg-type]


def _scaled(quad: Quad, by: float) -> Quad:
    a, b, c, d = ((x * by, y * by) for x, y in quad)
    return a, b, c, d


def _near(a: Quad, b: Quad) -> bool:
    short = min(math.dist(a[0], a[1]), math.dist(a[1], a[2]))
    return math.dist(centre(a), centre(b)) < SAME * short
