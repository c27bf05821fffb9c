"""The motion gate: which parts of a picture lie still, seen on a small grey copy, blind to flicker of the lamp."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Image, Quad

Grey = NDArray[np.float32]

WIDTH = 320  # cells across, whatever the camera gives ...
FINE = (2560, 640)  # ... but twice as many from so many pixels on: a larger table, of cards as small
THRESHOLD = 5.0  # grey levels between two frames that count as a change of a cell
SLACK = 0.05  # and this share of the cell's brightness, for what a flickering lamp leaves after correction
WHITE = 225.0  # grey level of a cell that may hold saturated pixels
FOREIGN = 9.0  # grey levels by which a thing differs from the table under it
UNSEEN = -1000.0  # the grey level of a cell that has not been looked at
MOVED_SHARE = 0.06  # share of a card's cells that must change for the card to count as moving


@dataclass(frozen=True)
class Shrunk:
    """A grey copy of a frame, some hundred cells across, with its usual brightness ``mid``, which follows the lamp.

    ``white`` cells may be saturated: they cannot follow a brighter lamp, so they are compared with care.
    """

    grey: Grey
    white: NDArray[np.bool_]
    mid: float


def shrink(image: Image) -> Shrunk:
    """The small copy of a frame, each cell the average of its pixels."""
    h, w = image.shape[:2]
    across = FINE[1] if w >= FINE[0] else WIDTH
    size = (across, max(1, round(h * across / w)))
    small = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    grey = np.asarray(small, np.float32)
    counts = np.bincount(np.asarray(small).ravel(), minlength=256)
    below = np.cumsum(counts)
    low, high = np.searchsorted(below, (0.25 * below[-1], 0.75 * below[-1]))
    usual = np.arange(low, high + 1)
    mid = float(counts[low : high + 1] @ usual / counts[low : high + 1].sum())  # finer than a median of whole levels
    return Shrunk(grey, np.asarray(grey > WHITE, np.bool_), max(mid, 1.0))


class Gate:
    """Compares each frame with the one before; ``quad`` arguments are pixels of the full picture."""

    def __init__(self) -> None:
        self.grey: Grey | None = None
        self.changed: NDArray[np.bool_] | None = None  # since the last frame
        self.since_mark: NDArray[np.bool_] | None = None  # since ``mark`` was called
        self._scale = 1.0
        self._last: Shrunk | None = None
        self._marked: Shrunk | None = None

    def feed(self, image: Image) -> None:
        """Take in the next frame; after the first frame or a change of size everything counts as changed."""
        now = shrink(image)
        shape = now.grey.shape
        self._scale = shape[1] / image.shape[1]
        if self._last is None or self._last.grey.shape != shape:
            self.changed = np.ones(shape, np.bool_)
            self._marked = None
        else:
            self.changed = _difference(now, self._last)
        self._last, self.grey = now, now.grey
        if self._marked is None:
            self.since_mark = np.ones(shape, np.bool_)
        else:
            self.since_mark = _difference(now, self._marked)

    def mark(self) -> None:
        """Remember this frame as the one that was looked at; what moves in it is still to be looked at."""
        if self._last is not None and self.changed is not None:
            unseen = np.where(self.changed, np.float32(UNSEEN), self._last.grey)
            self._marked = replace(self._last, grey=np.asarray(unseen, np.float32))

    @property
    def share(self) -> float:
        """Share of the picture that changed since the last frame."""
        return 1.0 if self.changed is None else float(self.changed.mean())

    @property
    def news(self) -> float:
        """Share of the picture that is not as it was at ``mark`` and has come to rest: what is worth a look."""
        if self.since_mark is None or self.changed is None:
            return 0.0
        return float((self.since_mark & ~self.changed).mean())

    def cells(self, quad: Quad) -> tuple[slice, slice, NDArray[np.bool_]]:
        """Rows, columns and mask of the cells that a card covers."""
        assert self.grey is not None
        points = np.array(quad, np.float32) * self._scale
        h, w = self.grey.shape
        x0, y0 = np.maximum(np.floor(points.min(0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + 1, (w, h))
        mask = np.zeros((max(int(y1 - y0), 0), max(int(x1 - x0), 0)), np.uint8)
        if mask.size:
            cv2.fillConvexPoly(mask, np.round(points - (x0, y0)).astype(np.int32), (1,))
        return slice(int(y0), int(y1)), slice(int(x0), int(x1)), mask.astype(np.bool_)

    def moved(self, quad: Quad, share: float = MOVED_SHARE) -> bool:
        """Whether the place of a card changed between the last two frames."""
        if self.changed is None:
            return True
        rows, columns, mask = self.cells(quad)
        if not mask.any():
            return True
        return float(self.changed[rows, columns][mask].mean()) > share

    @property
    def scale(self) -> float:
        """Cells a pixel of the full picture."""
        return self._scale

    @property
    def mid(self) -> float:
        """Usual brightness of the present frame."""
        return self._last.mid if self._last is not None else 1.0

    def patch(self, quad: Quad) -> Grey:
        """The cells of a card's place, in their order, as multiples of the usual brightness, to be compared later."""
        assert self.grey is not None
        rows, columns, mask = self.cells(quad)
        return np.asarray(self.grey[rows, columns][mask] / self.mid, np.float32)

    def alike(self, patch: Grey, quad: Quad, tolerance: float = 9.0) -> bool:
        """Whether a place still looks as it did, up to its brightness."""
        now = self.patch(quad)
        if now.shape != patch.shape or not now.size:
            return False
        offset = float(np.median(now) - np.median(patch))
        if abs(offset) * self.mid > 40:
            return False
        return float(np.mean(np.abs(now - offset - patch))) * self.mid < tolerance

    def share_in(self, polygon: NDArray[np.int32]) -> float:
        """Share of the cells of a polygon (full-picture pixels) that changed since the last frame."""
        if self.changed is None:
            return 1.0
        mask = np.zeros(self.changed.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(polygon * self._scale).astype(np.int32)], (1,))
        inside = mask.astype(np.bool_)
        return float(self.changed[inside].mean()) if inside.any() else 0.0


