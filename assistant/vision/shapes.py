"""Closed cards by their outline: what has come to lie still on the bare table and is made of whole cards.

Asked only where the hand waits for closed cards. A back has no mark by which every recogniser knows it, and two of one
pattern over each other have no edge between them; but a card's size is known, and so is the table under it.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.gate import FOREIGN
from assistant.vision.records import Quad, quad_of

ASPECT = 88.0 / 63.0
FILLED = 0.92  # share of a card's place that must look unlike the bare table
WORTH = 0.22  # share of a card in view from which a place needs a card to explain it
AGREES = 0.5  # share of a thing's border that must be the border of the cards it is made of
SOFT = 0.5  # share of a thing's own contrast that a card has at its edge too
SLIVERS = 0.06  # share of a card that a wrong outline may leave beside it
STEP, NEAR = 6, (-4, -2, -1, 1, 2, 4)  # degrees between the ways a card may lie, and around the best of them

Cells = NDArray[np.bool_]
Weights = NDArray[np.float32]


def card_mask(shape: tuple[int, ...], quad: Quad, grow: int = 0) -> Cells:
    """The cells that a card (in cells) covers, and ``grow`` more around it."""
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(quad) * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    if grow:
        mask = np.asarray(cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)), np.uint8)
    return np.asarray(mask > 0, np.bool_)


def whole(foreign: Cells, tall: float) -> Cells:
    """Foreign cells without the specks, and without the holes where a back's pattern looks like the table."""
    weave = max(3, round(tall / 6))
    cells = np.asarray(foreign, np.uint8)
    for step, width in ((cv2.MORPH_CLOSE, weave), (cv2.MORPH_OPEN, 3)):
        cells = np.asarray(cv2.morphologyEx(cells, step, np.ones((width, width), np.uint8)), np.uint8)
    return np.asarray(cells > 0, np.bool_)


def share_of(cells: Cells, quad: Quad) -> float:
    """Share of a card's place (in cells) that is set."""
    mask = card_mask(cells.shape, quad)
    return float(cells[mask].mean()) if mask.any() else 0.0


def soft(apart: Weights, thing: Cells) -> bool:
    """Whether a thing fades into the bare table, as light and shadow do: ``apart`` is how far cells differ from it."""
    solid = [np.asarray(thing, np.uint8)]
    for _ in range(2):
        solid.append(np.asarray(cv2.erode(solid[-1], np.ones((3, 3), np.uint8)), np.uint8))
    bare = cv2.dilate((apart <= FOREIGN).astype(np.uint8), np.ones((7, 7), np.uint8))
    rim = (solid[1] > 0) & (solid[2] == 0) & (bare > 0)
    inside = solid[2] > 0
    return bool(rim.any() and inside.any() and apart[rim].mean() < SOFT * apart[inside].mean())


