"""Stacks of chips seen from the side: the seams between chips counted, or a question where they cannot be.

Seams repeat: where the picture's horizontal edges come again after the same number of pixels, there is a stack. Its
seams are bent by perspective, all alike, so columns are pushed straight before they are added up; then the edges are
followed from seam to seam, from the foot to the rim of the topmost chip.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Image

WORK = 720  # px: the longer side at which seams are sought
THINNEST, THICKEST = 5.0, 60.0  # px of a chip there
STEP = 6  # px between columns
PERIODIC = 0.34  # correlation from which a place repeats
WIDE = (8.5, 15.0)  # thicknesses a stack is wide, as far as its seams are seen: a chip is twelve times as wide as thick
FAINT = 0.38  # a seam fainter than this share of the others is none
UNEVEN = 0.2  # spread of the spacing, in thicknesses, above which nothing is said for sure
FEWEST, MOST = 3, 30
SECONDARY = 0.5  # of the clearest stack's strength: what repeats less is something else
Field = NDArray[np.float32]


@dataclass(frozen=True)
class Stack:
    """One stack: chips counted, whether that is sure, and where it stands (x0, y0, x1, y1 in px of the picture)."""

    count: int
    sure: bool
    box: tuple[float, float, float, float]


def count_stacks(image: Image) -> list[Stack]:
    """The stacks of a BGR picture from left to right; empty where none is to be seen."""
    scale = min(1.0, WORK / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    edges = _edges(np.asarray(small, np.uint8))
    out = []
    for region in _regions(edges):
        found = _count(edges, region)
        if found is not None:
            count, sure, (x0, y0, x1, y1) = found
            out.append(Stack(count, sure, (x0 / scale, y0 / scale, x1 / scale, y1 / scale)))
    return sorted(out, key=lambda s: s.box[0])


def _edges(image: Image) -> Field:
    """Strength of horizontal edges (H, columns), each column the mean of its neighbourhood."""
    soft = cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.float32)
    down = np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)).max(2)
    across = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)).max(2)
    flat = np.minimum(np.maximum(down - 0.6 * across, 0), 160)
    mean = cv2.blur(flat, (9, 1))
    return np.asarray(mean[:, ::STEP], np.float32)


@dataclass(frozen=True)
class _Region:
    period: float
    x0: int
    x1: int  # columns
    y0: int
    y1: int  # rows


def _likeness(edges: Field, lag: float) -> Field:
    """How well each place's edges come again ``lag`` rows below, -1..1."""
    window = max(9, round(4 * lag)) | 1
    mean = cv2.blur(edges, (3, window))
    g = edges - mean
    k = round(lag)
    moved = np.vstack([g[k:], np.zeros((k, g.shape[1]), np.float32)])
    both = cv2.blur(g * moved, (5, window))
    own = np.maximum(cv2.blur(g * g, (5, window)), 0)
    its = np.vstack([own[k:], np.zeros((k, g.shape[1]), np.float32)])
    return np.asarray(both / (np.sqrt(own * its) + 12.0), np.float32)


def _regions(edges: Field) -> list[_Region]:
    """Where edges repeat over a width that a stack has, each place once, the clearest first."""
    lags = np.unique(np.round(np.geomspace(THINNEST, THICKEST, 34)))
    maps = np.stack([_likeness(edges, lag) for lag in lags])
    found: list[tuple[float, _Region]] = []
    for i, lag in enumerate(lags):
        peak = maps[i]
        ok = (peak > PERIODIC).astype(np.uint8)
        ok = cv2.morphologyEx(ok, cv2.MORPH_CLOSE, np.ones((max(3, round(lag)) | 1, 3), np.uint8))
        n, _, stats, _ = cv2.connectedComponentsWithStats(ok, connectivity=4)
        for x, y, w, h, area in stats[1:n].tolist():
            if not WIDE[0] * lag < w * STEP < WIDE[1] * lag or h < 0.9 * lag or area < 0.5 * w * h:
                continue
            if x == 0 or x + w >= edges.shape[1]:  # what goes on to the picture's border is a pattern, not a stack
                continue
            strength = float(peak[y : y + h, x : x + w].clip(0, 1).mean()) * w * (h + 2 * lag)
            found.append((strength, _Region(float(lag), x, x + w, y, y + h)))
    kept: list[tuple[float, _Region]] = []
    for strength, one in sorted(found, key=lambda f: -f[0]):
        if all(_shared(k, one) <= 0.3 for _, k in kept):
            kept.append((strength, one))
    best = max((s for s, _ in kept), default=0.0)
    return [r for s, r in kept if s >= SECONDARY * best]


def _shared(a: _Region, b: _Region) -> float:
    w = min(a.x1, b.x1) - max(a.x0, b.x0)
    h = min(a.y1, b.y1) - max(a.y0, b.y0)
    least = min((a.x1 - a.x0) * (a.y1 - a.y0), (b.x1 - b.x0) * (b.y1 - b.y0))
    return max(0, w) * max(0, h) / max(1, least)


