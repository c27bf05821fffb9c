"""`fala play`: one table put together from its rooms: journal, session, pages, camera, words in the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from fastapi import FastAPI
from rich.console import Console

from assistant.bank.money import MoneyError, brl, parse_brl
from assistant.bank.profiles import Profiles
from assistant.bank.report import refusal_text
from assistant.bank.rules import chip_value
from assistant.banking import Bank
from assistant.camera import Camera
from assistant.chip_counting import TableChips
from assistant.config import data_folder
from assistant.dealer.records import LinkDown
from assistant.engine.cards import deck_cards
from assistant.engine.refusal import Refusal
from assistant.evidence_keeper import EvidenceKeeper
from assistant.eyes import EyesDesk
from assistant.facts import Fact
from assistant.journal import StorageUnavailable, Store
from assistant.machine.attach import UnknownDealer, dealer_at
from assistant.machine.hands import MachineHands
from assistant.narrator import narrate
from assistant.phrases import DEFAULT, say
from assistant.places import BadPlaces, Places, table_places
from assistant.record_keeper import Records
from assistant.records.evidence import EvidenceStore
from assistant.services import Services, tls_certificate
from assistant.session import Opening, Session
from assistant.table import TableState
from assistant.upkeep import addresses, wifi_name
from assistant.virtual.disturbances import QUIET, Disturbances
from assistant.virtual.world import World
from assistant.virtual_eyes import CameraEyes
from assistant.virtual_people import Pace, VirtualPeople
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup, VisionError
from assistant.web.app import Server, create_app, server
from assistant.web.config import WebConfig
from assistant.web.context import Web
from assistant.web.qr import terminal
from assistant.web.tls import Certificate

FULL_LOW = "2"


CACIFE = (Opening.cacife_chips, Opening.cacife_centavos)


@dataclass(frozen=True)
class PlaySettings:
    """What `fala play` was asked."""

    camera: str | None = None
    game: str = "stick5"
    seats: int | None = None  # what the table was calibrated for, else four
    table: str = "mesa"
    layout: Path | None = None
    deck: str | None = None
    port: int = 8770
    address: str | None = None
    pingo: int = 1
    cacife: int = CACIFE[0]  # chips
    cacife_money: str | None = None  # what it costs, as people write it
    data: Path | None = None
    language: str = DEFAULT
    wifi: str | None = None  # None: as the system tells
    tls: bool = False
    voice: bool = True
    dealer: str = "none"  # "sim", "virtual", "auto" or a serial port


class CannotPlay(Exception):
    """Why the table cannot be opened, in the user's words."""


@dataclass
class House:
    """A running table: its session, pages, and camera if it has one."""

    session: Session
    app: FastAPI
    config: WebConfig
    folder: Path
    evidence: EvidenceKeeper
    bank: Bank
    eyes: EyesDesk
    camera: Camera | None = None
    server: Server | None = None
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    certificate: Certificate | None = None

    @property
    def web(self) -> Web:
        """The pages' own state: phones, addresses, who listens."""
        web: Web = self.app.state.web
        return web


def seat_names(n: int) -> tuple[str, ...]:
    """Seats "1" to "n", clockwise."""
    return tuple(str(i) for i in range(1, n + 1))


def free_port(wanted: int) -> int:
    """The port, or any free one where 0 is wanted."""
    if wanted:
        return wanted
    with socket.socket() as s:
        s.bind(("", 0))
        port: int = s.getsockname()[1]
        return port


