"""Stacks of chips seen from the side, as a phone on the table's edge sees them, with the true number."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.camera import Camera, exposed
from assistant.vision.synth.chips import ChipDesign, chip_sprite, random_design
from assistant.vision.synth.light import Light, lit
from assistant.vision.synth.paint import Picture
from assistant.vision.synth.surfaces import KINDS, surface

THICK = 0.085  # a chip's height over its diameter
Rng = np.random.Generator


@dataclass(frozen=True)
class DrawnStack:
    """A picture (H, W, 3) BGR of one stack, how many chips are in it, and where they truly are.

    ``seams`` (count + 1, 2) are the middles of the outlines' widest places, from the foot to the topmost rim, in px;
    ``wide`` is a chip's width and ``sag`` by how much its front lies lower than its sides.
    """

    image: Picture
    count: int
    seams: NDArray[np.float64]
    wide: float
    sag: float


def stack_picture(seed: int, count: int | None = None, width: int = 720, height: int = 960) -> DrawnStack:
    """The stack of a seed, 3 to 25 chips high unless said otherwise, seen from 3 to 24 degrees above the table."""
    rng = np.random.default_rng((seed, 0x57AC))
    n = int(rng.integers(3, 26)) if count is None else count
    pitch = math.radians(float(rng.uniform(3, 24)))
    table, wall = (surface(KINDS[int(rng.integers(len(KINDS)))], width, height, rng) for _ in range(2))
    canvas = table.astype(np.float32)
    horizon = round(height * float(rng.uniform(0.05, 0.5)))
    canvas[:horizon] = wall[:horizon]
    wide = min(width * float(rng.uniform(0.3, 0.62)), height * 0.8 / (n * THICK * math.cos(pitch) + math.sin(pitch)))
    band, flat = wide * THICK * math.cos(pitch), math.sin(pitch)
    x, foot = width * float(rng.uniform(0.4, 0.6)), height * 0.5 + (n * band) / 2 + wide * flat * 0.1
    foot = min(height * 0.93, foot + height * float(rng.uniform(0, 0.1)))
    one = random_design(seed)
    designs = [one] * n if rng.random() < 0.7 else [random_design(seed + int(rng.integers(3)) * 977) for _ in range(n)]
    _shadow(canvas, x, foot, wide, flat)
    slip = float(rng.choice([0.004, 0.012, 0.025])) * wide
    lean = float(rng.normal(0, 0.004)) * wide
    light = float(rng.uniform(0, math.tau))
    turn = 0.0
    seams = []
    for k, design in enumerate(designs):
        turn = float(rng.uniform(0, math.tau))
        at = (x + lean * k + float(rng.normal(0, slip)), foot - k * band)
        seams.append(at)
        _chip(canvas, design, at, wide, band, flat, turn, light, rng)
    top = (x + lean * (n - 1), foot - n * band)
    _face(canvas, designs[-1], top, wide, flat, turn, seed)
    camera = Camera(
        noise=float(rng.uniform(1, 7)), jpeg=int(rng.integers(60, 95)), defocus=float(rng.uniform(0, 1.2)),
        gamma=float(rng.uniform(0.8, 1.15)), saturation=float(rng.uniform(0.8, 1.2)),
    )  # fmt: skip
    lamp = ((1.0, 1.0, 1.0), (0.75, 0.92, 1.05), (1.04, 0.97, 0.9))[int(rng.integers(3))]
    shown = lit(
        canvas, Light(lamp, float(rng.uniform(0.7, 1.05)), float(rng.uniform(0, 0.4)), float(rng.uniform(0, 360)))
    )
    where = np.array([*seams, top])
    return DrawnStack(exposed(shown, camera, rng), n, where, wide, wide / 2 * flat)


def _shadow(canvas: NDArray[np.float32], x: float, foot: float, wide: float, flat: float) -> None:
    dark = np.zeros(canvas.shape[:2], np.float32)
    axes = (round(wide * 0.56), max(2, round(wide * 0.56 * flat)))
    cv2.ellipse(dark, (round(x + wide * 0.06), round(foot + wide * 0.01)), axes, 0, 0, 360, (1.0,), -1)
    dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), wide * 0.03), np.float32)
    canvas *= 1 - 0.5 * dark[..., None]


def _chip(
    canvas: NDArray[np.float32], design: ChipDesign, at: tuple[float, float], wide: float, band: float, flat: float,
    turn: float, light: float, rng: Rng,
) -> None:  # fmt: skip
    """One side wall: the front half of a short cylinder, with its edge spots, a rounded rim and a dark seam below."""
    r, (x, y) = wide / 2, at
    x0, x1 = max(0, math.ceil(x - r)), min(canvas.shape[1], math.floor(x + r) + 1)
    if x1 <= x0:
        return
    u = (np.arange(x0, x1) - x) / r
    theta = np.arccos(np.clip(u, -1, 1))  # pi at the left edge, 0 at the right: the front of the wall
    sag = r * flat * np.sin(theta)
    tone = np.tile(np.array(design.base, np.float32), (len(u), 1))
    if design.rim in ("wedges", "lobes", "stripes", "bars"):
        turns = (theta + turn) / math.tau * design.count
        spot = np.abs(turns % 1 - 0.5) < design.width / 2
        which = np.floor(turns).astype(np.int64) % len(design.spots)
        tone[spot] = np.array(design.spots, np.float32)[which][spot]
    shade = 0.45 + 0.55 * np.clip(np.sin(theta) * 0.8 + np.cos(theta - light) * 0.25, 0, 1)
    gain = float(rng.uniform(0.93, 1.04))
    ys = np.arange(max(0, math.floor(y - band - 2)), min(canvas.shape[0], math.ceil(y + r * flat + 2)))
    if not len(ys):
        return
    v = (y + sag[None] - ys[:, None]) / band  # 0 at the wall's foot, 1 at its top
    cover = np.clip((np.minimum(v, 1 - v) * band) + 0.5, 0, 1)
    rim = 1 - 0.62 * np.exp(-((np.minimum(v, 1 - v) / 0.1) ** 2))
    wall = tone[None] * (shade * gain)[None, :, None] * rim[..., None]
    part = canvas[ys[0] : ys[-1] + 1, x0:x1]
    part *= 1 - cover[..., None]
    part += wall * cover[..., None]


def _face(
    canvas: NDArray[np.float32], design: ChipDesign, top: tuple[float, float], wide: float, flat: float, turn: float,
    seed: int,
) -> None:  # fmt: skip
    sprite = chip_sprite(design, 256, seed).astype(np.float32)
    size = sprite.shape[0]
    r = wide / 2
    c, s = math.cos(turn), math.sin(turn)
    to_disc = np.array([[c, -s], [s, c]]) * (2 / size)
    scale = np.diag([r, r * flat]) @ to_disc
    shift = np.array(top) - scale @ np.array([size / 2, size / 2])
    warp = np.column_stack([scale, shift]).astype(np.float32)
    laid = cv2.warpAffine(sprite, warp, (canvas.shape[1], canvas.shape[0]), flags=cv2.INTER_AREA)
    cover = laid[..., 3:] / 255
    canvas *= 1 - cover
    canvas += laid[..., :3] * cover
