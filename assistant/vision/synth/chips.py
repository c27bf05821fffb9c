"""Poker chips from above as sprites: ten named colours, many designs of rim and middle, wear and gloss."""

from __future__ import annotations

import colorsys
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.glyphs import bundled_fonts, letters, random_suit_style, suit_mask
from assistant.vision.synth.paint import Colour, Picture, disc, mixed, stamp
from assistant.vision.synth.surfaces import noise, surface

COLOURS = ("red", "orange", "yellow", "green", "blue", "lightblue", "purple", "magenta", "black", "white")
Rim = Literal["plain", "wedges", "dots", "lobes", "stripes", "bars", "embossed"]
Middle = Literal["moulded", "paper", "tinted", "picture", "metal", "ring"]
RIMS: tuple[tuple[Rim, float], ...] = (
    ("plain", 0.08), ("wedges", 0.3), ("dots", 0.16), ("lobes", 0.16), ("stripes", 0.14), ("bars", 0.1),
    ("embossed", 0.06),
)  # fmt: skip
MIDDLES: tuple[tuple[Middle, float], ...] = (
    ("moulded", 0.3), ("paper", 0.32), ("tinted", 0.1), ("picture", 0.06), ("metal", 0.12), ("ring", 0.1),
)  # fmt: skip
# Hue in degrees, saturation and value of what people call by each name, as (low, high); several families a name.
FAMILIES: dict[str, tuple[tuple[tuple[float, float], tuple[float, float], tuple[float, float]], ...]] = {
    "red": (((-12, 7), (0.62, 0.95), (0.5, 0.9)), ((-14, 2), (0.5, 0.75), (0.45, 0.75))),
    "orange": (((15, 32), (0.7, 1.0), (0.8, 1.0)), ((30, 41), (0.5, 0.9), (0.75, 0.95))),
    "yellow": (((46, 60), (0.6, 1.0), (0.8, 1.0)), ((44, 56), (0.45, 0.7), (0.85, 1.0))),
    "green": (((85, 165), (0.5, 1.0), (0.25, 0.7)), ((140, 182), (0.5, 1.0), (0.3, 0.65))),
    "blue": (((205, 242), (0.6, 1.0), (0.4, 0.9)), ((195, 215), (0.7, 1.0), (0.4, 0.75))),
    "lightblue": (((190, 215), (0.2, 0.5), (0.75, 0.97)),),
    "purple": (((252, 288), (0.4, 0.85), (0.25, 0.65)), ((258, 285), (0.25, 0.5), (0.45, 0.8))),
    "magenta": (((300, 334), (0.6, 0.95), (0.5, 0.95)), ((315, 345), (0.35, 0.6), (0.85, 1.0))),
    "black": (
        ((0, 360), (0.0, 0.25), (0.06, 0.22)),
        ((205, 250), (0.1, 0.38), (0.12, 0.28)),
        ((205, 235), (0.25, 0.5), (0.2, 0.36)),
    ),
    "white": (((20, 240), (0.0, 0.07), (0.86, 1.0)), ((35, 60), (0.03, 0.14), (0.84, 0.98))),
}


@dataclass(frozen=True)
class ChipDesign:
    """One kind of chip; radii are fractions of the chip's own, `spots` the colours that take turns on the rim."""

    colour: str
    base: Colour
    spots: tuple[Colour, ...]
    centre: Colour
    ink: Colour
    rim: Rim
    middle: Middle
    count: int
    width: float
    depth: float
    inner: float
    text: str
    seed: int


def _pick(rng: np.random.Generator, table: tuple[tuple[str, float], ...]) -> str:
    return table[int(rng.choice(len(table), p=[p for _, p in table]))][0]


def tone(colour: str, rng: np.random.Generator) -> Colour:
    """A BGR tone that people call by that name; KeyError for another word than those in COLOURS."""
    families = FAMILIES[colour]
    hue, sat, val = families[int(rng.integers(len(families)))]
    r, g, b = colorsys.hsv_to_rgb((float(rng.uniform(*hue)) / 360) % 1, float(rng.uniform(*sat)), rng.uniform(*val))
    return (round(255 * b), round(255 * g), round(255 * r))


def _contrast(base: Colour, rng: np.random.Generator) -> Colour:
    """A spot's colour: white on most chips, something else on white ones and on a few others."""
    pale = sum(base) > 560
    if rng.random() < (0.12 if pale else 0.68):
        return tone("white", rng) if not pale else tone("black", rng)
    while True:
        other = tone(COLOURS[int(rng.integers(len(COLOURS)))], rng)
        if math.dist(other, base) > 90:
            return other


