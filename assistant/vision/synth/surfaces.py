"""What lies under the cards: felt, wood, parquet, cloth, marble, stone, carpet, plain board."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.paint import Colour, Picture, disc, polygon

Field = NDArray[np.float32]

KINDS = ("felt", "wood", "parquet", "cloth", "checked", "marble", "stone", "carpet", "plain", "floral", "stripes")


def noise(width: int, height: int, coarse: float, rng: np.random.Generator, stretch: float = 1.0) -> Field:
    """Smooth noise of about unit spread; `coarse` px between its knots, `stretch` times closer down than across."""
    w = max(2, int(width / coarse) + 2)
    h = max(2, int(height / coarse * stretch) + 2)
    knots = rng.normal(0, 1, (h, w)).astype(np.float32)
    return np.asarray(cv2.resize(knots, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _tinted(field: Field, colour: Colour, depth: float) -> Picture:
    tone = np.array(colour, np.float32)
    return np.asarray(np.clip(tone * (1 + depth * field[..., None]), 0, 255), np.uint8)


def _pick(rng: np.random.Generator, *colours: Colour) -> Colour:
    base = colours[int(rng.integers(len(colours)))]
    b, g, r = (int(np.clip(c * rng.uniform(0.8, 1.2) + rng.integers(-8, 9), 0, 255)) for c in base)
    return (b, g, r)


def felt(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Green, blue, red or dark felt with a fine nap."""
    tone = _pick(
        rng, (60, 110, 20), (70, 90, 30), (120, 60, 20), (40, 30, 120), (45, 60, 30), (50, 50, 50), (90, 130, 60)
    )
    field = 0.6 * noise(width, height, 1.5, rng) + 0.5 * noise(width, height, 60, rng)
    return _tinted(field, tone, float(rng.uniform(0.03, 0.12)))


