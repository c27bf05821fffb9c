"""The schedule of a simulated night: which fault comes in which hand, and which hands go through the recogniser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

HANDS_AN_HOUR = 9  # six people who talk play ten or so; faults are to come before the night is over
CALM = (0.4, 0.72)  # this part of the night has no power cut: there memory is watched
RECOGNISED = 0.1  # share of the hands that the real recogniser reads
READABLE = ("stick5", "stickao", "fechado")  # the games that are meant to go through the camera so far
GAMES = ("stick5", "stickao", "fechado", "stick5", "stick5+leilao", "stick7", "stickao", "quem_da_manda")

BOARD_FAULTS = (
    "jam 60",
    "cut 600",
    "double 45",
    "lose 71",
    "jam 20",
    "cut 3000",
    "hang",
    "lid 1",
)  # in the emulated board's words


@dataclass(frozen=True)
class Fault:
    """What goes wrong in hand ``hand`` once ``after`` of its facts are written; ``detail`` says how."""

    hand: int
    after: int
    what: str
    detail: str = ""


@dataclass(frozen=True)
class Plan:
    """A night of about ``hands`` hands: its faults in order, and the hands whose cards the recogniser reads."""

    hands: int
    faults: tuple[Fault, ...]
    recognised: frozenset[int] = field(default_factory=frozenset)

    def game(self, hand: int) -> str:
        """What the host deals as hand ``hand``."""
        games = READABLE if hand in self.recognised else GAMES
        return games[hand % len(games)]


def make_plan(
    hours: float, seed: int, *, share: float = RECOGNISED, most: int = 0, disk: bool = True, address: bool = True
) -> Plan:
    """The plan of a night of so many simulated hours, or of ``most`` hands where that is less.

    ``disk`` and ``address`` fail only where this machine allows it.
    """
    rng = random.Random(f"soak {seed}")
    hands = max(3, round(hours * HANDS_AN_HOUR))
    if most and most < hands:
        hours, hands = hours * most / hands, most
    faults: list[Fault] = []
    for what, details in _kinds(hours, rng, disk=disk, address=address):
        for detail in details:
            faults.append(Fault(_when(what, hands, rng), rng.randint(3, 40), what, detail))
    faults.sort(key=lambda f: (f.hand, f.after))
    recognised = {f.hand for f in faults if f.what == "camera"}
    if share > 0:
        each = max(1, round(1 / share))
        recognised |= set(range(1 + rng.randrange(min(each, hands)), 3 * hands, each))
    return Plan(hands, tuple(faults), frozenset(recognised))


def _kinds(hours: float, rng: random.Random, *, disk: bool, address: bool) -> Iterator[tuple[str, list[str]]]:
    """Every kind of fault with the ways in which it comes: each at least once, most about hourly."""

    def often(each: float, least: int = 1) -> int:
        return max(least, round(hours * each))

    yield "camera", [("recogniser", "cable")[i % 2] for i in range(often(0.8))]
    first = rng.randrange(2)  # a jam or a reboot at least
    yield "dealer", [BOARD_FAULTS[(first + i) % len(BOARD_FAULTS)] for i in range(often(1.5, 2))]
    yield "sleep", [str(rng.choice((1, 2, 3))) for _ in range(often(1.2))]
    yield "kill", [""] * often(0.8)
    yield "clock", ["ahead", "back"]
    if disk:
        yield "disk", ["low", "full"]
    if address:
        yield "address", [""] * often(0.3)


def _when(what: str, hands: int, rng: random.Random) -> int:
    last = max(2, hands - 1)
    low, high = 1 + round(CALM[0] * last), round(CALM[1] * last)
    choices = [n for n in range(2, last + 1) if what != "kill" or last < 12 or not low <= n <= high]
    return rng.choice(choices)
