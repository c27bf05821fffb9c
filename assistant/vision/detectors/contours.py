"""The classical baseline: contrasting four-sided outlines of a card's shape; needs no weights, sees no overlap."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.detectors.geometry import iou
from assistant.vision.records import CardQuad, Corners, Image, Kind, quad_of
from assistant.vision.rectify import ASPECT, Pyramid, card_picture, sides, upright

WORK = 1280  # long side in pixels at which outlines are sought
LEAST_AREA, MOST_AREA = 0.0012, 0.75  # of the picture
SHAPE = (1.12, 1.9)  # long over short side of a card seen at up to 35 degrees of tilt


class ContourDetector:
    """Isolated cards on a plain ground, as quads; a card is a back where it shows little paper."""

    name = "contours"

    def detect(self, image: Image) -> list[CardQuad]:
        """Faces and backs in pixels of ``image``, best first; no indices."""
        h, w = image.shape[:2]
        k = min(1.0, WORK / max(h, w))
        small = cv2.resize(image, (max(1, round(w * k)), max(1, round(h * k))), interpolation=cv2.INTER_AREA)
        found: list[tuple[Corners, float]] = []
        for mask in _masks(small.astype(np.uint8)):
            for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                shape = _card_shape(np.asarray(outline, np.int32), small.shape[0] * small.shape[1])
                if shape is not None:
                    found.append(shape)
        kept: list[tuple[Corners, float]] = []
        for quad, score in sorted(found, key=lambda f: -f[1]):
            if all(iou(quad, other) < 0.3 for other, _ in kept):
                kept.append((quad, score))
        pyramid = Pyramid(image)
        out = []
        for quad, score in kept:
            full = (quad / k).astype(np.float32)
            out.append(CardQuad(_side(pyramid, full), quad_of(full.tolist()), score))
        return out


def _masks(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Several ways of telling cards from the table: lightness, paper (light and colourless), and edges."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    kernel = np.ones((3, 3), np.uint8)
    yield cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1].astype(np.uint8)
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    paper = cv2.subtract(hsv[..., 2], hsv[..., 1])
    yield cv2.threshold(paper, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1].astype(np.uint8)
    block = max(31, (min(grey.shape) // 6) | 1)
    yield cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -8).astype(np.uint8)
    middle = float(np.median(grey))
    edges = cv2.Canny(grey, max(10.0, 0.5 * middle), max(30.0, 1.1 * middle))
    yield cv2.morphologyEx(edges, cv2.MORPH_CLOSE, kernel, iterations=2).astype(np.uint8)


def _card_shape(outline: NDArray[np.int32], whole: int) -> tuple[Corners, float] | None:
    hull = cv2.convexHull(outline)
    area = float(cv2.contourArea(hull))
    if not LEAST_AREA * whole < area < MOST_AREA * whole:
        return None
    solid = float(cv2.contourArea(outline)) / area
    if solid < 0.9:
        return None
    length = cv2.arcLength(hull, True)
    for coarse in (0.02, 0.035, 0.05):
        poly = cv2.approxPolyDP(hull, coarse * length, True)
        if len(poly) == 4:
            break
    else:
        return None
    quad = upright(poly.reshape(4, 2).astype(np.float32))
    short, long = sides(quad)
    edges = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    even = min(edges[0], edges[2]) / max(edges[0], edges[2]) * min(edges[1], edges[3]) / max(edges[1], edges[3])
    if short < 8 or not SHAPE[0] < long / short < SHAPE[1] or even < 0.6:
        return None
    fill = min(1.0, area / max(1.0, float(cv2.contourArea(quad))))
    like = 1 - min(1.0, abs(np.log(long / short / ASPECT)) / 0.6)
    return quad, float(np.clip(0.35 + 0.25 * fill * even + 0.2 * solid + 0.2 * like, 0, 1))


def _side(pyramid: Pyramid, quad: Corners) -> Kind:
    card = card_picture(pyramid, quad, 140)
    inner = card[6:-6, 6:-6]
    hsv = cv2.cvtColor(inner, cv2.COLOR_BGR2HSV)
    bright = float(np.percentile(hsv[..., 2], 90))
    paper = float(((hsv[..., 1] < 75) & (hsv[..., 2] > 0.62 * bright)).mean())
    return "face" if paper > 0.38 else "back"
