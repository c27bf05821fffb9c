"""Evidence of what was read: the deciding frame as anybody may see it, and each card cut out of it as it was read."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.layout import Layout
from assistant.vision.records import BACK, Corners, Image, Quad
from assistant.vision.rectify import Pyramid, card_picture, upright
from assistant.vision.tableview import BelievedCard, TableView

CROP_TALL = 224  # pixels of a stored card
FRAME_WIDE = 1600
QUALITY = 82


@dataclass(frozen=True)
class SeenCard:
    """One card of a frame as it was read: zone, card ("back" for a closed one), certainty in parts per million.

    An unread face is "" (its best guess in ``guess``). ``quad`` is in fractions of the stored frame; ``jpeg`` is the
    card seen from above, empty for a closed one.
    """

    zone: str
    card: str
    certainty: int
    sure: bool
    quad: Quad
    jpeg: bytes = b""
    guess: str = ""


@dataclass(frozen=True)
class SeenTable:
    """One frame kept as evidence: ``version`` is the view it decided, ``jpeg`` the rectified, masked picture."""

    version: int
    frame: int
    jpeg: bytes
    cards: tuple[SeenCard, ...]


def signature(view: TableView) -> frozenset[tuple[str, str, int]]:
    """What must be new in a view before another frame is worth keeping: each sure card, each closed one by count."""
    out: set[tuple[str, str, int]] = set()
    for zone, cards in view.zones.items():
        closed = 0
        for c in cards:
            if c.card == BACK:
                closed += 1
                out.add((zone, BACK, closed))
            elif c.sure and c.card is not None:
                out.add((zone, c.card, 0))
    return frozenset(out)


def keep(view: TableView, shown: Image, layout: Layout) -> SeenTable:
    """The evidence of a view, all of it cut out of ``shown``: the frame in the form that anybody may see."""
    pyramid = Pyramid(shown)
    flat, to_flat = _flat(shown, layout)
    cards = tuple(
        _card(zone, c, pyramid, to_flat, (flat.shape[1], flat.shape[0]))
        for zone, mine in view.zones.items()
        for c in mine
    )
    return SeenTable(view.version, view.frame, jpeg(flat), cards)


def _flat(image: Image, layout: Layout) -> tuple[Image, Corners]:
    """The picture as stored, the table rectified where its corners are known, and the map from fractions to it."""
    h, w = image.shape[:2]
    wide = min(FRAME_WIDE, w)
    size = (wide, round(wide * h / w))
    corners = layout.corners or ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    to_flat = np.asarray(
        cv2.getPerspectiveTransform(
            np.array(corners, np.float32),
            np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32),
        ),
        np.float32,
    )
    to_pixels = np.diag([1 / w, 1 / h, 1.0])
    if not layout.corners:
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), np.uint8), to_flat
    flat = cv2.warpPerspective(image, to_flat @ to_pixels, size, flags=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8), to_flat


def _card(zone: str, c: BelievedCard, pyramid: Pyramid, to_flat: Corners, size: tuple[int, int]) -> SeenCard:
    h, w = pyramid.image.shape[:2]
    label = c.card or ""
    there = [_through(to_flat, x, y) for x, y in c.quad]
    quad = tuple((round(x / size[0], 4), round(y / size[1], 4)) for x, y in there)
    picture = b""
    if label != BACK:
        pixels = np.array([(x * w, y * h) for x, y in c.quad], np.float32)
        picture = jpeg(card_picture(pyramid, upright(pixels), CROP_TALL))
    ppm = max(0, min(1_000_000, round(c.certainty * 1_000_000)))
    return SeenCard(zone, label, ppm, c.sure, (quad[0], quad[1], quad[2], quad[3]), picture, c.guess or "")


def _through(matrix: Corners, x: float, y: float) -> tuple[float, float]:
    u, v, w = matrix @ np.array([x, y, 1.0], np.float32)
    return float(u / w), float(v / w)


def jpeg(image: Image, quality: int = QUALITY) -> bytes:
    """A picture as JPEG; raises ValueError if it cannot be encoded."""
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError("a picture that cannot be encoded")
    return data.tobytes()
