"""The exact outline of a card shown on purpose: of several guesses the one whose four sides are edges all along."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.detectors.contours import ContourDetector
from assistant.vision.detectors.geometry import iou
from assistant.vision.records import Corners, Image
from assistant.vision.rectify import area, refine, sides, upright

SAME = 0.45  # guesses that cover each other less are of different cards
# Reach of the search in card heights, turn in degrees, and growth: a detector may have seen a court's panel only.
TRY = ((0.045, 0, 1.0), (0.12, 0, 1.0), (0.045, 30, 1.0), (0.045, -30, 1.0), (0.09, 15, 1.0), (0.09, -15, 1.0),
       (0.06, 0, 1.14), (0.06, 0, 1.28))  # fmt: skip
OUTER, FAINT = 0.42, 6.0  # an outline proved so well beside the best one, and by so many grey levels, may be the card's
LONE, EDGE = 400, 10  # px of the long side at which a lone card is sought, and of the border that shows the table
SHAPES = (1.22, 1.75)  # long over short side of a card that lies flat under a camera


class Outliner:
    """Outlines within one picture; what stands out from the ground is sought once."""

    def __init__(self, image: Image) -> None:
        self.grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8)
        self.channels = [np.ascontiguousarray(image[..., k]) for k in range(3)]
        self.standing_out = [c.corners for c in ContourDetector().detect(image)]

    def best(self, rough: Corners) -> Corners:
        """The outline of the card about ``rough``, upright, its first corner a top left one."""
        guesses = [rough, *(q for q in self.standing_out if iou(q, rough) > SAME)]
        found = [upright(rough)]
        for quad in guesses:
            for reach, turn, grow in TRY:
                start = upright(_turned(quad, turn, grow))
                found.append(upright(refine(self.grey, start, reach)))
        proofs = [self.proof(q) for q in found]
        best = max(proofs)
        # a panel printed on the card has the stronger edges, the card's own rim lies around it
        able = [q for q, p in zip(found, proofs, strict=True) if p >= OUTER * best and p >= min(FAINT, best)]
        outer = max(able, key=area)
        near = [(p, q) for q, p in zip(found, proofs, strict=True) if iou(q, outer) > 0.93]
        return max(near, key=lambda one: one[0])[1]

    def proof(self, quad: Corners) -> float:
        """How much of an outline lies on edges, in grey levels: its weakest side counts most; odd shapes count less."""
        a, b = sides(quad)
        if min(a, b) < 8:
            return 0.0
        shape = max(a, b) / min(a, b)
        off = max(0.0, SHAPES[0] / shape - 1, shape / SHAPES[1] - 1)
        edges = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
        uneven = max(edges[0] / edges[2], edges[2] / edges[0], edges[1] / edges[3], edges[3] / edges[1]) - 1
        skew = max(abs(_corner(quad, i)) for i in range(4))
        strengths = [_edge(self.channels, quad[i], quad[(i + 1) % 4]) for i in range(4)]
        like = 1 - 2 * off - 1.5 * max(0.0, float(uneven) - 0.08) - 7.0 * max(0.0, skew - 0.06)
        return (min(strengths) + 0.25 * float(np.mean(strengths))) * max(0.0, like)


def lone_outline(image: Image) -> Corners | None:
    """The outline of the one card in a picture, by how it differs from the table along the picture's border."""
    k = LONE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    edge = np.concatenate([lab[:EDGE].reshape(-1, 3), lab[-EDGE:].reshape(-1, 3), lab[:, :EDGE].reshape(-1, 3)])
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    cv2.setRNGSeed(1)
    _, _, tones = cv2.kmeans(edge, 4, np.zeros(len(edge), np.int32), criteria, 2, cv2.KMEANS_PP_CENTERS)
    off = np.min([np.linalg.norm((lab - t) * (0.5, 1, 1), axis=2) for t in tones], 0)
    _, mask = cv2.threshold(np.clip(off * 3, 0, 255).astype(np.uint8), 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    shapes = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    if not shapes:
        return None
    hull = cv2.convexHull(max(shapes, key=cv2.contourArea))
    box = cv2.minAreaRect(hull)
    short, long = sorted(box[1])
    filled = float(cv2.contourArea(hull)) / max(1.0, short * long)
    if not (0.02 < short * long / mask.size < 0.7 and SHAPES[0] < long / max(1.0, short) < SHAPES[1] and filled > 0.88):
        return None
    return upright(np.asarray(cv2.boxPoints(box) / k, np.float32))


def _turned(quad: Corners, degrees: float, grow: float) -> Corners:
    middle, a = quad.mean(0), np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32) * np.float32(grow)
    return np.asarray((quad - middle) @ turn + middle, np.float32)


def _corner(quad: Corners, i: int) -> float:
    """How far a corner is from a right one: the cosine of its angle."""
    a, b = quad[i - 1] - quad[i], quad[(i + 1) % 4] - quad[i]
    return float(a @ b) / max(1e-6, float(np.linalg.norm(a) * np.linalg.norm(b)))


def _edge(channels: Sequence[NDArray[np.uint8]], p: NDArray[np.float32], q: NDArray[np.float32]) -> float:
    """The lower quartile, along a side, of the step from just inside to just outside."""
    along = (q - p) / max(1e-6, float(np.linalg.norm(q - p)))
    outward = np.array([along[1], -along[0]], np.float32)
    step = max(1.5, 0.008 * float(np.linalg.norm(q - p)))
    t = np.linspace(0.1, 0.9, 40, dtype=np.float32)[:, None]
    line = p + t * (q - p)
    best = np.zeros(40, np.float32)
    for channel in channels:
        sides_ = []
        for k in (-step, step):
            spot = line + outward * k
            sides_.append(
                cv2.remap(channel, spot[:, :1], spot[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                .astype(np.float32)
                .ravel()
            )
        best = np.maximum(best, np.abs(sides_[1] - sides_[0]))
    return float(np.percentile(best, 25))
