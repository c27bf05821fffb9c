"""Small brushes shared by everything that draws on a BGR picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Picture = NDArray[np.uint8]


def stamp(picture: Picture, mask: NDArray[np.uint8], x: int, y: int, colour: Colour) -> None:
    """Lay `colour` through `mask` with its top-left corner at (x, y) px; what falls outside is dropped."""
    height, width = picture.shape[:2]
    left, top = max(0, x), max(0, y)
    right, bottom = min(width, x + mask.shape[1]), min(height, y + mask.shape[0])
    if right <= left or bottom <= top:
        return
    cover = mask[top - y : bottom - y, left - x : right - x, None].astype(np.uint16)
    under = picture[top:bottom, left:right, :3]
    ink = np.array(colour, np.uint16)
    under[:] = ((under * (255 - cover) + ink * cover + 127) // 255).astype(np.uint8)


def polygon(picture: Picture, points: NDArray[np.float64] | Sequence[tuple[float, float]], colour: Colour) -> None:
    """Fill a polygon with smooth edges; points in px."""
    spots = np.round(np.asarray(points, np.float64) * 16).astype(np.int32)
    cv2.fillPoly(picture, [spots], colour, cv2.LINE_AA, 4)


def line(
    picture: Picture,
    points: NDArray[np.float64] | Sequence[tuple[float, float]],
    colour: Colour,
    thickness: float = 1,
    *,
    closed: bool = False,
) -> None:
    """Draw a smooth open or closed line; points and thickness in px."""
    spots = np.round(np.asarray(points, np.float64) * 16).astype(np.int32)
    cv2.polylines(picture, [spots], closed, colour, max(1, round(thickness)), cv2.LINE_AA, 4)


def disc(picture: Picture, x: float, y: float, radius: float, colour: Colour, thickness: int = -1) -> None:
    """Draw a filled disc, or a ring where `thickness` is positive; px."""
    centre = (round(x * 16), round(y * 16))
    cv2.circle(picture, centre, max(1, round(radius * 16)), colour, thickness, cv2.LINE_AA, 4)


def shade(colour: Colour, factor: float) -> Colour:
    """The colour made darker (factor below 1) or lighter, clipped."""
    b, g, r = (min(255, max(0, round(c * factor))) for c in colour)
    return (b, g, r)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour `share` of the way from one to the other."""
    b, g, r = (round(p + (q - p) * share) for p, q in zip(one, other, strict=True))
    return (b, g, r)
