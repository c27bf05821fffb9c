"""Scheduled faults of the virtual table: what fails, from when to when, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.virtual.world import World
from assistant.world import Fault

CAMERA_FAULTS: tuple[Fault, ...] = ("dead", "frozen", "black", "noise", "slow", "resolution")


@dataclass(frozen=True)
class ScheduledFault:
    """One fault: a camera fault or "knock", with its first and last moment (inclusive) on the plan's own count."""

    what: str
    first: int
    last: int


class FaultPlan:
    """Applies faults to a world as moments pass; a moment is whatever the caller counts: films, cards, seconds."""

    def __init__(self, faults: Sequence[ScheduledFault]) -> None:
        self.faults = tuple(faults)
        self._moment = -1

    @classmethod
    def from_seed(cls, seed: int, moments: int, count: int, lasting: int = 3) -> FaultPlan:
        """``count`` faults of any kind spread over so many moments, none overlapping another."""
        rng = random.Random(f"faults {seed}")
        slots = [i * moments // max(1, count) for i in range(count)]
        room = max(1, moments // max(1, count) - lasting)
        kinds = (*CAMERA_FAULTS, "knock")
        out = []
        for slot in slots:
            first = slot + rng.randrange(room)
            out.append(ScheduledFault(rng.choice(kinds), first, first + lasting - 1))
        return cls(out)

    def tick(self, world: World) -> str:
        """One more moment; the name of the camera fault that holds now, or ""."""
        self._moment += 1
        for fault in self.faults:
            if fault.what == "knock" and fault.first == self._moment:
                world.knock()
        now = next(
            (f.what for f in self.faults if f.what != "knock" and f.first <= self._moment <= f.last),
            "",
        )
        world.camera_fault(now)
        return now
