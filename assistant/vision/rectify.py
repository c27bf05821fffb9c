"""From a rough quad to sharp evidence: edges refined to a fraction of a pixel, crops cut from the full picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Corners, Image

ASPECT = 1.4  # height over width of a poker card (63 x 88 mm); bridge cards are 1.54
CROP_W, CROP_H = 56, 96  # pixels of an index crop
# The crop in fractions of a card's width and height: wide enough for a jumbo "10", with room for a quad 3 % off.
CROP_LEFT, CROP_TOP, CROP_RIGHT, CROP_BOTTOM = -0.035, -0.025, 0.325, 0.415
GLYPH = 0.098  # height of a standard rank glyph over the card's height
# An index box (rank over suit, height h) sits in its crop where a large index sits in a card's: margins in h.
INDEX_LEFT, INDEX_TOP, INDEX_HEIGHT = 0.16, 0.15, 1.6
INDEX_WIDE = 1.3  # a box wider than h / 1.3 (a "10", a suit beside its rank) is given a wider crop

Matrix = NDArray[np.float64]


def sides(quad: Corners) -> tuple[float, float]:
    """Mean lengths in pixels of the sides 0-1 and 2-3, and of the sides 1-2 and 3-0."""
    a, b, c, d = quad.tolist()  # plain numbers: for four points that is much faster than arrays
    return (math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2


def area(quad: Corners) -> float:
    """Area of a quad in square pixels."""
    return abs(float(cv2.contourArea(quad.astype(np.float32))))


def clockwise(quad: Corners) -> Corners:
    """The same corners, clockwise as seen in the picture (y down)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    signed = (cx - ax) * (dy - by) - (dx - bx) * (cy - ay)
    return quad if signed >= 0 else quad[::-1].copy()


def upright(quad: Corners) -> Corners:
    """The corners rolled so that the sides 0-1 and 2-3 are the short ones: top left first, up to half a turn."""
    quad = clockwise(quad)
    a, b = sides(quad)
    return quad if a <= b else np.roll(quad, -1, 0)


def readings_of(quad: Corners, tilted: float = 1.12) -> list[Corners]:
    """The ways a card may lie in an upright quad: two half turns, or four quarter turns where it is nearly square."""
    a, b = sides(quad)
    turns = (0, 2) if b > tilted * a else (0, 2, 1, 3)
    return [np.roll(quad, -turn, 0) for turn in turns]


