"""Where cards lie in a training scene: scattered, in rows, pairs, fans, heaps, Stick columns, a whole table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

Rng = np.random.Generator


@dataclass(frozen=True)
class Spot:
    """A card's place: centre in table px, angle in degrees clockwise, height in px, face up or not."""

    x: float
    y: float
    angle: float
    height: float
    up: bool = True


def _turn(x: float, y: float, angle: float) -> tuple[float, float]:
    a = math.radians(angle)
    return x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)


def _shaky(rng: Rng, spot: Spot, shift: float, turn: float) -> Spot:
    dx, dy = rng.normal(0, shift * spot.height, 2)
    return Spot(spot.x + float(dx), spot.y + float(dy), spot.angle + float(rng.normal(0, turn)), spot.height, spot.up)


def _size(rng: Rng, frame: float, low: float, high: float) -> float:
    return frame * float(np.exp(rng.uniform(math.log(low), math.log(high))))


def scattered(rng: Rng, width: float, height: float) -> list[Spot]:
    """Cards anywhere, most of them apart."""
    size = _size(rng, height, 0.08, 0.42)
    apart = rng.random() < 0.6
    count = int(rng.integers(1, max(3, min(18, int(0.42 * width * height / (size * size))))))
    spots: list[Spot] = []
    for _ in range(count * 4):
        if len(spots) >= count:
            break
        x, y = float(rng.uniform(0, width)), float(rng.uniform(0, height))
        if apart and any(math.hypot(x - s.x, y - s.y) < size * 1.15 for s in spots):
            continue
        spots.append(Spot(x, y, float(rng.uniform(0, 360)), size, bool(rng.random() < 0.85)))
    return spots


def rows(rng: Rng, width: float, height: float) -> list[Spot]:
    """A grid of cards side by side, perhaps touching or a little overlapped."""
    size = _size(rng, height, 0.08, 0.26)
    across, down = size * float(rng.uniform(0.55, 1.05)), size * float(rng.uniform(0.9, 1.25))
    tilt = float(rng.uniform(0, 360)) if rng.random() < 0.4 else float(rng.choice([0, 90, 180, 270]))
    columns, lines = int(rng.integers(2, 10)), int(rng.integers(1, 5))
    flip = float(rng.choice([0.0, 0.0, 0.15, 0.5]))
    x0, y0 = float(rng.uniform(0.3, 0.7)) * width, float(rng.uniform(0.3, 0.7)) * height
    shift, turn = float(rng.choice([0.0, 0.02, 0.05])), float(rng.choice([0.0, 2.0, 6.0]))
    spots = []
    for j in range(lines):
        for i in range(columns):
            dx, dy = _turn((i - (columns - 1) / 2) * across, (j - (lines - 1) / 2) * down, tilt)
            half = 180.0 if rng.random() < 0.3 else 0.0
            spots.append(
                _shaky(rng, Spot(x0 + dx, y0 + dy, tilt + half, size, bool(rng.random() >= flip)), shift, turn)
            )
    return spots


def _pair(rng: Rng, x: float, y: float, angle: float, size: float, up: bool, count: int = 2) -> list[Spot]:
    slide = float(rng.uniform(0.12, 0.75)) * size * 0.71
    spread = float(rng.uniform(-22, 28))
    spots = []
    for k in range(count):
        at = k - (count - 1) / 2
        dx, dy = _turn(at * slide, float(rng.uniform(-0.12, 0.12)) * size, angle)
        spots.append(Spot(x + dx, y + dy, angle + at * spread + float(rng.normal(0, 3)), size, up))
    return spots if rng.random() < 0.75 else spots[::-1]


def pairs(rng: Rng, width: float, height: float) -> list[Spot]:
    """Hole cards: twos and threes half over each other, here and there."""
    size = _size(rng, height, 0.09, 0.4)
    count = int(rng.integers(1, max(2, min(8, int(0.25 * width * height / (size * size))))))
    spots: list[Spot] = []
    for _ in range(count):
        x, y = float(rng.uniform(0.08, 0.92)) * width, float(rng.uniform(0.08, 0.92)) * height
        up = bool(rng.random() < 0.75)
        spots += _pair(rng, x, y, float(rng.uniform(0, 360)), size, up, int(rng.choice([2, 2, 3])))
    return spots


