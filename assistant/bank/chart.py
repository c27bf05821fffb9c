"""Stacks over time as lines: whole-number geometry shared by the page (SVG) and the picture (PNG)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.bank.night import Night

COLOURS = (  # Okabe-Ito and three more that stay apart in print: one a player, red first and blue second never alike
    "#d55e00",
    "#0072b2",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#7a5195",
    "#8c6d31",
    "#555555",
    "#bc5090",
)


@dataclass(frozen=True)
class Axis:
    """A mark on an axis: its place in the picture and what it says."""

    place: int
    label: str


@dataclass(frozen=True)
class Chart:
    """Lines as points (x, y) in pixels by player, marks on both axes, and the frame (left, top, right, bottom)."""

    lines: dict[str, list[tuple[int, int]]]
    hands: tuple[Axis, ...]
    chips: tuple[Axis, ...]
    frame: tuple[int, int, int, int]


def colour_of(players: Sequence[str], player: str) -> str:
    """The player's colour, the same in every picture of a night."""
    return COLOURS[list(players).index(player) % len(COLOURS)]


def step_for(most: int, marks: int) -> int:
    """The smallest 1, 2 or 5 times a power of ten that divides ``most`` into at most so many steps."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power * marks >= most:
                return digit * power
        power *= 10


def stacks_chart(night: Night, players: Sequence[str], width: int, height: int) -> Chart | None:
    """Every player's stack after each hand, a purchase as a step upwards; None when nothing was ever on the table."""
    points = night.stacks
    most = max((n for p in points for n in p.stacks.values()), default=0)
    if not most:
        return None
    left, top, right, bottom = 62, 16, width - 16, height - 34
    step = step_for(most, 5)
    ceiling = -(-most // step) * step

    hands_played = list(dict.fromkeys(p.hand for p in points))
    places = {hand: n for n, hand in enumerate(hands_played)}
    shown = [
        p for n, p in enumerate(points) if p.hand is not None or n + 1 == len(points) or points[n + 1].hand is not None
    ]

    def x(hand: int | None) -> int:
        return left + places[hand] * (right - left) // max(1, len(places) - 1)

    def y(chips: int) -> int:
        return bottom - chips * (bottom - top) // ceiling

    lines = {
        player: [(x(p.hand), y(p.stacks.get(player, 0))) for p in shown]
        for player in players
        if any(p.stacks.get(player, 0) for p in points)
    }
    numbers = [hand for hand in hands_played if hand is not None]
    every = step_for(max(numbers, default=1), 10)
    hands = tuple(Axis(x(hand), str(hand)) for hand in numbers if hand % every == 0 or hand == numbers[0])
    chips = tuple(Axis(y(n), str(n)) for n in range(0, ceiling + 1, step))
    return Chart(lines, hands, chips, (left, top, right, bottom))
