"""Proof by edges: a chip has a rim all the way round; an outline is moved onto it, and how much of it there is told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.finder import Ellipse
from assistant.vision.records import Image

ANGLES, STEPS = 60, 56
NEAR, FAR = 0.6, 1.7  # of the outline's radius: where the rim is sought
CAP = 40.0  # grey levels: a stronger edge proves no more
OUTER = 0.7  # a larger ring with this share of the best one's edge is the rim; the best may be an inlay's
BUMP = 0.5  # … or with this share, where it is a ring of its own
ROUNDS = 3
_TURN = np.linspace(0, math.tau, ANGLES, endpoint=False)
_CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], 1)
_WAVES = np.stack([np.ones(ANGLES), np.cos(_TURN), np.sin(_TURN), np.cos(2 * _TURN), np.sin(2 * _TURN)])
_RADII = np.linspace(NEAR, FAR, STEPS)
# What chips on one table share, seen by one camera: size and flattening; and where each may lie off its place.
_FLAT = [(0.0, 0.0), *((f, n * math.tau / 8) for f in (0.06, 0.12) for n in range(8))]
_SHAPES = np.array(
    [(k, f * k * math.cos(t), f * k * math.sin(t)) for k in np.geomspace(0.82, 1.5, 17) for f, t in _FLAT]
)
_SHIFTS = np.array(
    [(0, 0), *((r * math.cos(t), r * math.sin(t)) for r in (0.07, 0.14, 0.22) for t in np.arange(8) * math.tau / 8)]
)


@dataclass(frozen=True)
class Rim:
    """An outline on its rim, and what speaks for it: mean edge in grey levels, share of it seen, edge to noise."""

    ellipse: Ellipse
    edge: float
    share: float
    clear: float

    def features(self) -> NDArray[np.float64]:
        """For the logistic that says whether it is a chip."""
        s = min(0.999, max(0.001, self.ellipse.score))
        flat = self.ellipse.b / self.ellipse.a
        return np.array([math.log(s / (1 - s)), math.log(self.edge + 1), self.share, math.log(self.clear + 0.1), flat])


def rims_of(image: Image, chips: Sequence[Ellipse]) -> list[Rim]:
    """Outlines moved, grown and flattened to the rims: the outermost strong rings, of about one size and one tilt."""
    if not chips:
        return []
    size = float(np.median([math.sqrt(e.a * e.b) for e in chips]))
    rounds = [replace(e, a=size, b=size, angle=0.0) for e in chips]
    slopes = [_profile(image, e) for e in rounds]
    grid = np.array([(k, dx * k, dy * k, c, s) for k, c, s in _SHAPES for dx, dy in _SHIFTS])
    shared = np.zeros(len(_SHAPES))
    each = []
    for slope in slopes:
        scores = _score(slope, grid).reshape(len(_SHAPES), len(_SHIFTS))
        each.append(scores)
        shared += scores.max(1) * float(scores.max()) ** 2  # what has no rim has no say
    plain = shared * (1 - 0.3 * np.hypot(_SHAPES[:, 1], _SHAPES[:, 2]))
    best = _outermost(plain)
    rng = np.random.default_rng(11)
    out = []
    for one, slope, scores in zip(rounds, slopes, each, strict=True):
        dx, dy = _SHIFTS[int(scores[best].argmax())]
        k, c, s = _SHAPES[best]
        start = np.array([k, dx * k, dy * k, c, s])
        width = np.array([0.06, 0.05, 0.05, 0.03, 0.03])
        for _ in range(ROUNDS):
            around = start + rng.normal(0, 1, (240, 5)) * width
            around[0] = start
            start = around[int(_score(slope, around).argmax())]
            width = width * 0.5
        reach = np.maximum(np.maximum(slope, np.roll(slope, 1, 1)), np.roll(slope, -1, 1))
        edge = reach[np.arange(ANGLES), _at(start[None])[0]]
        noise = float(np.median(slope)) + 1.0
        share = float((edge > 2.0 * noise + 2).mean())
        out.append(Rim(_ellipse(one, start), float(edge.mean()), share, float(np.median(edge)) / noise))
    return out


def _outermost(proof: NDArray[np.float64]) -> int:
    """The shape to take: of the largest size that is nearly as well proved as the best, or that stands out a little."""
    sizes = np.unique(_SHAPES[:, 0])
    tops = np.array([proof[_SHAPES[:, 0] == k].max() for k in sizes]) / proof.max()
    take = int(np.flatnonzero(tops >= OUTER)[-1])
    for n in range(take + 1, len(sizes) - 1):
        if tops[n] >= BUMP and tops[n] > tops[n - 1] + 0.015 and tops[n] > tops[n + 1] + 0.015:
            take = n
    return int(np.argmax(np.where(_SHAPES[:, 0] == sizes[take], proof, -1)))


def _profile(image: Image, one: Ellipse) -> NDArray[np.float32]:
    """Edge strength along rays from the centre, (ANGLES, STEPS)."""
    m = one.to_picture
    disc = _CIRCLE[:, None] * _RADII[None, :, None]
    where = disc @ m[:, :2].T + m[:, 2]
    step = one.b * (FAR - NEAR) / STEPS
    source = image
    if step > 1.3:  # averaged before it is sampled
        k, reach = 1.3 / step, 1.8 * one.a
        x0, y0 = max(0, int(one.x - reach)), max(0, int(one.y - reach))
        part = image[y0 : max(y0 + 1, int(one.y + reach) + 2), x0 : max(x0 + 1, int(one.x + reach) + 2)]
        if part.size:
            source = np.asarray(cv2.resize(part, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), np.uint8)
            where = (where - (x0, y0) + 0.5) * k - 0.5
    seen = cv2.remap(
        source, where[..., 0].astype(np.float32), where[..., 1].astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)  # fmt: skip
    slope = np.zeros((ANGLES, STEPS), np.float32)
    slope[:, 1:-1] = np.abs(seen[:, 2:] - seen[:, :-2]).max(2)  # the channel that shows most
    x, y = where[..., 0], where[..., 1]
    outside = (x < 0) | (y < 0) | (x >= source.shape[1]) | (y >= source.shape[0])
    slope[outside] = 0
    return np.minimum(slope, CAP)


def _at(draws: NDArray[np.float64]) -> NDArray[np.int64]:
    r = draws @ _WAVES
    step = np.rint((r - NEAR) / (FAR - NEAR) * (STEPS - 1))
    return np.asarray(np.clip(step, 1, STEPS - 2), np.int64)


def _score(slope: NDArray[np.float32], draws: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean edge on each drawn ring, a little less for rings far from where the finder saw one."""
    at = _at(draws)
    edge = slope[np.arange(ANGLES)[None], at].astype(np.float64)
    off = 0.12 * np.hypot(draws[:, 1], draws[:, 2]) / np.maximum(draws[:, 0], 0.1)
    return np.asarray((0.75 * edge.mean(1) + 0.25 * np.median(edge, axis=1)) * np.clip(1 - off, 0.1, 1), np.float64)


def _ellipse(one: Ellipse, draw: NDArray[np.float64]) -> Ellipse:
    """The ellipse through a drawn ring."""
    ring = _CIRCLE * (draw @ _WAVES)[:, None]
    m = one.to_picture
    points = (ring @ m[:, :2].T + m[:, 2]).astype(np.float32)
    (x, y), (w, h), turn = cv2.fitEllipse(points)
    a, b, angle = (w / 2, h / 2, turn) if w >= h else (h / 2, w / 2, turn + 90)
    return Ellipse(float(x), float(y), float(a), float(b), math.radians(angle), one.score)