def fan(rng: Rng, width: float, height: float) -> list[Spot]:
    """Cards turned about one point below them, as held in a hand or spread on the table."""
    size = _size(rng, height, 0.12, 0.5)
    count = int(rng.integers(3, 14))
    step = float(rng.uniform(4, 24)) * min(1.0, 9 / count) * (1 if rng.random() < 0.85 else -1)
    radius = size * float(rng.uniform(0.5, 1.6))
    x0, y0, start = (
        float(rng.uniform(0.2, 0.8)) * width,
        float(rng.uniform(0.25, 0.85)) * height,
        float(rng.uniform(0, 360)),
    )
    up = bool(rng.random() < 0.85)
    spots = []
    for k in range(count):
        angle = start + (k - (count - 1) / 2) * step
        dx, dy = _turn(0, -radius, angle)
        spots.append(_shaky(rng, Spot(x0 + dx, y0 + dy, angle, size, up), 0.015, 1.5))
    return spots


def heap(rng: Rng, width: float, height: float) -> list[Spot]:
    """A pile of cards in all directions."""
    size = _size(rng, height, 0.12, 0.42)
    count, spread = int(rng.integers(4, 22)), size * float(rng.uniform(0.5, 1.6))
    x0, y0 = float(rng.uniform(0.3, 0.7)) * width, float(rng.uniform(0.3, 0.7)) * height
    up = float(rng.choice([1.0, 0.9, 0.5]))
    return [
        Spot(
            x0 + float(rng.normal(0, spread)),
            y0 + float(rng.normal(0, spread * 0.8)),
            float(rng.uniform(0, 360)),
            size,
            bool(rng.random() < up),
        )
        for _ in range(count)
    ]


def _column(rng: Rng, x: float, y: float, angle: float, size: float) -> list[Spot]:
    """One player's cards in Stick: a closed one and open ones half covering each other."""
    closed, opened = int(rng.integers(0, 3)), int(rng.integers(1, 5))
    along = rng.random() < 0.5
    step = size * (float(rng.uniform(0.2, 0.65)) if along else float(rng.uniform(0.18, 0.62)))
    total = closed + opened
    spots = []
    for k in range(total):
        at = k - (total - 1) / 2
        dx, dy = _turn(0, at * step, angle) if along else _turn(at * step, 0, angle)
        spots.append(_shaky(rng, Spot(x + dx, y + dy, angle, size, k >= closed), 0.015, 2.0))
    return spots


def pile(rng: Rng, x: float, y: float, size: float) -> list[Spot]:
    """A squared or untidy stack, mostly face down: the deck or the discards."""
    angle, up = float(rng.uniform(0, 360)), bool(rng.random() < 0.2)
    lean, untidy = rng.normal(0, 0.004, 2) * size, float(rng.choice([0.0, 0.01, 0.05]))
    return [
        _shaky(rng, Spot(x + float(lean[0]) * k, y + float(lean[1]) * k, angle, size, up), untidy, untidy * 150)
        for k in range(int(rng.integers(4, 12)))
    ]


def seats(rng: Rng, width: float, height: float) -> list[Spot]:
    """A table in play: columns, pairs or single cards around a middle, perhaps with a row in the middle."""
    size = _size(rng, height, 0.075, 0.2)
    players = int(rng.integers(2, 9))
    reach_x, reach_y = width * float(rng.uniform(0.28, 0.42)), height * float(rng.uniform(0.28, 0.42))
    first = float(rng.uniform(0, 360))
    columns = rng.random() < 0.55
    spots: list[Spot] = []
    for k in range(players):
        a = first + 360 * k / players
        x = width / 2 + reach_x * math.sin(math.radians(a))
        y = height / 2 - reach_y * math.cos(math.radians(a))
        facing = a + 180 + float(rng.normal(0, 8))
        if columns:
            spots += _column(rng, x, y, facing, size)
        else:
            spots += _pair(rng, x, y, facing, size, bool(rng.random() < 0.6))
    if not columns or rng.random() < 0.3:
        for k in range(int(rng.integers(3, 6))):
            x = width / 2 + (k - 2) * size * float(rng.uniform(0.72, 0.85))
            spots.append(_shaky(rng, Spot(x, height / 2, 0.0, size), 0.02, 3.0))
    return spots


def close_up(rng: Rng, width: float, height: float) -> list[Spot]:
    """One, two or three large cards, often cut by the frame."""
    size = _size(rng, height, 0.4, 0.98)
    count = int(rng.choice([1, 1, 2, 3]))
    if count > 1 and rng.random() < 0.6:
        size *= 0.75
        return _pair(
            rng,
            width * float(rng.uniform(0.35, 0.65)),
            height * float(rng.uniform(0.35, 0.65)),
            float(rng.uniform(0, 360)),
            size,
            True,
            count,
        )
    straight = rng.random() < 0.4
    return [
        Spot(
            width * float(rng.uniform(0.25, 0.75)), height * float(rng.uniform(0.25, 0.75)),
            float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 5)) if straight else float(rng.uniform(0, 360)),
            size, bool(rng.random() < 0.88),
        )
        for _ in range(count)
    ]  # fmt: skip


