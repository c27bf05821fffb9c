"""Whether the table still lies in the picture where its layout says: pushes followed, large ones asked about.

What rests in the picture (edges, grain, cards, chips) is followed from one still picture to the next; only a movement
that most of it shares is one of the table or the camera. Movements add up, so that a slow drift is noticed too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import UNIT, Layout, mapped
from assistant.vision.records import Image

Points = NDArray[np.float32]
Move = NDArray[np.float64]

WIDTH = 640  # pixels across in which movement is followed
MOST = 320  # points followed
SHARED = 0.4  # of the points that must move alike
FEWEST = 14
LEAST = 0.003  # of the picture's width: a push worth following
BIG = 0.06  # of the picture's width: a push to ask about ...
BIG_MM = 70.0  # ... or millimetres, where the table's size is known
TURNED = 4.0  # degrees that are to be asked about
ODD = 0.55  # share of the picture that looks otherwise than it did, with nothing to be followed


@dataclass(frozen=True)
class Push:
    """What happened: "small" (``move`` maps old fractions of the picture to new), "big", or "back" where it lay before.

    ``millimetres`` is the largest displacement of a table's corner, None where the table's size is not known.
    """

    kind: Literal["small", "big", "back"]
    move: Move
    millimetres: float | None = None


class Anchor:
    """Follows one camera's pictures; ``layout`` is what holds now. Not to be shared between threads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._grey: NDArray[np.uint8] | None = None
        self._since: Move = np.eye(3)  # from where the layout held, in fractions of the picture
        self._asked = False

    def use(self, layout: Layout) -> None:
        """Another layout, made for the picture as it is now."""
        self.layout, self._grey, self._since, self._asked = layout, None, np.eye(3), False

    def look(self, image: Image) -> Push | None:
        """A picture in which nothing moves; the push since the last one, if it is worth a word."""
        h, w = image.shape[:2]
        size = (WIDTH, max(1, round(h * WIDTH / w)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        before, self._grey = self._grey, grey
        if before is None or before.shape != grey.shape:
            return None
        step = _movement(before, grey)
        if step is None:
            if _odd(before, grey) < ODD:
                return None
            self._asked = True
            return Push("big", np.eye(3))
        scale = np.diag([1 / size[0], 1 / size[1], 1.0])
        self._since = scale @ step @ np.linalg.inv(scale) @ self._since
        return self._judged(h / w)

    def _judged(self, aspect: float) -> Push | None:
        corners = self.layout.corners or UNIT
        moved = mapped(self._since, corners)
        off = max(math.hypot(a - x, (b - y) * aspect) for (x, y), (a, b) in zip(corners, moved, strict=True))
        turned = abs(math.degrees(math.atan2(self._since[1, 0] * aspect, self._since[0, 0])))
        mm = self._millimetres(off, aspect)
        if off < LEAST:
            if self._asked:
                self._asked = False
                return Push("back", self._since, mm)
            return None
        big = off > BIG or turned > TURNED if mm is None else mm > BIG_MM or turned > TURNED
        if big:
            if self._asked:
                return None
            self._asked = True
            return Push("big", self._since, mm)
        move, self._since, self._asked = self._since, np.eye(3), False
        self.layout = self.layout.moved(move)
        return Push("small", move, mm)

    def follow(self) -> Layout:
        """The layout as a big push has left it, to be offered to the host."""
        return self.layout.moved(self._since)

    def _millimetres(self, off: float, aspect: float) -> float | None:
        if self.layout.size is None or not self.layout.corners:
            return None
        c = self.layout.corners
        long = (math.dist((c[0][0], c[0][1] * aspect), (c[1][0], c[1][1] * aspect)) + math.dist(
            (c[3][0], c[3][1] * aspect), (c[2][0], c[2][1] * aspect))) / 2  # fmt: skip
        return off / max(long, 1e-6) * self.layout.size[0]


def _movement(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> Move | None:
    """The shift, turn and stretch that most points of two small pictures share; None where they share none."""
    found = cv2.goodFeaturesToTrack(before, MOST, 0.01, 7)
    if found is None or len(found) < FEWEST:
        return None
    start = np.asarray(found, np.float32)
    end, ok, _ = cv2.calcOpticalFlowPyrLK(before, now, start, start.copy(), winSize=(21, 21), maxLevel=4)
    back, fine, _ = cv2.calcOpticalFlowPyrLK(now, before, end, np.asarray(end).copy(), winSize=(21, 21), maxLevel=4)
    a, b, c = (np.asarray(p, np.float64).reshape(-1, 2) for p in (start, end, back))
    good = (np.asarray(ok).ravel() > 0) & (np.asarray(fine).ravel() > 0) & (np.linalg.norm(a - c, axis=1) < 1.0)
    if good.sum() < FEWEST:
        return None
    a, b = a[good], b[good]
    step, inliers = cv2.estimateAffinePartial2D(a, b, method=cv2.RANSAC, ransacReprojThreshold=1.2)
    if step is None:
        return None
    kept = np.asarray(inliers).ravel() > 0
    if kept.sum() < max(FEWEST, SHARED * len(a)):
        return None
    wide = a[kept].max(0) - a[kept].min(0)
    if (wide < (0.25 * before.shape[1], 0.25 * before.shape[0])).any():
        return None  # one thing that was pushed, not the table
    if np.linalg.norm(np.median(b[kept] - a[kept], 0)) < 0.2 and abs(float(step[1, 0])) < 5e-4:
        return np.eye(3)  # noise is no drift
    return np.vstack([np.asarray(step, np.float64), [0, 0, 1]])


def _odd(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> float:
    """Share of the picture that differs, brightness taken out."""
    a, b = (cv2.GaussianBlur(p, (0, 0), 4).astype(np.float32) for p in (before, now))
    b *= float(np.median(a)) / max(float(np.median(b)), 1.0)
    return float((np.abs(a - b) > 14).mean())
