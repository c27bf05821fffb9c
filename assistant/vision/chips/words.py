"""Chips in words and in the picture: colours by name, a count as a line, outlines drawn over the photograph."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.phrases import say
from assistant.vision.chips.colour import NAMES
from assistant.vision.chips.count import ChipCount
from assistant.vision.chips.finder import Ellipse
from assistant.vision.records import Image

SURE, UNSURE = (120, 200, 60), (40, 160, 250)  # BGR: green, orange


def colour_text(colour: str, lang: str) -> str:
    """A chip's colour for people; a name that is not one of the ten stays as it was given."""
    return say(lang, f"chips.colour.{colour}") if colour in NAMES else colour


def count_lines(chips: ChipCount, lang: str) -> list[str]:
    """A count for people: how many of each colour, and a word where it is not sure."""
    told = ", ".join(f"{n} {colour_text(c, lang)}" for c, n in chips.colours.items())
    lines = [say(lang, "chips.line", chips=told)]
    if not chips.sure:
        lines.append(say(lang, "chips.doubt"))
    return lines


def draw_chips(image: Image, chips: ChipCount, lang: str) -> Image:
    """A copy of the picture with every chip outlined, its colour's name on it; orange is doubtful."""
    out = image.copy()
    unit = max(image.shape[:2]) / 1000
    for c in chips.chips:
        _ring(out, c.ellipse, SURE if c.sure else UNSURE, unit)
    for e in chips.maybe:
        _ring(out, e, UNSURE, unit)
    for c in chips.chips:
        size = float(np.clip(c.ellipse.b / 60, 0.35 * unit, 0.9 * unit))
        text = colour_text(c.colour, lang) + ("" if c.sure else "?")
        (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        at = (round(c.ellipse.x - w / 2), round(c.ellipse.y + h / 2))
        for ink, thick in (((255, 255, 255), 4), ((30, 30, 30), 1)):
            cv2.putText(
                out, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, round(thick * unit * 0.7)), cv2.LINE_AA
            )
    return out


def _ring(out: Image, e: Ellipse, colour: tuple[int, int, int], unit: float) -> None:
    box = ((e.x, e.y), (2 * e.a, 2 * e.b), float(np.degrees(e.angle)))
    cv2.ellipse(out, box, (20, 20, 20), max(2, round(4.2 * unit)), cv2.LINE_AA)
    cv2.ellipse(out, box, colour, max(1, round(2.4 * unit)), cv2.LINE_AA)