def fit_cards(foreign: Cells, open_part: Cells, apart: Weights, tall: float, most: int) -> list[Quad]:
    """At most ``most`` cards ``tall`` cells high, upon foreign cells, that explain the ``open_part`` of them.

    ``apart``: grey levels between each cell and the bare table. A thing in one piece is made of whole cards or is none:
    what they leave of it must be next to nothing.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(open_part.astype(np.uint8), connectivity=4)
    out: list[Quad] = []
    for i in sorted(range(1, count), key=lambda k: -int(stats[k, cv2.CC_STAT_AREA])):
        if int(stats[i, cv2.CC_STAT_AREA]) < WORTH * tall * tall / ASPECT or len(out) >= most:
            break
        thing = np.asarray(labels == i, np.bool_)
        if not soft(apart, thing):
            out += _explained(foreign, thing, tall, most - len(out))
    return out


def _explained(foreign: Cells, thing: Cells, tall: float, most: int) -> list[Quad]:
    """The cards that one thing is made of; empty if it is something else.

    Each next card lies where it explains most of the largest part left and has most of its border in common with it.
    """
    area = tall * tall / ASPECT
    left = thing.copy()
    quads: list[Quad] = []
    while True:
        count, labels, stats, _ = cv2.connectedComponentsWithStats(left.astype(np.uint8), connectivity=4)
        i = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])) if count > 1 else 0
        if not i or int(stats[i, cv2.CC_STAT_AREA]) < WORTH * area:
            made = float(left.sum()) < SLIVERS * area * len(quads) and _agrees(foreign, thing, quads)
            return quads if made else []
        quad = _best(foreign, np.asarray(labels == i, np.bool_), stats[i], tall) if len(quads) < most else None
        if quad is None:
            return []
        quads.append(quad)
        left &= ~card_mask(left.shape, quad, 1)


def _agrees(foreign: Cells, thing: Cells, quads: list[Quad]) -> bool:
    """Whether a thing ends where the cards do: its border with the bare table is theirs."""
    union = np.zeros(thing.shape, np.uint8)
    for quad in quads:
        union |= card_mask(thing.shape, quad).astype(np.uint8)
    bare = cv2.dilate((~foreign).astype(np.uint8), np.ones((3, 3), np.uint8))
    ends = thing & (bare > 0)
    wide, inner = cv2.dilate(union, np.ones((3, 3), np.uint8)), cv2.erode(union, np.ones((5, 5), np.uint8))
    return not ends.any() or float(((wide > 0) & (inner == 0))[ends].mean()) > AGREES


def _best(foreign: Cells, piece: Cells, stats: NDArray[np.int32], tall: float) -> Quad | None:
    pad = int(tall) + 3
    x, y, w, h = (int(v) for v in stats[:4])
    x0, y0 = max(0, x - pad), max(0, y - pad)
    part = (slice(y0, min(foreign.shape[0], y + h + pad)), slice(x0, min(foreign.shape[1], x + w + pad)))
    under, wanted = foreign[part].astype(np.float32), piece[part].astype(np.float32)
    best: tuple[float, float, float, float, float] | None = None
    for degrees in range(0, 180, STEP):
        best = _at_angle(under, wanted, tall, float(degrees), best)
    if best is None:
        return None
    for more in NEAR:
        best = _at_angle(under, wanted, tall, best[3] + more, best)
    if best[4] < 0.8 * WORTH:
        return None
    box = cv2.boxPoints(((best[1] + x0, best[2] + y0), (tall / ASPECT, tall), best[3]))
    return quad_of(box.tolist())


def _at_angle(
    under: Weights, wanted: Weights, tall: float, degrees: float, best: tuple[float, float, float, float, float] | None
) -> tuple[float, float, float, float, float]:
    """(merit, x, y, degrees, share explained) of the best place at an angle, or what was better before."""
    inner, rim = _kernels(round(tall, 2), round(degrees % 180, 1))
    filled = cv2.filter2D(under, -1, inner, borderType=cv2.BORDER_CONSTANT)
    gain = cv2.filter2D(wanted, -1, inner, borderType=cv2.BORDER_CONSTANT)
    around = cv2.filter2D(under, -1, rim, borderType=cv2.BORDER_CONSTANT)
    merit = np.where(filled >= FILLED, gain + (1.0 - around) + 0.5 * filled, -1.0)
    y, x = divmod(int(np.argmax(merit)), merit.shape[1])
    now = (float(merit[y, x]), float(x), float(y), degrees, float(gain[y, x]))
    return now if now[0] > 0 and (best is None or now[0] > best[0]) else best  # type: ignore[return-value]


@lru_cache(maxsize=256)
def _kernels(tall: float, degrees: float) -> tuple[Weights, Weights]:
    """A card's place a little shrunk, and the rim around it, each with the sum 1."""
    reach = math.ceil(math.hypot(tall + 3, tall / ASPECT + 3) / 2) + 1

    def card(by: float) -> Weights:
        cells = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        box = cv2.boxPoints(((float(reach), float(reach)), (tall / ASPECT + by, tall + by), degrees))
        cv2.fillConvexPoly(cells, np.round(box * 16).astype(np.int32), (1.0,), cv2.LINE_8, 4)
        return cells

    inner, rim = card(-1.0), card(3.0) - card(1.0)
    return inner / inner.sum(), rim / rim.sum()
