"""Backs beyond the classical ones, for training: kaleidoscopes, fine dots, printed brands, pictures, frames."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.glyphs import bundled_fonts, letters
from assistant.vision.synth.paint import Colour, Picture, disc, mixed, polygon, stamp
from assistant.vision.synth.style import DeckStyle
from assistant.vision.synth.surfaces import KINDS, noise, surface

Rng = np.random.Generator
WORDS = ("ROYAL", "POKER", "CASINO", "BICHO", "AURORA", "No 77", "LUNA", "Ouro", "CLUBE", "MARE", "GOLD", "ESTRELA")


def draw_odd_back(style: DeckStyle, width: int, height: int, rng: Rng) -> Picture:
    """One of five manners of back, (height, width, 3) BGR, bordered or not; brands need not look the same turned."""
    back: Picture = np.empty((height, width, 3), np.uint8)
    back[:] = style.paper
    border = round(height * float(rng.choice([0.0, rng.uniform(0.01, 0.025), rng.uniform(0.025, 0.06)])))
    inner = np.ascontiguousarray(back[border : height - border, border : width - border])
    ink = _ink(rng)
    light = style.paper if rng.random() < 0.6 else mixed(style.paper, ink, float(rng.uniform(0.2, 0.6)))
    manner = int(rng.choice(5, p=[0.28, 0.26, 0.2, 0.12, 0.14]))
    (_kaleidoscope, _dots, _brand, _picture, _frames)[manner](inner, ink, light, rng)
    back[border : height - border, border : width - border] = inner
    return back


def _ink(rng: Rng) -> Colour:
    hsv = np.array([[[rng.integers(180), rng.integers(60, 256), rng.integers(30, 220)]]], np.uint8)
    b, g, r = (int(v) for v in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return (b, g, r) if rng.random() < 0.8 else (30, 28, 30)


def _blend(inner: Picture, share: NDArray[np.float32], ink: Colour, light: Colour) -> None:
    cover = np.clip(share, 0, 1)[..., None]
    inner[:] = (np.array(ink) * cover + np.array(light) * (1 - cover)).astype(np.uint8)


def _kaleidoscope(inner: Picture, ink: Colour, light: Colour, rng: Rng) -> None:
    """Noise mirrored both ways and cut at a level: scrolls, arabesques, islands."""
    h, w = inner.shape[:2]
    coarse = w * float(rng.uniform(0.03, 0.14))
    quarter = noise((w + 1) // 2, (h + 1) // 2, coarse, rng)
    if rng.random() < 0.6:
        quarter = np.abs(quarter) - np.float32(rng.uniform(0.25, 0.7))
    half = np.hstack([quarter, quarter[:, ::-1]])[:, :w]
    whole = np.vstack([half, half[::-1]])[:h]
    _blend(inner, whole * float(rng.uniform(4, 14)) + 0.5, ink, light)


def _dots(inner: Picture, ink: Colour, light: Colour, rng: Rng) -> None:
    """A fine grid of dots, lozenges or crosses: from afar one grey or pink tone."""
    h, w = inner.shape[:2]
    step = w * float(rng.uniform(0.025, 0.09))
    turn = float(rng.choice([0.0, math.pi / 4, rng.uniform(0, math.pi / 2)]))
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    u = (x - w / 2) * math.cos(turn) + (y - h / 2) * math.sin(turn)
    v = -(x - w / 2) * math.sin(turn) + (y - h / 2) * math.cos(turn)
    a, b = np.cos(u * (math.tau / step)), np.cos(v * (math.tau / step))
    field = (a + b, a * b * 2, np.maximum(a, b) * 2 - 1)[int(rng.integers(3))]
    _blend(inner, (field - float(rng.uniform(-0.8, 0.8))) * float(rng.uniform(1.5, 5)) + 0.5, ink, light)
    if rng.random() < 0.3:
        disc(inner, w / 2, h / 2, w * float(rng.uniform(0.12, 0.3)), light)
        disc(inner, w / 2, h / 2, w * float(rng.uniform(0.05, 0.12)), ink)


def _brand(inner: Picture, ink: Colour, light: Colour, rng: Rng) -> None:
    """A plain ground with bands and a word, as given away by firms and casinos."""
    h, w = inner.shape[:2]
    inner[:] = light if rng.random() < 0.6 else ink
    dark = ink if inner[0, 0].tolist() == list(light) else light
    if rng.random() < 0.6:
        band = h * float(rng.uniform(0.08, 0.36))
        polygon(inner, [(0, 0), (w, 0), (w, band), (0, band)], dark)
        if rng.random() < 0.75:
            polygon(inner, [(0, h - band), (w, h - band), (w, h), (0, h)], dark)
    font = bundled_fonts()[int(rng.integers(len(bundled_fonts())))]
    word = WORDS[int(rng.integers(len(WORDS)))]
    tall = h * float(rng.uniform(0.06, 0.16))
    mark = letters(font, word, max(6, round(tall)))
    if rng.random() < 0.5:
        mark = np.ascontiguousarray(np.rot90(mark))
    k = min(1.0, 0.92 * w / mark.shape[1], 0.92 * h / mark.shape[0])
    mark = np.asarray(cv2.resize(mark, (max(2, int(mark.shape[1] * k)), max(2, int(mark.shape[0] * k)))), np.uint8)
    tone = dark if rng.random() < 0.7 else _ink(rng)
    for down in (0.5,) if rng.random() < 0.6 else (0.25, 0.75):
        stamp(inner, mark, (w - mark.shape[1]) // 2, round(h * down - mark.shape[0] / 2), tone)
    if rng.random() < 0.4:
        disc(inner, w * float(rng.uniform(0.3, 0.7)), h * float(rng.uniform(0.55, 0.8)), w * 0.12, _ink(rng))


def _picture(inner: Picture, ink: Colour, light: Colour, rng: Rng) -> None:
    """A printed picture: any ground, with shapes over it."""
    h, w = inner.shape[:2]
    inner[:] = surface(KINDS[int(rng.integers(len(KINDS)))], w, h, rng)
    for _ in range(int(rng.integers(1, 7))):
        x, y = float(rng.uniform(0, w)), float(rng.uniform(0, h))
        disc(inner, x, y, w * float(rng.uniform(0.05, 0.4)), _ink(rng) if rng.random() < 0.5 else light)
    if rng.random() < 0.4:
        polygon(inner, [(0, h), (w * 0.4, h * float(rng.uniform(0.4, 0.8))), (w, h)], ink)


def _frames(inner: Picture, ink: Colour, light: Colour, rng: Rng) -> None:
    """Frames within frames around a middle piece."""
    h, w = inner.shape[:2]
    gap = w * float(rng.uniform(0.03, 0.09))
    for k in range(int(0.5 * w / gap) + 1):
        m = round(k * gap)
        if w - 2 * m < 4:
            break
        tone = ink if k % 2 == 0 else light
        cv2.rectangle(inner, (m, m), (w - 1 - m, h - 1 - m), tone, -1)
    r = w * float(rng.uniform(0.1, 0.3))
    disc(inner, w / 2, h / 2, r, light)
    disc(inner, w / 2, h / 2, r * 0.7, ink)
