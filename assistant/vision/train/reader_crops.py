"""Index crops as a camera would give them, with what they say: the reader's training data, made as fast as it is used.

A card of a drawn deck is laid on some ground in a small "camera picture" at the size and angle a camera would see it,
lit, blurred, compressed; then the crop is cut through a quad that is a little wrong, as a detector's is.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import JOKER, RANKS, SUITS
from assistant.vision.rectify import (
    CROP_BOTTOM,
    CROP_H,
    CROP_LEFT,
    CROP_RIGHT,
    CROP_TOP,
    CROP_W,
    INDEX_HEIGHT,
    INDEX_LEFT,
    INDEX_TOP,
    INDEX_WIDE,
)
from assistant.vision.train.reader_camera import camera, ground, paper
from assistant.vision.train.reader_faces import FACE_H, FaceSet

NO_RANK, NO_SUIT, IGNORE = 14, 4, -1

Array = NDArray[np.float64]


def _unit_to(quad: Array) -> Array:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, quad.astype(np.float32)), np.float64)


def _through(matrix: Array, points: Array) -> Array:
    p = np.concatenate([points.reshape(-1, 2), np.ones((points.size // 2, 1))], 1) @ matrix.T
    return np.asarray((p[:, :2] / p[:, 2:]).reshape(points.shape), np.float64)


def _crop_frame() -> Array:
    """Crop pixels of the unit card's corners, for a card crop."""
    w, h = CROP_W / (CROP_RIGHT - CROP_LEFT), CROP_H / (CROP_BOTTOM - CROP_TOP)
    x, y = -CROP_LEFT * w, -CROP_TOP * h
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])


_CARD_FRAME = _crop_frame()
_CROP_CORNERS = np.array([[0.0, 0.0], [CROP_W, 0], [CROP_W, CROP_H], [0, CROP_H]])