@asynccontextmanager
async def open_house(
    opening: Opening,
    *,
    data: Path | None,
    port: int,
    address: str | None,
    where: str | Path | None = None,
    hurry: int = 1,
    wifi: str = "",
    tls: bool = False,
    clock: Callable[[], datetime] | None = None,
) -> AsyncIterator[House]:
    """Open (or resume) a table with its pages; raises CannotPlay in words. ``hurry``: see WebConfig."""
    lang = opening.language
    folder = data_folder(data)
    table_folder = folder / "tables" / opening.table
    table_folder.mkdir(parents=True, exist_ok=True)
    url = where or os.environ.get("FALA_DATABASE_URL") or folder / "fala.db"
    try:
        store = await asyncio.to_thread(Store.open, url)
    except StorageUnavailable as e:
        raise CannotPlay(say(lang, f"storage.{e.code}")) from e
    try:
        try:
            session = Session(await asyncio.to_thread(store.table, opening.table), opening, clock=clock)
        except StorageUnavailable as e:
            raise CannotPlay(say(lang, e.phrase)) from e
        opened = await session.open()
        if not opened.ok:
            raise CannotPlay(session.words(opened, lang))
        session.known = store.people
        found = addresses(address)
        made = tls_certificate(table_folder, opening.table, found) if tls else None
        config = WebConfig(
            folder=table_folder / "web",
            addresses=found,
            port=free_port(port),
            language=lang,
            hurry=hurry,
            wifi=wifi,
            scheme="https" if made else "http",
            authority=made.authority if made else None,
            fingerprint=made.fingerprint if made else "",
        )
        session.join_url = config.urls()[0]
        evidence = EvidenceKeeper(session, EvidenceStore(table_folder / "evidence"))
        await evidence.prune()
        bank = Bank(session, Profiles(folder))
        bank.use_pictures(evidence.store.read)
        eyes = EyesDesk(table_folder, in_hand=lambda: session.state.in_hand)
        app = create_app(session, config, bank=bank, kept=Records(session, evidence.store), eyes=eyes)
        house = House(session, app, config, table_folder, evidence, bank, eyes, certificate=made)
        try:
            yield house
        finally:
            if house.server is not None:
                house.server.should_exit = True
            await asyncio.gather(*house.tasks, return_exceptions=True)
            if house.camera is not None:
                await house.camera.close()
    finally:
        store.close()


async def serve(house: House) -> None:
    """Start the pages and wait until they answer; raises CannotPlay when the port is taken."""
    made = house.certificate
    pem = (made.chain, made.key) if made is not None else None
    house.server = server(house.app, port=house.config.port, certificate=pem)
    task = asyncio.create_task(_serve(house.server))
    house.tasks.append(task)
    while not house.server.started:
        if task.done():
            raise CannotPlay(say(house.session.language, "play.port_taken", port=house.config.port))
        await asyncio.sleep(0.02)


async def _serve(pages: Server) -> None:
    with contextlib.suppress(SystemExit):  # uvicorn leaves that way when it cannot bind
        await pages.serve()


def banner(house: House, console: Console) -> None:
    """The address, its QR code and the host's PIN, in the terminal."""
    lang = house.session.language
    url = house.config.urls()[0]
    console.print(terminal(url, colour=console.is_terminal), markup=False, highlight=False)
    console.print(say(lang, "play.join", url=url), style="bold", highlight=False)
    for other in house.config.urls()[1:]:
        console.print(say(lang, "play.other_address", url=other), highlight=False)
    if house.config.wifi:
        console.print(say(lang, "play.wifi", wifi=house.config.wifi), highlight=False)
    logged = "JOURNAL_STREAM" in os.environ  # what is printed here, others of this machine can read for years
    pin = say(lang, "play.pin_hidden", table=house.session.opening.table) if logged else house.config.pin
    console.print(say(lang, "play.host", url=f"{url}host", pin=pin), highlight=False)
    console.print(say(lang, "play.screen", url=f"{url}table"), highlight=False)
    if house.certificate is not None:
        console.print(say(lang, "play.tls", url=f"{url}trust", print=house.certificate.fingerprint), highlight=False)
    console.print(say(lang, "play.stop"), highlight=False)


def show_moved(house: House, console: Console, url: str) -> None:
    """This machine has another address: the new code, in the terminal too."""
    console.print(terminal(url, colour=console.is_terminal), markup=False, highlight=False)
    console.print(say(house.session.language, "play.moved", url=url), style="bold", highlight=False)


def tell(session: Session, console: Console, lang: str) -> None:
    """Print the story of the table as it happens."""

    def listener(before: TableState, fact: Fact, after: TableState) -> None:
        for line in narrate(before, fact, after, lang):
            bold = line.startswith(("»", "★", "──"))
            console.print(line, style="bold" if bold else None, markup=False, highlight=False)

    session.listen(listener)


async def attach_camera(house: House, setup: Setup) -> Camera:
    """Start recognition on a source with what this table was taught; raises CannotPlay with the reason."""
    setup = replace(setup, taught=house.folder)
    camera = Camera(house.session, setup, house.evidence)
    house.eyes.attach(camera.service)
    camera.on_layout = house.eyes.pushed
    try:
        await camera.start()
    except VisionError as e:
        raise CannotPlay(say(house.session.language, "play.no_camera", reason=str(e))) from e
    house.bank.use_counter(TableChips(camera.service), lambda data: asyncio.to_thread(house.evidence.store.put, data))
    house.camera = camera
    return camera


def cacife_price(settings: PlaySettings) -> int:
    """Centavos of a cacife; raises CannotPlay where a chip would be worth no whole number of them (R-191)."""
    lang, text = settings.language, settings.cacife_money
    try:
        centavos = CACIFE[1] if text is None else parse_brl(text)
    except MoneyError as e:
        raise CannotPlay(say(lang, f"bank.money.{e.code}")) from e
    value = chip_value(settings.cacife, centavos)
    if isinstance(value, Refusal):
        raise CannotPlay(refusal_text(value, lang))
    return centavos


