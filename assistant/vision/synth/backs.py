"""Card backs of many kinds: plain, bordered or not, lattices, rosettes, stripes, scrolls, pictures."""

from __future__ import annotations

import math

import numpy as np

from assistant.vision.synth.glyphs import suit_mask
from assistant.vision.synth.paint import Colour, Picture, disc, line, mixed, polygon, shade, stamp
from assistant.vision.synth.style import DeckStyle

INKS: tuple[Colour, ...] = (
    (150, 60, 25), (190, 110, 50), (40, 30, 180), (60, 50, 215), (30, 30, 34), (60, 100, 30), (120, 40, 90),
    (30, 130, 220), (110, 90, 70), (200, 150, 90), (140, 110, 235),
)  # fmt: skip


def draw_back(style: DeckStyle, width: int, height: int) -> Picture:
    """The back of a deck, (height, width, 3) BGR; looks the same turned by half."""
    rng = np.random.default_rng((style.seed, 0xBAC))
    ink = INKS[int(rng.integers(len(INKS)))]
    b, g, r = (int(np.clip(c + rng.integers(-20, 21), 0, 255)) for c in ink)
    ink = (b, g, r)
    light = style.paper if rng.random() < 0.7 else mixed(style.paper, ink, 0.35)
    back: Picture = np.empty((height, width, 3), np.uint8)
    back[:] = style.paper
    border = round(height * float(rng.choice([0.0, 0.0, rng.uniform(0.015, 0.03), rng.uniform(0.035, 0.06)])))
    inner = np.ascontiguousarray(back[border : height - border, border : width - border])
    ground, mark = (ink, light) if rng.random() < 0.72 else (light, ink)
    inner[:] = ground
    _fill(inner, ground, mark, rng, style)
    if rng.random() < 0.5:
        _medallion(inner, ground, mark, rng, style)
    if rng.random() < 0.4:
        h, w = inner.shape[:2]
        gap = w * float(rng.uniform(0.02, 0.06))
        line(inner, [(gap, gap), (w - gap, gap), (w - gap, h - gap), (gap, h - gap)], mark, max(1, w / 80), closed=True)
    half = (inner.shape[0] + 1) // 2
    inner[inner.shape[0] - half :] = inner[:half][::-1, ::-1]
    back[border : height - border, border : width - border] = inner
    return back


def _fill(inner: Picture, ground: Colour, mark: Colour, rng: np.random.Generator, style: DeckStyle) -> None:
    h, w = inner.shape[:2]
    step = w * float(rng.uniform(0.05, 0.16))
    thin = max(1.0, step * float(rng.uniform(0.06, 0.28)))
    manner = int(rng.integers(9))
    across, down = int(w / step) + 3, int(h / step) + 3
    if manner == 0:
        inner[:] = min(ground, mark, key=sum)  # a plain back is coloured: a blank white one is no back
        return
    if manner == 1:
        for k in range(-down, across + down):
            line(inner, [(k * step, 0), (k * step + h, h)], mark, thin)
            line(inner, [(k * step, 0), (k * step - h, h)], mark, thin)
    elif manner == 2:
        for k in range(-down, across + down):
            x = k * step * 1.6
            polygon(inner, [(x, 0), (x + step * 0.7, 0), (x + step * 0.7 + h, h), (x + h, h)], mark)
    elif manner == 3:
        for j in range(down):
            for i in range(across):
                x, y = (i + (j % 2) / 2) * step, j * step
                disc(inner, x, y, step * 0.45, mark, max(1, round(thin)))
    elif manner == 4:
        for j in range(down):
            for i in range(across):
                if (i + j) % 2:
                    polygon(
                        inner,
                        [
                            (i * step, j * step),
                            ((i + 1) * step, j * step),
                            ((i + 1) * step, (j + 1) * step),
                            (i * step, (j + 1) * step),
                        ],
                        mark,
                    )
    elif manner == 5:
        x = np.linspace(0, w, 60)
        for j in range(-1, down):
            y = j * step + np.sin(x / w * math.tau * 3) * step * 0.4
            line(inner, np.stack([x, y], axis=1), mark, thin)
    elif manner == 6:
        suit = "cdhs"[int(rng.integers(4))]
        size = max(4, round(step * 0.8))
        pip = suit_mask(suit, style.suits, size, size)
        for j in range(down):
            for i in range(across):
                stamp(inner, pip, round((i + (j % 2) / 2) * step), round(j * step), mark)
    elif manner == 7:
        for j in range(down * 2):
            for i in range(across * 2):
                x, y = i * step / 2, j * step / 2
                if rng.random() < 0.5:
                    line(inner, [(x, y), (x + step / 2, y + step / 2)], mark, thin)
                else:
                    line(inner, [(x + step / 2, y), (x, y + step / 2)], mark, thin)
    else:
        for k in range(1, int(h / step) + 2):
            disc(inner, w / 2, h / 2, k * step * 0.7, mark, max(1, round(thin)))
        for k in range(24):
            a = k * math.tau / 24
            line(inner, [(w / 2, h / 2), (w / 2 + h * math.cos(a), h / 2 + h * math.sin(a))], mark, thin * 0.6)


def _medallion(inner: Picture, ground: Colour, mark: Colour, rng: np.random.Generator, style: DeckStyle) -> None:
    h, w = inner.shape[:2]
    spots = [(w / 2, h / 2)] if rng.random() < 0.5 else [(w / 2, h * 0.27), (w / 2, h * 0.73)]
    for x, y in spots:
        r = w * float(rng.uniform(0.16, 0.36))
        disc(inner, x, y, r, ground)
        disc(inner, x, y, r, mark, max(1, round(w / 70)))
        disc(inner, x, y, r * 0.82, mark, max(1, round(w / 120)))
        petals = int(rng.integers(5, 12))
        for k in range(petals):
            a = k * math.tau / petals
            disc(
                inner,
                x + r * 0.45 * math.cos(a),
                y + r * 0.45 * math.sin(a),
                r * 0.28,
                shade(mark, 0.95),
                -1 if k % 2 else 1,
            )
        disc(inner, x, y, r * 0.2, mark)
