"""Closed cards of a still: which of many boxes are cards, and how likely each is one.

Nothing is printed on a back that could prove it, so it is proved by what surrounds it: a card looks the same all over,
unlike the table beside it, and ends where its outline ends. Of the boxes on a few cards lying over each other, the
fewest are kept that explain the closed part of the picture.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.detectors.geometry import overlap
from assistant.vision.records import CardQuad, Corners, Image
from assistant.vision.rectify import area, sides

FEATURES = ("score", "fill", "rim", "gain", "size", "on_face", "cut")
TALL = 64.0  # pixels of a card in the small picture that is compared
MOST = 7  # boxes of one heap that are tried in all combinations
PRICE = 0.04  # share of a card's area that one more card must explain
TOUCH = 0.12  # share of the smaller box from which two boxes are one heap
Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Closed:
    """One closed card that was kept, and what speaks for it, in the order of FEATURES."""

    found: CardQuad
    evidence: NDArray[np.float64]


def closed_cards(image: Image, backs: Sequence[CardQuad], faces: Sequence[Corners], tall: float | None) -> list[Closed]:
    """The likeliest closed cards among ``backs``; ``faces``: outlines of read cards; ``tall``: their height in px."""
    out: list[Closed] = []
    for heap in _heaps(backs):
        heap = sorted(heap, key=lambda b: -b.score)[:MOST]
        view = _View.of(image, heap, faces)
        masks = [view.mask(b.corners) for b in heap]
        chosen = _fewest(view.proof, masks, [b.score for b in heap])
        for i in chosen:
            others = [masks[k] for k in chosen if k != i]
            out.append(Closed(heap[i], _evidence(view, heap[i], masks[i], others, faces, tall, image.shape)))
    return out


def _heaps(backs: Sequence[CardQuad]) -> list[list[CardQuad]]:
    heaps: list[list[CardQuad]] = []
    for one in backs:
        mine = [one]
        for heap in [h for h in heaps if any(_touch(one, other) for other in h)]:
            heaps.remove(heap)
            mine += heap
        heaps.append(mine)
    return heaps


def _touch(one: CardQuad, other: CardQuad) -> bool:
    a, b = one.corners, other.corners
    return overlap(a, b) > TOUCH * min(area(a), area(b))


@dataclass
class _View:
    """The surroundings of a heap at a small scale: ``proof`` is +1 where a pixel looks like these backs, -1 if not."""

    proof: Plane
    corner: tuple[float, float]
    k: float

    @staticmethod
    def of(image: Image, heap: Sequence[CardQuad], faces: Sequence[Corners]) -> _View:
        high, wide = image.shape[:2]
        tall = float(np.median([sides(b.corners)[1] for b in heap]))
        points = np.concatenate([b.corners for b in heap])
        pad = 0.5 * tall
        x0, y0 = np.maximum(np.floor(points.min(0) - pad), 0).astype(int)
        x1, y1 = np.minimum(np.ceil(points.max(0) + pad), (wide, high)).astype(int)
        k = min(1.0, TALL / max(tall, 1.0))
        part = image[y0 : max(y1, y0 + 8), x0 : max(x1, x0 + 8)]
        size = (max(8, round(part.shape[1] * k)), max(8, round(part.shape[0] * k)))
        small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
        view = _View(np.zeros(size[::-1], np.float32), (float(x0), float(y0)), k)
        marks = _marks(small.astype(np.uint8))
        inside = np.zeros(size[::-1], bool)
        for b in heap[:3]:
            inside |= view.mask(_shrunk(b.corners, 0.72))
        anything = np.zeros(size[::-1], bool)
        for q in [*(b.corners for b in heap), *faces]:
            anything |= view.mask(_shrunk(q, 1.12))
        for q in faces:
            inside &= ~view.mask(q)
        if inside.sum() >= 40 and (~anything).sum() >= 60:
            view.proof = _likeness(marks, inside, ~anything)
        return view

    def mask(self, quad: Corners) -> NDArray[np.bool_]:
        """The pixels of a quad given in pixels of the whole picture."""
        out = np.zeros(self.proof.shape, np.uint8)
        at = (quad - np.array(self.corner, np.float32)) * self.k
        cv2.fillPoly(out, [np.round(at * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
        return out.astype(bool)


def _shrunk(quad: Corners, k: float) -> Corners:
    middle = quad.mean(0)
    return np.asarray(middle + (quad - middle) * k, np.float32)


def _marks(small: Image) -> Plane:
    """Colour and roughness around each pixel, over about a twelfth of a card, (H, W, 5)."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    mean = np.asarray(cv2.GaussianBlur(lab, (0, 0), 2.4), np.float32)
    light = lab[..., 0]
    rough = np.sqrt(np.maximum(cv2.GaussianBlur(light * light, (0, 0), 2.4) - mean[..., 0] ** 2, 0))
    steps = np.abs(light - np.asarray(cv2.GaussianBlur(light, (0, 0), 0.8)))
    fine = np.asarray(cv2.GaussianBlur(steps, (0, 0), 2.4), np.float32)
    return np.dstack([mean, rough, fine]).astype(np.float32)


