"""Where to look in a live picture and how closely: at what is new, with cards at the size the detector knows."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from assistant.vision.detectors.base import Detector
from assistant.vision.detectors.yolo import YoloDetector
from assistant.vision.gate import Gate
from assistant.vision.records import CardQuad, Image, Quad, quad_of
from assistant.vision.tracks import long_side

Region = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels of the whole picture

CARD_AT = 64.0  # pixels that a card should be tall in what the detector gets
FIRST_LOOK = 960  # long side of a whole picture while the size of its cards is not known
LEAST, MOST = 320, 1536  # long sides that the detector is given
MARGIN = 1.3  # card heights around what is new, so that whole cards and their neighbours are in sight
WHOLE = 0.45  # a region larger than this share of the picture is not worth cutting out
EDGE = 3.0  # pixels from the cut within which a quad is a piece of a card


class Search:
    """A detector that is shown a part of the picture at a fitting size; learns the size of the cards as it goes."""

    def __init__(self, detector: Detector, card_pixels: float | None = None) -> None:
        self.detector = detector
        self.card_pixels = card_pixels  # height of a card in the camera's pixels

    def region(self, gate: Gate, quads: Iterable[Quad], size: tuple[int, int]) -> Region | None:
        """The part of a picture of ``size`` that holds what came to rest since the last look, and these places too.

        None is the whole picture.
        """
        if self.card_pixels is None or gate.since_mark is None or gate.changed is None:
            return None
        w, h = size
        rows, columns = np.nonzero(gate.since_mark & ~gate.changed)
        k = w / gate.since_mark.shape[1]
        points = [p for quad in quads for p in quad]
        xs = [x for x, _ in points]
        ys = [y for _, y in points]
        if len(rows):
            xs += [float(columns.min()) * k, float(columns.max() + 1) * k]
            ys += [float(rows.min()) * k, float(rows.max() + 1) * k]
        if not xs:
            return None
        pad = MARGIN * self.card_pixels
        x0, y0 = max(0, int(min(xs) - pad)), max(0, int(min(ys) - pad))
        x1, y1 = min(w, int(max(xs) + pad) + 1), min(h, int(max(ys) + pad) + 1)
        return None if (x1 - x0) * (y1 - y0) > WHOLE * w * h else (x0, y0, x1, y1)

    def find(self, image: Image, region: Region | None) -> list[CardQuad]:
        """What the detector finds in a region, in pixels of the whole picture, without pieces of cards at the cut."""
        h, w = image.shape[:2]
        x0, y0, x1, y1 = region or (0, 0, w, h)
        part = np.ascontiguousarray(image[y0:y1, x0:x1])
        found = self._at_size(part)
        whole = [
            CardQuad(f.kind, quad_of((x + x0, y + y0) for x, y in f.quad), f.score)
            for f in found
            if not cut_off(f.quad, (x0, y0, x1, y1), (w, h))
        ]
        self._learn(whole)
        return whole

    def _at_size(self, part: Image) -> list[CardQuad]:
        if not isinstance(self.detector, YoloDetector):
            return self.detector.detect(part)
        longest = max(part.shape[:2])
        if self.card_pixels is None:
            return self.detector.look(part, FIRST_LOOK)
        wanted = longest * CARD_AT / self.card_pixels
        return self.detector.look(part, int(min(max(LEAST, 32 * round(wanted / 32)), MOST)))

    def _learn(self, found: list[CardQuad]) -> None:
        """A first guess; later cards that were read tell better (``follow``)."""
        good = [long_side(f.quad) for f in found if f.kind != "index" and f.score > 0.6]
        if self.card_pixels is None and len(good) >= 2:
            self.card_pixels = float(np.median(good))

    def follow(self, height: float | None) -> None:
        """Go slowly after the height of the cards that were read."""
        if height is not None and self.card_pixels is not None:
            self.card_pixels = 0.8 * self.card_pixels + 0.2 * height


def cut_off(quad: Quad, region: Region, size: tuple[int, int]) -> bool:
    """Whether a quad (in pixels of the region) touches a border of the region that is none of the picture."""
    x0, y0, x1, y1 = region
    w, h = size
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return (
        (x0 > 0 and min(xs) < EDGE)
        or (y0 > 0 and min(ys) < EDGE)
        or (x1 < w and max(xs) > x1 - x0 - EDGE)
        or (y1 < h and max(ys) > y1 - y0 - EDGE)
    )
