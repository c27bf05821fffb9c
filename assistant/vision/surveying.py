"""What a calibration finds: where the table lies in the picture, how large it is, and whether an index can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.layout import UNIT, Layout, Polygon
from assistant.vision.markers import Marker, find_markers, plane, table_of
from assistant.vision.outline import find_outline
from assistant.vision.quality import NEEDED_GLYPH
from assistant.vision.records import CardQuad, Image
from assistant.vision.rectify import GLYPH, sides, upright
from assistant.vision.seating import laid

Points = NDArray[np.float64]
How = Literal["markers", "outline", "whole", "none"]

CARD_MM = 88.0  # a card's height
BETTER_GLYPH = 18
WIDE_ANGLE = 0.9  # focal length over the picture's longer side, where nothing tells it: a usual webcam
SCORE = 0.5  # of a card that may tell the scale


@dataclass(frozen=True)
class Survey:
    """One look at a table: ``corners`` of the table (of a round one's square) in fractions of the picture.

    ``scale`` is pixels a millimetre at the worst seat, ``glyph`` the pixels of a rank's height there; None while
    nothing of a known size has been seen. ``markers`` are the numbers seen; ``outside`` seats lie beyond the picture.
    """

    how: How
    shape: str = "rectangle"
    corners: Polygon = ()
    size: tuple[float, float] | None = None
    scale: float | None = None
    glyph: float | None = None
    worst: str | None = None
    tilt: float | None = None
    markers: tuple[int, ...] = ()
    mirrored: bool = False
    outside: tuple[str, ...] = ()
    pixels: tuple[int, int] = (0, 0)
    layout: Layout | None = field(default=None, compare=False)

    @property
    def found(self) -> bool:
        """Whether a table was found."""
        return self.how != "none"

    @property
    def reads(self) -> Literal["well", "enough", "too_small", "unknown"]:
        """Whether a card's index has the pixels that reading takes (at least 12, better 18)."""
        if self.glyph is None:
            return "unknown"
        if self.glyph >= BETTER_GLYPH:
            return "well"
        return "enough" if self.glyph >= NEEDED_GLYPH else "too_small"

    @property
    def nearer(self) -> float | None:
        """By which share of its distance the camera must come nearer for an index to be read; None if it need not."""
        return 1 - self.glyph / NEEDED_GLYPH if self.glyph is not None and self.glyph < NEEDED_GLYPH else None

    @property
    def times(self) -> float:
        """How many times the resolution it takes for an index to be read."""
        return NEEDED_GLYPH / self.glyph if self.glyph else 1.0

    def to_json(self) -> dict[str, Any]:
        """Plain values for a page."""
        return {
            "how": self.how,
            "shape": self.shape,
            "size": self.size,
            "scale": None if self.scale is None else round(self.scale, 3),
            "glyph": None if self.glyph is None else round(self.glyph, 1),
            "needed": NEEDED_GLYPH,
            "better": BETTER_GLYPH,
            "worst": self.worst,
            "tilt": None if self.tilt is None else round(self.tilt),
            "markers": list(self.markers),
            "mirrored": self.mirrored,
            "outside": list(self.outside),
            "pixels": list(self.pixels),
            "reads": self.reads,
        }


def survey(
    image: Image,
    seats: tuple[str, ...],
    *,
    shape: str | None = None,
    size: tuple[float, float] | None = None,
    cards: Sequence[CardQuad] = (),
) -> Survey:
    """Find the table in a BGR picture and lay seats and zones on it.

    Markers are believed first, then the outline. ``shape`` and ``size`` (millimetres, across and down) are what the
    host knows; ``cards`` seen in the picture (pixels) tell the scale where nothing else does.
    """
    h, w = image.shape[:2]
    markers, mirrored = find_markers(image)
    ids = tuple(m.id for m in markers)
    if mirrored:  # everything below is of the picture as it will be, turned back
        image = np.ascontiguousarray(image[:, ::-1])
    base = Survey("none", shape or "rectangle", markers=ids, mirrored=mirrored, pixels=(w, h), size=size)
    if len(markers) == 4:
        kind = shape or _kind_of(image, markers)
        corners, measured = table_of(markers, kind)
        return _finished(replace(base, how="markers", shape=kind, size=measured), corners, seats, cards, markers)
    outline = find_outline(image, shape)
    if outline is None:
        return base
    known = size
    if known is not None and outline.shape == "rectangle" and not outline.whole:
        known = _the_right_way(outline.corners, known, (w, h))
    how: How = "whole" if outline.whole else "outline"
    found = replace(base, how=how, shape=outline.shape, size=known)
    return _finished(found, outline.corners, seats, cards, markers)


def measured(found: Survey, layout: Layout, cards: Sequence[CardQuad] = (), markers: Sequence[Marker] = ()) -> Survey:
    """The scale of a table whose layout a person may have changed, at its worst seat."""
    w, h = found.pixels
    to = np.diag([float(w), float(h), 1.0]) @ _unit_to(layout)
    per_mm = _table_scale(to, layout, cards, markers, (w, h))
    seen = layout.in_picture()
    outside = tuple(s for s in layout.seats if s not in seen.areas or _cut_away(layout, s))
    out = replace(found, layout=layout, outside=outside, tilt=_tilt(to, layout.size, (w, h)))
    if per_mm is None:
        return replace(out, scale=None, glyph=None, worst=None)
    worst = min(layout.seats, key=lambda s: per_mm(_middle(layout, s)))
    scale = per_mm(_middle(layout, worst))
    return replace(out, scale=scale, glyph=scale * CARD_MM * GLYPH, worst=worst)


def _finished(
    found: Survey, corners: Points, seats: tuple[str, ...], cards: Sequence[CardQuad], markers: Sequence[Marker]
) -> Survey:
    w, h = found.pixels
    polygon: Polygon = tuple((float(x) / w, float(y) / h) for x, y in corners)
    aspect = _aspect(corners, (w, h)) if found.shape == "rectangle" else 1.0
    if found.how == "whole":
        aspect = w / h
    size = found.size
    if found.shape == "round" and size is not None:
        size = (max(size), max(size))
    bare = Layout(seats, seats[-1], {}, "table", "", polygon, found.shape, size, found.mirrored)
    found = replace(found, corners=polygon, size=size)
    return measured(found, laid(bare, seats, aspect), cards, markers)


def _unit_to(layout: Layout) -> NDArray[np.float64]:
    unit, corners = np.array(UNIT, np.float32), np.array(layout.corners or UNIT, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners), np.float64)


