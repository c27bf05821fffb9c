"""Training scenes from a seed: any deck, any table, any lamp, any lens, with and without cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from assistant.vision.records import BACK, CARDS, JOKER
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.clutter import CHIP_COLOURS, arm, chip, random_thing
from assistant.vision.synth.deck import DrawnDeck, draw_deck
from assistant.vision.synth.layouts import Rng, Spot, random_layout
from assistant.vision.synth.light import Glare, Light, Shadow
from assistant.vision.synth.paint import Picture
from assistant.vision.synth.printed import random_print
from assistant.vision.synth.scene import Item, Scene, card_item
from assistant.vision.synth.surfaces import KINDS, surface

KIND_WEIGHTS = (0.17, 0.17, 0.09, 0.08, 0.05, 0.07, 0.07, 0.05, 0.13, 0.06, 0.06)
DECK_HEIGHT = 340
SCENES_PER_SHELF = 32
DECKS_PER_SHELF = 5


@lru_cache(maxsize=12)
def _drawn(seed: int) -> DrawnDeck:
    return draw_deck(seed, height=DECK_HEIGHT)


def random_scene(
    seed: int, width: int = 448, height: int = 448, *, extra_decks: Sequence[DrawnDeck] = (), empty: bool | None = None
) -> Scene:
    """The scene of a seed; `extra_decks` serve nearly half of it, `empty` forces (or forbids) a table without cards.

    Neighbouring seeds share a few drawn decks so that drawing them does not dominate.
    """
    rng = np.random.default_rng((seed, 0x5EED))
    bare = bool(rng.random() < 0.07) if empty is None else empty
    table = _table(rng, width, height)
    spots = [] if bare else random_layout(rng, width, height)
    size = spots[0].height if spots else height * float(rng.uniform(0.1, 0.35))
    items = _clutter(rng, width, height, size, under=True, busy=bare)
    items += _cards(rng, spots, seed, extra_decks)
    items += _clutter(rng, width, height, size, under=False, busy=False)
    items += _arms(rng, width, height, size)
    return Scene(width, height, table, tuple(items), _camera(rng, size), _light(rng, width, height, size), seed)


def _surface(rng: Rng, width: int, height: int) -> Picture:
    return surface(KINDS[int(rng.choice(len(KINDS), p=KIND_WEIGHTS))], width, height, rng)


def _table(rng: Rng, width: int, height: int) -> Picture:
    """The ground; in some scenes a table top whose edges show against a floor."""
    top = _surface(rng, width, height)
    if rng.random() < 0.72:
        return top
    floor = _surface(rng, width, height)
    cx, cy = width * float(rng.uniform(0.4, 0.6)), height * float(rng.uniform(0.4, 0.6))
    w, h = width * float(rng.uniform(0.3, 0.55)), height * float(rng.uniform(0.3, 0.55))
    mask = np.zeros((height, width), np.float32)
    if rng.random() < 0.7:
        a = float(rng.normal(0, 12))
        box = cv2.boxPoints(((cx, cy), (2 * w, 2 * h), a))
        cv2.fillPoly(mask, [np.round(box * 16).astype(np.int32)], (1.0,), cv2.LINE_8, 4)
    else:
        cv2.ellipse(mask, (round(cx), round(cy)), (round(w), round(h)), float(rng.uniform(0, 180)), 0, 360, (1.0,), -1)
    dark = np.asarray(cv2.GaussianBlur(mask, (0, 0), 6))[..., None]
    ground = floor * (1 - 0.5 * dark)
    cover = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.8))[..., None]
    return (ground * (1 - cover) + top * cover).astype(np.uint8)


def _shelf(rng: Rng, seed: int, extra: Sequence[DrawnDeck]) -> list[DrawnDeck]:
    count = int(rng.choice([1, 2, 3], p=[0.7, 0.24, 0.06]))
    decks = []
    for _ in range(count):
        if extra and rng.random() < 0.45:
            decks.append(extra[int(rng.integers(len(extra)))])
        else:
            decks.append(_drawn((seed // SCENES_PER_SHELF) * DECKS_PER_SHELF + int(rng.integers(DECKS_PER_SHELF))))
    return decks


def _cards(rng: Rng, spots: list[Spot], seed: int, extra: Sequence[DrawnDeck]) -> list[Item]:
    if not spots:
        return []
    decks = _shelf(rng, seed, extra)
    names = [(d, n) for d in range(len(decks)) for n in (*CARDS, JOKER)]
    order = rng.permutation(len(names))
    lift = float(rng.choice([0.0, 0.5, 1.0, 2.0])) * spots[0].height / 100
    items = []
    for k, spot in enumerate(spots):
        which, name = names[int(order[k % len(order)])]
        if name == JOKER and rng.random() < 0.5:
            name = "As"
        deck = decks[which]
        if name not in deck.faces:
            name = "Ks"
        card = deck.faces[name] if spot.up else deck.back
        label = name if spot.up else BACK
        gain = float(rng.uniform(0.9, 1.03))
        items.append(card_item(card, label, (spot.x, spot.y), spot.angle, spot.height, lift=lift, gain=gain))
    return items


def _chips(rng: Rng, width: int, height: int, size: float) -> list[Item]:
    colours = list(CHIP_COLOURS)
    wide = size * float(rng.uniform(0.38, 0.5))
    x0, y0 = float(rng.uniform(0, width)), float(rng.uniform(0, height))
    near = float(rng.choice([0.4, 1.2, 4.0])) * wide
    out = []
    for _ in range(int(rng.integers(1, 10))):
        at = (x0 + float(rng.normal(0, near)), y0 + float(rng.normal(0, near)))
        sprite = chip(colours[int(rng.integers(len(colours)))], int(rng.integers(8)), 96)
        out.append(Item(sprite, at, float(rng.uniform(0, 360)), wide, lift=wide * 0.03))
    return out


def _clutter(rng: Rng, width: int, height: int, size: float, *, under: bool, busy: bool) -> list[Item]:
    items: list[Item] = []
    chance = (0.4 if under else 0.16) if not busy else 0.8
    if rng.random() < chance:
        for _ in range(int(rng.integers(1, 7 if under else 3))):
            sprite, tall = random_print(rng) if rng.random() < 0.3 else random_thing(rng)
            at = (float(rng.uniform(-0.05, 1.05)) * width, float(rng.uniform(-0.05, 1.05)) * height)
            if not under and rng.random() < 0.6:
                tall = min(tall, 0.5)
            see_through = bool(sprite[sprite.shape[0] // 2, sprite.shape[1] // 2, 3] < 128 and sprite.shape[0] == 160)
            items.append(Item(sprite, at, float(rng.uniform(0, 360)), size * tall, lift=size * 0.02, ghost=see_through))
    if rng.random() < (0.33 if under else 0.16) + (0.4 if busy else 0):
        items += _chips(rng, width, height, size)
    return items


def _arms(rng: Rng, width: int, height: int, size: float) -> list[Item]:
    if rng.random() > 0.24:
        return []
    items = []
    for _ in range(int(rng.choice([1, 1, 2]))):
        long = max(size * float(rng.uniform(3.0, 5.0)), height * 0.35)
        side = float(rng.uniform(0, 360))
        reach = float(rng.uniform(0.15, 0.6))
        tip_x = width / 2 + math.cos(math.radians(side)) * width * reach
        tip_y = height / 2 + math.sin(math.radians(side)) * height * reach
        lean = side + float(rng.normal(0, 18))
        x = tip_x + math.cos(math.radians(lean)) * long * 0.45
        y = tip_y + math.sin(math.radians(lean)) * long * 0.45
        items.append(Item(arm(rng), (x, y), lean - 90, long, lift=size * 0.08))
    return items


def _camera(rng: Rng, size: float) -> Camera:
    u = rng.uniform
    tilt = float(rng.choice([0.0, abs(rng.normal(0, 6)), u(8, 35)], p=[0.25, 0.45, 0.3]))
    blur = float(rng.choice([0.0, u(0.3, 1.0), u(1.0, 0.022 * size + 1.05)], p=[0.5, 0.4, 0.1]))
    return Camera(
        tilt=tilt,
        azimuth=float(u(0, 360)),
        roll=float(rng.normal(0, 4)),
        zoom=float(u(0.92, 1.08)),
        defocus=blur,
        motion=float(u(2, 6)) if rng.random() < 0.09 else 0.0,
        motion_angle=float(u(0, 180)),
        noise=float(rng.choice([u(0.5, 3), u(3, 9), u(9, 20)], p=[0.5, 0.38, 0.12])),
        jpeg=int(rng.integers(28, 92)) if rng.random() < 0.6 else 0,
        gamma=float(u(0.6, 1.2)),
        saturation=float(u(0.6, 1.35)),
        contrast=float(u(0.8, 1.2)),
        soften=float(u(0.55, 1.0)) if rng.random() < 0.35 else 1.0,
        sharpen=float(u(0.2, 1.4)) if rng.random() < 0.3 else 0.0,
    )


def _light(rng: Rng, width: int, height: int, size: float) -> Light:
    u = rng.uniform
    mood = rng.random()
    if mood < 0.5:
        lamp, level = (u(0.92, 1.08), 1.0, u(0.92, 1.08)), u(0.75, 1.12)
    elif mood < 0.75:
        lamp, level = (u(0.5, 0.85), u(0.85, 0.97), 1.05), u(0.55, 1.05)
    elif mood < 0.88:
        lamp, level = (1.05, u(0.9, 1.0), u(0.75, 0.95)), u(0.6, 1.05)
    else:
        lamp, level = (u(0.5, 1.0), u(0.75, 1.0), 1.0), u(0.28, 0.6)
    spot = None
    if rng.random() < 0.25:
        spot = (float(u(0, width)), float(u(0, height)), float(u(0.35, 0.8)) * max(width, height), float(u(0.35, 0.8)))
    glares = tuple(
        Glare(
            float(u(0, width)),
            float(u(0, height)),
            size * float(u(0.15, 1.3)),
            size * float(u(0.1, 0.7)),
            float(u(0, 180)),
            float(u(0.2, 1.0)),
        )
        for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.66, 0.2, 0.09, 0.05])))
    )
    shadows = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.62, 0.26, 0.12]))):
        cx, cy, r = u(0, width), u(0, height), u(0.12, 0.6) * max(width, height)
        turn = np.sort(u(0, math.tau, 6))
        points = tuple((float(cx + math.cos(t) * r * u(0.4, 1)), float(cy + math.sin(t) * r * u(0.4, 1))) for t in turn)
        shadows.append(Shadow(points, float(u(1.5, 26)), float(u(0.12, 0.55))))
    return Light(
        (float(lamp[0]), float(lamp[1]), float(lamp[2])),
        float(level),
        float(u(0, 0.5)),
        float(u(0, 360)),
        spot,
        glares,
        tuple(shadows),
    )
