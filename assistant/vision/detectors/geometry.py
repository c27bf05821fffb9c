"""How much two quads cover each other, and which of many detections of the same thing to keep."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CardQuad, Corners


def overlap(a: Corners, b: Corners) -> float:
    """The common area of two convex quads in square pixels."""
    if (a.min(0) > b.max(0)).any() or (b.min(0) > a.max(0)).any():
        return 0.0
    common, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(common)


def iou(a: Corners, b: Corners) -> float:
    """Intersection over union of two convex quads, 0..1."""
    common = overlap(a, b)
    if common <= 0:
        return 0.0
    both = abs(float(cv2.contourArea(a))) + abs(float(cv2.contourArea(b))) - common
    return common / both if both > 0 else 0.0


def inside(quad: Corners, x: float, y: float, margin: float = 0.0) -> bool:
    """True where a point lies in a quad, or at most ``margin`` pixels outside of it."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(x), float(y)), True) >= -margin


def thin_out(found: list[CardQuad], limit: dict[str, float]) -> list[CardQuad]:
    """Greedy suppression within each kind: best first, dropping what covers a kept one by more than ``limit`` (IoU)."""
    kept: list[CardQuad] = []
    shapes: dict[str, list[Corners]] = {}
    boxes: dict[str, list[tuple[float, float, float, float]]] = {}
    for one in sorted(found, key=lambda f: -f.score):
        xs, ys = [p[0] for p in one.quad], [p[1] for p in one.quad]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        shape = one.corners
        mine = boxes.setdefault(one.kind, [])
        near = [i for i, b in enumerate(mine) if x0 < b[1] and b[0] < x1 and y0 < b[3] and b[2] < y1]
        if any(iou(shapes[one.kind][i], shape) > limit[one.kind] for i in near):
            continue
        kept.append(one)
        mine.append((x0, x1, y0, y1))
        shapes.setdefault(one.kind, []).append(shape)
    return kept


def unit_map(quad: Corners) -> NDArray[np.float64]:
    """The map from picture pixels to the card's own fractions (0..1 across, 0..1 down from the first corner)."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), unit), np.float64)


def through(matrix: NDArray[np.float64], x: float, y: float) -> tuple[float, float]:
    """One point through a projective map."""
    a, b, c = matrix @ np.array([x, y, 1.0])
    return float(a / c), float(b / c)
