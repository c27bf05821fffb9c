"""`fala demo`: whole hands at a virtual table, through the real recogniser, the real pages and the real books."""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from assistant.engine.cards import deck_cards
from assistant.engine.options import OptionError
from assistant.engine.refusal import Refusal
from assistant.engine.variants import build
from assistant.games_cli import SEATING
from assistant.narrator import refusal_text
from assistant.phrases import DEFAULT, say
from assistant.play import (
    FULL_LOW,
    CannotPlay,
    House,
    attach_camera,
    banner,
    dealer,
    open_house,
    seat_names,
    serve,
    show_moved,
    tell,
    until_interrupted,
    virtual_world,
)
from assistant.rank_cli import options_from
from assistant.robots import Robots
from assistant.services import Services
from assistant.session import Opening
from assistant.virtual.disturbances import ARMS_ONLY
from assistant.virtual.world import World
from assistant.virtual_eyes import CameraEyes, Eyes, TruthEyes
from assistant.virtual_people import NoHand, Pace, VirtualPeople
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup

HURRY = 1000  # scripted phones without pauses knock more often than a person may


@dataclass(frozen=True)
class DemoSettings:
    """What `fala demo` was asked; ``hands`` 0 plays until interrupted."""

    game: str = "stick5"
    seats: int = 4
    hands: int = 0
    seed: int | None = None
    fast: bool = False
    headless: bool = False
    port: int = 8770
    address: str | None = None
    data: Path | None = None
    language: str = DEFAULT
    eyes: str = "camera"  # "camera": the real recogniser; "truth": no pictures at all, for mass runs
    options: tuple[str, ...] = ()  # house options, NAME=VALUE
    dealer: str = "none"  # "sim" or "virtual": a machine deals the virtual cards


def run_demo(settings: DemoSettings) -> int:
    """Play the demo; returns the exit status: 0 when every book balances, 1 when not, 2 when it could not start."""
    try:
        return asyncio.run(_demo(settings))
    except CannotPlay as e:
        print(e, file=sys.stderr)
        return 2


def house_options(given: Sequence[str], lang: str) -> dict[str, Any]:
    """House options from NAME=VALUE; raises CannotPlay naming what is wrong."""
    try:
        return options_from(None, given).changed()
    except OptionError as e:
        raise CannotPlay(say(lang, "play.bad_option", name=e.name, reason=str(e))) from e


async def _demo(settings: DemoSettings) -> int:
    lang = settings.language
    seed = secrets.randbelow(10_000) if settings.seed is None else settings.seed
    draws_seats = settings.game == SEATING[0]  # V-52 is the table's, not a hand's: it is shown with a hand of Stick
    played = "stick5" if draws_seats else settings.game
    name, *more = played.split("+")
    game = build(name, more)
    if isinstance(game, Refusal):
        raise CannotPlay(say(lang, "play.no_game", game=settings.game) + f" {refusal_text(game, lang)}")
    console = Console()
    stop = asyncio.create_task(until_interrupted())
    await asyncio.sleep(0)  # the signals are ours from here on
    seats = seat_names(settings.seats)
    opening = Opening(
        table=f"demo-{seed}",
        seats=seats,
        game=played,
        language=lang,
        options=house_options(settings.options, lang),
    )
    name = game.name_en if lang == "en" else game.name_pt
    console.print(say(lang, "demo.title", game=name, seats=len(seats), seed=seed), style="bold", highlight=False)
    async with _house(settings, opening) as house:
        tell(house.session, console, lang)
        beside: list[asyncio.Task[None]] = []
        if not settings.headless:
            await serve(house)
            services = Services(house, settings.address, voice=not settings.fast)
            beside.append(asyncio.create_task(services.run(lambda url: show_moved(house, console, url))))
            banner(house, console)
            console.print(say(lang, "demo.invite"), highlight=False)
        world = virtual_world(seats, seed, ARMS_ONLY)
        robots = Robots(house, random.Random(f"robots {seed}"), 0.0 if settings.fast else 1.8)
        eyes = await _eyes(settings, house, world)
        pace = Pace.fast() if settings.fast else Pace()
        async with dealer(house, settings.dealer, world=world, seed=seed, hurried=settings.fast) as hands:
            people = VirtualPeople(house.session, world, eyes, pace, hosts=True, thinking=robots.owe, dealer=hands)
            people.limit, people.draws_seats = settings.hands, draws_seats
            await robots.join(say(lang, "demo.robots").split("|"))
            watch = asyncio.create_task(robots.run())
            play = asyncio.create_task(people.run(settings.hands))
            try:
                await asyncio.wait({watch, play, stop}, return_when=asyncio.FIRST_COMPLETED)
                for task in (watch, play):
                    if task.done():
                        task.result()  # a failure is told, not swallowed
            except NoHand as e:
                raise CannotPlay(str(e)) from e
            finally:
                for task in (watch, play, stop, *beside):
                    task.cancel()
                await asyncio.gather(watch, play, stop, *beside, return_exceptions=True)
                await robots.close()
        return _closing(house, people, console, lang)


async def _eyes(settings: DemoSettings, house: House, world: World) -> Eyes:
    """Who looks at the virtual table: the real recogniser in its own process, or for mass runs the truth itself."""
    if settings.eyes == "truth":
        return TruthEyes(house.session, world)
    seats = house.session.state.seats
    setup = Setup(source="virtual", layout=default_layout(seats), deck=frozenset(deck_cards(FULL_LOW, 0)), threads=2)
    camera = await attach_camera(house, setup)
    return CameraEyes(camera, world, frames=2 if settings.fast else 3)


def _closing(house: House, people: VirtualPeople, console: Console, lang: str) -> int:
    """Check the night's books and chain, and say how it went."""
    session = house.session
    books, chain = session.check()
    asked = sum(1 for f in session.facts if f.kind == "asked" and f.source == "camera")
    if not books.sound or not chain.intact:
        why = f"{books.differing or books.unbalanced or chain}"
        console.print(say(lang, "demo.broken", why=why), style="bold red", highlight=False)
        return 1
    hands = session.state.hand_number
    head = session.state.head[:12]
    console.print(say(lang, "demo.done", hands=hands, asked=asked, typed=people.typed, head=head), highlight=False)
    return 0


@asynccontextmanager
async def _house(settings: DemoSettings, opening: Opening) -> AsyncIterator[House]:
    """A demo leaves nothing behind unless a data folder is named."""
    async with AsyncExitStack() as stack:
        data = settings.data
        if data is None:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fala-demo-")))
        port = 0 if settings.headless else settings.port
        house = await stack.enter_async_context(
            open_house(
                opening,
                data=data,
                port=port,
                address=settings.address,
                where=data / "fala.db",
                hurry=HURRY if settings.fast else 1,
            )
        )
        yield house
