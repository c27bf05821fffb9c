"""Where things lie on the table: seats and zones as areas in fractions of the picture, and what is masked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant import world
from assistant.vision.records import Image, Quad

Polygon = tuple[tuple[float, float], ...]

DECK, DISCARD, BOARD, POT, MACHINE, HAND = "deck", "discard", "board", "pot", "machine", "hand"
ZONES = frozenset({DECK, DISCARD, BOARD, POT, MACHINE})
FRAMES = ("picture", "table")
SHAPES = ("rectangle", "round")
TURNS = (0, 90, 180, 270)
UNIT: Polygon = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_KEYS = {
    "about", "seats_clockwise", "carteador", "areas", "frame", "version",
    "corners", "shape", "size", "mirror", "rotate",
}  # fmt: skip
_GRID = 6  # points a side when a quad's share in an area is counted


class LayoutError(ValueError):
    """A layout that cannot be used: every fault found, in words."""


@dataclass(frozen=True)
class Layout:
    """Seats clockwise as seen from above and areas by name, as polygons in fractions of width and height.

    A seat's area bears its name; the others are deck, discard, board, pot, machine, and "hand:SEAT" for the
    place where a seat keeps closed cards in the hand. ``frame`` says what the fractions are of: the picture, or the
    rectified table, whose unit square lies at ``corners`` in the picture (for a round table the square around it).
    """

    seats: tuple[str, ...]
    carteador: str
    areas: Mapping[str, Polygon]
    frame: str = "picture"
    about: str = ""
    corners: Polygon = field(default=())  # of the table in the picture, for frame "table"; may lie outside it
    shape: str = "rectangle"
    size: tuple[float, float] | None = None  # of the table in millimetres, across and down, where known
    mirror: bool = False  # what is to be done to the camera's picture before anything else
    rotate: int = 0

    @property
    def masked(self) -> tuple[str, ...]:
        """Areas blackened before any detector: the deck, the machine's tray and closed hands (case 91)."""
        return tuple(a for a in self.areas if a in (DECK, MACHINE) or a.split(":")[0] == HAND)

    def contains(self, area: str, point: tuple[float, float]) -> bool:
        """Whether a point, in fractions, lies in an area."""
        return _inside(self.areas[area], point)

    def zone_of(self, quad: Quad, size: tuple[int, int]) -> str | None:
        """The area that holds a card (quad in pixels of a picture of ``size``): by its middle, else by overlap.

        None where the middle lies in no area and no area covers two fifths of the card.
        """
        w, h = size
        points = [(x / w, y / h) for x, y in quad]
        cx, cy = sum(p[0] for p in points) / 4, sum(p[1] for p in points) / 4
        hits = [a for a, polygon in self.areas.items() if _inside(polygon, (cx, cy))]
        if hits:
            return min(hits, key=lambda a: _area(self.areas[a]))
        shares = {a: self._share(points, polygon) for a, polygon in self.areas.items()}
        best = max(shares, key=lambda a: shares[a], default=None)
        return best if best is not None and shares[best] >= 0.4 else None

    @staticmethod
    def _share(points: list[tuple[float, float]], polygon: Polygon) -> float:
        inside = 0
        for i in range(_GRID):
            for j in range(_GRID):
                u, v = (i + 0.5) / _GRID, (j + 0.5) / _GRID
                a = [p0 + (p1 - p0) * u for p0, p1 in zip(points[0], points[1], strict=True)]
                b = [p0 + (p1 - p0) * u for p0, p1 in zip(points[3], points[2], strict=True)]
                inside += _inside(polygon, (a[0] + (b[0] - a[0]) * v, a[1] + (b[1] - a[1]) * v))
        return inside / _GRID**2

    def pixels(self, area: str, size: tuple[int, int]) -> NDArray[np.int32]:
        """An area as (N, 2) int32 pixels of a picture of ``size`` (width, height)."""
        w, h = size
        return np.array([[round(x * w), round(y * h)] for x, y in self.areas[area]], np.int32)

    def blacken(self, image: Image, areas: Iterable[str] | None = None) -> Image:
        """A copy with the masked areas (or the named ones) black: the only form in which a detector gets a picture."""
        out = image.copy()
        size = (image.shape[1], image.shape[0])
        for area in self.masked if areas is None else areas:
            cv2.fillPoly(out, [self.pixels(area, size)], (0, 0, 0))
        return out

    def to_picture(self) -> NDArray[np.float64]:
        """The 3 × 3 map from this layout's fractions to fractions of the picture."""
        if self.frame == "picture" or not self.corners:
            return np.eye(3)
        unit, corners = np.array(UNIT, np.float32), np.array(self.corners, np.float32)
        return np.asarray(cv2.getPerspectiveTransform(unit, corners), np.float64)

    def in_picture(self) -> Layout:
        """The same areas in fractions of the picture, cut off at its borders; those wholly outside are left out."""
        if self.frame == "picture":
            return self
        to = self.to_picture()
        areas = {name: clipped(mapped(to, polygon)) for name, polygon in self.areas.items()}
        return replace(self, areas={n: p for n, p in areas.items() if p}, frame="picture")

    def moved(self, shift: NDArray[np.float64]) -> Layout:
        """The layout after the picture moved by a 3 × 3 map of picture fractions: a table or camera that was pushed."""
        corners = mapped(shift, self.corners) if self.corners else ()
        if self.frame == "table":
            return replace(self, corners=corners)
        areas = {name: clipped(mapped(shift, polygon)) for name, polygon in self.areas.items()}
        return replace(self, areas={n: p for n, p in areas.items() if p}, corners=corners)

    def to_json(self) -> dict[str, Any]:
        """The layout as plain JSON, in the form that ``parse`` reads."""
        out: dict[str, Any] = {
            "about": self.about,
            "seats_clockwise": list(self.seats),
            "carteador": self.carteador,
            "areas": {a: [[round(x, 5), round(y, 5)] for x, y in p] for a, p in self.areas.items()},
        }
        if self.frame != "picture":
            out["frame"] = self.frame
        if self.corners:
            out["corners"] = [[round(x, 5), round(y, 5)] for x, y in self.corners]
        if self.shape != "rectangle":
            out["shape"] = self.shape
        if self.size is not None:
            out["size"] = [round(v, 1) for v in self.size]
        if self.mirror:
            out["mirror"] = True
        if self.rotate:
            out["rotate"] = self.rotate
        return out


