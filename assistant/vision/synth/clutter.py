"""Things beside the cards, as BGRA sprites: chips, arms, phones, paper, notes, glasses, coins, books, cases."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.glyphs import bundled_fonts, letters
from assistant.vision.synth.paint import Colour, Picture, disc, line, polygon, stamp
from assistant.vision.synth.surfaces import noise, surface

Sprite = NDArray[np.uint8]

CHIP_COLOURS: dict[str, Colour] = {
    "white": (232, 234, 236), "red": (45, 35, 190), "green": (60, 120, 30), "blue": (160, 80, 30),
    "black": (34, 32, 32),
    "yellow": (60, 200, 235), "purple": (120, 50, 100), "orange": (40, 130, 235), "pink": (170, 140, 235),
    "grey": (130, 130, 130),
}  # fmt: skip


def _with_alpha(picture: Picture, alpha: NDArray[np.uint8]) -> Sprite:
    return np.dstack([picture, alpha])


def chip(colour: str, seed: int, size: int = 120) -> Sprite:
    """A poker chip from above, `size` px across; `colour` is a key of CHIP_COLOURS."""
    rng = np.random.default_rng((seed, 0xC41))
    base = CHIP_COLOURS[colour]
    spot: Colour = (
        (235, 236, 238) if colour != "white" else [(160, 60, 40), (40, 40, 40), (40, 30, 180)][int(rng.integers(3))]
    )
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = base
    c, r = size / 2, size / 2 - 1
    spots = int(rng.integers(4, 9))
    width = float(rng.uniform(0.12, 0.28))
    for k in range(spots):
        a = k * math.tau / spots
        edge = [(c + math.cos(a + s) * r * 1.1, c + math.sin(a + s) * r * 1.1) for s in (-width, width)]
        inner = [(c + math.cos(a + s) * r * 0.74, c + math.sin(a + s) * r * 0.74) for s in (width, -width)]
        polygon(picture, [*edge, *inner], spot)
    disc(picture, c, c, r * 0.7, base)
    disc(picture, c, c, r * 0.72, spot, max(1, size // 50))
    if rng.random() < 0.6:
        disc(picture, c, c, r * 0.5, spot)
        words = ("5", "10", "25", "100", "500", "1")[int(rng.integers(6))]
        text = letters(bundled_fonts()[0], words, max(4, size // 5))
        stamp(picture, text, (size - text.shape[1]) // 2, (size - text.shape[0]) // 2, base)
    alpha = np.zeros((size, size), np.uint8)
    cv2.circle(alpha, (size // 2, size // 2), size // 2 - 1, (255,), -1, cv2.LINE_AA)
    disc(picture, c, c, r, (60, 60, 60), max(1, size // 60))
    return _with_alpha(picture, alpha)


def coin(rng: np.random.Generator, size: int = 80) -> Sprite:
    """A coin, grey or brass."""
    base: Colour = (150, 155, 160) if rng.random() < 0.5 else (70, 130, 170)
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = base
    disc(picture, size / 2, size / 2, size * 0.4, (90, 100, 110), 2)
    disc(picture, size / 2, size * 0.45, size * 0.2, (110, 120, 130))
    alpha = np.zeros((size, size), np.uint8)
    cv2.circle(alpha, (size // 2, size // 2), size // 2 - 1, (255,), -1, cv2.LINE_AA)
    return _with_alpha(picture, alpha)


def arm(rng: np.random.Generator, length: int = 300) -> Sprite:
    """A forearm with a hand at its top end: skin of any tone, a sleeve of any colour; (length, length·0.5, 4)."""
    wide = length // 2
    picture = np.empty((length, wide, 3), np.uint8)
    skins: tuple[Colour, ...] = ((150, 180, 225), (120, 155, 205), (85, 120, 175), (60, 85, 135), (40, 55, 90))
    skin = skins[int(rng.integers(len(skins)))]
    picture[:] = skin
    alpha = np.zeros((length, wide), np.uint8)
    c, palm = wide / 2, wide * float(rng.uniform(0.17, 0.22))
    top = length * 0.24
    wrist = palm * float(rng.uniform(0.6, 0.75))

    def limb(points: list[tuple[float, float]], thick: float) -> None:
        spots = np.round(np.array(points) * 16).astype(np.int32)
        cv2.polylines(alpha, [spots], False, (255,), max(2, round(thick)), cv2.LINE_AA, 4)
        cv2.polylines(
            picture, [spots + 3], False, tuple(int(v * 0.86) for v in skin), max(1, round(thick * 0.2)), cv2.LINE_AA, 4
        )

    cv2.ellipse(alpha, (round(c), round(top)), (round(palm), round(palm * 1.15)), 0, 0, 360, (255,), -1, cv2.LINE_AA)
    curl = float(rng.uniform(0.45, 1.1))
    for k in range(4):
        a = -math.pi / 2 + (k - 1.5) * float(rng.uniform(0.18, 0.34))
        reach = palm * (1.9 - 0.2 * abs(k - 1.3)) * curl
        start = (c + (k - 1.5) * palm * 0.48, top - palm * 0.6)
        limb([start, (start[0] + math.cos(a) * reach, start[1] + math.sin(a) * reach)], palm * 0.42)
    side = -1 if rng.random() < 0.5 else 1
    limb([(c + side * palm * 0.7, top + palm * 0.4), (c + side * palm * 1.4, top - palm * 0.5)], palm * 0.5)
    limb([(c, top), (c + float(rng.uniform(-0.1, 0.1)) * wide, length + 10)], wrist * 2)
    shading = noise(wide, length, 40, rng)[..., None] * 8
    picture = np.clip(picture + shading, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        cuff = int(length * float(rng.uniform(0.45, 0.75)))
        tone = rng.integers(10, 240, 3)
        cloth = np.clip(tone + noise(wide, length - cuff, 14, rng)[..., None] * 10, 0, 255).astype(np.uint8)
        picture[cuff:] = cloth
        polygon(
            alpha,
            [(c - wrist * 1.5, cuff), (c + wrist * 1.5, cuff), (c + wrist * 1.9, length), (c - wrist * 1.9, length)],
            (255, 0, 0),
        )
    return _with_alpha(picture, alpha)


def _rounded(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    alpha = np.zeros((height, width), np.uint8)
    r = max(1, min(radius, width // 2 - 1, height // 2 - 1))
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), (255,), -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), (255,), -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(alpha, (x, y), r, (255,), -1, cv2.LINE_AA)
    return alpha


def phone(rng: np.random.Generator, height: int = 260) -> Sprite:
    """A phone lying on the table, dark or lit."""
    width = round(height * 0.48)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = (28, 28, 30) if rng.random() < 0.7 else (225, 225, 228)
    screen = picture[height // 24 : -height // 24, width // 18 : -width // 18]
    if rng.random() < 0.5:
        screen[:] = rng.integers(0, 60)
    else:
        screen[:] = surface("floral", screen.shape[1], screen.shape[0], rng)
    return _with_alpha(picture, _rounded(width, height, height // 14))


def paper(rng: np.random.Generator, height: int = 240) -> Sprite:
    """A sheet with lines of writing, a magazine page or a bank note: card-like, but none."""
    width = round(height * float(rng.choice([0.45, 0.7, 1.0, 1.4])))
    picture = np.empty((height, width, 3), np.uint8)
    manner = int(rng.integers(3))
    tone = (238, 240, 242) if manner < 2 else tuple(int(v) for v in rng.integers(110, 220, 3))
    picture[:] = tone
    font = bundled_fonts()[int(rng.integers(len(bundled_fonts())))]
    if manner == 0:
        step = max(6, height // int(rng.integers(8, 22)))
        for y in range(step, height - step, step):
            cv2.line(
                picture, (width // 12, y), (int(width * rng.uniform(0.4, 0.95)), y), (90, 80, 80), max(1, step // 5)
            )
    elif manner == 1:
        block = surface(
            ("floral", "stone", "plain", "stripes")[int(rng.integers(4))], max(8, width // 2), max(8, height // 2), rng
        )
        picture[height // 10 : height // 10 + block.shape[0], width // 10 : width // 10 + block.shape[1]] = block
        text = letters(font, str(rng.choice(["NOTAS", "JORNAL 7", "AQ 10", "REVISTA"])), max(8, height // 10))
        stamp(picture, text, width // 10, int(height * 0.72), (40, 40, 40))
    else:
        dark = tuple(int(v * 0.6) for v in picture[0, 0])
        ink: Colour = (dark[0], dark[1], dark[2])
        for k in range(12):
            cv2.ellipse(
                picture,
                (width // 2, height // 2),
                (width * (k + 2) // 26, height * (k + 2) // 26),
                k * 12,
                0,
                360,
                ink,
                1,
                cv2.LINE_AA,
            )
        text = letters(font, str(rng.choice(["10", "50", "100", "5", "20"])), max(8, height // 6))
        stamp(picture, text, width // 20, height // 20, ink)
        stamp(picture, text, width - width // 20 - text.shape[1], height - height // 20 - text.shape[0], ink)
        disc(picture, width * 0.7, height * 0.5, height * 0.18, ink)
    return _with_alpha(picture, np.full((height, width), 255, np.uint8))


def glass(rng: np.random.Generator, size: int = 160) -> Sprite:
    """A glass or cup from above, half see-through."""
    picture = np.empty((size, size, 3), np.uint8)
    drink = ((40, 90, 170), (190, 200, 205), (30, 40, 60), (60, 170, 220))[int(rng.integers(4))]
    picture[:] = drink
    alpha = np.zeros((size, size), np.uint8)
    c = size // 2
    solid = rng.random() < 0.4
    cv2.circle(alpha, (c, c), c - 2, (255 if solid else 70,), -1, cv2.LINE_AA)
    for k, r in enumerate((0.96, 0.86, 0.7)):
        cv2.circle(picture, (c, c), int(c * r), (230, 235, 238), max(1, size // 60), cv2.LINE_AA)
        cv2.circle(alpha, (c, c), int(c * r) - 1, (200 - 30 * k,), max(1, size // 50), cv2.LINE_AA)
    cv2.ellipse(picture, (int(c * 0.7), int(c * 0.7)), (c // 4, c // 8), -45, 0, 360, (250, 250, 250), -1, cv2.LINE_AA)
    return _with_alpha(picture, alpha)


def fruit(rng: np.random.Generator, size: int = 110) -> Sprite:
    """A nut, a fruit, a ball, a candle: something round and shaded."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size * 2 - 1
    r = np.sqrt(x * x + y * y * float(rng.uniform(0.8, 1.4)))
    tone = np.array([rng.integers(20, 120), rng.integers(60, 200), rng.integers(80, 240)], np.float32)
    lit = 1.1 - 0.6 * np.clip(r + 0.35 * (x + y), 0, 1.3)
    rough = noise(size, size, 6, rng) * 0.06
    picture = np.clip(tone * (lit + rough)[..., None], 0, 255).astype(np.uint8)
    return _with_alpha(picture, (np.clip((1 - r) * size / 3, 0, 1) * 255).astype(np.uint8))


