"""Where a stack of chips stands in a picture: arcs one above the other, a chip apart, between two sides.

Seen from the side a chip's lower rim is half an ellipse. A stack is the same arc again and again: its edges agree all
along the arc, less so half a chip higher, and do not go on to the left and right of it as a table cloth's lines do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Image

LONG = 480  # px of the picture's longer side at which stacks are sought
THIN = 5.5  # px there: thinner chips are not sought
WIDES = np.geomspace(0.14, 0.7, 13)  # of the picture's width
PITCHES = np.deg2rad([3, 7, 12, 17, 22, 27])  # of the camera above the table
RATIOS = (0.07, 0.08, 0.091)  # a chip's thickness over its width
INSIDE = np.linspace(-0.88, 0.88, 9)
OUTSIDE = np.array([-1.32, -1.22, -1.14, 1.14, 1.22, 1.32])
ELSEWHERE = np.array([-1.45, -1.25, -0.7, -0.45, -0.2, 0.2, 0.45, 0.7, 1.25, 1.45])
DEAR = 0.45  # what a cell must bring to lengthen a run
Field = NDArray[np.float32]


@dataclass(frozen=True)
class Run:
    """A row of arcs: the score, the chip's width, the middle x, the sag of an arc, the pace, and the rows between."""

    score: float
    wide: float
    x: float
    sag: float
    pace: float
    top: float
    foot: float

    def scaled(self, k: float) -> Run:
        """The same run in a picture ``k`` times as large."""
        return Run(self.score, self.wide * k, self.x * k, self.sag * k, self.pace * k, self.top * k, self.foot * k)

    def shared(self, other: Run) -> float:
        """The share of the smaller box that both cover."""
        w = min(self.x + self.wide / 2, other.x + other.wide / 2) - max(
            self.x - self.wide / 2, other.x - other.wide / 2
        )
        h = min(self.foot, other.foot) - max(self.top, other.top)
        least = min(self.wide * (self.foot - self.top), other.wide * (other.foot - other.top))
        return max(0.0, w) * max(0.0, h) / max(1.0, least)


def edges(image: Image, soft: float = 0.7) -> tuple[Field, Field]:
    """Edges that run across (H, W) and edges that run down, each less what is rather the other."""
    blurred = cv2.GaussianBlur(image, (0, 0), soft).astype(np.float32)
    down = np.abs(cv2.Sobel(blurred, cv2.CV_32F, 0, 1, ksize=3)).max(2)
    across = np.abs(cv2.Sobel(blurred, cv2.CV_32F, 1, 0, ksize=3)).max(2)
    return np.maximum(down - 0.5 * across, 0), np.maximum(across - 0.5 * down, 0)


def evened(field: Field, reach: int) -> Field:
    """The field over its mean strength around: a dark chip's seams count as much as a bright cloth's pattern."""
    strength = np.sqrt(cv2.blur(field * field, (reach | 1, reach | 1)))
    return np.asarray(np.minimum(field / (strength + 4), 2.5), np.float32)


def find_runs(image: Image) -> list[Run]:
    """The stacks' places in a BGR picture, the clearest first, each once; in px of the picture."""
    k = LONG / max(image.shape[:2])
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
    lying, standing = (evened(f, 61) for f in edges(np.asarray(small, np.uint8)))
    found = [run for wide in WIDES * small.shape[1] for run in _of_width(lying, standing, float(wide))]
    kept: list[Run] = []
    for run in sorted(found, key=lambda r: -r.score):
        if all(run.shared(other) < 0.3 for other in kept):
            kept.append(run)
    return [run.scaled(1 / k) for run in kept]


def _of_width(lying: Field, standing: Field, wide: float) -> Iterator[Run]:
    high, broad = lying.shape
    along = cv2.blur(lying, (max(3, int(wide * 0.05)) | 1, max(1, round(wide * 0.012)) | 1))
    sides = cv2.blur(standing, (max(3, int(wide * 0.06)) | 1, max(3, int(wide * 0.05)) | 1))
    xs = np.arange(wide / 2 + 2, broad - wide / 2 - 2, max(3.0, wide / 16))
    if not len(xs):
        return
    rows = np.arange(high)
    inner = np.clip(np.rint(xs[:, None] + INSIDE * wide / 2), 0, broad - 1).astype(np.int64)
    outer = np.rint(xs[:, None] + OUTSIDE * wide / 2).astype(np.int64)
    within = (outer >= 0) & (outer < broad)
    outer = np.clip(outer, 0, broad - 1)
    left, right = (np.clip(np.rint(xs + s * wide / 2), 0, broad - 1).astype(np.int64) for s in (-1, 1))
    side = np.minimum(sides[:, left], sides[:, right])
    others = np.clip(np.rint(xs[:, None] + ELSEWHERE * wide / 2), 0, broad - 1).astype(np.int64)
    side = side - sides[:, others].mean(2)  # a checked cloth has as much of an edge anywhere
    beside = np.minimum(along[:, outer], 1.6) * within
    beside = beside.sum(2) / np.maximum(1, within.sum(1))
    for pitch in PITCHES:
        sag = wide / 2 * float(np.sin(pitch))
        arc = sag * np.sqrt(1 - INSIDE**2)
        there = np.clip(np.rint(rows[:, None] + arc), 0, high - 1).astype(np.int64)
        seam = np.minimum(along[there[:, None, :], inner[None]], 1.6).mean(2)
        level = np.clip(rows + round(sag * 0.3), 0, high - 1)
        plain = seam - 0.6 * beside[level] + 0.4 * side
        for ratio in RATIOS:
            pace = wide * ratio * float(np.cos(pitch))
            if pace >= THIN:
                yield from _runs(plain - _between(seam, round(pace / 2)) - DEAR, pace, wide, xs, sag)


def _between(seam: Field, half: int) -> Field:
    """The edges half a chip above and below each row."""
    out = np.zeros_like(seam)
    out[half:] += seam[:-half] * 0.5
    out[:-half] += seam[half:] * 0.5
    return out


def _runs(worth: Field, pace: float, wide: float, xs: NDArray[np.float64], sag: float) -> Iterator[Run]:
    """The two best runs of rows ``pace`` apart, over all phases and columns."""
    high = len(worth)
    for phase in range(0, int(np.ceil(pace)), max(1, round(pace / 6))):
        at = np.rint(np.arange(phase, high, pace)).astype(np.int64)
        at = at[at < high]
        run = np.zeros(worth.shape[1])
        start = np.zeros(worth.shape[1], np.int64)
        best = np.full(worth.shape[1], -1.0)
        ends = np.zeros((worth.shape[1], 2), np.int64)
        for i, row in enumerate(at):
            fresh = run <= 0
            start[fresh] = i
            run = np.where(fresh, 0, run) + worth[row]
            more = run > best
            best[more] = run[more]
            ends[more, 0], ends[more, 1] = start[more], i
        for c in np.argsort(-best)[:2]:
            a, b = ends[c]
            if b > a:
                yield Run(float(best[c]), wide, float(xs[c]), sag, pace, float(at[a]), float(at[b]))
