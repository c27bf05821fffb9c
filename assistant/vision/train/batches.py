"""Batches for the detector: turned, stretched, sheared, recoloured, speckled and tiled copies of the stored scenes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.train.store import Example

INDEX = 2
SMALLEST = {0: 10.0, 1: 10.0, INDEX: 5.0}  # px: shorter side below which a box is not asked for
GREY = (114, 114, 114)
STRETCHED, SPECKLED = 0.35, 0.08  # shares of pictures that are stretched or sheared, that have dead pixels


@dataclass(frozen=True)
class Batch:
    """Pictures (B, 3, S, S) uint8 RGB; classes, picture numbers (n,), boxes cx, cy, w, h (fractions), angle (n, 5)."""

    images: NDArray[np.uint8]
    classes: NDArray[np.float32]
    boxes: NDArray[np.float32]
    owners: NDArray[np.int64]


def to_box(quad: NDArray[np.float32]) -> tuple[float, float, float, float, float]:
    """Centre, long and short side (px), angle of the long side in [-pi/4, 3pi/4) of the least rectangle around a quad.

    The one form Ultralytics' oriented loss learns from: were the sides in any order, a straight card had two answers.
    """
    (x, y), (w, h), degrees = cv2.minAreaRect(quad)
    angle = math.radians(float(degrees))
    if w < h:
        w, h, angle = h, w, angle + math.pi / 2
    return float(x), float(y), float(w), float(h), (angle + math.pi / 4) % math.pi - math.pi / 4


def _warped(one: Example, warp: NDArray[np.float32], size: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    picture = cv2.imdecode(one.jpeg, cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("a stored picture is damaged")
    laid = cv2.warpAffine(picture, warp, (size, size), flags=cv2.INTER_LINEAR, borderValue=GREY)
    quads = one.quads @ warp[:, :2].T + warp[:, 2]
    return np.asarray(laid, np.uint8), np.asarray(quads, np.float32)


def _random_warp(rng: np.random.Generator, source: int, size: int, scale: float) -> NDArray[np.float32]:
    """Turn by quarters (sometimes freely), scale, sometimes stretch and shear, shift; maps stored px to batch px."""
    turn = float(rng.integers(4)) * 90 + (float(rng.normal(0, 12)) if rng.random() < 0.3 else 0.0)
    a, k = math.radians(turn), scale * size / source
    matrix = np.array([[k * math.cos(a), -k * math.sin(a)], [k * math.sin(a), k * math.cos(a)]], np.float32)
    if rng.random() < STRETCHED:
        wide = math.exp(float(rng.uniform(-0.22, 0.22)))
        lean = np.where(rng.random(2) < 0.4, rng.uniform(-0.2, 0.2, 2), 0.0)
        matrix = np.array([[wide, lean[0]], [lean[1], 1 / wide]], np.float32) @ matrix
    slack = abs(scale - 1) * size / 2 + 0.04 * size
    shift = size / 2 + rng.uniform(-slack, slack, 2) - matrix @ np.array([source / 2, source / 2])
    return np.column_stack([matrix, shift]).astype(np.float32)


def _recoloured(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    hue, sat, val = rng.uniform(-9, 9), rng.uniform(0.5, 1.4), rng.uniform(0.65, 1.35)
    steps = np.arange(256)
    tables = [
        ((steps + hue) % 180).astype(np.uint8),
        np.clip(steps * sat, 0, 255).astype(np.uint8),
        np.clip(steps * val, 0, 255).astype(np.uint8),
    ]
    parts = cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV))
    merged = cv2.merge([cv2.LUT(p, t) for p, t in zip(parts, tables, strict=True)])
    return np.asarray(cv2.cvtColor(merged, cv2.COLOR_HSV2BGR), np.uint8)


def _speckled(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Dead and hot pixels, as of a bad sensor or a torn transmission."""
    chance = rng.random(picture.shape[:2], np.float32)
    share = float(np.exp(rng.uniform(math.log(0.0005), math.log(0.02))))
    picture[chance < share / 2] = 0
    picture[chance > 1 - share / 2] = 255
    return picture


def _single(
    pool: list[Example], rng: np.random.Generator, size: int, source: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
    one = pool[int(rng.integers(len(pool)))]
    scale = float(np.exp(rng.uniform(math.log(0.72), math.log(1.4))))
    picture, quads = _warped(one, _random_warp(rng, source, size, scale), size)
    return picture, one.classes, quads


def _four(
    pool: list[Example], rng: np.random.Generator, size: int, source: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
    """Four scenes in a square, for small cards and strange neighbours."""
    half = size // 2
    sheet = np.zeros((size, size, 3), np.uint8)
    classes, quads = [], []
    for k in range(4):
        one = pool[int(rng.integers(len(pool)))]
        picture, spots = _warped(one, _random_warp(rng, source, half, float(rng.uniform(0.9, 1.5))), half)
        x, y = (k % 2) * half, (k // 2) * half
        sheet[y : y + half, x : x + half] = picture
        inside = _share_inside(spots, half) > 0.35
        classes.append(one.classes[inside])
        quads.append(spots[inside] + np.array([x, y], np.float32))
    return sheet, np.concatenate(classes), np.concatenate(quads)


def _share_inside(quads: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Rough share of each quad's bounding box that lies in the picture."""
    if len(quads) == 0:
        return np.zeros(0, np.float32)
    low, high = quads.min(axis=1), quads.max(axis=1)
    kept = np.clip(np.minimum(high, size) - np.maximum(low, 0), 0, None)
    return np.asarray((kept / np.maximum(high - low, 1e-3)).prod(axis=1), np.float32)


def make_batch(
    pool: list[Example], rng: np.random.Generator, count: int, size: int, source: int, tiled: float = 0.15
) -> Batch:
    """`count` augmented pictures of `size` px; `tiled` is the share of four-in-one pictures."""
    images = np.empty((count, 3, size, size), np.uint8)
    classes: list[int] = []
    owners: list[int] = []
    boxes: list[tuple[float, float, float, float, float]] = []
    for k in range(count):
        maker = _four if rng.random() < tiled else _single
        picture, kinds, quads = maker(pool, rng, size, source)
        picture = _recoloured(picture, rng)
        if rng.random() < SPECKLED:
            picture = _speckled(picture, rng)
        images[k] = picture[..., ::-1].transpose(2, 0, 1)
        shares = _share_inside(quads, size)
        for kind, quad, share in zip(kinds, quads, shares, strict=True):
            x, y, w, h, angle = to_box(quad)
            if min(w, h) < SMALLEST[int(kind)] or share < (0.85 if kind == INDEX else 0.22):
                continue
            classes.append(int(kind))
            owners.append(k)
            boxes.append((x / size, y / size, w / size, h / size, angle))
    return Batch(
        images, np.array(classes, np.float32), np.array(boxes, np.float32).reshape(-1, 5), np.array(owners, np.int64)
    )
