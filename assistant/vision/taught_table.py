"""What recognition knows of one table beyond its layout: its own deck and chips, and the count of a seat's chips."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.chips.count import ChipCounter
from assistant.vision.chips.seen import ColourSeen, SeatChips
from assistant.vision.chips.taught import load as load_chips
from assistant.vision.deck.reading import TaughtRecogniser
from assistant.vision.deck.taught import load as load_deck
from assistant.vision.detectors.base import Detector
from assistant.vision.layout import Layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Image
from assistant.vision.rectify import sides, upright

NEEDED = 16.0  # px a chip must be wide for its colour to be told
DARK = 28.0  # mean grey level of a seat's area below which nothing is counted
ROOM = 0.35  # of a seat's area that is shown around it


def recogniser_of(
    detector: Detector, folder: Path | None, models: Path | None = None, threads: int = 0, *, live: bool = False
) -> Recogniser:
    """The recogniser of a table's folder: with its taught deck where it has one; DeckError where that is damaged."""
    deck = load_deck(folder) if folder is not None else None
    if deck is None:
        return Recogniser(detector, models, threads, live=live)
    return TaughtRecogniser(detector, deck, models, threads, live=live)


class SeatCounter:
    """Counts the chips before a seat; networks are loaded at the first count."""

    def __init__(
        self, recogniser: Recogniser, folder: Path | None, models: Path | None = None, threads: int = 0
    ) -> None:
        self._recogniser = recogniser
        self._folder, self._models, self._threads = folder, models, threads
        self._counter: ChipCounter | None = None

    def count(self, image: Image, layout: Layout, seat: str) -> SeatChips:
        """The chips in a seat's area of a frame (BGR) whose deck and closed hands are black already."""
        layout = layout.in_picture()
        if seat not in layout.areas:
            return SeatChips(problem="none")
        taught = load_chips(self._folder) if self._folder is not None else None
        if taught is None:
            return SeatChips(problem="untaught")
        if self._counter is None:
            self._counter = ChipCounter(self._models, self._threads)
        self._counter.taught = taught
        area = layout.pixels(seat, (image.shape[1], image.shape[0]))
        inside = np.zeros(image.shape[:2], np.uint8)
        cv2.fillPoly(inside, [area], (1,))
        if float(image[inside > 0].mean()) < DARK:
            return SeatChips(problem="dark")
        sightings = self._recogniser.look(image)
        found = self._counter.count(image, sightings)
        x0, y0, x1, y1 = _around(area, image.shape[1], image.shape[0])
        shown = image.copy()
        for s in sightings:
            cv2.fillPoly(shown, [np.round(np.array(s.quad)).astype(np.int32)], (0, 0, 0))
        good, packed = cv2.imencode(".jpg", shown[y0:y1, x0:x1], [cv2.IMWRITE_JPEG_QUALITY, 85])
        picture = packed.tobytes() if good else None
        here = [c for c in found.chips if inside[_at(c.ellipse.y, image.shape[0]), _at(c.ellipse.x, image.shape[1])]] \
            if found is not None else []  # fmt: skip
        if not here:
            return SeatChips(picture=picture, problem="none")
        if min(2 * c.ellipse.b for c in here) < NEEDED:
            return SeatChips(picture=picture, problem="far")
        assert found is not None
        near = max(c.ellipse.a for c in here)
        doubts = [
            e for e in found.maybe if any(math.dist((e.x, e.y), (c.ellipse.x, c.ellipse.y)) < 6 * near for c in here)
        ]
        for s in sightings:
            quad = np.array(s.quad, np.float32)
            reach = sides(upright(quad))[0]
            if any(cv2.pointPolygonTest(quad, (c.ellipse.x, c.ellipse.y), True) > -0.2 * reach for c in here):
                return SeatChips(picture=picture, problem="covered")
        colours: dict[str, ColourSeen] = {}
        for c in here:
            before = colours.get(c.colour, ColourSeen(c.colour, 0, 1.0, True))
            colours[c.colour] = ColourSeen(
                c.colour, before.pieces + 1, min(before.certainty, c.certainty), before.sure and c.sure
            )
        if doubts:  # one more chip may lie there, and nobody knows of which colour
            colours = {k: replace(v, sure=False) for k, v in colours.items()}
        return SeatChips(tuple(colours.values()), picture)


def _at(value: float, limit: int) -> int:
    return min(limit - 1, max(0, round(value)))


def _around(area: np.ndarray, width: int, height: int) -> tuple[int, int, int, int]:
    low, high = area.min(0), area.max(0)
    room = (high - low) * ROOM / 2
    x0, y0 = np.floor(low - room).astype(int)
    x1, y1 = np.ceil(high + room).astype(int) + 1
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1)), min(height, int(y1))
