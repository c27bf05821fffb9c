"""The big pip of an ace and the joker's figure: plain, large or richly ornate."""

from __future__ import annotations

import math

import cv2
import numpy as np

from assistant.vision.synth.glyphs import letters, sized, suit_mask
from assistant.vision.synth.paint import Colour, Picture, disc, line, mixed, polygon, shade, stamp
from assistant.vision.synth.style import DeckStyle

MAKERS = ("CASA DO CARTEADO", "MESA NOVA", "N 52", "PREMIUM", "QUATRO NAIPES", "CLUB SPECIAL", "No. 808", "SUPERIOR")


def draw_ace(face: Picture, suit: str, style: DeckStyle) -> None:
    """Draw the centre of an ace onto the face."""
    rng = np.random.default_rng((style.seed, ord(suit), 0xACE))
    high, wide = face.shape[:2]
    ornate = style.aces == "ornate" and (suit == "s" or style.all_aces_ornate)
    large = style.aces == "large" or ornate
    ink = style.inks[suit]
    size = high * (float(rng.uniform(0.34, 0.56)) if large else float(rng.uniform(0.16, 0.26)))
    size = min(size, wide * 0.8)
    box = (round(size * 0.92), round(size))
    mark = suit_mask(suit, style.suits, *box)
    x, y = (wide - mark.shape[1]) // 2, (high - mark.shape[0]) // 2
    if not ornate:
        stamp(face, mark, x, y, ink)
        return
    _filigree(face, size, style, rng, ink)
    stamp(face, mark, x, y, ink)
    _inside(face, suit, size, style, rng, ink)
    if rng.random() < 0.75:
        _maker(face, size, style, rng, ink)


def _filigree(face: Picture, size: float, style: DeckStyle, rng: np.random.Generator, ink: Colour) -> None:
    high, wide = face.shape[:2]
    x, y, thin = wide / 2, high / 2, max(1.0, high / 400)
    manner = int(rng.integers(4))
    if manner == 0:
        for k in range(int(rng.integers(30, 70))):
            a = k * math.tau / 50
            line(face, [(x, y), (x + math.cos(a) * size * 0.62, y + math.sin(a) * size * 0.62)], ink, thin)
    elif manner == 1:
        for k in range(int(rng.integers(6, 14))):
            a = k * math.tau / 10
            disc(face, x + math.cos(a) * size * 0.42, y + math.sin(a) * size * 0.5, size * 0.16, ink, round(thin))
    elif manner == 2:
        for side in (-1, 1):
            t = np.linspace(0, 5 * math.pi, 90)
            r = size * 0.22 * np.exp(-0.12 * t)
            for up in (-1, 1):
                spiral = np.stack(
                    [x + side * (size * 0.42 + r * np.cos(t)), y + up * (size * 0.3 + r * np.sin(t))], axis=1
                )
                line(face, spiral, ink, thin * 1.4)


def _inside(face: Picture, suit: str, size: float, style: DeckStyle, rng: np.random.Generator, ink: Colour) -> None:
    high, wide = face.shape[:2]
    x, y = wide / 2, high / 2
    layers = int(rng.integers(1, 5))
    tones = [style.paper, ink, mixed(style.paper, style.palette[0], 0.7), ink, style.paper]
    scale = float(rng.uniform(0.8, 0.93))
    for k in range(layers):
        w, h = round(size * 0.92 * scale), round(size * scale)
        if min(w, h) < 6:
            break
        mark = suit_mask(suit, style.suits, w, h)
        stamp(face, mark, round(x - w / 2), round(y - h / 2), tones[k % len(tones)])
        scale *= float(rng.uniform(0.6, 0.93))
    tone = style.paper if layers % 2 == 0 else ink
    manner = int(rng.integers(4))
    if manner == 0:
        for k in range(8):
            a = k * math.tau / 8
            disc(
                face,
                x + math.cos(a) * size * 0.1,
                y + math.sin(a) * size * 0.1,
                size * 0.07,
                tone,
                max(1, round(size / 80)),
            )
    elif manner == 1:
        stamp(
            face,
            suit_mask(suit, style.index_suits, max(6, round(size * 0.2)), max(6, round(size * 0.22))),
            round(x - size * 0.1),
            round(y - size * 0.11),
            tone,
        )
    elif manner == 2:
        for k in range(14):
            a = k * math.tau / 14
            line(face, [(x, y), (x + math.cos(a) * size * 0.22, y + math.sin(a) * size * 0.2)], tone, max(1, size / 90))
        disc(face, x, y, size * 0.06, mixed(tone, style.palette[1], 0.8))


def _maker(face: Picture, size: float, style: DeckStyle, rng: np.random.Generator, ink: Colour) -> None:
    high, wide = face.shape[:2]
    words = MAKERS[int(rng.integers(len(MAKERS)))]
    text = letters(style.font, words, max(6, round(high * float(rng.uniform(0.018, 0.032)))))
    if text.shape[1] > wide * 0.6:
        text = sized(text, round(wide * 0.6), text.shape[0])
    y = high / 2 + size * float(rng.uniform(0.2, 0.34)) + size * 0.28
    stamp(face, text, (wide - text.shape[1]) // 2, round(min(y, high * 0.84)), ink)
    if rng.random() < 0.4:
        stamp(face, text, (wide - text.shape[1]) // 2, round(max(high - y - text.shape[0], high * 0.13)), ink)


def draw_joker(face: Picture, style: DeckStyle) -> None:
    """Draw the joker's figure: a fool's cap, a star or a rosette."""
    rng = np.random.default_rng((style.seed, 0x10CE))
    high, wide = face.shape[:2]
    x, y, r = wide / 2, high / 2, wide * float(rng.uniform(0.2, 0.3))
    tones = style.palette
    manner = int(rng.integers(3))
    if manner == 0:
        star = []
        for k in range(10):
            a = -math.pi / 2 + k * math.pi / 5
            d = r if k % 2 == 0 else r * 0.45
            star.append((x + d * math.cos(a), y + d * math.sin(a)))
        polygon(face, star, tones[0])
        line(face, star, (20, 20, 20), max(1.0, wide / 150), closed=True)
    else:
        for k, (dx, dy) in enumerate(((-1.0, -0.5), (0.0, -1.2), (1.0, -0.5))):
            horn = [(x - r * 0.5, y - r * 0.2), (x + r * dx * 1.2, y + r * dy), (x + r * 0.5, y - r * 0.2)]
            polygon(face, horn, tones[k % len(tones)])
            line(face, horn, (20, 20, 20), max(1.0, wide / 150), closed=True)
            disc(face, x + r * dx * 1.2, y + r * dy, r * 0.12, (60, 200, 240))
        disc(face, x, y + r * 0.2, r * 0.5, (200, 224, 246))
        disc(face, x - r * 0.18, y + r * 0.1, r * 0.06, (20, 20, 20))
        disc(face, x + r * 0.18, y + r * 0.1, r * 0.06, (20, 20, 20))
        cv2.ellipse(
            face,
            (round(x), round(y + r * 0.3)),
            (round(r * 0.25), round(r * 0.15)),
            0,
            0,
            180,
            (40, 40, 180),
            2,
            cv2.LINE_AA,
        )
        body = [(x - r * 0.7, y + r * 1.5), (x, y + r * 0.6), (x + r * 0.7, y + r * 1.5)]
        polygon(face, body, shade(tones[1], 0.9))