class CropMaker:
    """Draws labelled crops from a list of decks; the same seed gives the same crops."""

    shape = (CROP_H, CROP_W)

    def __init__(self, decks: list[FaceSet], seed: int) -> None:
        self.decks = decks
        self.rng = np.random.default_rng(seed)

    def batch(self, n: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
        """``n`` crops (n, 96, 56, 3) BGR with rank labels 0..14 and suit labels 0..4, -1 where no label is fair."""
        crops = np.empty((n, *self.shape, 3), np.uint8)
        ranks = np.empty(n, np.int64)
        suits = np.empty(n, np.int64)
        i = 0
        while i < n:
            made = self.one()
            if made is None:
                continue
            crops[i], ranks[i], suits[i] = made
            i += 1
        return crops, ranks, suits

    # --- one crop --------------------------------------------------------------------------------------------

    def one(self) -> tuple[NDArray[np.uint8], int, int] | None:
        """One crop and its labels, or None where the draw made nothing of use."""
        rng = self.rng
        deck = self.decks[rng.integers(len(self.decks))]
        height = float(np.exp(rng.uniform(np.log(52), np.log(420))))
        kind = rng.choice(["corner", "index", "turned", "elsewhere", "back"], p=[0.45, 0.32, 0.13, 0.07, 0.03])
        number = 52 if rng.random() < 0.025 and len(deck.indices[52]) else int(rng.integers(52))
        if number < 52 and rng.random() < 0.15:  # no pip beside the index of a low card helps to tell its suit
            number = 13 * int(rng.choice([0, 3, 3, 1, 2])) + int(rng.choice([12, 0, 1]))
        elif number < 52 and rng.random() < 0.18:  # small clubs and spades are what is taken for one another most
            number, height = 13 * int(rng.choice([0, 3])) + number % 13, float(rng.uniform(60, 150))
        if not len(deck.indices[number]) and kind in ("index",):
            return None
        card = self._card_quad(deck.aspect, height)
        to_camera = _unit_to(card)
        frame = self._aim(str(kind), deck, number, card, to_camera)
        if frame is None:
            return None
        crop_to_camera, face = frame
        seen = _through(crop_to_camera, _CROP_CORNERS)
        low, high = seen.min(0) - 8, seen.max(0) + 8
        w, h = np.ceil(high - low).astype(int)
        if w > 520 or h > 520 or w < 10 or h < 10:
            return None
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        to_patch = np.asarray(shift @ to_camera, np.float64)
        patch, mask = self._compose(deck, face, height, to_patch, (int(w), int(h)))
        rank, suit = NO_RANK, NO_SUIT
        crop_from_patch = np.asarray(np.linalg.inv(shift @ crop_to_camera), np.float64)
        if face is not None and face < 53:
            rank, suit = self._label(deck, face, to_patch, mask, crop_from_patch)
            if rank == IGNORE and suit == IGNORE:
                return None
        photo = camera(rng, patch, height)
        if float(photo.std()) < 2.0:
            return None  # nothing legible is left
        scale = float(np.sqrt(max(1e-6, 1 / abs(np.linalg.det(crop_from_patch[:2, :2])))))
        return self._cut(photo, crop_from_patch, scale), rank, suit

    def _card_quad(self, aspect: float, height: float) -> Array:
        rng = self.rng
        w, h = height / aspect, height
        q = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2
        squeeze = rng.uniform(0.78, 1.0) if rng.random() < 0.6 else 1.0  # tilt of the camera
        phi = rng.uniform(0, np.pi)
        axis = np.array([np.cos(phi), np.sin(phi)])
        q = q + np.outer(q @ axis, axis) * (squeeze - 1)
        depth = rng.normal(0, 0.05, 2) / height
        q = q / (1 + q @ depth)[:, None]
        tilt = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(tilt), np.sin(tilt)
        return np.asarray(q @ np.array([[c, s], [-s, c]]), np.float64)

    def _wrong(self, quad: Array, height: float) -> Array:
        """The quad as a detector or a refinement gives it."""
        rng = self.rng
        spread = rng.choice([0.004, 0.012, 0.025], p=[0.45, 0.4, 0.15]) * height
        return quad + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread, 2)

    def _aim(
        self, kind: str, deck: FaceSet, number: int, card: Array, to_camera: Array
    ) -> tuple[Array, int | None] | None:
        """The map from crop pixels to the camera, and which face lies there (None for a back)."""
        rng = self.rng
        height = float(np.linalg.norm(card[3] - card[0]))
        if kind in ("corner", "back") or (kind == "turned" and rng.random() < 0.5):
            turn = int(rng.choice([1, 3])) if kind == "turned" else int(rng.choice([0, 2]))
            quad = np.roll(self._wrong(card, height), -turn, 0)
            return _from_frame(_stretched(_CARD_FRAME, rng), quad), None if kind == "back" else number
        if kind in ("index", "turned"):
            if not len(deck.indices[number]):
                return None
            box = _through(to_camera, deck.indices[number][rng.integers(len(deck.indices[number]))].astype(np.float64))
            if kind == "turned":
                box = np.roll(box, -int(rng.choice([1, 2, 2, 3])), 0)
            return _from_frame(*self._index_frame(box)), number
        # elsewhere: a box of an index's size over pips, courts, edges and the ground beside the card
        size = rng.uniform(0.12, 0.34) * height
        tilt = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(tilt), np.sin(tilt)
        half = np.array([[-0.22, -0.5], [0.22, -0.5], [0.22, 0.5], [-0.22, 0.5]]) * size
        middle = _through(to_camera, rng.uniform(-0.12, 1.12, (1, 2)))[0]
        return _from_frame(*self._index_frame(half @ np.array([[c, s], [-s, c]]) + middle)), number

    def _index_frame(self, box: Array) -> tuple[Array, Array]:
        rng = self.rng
        height = float(np.linalg.norm(box[3] - box[0]))
        grow = rng.normal(1.02, 0.07, 2)
        middle = box.mean(0)
        along, across = (box[3] - box[0]) / 2, (box[1] - box[0]) / 2
        tilt = rng.normal(0, 0.06)
        c, s = np.cos(tilt), np.sin(tilt)
        spin = np.array([[c, s], [-s, c]])
        along, across = along @ spin * grow[0], across @ spin * grow[1]
        middle = middle + rng.normal(0, 0.035 * height, 2)
        quad = np.array(
            [middle - along - across, middle - along + across, middle + along + across, middle + along - across]
        )
        h = 2 * float(np.linalg.norm(along))
        w = 2 * float(np.linalg.norm(across))
        k = CROP_H / (INDEX_HEIGHT * max(h, INDEX_WIDE * w))
        x, y = INDEX_LEFT * h * k, INDEX_TOP * h * k
        frame = np.array([[x, y], [x + w * k, y], [x + w * k, y + h * k], [x, y + h * k]])
        return _stretched(frame, rng), quad

    # --- the camera picture ----------------------------------------------------------------------------------

    def _compose(
        self, deck: FaceSet, face: int | None, height: float, to_patch: Array, size: tuple[int, int]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The card on its ground, and how much of each pixel of it is covered by something else (0..1)."""
        rng = self.rng
        w, h = size
        patch = ground(rng, w, h)
        fan = rng.random() < 0.22  # cards so close together that their indices stand side by side
        if fan:
            side = int(rng.choice([-1, 1]))
            step, lean = float(rng.uniform(0.13, 0.34)), float(rng.normal(0, 0.08))
            if rng.random() < 0.8:
                self._lay(patch, self._any_face(deck), height, _next_in_fan(to_patch, -side * step, -lean))
        elif rng.random() < 0.22:  # a neighbour below, peeping out
            self._lay(patch, self._any_face(deck), height, self._beside(to_patch, 0.0))
        if rng.random() < 0.5:  # the card's own shadow
            off = np.array([[1, 0, rng.normal(0, 3)], [0, 1, rng.normal(0, 3)], [0, 0, 1.0]])
            self._shade(patch, off @ to_patch, float(rng.uniform(0.5, 0.9)))
        image = deck.back if face is None else deck.faces[face]
        if rng.random() < 0.5:
            image = paper(rng, image)
        self._lay(patch, image, height, to_patch)
        covered = np.zeros((h, w), np.float32)
        roll = rng.random()
        if fan:
            if rng.random() < 0.6:
                self._shade(patch, _next_in_fan(to_patch, side * step * 0.95, lean), float(rng.uniform(0.6, 0.95)))
            self._lay(patch, self._any_face(deck), height, _next_in_fan(to_patch, side * step, lean), covered)
        elif roll < 0.2:  # a card above: the usual overlap
            other = self._any_face(deck)
            self._lay(patch, other, height, self._beside(to_patch, 0.22), covered)
        elif roll < 0.28:  # a finger, a chip, a cup
            self._blob(patch, covered)
        return patch, covered

    def _any_face(self, deck: FaceSet) -> NDArray[np.uint8]:
        rng = self.rng
        if rng.random() < 0.15:
            return deck.back
        if rng.random() < 0.5:
            deck = self.decks[rng.integers(len(self.decks))]
        return np.asarray(deck.faces[rng.integers(52)], np.uint8)

    def _beside(self, to_patch: Array, least: float) -> Array:
        """A map for a second card of the same size, shifted in the card's own frame and turned a little."""
        rng = self.rng
        angle = rng.normal(0, 0.35) if rng.random() < 0.8 else rng.uniform(0, 6.3)
        c, s = np.cos(angle), np.sin(angle)
        spread = max(least, rng.uniform(0.1, 0.7))
        dx, dy = rng.choice([(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1)])
        a = 1.4
        move = np.array([[1, 0, 0.5 + dx * spread], [0, 1, 0.5 + dy * spread], [0, 0, 1.0]])
        spin = np.array([[c, -s * a, 0], [s / a, c, 0], [0, 0, 1.0]])
        back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        return np.asarray(to_patch @ move @ spin @ back, np.float64)

    def _lay(
        self,
        patch: NDArray[np.float32],
        image: NDArray[np.uint8],
        height: float,
        to_patch: Array,
        covered: NDArray[np.float32] | None = None,
    ) -> None:
        k = min(1.0, height / FACE_H)
        if k < 0.95:
            image = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA).astype(np.uint8)
        ih, iw = image.shape[:2]
        unit = np.array([[1 / iw, 0, 0], [0, 1 / ih, 0], [0, 0, 1.0]])
        h, w = patch.shape[:2]
        laid = cv2.warpPerspective(image, to_patch @ unit, (w, h), flags=cv2.INTER_LINEAR)
        alpha = laid[..., 3:].astype(np.float32) / 255
        patch *= 1 - alpha
        patch += laid[..., :3].astype(np.float32) * alpha
        if covered is not None:
            np.maximum(covered, alpha[..., 0], out=covered)

    def _shade(self, patch: NDArray[np.float32], to_patch: Array, depth: float) -> None:
        h, w = patch.shape[:2]
        corners = _through(to_patch, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]))
        shadow = np.zeros((h, w), np.float32)
        cv2.fillConvexPoly(shadow, np.rint(corners).astype(np.int32), 1.0)
        shadow = cv2.GaussianBlur(shadow, (0, 0), float(self.rng.uniform(1, 4))).astype(np.float32)
        patch *= 1 - (1 - depth) * shadow[..., None]

    def _blob(self, patch: NDArray[np.float32], covered: NDArray[np.float32]) -> None:
        rng = self.rng
        h, w = patch.shape[:2]
        shape = np.zeros((h, w), np.float32)
        middle = (int(rng.integers(w)), int(rng.integers(h)))
        axes = (int(rng.uniform(0.1, 0.4) * w) + 2, int(rng.uniform(0.1, 0.6) * h) + 2)
        cv2.ellipse(shape, middle, axes, float(rng.uniform(0, 360)), 0, 360, 1.0, -1)
        skin = np.array(rng.choice([[110, 140, 200], [70, 90, 150], [40, 40, 190], [60, 120, 40], [30, 30, 30]]))
        colour = skin * rng.uniform(0.6, 1.2) + rng.normal(0, 6, (h, w, 1))
        patch += (colour - patch) * shape[..., None]
        np.maximum(covered, shape, out=covered)

    def _cut(self, patch: NDArray[np.uint8], crop_from_patch: Array, scale: float) -> NDArray[np.uint8]:
        level = max(0, int(np.floor(np.log2(max(scale, 1e-6)) + 0.25)))
        f = 1
        for _ in range(level):
            patch = cv2.pyrDown(patch).astype(np.uint8)
            f *= 2
        grow = np.array([[f, 0, 0], [0, f, 0], [0, 0, 1.0]])
        return cv2.warpPerspective(
            patch, crop_from_patch @ grow, self.shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ).astype(np.uint8)

    # --- what the crop says ----------------------------------------------------------------------------------

    def _label(
        self, deck: FaceSet, face: int, to_patch: Array, covered: NDArray[np.float32], crop_from_patch: Array
    ) -> tuple[int, int]:
        rank, suit = NO_RANK, NO_SUIT
        for quad in deck.indices[face].astype(np.float64):
            in_patch = _through(to_patch, quad)
            in_crop = _through(crop_from_patch, in_patch)
            down = in_crop[3] - in_crop[0]
            tall = float(np.linalg.norm(down))
            angle = abs(float(np.arctan2(-down[0], down[1])))
            beside = float(np.linalg.norm(in_crop[1] - in_crop[0])) > 1.05 * tall  # the suit beside the rank
            inside_up, inside_low = _inside(_half(in_crop, 0, beside)), _inside(_half(in_crop, 1, beside))
            if max(inside_up, inside_low) < 0.3 or angle > 0.9:
                continue  # not in this crop, or lying on its side or head: no reading of it
            if angle > 0.45 or tall < 0.2 * CROP_H:
                return IGNORE, IGNORE
            clear_up = inside_up * (1 - _share(covered, _half(in_patch, 0, beside)))
            clear_low = inside_low * (1 - _share(covered, _half(in_patch, 1, beside)))
            if face == 52:
                seen = min(clear_up, clear_low)
                if seen > 0.8:
                    return 13, NO_SUIT
                return IGNORE, IGNORE
            r = face % 13 if clear_up > 0.88 else (NO_RANK if clear_up < 0.55 else IGNORE)
            s = face // 13 if clear_low > 0.8 else (NO_SUIT if clear_low < 0.4 else IGNORE)
            return r, s
        return rank, suit