def ribbon(rng: Rng, width: float, height: float) -> list[Spot]:
    """One or two rows of cards of which little more than the index shows: a whole suit or deck spread out."""
    size = _size(rng, height, 0.13, 0.36)
    angle = (
        float(rng.uniform(0, 360)) if rng.random() < 0.5 else float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6))
    )
    step = size * float(rng.uniform(0.1, 0.34)) * (1 if rng.random() < 0.7 else -1)
    count = min(int(rng.integers(4, 27)), max(4, int(1.1 * width / abs(step))))
    bend, shift, turn = float(rng.choice([0.0, 0.0, rng.normal(0, 1.6)])), float(rng.uniform(0.0, 0.05)), 4.0
    x0, y0 = float(rng.uniform(0.3, 0.7)) * width, float(rng.uniform(0.3, 0.7)) * height
    up = bool(rng.random() < 0.92)
    spots = []
    for j in range(int(rng.choice([1, 1, 2]))):
        at, lean = float(rng.uniform(-0.3, 0.3)) * size, float(rng.normal(0, 4))
        for k in range(count):
            along = (k - (count - 1) / 2) * step + at
            dx, dy = _turn(along, j * size * float(rng.uniform(0.7, 1.15)), angle + lean)
            mine = Spot(x0 + dx, y0 + dy, angle + lean + bend * (k - count / 2), size, up)
            spots.append(_shaky(rng, mine, shift, float(rng.uniform(0, turn))))
    return spots


def stairs(rng: Rng, width: float, height: float) -> list[Spot]:
    """Columns of cards laid down over each other, each a good step further: the top of every card shows."""
    size = _size(rng, height, 0.14, 0.42)
    angle = float(rng.uniform(0, 360))
    spots: list[Spot] = []
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        x, y = float(rng.uniform(0.15, 0.85)) * width, float(rng.uniform(0.15, 0.85)) * height
        down, aside = size * float(rng.uniform(0.13, 0.5)), size * float(rng.normal(0, 0.12))
        count, flip = int(rng.integers(2, 9)), 180.0 if rng.random() < 0.3 else 0.0
        for k in range(count):
            dx, dy = _turn(aside * (k - count / 2), down * (k - count / 2), angle)
            spots.append(_shaky(rng, Spot(x + dx, y + dy, angle + flip, size), 0.02, float(rng.uniform(0, 6))))
    return spots


def closed(rng: Rng, width: float, height: float) -> list[Spot]:
    """Closed cards in twos and threes, much over each other or hardly, beside some open ones."""
    size = _size(rng, height, 0.1, 0.36)
    spots: list[Spot] = []
    for _ in range(int(rng.integers(1, max(2, min(9, int(0.3 * width * height / (size * size))))))):
        x, y = float(rng.uniform(0.06, 0.94)) * width, float(rng.uniform(0.06, 0.94)) * height
        angle, near = float(rng.uniform(0, 360)), float(rng.uniform(0.06, 0.5)) * size
        spread, way = float(rng.uniform(-32, 32)), float(rng.uniform(0, 360))
        up = bool(rng.random() < 0.2)
        count = int(rng.choice([1, 2, 2, 2, 3]))
        for k in range(count):
            dx, dy = _turn(near * k, 0, way)
            spots.append(Spot(x + dx, y + dy, angle + spread * k, size, up))
    return spots


LAYOUTS = (
    (scattered, 0.13), (rows, 0.08), (pairs, 0.13), (fan, 0.09), (heap, 0.11), (seats, 0.12), (close_up, 0.1),
    (ribbon, 0.1), (stairs, 0.06), (closed, 0.08),
)  # fmt: skip


def random_layout(rng: Rng, width: float, height: float) -> list[Spot]:
    """Places for cards in one of the manners above, bottom first."""
    which = int(rng.choice(len(LAYOUTS), p=[p for _, p in LAYOUTS]))
    spots = LAYOUTS[which][0](rng, width, height)
    if spots and rng.random() < 0.14:
        x, y = float(rng.uniform(0.05, 0.95)) * width, float(rng.uniform(0.05, 0.95)) * height
        spots = pile(rng, x, y, spots[0].height) + spots
    return spots