class Background:
    """What the bare table looks like, learned cell by cell wherever nothing lies or moves."""

    def __init__(self) -> None:
        self._grey: Grey | None = None
        self._known: NDArray[np.bool_] | None = None

    def learn(self, gate: Gate, occupied: list[Quad]) -> None:
        """Take in the still cells of the present frame that no card covers."""
        if gate.grey is None or gate.changed is None:
            return
        now = gate.grey / gate.mid
        if self._grey is None or self._known is None or self._grey.shape != now.shape:
            self._grey = now.copy()
            self._known = np.zeros(now.shape, np.bool_)
        free = ~gate.changed
        for quad in occupied:
            rows, columns, mask = gate.cells(quad)
            wide = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)
            free[rows, columns] &= ~wide
        fresh = free & ~self._known
        self._grey[fresh] = now[fresh]
        old = free & self._known
        apart = now[old] - self._grey[old]
        # what drifts is the light; what jumps is a thing that lies there, and is slow to become table
        self._grey[old] += apart * np.where(np.abs(apart) * gate.mid < FOREIGN, 0.1, 0.01)
        self._known |= free

    @property
    def known(self) -> NDArray[np.bool_] | None:
        """The cells that were seen bare at some time; None before the first frame."""
        return self._known

    def apart(self, gate: Gate) -> Grey | None:
        """Grey levels by which each cell differs from the bare table; None before anything is known."""
        if self._grey is None or gate.grey is None or self._grey.shape != gate.grey.shape:
            return None
        return np.asarray(np.abs(gate.grey / gate.mid - self._grey) * gate.mid, np.float32)

    def foreign(self, gate: Gate) -> NDArray[np.bool_] | None:
        """The still cells that do not look like the bare table where that is known; None before anything is known."""
        apart = self.apart(gate)
        if apart is None or self._known is None or gate.changed is None:
            return None
        return np.asarray((apart > FOREIGN) & self._known & ~gate.changed, np.bool_)

    def bare(self, gate: Gate, quad: Quad, tolerance: float = 10.0) -> bool | None:
        """Whether a place shows the bare table; None where that has never been seen."""
        if self._grey is None or self._known is None or gate.grey is None or self._grey.shape != gate.grey.shape:
            return None
        rows, columns, mask = gate.cells(quad)
        known = self._known[rows, columns] & mask
        if not mask.any() or known.sum() < 0.7 * mask.sum():
            return None
        now = gate.grey[rows, columns][known] / gate.mid
        return float(np.mean(np.abs(now - self._grey[rows, columns][known]))) * gate.mid < tolerance


def _difference(a: Shrunk, b: Shrunk) -> NDArray[np.bool_]:
    lamp = a.mid / b.mid
    hidden = np.where(a.white | b.white, abs(lamp - 1.0) * 255.0, 0.0)  # what saturation hides of the lamp's change
    changed = np.abs(a.grey - b.grey * lamp) > THRESHOLD + SLACK * a.grey + hidden
    return np.asarray(cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8)), np.bool_)