def _next_in_fan(to_patch: Array, step: float, lean: float) -> Array:
    """A map for a card ``step`` card widths to the side, turned by ``lean`` radians about the lower edge's middle."""
    c, s = np.cos(lean), np.sin(lean)
    a = 1.4
    move = np.array([[1, 0, 0.5 + step], [0, 1, 1.0], [0, 0, 1.0]])
    spin = np.array([[c, -s * a, 0], [s / a, c, 0], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5], [0, 1, -1.0], [0, 0, 1.0]])
    return np.asarray(to_patch @ move @ spin @ back, np.float64)


def _from_frame(frame: Array, quad: Array) -> Array:
    return np.asarray(cv2.getPerspectiveTransform(frame.astype(np.float32), quad.astype(np.float32)), np.float64)


def _stretched(frame: Array, rng: np.random.Generator) -> Array:
    """The frame wider or narrower about its left edge: printed glyphs vary in that, more than any set of decks does."""
    if rng.random() < 0.4:
        return frame
    out = frame.copy()
    out[:, 0] = frame[0, 0] + (frame[:, 0] - frame[0, 0]) * np.clip(np.exp(rng.normal(-0.05, 0.14)), 0.68, 1.3)
    return out


def _half(quad: Array, part: int, beside: bool) -> Array:
    """The part of an index box that holds the rank (0) or the suit (1), one above or one beside the other."""
    if beside:
        quad = np.roll(quad, -3, 0)  # left side first: then the halves lie as those of an upright box do
    out = quad.copy()
    if part == 0:
        out[2], out[3] = (quad[1] + quad[2]) / 2, (quad[0] + quad[3]) / 2
    else:
        out[0], out[1] = (quad[0] + quad[3]) / 2, (quad[1] + quad[2]) / 2
    return out


def _inside(quad: Array) -> float:
    """The share of a quad that lies within the crop."""
    whole = abs(float(cv2.contourArea(quad.astype(np.float32))))
    if whole <= 0:
        return 0.0
    part, _ = cv2.intersectConvexConvex(quad.astype(np.float32), _CROP_CORNERS.astype(np.float32))
    return float(part) / whole


def _share(covered: NDArray[np.float32], quad: Array) -> float:
    """How much of a quad (in patch pixels) is covered."""
    if not covered.any():
        return 0.0
    mask = np.zeros(covered.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1)
    total = int(mask.sum())
    return float((covered * mask).sum()) / total if total else 0.0


def label_name(rank: int, suit: int) -> str:
    """A label as text for looking at: "As", "joker", "none", "7?"."""
    r = "?" if rank == IGNORE else (*RANKS, JOKER, "none")[rank]
    s = "?" if suit == IGNORE else ("" if suit == NO_SUIT else SUITS[suit])
    return r + s
