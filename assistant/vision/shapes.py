"""Closed cards that no detector knows: something of a card's shape that has come to lie still on the bare table.

Asked only where the hand waits for a closed card; a back of one plain colour has no mark by which to be recognised.
"""

from __future__ import annotations

import cv2
import numpy as np

from assistant.vision.gate import Background, Gate
from assistant.vision.layout import Layout
from assistant.vision.records import Quad, quad_of

ASPECT = 88.0 / 63.0
TOLERANCE = 0.16  # share by which a side may differ from a card's
FILLED = 0.85  # share of its smallest rectangle that a card's outline fills


def card_shapes(
    gate: Gate, background: Background, layout: Layout, zone: str, known: list[Quad], card_pixels: float
) -> list[Quad]:
    """Places in a zone (pixels of the picture) that look like a lone card ``card_pixels`` tall, none of ``known``."""
    foreign = background.foreign(gate)
    if foreign is None:
        return []
    high, wide = foreign.shape
    inside = np.zeros(foreign.shape, np.uint8)
    cv2.fillPoly(inside, [layout.pixels(zone, (wide, high))], (1,))
    for quad in known:
        rows, columns, mask = gate.cells(quad)
        inside[rows, columns][cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0] = 0
    tall = card_pixels * gate.scale
    weave = max(3, round(tall / 5))  # a back's pattern may hold cells that look like the table
    cells = np.asarray(foreign & (inside > 0), np.uint8)
    for step, width in ((cv2.MORPH_CLOSE, weave), (cv2.MORPH_OPEN, 3)):
        cells = np.asarray(cv2.morphologyEx(cells, step, np.ones((width, width), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    out = []
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        short, long = min(box[1]) + 1, max(box[1]) + 1  # from cell middles to cell borders
        if abs(long / tall - 1) > TOLERANCE or abs(short / (tall / ASPECT) - 1) > TOLERANCE:
            continue
        solid = cv2.drawContours(np.zeros_like(cells), [outline], -1, (1,), -1)
        if np.count_nonzero(solid) > FILLED * long * short:
            corners = (cv2.boxPoints(box) + 0.5) / gate.scale
            out.append(quad_of(corners.tolist()))
    return out