def random_design(seed: int, colour: str | None = None) -> ChipDesign:
    """The chip of a seed; `colour` forces its name."""
    rng = np.random.default_rng((seed, 0xC1))
    named = colour or COLOURS[int(rng.integers(len(COLOURS)))]
    base = tone(named, rng)
    rim: Rim = _pick(rng, RIMS)  # type: ignore[assignment]
    middle: Middle = _pick(rng, MIDDLES)  # type: ignore[assignment]
    first = _contrast(base, rng)
    spots = (first,) if rng.random() < 0.6 else (first, _contrast(base, rng))
    width = float(rng.uniform(0.25, 0.52))
    if named == "white":  # half white, half red is a red chip; a white one's spots are narrow, or pale
        width = min(width, float(rng.uniform(0.25, 0.38)))
        if rng.random() < 0.25:
            spots = (mixed(first, (165, 170, 165), float(rng.uniform(0.5, 0.9))), *spots[1:])
    paper = tone("white", rng) if rng.random() < 0.8 else mixed(tone("white", rng), (150, 160, 165), rng.uniform(0, 1))
    centre = {
        "moulded": base, "paper": paper, "tinted": mixed(base, paper, float(rng.uniform(0.2, 0.7))), "picture": paper,
        "metal": mixed(base, (205, 215, 225), float(rng.uniform(0.1, 0.6))), "ring": base,
    }[middle]  # fmt: skip
    dark = (40, 36, 34) if rng.random() < 0.6 else mixed(base, (0, 0, 0), 0.5)
    return ChipDesign(
        named, base, spots, centre, dark if sum(centre) > 330 else (225, 228, 230), rim, middle,
        int(rng.integers(4, 10)), width, float(rng.uniform(0.16, 0.34)),
        float(rng.uniform(0.42, 0.68)), ("1", "5", "10", "25", "50", "100", "500", "1000", "")[int(rng.integers(9))],
        seed,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _polar(size: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    c = (size - 1) / 2
    radius = np.hypot(x - c, y - c) / (size / 2 - 1)
    return radius.astype(np.float32), np.arctan2(y - c, x - c).astype(np.float32)


def chip_sprite(design: ChipDesign, size: int = 128, salt: int = 0) -> NDArray[np.uint8]:
    """The design from above, (size, size, 4) BGRA; `salt` varies wear and gloss from chip to chip."""
    rng = np.random.default_rng((design.seed, salt, 0xC2))
    big = 2 * size
    radius, theta = _polar(big)
    picture: Picture = np.empty((big, big, 3), np.uint8)
    picture[:] = design.base
    _rim(picture, design, radius, theta)
    _middle(picture, design, radius, rng, big)
    out = picture.astype(np.float32)
    edge = float(rng.uniform(0.93, 0.975))
    out *= np.where(radius > edge, float(rng.uniform(0.6, 1.15)), 1.0)[..., None]
    slope = np.cos(theta - float(rng.uniform(0, math.tau))) * np.clip(radius, 0, 1)
    out *= (1 + float(rng.uniform(0, 0.14)) * slope)[..., None]
    if rng.random() < 0.35:  # a lamp mirrored in it
        gloss = np.exp(-((slope - float(rng.uniform(-0.6, 0.6))) ** 2) / float(rng.uniform(0.01, 0.12)))
        out += (float(rng.uniform(10, 70)) * gloss)[..., None]
    out += (noise(big, big, float(rng.uniform(2, 7)), rng) * float(rng.uniform(0, 6)))[..., None]
    alpha = np.clip((1 - radius) * size / 2 + 0.5, 0, 1) * 255
    whole = np.dstack([np.clip(out, 0, 255), alpha]).astype(np.uint8)
    return np.asarray(cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def edge_sprite(design: ChipDesign, size: int = 128) -> NDArray[np.uint8]:
    """A chip's side wall as a disc to be laid under it, shifted: base and spots, darker than the top."""
    big = 2 * size
    radius, theta = _polar(big)
    picture: Picture = np.empty((big, big, 3), np.uint8)
    picture[:] = design.base
    if design.rim in ("wedges", "lobes", "stripes", "bars"):
        turn = (theta / math.tau * design.count) % 1
        for k, spot in enumerate(design.spots):
            mine = (np.floor(theta / math.tau * design.count) % len(design.spots)) == k
            picture[(np.abs(turn - 0.5) < design.width / 2) & mine] = spot
    alpha = np.clip((1 - radius) * size / 2 + 0.5, 0, 1) * 255
    whole = np.dstack([picture.astype(np.float32) * 0.7, alpha]).astype(np.uint8)
    return np.asarray(cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def _rim(picture: Picture, d: ChipDesign, radius: NDArray[np.float32], theta: NDArray[np.float32]) -> None:
    turns = theta / math.tau * d.count
    turn = np.abs(turns % 1 - 0.5)  # 0 in the middle of a spot
    which = np.floor(turns).astype(np.int64) % len(d.spots)
    size = picture.shape[0]
    tones = np.array(d.spots, np.uint8)[which]
    if d.rim in ("wedges", "lobes", "stripes"):
        depth = {"wedges": d.depth, "lobes": d.depth * 1.1, "stripes": 1 - d.inner}[d.rim]
        half = d.width / 2 * (1.0 if d.rim != "lobes" else 1.15)
        lean = 0.3 * (1 - radius) / max(depth, 0.05) if d.rim == "lobes" else 0.0
        spot = (turn < half * (1 - lean)) & (radius > 1 - depth)
        picture[spot] = tones[spot]
        if d.rim == "lobes":
            dot = mixed(d.spots[-1], d.base, 0.15) if len(d.spots) > 1 else (40, 200, 235)
            for k in range(d.count):
                a = (k + 0.5) / d.count * math.tau
                at = size / 2 * (1 - depth * 0.5)
                disc(picture, size / 2 + math.cos(a) * at, size / 2 + math.sin(a) * at, size * depth * 0.16, dot)
    elif d.rim == "bars":
        spot = (turn < d.width / 2) & (radius > 1 - d.depth * 0.75) & (radius < 1 - d.depth * 0.22)
        picture[spot] = tones[spot]
    elif d.rim == "dots":
        for k in range(d.count + 2):
            a = (k + 0.5) / (d.count + 2) * math.tau
            at = size / 2 * (1 - 0.13)
            spot_at = (size / 2 + math.cos(a) * at, size / 2 + math.sin(a) * at)
            disc(picture, *spot_at, size * 0.5 * (0.035 + 0.09 * d.width), d.spots[k % len(d.spots)])
    elif d.rim == "embossed":
        style = random_suit_style(np.random.default_rng(d.seed))
        ink = mixed(d.base, (255, 255, 255) if sum(d.base) < 300 else (0, 0, 0), 0.25)
        side = max(6, round(size * 0.085))
        for k in range(8):
            a = k / 8 * math.tau
            at = size / 2 * 0.83
            mark = suit_mask("shdc"[k % 4], style, side, side)
            x, y = size / 2 + math.cos(a) * at, size / 2 + math.sin(a) * at
            stamp(picture, mark, round(x - side / 2), round(y - side / 2), ink)


def _middle(picture: Picture, d: ChipDesign, radius: NDArray[np.float32], rng: np.random.Generator, size: int) -> None:
    inside = radius < d.inner
    if d.middle == "picture":
        kind = ("floral", "stripes", "marble", "checked")[d.seed % 4]
        art = surface(kind, size, size, np.random.default_rng((d.seed, 5)))
        picture[inside] = art[inside]
    elif d.middle == "ring":
        band = max(2, round(size * 0.012))
        disc(picture, size / 2, size / 2, size / 2 * d.inner, d.spots[0], band)
    elif d.middle != "moulded" or d.rim == "stripes":
        picture[inside] = d.centre
    if d.middle == "metal":
        _, theta = _polar(size)
        shine = 1 + 0.22 * np.cos(2 * theta + float(rng.uniform(0, math.tau))) * np.clip(radius / d.inner, 0, 1)
        lit = np.clip(picture.astype(np.float32) * shine[..., None], 0, 255).astype(np.uint8)
        picture[inside] = lit[inside]
    if d.middle in ("paper", "tinted", "metal"):
        gold = ((60, 150, 190), d.ink, d.spots[0])[d.seed % 3]
        disc(picture, size / 2, size / 2, size / 2 * d.inner, gold, max(2, round(size * 0.012 * (1 + d.seed % 3))))
    elif d.middle == "moulded" and d.seed % 2:
        disc(picture, size / 2, size / 2, size / 2 * d.inner, mixed(d.base, (0, 0, 0), 0.3), max(1, size // 90))
    ink = d.ink if d.middle not in ("moulded", "ring") else mixed(d.base, d.spots[0], 0.35)
    if d.text and d.middle != "picture" and not (d.middle == "moulded" and d.seed % 3):
        fonts = bundled_fonts()
        tall = max(6, round(size * (0.16 if len(d.text) < 4 else 0.12)))
        mark = letters(fonts[d.seed % len(fonts)], d.text, tall)
        stamp(picture, mark, (size - mark.shape[1]) // 2, (size - mark.shape[0]) // 2, ink)
        if d.seed % 2:
            word = letters(fonts[(d.seed // 2) % len(fonts)], ("CASINO", "FALA", "POKER", "MC")[d.seed % 4], tall // 2)
            stamp(picture, word, (size - word.shape[1]) // 2, round(size * 0.34), ink)
    elif d.middle in ("metal", "paper", "tinted"):
        side = max(8, round(size * 0.2))
        mark = suit_mask("shdc"[d.seed % 4], random_suit_style(np.random.default_rng(d.seed)), side, side)
        stamp(picture, mark, (size - side) // 2, (size - side) // 2, ink)