def wood(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Grained wood from pale birch to dark walnut, perhaps in planks."""
    tone = _pick(
        rng,
        (150, 195, 225),
        (90, 145, 195),
        (60, 100, 160),
        (40, 60, 105),
        (30, 40, 70),
        (40, 60, 140),
        (170, 200, 215),
    )
    field = (
        0.7 * noise(width, height, 60, rng, 14)
        + 0.4 * noise(width, height, 24, rng, 8)
        + 0.3 * noise(width, height, 90, rng)
    )
    picture = _tinted(field, tone, float(rng.uniform(0.04, 0.16)))
    if rng.random() < 0.35:
        step = height / float(rng.uniform(2, 7))
        for k in range(1, int(height / step) + 1):
            cv2.line(picture, (0, round(k * step)), (width, round(k * step)), (30, 40, 50), 1, cv2.LINE_AA)
    return np.ascontiguousarray(np.rot90(picture, int(rng.integers(2)))) if width == height else picture


def parquet(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Strips of wood of changing tone, in rows, bricks or a basket weave."""
    tone = np.array(_pick(rng, (80, 130, 185), (60, 95, 150), (50, 75, 120), (110, 160, 200)), np.float32)
    long, wide = float(rng.uniform(30, 130)), float(rng.uniform(8, 24))
    manner = int(rng.integers(3))
    picture = np.zeros((height, width, 3), np.uint8)
    if manner < 2:
        for j in range(int(height / wide) + 1):
            shift = float(rng.uniform(0, long)) if manner else (j % 2) * long / 2
            for i in range(-1, int(width / long) + 2):
                c = tone * float(rng.uniform(0.72, 1.22))
                x, y = round(i * long + shift - long), round(j * wide)
                picture[max(0, y) : round((j + 1) * wide), max(0, x) : max(0, round(x + long))] = np.clip(c, 0, 255)
    else:
        side = max(16, round(long * 0.7))
        slats = max(2, round(side / wide))
        for y in range(0, height, side):
            for x in range(0, width, side):
                flat = ((x // side) + (y // side)) % 2
                for k in range(slats):
                    c = np.clip(tone * float(rng.uniform(0.75, 1.2)), 0, 255)
                    a, b = k * side // slats, (k + 1) * side // slats
                    if flat:
                        picture[y + a : y + b, x : x + side] = c
                    else:
                        picture[y : y + side, x + a : x + b] = c
    grain = noise(width, height, 30, rng, 10)[..., None] * float(rng.uniform(2, 10))
    return np.asarray(np.clip(picture + grain, 0, 255), np.uint8)


def cloth(width: int, height: int, rng: np.random.Generator) -> Picture:
    """A woven cloth with soft folds."""
    tone = _pick(rng, (220, 225, 230), (160, 120, 90), (60, 60, 140), (190, 200, 210), (90, 70, 60), (150, 180, 200))
    x = np.arange(width, dtype=np.float32) * float(rng.uniform(0.7, 2.2))
    y = np.arange(height, dtype=np.float32) * float(rng.uniform(0.7, 2.2))
    weave = (np.sin(x)[None, :] + np.sin(y)[:, None]).astype(np.float32) * 0.4
    folds = noise(width, height, 110, rng) * 0.8
    return _tinted(
        np.asarray(weave + folds + 0.3 * noise(width, height, 2, rng), np.float32), tone, float(rng.uniform(0.03, 0.1))
    )


def checked(width: int, height: int, rng: np.random.Generator) -> Picture:
    """A checked tablecloth: crossing translucent bands."""
    ground = np.array(_pick(rng, (235, 238, 240), (200, 215, 225)), np.float32)
    band = np.array(_pick(rng, (50, 40, 180), (150, 80, 40), (60, 120, 50), (60, 60, 60)), np.float32)
    step = float(rng.uniform(14, 60))
    share = float(rng.uniform(0.35, 0.6))
    across = ((np.arange(width) / step) % 1 < share).astype(np.float32) * 0.5
    down = ((np.arange(height) / step) % 1 < share).astype(np.float32) * 0.5
    cover = (across[None, :] + down[:, None])[..., None]
    picture = ground * (1 - cover) + band * cover + noise(width, height, 2, rng)[..., None] * 4
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def stripes(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Bands of several colours and widths, as on a towel."""
    picture = np.zeros((height, width, 3), np.uint8)
    at = 0
    tones = [
        _pick(rng, (200, 210, 220), (60, 50, 160), (140, 90, 50), (70, 120, 70), (50, 50, 50), (90, 180, 220))
        for _ in range(4)
    ]
    while at < width:
        step = int(rng.uniform(4, 50))
        picture[:, at : at + step] = tones[int(rng.integers(4))]
        at += step
    return np.asarray(np.clip(picture + noise(width, height, 2, rng)[..., None] * 5, 0, 255), np.uint8)


def marble(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Veined marble, pale or dark."""
    tone = _pick(rng, (215, 218, 220), (190, 195, 200), (60, 60, 60), (120, 140, 150))
    warp = noise(width, height, 70, rng) * 2 + noise(width, height, 22, rng)
    ramp = np.linspace(0, float(rng.uniform(6, 20)), width, dtype=np.float32)[None, :]
    veins = -np.exp(-np.abs(np.sin(ramp + warp)) * float(rng.uniform(4, 12)))
    return _tinted(
        np.asarray(veins + 0.3 * noise(width, height, 50, rng), np.float32), tone, float(rng.uniform(0.15, 0.4))
    )


def stone(width: int, height: int, rng: np.random.Generator) -> Picture:
    """Speckled stone or laminate."""
    tone = _pick(rng, (35, 35, 38), (110, 115, 120), (170, 175, 180), (60, 70, 90))
    speck = noise(width, height, float(rng.uniform(1.5, 4)), rng)
    return _tinted(
        np.asarray(np.maximum(speck, 0.4) - 0.4 + 0.15 * noise(width, height, 80, rng), np.float32),
        tone,
        float(rng.uniform(0.2, 0.8)),
    )


def carpet(width: int, height: int, rng: np.random.Generator) -> Picture:
    """A shaggy carpet of strong fine texture."""
    tone = _pick(rng, (120, 150, 170), (90, 100, 110), (70, 60, 110), (130, 110, 80))
    return _tinted(noise(width, height, float(rng.uniform(2, 6)), rng), tone, float(rng.uniform(0.15, 0.3)))


def plain(width: int, height: int, rng: np.random.Generator) -> Picture:
    """A painted board or a sheet, any colour, nearly even; often white or black."""
    v = int(rng.integers(0, 256))
    grey: Colour = (v, v, v)
    c = rng.integers(0, 256, 3)
    tone = grey if rng.random() < 0.6 else (int(c[0]), int(c[1]), int(c[2]))
    return _tinted(noise(width, height, 120, rng), tone, 0.03)


def floral(width: int, height: int, rng: np.random.Generator) -> Picture:
    """A patterned oilcloth: flowers, leaves, dots and lozenges scattered in rows."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _pick(rng, (220, 228, 232), (60, 70, 130), (130, 160, 120), (180, 190, 215), (50, 60, 60))
    step = float(rng.uniform(24, 90))
    tones = [
        _pick(rng, (60, 60, 200), (90, 150, 60), (200, 120, 60), (70, 200, 240), (220, 220, 230), (30, 30, 40))
        for _ in range(3)
    ]
    petals, lozenge = int(rng.integers(4, 8)), rng.random() < 0.3
    for j in range(int(height / step) + 2):
        for i in range(int(width / step) + 2):
            x, y = (i + (j % 2) / 2) * step, j * step
            if lozenge:
                polygon(
                    picture,
                    [(x, y - step * 0.4), (x + step * 0.25, y), (x, y + step * 0.4), (x - step * 0.25, y)],
                    tones[(i + j) % 3],
                )
                continue
            for k in range(petals):
                a = k * math.tau / petals
                disc(
                    picture,
                    x + math.cos(a) * step * 0.18,
                    y + math.sin(a) * step * 0.18,
                    step * 0.12,
                    tones[(i + j) % 2],
                )
            disc(picture, x, y, step * 0.1, tones[2])
    return np.asarray(np.clip(picture + noise(width, height, 2, rng)[..., None] * 3, 0, 255), np.uint8)


_MAKERS = {
    "felt": felt, "wood": wood, "parquet": parquet, "cloth": cloth, "checked": checked, "marble": marble,
    "stone": stone,
    "carpet": carpet, "plain": plain, "floral": floral, "stripes": stripes,
}  # fmt: skip


def surface(kind: str, width: int, height: int, rng: np.random.Generator) -> Picture:
    """A surface of a kind in KINDS, (height, width, 3) BGR; KeyError for another word."""
    return _MAKERS[kind](width, height, rng)
