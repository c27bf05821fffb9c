"""The table's outline found by itself: what looks like the middle of the picture, told from what surrounds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Image
from assistant.vision.rectify import refine

Points = NDArray[np.float64]
Mask = NDArray[np.uint8]
Ellipse = tuple[Sequence[float], Sequence[float], float]  # middle, axes, degrees, as OpenCV gives them

WIDTH = 320  # pixels across in which the table is told from the floor
FIT = 0.93  # share in common between what was found and the shape drawn around it, from which it is that shape
FULL = 0.86  # of the picture's border that is table: the camera sees nothing but the table
SOLID = 0.955  # share of its own hull that a table's area covers; arms and cards over its edge take some away
LEAST = 0.08  # of the picture that a table covers
EDGE = 4.0  # grey levels that an outline's edge must step, on average


@dataclass(frozen=True)
class Outline:
    """A table's edge: ``corners`` (4, 2) in pixels clockwise from the upper left, of a round table of the square around
    it; ``fit`` says how well the shape covers what was found, 0..1. ``whole`` tables fill the picture."""

    shape: str
    corners: Points
    fit: float
    whole: bool = False


def find_outline(image: Image, shape: str | None = None) -> Outline | None:
    """The table in a BGR picture, as a rectangle or (seen as an ellipse) a round one; None where none stands out.

    ``shape`` leaves only that one to be found.
    """
    h, w = image.shape[:2]
    k = WIDTH / w
    small = cv2.resize(image, (WIDTH, round(h * k)), interpolation=cv2.INTER_AREA)
    mask, everywhere = _table_mask(np.asarray(small, np.uint8))
    if mask is None:
        return None
    if everywhere:
        whole = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)
        return Outline(shape or "rectangle", whole, 1.0, True) if shape != "round" else None
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rim = max(contours, key=cv2.contourArea)
    hull = cv2.convexHull(rim).reshape(-1, 2).astype(np.float64) + 0.5
    solid, filled = np.zeros_like(mask), np.zeros_like(mask)
    cv2.fillConvexPoly(solid, np.round(hull - 0.5).astype(np.int32), (255,))
    cv2.drawContours(filled, contours, -1, (255,), -1)
    if np.count_nonzero(filled) < SOLID * np.count_nonzero(solid):
        return None  # frayed: the floor looks too much like the table
    grey = _apart(image, np.asarray(small, np.uint8), filled)
    tries = []
    if shape != "round":
        tries.append(_as_rectangle(grey, hull / k, rim.reshape(-1, 2) / k, solid, k))
    if shape != "rectangle":
        tries.append(_as_round(grey, hull / k, solid, k))
    found = max((t for t in tries if t is not None), key=lambda t: t.fit, default=None)
    return found if found is not None and found.fit >= FIT and _stands_out(image, found) else None


def _apart(image: Image, small: Image, mask: Mask) -> NDArray[np.uint8]:
    """The picture in the one shade in which table and floor differ most: grain and pattern fade, the edge stays."""
    near = cv2.dilate(mask, np.ones((41, 41), np.uint8)) > 0
    inside, outside = (small[m].astype(np.float64) for m in (mask > 0, near & (mask == 0)))
    if len(outside) < 50:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    within = np.cov(inside.T) + np.cov(outside.T) + 20 * np.eye(3)
    axis = np.linalg.solve(within, inside.mean(0) - outside.mean(0))
    shade = (image.reshape(-1, 3).astype(np.float32) @ axis.astype(np.float32)).reshape(image.shape[:2])
    low, high = (float(v.mean(0) @ axis) for v in (outside, inside))
    level = 60 + 135 * (shade - low) / max(abs(high - low), 1e-9) * np.sign(high - low)
    return np.asarray(cv2.GaussianBlur(np.clip(level, 0, 255).astype(np.uint8), (0, 0), 1.2), np.uint8)


def _stands_out(image: Image, found: Outline) -> bool:
    """Whether every third of each side (every twelfth of a rim) is an edge in the picture, as far as it lies in it."""
    h, w = image.shape[:2]
    soft = cv2.GaussianBlur(image, (0, 0), 2.0).astype(np.float32)
    t = np.linspace(0.06, 0.94, 25)
    known = 0
    for i in range(12):
        if found.shape == "round":
            a = 2 * np.pi * (i + t) / 12
            unit = np.column_stack([0.5 + 0.5 * np.cos(a), 0.5 + 0.5 * np.sin(a)])
            corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
            to = cv2.getPerspectiveTransform(corners, found.corners.astype(np.float32)).astype(np.float64)
            line = cv2.perspectiveTransform(unit[None], to)[0]
            out = line - found.corners.mean(0)
        else:
            p, q = found.corners[i // 3], found.corners[(i // 3 + 1) % 4]
            line = p + (q - p) * ((i % 3 + t) / 3)[:, None]
            out = np.tile(np.array([(q - p)[1], -(q - p)[0]]), (len(t), 1))
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        inner, outer = (np.round(line + out * d).astype(int) for d in (-0.006 * w, 0.006 * w))
        seen = ((np.stack([inner, outer]) >= 0) & (np.stack([inner, outer]) < (w, h))).all((0, 2))
        if seen.sum() < 8:
            continue
        step = soft[inner[seen, 1], inner[seen, 0]] - soft[outer[seen, 1], outer[seen, 0]]
        known += 1
        if float(np.linalg.norm(np.median(step, 0))) < max(EDGE, 0.5 * float(np.linalg.norm(step.std(0)))):
            return False
    return known >= 8


def _table_mask(small: Image) -> tuple[Mask | None, bool]:
    """Table against everything else, and whether it is everywhere: colours of the middle against those of the border,
    settled by a graph cut."""
    h, w = small.shape[:2]
    lab = cv2.cvtColor(cv2.bilateralFilter(small, 7, 40, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    middle = np.zeros((h, w), np.uint8)
    cv2.ellipse(middle, (w // 2, h // 2), (round(w * 0.2), round(h * 0.2)), 0, 0, 360, (1,), -1)
    own = lab[middle > 0]
    usual = np.median(own, 0)
    spread = np.maximum(np.median(np.abs(own - usual), 0) * 1.5, (6.0, 4.0, 4.0))
    away = np.sqrt((((lab - usual) / spread) ** 2).sum(-1))
    marks = np.full((h, w), cv2.GC_PR_BGD, np.uint8)
    marks[away < 4] = cv2.GC_PR_FGD
    marks[(middle > 0) & (away < 3)] = cv2.GC_FGD
    ring = np.ones((h, w), np.bool_)
    ring[3:-3, 3:-3] = False
    if float((away[ring] < 4).mean()) >= FULL:
        return np.full((h, w), 255, np.uint8), True
    marks[ring & (away > 6)] = cv2.GC_BGD
    if not (marks == cv2.GC_FGD).any() or not (marks == cv2.GC_BGD).any():
        return None, False
    smooth = np.asarray(cv2.bilateralFilter(small, 7, 40, 5), np.uint8)
    cv2.grabCut(smooth, marks, (0, 0, 1, 1), np.zeros((1, 65)), np.zeros((1, 65)), 4, cv2.GC_INIT_WITH_MASK)
    cut = np.where((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD), 255, 0).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(cut, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return None, False
    held = np.bincount(labels[(middle > 0) & (mask > 0)], minlength=count)
    best = int(np.argmax(held[1:])) + 1 if held[1:].any() else int(np.argmax(stats[1:, cv2.CC_STAT_AREA])) + 1
    if stats[best, cv2.CC_STAT_AREA] < LEAST * h * w:
        return None, False
    return np.where(labels == best, 255, 0).astype(np.uint8), False


def _as_rectangle(grey: NDArray[np.uint8], hull: Points, rim: Points, solid: Mask, k: float) -> Outline | None:
    contour = hull.reshape(-1, 1, 2).astype(np.float32)
    around = cv2.arcLength(contour, True)
    quad = None
    for eps in np.linspace(0.01, 0.12, 23):
        rough = cv2.approxPolyDP(contour, float(eps) * around, True).reshape(-1, 2)
        if len(rough) == 4:
            quad = rough
            break
    if quad is None:
        return None
    lines = _edge_lines(rim, quad.astype(np.float64))
    shaped = np.array([_meet(lines[i - 1], lines[i]) for i in range(4)])
    rough_quad = _from_upper_left(shaped if np.isfinite(shaped).all() else quad.astype(np.float64))
    h, w = grey.shape
    inside = ((rough_quad > (3, 3)) & (rough_quad < (w - 3, h - 3))).all()
    if inside:
        fine = _from_upper_left(np.asarray(refine(grey, rough_quad.astype(np.float32), 0.02), np.float64))
        if _share(fine, solid, k) >= _share(rough_quad, solid, k) - 0.02:
            rough_quad = fine
    return Outline("rectangle", rough_quad, _share(rough_quad, solid, k))


def _edge_lines(rim: Points, quad: Points) -> list[tuple[Points, Points]]:
    """Each side of a rough quad as the line (point, direction) through the rim's points near it, corners left out."""
    ring = rim + 0.5
    out = []
    for p, q in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = (q - p) / np.linalg.norm(q - p)
        normal = np.array([-along[1], along[0]])
        t = (ring - p) @ along / np.linalg.norm(q - p)
        off = np.abs((ring - p) @ normal)
        near = ring[(t > 0.12) & (t < 0.88) & (off < 0.06 * np.linalg.norm(q - p))]
        if len(near) < 8:
            out.append((p, along))
            continue
        vx, vy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        out.append((np.array([x, y]), np.array([vx, vy])))
    return out