def block(rng: np.random.Generator, height: int = 220) -> Sprite:
    """A book, a box, a wallet, a keyboard, a remote control: a rounded rectangle with some pattern."""
    wide = float(rng.uniform(0.25, 0.5)) if rng.random() < 0.5 else float(rng.uniform(0.9, 1.4))  # never a card's shape
    width = round(height * wide)
    kind = ("plain", "stripes", "checked", "floral", "wood", "cloth", "stone")[int(rng.integers(7))]
    picture = surface(kind, width, height, rng)
    if rng.random() < 0.4:
        step = max(8, height // int(rng.integers(5, 12)))
        for y in range(step // 2, height - step // 2, step):
            for x in range(step // 2, width - step // 2, step):
                cv2.rectangle(picture, (x, y), (x + int(step * 0.7), y + int(step * 0.7)), (40, 40, 44), -1)
    line(picture, [(1, 1), (width - 2, 1), (width - 2, height - 2), (1, height - 2)], (30, 30, 30), 1, closed=True)
    return _with_alpha(picture, _rounded(width, height, int(height * float(rng.uniform(0.01, 0.2)))))


def pot(rng: np.random.Generator, size: int = 140) -> Sprite:
    """A candle, a plant in its pot, a dish or a lid from above: rings, perhaps with leaves over them."""
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = rng.integers(20, 250, 3)
    alpha = np.zeros((size, size), np.uint8)
    c = size // 2
    if rng.random() < 0.7:
        cv2.circle(alpha, (c, c), c - 2, (255,), -1, cv2.LINE_AA)
    else:
        alpha = _rounded(size, size, size // 7)
    for k in range(int(rng.integers(1, 4))):
        tone = tuple(int(v) for v in rng.integers(10, 250, 3))
        cv2.circle(picture, (c, c), int(c * (0.85 - 0.25 * k)), tone, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        for k in range(int(rng.integers(5, 14))):
            a = k * 2.4
            reach = size * float(rng.uniform(0.2, 0.5))
            green: Colour = (int(rng.integers(30, 90)), int(rng.integers(90, 180)), int(rng.integers(40, 110)))
            tip = (c + math.cos(a) * reach, c + math.sin(a) * reach)
            left = (c + math.cos(a + 0.5) * reach * 0.5, c + math.sin(a + 0.5) * reach * 0.5)
            right = (c + math.cos(a - 0.5) * reach * 0.5, c + math.sin(a - 0.5) * reach * 0.5)
            polygon(picture, [(c, c), left, tip, right], green)
    return _with_alpha(picture, alpha)


def cable(rng: np.random.Generator, size: int = 260) -> Sprite:
    """A cable or a strap winding over the table."""
    picture = np.empty((size, size, 3), np.uint8)
    picture[:] = rng.integers(10, 240)
    alpha = np.zeros((size, size), np.uint8)
    t = np.linspace(0, 1, 40)
    x = size * (0.1 + 0.8 * t)
    y = size * (0.5 + 0.3 * np.sin(t * float(rng.uniform(3, 9)) + float(rng.uniform(0, 6))))
    spots = np.round(np.stack([x, y], axis=1) * 16).astype(np.int32)
    cv2.polylines(alpha, [spots], False, (255,), int(rng.integers(3, 12)), cv2.LINE_AA, 4)
    return _with_alpha(picture, alpha)


def random_thing(rng: np.random.Generator) -> tuple[Sprite, float]:
    """A thing that may lie on a table and its height in card heights."""
    makers = (
        (paper, 0.8, 2.2), (phone, 1.3, 1.8), (glass, 0.7, 1.2), (fruit, 0.3, 0.9), (block, 0.5, 2.5),
        (coin, 0.25, 0.35),
        (cable, 1.5, 3.5), (pot, 0.4, 1.0),
    )  # fmt: skip
    make, low, high = makers[int(rng.choice(len(makers), p=[0.22, 0.1, 0.1, 0.12, 0.18, 0.1, 0.07, 0.11]))]
    return make(rng), float(rng.uniform(low, high))