def _likeness(marks: Plane, inside: NDArray[np.bool_], outside: NDArray[np.bool_]) -> Plane:
    """Which of two clouds of marks each pixel belongs to, from -1 (outside) to 1 (inside)."""
    flat = marks.reshape(-1, marks.shape[-1]).astype(np.float64)
    logs = []
    for members in (flat[inside.ravel()], flat[outside.ravel()]):
        spread = np.cov(members.T) + np.diag([6.0, 2.0, 2.0, 2.0, 1.0])
        off = flat - members.mean(0)
        logs.append(
            -0.5 * np.einsum("ij,jk,ik->i", off, np.linalg.inv(spread), off) - 0.5 * np.linalg.slogdet(spread)[1]
        )
    return np.asarray(np.tanh((logs[0] - logs[1]) / 4).reshape(inside.shape), np.float32)


def _fewest(proof: Plane, masks: Sequence[NDArray[np.bool_]], scores: Sequence[float]) -> list[int]:
    """The combination of boxes that explains most at least cost; where nothing can be told apart, all of them."""
    if len(masks) == 1 or not np.any(proof):
        return list(range(len(masks)))
    card = float(np.median([m.sum() for m in masks]))
    best, chosen = -np.inf, [0]
    for count in range(1, len(masks) + 1):
        for some in itertools.combinations(range(len(masks)), count):
            union = masks[some[0]].copy()
            for k in some[1:]:
                union |= masks[k]
            worth = float(proof[union].sum()) / card - PRICE * count + 0.1 * sum(scores[k] for k in some) / count
            if worth > best:
                best, chosen = worth, list(some)
    return chosen


def _evidence(
    view: _View,
    back: CardQuad,
    mask: NDArray[np.bool_],
    others: Sequence[NDArray[np.bool_]],
    faces: Sequence[Corners],
    tall: float | None,
    shape: tuple[int, ...],
) -> NDArray[np.float64]:
    quad = back.corners
    known = np.zeros(mask.shape, bool)
    for m in others:
        known |= m
    for q in faces:
        known |= view.mask(q)
    ring = view.mask(_shrunk(quad, 1.16)) & ~view.mask(_shrunk(quad, 1.04)) & ~known
    own = mask & ~known
    whole = max(1.0, area(quad) * view.k**2)
    height, wide = shape[:2]
    frame = np.array([[0, 0], [wide, 0], [wide, height], [0, height]], np.float32)
    on_face = max((overlap(quad, q) for q in faces), default=0.0) / max(1.0, area(quad))
    size = abs(float(np.log(max(sides(quad)[1], 1.0) / tall))) if tall else 0.25
    return np.array(
        [
            back.score,
            float(view.proof[own].mean()) if own.any() else 0.0,
            float(view.proof[ring].mean()) if ring.sum() > 8 else 0.0,
            float(np.clip(view.proof[own].sum() / whole, -1, 1)) if own.any() else 0.0,
            min(1.0, size),
            min(1.0, on_face),
            1.0 - min(1.0, overlap(quad, frame) / max(1.0, area(quad))),
        ]
    )
