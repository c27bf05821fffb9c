"""`fala calibrate`, `fala watch` and `fala cameras`: the camera alone, without a table's night being opened."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from assistant.config import data_folder
from assistant.eyes import EyesDesk, card_words, corner_words, problem_lines, survey_lines
from assistant.phrases import DEFAULT, say
from assistant.places import LAYOUT_FILE, BadPlaces, seat_names, table_places
from assistant.play import CannotPlay, free_port, until_interrupted
from assistant.upkeep import addresses
from assistant.views import OptionView, RuleView, ScreenView, Tap, TapResult
from assistant.vision.layout import Layout
from assistant.vision.markers import write_sheet
from assistant.vision.service import Setup, VisionError, VisionService
from assistant.vision.surveying import Survey
from assistant.web.app import create_app, server
from assistant.web.config import WebConfig
from assistant.web.port import JoinResult, Recipient

FIRST_PICTURE = 20.0  # seconds to wait for a camera's first picture
LOOKS = 3  # surveys before what is found is believed: somebody may lean over the table


@dataclass(frozen=True)
class EyeSettings:
    """What `fala calibrate` or `fala watch` was asked; ``size`` in millimetres."""

    camera: str | None = None
    seats: int | None = None
    table: str = "mesa"
    layout: Path | None = None
    shape: str | None = None
    size: tuple[float, float] | None = None
    headless: bool = False
    port: int = 8770
    address: str | None = None
    data: Path | None = None
    language: str = DEFAULT


class Nobody:
    """A table at which nobody sits: what the pages need where only the camera is looked after."""

    def __init__(self, name: str) -> None:
        self._name = name

    def view(self, to: Recipient) -> ScreenView:
        """An empty table."""
        return ScreenView(0, 0, to.role, to.language, self._name, "lobby", "", "", "", None, 0, ())

    async def changed(self, version: int) -> int:
        """Nothing ever changes here."""
        await asyncio.Event().wait()
        return version

    async def join(self, name: str, seat: str, cacifes: int, language: str) -> JoinResult:
        """Nobody can sit down."""
        return JoinResult(False, "no_such_seat", say(language, "table.no_such_seat", seat=seat))

    async def tap(self, to: Recipient, tap: Tap) -> TapResult:
        """There is nothing to tap."""
        return TapResult(False, "stale", say(to.language, "table.stale"))

    async def host(self, tap: Tap) -> TapResult:
        """There is nothing to decide."""
        return TapResult(False, "stale", say(DEFAULT, "table.stale"))

    def presence(self, seat: str, connected: bool) -> None:
        """Nobody listens."""

    def owners(self) -> Mapping[str, str]:
        """No seat is taken."""
        return {}

    def rules(self, lang: str) -> tuple[RuleView, ...]:
        """No rules are needed."""
        return ()

    def variations(self, game: str, lang: str) -> tuple[OptionView, ...]:
        """No game is played."""
        return ()

    def picture(self, to: Recipient, name: str) -> bytes | None:
        """There are no doubts."""
        return None


def parse_size(text: str, shape: str | None) -> tuple[float, float] | None:
    """ "120" or "120x80" centimetres as millimetres, None for anything else; one length is a diameter or a square."""
    parts = text.lower().replace(",", ".").replace("×", "x").split("x")
    try:
        lengths = [10 * float(p) for p in parts]
    except ValueError:
        return None
    if len(lengths) not in (1, 2) or not all(300 <= v <= 5000 for v in lengths):
        return None
    if len(lengths) == 1 and shape == "rectangle":
        return None
    return lengths[0], lengths[-1]


def run_print(path: Path, lang: str = DEFAULT) -> int:
    """Write the sheet of the four corners; 0, or 2 when that cannot be."""
    try:
        write_sheet(path, corner_words(lang))
    except ValueError:
        return _complain(say(lang, "calibrate.bad_file", path=path))
    except OSError as e:
        return _complain(say(lang, "calibrate.not_written", path=path, reason=e.strerror))
    print(say(lang, "calibrate.printed", path=path))
    return 0


def run_calibrate(settings: EyeSettings) -> int:
    """Find the table and its seats; 0 when cards can be read, 1 when not (or not known), 2 when nothing was seen."""
    return _run(_calibrate(settings), settings)


def run_watch(settings: EyeSettings) -> int:
    """Show what the camera sees on a page (or, headless, in the terminal); 0, or 2 when it cannot be seen."""
    return _run(_watch(settings), settings)


def _run(what: Any, settings: EyeSettings) -> int:
    if settings.camera is None:
        what.close()
        return _complain(say(settings.language, "calibrate.no_camera"))
    try:
        return int(asyncio.run(what))
    except CannotPlay as e:
        return _complain(str(e))


def known_layout(settings: EyeSettings, folder: Path) -> Layout:
    """The layout asked for, the table's own, or a guess; raises CannotPlay for a file that cannot be used."""
    try:
        return table_places(settings.layout, folder, settings.seats, settings.language).layout
    except BadPlaces as e:
        raise CannotPlay(str(e)) from e