def _dense(hull: Points) -> Points:
    parts = []
    for p, q in zip(hull, np.roll(hull, -1, 0), strict=True):
        n = max(1, int(np.linalg.norm(q - p) / 4))
        parts.append(p + (q - p) * (np.arange(n) / n)[:, None])
    return np.concatenate(parts)


def _as_round(grey: NDArray[np.uint8], hull: Points, solid: Mask, k: float) -> Outline | None:
    h, w = grey.shape
    ring = _dense(hull)
    free = ring[((ring > 6 / k) & (ring < (w - 6 / k, h - 6 / k))).all(1)]
    if len(free) < 0.4 * len(ring) or len(free) < 20:
        return None
    ellipse = cv2.fitEllipseDirect(free.astype(np.float32))
    rim = _on_edge(grey, ellipse, max(6.0, 2.5 / k))
    if len(rim) >= 60:
        ellipse = cv2.fitEllipseDirect(rim.astype(np.float32))
    (cx, cy), (a, b), turn = ellipse
    if not np.isfinite([cx, cy, a, b]).all() or min(a, b) < 0.5 * max(a, b):
        return None
    drawn = np.zeros_like(solid)
    cv2.ellipse(drawn, ((cx * k, cy * k), (a * k, b * k), turn), (255,), -1)
    fit = float(((drawn > 0) & (solid > 0)).sum() / max(1, ((drawn > 0) | (solid > 0)).sum()))
    return Outline("round", _square_around((cx, cy), (a / 2, b / 2), turn), fit)