def _slope(to: NDArray[np.float64], at: tuple[float, float]) -> NDArray[np.float64]:
    """The 2 × 2 derivative of a 3 × 3 map at a point."""
    x, y, k = to @ np.array([at[0], at[1], 1.0])
    p = np.array([x, y]) / k
    return np.asarray((to[:2, :2] - np.outer(p, to[2, :2])) / k, np.float64)


def _squeezed(slope: NDArray[np.float64]) -> tuple[float, float]:
    """How much a 2 × 2 map stretches at most and at least."""
    most, least = np.linalg.svd(slope)[1]
    return float(most), float(least)


def _table_scale(
    to: NDArray[np.float64],
    layout: Layout,
    cards: Sequence[CardQuad],
    markers: Sequence[Marker],
    pixels: tuple[int, int],
) -> Callable[[tuple[float, float]], float] | None:
    """A function of a place on the table (fractions): pixels a millimetre there, where they are squeezed most.

    None where nothing tells the size of anything.
    """
    if layout.size is not None:
        per = np.diag([1 / layout.size[0], 1 / layout.size[1]])
        return lambda at: _squeezed(_slope(to, at) @ per)[1]
    if markers:
        flat = plane(list(markers))
        back = np.asarray(np.linalg.inv(flat), np.float64)

        def by_marker(at: tuple[float, float]) -> float:
            seen = cv2.perspectiveTransform(np.array([[at]], np.float64), to)
            x, y = cv2.perspectiveTransform(seen, flat)[0, 0]
            return _squeezed(_slope(back, (float(x), float(y))))[1]

        return by_marker
    tall = _card_scales(cards)
    if not tall:
        return None
    # cards tell the scale where they lie; the table's plane carries it to every other place
    inverse = np.linalg.inv(to)
    ratios = []
    for (x, y), long in tall:
        u, v = cv2.perspectiveTransform(np.array([[(x, y)]], np.float64), inverse)[0, 0]
        ratios.append(long / CARD_MM / float(np.sqrt(abs(np.linalg.det(_slope(to, (float(u), float(v))))))))
    ratio = float(np.median(ratios))
    depth = _aspect_of(layout, to, pixels)

    def by_card(at: tuple[float, float]) -> float:
        first, last = _squeezed(_slope(to, at))
        most, least = _squeezed(_slope(to, at) @ np.diag([1.0, 1 / depth]))
        return ratio * float(np.sqrt(first * last) * np.sqrt(least / most))

    return by_card


def _card_scales(cards: Sequence[CardQuad]) -> list[tuple[tuple[float, float], float]]:
    """Middle and height in pixels (as if seen straight) of each card whose outline was seen."""
    out = []
    for card in cards:
        if card.kind == "index" or card.score < SCORE:
            continue
        quad = upright(np.array(card.quad, np.float32))
        wide, high = sides(quad)
        if not 1.1 < high / max(wide, 1e-6) < 1.75:
            continue
        area = abs(float(cv2.contourArea(quad)))
        x, y = quad.mean(0)
        out.append(((float(x), float(y)), float(np.sqrt(area * 1.4))))
    return out