def read_places(settings: PlaySettings) -> Places:
    """Seats and zones as asked for, as calibrated, or guessed; a virtual table has its own. Raises CannotPlay."""
    if settings.camera == "virtual" and settings.layout is None:
        return Places(default_layout(seat_names(settings.seats or 4)), "file")
    folder = data_folder(settings.data) / "tables" / settings.table
    try:
        return table_places(settings.layout, folder, settings.seats, settings.language)
    except BadPlaces as e:
        raise CannotPlay(str(e)) from e


def virtual_world(seats: tuple[str, ...], seed: int, disturbances: Disturbances = QUIET) -> World:
    """A table with a full deck; each hand brings its own."""
    return World(seats, deck_cards(FULL_LOW, 0), seed=seed, disturbances=disturbances)


def run_play(settings: PlaySettings) -> int:
    """Open the table and keep it until it is interrupted; returns the exit status."""
    try:
        return asyncio.run(_play(settings))
    except CannotPlay as e:
        print(e, file=sys.stderr)
        return 2


@asynccontextmanager
async def dealer(
    house: House, word: str, *, world: World | None = None, seed: int | None = None, hurried: bool = False
) -> AsyncIterator[MachineHands | None]:
    """The dealer machine at work, with its hands where it is simulated; raises CannotPlay in words."""
    lang = house.session.language
    try:
        async with dealer_at(house.session, word, world=world, seed=seed, hurried=hurried) as attached:
            yield attached.hands if attached is not None else None
    except UnknownDealer as e:
        raise CannotPlay(say(lang, "play.no_dealer", dealer=word)) from e
    except LinkDown as e:
        raise CannotPlay(say(lang, f"dealer.problem.{e.code}", **e.params)) from e


async def _play(settings: PlaySettings) -> int:
    lang = settings.language
    console = Console()
    stop = asyncio.create_task(until_interrupted())
    await asyncio.sleep(0)  # the signals are ours from here on
    where = read_places(settings) if settings.camera else None
    layout = where.layout if where is not None else None
    seats = layout.seats if layout is not None else seat_names(settings.seats or 4)
    opening = Opening(
        table=settings.table,
        seats=seats,
        game=settings.game,
        pingo=settings.pingo,
        cacife_chips=settings.cacife,
        cacife_centavos=cacife_price(settings),
        deck=settings.deck,
        language=lang,
    )
    wifi = wifi_name() if settings.wifi is None else settings.wifi
    async with open_house(
        opening, data=settings.data, port=settings.port, address=settings.address, wifi=wifi, tls=settings.tls
    ) as house:
        resumed = house.session.state.hand_number > 0
        tell(house.session, console, lang)
        await serve(house)
        running = Services(house, settings.address, voice=settings.voice)
        house.tasks.append(asyncio.create_task(running.run(lambda url: show_moved(house, console, url))))
        banner(house, console)
        state = house.session.state
        if (state.cacife_chips, state.cacife_centavos) != (opening.cacife_chips, opening.cacife_centavos):
            money = brl(state.cacife_centavos)
            console.print(say(lang, "play.cacife_stands", chips=state.cacife_chips, money=money), highlight=False)
        if resumed:
            console.print(say(lang, "play.resumed", hand=house.session.state.hand_number), highlight=False)
        virtual = settings.camera == "virtual"
        camera: Camera | None = None
        if settings.camera is not None and layout is not None:
            deck = frozenset(deck_cards(settings.deck, 0)) if settings.deck else None
            if virtual:
                deck = frozenset(deck_cards(FULL_LOW, 0))
            camera = await attach_camera(house, Setup(source=settings.camera, layout=layout, deck=deck))
            if where is not None and (words := where.words(house.config.urls()[0], lang)):
                console.print(words, highlight=False)
        world = virtual_world(seats, seed=int.from_bytes(os.urandom(4))) if virtual else None
        async with dealer(house, settings.dealer, world=world) as hands:
            if world is not None and camera is not None:
                eyes = CameraEyes(camera, world)
                people = VirtualPeople(house.session, world, eyes, Pace(), hosts=False, dealer=hands)
                house.tasks.append(asyncio.create_task(people.run(0)))
            await stop
            for task in house.tasks[1:]:
                task.cancel()
    return 0


async def until_interrupted() -> None:
    """Wait for Ctrl-C or a polite kill."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, stop.set)
    await stop.wait()
