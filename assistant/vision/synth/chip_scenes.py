"""Tables with chips and the truth about them: scattered, splashed, in rows and heaps, among cards and round things."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth import random_scene as tables
from assistant.vision.synth.chips import COLOURS, chip_sprite, edge_sprite, random_design, tone
from assistant.vision.synth.clutter import Sprite, block, cable, coin, fruit, glass, paper, phone, pot
from assistant.vision.synth.deck import DrawnDeck
from assistant.vision.synth.layouts import Rng, pairs, rows, scattered, seats
from assistant.vision.synth.scene import CardTruth, Item, Rendered, Scene

CHIP = "chip:"  # what an item's label begins with where it is a chip
SHELF, DESIGNS = 24, 5  # scenes of neighbouring seeds share a few designs, so that drawing them does not dominate
THICK = 0.085  # a chip's height over its diameter
CIRCLE = math.pi / 4  # of its square's area


@dataclass(frozen=True)
class ChipTruth:
    """One chip as it lies: its colour, its outline (32 points in px), and how much of its disc is in view (0..1)."""

    colour: str
    outline: NDArray[np.float32]
    visible: float

    @property
    def box(self) -> NDArray[np.float32]:
        """The least rectangle around the ellipse, four corners in px."""
        return np.asarray(cv2.boxPoints(cv2.fitEllipse(self.outline)), np.float32)


@lru_cache(maxsize=3000)
def _sprite(design: int, colour: str, salt: int) -> NDArray[np.uint8]:
    return chip_sprite(random_design(design, colour), 112, salt)


@lru_cache(maxsize=1000)
def _edge(design: int, colour: str) -> NDArray[np.uint8]:
    return edge_sprite(random_design(design, colour), 96)


def chips_of(rendered: Rendered) -> list[ChipTruth]:
    """The chips of a rendered scene, bottom to top, wholly hidden ones left out."""
    turn = np.linspace(0, math.tau, 32, endpoint=False)
    unit = (np.stack([np.cos(turn), np.sin(turn)], 1) / 2 + 0.5).astype(np.float32)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    out = []
    for truth in rendered.truth:
        if truth.card.startswith(CHIP):
            lens = cv2.getPerspectiveTransform(square, truth.quad.astype(np.float32))
            ring = cv2.perspectiveTransform(unit[None], lens)[0]
            seen = min(1.0, truth.visible_fraction / CIRCLE)
            out.append(ChipTruth(truth.card[len(CHIP) :], np.asarray(ring, np.float32), seen))
    return out


def cards_of(rendered: Rendered) -> list[CardTruth]:
    """The cards of a rendered scene, without its chips."""
    return [t for t in rendered.truth if not t.card.startswith(CHIP)]


def rack(rng: Rng, height: int = 220) -> NDArray[np.uint8]:
    """A tray of chips standing on edge, seen from above: squashed discs in rows, none of them lying flat."""
    columns = int(rng.integers(1, 4))
    width = round(height * (0.2 + 0.24 * columns))
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = (28, 28, 30) if rng.random() < 0.7 else tone("white", rng)
    step = width / (columns + 0.4)
    for c in range(columns):
        x, y = round((c + 0.7) * step), round(height * 0.08)
        while y < height * 0.94:
            colour = tone(COLOURS[int(rng.integers(len(COLOURS)))], rng)
            for _ in range(int(rng.integers(2, 9))):
                axes = (round(step * 0.42), max(2, round(step * float(rng.uniform(0.05, 0.2)))))
                cv2.ellipse(picture, (x, y), axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
                cv2.ellipse(picture, (x, y), axes, 0, 0, 360, (60, 60, 60), 1, cv2.LINE_AA)
                y += max(2, axes[1] // 2)
    return np.dstack([picture, np.full((height, width), 255, np.uint8)])


def _places(rng: Rng, width: int, height: int, wide: float) -> list[tuple[float, float]]:
    """Centres of chips, bottom first, in one of several manners."""
    x, y = float(rng.uniform(0.12, 0.88)) * width, float(rng.uniform(0.12, 0.88)) * height
    manner = int(rng.choice(5, p=[0.3, 0.26, 0.18, 0.16, 0.1]))
    if manner == 0:  # apart
        return [(float(rng.uniform(0, width)), float(rng.uniform(0, height))) for _ in range(int(rng.integers(1, 9)))]
    if manner == 1:  # splashed: touching, seldom covered
        out: list[tuple[float, float]] = []
        for _ in range(60):
            spread = wide * float(rng.uniform(0.5, 2.4))
            at = (x + float(rng.normal(0, spread)), y + float(rng.normal(0, spread)))
            if all(math.dist(at, o) > wide * float(rng.uniform(0.8, 1.02)) for o in out):
                out.append(at)
        return out[: int(rng.integers(2, 16))]
    if manner == 2:  # a row, each on the one before
        a, step = float(rng.uniform(0, math.tau)), wide * float(rng.uniform(0.4, 1.0))
        bend = float(rng.normal(0, 0.12))
        count, out = int(rng.integers(2, 9)), []
        for _ in range(count):
            out.append((x, y))
            x, y, a = x + math.cos(a) * step, y + math.sin(a) * step, a + bend
        return out
    if manner == 3:  # a heap
        spread = wide * float(rng.uniform(0.45, 0.9))
        count = int(rng.integers(3, 11))
        return [(x + float(rng.normal(0, spread)), y + float(rng.normal(0, spread))) for _ in range(count)]
    lean = rng.normal(0, 0.02, 2) * wide  # a stack: only its top can be seen
    return [
        (x + float(lean[0]) * k + float(rng.normal(0, 0.02 * wide)), y + float(lean[1]) * k)
        for k in range(int(rng.integers(2, 7)))
    ]


def _chips(rng: Rng, seed: int, width: int, height: int, wide: float, tilt: tuple[float, float]) -> list[Item]:
    """Items of some groups of chips: each with its side wall below it, moved where a tilted camera would see it."""
    shelf = (seed // SHELF) * DESIGNS
    only = int(rng.integers(DESIGNS))
    one_set = rng.random() < 0.6
    items = []
    for _ in range(int(rng.choice([1, 2, 3, 4], p=[0.4, 0.3, 0.2, 0.1]))):
        favourite = COLOURS[int(rng.integers(len(COLOURS)))] if rng.random() < 0.35 else None
        for x, y in _places(rng, width, height, wide):
            colour = favourite or COLOURS[int(rng.integers(len(COLOURS)))]
            design = shelf + (only if one_set else int(rng.integers(DESIGNS)))
            angle = float(rng.uniform(0, 360))
            gain = float(rng.uniform(0.92, 1.05))
            lift = wide * float(rng.uniform(0.02, 0.06))
            if max(abs(tilt[0]), abs(tilt[1])) > 0.01:
                for k in (1.0, 0.66, 0.33):
                    at = (x - tilt[0] * wide * k, y - tilt[1] * wide * k)
                    items.append(Item(_edge(design, colour), at, angle, wide, gain=gain, lift=lift if k == 1 else 0.0))
                    lift = 0.0
            sprite = _sprite(design, colour, int(rng.integers(2)))
            items.append(Item(sprite, (x, y), angle, wide, CHIP + colour, lift=lift, gain=gain))
    return items


def _things(rng: Rng, width: int, height: int, size: float) -> list[Item]:
    makers: tuple[tuple[Callable[[], Sprite], float, float, float], ...] = (
        (lambda: coin(rng), 0.2, 0.3, 0.22), (lambda: glass(rng), 0.75, 1.2, 0.14), (lambda: fruit(rng), 0.4, 0.9, 0.1),
        (lambda: pot(rng), 0.8, 1.4, 0.1), (lambda: paper(rng), 0.8, 2.0, 0.14), (lambda: phone(rng), 1.5, 1.8, 0.08),
        (lambda: block(rng), 0.6, 2.5, 0.1), (lambda: cable(rng), 1.5, 3.5, 0.05), (lambda: rack(rng), 1.2, 2.4, 0.07),
    )  # fmt: skip
    items = []
    for _ in range(int(rng.integers(0, 6))):
        make, low, high, _ = makers[int(rng.choice(len(makers), p=[m[3] for m in makers]))]
        sprite = make()
        at = (float(rng.uniform(-0.05, 1.05)) * width, float(rng.uniform(-0.05, 1.05)) * height)
        clear = bool(sprite[sprite.shape[0] // 2, sprite.shape[1] // 2, 3] < 128 and sprite.shape[0] == 160)
        tall = size * float(rng.uniform(low, high))
        items.append(Item(sprite, at, float(rng.uniform(0, 360)), tall, lift=size * 0.02, ghost=clear))
    return items


def chip_scene(
    seed: int,
    width: int = 448,
    height: int = 448,
    *,
    extra_decks: Sequence[DrawnDeck] = (),
    bare: bool | None = None,
    tame: bool = False,
) -> Scene:
    """The chip scene of a seed; `bare` forces or forbids a table without chips, `tame` spares it the worst."""
    rng = np.random.default_rng((seed, 0xC4195))
    none = bool(rng.random() < 0.12) if bare is None else bare
    with_cards = bool(rng.random() < 0.6)
    spots = []
    if with_cards:
        make = (scattered, rows, pairs, seats)[int(rng.integers(4))]
        spots = make(rng, width, height)
    if spots:
        size = spots[0].height
        wide = size * float(rng.uniform(0.4, 0.5))
    else:
        wide = height * float(np.exp(rng.uniform(math.log(0.035), math.log(0.34))))
        size = wide / 0.44
    camera = tables._camera(rng, size)
    if tame:
        camera = type(camera)(camera.tilt, camera.azimuth, camera.roll, camera.zoom, noise=3.0, jpeg=85)
    a, t = math.radians(camera.azimuth), math.tan(math.radians(camera.tilt)) * THICK
    tilt = (-math.sin(a) * t, math.cos(a) * t)
    items = _things(rng, width, height, size)
    if not none and rng.random() < 0.5:
        items += _chips(rng, seed, width, height, wide, tilt)
        items += tables._cards(rng, spots, seed, extra_decks)
    else:
        items += tables._cards(rng, spots, seed, extra_decks)
        items += [] if none else _chips(rng, seed, width, height, wide, tilt)
    if not tame:
        items += tables._arms(rng, width, height, size)
    light = tables._light(rng, width, height, size)
    return Scene(width, height, tables._table(rng, width, height), tuple(items), camera, light, seed)
