"""Recognition in a process of its own: started, watched, restarted at a measured pace, and ended without remains.

Commands go in and views, camera states and pictures come out over one pipe; the parent keeps only the newest view, so
nothing piles up. The child ends by itself when its parent is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from assistant.vision.belief import Expectation, TableView
from assistant.vision.capture import PACES, CameraState
from assistant.vision.chips.seen import SeatChips
from assistant.vision.evidence import SeenTable
from assistant.vision.layout import Layout
from assistant.vision.sources.base import CameraOptions
from assistant.vision.surveying import Survey
from assistant.vision.watching import Shot
from assistant.world import WorldSnapshot

KEPT = 4  # frames of evidence that wait for their facts
STARTUP_LIMIT = 60.0  # seconds a fresh process may take to load the weights


class VisionError(RuntimeError):
    """Recognition could not be started or did not answer; the text says why."""


@dataclass(frozen=True)
class Setup:
    """Everything a fresh recognition process needs; what changes later is kept here for the next one."""

    source: str
    layout: Layout
    deck: frozenset[str] | None = None
    options: CameraOptions = field(default_factory=CameraOptions)
    models: Path | None = None
    detector: str = "yolo"
    virtual_fps: float = 0.0  # 0: the virtual table is filmed on demand only
    threads: int = 0
    card_pixels: float | None = None  # height of a card in the picture, where it is known before one was seen
    expected: Mapping[str, Expectation] | None = None
    taught: Path | None = None  # the table's folder, where its own deck and chips are kept
    epoch: int = 0  # hands that have begun


@dataclass(frozen=True)
class VisionStats:
    """How recognition fares: frames taken in, dropped and looked at, milliseconds of the last look, restarts."""

    frames: int = 0
    dropped: int = 0
    looked: int = 0
    ms: float = 0.0
    fps: float = 0.0
    restarts: int = 0


class VisionService:
    """The camera as the session knows it; safe to call from any thread.

    ``on_view`` gets every changed view, ``on_state`` every change of the camera, and ``on_layout`` the layout after a
    small push of the table, all in the service's own thread.
    """

    def __init__(
        self,
        setup: Setup,
        on_view: Callable[[TableView], None] | None = None,
        on_state: Callable[[CameraState], None] | None = None,
        on_layout: Callable[[Layout], None] | None = None,
    ) -> None:
        self._setup = setup
        self._on_view = on_view
        self._on_state = on_state
        self._on_layout = on_layout
        self._lock = threading.RLock()
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._waiting: dict[int, Future[Any]] = {}
        self._next = 0
        self._latest: TableView | None = None
        self._kept: dict[int, SeenTable] = {}  # the last few, by the view each decided
        self._state = CameraState("starting", time.monotonic())
        self._stats = VisionStats()
        self._closing = threading.Event()
        self._ready: Future[None] = Future()
        self._thread: threading.Thread | None = None

    # --- life -------------------------------------------------------------------------------------------------------

    def start(self, timeout: float = STARTUP_LIMIT) -> None:
        """Start the process and wait until it can see; raises VisionError with the reason if it cannot."""
        self._spawn()
        self._thread = threading.Thread(target=self._listen, name="vision", daemon=True)
        self._thread.start()
        try:
            self._ready.result(timeout)
        except TimeoutError:
            self.close()
            raise VisionError("recognition did not start in time") from None
        except VisionError:
            self.close()
            raise

    def close(self) -> None:
        """End the process; returns when it is gone. May be called twice."""
        self._closing.set()
        self._send("stop")
        process = self._process
        if process is not None:
            process.join(5.0)
            if process.is_alive():
                process.terminate()
                process.join(2.0)
            if process.is_alive():
                process.kill()
                process.join(2.0)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(5.0)
        with self._lock:
            if self._pipe is not None:
                self._pipe.close()
                self._pipe = None
        self._fail_waiting("recognition was ended")

    def __enter__(self) -> VisionService:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what the session asks --------------------------------------------------------------------------------------

    def latest(self) -> TableView | None:
        """The newest view; None before the first."""
        return self._latest

    @property
    def epoch(self) -> int:
        """Hands that have begun: a view of another epoch shows the table of a hand before."""
        return self._setup.epoch

    @property
    def state(self) -> CameraState:
        """The camera's state."""
        return self._state

    @property
    def stats(self) -> VisionStats:
        """Counts of the present process."""
        return self._stats

    @property
    def pid(self) -> int | None:
        """Process id of the recogniser, for measuring."""
        return self._process.pid if self._process is not None else None

    def expect_faces(self, zones: Mapping[str, Expectation] | None) -> None:
        """Which faces the hand expects to lie open: no other face leaves recognition, nor does its picture."""
        with self._lock:
            self._setup = replace(self._setup, expected=dict(zones) if zones is not None else None)
            self._send("expect", self._setup.expected)

    def use_deck(self, deck: Collection[str] | None) -> None:
        """The cards of this hand's deck; None checks nothing."""
        with self._lock:
            self._setup = replace(self._setup, deck=frozenset(deck) if deck is not None else None)
            self._send("deck", self._setup.deck)

    def use_layout(self, layout: Layout) -> None:
        """Other seats or zones, from the next frame on."""
        with self._lock:
            self._setup = replace(self._setup, layout=layout)
            self._send("layout", layout)

    def forget(self) -> None:
        """A new hand: the cards of the last one were gathered."""
        self._kept = {}
        with self._lock:
            self._setup = replace(self._setup, epoch=self._setup.epoch + 1)
            self._send("forget", self._setup.epoch)

    def see_soon(self, snapshots: Sequence[WorldSnapshot]) -> Future[TableView]:
        """Film these snapshots of the virtual table on demand; the future gives the view after the last of them."""
        return self._ask("see", tuple(snapshots))

    async def see(self, snapshots: Sequence[WorldSnapshot]) -> TableView:
        """As ``see_soon``, awaited; VisionError if recognition ends meanwhile."""
        return await asyncio.wrap_future(self.see_soon(snapshots))

    async def picture(self) -> bytes | None:
        """The last frame as a JPEG anybody may see (see ``Eye.picture``)."""
        answer: bytes | None = await asyncio.wrap_future(self._ask("picture"))
        return answer

    @property
    def layout(self) -> Layout:
        """Seats and zones as they hold now."""
        return self._setup.layout

    async def survey(
        self, seats: tuple[str, ...], shape: str | None = None, size: tuple[float, float] | None = None
    ) -> Survey | None:
        """Look for the table in the newest frame (see ``surveying.survey``); None while there is none."""
        answer: Survey | None = await asyncio.wrap_future(self._ask("survey", seats, shape, size))
        return answer

    async def watch(self, *, clear: bool = False) -> Shot | None:
        """The newest frame for the host (see ``watching.shot``); None while there is none."""
        answer: Shot | None = await asyncio.wrap_future(self._ask("watch", clear))
        return answer

    def kept(self, version: int) -> SeenTable | None:
        """The frame that decided a view, or the newest one kept before it; None where nothing new was seen."""
        known = [v for v in self._kept if v <= version]
        return self._kept[max(known)] if known else None

    async def chips(self, seat: str) -> SeatChips | None:
        """The chips that lie before a seat now, counted; None while there is no frame."""
        answer: SeatChips | None = await asyncio.wrap_future(self._ask("chips", seat))
        return answer

    async def evidence(self) -> SeenTable | None:
        """The last frame with its cards, as it is to be kept."""
        answer: SeenTable | None = await asyncio.wrap_future(self._ask("evidence"))
        return answer

    # --- the other side ---------------------------------------------------------------------------------------------

    def _spawn(self) -> None:
        from assistant.vision.worker import run

        context = multiprocessing.get_context("spawn")
        with self._lock:  # what changes while it starts goes to it, not to the one that ended
            ours, theirs = context.Pipe()
            process = context.Process(target=run, args=(theirs, self._setup), name="fala-vision", daemon=True)
            process.start()
            theirs.close()
            self._pipe, self._process = ours, process

    def _ask(self, kind: str, *content: object) -> Future[Any]:
        future: Future[Any] = Future()
        with self._lock:
            self._next += 1
            number = self._next
            self._waiting[number] = future
        if not self._send(kind, number, *content) and self._waiting.pop(number, None) is not None:
            future.set_exception(VisionError("recognition is not running"))
        return future

    def _send(self, *message: object) -> bool:
        with self._lock:
            if self._pipe is None:
                return False
            with contextlib.suppress(OSError, ValueError):
                self._pipe.send(message)
                return True
            return False

    def _listen(self) -> None:
        attempt = 0
        while True:
            began = time.monotonic()
            self._receive()
            if self._closing.is_set() or not self._ready.done():
                break
            self._fail_waiting("recognition ended unexpectedly")
            self._changed(CameraState("dead", time.monotonic(), "recognition"))
            attempt = 0 if time.monotonic() - began > 30 else attempt + 1
            if self._closing.wait(PACES[min(attempt, len(PACES) - 1)]):
                break
            with contextlib.suppress(OSError):
                self._kept = {}
                self._spawn()
                self._stats = replace(self._stats, restarts=self._stats.restarts + 1)
        if not self._ready.done():
            self._ready.set_exception(VisionError("recognition ended while starting"))
        self._fail_waiting("recognition was ended")

    def _receive(self) -> None:
        pipe = self._pipe
        while pipe is not None:
            try:
                if not pipe.poll(0.5):
                    if self._closing.is_set() and not self._alive():
                        return
                    continue
                kind, *content = pipe.recv()
            except (EOFError, OSError):
                return
            self._took(str(kind), content)

    def _alive(self) -> bool:
        return self._process is not None and self._process.is_alive()

    def _took(self, kind: str, content: list[Any]) -> None:
        if kind == "view":
            self._latest = content[0]
            if self._on_view is not None:
                self._on_view(content[0])
        elif kind == "evidence":
            self._keep(content[0])
        elif kind == "answer":
            number, answer = content
            self._answer(self._waiting.pop(number, None), answer)
        elif kind == "state":
            self._changed(content[0])
        elif kind == "layout":
            with self._lock:
                self._setup = replace(self._setup, layout=content[0])
            if self._on_layout is not None:
                self._on_layout(content[0])
        elif kind == "stats":
            self._stats = replace(content[0], restarts=self._stats.restarts)
        elif kind == "ready":
            if not self._ready.done():
                self._ready.set_result(None)
        elif kind == "failed" and not self._ready.done():
            self._ready.set_exception(VisionError(content[0]))

    @staticmethod
    def _answer(future: Future[Any] | None, answer: object) -> None:
        if future is not None:
            with contextlib.suppress(InvalidStateError):  # whoever asked has stopped waiting
                future.set_result(answer)

    def _keep(self, evidence: SeenTable | None) -> None:
        if evidence is not None:
            newest = sorted({*self._kept, evidence.version})[-KEPT:]
            self._kept = {v: evidence if v == evidence.version else self._kept[v] for v in newest}

    def _changed(self, state: CameraState) -> None:
        self._state = state
        if self._on_state is not None:
            self._on_state(state)

    def _fail_waiting(self, why: str) -> None:
        while self._waiting:
            _, future = self._waiting.popitem()
            with contextlib.suppress(InvalidStateError):
                future.set_exception(VisionError(why))
