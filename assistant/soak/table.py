"""The table of a simulated night in a process of its own, which may be killed and started again at any instant.

    python -m assistant.soak.table --data DIR --room DIR --port PORT --seed SEED --began TIME

It is `fala play` with the virtual camera and a simulated machine: phones and host are HTTP clients elsewhere. What
happens to its room (a cable, a jam, an address, the clock) comes as orders, a JSON line each, on its input; what only
the room can know (does a card lie where it was taken?) it says on its output.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx

from assistant.camera import Camera
from assistant.dealer.devices import Machine
from assistant.engine.cards import deck_cards
from assistant.facts import Fact, HandVoided, PotAwarded
from assistant.machine.attach import dealer_at
from assistant.play import FULL_LOW, House, attach_camera, open_house, seat_names, serve, until_interrupted
from assistant.session import Opening
from assistant.soak.clock import NightClock
from assistant.soak.judge import Judge
from assistant.soak.room import KeptWorld, NightEyes, NightPeople
from assistant.table import TableState
from assistant.upkeep import Upkeep
from assistant.virtual.disturbances import Disturbances
from assistant.virtual_people import Pace
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup
from assistant.world import CARD_HEIGHT, SMALL

TABLE = "soak"
DATABASE = "fala.db"
PACE = Pace(0.0, 0.0, 0.0, patience=2.0)
HURRY = 200
LOOK_ON = 2.0  # seconds without a fact after which the camera looks again


def say(line: dict[str, Any]) -> None:
    """One line for whoever watches the night; it is on its way when this returns."""
    print(json.dumps(line), flush=True)


@dataclass(frozen=True)
class TableSettings:
    """Where the table is and what is true of its room when it is opened."""

    data: Path
    room: Path
    port: int
    seats: int
    seed: int
    address: str
    began: datetime
    ahead: float
    dealer: str
    recognised: frozenset[int]


class SoakTable:
    """One life of the table, from power on to power off."""

    def __init__(self, settings: TableSettings) -> None:
        self.settings = settings
        self.address = settings.address
        self.clock = NightClock(settings.began, settings.ahead)
        self.seats = seat_names(settings.seats)
        self.house: House
        self.world: KeptWorld
        self.eyes: NightEyes
        self.people: NightPeople
        self.upkeep: Upkeep
        self.camera: Camera | None = None
        self.machine: Machine | None = None

    async def live(self) -> None:
        """Open (or resume) the table and deal until told to stop."""
        s = self.settings
        stop = asyncio.create_task(until_interrupted())
        await asyncio.sleep(0)
        opening = Opening(table=TABLE, seats=self.seats, game="stick5")
        async with open_house(
            opening, data=s.data, port=s.port, address=s.address, where=s.data / DATABASE, hurry=HURRY,
            clock=self.clock.now,
        ) as house:  # fmt: skip
            self.house = house
            for fact in house.session.facts:
                self.clock.charge(fact)
            house.session.listen(self.clock.fact)
            self.world = self._world()
            house.session.listen(Judge(self.world, say).fact)
            await serve(house)
            self.upkeep = Upkeep(
                house, None, look=lambda given: (self.address,), wall=self.clock.wall, steady=self.clock.steady
            )
            say({"open": os.getpid()})
            if s.recognised:
                deck = frozenset(deck_cards(FULL_LOW, 0))
                setup = Setup(
                    "virtual", default_layout(self.seats), deck=deck, threads=1, card_pixels=CARD_HEIGHT * SMALL.scale
                )
                self.camera = await attach_camera(house, setup)
            self.eyes = NightEyes(house.session, self.world, self.camera, s.recognised)
            seed = s.seed + len(house.session.facts)
            async with dealer_at(house.session, s.dealer, world=self.world, seed=seed, hurried=True) as attached:
                hands = attached.hands if attached is not None else None
                self.machine = attached.machine.machine if attached is not None else None
                self.people = NightPeople(house.session, self.world, self.eyes, PACE, hosts=False, dealer=hands)
                self.people.take_up()
                house.session.listen(self._fact)
                await self._until(stop)

    async def _until(self, stop: asyncio.Task[None]) -> None:
        url = f"http://127.0.0.1:{self.house.config.port}"
        async with httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=30.0) as page:
            (await page.get("/host")).raise_for_status()
            self.people.host_page = page
            tasks = [
                asyncio.create_task(self.people.run(0)),
                asyncio.create_task(self._orders()),
                asyncio.create_task(self.upkeep.run()),
                asyncio.create_task(self.house.session.turn_clock.run()),
                asyncio.create_task(self._look_on()),
            ]
            try:
                done, _ = await asyncio.wait({*tasks, stop}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()  # a failure is told, not swallowed
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_on(self) -> None:
        """A camera sees the table also while nobody moves; here a look now and then stands for that."""
        session = self.house.session
        while True:
            before = session.state.seq
            await asyncio.sleep(LOOK_ON)
            if session.state.in_hand and session.state.seq == before:
                await self.eyes.look()

    def _world(self) -> KeptWorld:
        kept = self.settings.room / "table.pickle"
        world = KeptWorld.found(kept)
        if world is None:
            deck = deck_cards(FULL_LOW, 0)
            world = KeptWorld(self.seats, deck, seed=self.settings.seed, disturbances=Disturbances.all())
        world.camera_fault("")
        world.kept = kept
        return world

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        if isinstance(fact.payload, PotAwarded | HandVoided):
            say(self._report() | {"ended": fact.hand})

    def _report(self) -> dict[str, Any]:
        service = self.camera.service if self.camera is not None else None
        return {
            "clock": self.clock.seconds,
            "typed": self.people.typed,
            "anew": self.people.laid_anew,
            "looks": dict(self.eyes.looks),
            "frames": service.stats.frames if service is not None else 0,
            "recogniser": service.pid if service is not None else None,
            "tasks": len(asyncio.all_tasks()),
        }

    # --- what happens to the room ------------------------------------------------------------------------------------

    async def _orders(self) -> None:
        """Obey until nobody gives orders any more."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            await self._obey(json.loads(line))

    async def _obey(self, order: dict[str, Any]) -> None:
        match order["do"]:
            case "address":
                self.address = str(order["to"])
            case "clock":
                self.clock.ahead = float(order["ahead"])
            case "camera":
                self._camera(str(order["what"]))
            case "dealer":
                self._dealer(str(order["words"]))
        await self.upkeep.once()
        say(self._report() | {"obeyed": order["do"]})

    def _camera(self, what: str) -> None:
        """The cable is out ("cable"), in again (""), or the recogniser's process dies ("recogniser")."""
        if what == "recogniser":
            pid = self.camera.service.pid if self.camera is not None else None
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
            return
        self.eyes.dark = what == "cable"
        self.world.camera_fault("dead" if what == "cable" else "")

    def _dealer(self, words: str) -> None:
        """A fault of the board, in the emulator's words, from the next moment of its clock on."""
        machine = self.machine
        if machine is not None and machine.sim is not None:
            machine.sim.order(f"at {machine.sim.now_us + 300_000} {words}")
        elif machine is not None and machine.board is not None:
            word = {"jam": "jam", "cut": "reboot", "hang": "unplug", "lid": "lid", "double": "double"}
            machine.board.faults[machine.board.fed + 1] = word.get(words.split()[0], "jam")


def main() -> None:
    """Run until killed or told to stop."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--data", type=Path, required=True)
    ap.add_argument("--room", type=Path, required=True)
    ap.add_argument("--port", type=int, required=True)
    ap.add_argument("--seats", type=int, default=6)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--address", default="127.0.0.1")
    ap.add_argument("--began", type=datetime.fromisoformat, required=True)
    ap.add_argument("--ahead", type=float, default=0.0)
    ap.add_argument("--dealer", default="none")
    ap.add_argument("--recognised", default="", help="numbers of the hands that the recogniser reads, with commas")
    a = ap.parse_args()
    recognised = frozenset(int(n) for n in a.recognised.split(",") if n)
    settings = TableSettings(
        a.data, a.room, a.port, a.seats, a.seed, a.address, a.began, a.ahead, a.dealer, recognised
    )  # fmt: skip
    asyncio.run(SoakTable(settings).live())


if __name__ == "__main__":
    main()
