"""Where seats and zones lie on a table, before anybody drags one: areas in fractions of the rectified table.

A rectangular table's unit square is the table; a round one's is the square around it. Seats go clockwise as seen from
above, the first at the lower right of a rectangular table and below at a round one.
"""

from __future__ import annotations

import math
from dataclasses import replace

from assistant.vision.layout import BOARD, DECK, DISCARD, HAND, POT, Layout, Polygon
from assistant.world import EDGES

USUAL_SIDE = 1200.0  # millimetres of a table's longer side where nobody has measured it
DEPTH = 205.0  # millimetres that a seat's area reaches into the table ...
SHARE = 0.3  # ... or this share of the shorter side, if that is less
REACH = 120.0  # millimetres beyond the table's edge in which closed cards are held
ARC = math.radians(30)  # a round seat's edge is drawn in steps of at most this


def seat_areas(
    shape: str, seats: tuple[str, ...], size: tuple[float, float] | None = None, aspect: float = 1.0
) -> dict[str, Polygon]:
    """Seats, closed hands, deck, discard, board and pot for 2 to 10 seats, as polygons in fractions of the table.

    ``size`` is the table's in millimetres; without it ``aspect`` (width over depth) shapes a table of the usual size.
    Raises ValueError for another number of seats.
    """
    if not 2 <= len(seats) <= 10:
        raise ValueError(f"a table has 2 to 10 seats, not {len(seats)}")
    if size is None:
        longer = max(aspect, 1.0)
        size = (USUAL_SIDE * aspect / longer, USUAL_SIDE / longer)
    if shape == "round":
        return _round(seats, size)
    if size[0] < 0.9 * size[1]:  # deeper than wide: laid out sideways, then turned by a quarter
        turned = _rectangle(seats, (size[1], size[0]))
        return {name: tuple((1 - y, x) for x, y in polygon) for name, polygon in turned.items()}
    return _rectangle(seats, size)


def laid(layout: Layout, seats: tuple[str, ...], aspect: float = 1.0) -> Layout:
    """The same table with other seats: all areas as they are at first; the layout must know the table's corners."""
    carteador = layout.carteador if layout.carteador in seats else seats[-1]
    areas = seat_areas(layout.shape, seats, layout.size, aspect)
    return replace(layout, seats=seats, carteador=carteador, areas=areas, frame="table")


def _rectangle(seats: tuple[str, ...], size: tuple[float, float]) -> dict[str, Polygon]:
    w, h = size
    depth = min(DEPTH, SHARE * h)
    u, v = depth / w, depth / h
    du, dv = REACH / w, REACH / h
    bottom, left, top, right = EDGES[len(seats)]
    out: dict[str, Polygon] = {}
    names = iter(seats)

    def place(area: Polygon, hand: Polygon) -> None:
        name = next(names)
        out[name], out[f"{HAND}:{name}"] = area, hand

    x0, x1 = (u if left else 0.0), (1 - u if right else 1.0)
    x0, x1 = (0.0, 1.0) if bottom > 1 or not (left or right) else (x0, x1)
    for i in range(bottom):
        a, b = x1 - (x1 - x0) * (i + 1) / bottom, x1 - (x1 - x0) * i / bottom
        place(_box(a, 1 - v, b, 1.0), _box(a, 1.0, b, 1 + dv))
    y0, y1 = (v if top else 0.0), 1 - v
    for i in range(left):
        a, b = y1 - (y1 - y0) * (i + 1) / left, y1 - (y1 - y0) * i / left
        place(_box(0.0, a, u, b), _box(-du, a, 0.0, b))
    for i in range(top):
        a, b = i / top, (i + 1) / top
        if top == 1 and (left or right):
            a, b = (u if left else 0.0), (1 - u if right else 1.0)
        place(_box(a, 0.0, b, v), _box(a, -dv, b, 0.0))
    for i in range(right):
        a, b = y0 + (y1 - y0) * i / right, y0 + (y1 - y0) * (i + 1) / right
        place(_box(1 - u, a, 1.0, b), _box(1.0, a, 1 + du, b))
    inner = 0.025
    return out | _middle(
        (u if left else 0.06) + inner, (v if top else 0.06) + inner, 1 - (u if right else 0.06) - inner, 1 - v - inner
    )


def _round(seats: tuple[str, ...], size: tuple[float, float]) -> dict[str, Polygon]:
    n, across = len(seats), max(size)
    outer, beyond = 0.5, 0.5 + REACH / across
    inner = max(0.5 - 240.0 / across, 0.24)
    steps = max(2, math.ceil(2 * math.pi / n / ARC))
    out: dict[str, Polygon] = {}

    def at(r: float, t: float) -> tuple[float, float]:
        return 0.5 - r * math.sin(t), 0.5 + r * math.cos(t)

    for i, seat in enumerate(seats):
        angles = [2 * math.pi / n * (i - 0.5 + k / steps) for k in range(steps + 1)]
        rim = [at(outer, t) for t in angles]
        out[seat] = tuple(rim + [at(inner, t) for t in reversed(angles)])
        out[f"{HAND}:{seat}"] = tuple([at(beyond, t) for t in angles] + rim[::-1])
    half = inner * 0.94
    wide, deep = half * 0.86, half * 0.5
    return out | _middle(0.5 - wide, 0.5 - deep, 0.5 + wide, 0.5 + deep)


def _middle(x0: float, y0: float, x1: float, y1: float) -> dict[str, Polygon]:
    """Deck and discard to the left, board above the pot to the right of them."""
    x, y = x0 + 0.26 * (x1 - x0), (y0 + y1) / 2
    return {
        DECK: _box(x0, y0, x, y),
        DISCARD: _box(x0, y, x, y1),
        BOARD: _box(x, y0, x1, y0 + 0.42 * (y1 - y0)),
        POT: _box(x, y0 + 0.42 * (y1 - y0), x1, y1),
    }


def _box(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