class Pyramid:
    """A picture and its halvings, made on demand, so that a crop of a close-up is averaged and not aliased."""

    def __init__(self, image: Image) -> None:
        self.levels: list[Image] = [image]

    @property
    def image(self) -> Image:
        """The full-resolution picture."""
        return self.levels[0]

    def warp(self, to_crop: Matrix, size: tuple[int, int], scale: float) -> Image:
        """The picture seen through ``to_crop`` in ``size`` (width, height); ``scale``: picture pixels a crop pixel."""
        level = max(0, int(np.floor(np.log2(max(scale, 1e-6)) + 0.25)))
        while len(self.levels) <= level and min(self.levels[-1].shape[:2]) > 64:
            self.levels.append(cv2.pyrDown(self.levels[-1]).astype(np.uint8))
        level = min(level, len(self.levels) - 1)
        f = 2.0**level
        shrink = np.array([[1 / f, 0, 0], [0, 1 / f, 0], [0, 0, 1]])
        matrix = to_crop @ np.linalg.inv(shrink)
        out = cv2.warpPerspective(
            self.levels[level], matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return out.astype(np.uint8)


@dataclass(frozen=True)
class IndexCrop:
    """Where a crop comes from: ``to_crop`` maps the picture to it, ``scale`` is picture pixels a crop pixel."""

    to_crop: Matrix = field(repr=False)
    scale: float
    glyph: float  # expected height of the rank glyph in picture pixels

    def centre(self) -> tuple[float, float]:
        """Where the index is expected in the picture, in pixels."""
        x, y, w = np.linalg.inv(self.to_crop) @ np.array([CROP_W * 0.33, CROP_H * 0.33, 1.0])
        return float(x / w), float(y / w)


def _scale(to_crop: Matrix) -> float:
    back = np.linalg.inv(to_crop)
    corners = np.array([[0, 0, 1], [CROP_W, 0, 1], [0, CROP_H, 1]], np.float64) @ back.T
    p = corners[:, :2] / corners[:, 2:]
    across, down = np.linalg.norm(p[1] - p[0]) / CROP_W, np.linalg.norm(p[2] - p[0]) / CROP_H
    return float(np.sqrt(across * down))


def corner_crop(quad: Corners) -> IndexCrop:
    """The crop of the index at the quad's first corner, the card read upright (side 0-1 its top)."""
    w = CROP_W / (CROP_RIGHT - CROP_LEFT)
    h = CROP_H / (CROP_BOTTOM - CROP_TOP)
    x0, y0 = -CROP_LEFT * w, -CROP_TOP * h
    target = np.array([[x0, y0], [x0 + w, y0], [x0 + w, y0 + h], [x0, y0 + h]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    scale = _scale(matrix)
    return IndexCrop(matrix, scale, scale * GLYPH * h)


def index_crop(quad: Corners) -> IndexCrop:
    """The crop around an index box, its first corner the top left as read upright."""
    width, height = sides(quad)
    k = CROP_H / (INDEX_HEIGHT * max(height, INDEX_WIDE * width, 1e-6))
    x0, y0 = INDEX_LEFT * height * k, INDEX_TOP * height * k
    w, h = width * k, height * k
    target = np.array([[x0, y0], [x0 + w, y0], [x0 + w, y0 + h], [x0, y0 + h]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    return IndexCrop(matrix, _scale(matrix), height * 0.5)


def cut(pyramid: Pyramid, crops: list[IndexCrop]) -> NDArray[np.uint8]:
    """The crops as one (N, 96, 56, 3) BGR array."""
    out = np.empty((len(crops), CROP_H, CROP_W, 3), np.uint8)
    for i, crop in enumerate(crops):
        out[i] = pyramid.warp(crop.to_crop, (CROP_W, CROP_H), crop.scale)
    return out


def card_picture(pyramid: Pyramid, quad: Corners, height: int = 280) -> Image:
    """The whole card seen from above, ``height`` pixels tall; the quad's first corner becomes the top left."""
    width = round(height / ASPECT)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), target), np.float64)
    return pyramid.warp(matrix, (width, height), sides(quad)[1] / height)


# --- refinement ----------------------------------------------------------------------------------------------

_ALONG = 28  # samples along an edge
_REACH = 12  # offsets tried to each side
REACH = 0.045  # how far off an edge is sought, in card heights


def refine(grey: NDArray[np.uint8], quad: Corners, reach: float = REACH) -> Corners:
    """The quad with each edge moved to the strongest straight gradient within ``reach`` of the card's height.

    ``grey`` is the full-resolution picture in grey. An edge is found by trying offsets of its two ends, with a mild
    preference for small moves, then once more within a fraction of that; a result that is no card any more is refused
    and the quad given back unchanged.
    """
    return refine_all(grey, [quad], reach)[0]


def refine_all(grey: NDArray[np.uint8], quads: Sequence[Corners], reach: float = REACH) -> list[Corners]:
    """``refine`` of many quads at once, which takes far less time than one after the other."""
    if not quads:
        return []
    coarse = _refine_once(grey, [clockwise(quad) for quad in quads], reach, 60.0)  # a glaring pixel must not outweigh
    return _refine_once(grey, [clockwise(quad) for quad in coarse], reach / 5, 200.0)  # a whole straight edge


# What never changes while an edge is tried: how far along each sample lies, which offset it has where the edge's two
# ends are moved by any pair of offsets, and how much a pair is liked for being small and straight.
_T = np.linspace(0.1, 0.9, _ALONG)
_ENDS = np.arange(2 * _REACH + 1)
_A, _B = np.meshgrid(_ENDS, _ENDS, indexing="ij")
_AT = np.rint(_A[..., None] * (1 - (_T - 0.1) / 0.8) + _B[..., None] * ((_T - 0.1) / 0.8)).astype(np.int64)
_SUM = np.zeros((len(_ENDS) ** 2, _ALONG * len(_ENDS)), np.float32)  # of the samples on every pair's line
_SUM[np.arange(len(_SUM))[:, None], np.arange(_ALONG) * len(_ENDS) + _AT.reshape(-1, _ALONG)] = 1
_NEAR = (1 - 0.25 * ((_A - _REACH) ** 2 + (_B - _REACH) ** 2) / (2.0 * _REACH**2)).astype(np.float32)
_SKEW = (0.6 * np.abs(_A - _B) / _REACH).astype(np.float32)
_OFFSETS = np.arange(-_REACH - 1, _REACH + 2)


def _refine_once(grey: NDArray[np.uint8], quads: list[Corners], reach: float, most: float) -> list[Corners]:
    tall = np.array([max(sides(quad)) for quad in quads])
    at = np.array(quads, np.float64)  # (n, 4, 2)
    to = np.roll(at, -1, 1)
    along = (to - at) / np.maximum(1e-6, np.linalg.norm(to - at, axis=2, keepdims=True))
    outward = np.stack([along[..., 1], -along[..., 0]], 2)  # clockwise with y down: left of the direction of travel
    step = np.repeat(np.maximum(0.15, reach * tall / _REACH), 4)
    a, b = _edge_offsets(grey, at.reshape(-1, 2), to.reshape(-1, 2), outward.reshape(-1, 2), step, most)
    starts, ends = at + outward * a.reshape(-1, 4, 1), to + outward * b.reshape(-1, 4, 1)
    refined = _meet(np.roll(starts, 1, 1), np.roll(ends, 1, 1), starts, ends)
    moved = np.linalg.norm(refined - at, axis=2).max(1)
    good = np.isfinite(refined).all((1, 2)) & (moved <= 2.2 * reach * tall)
    return [(refined[i] if good[i] else at[i]).astype(np.float32) for i in range(len(quads))]


def _edge_offsets(
    grey: NDArray[np.uint8],
    p: NDArray[np.float64],
    q: NDArray[np.float64],
    outward: NDArray[np.float64],
    step: NDArray[np.float64],
    most: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By how many pixels the two ends of each of the n edges p-q (n, 2) are to be moved outward, each (n,)."""
    base = p[:, None, :] + _T[None, :, None] * (q - p)[:, None, :]
    off = step[:, None, None] * _OFFSETS[None, None, :]
    where = (base[:, :, None, :] + outward[:, None, None, :] * off[..., None]).astype(np.float32)
    flat = where.reshape(len(p) * _ALONG, len(_OFFSETS), 2)
    parts = [  # remap takes maps of fewer than 32,768 rows
        cv2.remap(grey, some[..., 0], some[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for some in np.array_split(flat, 1 + len(flat) // 32_000)
    ]
    strip = np.concatenate(parts).astype(np.float32).reshape(len(p), _ALONG, len(_OFFSETS))
    slope = np.minimum(np.abs(strip[..., 2:] - strip[..., :-2]), most)  # (n, along, 2 * reach + 1)
    total = slope.reshape(len(p), -1) @ _SUM.T  # of whole numbers: the same, however many edges there are
    score = total.reshape(-1, len(_ENDS), len(_ENDS)) / np.float32(_ALONG) * _NEAR - _SKEW
    i, j = np.unravel_index(score.reshape(len(p), -1).argmax(1), score.shape[1:])
    n = np.arange(len(p))
    at0 = (_peak(score[n, :, j], i) - _REACH) * step
    at1 = (_peak(score[n, i, :], j) - _REACH) * step
    slope_per_t = (at1 - at0) / 0.8  # offsets were measured at 0.1 and 0.9 of the edge
    return at0 - 0.1 * slope_per_t, at1 + 0.1 * slope_per_t


def _peak(values: NDArray[np.float32], i: NDArray[np.intp]) -> NDArray[np.float64]:
    """The places of the maxima (n,) of rows of values (n, m), between samples where a parabola tells."""
    n, last = np.arange(len(values)), values.shape[1] - 1
    low, mid, high = (values[n, np.clip(i + d, 0, last)].astype(np.float64) for d in (-1, 0, 1))
    bend = low - 2 * mid + high
    flat = (i <= 0) | (i >= last) | (bend >= -1e-9)
    return np.asarray(i + np.where(flat, 0.0, 0.5 * (low - high) / np.where(flat, 1.0, bend)), np.float64)


def _meet(
    a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64], d: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where the lines a-b and c-d meet, all (..., 2); not a number where they run alike."""
    d1, d2, r = b - a, d - c, c - a
    cross = d1[..., 0] * d2[..., 1] - d1[..., 1] * d2[..., 0]
    alike = np.abs(cross) < 1e-9
    k = (r[..., 0] * d2[..., 1] - r[..., 1] * d2[..., 0]) / np.where(alike, np.nan, cross)
    return np.asarray(a + d1 * k[..., None], np.float64)