@asynccontextmanager
async def _camera(settings: EyeSettings) -> AsyncIterator[tuple[EyesDesk, VisionService, Path]]:
    """Recognition on the asked camera, its first picture taken; raises CannotPlay in words."""
    lang = settings.language
    folder = data_folder(settings.data) / "tables" / settings.table
    folder.mkdir(parents=True, exist_ok=True)
    desk = EyesDesk(folder)
    loop = asyncio.get_running_loop()

    def pushed(layout: Layout) -> None:
        loop.call_soon_threadsafe(desk.pushed, layout)

    service = VisionService(
        Setup(str(settings.camera), known_layout(settings, folder)),
        on_layout=pushed,
    )
    try:
        await asyncio.to_thread(service.start)
    except VisionError as e:
        raise CannotPlay(say(lang, "play.no_camera", reason=str(e))) from e
    desk.attach(service)
    try:
        for _ in range(int(FIRST_PICTURE / 0.1)):
            if await service.watch() is not None:
                break
            if service.state.code in ("not_found", "dead", "ended"):
                raise CannotPlay(say(lang, "play.no_camera", reason=say(lang, f"device.{service.state.code}")))
            await asyncio.sleep(0.1)
        else:
            raise CannotPlay(say(lang, "play.no_camera", reason=say(lang, f"device.{service.state.code}")))
        yield desk, service, folder
    finally:
        await asyncio.to_thread(service.close)


@asynccontextmanager
async def _pages(settings: EyeSettings, desk: EyesDesk, folder: Path) -> AsyncIterator[WebConfig]:
    """The camera's pages alone; raises CannotPlay when the port is taken."""
    config = WebConfig(
        folder=folder / "web",
        addresses=addresses(settings.address),
        port=free_port(settings.port),
        language=settings.language,
    )
    pages = server(create_app(Nobody(settings.table), config, eyes=desk), port=config.port)

    async def serve() -> None:
        with contextlib.suppress(SystemExit):  # uvicorn leaves that way when it cannot bind
            await pages.serve()

    task = asyncio.create_task(serve())
    try:
        while not pages.started:
            if task.done():
                raise CannotPlay(say(settings.language, "play.port_taken", port=config.port))
            await asyncio.sleep(0.02)
        yield config
    finally:
        pages.should_exit = True
        await asyncio.gather(task, return_exceptions=True)


async def _calibrate(settings: EyeSettings) -> int:
    lang, console = settings.language, Console()

    def write(text: str, **more: Any) -> None:
        console.print(text, markup=False, highlight=False, **more)

    write(say(lang, "calibrate.looking", camera=settings.camera))
    async with _camera(settings) as (desk, service, folder):
        seats = seat_names(settings.seats) if settings.seats else service.layout.seats
        found = await _best_look(desk, seats, settings)
        if found is None:
            return _complain(say(lang, "survey.no_picture"))
        lines = survey_lines(found, lang)
        write(lines[0], style="bold")
        for line in lines[1:]:
            write(f"  {line}")
        if found.layout is not None:
            await desk.save(found.layout.to_json(), lang)
            write(say(lang, "calibrate.written", path=folder / LAYOUT_FILE, camera=settings.camera))
        if not settings.headless:
            stop = asyncio.create_task(until_interrupted())
            async with _pages(settings, desk, folder) as config:
                url = f"http://127.0.0.1:{config.port}/calibrate"
                write(say(lang, "calibrate.page", url=url, pin=config.pin))
                write(say(lang, "calibrate.stop"))
                await stop
        if not found.found:
            return 2
        return 0 if found.reads in ("well", "enough") and not found.outside else 1


async def _best_look(desk: EyesDesk, seats: tuple[str, ...], settings: EyeSettings) -> Survey | None:
    """The best of a few surveys a moment apart: markers before outlines, outlines before nothing."""
    rank = {"markers": 3, "outline": 2, "whole": 1, "none": 0}
    best: Survey | None = None
    for attempt in range(LOOKS):
        found = await desk.look(seats, settings.shape, settings.size)
        if found is not None and (best is None or rank[found.how] > rank[best.how]):
            best = found
        if best is not None and best.how == "markers":
            break
        if attempt < LOOKS - 1:
            await asyncio.sleep(0.4)
    return best


async def _watch(settings: EyeSettings) -> int:
    lang = settings.language
    if settings.headless:
        return await asyncio.to_thread(_list, settings)
    stop = asyncio.create_task(until_interrupted())
    async with _camera(settings) as (desk, _, folder), _pages(settings, desk, folder) as config:
        url = f"http://127.0.0.1:{config.port}/"
        print(say(lang, "watching.page", url=url, pin=config.pin), flush=True)
        print(say(lang, "calibrate.stop"), flush=True)
        await stop
    return 0


def _list(settings: EyeSettings) -> int:
    """The cards by seat in the terminal: once a picture of a folder, else whenever they change."""
    from assistant.vision.viewing import views_of

    lang = settings.language
    folder = data_folder(settings.data) / "tables" / settings.table
    layout = known_layout(settings, folder)
    for name, view in views_of(str(settings.camera), layout):
        print(say(lang, "watching.picture", path=name), flush=True)
        shown = False
        for zone in (*layout.seats, "board"):
            cards = view.zones.get(zone, ())
            if cards:
                shown = True
                words = " ".join(card_words(c, lang) for c in cards)
                print(say(lang, "watching.seat", seat=zone, cards=words), flush=True)
        if not shown:
            print(say(lang, "watching.nothing"), flush=True)
        for line in problem_lines(view, layout.seats, lang):
            print(f"  · {line}", flush=True)
    return 0


def run_cameras(lang: str = DEFAULT) -> int:
    """List the cameras of this computer; 0 when there is one, 1 when not."""
    from assistant.vision.sources.listing import cameras

    found = cameras()
    for one in found:
        if one.index is None:
            print(say(lang, "cameras.picamera"))
        elif one.size is None:
            print(say(lang, "cameras.busy", index=one.index, name=one.name))
        else:
            print(say(lang, "cameras.device", index=one.index, name=one.name, size="×".join(map(str, one.size))))
    if not found:
        print(say(lang, "cameras.none"))
    print(say(lang, "cameras.others"))
    return 0 if found else 1


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2