def _middle(layout: Layout, seat: str) -> tuple[float, float]:
    polygon = layout.areas[seat]
    to = np.linalg.inv(layout.to_picture()) if layout.frame == "table" else np.linalg.inv(_unit_to(layout))
    x, y = (sum(p[i] for p in polygon) / len(polygon) for i in (0, 1))
    if layout.frame == "table":
        return x, y
    u, v = cv2.perspectiveTransform(np.array([[(x, y)]], np.float64), to)[0, 0]
    return float(u), float(v)


def _cut_away(layout: Layout, seat: str) -> bool:
    """Whether the middle of a seat's area lies beyond the picture."""
    x, y = cv2.perspectiveTransform(np.array([[_middle(layout, seat)]], np.float64), _unit_to(layout))[0, 0]
    return not (0 <= x <= 1 and 0 <= y <= 1)


def _kind_of(image: Image, markers: Sequence[Marker]) -> str:
    """Round or rectangular, as the outline says once the papers on the table's edge are painted over."""
    bare = image.copy()
    h, w = image.shape[:2]
    colour = np.median(image[h * 2 // 5 : h * 3 // 5, w * 2 // 5 : w * 3 // 5].reshape(-1, 3), 0)
    for marker in markers:
        paper = marker.centre + (marker.corners - marker.centre) * 1.35
        cv2.fillConvexPoly(bare, np.round(paper).astype(np.int32), tuple(float(c) for c in colour))
    outline = find_outline(bare)
    return outline.shape if outline is not None and not outline.whole else "rectangle"


def _the_right_way(corners: Points, size: tuple[float, float], pixels: tuple[int, int]) -> tuple[float, float]:
    """The two lengths the host gave, in the order in which the picture shows them."""
    wide, deep = max(size), min(size)
    return (wide, deep) if _aspect(corners, pixels) >= 1 else (deep, wide)


def _aspect_of(layout: Layout, to: NDArray[np.float64], pixels: tuple[int, int]) -> float:
    """Depth over width of the table."""
    if layout.shape == "round":
        return 1.0
    corners = cv2.perspectiveTransform(np.array([UNIT], np.float64), to)[0]
    return 1 / _aspect(np.asarray(corners, np.float64), pixels)


def _aspect(corners: Points, pixels: tuple[int, int]) -> float:
    """Width over depth of the rectangle that is seen as this quad, by a camera that looks at the picture's middle.

    Where the view is too straight for the focal length to show, a usual one is taken.
    """
    w, h = pixels
    centred = corners - np.array([w / 2, h / 2])
    to = cv2.getPerspectiveTransform(np.array(UNIT, np.float32), centred.astype(np.float32)).astype(np.float64)
    a, b = to[:, 0], to[:, 1]
    f2 = _focal_squared(to, max(w, h))
    wide, deep = (float(np.sqrt((v[0] ** 2 + v[1] ** 2) / f2 + v[2] ** 2)) for v in (a, b))
    return min(max(wide / max(deep, 1e-9), 0.2), 5.0)


def _focal_squared(to: NDArray[np.float64], longest: int) -> float:
    """The focal length (pixels, squared) under which the unit square's sides stand at right angles."""
    a, b = to[:, 0], to[:, 1]
    usual = (WIDE_ANGLE * longest) ** 2
    bent = a[2] * b[2]
    if abs(bent) * usual < 0.02 * float(np.hypot(*a[:2]) * np.hypot(*b[:2])):
        return float(usual)
    f2 = -(a[0] * b[0] + a[1] * b[1]) / bent
    return float(f2) if 0.3 * longest < np.sqrt(max(f2, 0.0)) < 4 * longest else float(usual)


def _tilt(to: NDArray[np.float64], size: tuple[float, float] | None, pixels: tuple[int, int]) -> float | None:
    """Degrees between the camera's view and straight down; None without the table's size."""
    if size is None:
        return None
    w, h = pixels
    shift = np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]], np.float64)
    metric = shift @ to @ np.diag([1 / size[0], 1 / size[1], 1.0])
    a, b = metric[:, 0], metric[:, 1]
    # both sides are equally long and at right angles in space: two equations for one focal length
    bent = np.array([a[2] ** 2 - b[2] ** 2, a[2] * b[2]])
    flat = np.array([b[0] ** 2 + b[1] ** 2 - a[0] ** 2 - a[1] ** 2, -(a[0] * b[0] + a[1] * b[1])])
    weight = float(bent @ bent)
    f2 = float(flat @ bent) / weight if weight > 0 else 0.0
    longest = max(w, h)
    if not 0.3 * longest < np.sqrt(max(f2, 0.0)) < 4 * longest:
        f2 = (WIDE_ANGLE * longest) ** 2
    lens = np.diag([1 / np.sqrt(f2), 1 / np.sqrt(f2), 1.0])
    right, down = lens @ a, lens @ b
    normal = np.cross(right, down)
    return float(np.degrees(np.arccos(min(1.0, abs(normal[2]) / max(float(np.linalg.norm(normal)), 1e-12)))))
