"""A virtual table at one instant, as plain records: the virtual room makes them, the camera room draws them.

Lengths are metres on the filmed area, x to the right and y down from its upper left corner; angles are degrees
clockwise as seen from above. Neither room imports the other; both know only this file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

CARD_WIDTH = 0.063  # metres, a poker-size card
CARD_HEIGHT = 0.088

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Shape = Literal["rectangle", "round"]
Fault = Literal["", "dead", "frozen", "black", "noise", "slow", "resolution"]


@dataclass(frozen=True)
class Geometry:
    """What the camera films: size in metres and pixels, and the shape of the table in it."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int]  # width, height
    shape: Shape
    across: float = 0.0  # diameter of a round table

    @property
    def scale(self) -> float:
        """Pixels per metre."""
        return self.pixels[0] / self.width


SMALL = Geometry("small", 1.30, 1.30 * 9 / 16, (1920, 1080), "rectangle")
ROUND = Geometry("round", 2.11, 2.11 * 9 / 16, (3840, 2160), "round", across=1.18)
GEOMETRIES: Mapping[str, Geometry] = {g.name: g for g in (SMALL, ROUND)}


@dataclass(frozen=True)
class Place:
    """Where a seat's cards lie: middle of the row, its angle (0 reads upright from below), the room along the row."""

    seat: str
    centre: Point
    angle: float
    room: float
    polygon: Polygon

    def point(self, along: float, towards: float) -> Point:
        """The point ``along`` metres to the player's right of the middle, ``towards`` metres nearer to the player."""
        a = math.radians(self.angle)
        x, y = self.centre
        return x + along * math.cos(a) - towards * math.sin(a), y + along * math.sin(a) + towards * math.cos(a)


# seats along the lower, left, upper and right edge of a rectangular table, by number of seats
EDGES = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (3, 1, 2, 1),
    8: (3, 1, 3, 1),
    9: (4, 1, 3, 1),
    10: (4, 1, 4, 1),
}
_DEPTH = 0.205  # metres that a seat's area reaches into the table


def places(geometry: Geometry, seats: tuple[str, ...]) -> tuple[Place, ...]:
    """One place a seat, clockwise from the lower right corner; ValueError for fewer than 2 or more than 10 seats."""
    if not 2 <= len(seats) <= 10:
        raise ValueError(f"a table has 2 to 10 seats, not {len(seats)}")
    if geometry.shape == "round":
        return _round_places(geometry, seats)
    w, h, d = geometry.width, geometry.height, _DEPTH
    bottom, left, top, right = EDGES[len(seats)]
    out: list[Place] = []
    names = iter(seats)
    side = d + 0.03  # side areas are a little deeper: nothing lies behind them
    for i in range(bottom):
        a, b = w - w * i / bottom, w - w * (i + 1) / bottom
        out.append(Place(next(names), ((a + b) / 2, h - d / 2), 0.0, a - b, ((b, h - d), (a, h - d), (a, h), (b, h))))
    if left:
        box = ((0.0, d), (side, d), (side, h - d), (0.0, h - d))
        out.append(Place(next(names), (side / 2, h / 2), 90.0, h - 2 * d, box))
    for i in range(top):
        a, b = w * i / top, w * (i + 1) / top
        out.append(Place(next(names), ((a + b) / 2, d / 2), 180.0, b - a, ((a, 0.0), (b, 0.0), (b, d), (a, d))))
    if right:
        box = ((w - side, d), (w, d), (w, h - d), (w - side, h - d))
        out.append(Place(next(names), (w - side / 2, h / 2), 270.0, h - 2 * d, box))
    return tuple(out)


def _round_places(geometry: Geometry, seats: tuple[str, ...]) -> tuple[Place, ...]:
    n, r1 = len(seats), geometry.across / 2
    r0 = max(r1 - 0.24, 0.30)
    cx, cy = geometry.width / 2, geometry.height / 2
    out: list[Place] = []
    for i, seat in enumerate(seats):
        angle = 360.0 * i / n  # 0 sits below; clockwise from above
        a, half = math.radians(angle), math.pi / n
        middle = (r0 + r1) / 2 + 0.01

        def at(r: float, t: float, a: float = a) -> Point:
            return cx - r * math.sin(a + t), cy + r * math.cos(a + t)

        steps = [half * k / 3 for k in range(-3, 4)]
        outer = tuple(at(r1, t) for t in steps)
        inner = tuple(at(r0, t) for t in reversed(steps))
        room = 2 * middle * math.sin(min(half, math.pi / 2.2)) * 0.94
        out.append(Place(seat, at(middle, 0.0), angle, min(room, 0.5), outer + inner))
    return tuple(out)


