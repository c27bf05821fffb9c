"""A night with virtual cards behind real pages on a real port: scripted players on HTTP phones, browsers at some seats.

The cards are told by the truth of the virtual world (no pictures), through the same door as the camera's.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from house_kit import LiveHouse

from assistant.play import House, virtual_world
from assistant.robots import Robots
from assistant.virtual.world import World
from assistant.virtual_eyes import TruthEyes
from assistant.virtual_people import Pace, VirtualPeople

NAMES = ("Ana", "Beto", "Caio", "Dora", "Edu", "Fabi", "Gil", "Helô", "Iara", "João")


class Night(LiveHouse):
    """Virtual people deal and host; ``robots`` fill the seats nobody took when ``begin`` is called."""

    def __init__(self, folder: Path, game: str = "stick5", *, seats: int = 4, seed: int = 1, **more: Any) -> None:
        super().__init__(folder, seats, game=game, **more)
        self.seed = seed
        self.world: World
        self.people: VirtualPeople
        self.robots: Robots
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, hands: int, *, hosts: bool = True, robots: bool = True, pace: Pace | None = None) -> None:
        """Start dealing: so many hands (0 for ever)."""
        self.do(self._begin(hands, hosts, robots, pace or Pace.fast()))

    async def _begin(self, hands: int, hosts: bool, robots: bool, pace: Pace) -> None:
        house: House = self.house
        self.world = virtual_world(house.session.state.seats, self.seed)
        self.robots = Robots(house, random.Random(f"robots {self.seed}"), 0.0)
        if robots:
            await self.robots.join(list(NAMES))
        eyes = TruthEyes(house.session, self.world)
        self.people = VirtualPeople(house.session, self.world, eyes, pace, hosts=hosts, thinking=self.robots.owe)
        self.people.limit = hands
        self._tasks = [asyncio.create_task(self.people.run(hands)), asyncio.create_task(self.robots.run())]

    def check(self) -> None:
        """Raise what went wrong with the virtual people, if anything did."""
        for task in self._tasks:
            if task.done() and not task.cancelled():
                task.result()

    def ended(self) -> bool:
        """Whether the hands that were wanted are over."""
        self.check()
        return self._tasks[0].done()

    def between(self) -> bool:
        """Whether no hand is being played."""
        return not self.look(lambda: self.house.session.state.in_hand)

    def stop(self) -> None:
        """End people and table."""
        self.look(lambda: [task.cancel() for task in self._tasks])
        super().stop()