def parse(data: Any) -> Layout:
    """The layout that JSON values describe; raises LayoutError naming every fault."""
    if not isinstance(data, Mapping):
        raise LayoutError("a layout is a JSON object")
    faults = [f"unknown key {k!r}" for k in data if k not in _KEYS]
    raw_seats = data.get("seats_clockwise")
    seats: tuple[str, ...] = ()
    if not isinstance(raw_seats, list) or not all(isinstance(s, str) and s for s in raw_seats):
        faults.append("seats_clockwise must be a list of names")
    else:
        seats = tuple(raw_seats)
        if not 2 <= len(seats) <= 10:
            faults.append(f"seats_clockwise names {len(seats)} seats; a table has 2 to 10")
        faults += [f"seat {s!r} is named twice" for s in sorted(set(seats)) if seats.count(s) > 1]
        faults += [f"a seat cannot be called {s!r}" for s in seats if s in ZONES or s.split(":")[0] == HAND]
    carteador = data.get("carteador", seats[-1] if seats else "")
    if seats and carteador not in seats:
        faults.append(f"carteador {carteador!r} is no seat ({', '.join(seats)})")
    frame = data.get("frame", "picture")
    if frame not in FRAMES:
        faults.append(f"frame {frame!r} is neither {' nor '.join(FRAMES)}")
    areas: dict[str, Polygon] = {}
    raw_areas = data.get("areas")
    if not isinstance(raw_areas, Mapping):
        faults.append("areas must be an object of polygons")
    else:
        for name, raw in raw_areas.items():
            polygon, fault = _polygon(raw, *((-1.0, 2.0) if frame == "table" else (0.0, 1.0)))
            if fault:
                faults.append(f"area {name!r}: {fault}")
            areas[name] = polygon
            base, _, owner = name.partition(":")
            if name not in seats and name not in ZONES and not (base == HAND and owner in seats):
                faults.append(f"area {name!r} is neither a seat nor one of {', '.join(sorted(ZONES))}, hand:SEAT")
        faults += [f"seat {s!r} has no area" for s in seats if s not in areas]
    corners: Polygon = ()
    if data.get("corners"):
        corners, fault = _polygon(data["corners"], -2.0, 3.0)
        if fault or len(corners) != 4:
            faults.append(f"corners: {fault or 'four points are needed'}")
        elif not cv2.isContourConvex(np.array(corners, np.float32)):
            faults.append("corners: the four points are in no order around the table")
    elif frame == "table":
        faults.append("frame 'table' needs the table's corners")
    if data.get("shape", "rectangle") not in SHAPES:
        faults.append(f"shape {data['shape']!r} is neither {' nor '.join(SHAPES)}")
    if data.get("rotate", 0) not in TURNS:
        faults.append(f"rotate {data['rotate']!r} is none of {', '.join(str(t) for t in TURNS)}")
    size, fault = _size(data.get("size"))
    if fault:
        faults.append(fault)
    if faults:
        raise LayoutError("; ".join(faults))
    return Layout(
        seats,
        str(carteador),
        areas,
        str(frame),
        str(data.get("about", "")),
        corners,
        str(data.get("shape", "rectangle")),
        size,
        bool(data.get("mirror", False)),
        int(data.get("rotate", 0)),
    )


