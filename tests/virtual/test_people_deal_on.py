"""People at the virtual table deal by what lies there: a closed card counted too early costs nobody a card."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from assistant.engine.hand_core import CENTRE
from assistant.play import open_house, virtual_world
from assistant.reconcile import SeenZone
from assistant.robots import Robots
from assistant.session import Opening, Session
from assistant.virtual.world import World
from assistant.virtual_hands import zone_of
from assistant.virtual_people import Pace, VirtualPeople

SEATS = ("1", "2", "3", "4")


class Generous:
    """Eyes that see faces rightly and now and then one closed card too many, as of a fan under a lamp."""

    def __init__(self, session: Session, world: World, rng: random.Random) -> None:
        self._session, self._world, self._rng = session, world, rng
        self.invented = 0

    async def look(self) -> None:
        truth, seen = self._world.truth(), {}
        for zone in (*SEATS, CENTRE):
            lying = truth.get(zone_of(zone), ())
            backs = sum(not up for _, up in lying)
            more = 1 if backs and self._rng.random() < 0.2 else 0
            self.invented += more
            seen[zone] = SeenZone(faces=tuple(c for c, up in lying if up), backs=backs + more)
        await self._session.see(seen)


@pytest.mark.parametrize("game", ["fechado", "anaconda"])
def test_a_card_counted_too_early_is_dealt_all_the_same(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with open_house(
            Opening("t", SEATS, game), data=tmp_path, port=0, address="127.0.0.1", hurry=1000
        ) as house:
            session, world = house.session, virtual_world(SEATS, 4)
            robots = Robots(house, random.Random(4), 0.0)
            await robots.join(["Ana", "Beto", "Caio", "Dora"])
            eyes = Generous(session, world, random.Random(5))
            people = VirtualPeople(session, world, eyes, Pace.fast(), hosts=True, thinking=robots.owe)
            people.limit = 1
            watch = asyncio.create_task(robots.run())
            async with asyncio.timeout(60):
                await people.run(1)
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            await robots.close()
            assert eyes.invented > 3
            hand = session.state.hand
            assert hand is not None and hand.over and hand.verdict is not None
            for seat, shown in hand.verdict.hands.items():
                lying = {c.code for c in world.cards(seat)}
                assert set(shown.best) <= lying, "what was paid for lies on the table"
            books, chain = session.check()
            assert books.sound and chain.intact

    asyncio.run(play())
