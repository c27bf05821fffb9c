"""Ink masks: letters of many fonts and suit shapes of many drawings, as 8-bit coverage."""

from __future__ import annotations

import math
import subprocess
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

Mask = NDArray[np.uint8]
Points = NDArray[np.float64]

BUNDLED = Path(__file__).parent / "fonts"
PROBE = "0123456789JQKA"


def bundled_fonts() -> tuple[str, ...]:
    """Paths of the fonts shipped beside this module, sorted by name."""
    return tuple(str(p) for p in sorted(BUNDLED.iterdir()) if p.suffix in {".otf", ".ttf"})


@cache
def system_fonts() -> tuple[str, ...]:
    """Paths of the machine's fonts that hold Latin ranks; empty where fontconfig is missing."""
    try:
        listed = subprocess.run(
            ["fc-list", ":lang=en", "-f", "%{file}\n"], capture_output=True, text=True, timeout=30, check=True
        ).stdout.split("\n")
    except (OSError, subprocess.SubprocessError):
        return ()
    bad = ("symbol", "emoji", "dingbat", "d050000l", "opensymbol", "mathjax", "braille", "ocr-a", "signature", "vdr")
    found = sorted({p for p in listed if p.endswith((".ttf", ".otf")) and not any(b in p.lower() for b in bad)})
    return tuple(p for p in found if _usable(p))


@cache
def _usable(path: str) -> bool:
    """Whether every rank has ink and differs from its neighbours (a font that draws boxes for all is of no use)."""
    try:
        shapes = [letters(path, c, 24).tobytes() for c in PROBE]
    except (OSError, ValueError):
        return False
    return len(set(shapes)) == len(PROBE)


@lru_cache(maxsize=64)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@lru_cache(maxsize=512)
def letters(path: str, text: str, height: int, *, stroke: float = 0.0) -> Mask:
    """Coverage of `text` cropped to its ink, `height` px high; `stroke` fattens by that fraction of the height."""
    big = 96
    font = _font(path, big)
    pen = max(0, round(stroke * big))
    left, top, right, bottom = font.getbbox(text, stroke_width=pen)
    width, depth = int(right - left) + 4, int(bottom - top) + 4
    if width > 40 * big or depth > 8 * big:
        raise ValueError(f"{text!r} is out of measure in {path}")
    sheet = PilImage.new("L", (width, depth), 0)
    ImageDraw.Draw(sheet).text((2 - left, 2 - top), text, fill=255, font=font, stroke_width=pen)
    raw = np.asarray(sheet, dtype=np.uint8)
    ys, xs = np.nonzero(raw > 40)
    if len(ys) == 0:
        raise ValueError(f"{text!r} has no ink in {path}")
    ink = raw[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    wide = max(1, round(ink.shape[1] * height / ink.shape[0]))
    return sized(np.ascontiguousarray(ink), wide, height)


def sized(mask: Mask, width: int, height: int) -> Mask:
    """The mask at another size, averaged when it shrinks."""
    shrink = width * height < mask.shape[0] * mask.shape[1]
    how = cv2.INTER_AREA if shrink else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(mask, (max(1, width), max(1, height)), interpolation=how), dtype=np.uint8)


@dataclass(frozen=True)
class SuitStyle:
    """One hand's way of drawing the four suits; all numbers are around 1.0 for a plain drawing."""

    heart_dip: float
    heart_width: float
    diamond_width: float
    diamond_hollow: float
    club_lobe: float
    club_spread: float
    stem_width: float
    stem_flare: float
    spade_width: float
    spade_belly: float


def random_suit_style(rng: np.random.Generator) -> SuitStyle:
    """A drawing style, reproducible from the generator."""
    u = rng.uniform
    return SuitStyle(
        heart_dip=u(0.6, 1.3),
        heart_width=u(0.85, 1.12),
        diamond_width=u(0.68, 0.95),
        diamond_hollow=u(-0.05, 0.16),
        club_lobe=u(0.88, 1.12),
        club_spread=u(0.9, 1.12),
        stem_width=u(0.5, 1.3),
        stem_flare=u(0.5, 1.5),
        spade_width=u(0.84, 1.1),
        spade_belly=u(0.75, 1.25),
    )


def _curve(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> Points:
    t = np.linspace(0.0, 1.0, 18)[:, None]
    p = np.array([a, b, c, d], dtype=np.float64)
    return np.asarray((1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1] + 3 * t * t * (1 - t) * p[2] + t**3 * p[3])


def _mirrored(right: Points) -> Points:
    return np.concatenate([right, right[::-1] * np.array([-1.0, 1.0])])


def _heart(width: float, dip: float, belly: float = 1.0) -> Points:
    top = _curve((0, -0.55 + 0.18 * dip), (0.12, -1.12), (0.98 * width, -1.12), (0.98 * width, -0.38))
    side = _curve((0.98 * width, -0.38), (0.98 * width, 0.2 * belly), (0.3, 0.5), (0.0, 1.0))
    return _mirrored(np.concatenate([top, side]))


def _stem(style: SuitStyle, top: float) -> Points:
    thin, foot = 0.07 * style.stem_width, 0.3 + 0.16 * style.stem_flare
    right = _curve((thin, top), (thin * 1.2, 0.55), (0.12 * style.stem_flare, 0.9), (foot, 1.0))
    return _mirrored(right)


def suit_outlines(suit: str, style: SuitStyle) -> list[Points]:
    """Closed outlines, in a box of about [-1, 1], that together fill the suit's shape."""
    if suit == "h":
        return [_heart(style.heart_width, style.heart_dip)]
    if suit == "d":
        w, k = style.diamond_width, style.diamond_hollow
        corner = [(0.0, -1.0), (w, 0.0), (0.0, 1.0), (-w, 0.0)]
        parts = []
        for i in range(4):
            a, b = np.array(corner[i]), np.array(corner[(i + 1) % 4])
            mid = (a + b) / 2 * (1 - 1.2 * k)
            pa, pb = a + (mid - a) * 0.66, b + (mid - b) * 0.66
            parts.append(_curve(corner[i], (pa[0], pa[1]), (pb[0], pb[1]), corner[(i + 1) % 4]))
        return [np.concatenate(parts)]
    if suit == "s":
        body = _heart(style.spade_width, style.heart_dip, style.spade_belly) * np.array([1.0, -0.86]) - (0, 0.14)
        return [np.asarray(body), _stem(style, 0.1)]
    turn = np.linspace(0, 2 * math.pi, 28)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * 0.47 * style.club_lobe
    s = style.club_spread
    lobes = [ring + np.array(c) for c in ((0.0, -0.53), (0.5 * s, 0.2), (-0.5 * s, 0.2))]
    middle = ring * 0.5 + np.array((0.0, 0.0))
    return [*lobes, middle, _stem(style, 0.0)]


@lru_cache(maxsize=1024)
def suit_mask(suit: str, style: SuitStyle, width: int, height: int) -> Mask:
    """Coverage of a suit's shape stretched to `width` × `height` px."""
    scale = 4
    big = np.zeros((height * scale, width * scale), np.uint8)
    outlines = suit_outlines(suit, style)
    every = np.concatenate(outlines)
    low, span = every.min(axis=0), np.ptp(every, axis=0)
    for line in outlines:
        spot = (line - low) / span * (width * scale - 1, height * scale - 1)
        cv2.fillPoly(big, [np.round(spot * 16).astype(np.int32)], (255,), cv2.LINE_AA, 4)
    return np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
