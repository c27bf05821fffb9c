"""How alike the faces of two cards are: ink on paper, whatever the light, block by block, read by no network."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Corners, Image
from assistant.vision.rectify import ASPECT, Pyramid, sides

TALL, MARGIN = 280, 14  # px: a kept card's height, and what is kept of the table around it
WIDE = round(TALL / ASPECT)
FACE_H, FACE_W = 84, 60  # a face as it is compared …
BLOCKS = (4, 3)  # … block by block, so that a finger on it spoils only a part
EVEN = 0.012  # below this variance a block is plain paper

PRINT_H, PRINT_W, TILE, SLIDE = 154, 114, 16, 3  # a print compared tile by tile, each free to slip a little

Plane = NDArray[np.float32]


FACE_QUAD = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32) + MARGIN  # in a framed picture


@dataclass(frozen=True)
class Look:
    """One card's face made comparable: its blocks (n, 2, px)."""

    blocks: Plane

    def turned(self) -> Look:
        """The same card the other way up."""
        return Look(np.ascontiguousarray(self.blocks[::-1, :, ::-1]))


def framed(pyramid: Pyramid, quad: Corners) -> Image:
    """The card from above with a margin of table around it, (TALL, WIDE) plus MARGIN on every side."""
    target = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32) + MARGIN
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    return pyramid.warp(matrix, (WIDE + 2 * MARGIN, TALL + 2 * MARGIN), sides(quad)[1] / TALL)


def inked(picture: Image) -> Plane:
    """Ink on paper (h, w, 2): darkness and redness, 0 the paper's own and about 1 full ink, in any light."""
    p = picture.astype(np.float32)
    paper = np.percentile(p.reshape(-1, 3), 88, axis=0).astype(np.float32)
    even = p / np.maximum(paper, 12.0)
    dark = 1 - even.min(2)
    red = even[..., 2] - (even[..., 0] + even[..., 1]) / 2
    span = max(0.25, float(np.percentile(dark, 99)))
    return np.stack([np.clip(dark, -0.1, 1.2) / span, np.clip(red, -1, 1) / span], -1).astype(np.float32)


def print_likeness(one: Image, other: Image) -> float:
    """How alike two framed cards are where they are least alike, -1..1: pips and indices decide, not the plain rest."""
    size = (PRINT_W, PRINT_H)
    a, b = (
        np.asarray(cv2.resize(inked(p), size, interpolation=cv2.INTER_AREA)[..., 0], np.float32) for p in (one, other)
    )
    return min(_least_alike(a, b), _least_alike(b, a))


def _least_alike(a: Plane, b: Plane) -> float:
    scores = []
    for y in range(SLIDE, PRINT_H - TILE - SLIDE + 1, TILE // 2):
        for x in range(SLIDE, PRINT_W - TILE - SLIDE + 1, TILE // 2):
            tile = a[y : y + TILE, x : x + TILE]
            if float(tile.std()) < 0.12:
                continue
            there = b[y - SLIDE : y + TILE + SLIDE, x - SLIDE : x + TILE + SLIDE]
            if float(there.std()) < 0.03:
                scores.append(0.0)
                continue
            scores.append(float(cv2.matchTemplate(there, tile, cv2.TM_CCOEFF_NORMED).max()))
    return float(np.mean(sorted(scores)[: max(2, len(scores) // 12)])) if scores else 1.0


def softness(picture: Image) -> float:
    """How wide a framed card's edges are where they are widest, of a card's height: motion blurs one direction only."""
    green = cv2.GaussianBlur(picture[..., 1], (0, 0), 0.8).astype(np.float32)
    low, high = np.percentile(green, (3, 97))
    right, down = (cv2.Sobel(green, cv2.CV_32F, 1 - k, k, ksize=3) / 8 for k in (0, 1))
    steepest = [
        float(np.percentile(np.abs(right * np.cos(a) + down * np.sin(a)), 99.5)) for a in np.deg2rad((0, 45, 90, 135))
    ]
    return float(high - low) / max(0.5, min(steepest)) / TALL


def look_of(picture: Image) -> Look:
    """A card as `framed` gives it, made comparable."""
    card = picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
    face = cv2.resize(inked(card), (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
    face = cv2.GaussianBlur(face, (0, 0), 0.9)
    face = face - face.mean((0, 1))
    h, w = FACE_H // BLOCKS[0], FACE_W // BLOCKS[1]
    blocks = [
        face[i * h : (i + 1) * h, j * w : (j + 1) * w].transpose(2, 0, 1).reshape(2, -1)
        for i in range(BLOCKS[0])
        for j in range(BLOCKS[1])
    ]
    return Look(np.stack(blocks).astype(np.float32))


def face_likeness(seen: Plane, known: Plane) -> NDArray[np.float64]:
    """How like each of n known faces (n, blocks, 2, px) a seen one (blocks, 2, px) is: mean of its blocks, 0..1."""
    a = seen - seen.mean(-1, keepdims=True)
    b = known - known.mean(-1, keepdims=True)
    both = (a[None] * b).mean(-1)
    spread = (a**2).mean(-1)[None] + (b**2).mean(-1)
    alike = (2 * both + EVEN) / (spread + EVEN)
    return np.asarray((np.maximum(alike, 0.0) @ np.array([0.75, 0.25])).mean(-1), np.float64)