def _square_around(centre: tuple[float, float], half: tuple[float, float], turn: float) -> Points:
    """The square around a circle that is seen as an ellipse, its sides along the picture's as far as that goes.

    The circle is taken as squeezed along the shorter axis alone; what else perspective does to it is left to the host,
    or to the markers.
    """
    t = np.deg2rad(turn)
    axes = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    squeeze = axes.T @ np.diag(half) @ axes
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return np.asarray(unit @ squeeze.T + centre, np.float64)


def _on_edge(grey: NDArray[np.uint8], ellipse: Ellipse, reach: float) -> Points:
    """Points on the strongest step across an ellipse's rim, found along its normals."""
    (cx, cy), (a, b), turn = ellipse
    t = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    r = np.deg2rad(turn)
    x, y = a / 2 * np.cos(t), b / 2 * np.sin(t)
    nx, ny = np.cos(t) / max(a, 1), np.sin(t) / max(b, 1)
    long = np.hypot(nx, ny)
    points = np.column_stack([cx + x * np.cos(r) - y * np.sin(r), cy + x * np.sin(r) + y * np.cos(r)])
    normal = np.column_stack([nx * np.cos(r) - ny * np.sin(r), nx * np.sin(r) + ny * np.cos(r)]) / long[:, None]
    steps = np.arange(-reach, reach + 0.5)
    where = points[:, None] + normal[:, None] * steps[None, :, None]
    smooth = cv2.GaussianBlur(grey, (0, 0), 2.0)
    strip = cv2.remap(
        smooth, where[..., 0].astype(np.float32), where[..., 1].astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT, borderValue=(0,),
    ).astype(np.float32)  # fmt: skip
    h, w = grey.shape
    slope = np.abs(strip[:, 4:] - strip[:, :-4])
    best = slope.argmax(1)
    out = where[np.arange(len(t)), best + 2]
    good = (slope.max(1) > 2 * EDGE) & ((where[:, [0, -1]] > 2) & (where[:, [0, -1]] < (w - 2, h - 2))).all((1, 2))
    return np.asarray(out[good], np.float64)


def _share(quad: Points, solid: Mask, k: float) -> float:
    drawn = np.zeros_like(solid)
    cv2.fillConvexPoly(drawn, np.round(quad * k - 0.5).astype(np.int32), (255,))
    return float(((drawn > 0) & (solid > 0)).sum() / max(1, ((drawn > 0) | (solid > 0)).sum()))


def _from_upper_left(quad: Points) -> Points:
    """A convex quad's corners clockwise in the picture, the one nearest its upper left first."""
    around = quad[np.argsort(np.arctan2(*(quad - quad.mean(0)).T[::-1]))]
    return np.asarray(np.roll(around, -int(np.argmin(around.sum(1))), 0), np.float64)


def _meet(one: tuple[Points, Points], two: tuple[Points, Points]) -> Points:
    cross = one[1][0] * two[1][1] - one[1][1] * two[1][0]
    if abs(cross) < 1e-6:
        return np.array([np.nan, np.nan])
    r = two[0] - one[0]
    return np.asarray(one[0] + one[1] * (r[0] * two[1][1] - r[1] * two[1][0]) / cross, np.float64)
