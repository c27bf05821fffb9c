"""Chips one by one for the colour network: a sprite in some light, outlined as inexactly as the finder does."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.colour import NAMES, cut_chip, describe
from assistant.vision.chips.finder import Ellipse
from assistant.vision.synth.chips import chip_sprite, random_design, tone

CANVAS, ROUND = 112, 72  # px: the picture around one chip, and the chip's own width before it is seen


def _light(rng: np.random.Generator) -> NDArray[np.float64]:
    """The lamp as BGR gains."""
    mood = rng.random()
    if mood < 0.5:
        return rng.uniform(0.93, 1.07, 3) * rng.uniform(0.6, 1.05)
    if mood < 0.8:  # a warm bulb
        return np.array([rng.uniform(0.55, 0.9), rng.uniform(0.84, 0.98), 1.03]) * rng.uniform(0.5, 1.05)
    return np.array([1.04, rng.uniform(0.9, 1.0), rng.uniform(0.8, 0.95)]) * rng.uniform(0.5, 1.05)


def _one(sprite: NDArray[np.uint8], over: NDArray[np.uint8] | None, rng: np.random.Generator) -> NDArray[np.float32]:
    """The chip seen once: ground, chip, perhaps another over it, veil of light, lamp, blur, noise; then described."""
    ground = np.array(tone(NAMES[int(rng.integers(10))], rng), np.float32) * np.float32(rng.uniform(0.5, 1.0))
    canvas = np.tile(ground, (CANVAS, CANVAS, 1)).astype(np.float32)
    flat = float(rng.uniform(0.72, 1.0))
    turn, lean = float(rng.uniform(0, math.tau)), float(rng.uniform(0, math.tau))
    middle = CANVAS / 2
    found = [_lay(canvas, sprite, (middle, middle), turn, lean, flat)]
    if over is not None:
        a, far = float(rng.uniform(0, math.tau)), ROUND * float(rng.uniform(0.55, 0.95))
        found.append(_lay(canvas, over, (middle + math.cos(a) * far, middle + math.sin(a) * far), turn, lean, flat))
    veil = float(rng.choice([0.0, rng.uniform(0, 0.18)]))
    canvas = canvas * (1 - veil) + np.array([205, 195, 188], np.float32) * veil
    lamp = _light(rng)
    canvas = canvas * lamp.astype(np.float32)
    white = 245.0 * lamp
    gamma = float(rng.uniform(0.8, 1.15))
    contrast = float(rng.uniform(0.9, 1.12))
    sat = float(rng.uniform(0.7, 1.2))
    canvas = np.asarray(255 * np.clip(canvas / 255, 0, 1.3) ** gamma, np.float32)
    white = 255 * np.clip(white / 255, 0, 1.3) ** gamma
    canvas, white = (canvas - 128) * contrast + 128, (white - 128) * contrast + 128
    grey = canvas @ np.array([0.114, 0.587, 0.299], np.float32)
    canvas = grey[..., None] + (canvas - grey[..., None]) * sat
    soft = float(rng.uniform(0, 1.6))
    if soft > 0.3:
        canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), soft), np.float32)
    canvas = canvas + rng.normal(0, float(rng.uniform(1, 9)), canvas.shape).astype(np.float32)
    known = rng.random() < 0.6  # cards show the white; otherwise it is guessed, worse
    error = np.exp(rng.normal(0, 0.035 if known else 0.09, 3)) * np.exp(rng.normal(0, 0.05 if known else 0.22))
    seen = np.clip(np.clip(white, 24, 255) * error, 24, 255)
    image = np.clip(canvas, 0, 255).astype(np.uint8)
    outlines = [_inexact(e, rng) for e in found]
    return describe(cut_chip(image, outlines[0], outlines), seen)


def _lay(
    canvas: NDArray[np.float32],
    sprite: NDArray[np.uint8],
    at: tuple[float, float],
    turn: float,
    lean: float,
    flat: float,
) -> Ellipse:
    size = sprite.shape[0]
    c, s = math.cos(turn), math.sin(turn)
    cl, sl = math.cos(lean), math.sin(lean)
    tilt = np.array([[cl, -sl], [sl, cl]]) @ np.diag([1.0, flat]) @ np.array([[cl, sl], [-sl, cl]])
    scale = tilt @ np.array([[c, -s], [s, c]]) * (ROUND / size)
    shift = np.array(at) - scale @ np.array([size / 2, size / 2])
    warp = np.column_stack([scale, shift]).astype(np.float32)
    laid = cv2.warpAffine(sprite, warp, (CANVAS, CANVAS), flags=cv2.INTER_AREA).astype(np.float32)
    cover = laid[..., 3:] / 255
    canvas *= 1 - cover
    canvas += laid[..., :3] * cover
    return Ellipse(at[0], at[1], ROUND / 2, ROUND / 2 * flat, lean)


def _inexact(e: Ellipse, rng: np.random.Generator) -> Ellipse:
    k = float(np.exp(rng.normal(-0.02, 0.06)))
    flat = min(1.0, e.b / e.a * float(np.exp(rng.normal(0.02, 0.05))))
    x, y = (v + float(rng.normal(0, 0.05)) * e.a for v in (e.x, e.y))
    return Ellipse(x, y, e.a * k, e.a * k * flat, e.angle + float(rng.normal(0, 0.1)))


def crops(seed: int, designs: int, views: int = 3) -> Iterator[tuple[NDArray[np.float32], int]]:
    """Descriptions and colour numbers of `views` views of each of `designs` designs in every colour."""
    before: NDArray[np.uint8] | None = None
    for d in range(designs):
        for c, colour in enumerate(NAMES):
            sprite = chip_sprite(random_design(seed * 100_000 + d, colour), 64, d)
            rng = np.random.default_rng((seed, d, c))
            for _ in range(views):
                yield _one(sprite, before if rng.random() < 0.35 else None, rng), c
            before = sprite