def load(path: Path) -> Layout:
    """The layout of a JSON file; raises LayoutError (which names the file) for an unreadable or a faulty one."""
    try:
        return parse(json.loads(path.read_text(encoding="utf-8")))
    except OSError as e:
        raise LayoutError(f"{path}: {e.strerror}") from e
    except ValueError as e:
        raise LayoutError(f"{path}: {e}") from e


def save(layout: Layout, path: Path) -> None:
    """Write a layout where ``load`` finds it, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(layout.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    part.replace(path)


def default_layout(
    seats: tuple[str, ...], geometry: world.Geometry = world.SMALL, carteador: str | None = None
) -> Layout:
    """The layout of a virtual table, and a first guess for a fresh camera: seats clockwise from the lower right."""
    w, h = geometry.width, geometry.height

    def fractions(polygon: world.Polygon) -> Polygon:
        return tuple((min(max(x / w, 0.0), 1.0), min(max(y / h, 0.0), 1.0)) for x, y in polygon)

    areas = {p.seat: fractions(p.polygon) for p in world.places(geometry, seats)}
    areas |= {name: fractions(polygon) for name, polygon in world.centre_areas(geometry).items()}
    return Layout(seats, carteador or seats[-1], areas)


def mapped(to: NDArray[np.float64], polygon: Polygon) -> Polygon:
    """A polygon seen through a 3 × 3 map."""
    if not polygon:
        return ()
    points = cv2.perspectiveTransform(np.array([polygon], np.float64), to)[0]
    return tuple((float(x), float(y)) for x, y in points)


def clipped(polygon: Polygon) -> Polygon:
    """The part of a polygon inside the picture; empty where it encloses nothing there."""
    for axis, limit, above in ((0, 0.0, True), (0, 1.0, False), (1, 0.0, True), (1, 1.0, False)):
        out: list[tuple[float, float]] = []
        for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            inside, then = ((v[axis] >= limit) == above or v[axis] == limit for v in (p, q))
            if inside:
                out.append(p)
            if inside != then:
                t = (limit - p[axis]) / (q[axis] - p[axis])
                out.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        polygon = tuple(out)
        if not polygon:
            return ()
    polygon = tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in polygon)
    return polygon if len(polygon) >= 3 and _area(polygon) > 1e-4 else ()


def _size(raw: Any) -> tuple[tuple[float, float] | None, str]:
    """A table's size of JSON values, and what is wrong with it."""
    if raw is None:
        return None, ""
    fine = isinstance(raw, list) and len(raw) == 2 and all(type(v) in (int, float) and 100 <= v <= 10_000 for v in raw)
    return ((float(raw[0]), float(raw[1])), "") if fine else (None, f"size {raw!r} is not two lengths in millimetres")


def _polygon(raw: Any, low: float = 0.0, high: float = 1.0) -> tuple[Polygon, str]:
    """A polygon of JSON values, and what is wrong with it."""
    if not isinstance(raw, list) or len(raw) < 3:
        return (), "a polygon has at least three points"
    points: list[tuple[float, float]] = []
    for p in raw:
        if not isinstance(p, list) or len(p) != 2 or not all(type(v) in (int, float) for v in p):
            return (), f"{p!r} is no point [x, y]"
        if not all(math.isfinite(v) and low - 0.001 <= v <= high + 0.001 for v in p):
            return (), f"{p!r} lies outside the picture (fractions from 0 to 1)"
        points.append((float(p[0]), float(p[1])))
    polygon = tuple(points)
    if _area(polygon) < 1e-5:
        return polygon, "the polygon encloses nothing"
    return polygon, ""


def _area(polygon: Polygon) -> float:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def _inside(polygon: Polygon, point: tuple[float, float]) -> bool:
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
