"""What was seen, drawn over the photograph: outlines, and plates with the card's name."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.vision.records import BACK, JOKER, Image, Sighting
from assistant.vision.synth.glyphs import SuitStyle, bundled_fonts, letters, suit_mask
from assistant.vision.synth.paint import stamp

SURE, UNSURE, FACE_DOWN = (120, 200, 60), (40, 160, 250), (200, 150, 90)  # BGR: green, orange, blue-grey
PAPER, INK, RED = (250, 252, 253), (35, 32, 30), (45, 40, 205)
_PLAIN = SuitStyle(1.0, 1.0, 0.8, 0.05, 1.0, 1.0, 0.9, 1.0, 1.0, 1.0)


def drawn(image: Image, sightings: list[Sighting]) -> Image:
    """A copy of the picture with every sighting on it: green is sure, orange is asked, blue-grey is face down."""
    out = image.copy()
    unit = max(image.shape[:2]) / 1000
    for s in sightings:
        colour = FACE_DOWN if s.card == BACK and s.sure else SURE if s.sure else UNSURE
        line = np.round(np.array(s.quad) * 8).astype(np.int32)
        cv2.polylines(out, [line], True, (20, 20, 20), max(2, round(4.2 * unit)), cv2.LINE_AA, 3)
        cv2.polylines(out, [line], True, colour, max(1, round(2.4 * unit)), cv2.LINE_AA, 3)
    for s in sightings:
        _plate(out, s, unit)
    return out


def _plate(out: Image, s: Sighting, unit: float) -> None:
    colour = FACE_DOWN if s.card == BACK and s.sure else SURE if s.sure else UNSURE
    quad = np.array(s.quad)
    tall = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max())
    high = round(float(np.clip(0.15 * tall, max(11.0, 11 * unit), 44 * unit)))
    font = bundled_fonts()[0]
    parts: list[tuple[np.ndarray, tuple[int, int, int]]] = []
    if s.card is None:
        parts.append((letters(font, "?", high), INK))
    elif s.card == BACK:
        w = round(high / 1.4)
        mark = np.zeros((high, w), np.uint8)
        cv2.rectangle(mark, (0, 0), (w - 1, high - 1), (255,), max(1, high // 9))
        cv2.line(mark, (0, 0), (w - 1, high - 1), (255,), max(1, high // 12), cv2.LINE_AA)
        cv2.line(mark, (w - 1, 0), (0, high - 1), (255,), max(1, high // 12), cv2.LINE_AA)
        parts.append((mark, INK))
    elif s.card == JOKER:
        parts.append((letters(font, "JOKER", high), INK))
    else:
        ink = RED if s.card[1] in "hd" else INK
        parts.append((letters(font, "10" if s.card[0] == "T" else s.card[0], high), ink))
        parts.append((suit_mask(s.card[1], _PLAIN, round(high * 0.9), high), ink))
    if not s.sure and s.card is not None:
        parts.append((letters(font, "?", high), UNSURE))
    gap = max(2, high // 5)
    width = sum(m.shape[1] for m, _ in parts) + gap * (len(parts) + 1)
    deep = high + 2 * gap
    x = int(np.clip(round(s.centre[0] - width / 2), 0, max(0, out.shape[1] - width)))
    y = int(np.clip(round(s.centre[1] - deep / 2), 0, max(0, out.shape[0] - deep)))
    cv2.rectangle(out, (x, y), (x + width, y + deep), PAPER, -1)
    cv2.rectangle(out, (x, y), (x + width, y + deep), colour, max(1, round(1.6 * unit)))
    at = x + gap
    for mask, ink in parts:
        stamp(out, mask, at, y + gap + (high - mask.shape[0]) // 2, ink)
        at += mask.shape[1] + gap
