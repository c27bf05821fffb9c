"""Whole cards as a camera gives them, half covered, badly outlined: what the reader of whole faces learns from."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.train.reader_camera import camera
from assistant.vision.train.reader_crops import NO_RANK, NO_SUIT, Array, CropMaker, _through, _unit_to
from assistant.vision.wholeface import FACE_H, FACE_W, FRAME

LEAST = 0.3  # share of a face that must be open for its label to be fair
_CORNERS = np.array([[0.0, 0.0], [FACE_W, 0], [FACE_W, FACE_H], [0, FACE_H]])


class FaceMaker(CropMaker):
    """Draws labelled pictures of whole cards from a list of decks; the same seed gives the same pictures."""

    shape = (FACE_H, FACE_W)

    def one(self) -> tuple[NDArray[np.uint8], int, int] | None:
        """One picture (120, 88, 3) and its labels, or None where the draw made nothing of use."""
        rng = self.rng
        deck = self.decks[rng.integers(len(self.decks))]
        height = float(np.exp(rng.uniform(np.log(48), np.log(240))))
        kind = str(rng.choice(["face", "back", "beside", "turned"], p=[0.84, 0.06, 0.06, 0.04]))
        number = 52 if rng.random() < 0.02 and len(deck.indices[52]) else int(rng.integers(52))
        card = self._card_quad(deck.aspect, height)
        if rng.random() < 0.15:  # pictures that somebody stretched
            card = card * np.exp(rng.normal(0, 0.18, 2))
        to_camera = _unit_to(card)
        quad = self._outline(card, height, kind)
        frame = np.asarray(cv2.getPerspectiveTransform(FRAME, quad.astype(np.float32)), np.float64)
        seen = _through(frame, _CORNERS)
        low, high = seen.min(0) - 8, seen.max(0) + 8
        w, h = (int(n) for n in np.ceil(high - low))
        if max(w, h) > 520 or min(w, h) < 24:
            return None
        shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
        to_patch = np.asarray(shift @ to_camera, np.float64)
        patch, covered = self._compose(deck, None if kind == "back" else number, height, to_patch, (w, h))
        if rng.random() < 0.45:
            self._row(patch, covered, deck.faces, height, to_patch)
        rank, suit = NO_RANK, NO_SUIT
        if kind == "face":
            if self._open_share(covered, to_patch) < LEAST:
                return None
            rank, suit = (13, NO_SUIT) if number == 52 else (number % 13, number // 13)
        photo = camera(rng, patch, height)
        if float(photo.std()) < 2.0:
            return None
        from_patch = np.asarray(np.linalg.inv(shift @ frame), np.float64)
        scale = float(np.sqrt(max(1e-6, 1 / abs(np.linalg.det(from_patch[:2, :2])))))
        return self._cut(photo, from_patch, scale), rank, suit

    def _outline(self, card: Array, height: float, kind: str) -> Array:
        """The card's quad as a detector gives it: a little wrong, at times short at a side, or not a card's."""
        rng = self.rng
        if rng.random() < 0.5:
            card = np.roll(card, 2, 0)
        if kind == "turned":
            card = np.roll(card, int(rng.choice([1, 3])), 0)
        quad = self._wrong(card, height)
        if kind == "beside":
            along, across = card[3] - card[0], card[1] - card[0]
            sign = rng.choice([-1, 1], 2)
            far = rng.uniform(0.35, 0.8, 2) * (rng.random(2) < 0.7)
            far = far if far.any() else np.array([0.5, 0.0])
            return np.asarray(quad + along * far[0] * sign[0] + across * far[1] * sign[1], np.float64)
        if rng.random() < 0.2:
            side, part = int(rng.integers(4)), float(rng.uniform(-0.1, 0.12))
            a, b, c, d = (side + k for k in range(4))
            inward = (quad[c % 4] - quad[b % 4]) * part, (quad[d % 4] - quad[a % 4]) * part
            quad[b % 4] += inward[0]
            quad[a % 4] += inward[1]
        return quad

    def _row(
        self, patch: NDArray[np.float32], covered: NDArray[np.float32], faces: NDArray[np.uint8], height: float,
        to_patch: Array,
    ) -> None:  # fmt: skip
        """The next card of a row or column laid half over this one, as in Stick."""
        rng = self.rng
        turn = rng.normal(0, 0.06)
        c, s = np.cos(turn), np.sin(turn)
        step = rng.uniform(0.3, 1.0)
        dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)], p=[0.4, 0.3, 0.2, 0.1])
        a = 1.4
        move = np.array([[1, 0, 0.5 + dx * step], [0, 1, 0.5 + dy * step], [0, 0, 1.0]])
        spin = np.array([[c, -s * a, 0], [s / a, c, 0], [0, 0, 1.0]])
        back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        there = np.asarray(to_patch @ move @ spin @ back, np.float64)
        if rng.random() < 0.6:
            self._shade(patch, np.array([[1, 0, 1.0], [0, 1, 1.0], [0, 0, 1.0]]) @ there, float(rng.uniform(0.6, 0.95)))
        self._lay(patch, np.asarray(faces[rng.integers(52)], np.uint8), height, there, covered)

    @staticmethod
    def _open_share(covered: NDArray[np.float32], to_patch: Array) -> float:
        corners = _through(to_patch, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]))
        mask = np.zeros(covered.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
        whole = abs(float(cv2.contourArea(corners.astype(np.float32))))
        return float(((1 - covered) * mask).sum()) / max(1.0, whole)
