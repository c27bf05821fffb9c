"""Printed matter that is no card: bank notes with a portrait, newspapers, boxes of a card's shape, keyboards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.glyphs import bundled_fonts, letters
from assistant.vision.synth.paint import Colour, Picture, disc, polygon, stamp
from assistant.vision.synth.surfaces import noise, surface

Sprite = NDArray[np.uint8]
Rng = np.random.Generator
WORDS = (
    "os jogos da cidade", "a semana em casa", "mesa de quatro", "chuva no sul", "preco do pao", "QUINTA", "O DIA",
    "novo recorde", "the evening post", "weather and sport", "page ten", "a house of cards", "leia mais", "economia",
)  # fmt: skip


def _font(rng: Rng) -> str:
    fonts = bundled_fonts()
    return fonts[int(rng.integers(len(fonts)))]


def _solid(picture: Picture) -> Sprite:
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def _text(picture: Picture, x: int, y: int, wide: int, tall: int, font: str, ink: Colour, rng: Rng) -> None:
    """One line of words from x on, cut at `wide` px."""
    words = " ".join(WORDS[int(k)] for k in rng.integers(len(WORDS), size=3))
    mark = letters(font, words, max(4, tall))[:, :wide]
    stamp(picture, mark, x, y, ink)


def bank_note(rng: Rng, height: int = 150) -> Sprite:
    """A bank note: a portrait in an oval, scrolls, a large number at the corners; about twice as long as high."""
    width = round(height * float(rng.uniform(1.9, 2.4)))
    tone = np.array([rng.integers(120, 220), rng.integers(140, 225), rng.integers(130, 225)], np.float32)
    field = noise(width, height, 9, rng)[..., None] * 9 + noise(width, height, 40, rng)[..., None] * 12
    picture = np.clip(tone + field, 0, 255).astype(np.uint8)
    dark: Colour = (int(tone[0] * 0.4), int(tone[1] * 0.4), int(tone[2] * 0.4))
    for k in range(0, width, max(4, width // 40)):
        cv2.ellipse(picture, (k, height // 2), (height // 3, height // 2), 20, 0, 360, dark, 1, cv2.LINE_AA)
    x, y, r = width * float(rng.choice([0.3, 0.5, 0.7])), height * 0.52, height * 0.34
    disc(picture, x, y, r * 1.15, (int(tone[0]), int(tone[1]), int(tone[2])))
    skin: Colour = (int(tone[0] * 0.75), int(tone[1] * 0.8), int(tone[2] * 0.85))
    disc(picture, x, y - r * 0.15, r * 0.55, skin)
    cv2.ellipse(picture, (round(x), round(y + r * 0.8)), (round(r * 0.8), round(r * 0.45)), 0, 180, 360, dark, -1)
    disc(picture, x, y - r * 0.5, r * 0.5, dark, max(2, height // 22))
    for dx in (-0.18, 0.18):
        disc(picture, x + r * dx, y - r * 0.2, max(1.5, r * 0.07), dark)
    number = str(rng.choice(["5", "10", "20", "50", "100", "200", "500", "2", "1"]))
    mark = letters(_font(rng), number, max(8, height // int(rng.integers(3, 6))))
    stamp(picture, mark, width // 30, height // 20, dark)
    stamp(picture, mark, width - width // 30 - mark.shape[1], height - height // 20 - mark.shape[0], dark)
    if rng.random() < 0.5:
        _text(picture, width // 4, height // 14, width // 2, height // 12, _font(rng), dark, rng)
    return _solid(picture)


def newspaper(rng: Rng, height: int = 420) -> Sprite:
    """A newspaper's page: a headline, columns of small print, a picture; larger than any card."""
    width = round(height * float(rng.uniform(0.65, 1.1)))
    grey = int(rng.integers(190, 245))
    picture: Picture = np.full((height, width, 3), grey, np.uint8)
    picture[..., 0] = max(0, grey - int(rng.integers(0, 26)))
    ink: Colour = (45, 42, 42)
    font = _font(rng)
    y = height // 16
    for _ in range(int(rng.integers(1, 4))):
        tall = int(height * rng.uniform(0.04, 0.11))
        _text(picture, width // 20, y, int(width * 0.9), tall, font, ink, rng)
        y += int(tall * 1.3)
    columns = int(rng.integers(2, 6))
    step, wide = max(6, height // int(rng.integers(36, 70))), int(width * 0.92 / columns)
    for c in range(columns):
        x, top = width // 25 + c * wide, y
        if rng.random() < 0.35:
            tall = int(wide * rng.uniform(0.5, 1.3))
            part = surface(("floral", "stone", "wood", "plain")[int(rng.integers(4))], int(wide * 0.9), tall, rng)
            end = min(height, top + tall)
            picture[top:end, x : x + part.shape[1]] = part[: end - top, : max(0, width - x)]
            top += tall + step
        for row in range(top, height - step, step):
            _text(picture, x, row, int(wide * rng.uniform(0.7, 0.92)), int(step * 0.62), font, ink, rng)
    return _solid(picture)


def box(rng: Rng, height: int = 240) -> Sprite:
    """A printed box, book cover or leaflet, of a card's shape or near it, with words of ordinary size."""
    width = round(height * float(rng.uniform(0.55, 0.85)))
    kind = ("plain", "stripes", "floral", "cloth", "plain")[int(rng.integers(5))]
    picture = surface(kind, width, height, rng)
    font, tone = _font(rng), tuple(int(v) for v in rng.integers(0, 256, 3))
    ink: Colour = (tone[0], tone[1], tone[2])
    if rng.random() < 0.5:
        band = height * float(rng.uniform(0.15, 0.4))
        at = height * float(rng.uniform(0, 0.6))
        polygon(picture, [(0, at), (width, at), (width, at + band), (0, at + band)], ink)
    y = int(height * rng.uniform(0.08, 0.3))
    for _ in range(int(rng.integers(3, 9))):
        tall = int(height * rng.uniform(0.03, 0.1))
        shade_: Colour = (20, 20, 22) if rng.random() < 0.5 else (240, 240, 240)
        _text(picture, int(width * 0.08), y, int(width * rng.uniform(0.4, 0.85)), tall, font, shade_, rng)
        y += int(tall * rng.uniform(1.3, 2.2))
        if y > height * 0.9:
            break
    shift = float(rng.uniform(0.8, 1.1))
    return _solid(np.clip(picture.astype(np.float32) * shift, 0, 255).astype(np.uint8))


def keyboard(rng: Rng, height: int = 160) -> Sprite:
    """Rows of light or dark keys with a letter on each."""
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(6, 15))
    side = height // rows
    light = rng.random() < 0.5
    picture: Picture = np.full((rows * side, columns * side, 3), 60 if light else 20, np.uint8)
    font = _font(rng)
    for j in range(rows):
        for i in range(columns):
            tone = int(rng.integers(195, 245) if light else rng.integers(35, 70))
            x, y = i * side, j * side
            cv2.rectangle(picture, (x + 2, y + 2), (x + side - 3, y + side - 3), (tone, tone, tone), -1, cv2.LINE_AA)
            letter = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"[int(rng.integers(36))]
            mark = letters(font, letter, max(4, side // 3))
            ink: Colour = (40, 40, 40) if light else (225, 225, 225)
            stamp(picture, mark, x + side // 5, y + side // 5, ink)
    return _solid(picture)


def random_print(rng: Rng) -> tuple[Sprite, float]:
    """Something printed, and its height in card heights."""
    makers = ((bank_note, 0.7, 1.0), (newspaper, 2.0, 6.0), (box, 0.9, 2.4), (keyboard, 0.8, 1.8))
    make, low, high = makers[int(rng.choice(len(makers), p=[0.3, 0.28, 0.25, 0.17]))]
    return make(rng), float(rng.uniform(low, high))
