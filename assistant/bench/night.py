"""A virtual night for the kill bench: `fala play` with the virtual camera, its people dealing without pauses.

    python -m assistant.bench.night --data DIR --port PORT --seed SEED

Players and host are not here: they are HTTP clients in another process, and live on when this one is killed.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from assistant.engine.cards import deck_cards
from assistant.play import FULL_LOW, attach_camera, open_house, serve, until_interrupted, virtual_world
from assistant.session import Opening
from assistant.virtual_eyes import CameraEyes
from assistant.virtual_people import Pace, VirtualPeople
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup

SEATS = ("1", "2", "3", "4")
TABLE = "noite"
DATABASE = "fala.db"


async def night(data: Path, port: int, seed: int) -> None:
    """Open (or resume) the table and deal for ever; the pages answer before the camera begins to see."""
    stop = asyncio.create_task(until_interrupted())
    opening = Opening(table=TABLE, seats=SEATS, game="stick5")
    async with open_house(opening, data=data, port=port, address="127.0.0.1", where=data / DATABASE, hurry=50) as house:
        await serve(house)
        deck = frozenset(deck_cards(FULL_LOW, 0))
        camera = await attach_camera(house, Setup("virtual", default_layout(SEATS), deck=deck, threads=1))
        world = virtual_world(SEATS, seed)
        people = VirtualPeople(house.session, world, CameraEyes(camera, world), Pace.fast(), hosts=False)
        dealing = asyncio.create_task(people.run(0))
        await asyncio.wait({dealing, stop}, return_when=asyncio.FIRST_COMPLETED)
        dealing.cancel()


def main() -> None:
    """Run until killed."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--data", type=Path, required=True)
    ap.add_argument("--port", type=int, required=True)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    asyncio.run(night(a.data, a.port, a.seed))


if __name__ == "__main__":
    main()