def centre_areas(geometry: Geometry) -> dict[str, Polygon]:
    """The areas that belong to no seat: deck, discard, pot and board, as polygons in metres."""
    cx, cy = geometry.width / 2, geometry.height / 2
    if geometry.shape == "round":
        half_w, half_h = 0.28, 0.155
    else:
        half_w, half_h = geometry.width / 2 - _DEPTH - 0.05, geometry.height / 2 - _DEPTH - 0.003

    def box(x0: float, y0: float, x1: float, y1: float) -> Polygon:
        return ((cx + x0, cy + y0), (cx + x1, cy + y0), (cx + x1, cy + y1), (cx + x0, cy + y1))

    left = -half_w
    return {
        "deck": box(left, -half_h, left + 0.14, 0.0),
        "discard": box(left, 0.0, left + 0.14, half_h),
        "board": box(left + 0.15, -half_h, half_w, -half_h + 0.125),
        "pot": box(left + 0.15, -half_h + 0.125, half_w, half_h),
    }


@dataclass(frozen=True)
class WorldCard:
    """One physical card; the order of a snapshot's cards is their order from the table up."""

    code: str
    up: bool
    at: Point  # its middle
    angle: float
    zone: str  # the truth: a seat, "deck", "discard", "board"
    place: int = 0  # counts the zone's cards from 0 in dealing order
    bend: float = 0.0  # 0 flat … 1 a corner held up, as in a peek


@dataclass(frozen=True)
class WorldChips:
    """A pile of equal chips."""

    colour: str  # "white", "red", "green", "blue", "black"
    count: int
    at: Point


@dataclass(frozen=True)
class WorldArm:
    """A forearm and hand over the table, from where it comes in to its fingertips."""

    start: Point
    tip: Point
    width: float = 0.085
    tone: int = 0  # skin and sleeve, an index


@dataclass(frozen=True)
class WorldLight:
    """Lamp and what it does: gain 1.0 is the usual light; shadows are soft polygons, glares bright discs."""

    gain: float = 1.0
    warmth: float = 0.0  # -1 cold … 1 yellow
    shadows: tuple[tuple[Polygon, float], ...] = ()  # darkness 0..1
    glares: tuple[tuple[Point, float, float], ...] = ()  # middle, radius in metres, strength 0..1


@dataclass(frozen=True)
class WorldCamera:
    """How the camera stands against where it should: a knock shifts and turns the picture."""

    shift: Point = (0.0, 0.0)
    turn: float = 0.0  # degrees
    noise: float = 3.0  # grey levels, standard deviation
    blur: float = 0.6  # pixels, standard deviation
    fault: Fault = ""


@dataclass(frozen=True)
class WorldSnapshot:
    """Everything to be drawn at one instant; ``version`` counts the changes of the world, ``frame`` pictures of one."""

    version: int
    geometry: Geometry
    cards: tuple[WorldCard, ...]
    chips: tuple[WorldChips, ...] = ()
    arms: tuple[WorldArm, ...] = ()
    light: WorldLight = field(default_factory=WorldLight)
    camera: WorldCamera = field(default_factory=WorldCamera)
    frame: int = 0
    table: str = "felt"  # "felt", "wood", "cloth"
    deck_style: int = 0  # an index: which face and back designs
    seed: int = 0  # of everything that stays the same while the table stands: textures, colours

    def truth(self) -> dict[str, tuple[tuple[str, bool], ...]]:
        """Zone → its cards as (code, face up) in dealing order."""
        zones: dict[str, list[WorldCard]] = {}
        for card in self.cards:
            zones.setdefault(card.zone, []).append(card)
        return {z: tuple((c.code, c.up) for c in sorted(cs, key=lambda c: c.place)) for z, cs in zones.items()}
