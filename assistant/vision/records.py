"""What the eye says, in neutral records: the same for every detector, camera and frame."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]  # (H, W, 3), BGR
Corners = NDArray[np.float32]  # (4, 2), x then y in pixels, clockwise as seen in the picture
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Kind = Literal["face", "back", "index"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "joker"
BACK = "back"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)


@dataclass(frozen=True)
class CardQuad:
    """A place where a detector sees a card face, a card back or a corner index; ``quad`` in pixels, ``score`` in 0..1.

    Which corner of ``quad`` comes first means nothing; the order is clockwise as seen.
    """

    kind: Kind
    quad: Quad
    score: float

    @property
    def corners(self) -> Corners:
        """The quad as a (4, 2) float32 array."""
        return np.array(self.quad, np.float32)


@dataclass(frozen=True)
class Doubt:
    """Why a card is asked about instead of read: a phrase code of the catalogue and the numbers in its sentence."""

    code: Literal["small", "blur", "glare", "dark", "covered", "conflict", "unclear", "twice", "not_in_deck"]
    pixels: int = 0
    needs: int = 0


@dataclass(frozen=True)
class Sighting:
    """What one frame suggests: a card ("As", "joker"), "back", or None where a face cannot be read.

    ``confidence`` is the calibrated probability that ``card`` is right; where ``sure``, at most 1 in 500 is wrong.
    ``possible`` are the cards that an unsure one may be, likeliest first; empty when it may be any.
    ``quad`` is in pixels of the frame, ``frame`` counts the frames of one source, ``at`` is UTC in seconds since 1970.
    """

    card: str | None
    quad: Quad
    confidence: float
    sure: bool = False
    doubt: Doubt | None = None
    frame: int = 0
    at: float = 0.0
    possible: tuple[str, ...] = ()

    @property
    def centre(self) -> Point:
        """The mean of the four corners, in pixels."""
        xs, ys = zip(*self.quad, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @property
    def face_up(self) -> bool:
        """True for every card that is not a back, read or not."""
        return self.card != BACK


def quad_of(corners: Iterable[Iterable[float]]) -> Quad:
    """Four (x, y) pairs as a plain tuple; raises ValueError for any other number of points."""
    points = tuple((float(x), float(y)) for x, y in corners)
    if len(points) != 4:
        raise ValueError(f"a quad has four corners, not {len(points)}")
    return points
