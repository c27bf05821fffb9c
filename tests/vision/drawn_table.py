"""A small drawn table for tests of the belief: cards are patterned rectangles, sighted where they were drawn."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.belief import Belief, TableView
from assistant.vision.gate import Gate
from assistant.vision.layout import Layout, parse
from assistant.vision.records import BACK, Image, Quad, Sighting

SIZE = (640, 360)
CARD = (44, 62)


def layout() -> Layout:
    """Two seats, left and right, a board between them, a deck above."""
    return parse(
        {
            "seats_clockwise": ["1", "2"],
            "carteador": "2",
            "areas": {
                "1": [[0.0, 0.0], [0.4, 0.0], [0.4, 1.0], [0.0, 1.0]],
                "2": [[0.6, 0.0], [1.0, 0.0], [1.0, 1.0], [0.6, 1.0]],
                "board": [[0.4, 0.3], [0.6, 0.3], [0.6, 1.0], [0.4, 1.0]],
                "deck": [[0.4, 0.0], [0.6, 0.0], [0.6, 0.3], [0.4, 0.3]],
            },
        }
    )


def quad_at(x: float, y: float) -> Quad:
    """An upright card with its middle at (x, y), pixels."""
    w, h = CARD[0] / 2, CARD[1] / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


@cache
def _noise(which: int) -> NDArray[np.int16]:
    return np.random.default_rng(which).normal(0, 2, (SIZE[1], SIZE[0], 3)).astype(np.int16)


@dataclass
class DrawnTable:
    """Cards by name of the spot: (label, x, y); ``look`` films one frame and lets the belief take it in."""

    belief: Belief
    cards: dict[str, tuple[str, float, float]] = field(default_factory=dict)
    things: list[tuple[int, int, int, int]] = field(default_factory=list)  # arms and the like, drawn over the cards
    extra: list[tuple[str | None, float, float]] = field(default_factory=list)  # sighted where nothing more lies
    shift: tuple[float, float] = (0.0, 0.0)
    gate: Gate = field(default_factory=Gate)
    frame: int = 0

    def picture(self) -> Image:
        """The table as the camera sees it, with sensor noise."""
        image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
        for label, x, y in self.cards.values():
            face = np.random.default_rng(zlib.crc32(label.encode())).integers(60, 255, (8, 6), np.uint8)
            big = cv2.resize(face, CARD, interpolation=cv2.INTER_NEAREST)
            x0, y0 = round(x + self.shift[0] - CARD[0] / 2), round(y + self.shift[1] - CARD[1] / 2)
            image[y0 : y0 + CARD[1], x0 : x0 + CARD[0]] = big[..., None]
        for x0, y0, x1, y1 in self.things:
            image[y0:y1, x0:x1] = (120, 150, 200)
        return np.clip(image + _noise(self.frame % 7), 0, 255).astype(np.uint8)

    def look(
        self, says: dict[str, str | None] | None = None, *, unsure: tuple[str, ...] = (), blind: tuple[str, ...] = ()
    ) -> TableView:
        """One frame: a card not under a thing is sighted, as it is or as ``says`` has it; ``blind`` spots are not."""
        self.frame += 1
        self.gate.feed(self.picture())
        seen = []
        for spot, (label, x, y) in self.cards.items():
            x, y = x + self.shift[0], y + self.shift[1]
            hidden = any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in self.things)
            if hidden or spot in blind:
                continue
            card = (says or {}).get(spot, label)
            sure = spot not in unsure and card is not None
            seen.append(Sighting(card, quad_at(x, y), 0.99 if sure else 0.4, sure, frame=self.frame))
        for card, x, y in self.extra:
            seen.append(Sighting(card, quad_at(x, y), 0.6, False, frame=self.frame))
        self.belief.observe(self.gate, seen, SIZE)
        self.gate.mark()
        return self.belief.view(self.gate, self.frame, self.frame / 30)

    def looks(self, count: int) -> TableView:
        """Some frames of the same table; the last view."""
        view = self.look()
        for _ in range(count - 1):
            view = self.look()
        return view


def table(deck: tuple[str, ...] | None = None) -> DrawnTable:
    """A bare table that has been looked at for a moment."""
    t = DrawnTable(Belief(layout(), deck))
    t.looks(3)
    return t


def back() -> str:
    """The label of a closed card."""
    return BACK
