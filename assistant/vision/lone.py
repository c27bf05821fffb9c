"""Indices without an outline: the lower card of a pair, a fan, a heap; each card is counted once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from assistant.vision.quality import CropQuality, measure
from assistant.vision.reader import NAMES, CropReading
from assistant.vision.records import CardQuad, Corners, Image
from assistant.vision.rectify import ASPECT, CROP_H, CROP_W, IndexCrop, sides

DIAGONAL = (1 + 1 / ASPECT**2) ** 0.5  # of a card, in card heights
HEIGHTS = 5.0  # card heights an index box has, where nothing better is known


@dataclass
class LoneIndex:
    """A found index box with the ways to read it; ``offer`` keeps the reading that sees most."""

    found: CardQuad
    turns: list[Corners]
    reading: CropReading = field(default_factory=lambda: CropReading(np.zeros(len(NAMES)), 1.0))
    crop: IndexCrop = field(default_factory=lambda: IndexCrop(np.eye(3), 1.0, 1.0))
    picture: Image = field(default_factory=lambda: np.zeros((CROP_H, CROP_W, 3), np.uint8))
    quad: Corners | None = None

    @property
    def found_centre(self) -> tuple[float, float]:
        """The middle of the box in picture pixels."""
        x, y = self.found.corners.mean(0)
        return float(x), float(y)

    def offer(self, quad: Corners, reading: CropReading, crop: IndexCrop, picture: Image) -> None:
        """One of ``turns`` and what is read that way."""
        if self.quad is None or reading.top > self.reading.top:
            self.quad, self.reading, self.crop, self.picture = quad, reading, crop, picture

    @property
    def best_quad(self) -> Corners:
        """The box as it is read, its first corner the top left."""
        return self.turns[0] if self.quad is None else self.quad

    def quality(self) -> CropQuality:
        """How well its crop can be read."""
        return measure(self.picture, self.crop.scale, self.crop.glyph)


def group(indices: list[LoneIndex], tall: float | None, known: list[tuple[str, Corners]]) -> list[list[LoneIndex]]:
    """Indices of one card together, those of a card in ``known`` left out; ``tall``: a card's height in pixels."""
    out: list[list[LoneIndex]] = []
    for one in sorted(indices, key=lambda i: -i.reading.top):
        name = NAMES[one.reading.best]
        reach = 1.15 * DIAGONAL * (tall or HEIGHTS * max(sides(one.turns[0])))
        centre = np.array(one.found_centre)
        if any(name == k and float(np.linalg.norm(centre - c)) < 0.65 * reach for k, c in known):
            continue
        for members in out:
            away = float(np.linalg.norm(centre - np.array(members[0].found_centre)))
            if NAMES[members[0].reading.best] == name and away < reach:
                members.append(one)
                break
        else:
            out.append([one])
    return out


def outline(members: list[LoneIndex], tall: float | None) -> Corners:
    """About where the card of these indices lies, top left first: guessed from one index and a card's height."""
    one = members[0]
    quad = one.quad if one.quad is not None else one.turns[0]
    down = quad[3] - quad[0]
    long = max(float(np.linalg.norm(down)), 1e-6)
    down = down / long
    across = np.array([down[1], -down[0]], np.float32)
    height = tall or HEIGHTS * long
    corner = quad[0] - 0.035 * height * (down + across)
    w = height / ASPECT
    return np.array(
        [corner, corner + across * w, corner + across * w + down * height, corner + down * height], np.float32
    )