def _count(edges: Field, r: _Region) -> tuple[int, bool, tuple[float, float, float, float]] | None:
    bends = _bends(edges, r)
    width = r.x1 - r.x0
    votes = []
    for part in ((0.1, 0.9), (0.08, 0.3), (0.7, 0.92), (0.2, 0.8)):  # a face's inlay has seams in the middle only
        a, b = r.x0 + round(part[0] * width), r.x0 + max(round(part[1] * width), round(part[0] * width) + 2)
        votes.append(_seams(edges, bends, r, a, min(b, r.x1)))
    said = [len(v[0]) - 1 for v in votes if v is not None]
    if not said:
        return None
    sides = [len(v[0]) - 1 for v in votes[1:3] if v is not None]
    count = min(sides) if sides else min(said)
    seams, spread, clean = next(v for v in votes if v is not None and len(v[0]) - 1 in (count, said[0]))
    if not FEWEST <= count <= MOST:
        return None
    sure = len(sides) == 2 and sides[0] == sides[1] and said.count(count) == len(votes) and spread < UNEVEN and clean
    pace = (seams[-1] - seams[0]) / count
    sure = sure and seams[0] > 2 * pace and seams[-1] < edges.shape[0] - 2 * pace
    box = (r.x0 * STEP, float(seams[0]), r.x1 * STEP, float(seams[-1]))
    return count, sure, (float(box[0]), box[1], float(box[2]), box[3])


def _bends(edges: Field, r: _Region) -> NDArray[np.float64]:
    """By how many rows each column's seams lie lower than the middle column's: followed from column to column."""
    y0, y1 = max(0, r.y0 - round(r.period)), min(edges.shape[0], r.y1 + round(2 * r.period))
    part = edges[y0:y1]
    reach = max(2, round(0.35 * r.period))
    middle = (r.x0 + r.x1) // 2
    bends = np.zeros(edges.shape[1])
    for step in (-1, 1):
        x, shift = middle, 0.0
        while r.x0 <= x + step < r.x1:
            a, b = part[:, x], part[:, x + step]
            scores = [float((a[reach:-reach] * np.roll(b, -k)[reach:-reach]).sum()) for k in range(-reach, reach + 1)]
            scores = [s * (1 - 0.02 * abs(k)) for s, k in zip(scores, range(-reach, reach + 1), strict=True)]
            shift += float(np.argmax(scores) - reach)
            x += step
            bends[x] = shift
    u = (np.arange(r.x0, r.x1) - middle) / max(1.0, (r.x1 - r.x0) / 2)
    keep = np.abs(u) < 0.85
    if keep.sum() < 4:
        return bends
    fit = np.polynomial.polynomial.polyfit(u[keep], bends[r.x0 : r.x1][keep], 2)  # a circle's front is a parabola here
    bends[r.x0 : r.x1] = np.polynomial.polynomial.polyval(u, fit)
    return bends


def _seams(
    edges: Field, bends: NDArray[np.float64], r: _Region, a: int, b: int
) -> tuple[list[float], float, bool] | None:
    """The seams between columns a and b: rows from the top, the spread of their spacing, whether the ends are clear."""
    p = r.period
    rows = np.arange(edges.shape[0], dtype=np.float32)
    columns = []
    for x in range(a, b):
        where = (rows + np.float32(bends[x]))[:, None]
        column = np.ascontiguousarray(edges[:, x : x + 1])
        columns.append(cv2.remap(column, np.zeros_like(where), where, cv2.INTER_LINEAR))
    if not columns:
        return None
    straight = np.hstack(columns)
    straight = cv2.GaussianBlur(straight, (1, 0), sigmaX=0.1, sigmaY=max(0.8, 0.1 * p))
    level = np.minimum(straight, float(np.percentile(straight[r.y0 : r.y1], 90)))
    mean = level.mean(1)
    local = cv2.blur(mean[:, None], (1, max(3, round(p)) | 1)).ravel()
    peaks = [
        i for i in range(1, len(mean) - 1) if mean[i] >= mean[i - 1] and mean[i] > mean[i + 1] and mean[i] > local[i]
    ]
    inside = [i for i in peaks if r.y0 - 0.5 * p <= i <= r.y1 + 1.5 * p]
    if len(inside) < 3:
        return None
    usual = float(np.median(sorted((mean[i] for i in inside), reverse=True)[: max(3, round((r.y1 - r.y0) / p))]))
    start = max(inside, key=lambda i: mean[i])
    seams = [float(start)]
    clean = True
    for step in (-1, 1):
        at, pace = float(start), p
        while True:
            near = [i for i in peaks if 0.68 * pace < step * (i - at) < 1.36 * pace]
            if not near:
                break
            best = max(near, key=lambda i: mean[i] * (1 - 0.8 * abs(step * (i - at) / pace - 1)))
            strength = float(mean[best]) / max(1e-6, usual)
            held = float((level[best] > 0.35 * usual).mean())
            if strength < FAINT or held < 0.45:
                clean = clean and strength < 0.6 * FAINT
                break
            pace = 0.75 * pace + 0.25 * abs(best - at)
            at = float(best)
            seams.append(at)
    seams.sort()
    gaps = np.diff(seams)
    return (seams, float(gaps.std() / max(1e-6, gaps.mean())), clean) if len(gaps) else None
