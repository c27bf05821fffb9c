"""Where chips lie: a small network's centres and ellipses, at several sizes, each chip once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from assistant.vision.records import Image
from assistant.vision.weights import Weights, find_weights

STRIDE, CELL = 32, 8
SIZES = (640, 320)  # long sides in px: the first for tables, the second for close-ups
LEAST = 0.3  # a score below this is no chip
SMALLEST = 5.0  # px of the picture the network sees: a shorter radius cannot be told from a dot
USUAL = 15.0  # px: the radius at which the network measures best
FLATTEST = 0.45  # short over long axis: a camera that looks along the table counts nothing


@dataclass(frozen=True)
class Ellipse:
    """A chip's outline: centre, long and short radius in px, angle of the long one in radians; ``score`` in 0..1."""

    x: float
    y: float
    a: float
    b: float
    angle: float
    score: float = 1.0
    seen: float = USUAL  # its radius in px of the network's own picture

    @property
    def to_picture(self) -> NDArray[np.float64]:
        """The (2, 3) map from the unit disc to the picture."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        return np.array([[self.a * c, -self.b * s, self.x], [self.a * s, self.b * c, self.y]])

    def around(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far points (n, 2) lie from the centre, 1 on the outline."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        d = points - (self.x, self.y)
        along, across = d @ np.array([c, s]) / self.a, d @ np.array([-s, c]) / self.b
        return np.asarray(np.hypot(along, across), np.float64)


class ChipFinder:
    """The network, loaded once; ``threads`` 0 leaves their number to onnxruntime. WeightsError where it is missing."""

    def __init__(self, folder: Path | None = None, threads: int = 0) -> None:
        self.weights: Weights = find_weights("chips", folder)
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self.session = ort.InferenceSession(str(self.weights.path), options, providers=["CPUExecutionProvider"])

    def find(self, image: Image, least: float = LEAST) -> list[Ellipse]:
        """The chips of a BGR picture that lie flat and are not mostly covered, best first."""
        found: list[Ellipse] = []
        for size in SIZES:
            if size == SIZES[0] or size < max(image.shape[:2]):
                found += self.look(image, size, least)
        return apart(found)

    def look(self, image: Image, size: int, least: float = LEAST) -> list[Ellipse]:
        """What one pass with a long side of ``size`` px finds."""
        h, w = image.shape[:2]
        k = size / max(h, w)
        nh, nw = max(1, round(h * k)), max(1, round(w * k))
        small = cv2.resize(image, (nw, nh), interpolation=cv2.INTER_AREA if k < 1 else cv2.INTER_LINEAR)
        framed = np.full((-(-nh // STRIDE) * STRIDE, -(-nw // STRIDE) * STRIDE, 3), 114, np.uint8)
        framed[:nh, :nw] = small
        blob = np.ascontiguousarray(framed[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255.0
        said = cast(NDArray[Any], self.session.run(None, {"images": blob})[0])[0]
        return _decode(said, w / nw, h / nh, least)


def _decode(said: NDArray[Any], grow_x: float, grow_y: float, least: float) -> list[Ellipse]:
    score = 1 / (1 + np.exp(-said[0]))
    peak = cv2.dilate(score, np.ones((3, 3), np.uint8))
    out = []
    for i, j in zip(*np.nonzero((score >= peak - 1e-9) & (score >= least)), strict=True):
        dx, dy, log_r, c2, s2 = (float(v) for v in said[1:, i, j])
        r, k = CELL * math.exp(log_r), math.hypot(c2, s2)
        a, b = r * math.exp(k / 2), r * math.exp(-k / 2)
        if r < SMALLEST or b / a < FLATTEST:
            continue
        grow = (grow_x + grow_y) / 2
        x, y = (j + 0.5 + dx) * CELL * grow_x, (i + 0.5 + dy) * CELL * grow_y
        out.append(Ellipse(x, y, a * grow, b * grow, math.atan2(s2, c2) / 2, float(score[i, j]), r))
    return out


def same_chip(one: Ellipse, other: Ellipse, reach: float = 0.4) -> bool:
    """Whether two outlines are one chip: much the same place (within ``reach`` radii), much the same size."""
    small, large = sorted((math.sqrt(one.a * one.b), math.sqrt(other.a * other.b)))
    away = math.dist((one.x, one.y), (other.x, other.y))
    return (away < reach * small and large < 1.6 * small) or (away < 0.5 * large and large >= 1.6 * small)


def apart(found: list[Ellipse]) -> list[Ellipse]:
    """Each chip once, best first; seen at several sizes, its outline is from where the network measures best."""
    groups: list[list[Ellipse]] = []
    for one in sorted(found, key=lambda e: -e.score):
        for group in groups:
            if any(same_chip(one, other) for other in group):
                group.append(one)
                break
        else:
            groups.append([one])
    kept = []
    for group in groups:
        able = [e for e in group if e.score > 0.6 * group[0].score]
        best = min(able, key=lambda e: abs(math.log(e.seen / USUAL)))
        kept.append(replace(best, score=group[0].score))
    return kept
