"""`fala bench latency`: from a card lying open before the camera to every phone, by the clock on the wall.

A film drawn beforehand is played in real time into `fala play`; phones are real HTTP clients on its event streams. Also
measured: the processor time of the assistant's own processes while nothing moves, and whether their memory grows.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from assistant.bench.crowd import Phone, until
from assistant.bench.film import SceneNote, stick_film
from assistant.bench.ports import free_port
from assistant.bench.processes import cpu_seconds, memory_mb
from assistant.engine.deck import deck_for
from assistant.engine.options import Options
from assistant.phrases import DEFAULT, LANGUAGES, catalogue, say
from assistant.vision import layout as layouts
from assistant.vision.sources.film import CUE, SHOWN

P50_MS, P95_MS = 200.0, 300.0
IDLE_SHARE = 0.25  # of one core
CAMERA = ("camera", *(catalogue(lang).get("device_name.camera", "") for lang in LANGUAGES))
LATE = 8.0  # seconds after which a card did not come
LEAK_MB_HOUR = 30.0  # growth of memory that is none


@dataclass
class LatencyResult:
    """Milliseconds a card (to the last phone), cards that did not come by themselves, idle share, memory over time."""

    ms: list[float] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    idle: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)  # minutes, MiB

    def percentile(self, q: float) -> float:
        """Milliseconds."""
        return float(np.percentile(self.ms, q)) if self.ms else float("inf")

    @property
    def slope(self) -> float:
        """MiB an hour, over the second half of the time at rest."""
        later = self.memory[len(self.memory) // 2 :]
        if len(later) < 3:
            return 0.0
        minutes, mb = np.array(later).T
        return float(np.polyfit(minutes / 60, mb, 1)[0])


class _Director:
    """Gives the film its cues, and knows by the wall clock when a card lay open."""

    def __init__(self, folder: Path, notes: list[SceneNote]) -> None:
        self.folder, self.notes, self.at = folder, notes, 0

    def cue(self, scene: int) -> None:
        part = self.folder / "cue.part"
        part.write_text(str(scene), encoding="utf-8")
        part.replace(self.folder / CUE)
        self.at = scene

    def shown(self, scene: int) -> float | None:
        with contextlib.suppress(OSError):
            for line in (self.folder / SHOWN).read_text(encoding="utf-8").splitlines():
                number, _, at = line.partition(" ")
                if int(number) == scene and at:
                    return float(at)
        return None


class _Table:
    """The running assistant and its people."""

    def __init__(self, url: str, seats: tuple[str, ...], seed: int) -> None:
        self.host = Phone(url, "host")
        self.phones = [Phone(url, "player", seat, seed) for seat in seats]
        self.tasks: list[asyncio.Task[None]] = []
        self.seen: dict[tuple[str, str, int], float] = {}  # seat of the phone, card, hand → when it was told

    async def enter(self) -> None:
        await self.host.enter()
        for phone in self.phones:
            await phone.enter(f"P{phone.seat}")
            phone.on_state = self._told
        self.tasks = [asyncio.create_task(p.follow()) for p in (self.host, *self.phones)]
        await until(lambda: all(p.state for p in (self.host, *self.phones)), 10, self.host)

    def _told(self, phone: Phone, state: dict[str, Any]) -> None:
        now = time.monotonic()
        for seat in state["seats"]:
            for card in seat["cards"]:
                if card.get("code") and card.get("up"):
                    self.seen.setdefault((phone.seat, card["code"], state["hand"] or 0), now)

    @property
    def hand(self) -> int:
        return int(self.host.state.get("hand") or 0)

    def past(self, hand: int) -> bool:
        """Whether a later hand has begun."""
        return self.hand > hand

    def told_all(self, card: str) -> float | None:
        """When the last phone was told of a card of this hand; None while one was not."""
        times = [self.seen.get((p.seat, card, self.hand)) for p in self.phones]
        return None if any(t is None for t in times) else max(t for t in times if t is not None)

    async def bet(self) -> None:
        """Everybody who is asked stays in without betting, until the hand waits for cards or is over."""
        for _ in range(200):
            if not any(p.state.get("choice") for p in self.phones):
                await asyncio.sleep(0.05)
                if not any(p.state.get("choice") for p in self.phones):
                    return
            for phone in self.phones:
                if phone.state.get("choice"):
                    await phone.answer(calm=True)
                    await until(partial(_unasked, phone), 0.5, phone)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for phone in (self.host, *self.phones):
            await phone.close()


def _unasked(phone: Phone) -> bool:
    return not phone.state.get("choice")


async def assistant(*args: str, log: Path) -> asyncio.subprocess.Process:
    """`fala ARGS` in a process of its own, its words in a file."""
    out = log.open("ab")
    try:
        return await asyncio.create_subprocess_exec(sys.executable, "-m", "assistant", *args, stdout=out, stderr=out)
    finally:
        out.close()


async def ended(process: asyncio.subprocess.Process) -> None:
    """End it politely, then not."""
    if process.returncode is None:
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 15)
    if process.returncode is None:
        process.kill()
        await process.wait()


async def measure(
    folder: Path, *, seats: int, hands: int, seed: int, idle: float, minutes: float, tell: Callable[[str], None]
) -> LatencyResult:
    """Draw the film into ``folder``, play it, and measure; ``idle`` seconds and ``minutes`` at rest afterwards."""
    names = tuple(str(i + 1) for i in range(seats))
    deck = deck_for(seats, 5, Options(), game="stick5")
    tell(f"drawing {hands} hand(s) of {seats} players …")
    notes = await asyncio.to_thread(stick_film, folder / "film", names, deck.cards, hands, seed)
    layouts.save(layouts.default_layout(names), folder / "layout.json")
    director = _Director(folder / "film", notes)
    director.cue(0)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process = await assistant(
        "play", "--camera", str(folder / "film"), "--layout", str(folder / "layout.json"), "--game", "stick5",
        "--seats", str(seats), "--port", str(port), "--address", "127.0.0.1", "--data", str(folder / "data"),
        "--deck", deck.cards[0][0], log=folder / "log",
    )  # fmt: skip
    table = _Table(url, names, seed)
    try:
        await _open(table, process)
        result = LatencyResult()
        await _play(table, director, result, tell)
        await _rest(process.pid, result, idle, minutes, tell)
        return result
    finally:
        await table.close()
        await ended(process)


async def _open(table: _Table, process: asyncio.subprocess.Process) -> None:
    for _ in range(300):
        if process.returncode is not None:
            raise RuntimeError("the assistant did not start")
        try:
            await table.host.http.get("/host")
            break
        except OSError:
            await asyncio.sleep(0.1)
        except Exception as e:  # httpx wraps what the socket says
            if "onnect" not in type(e).__name__:
                raise
            await asyncio.sleep(0.1)
    await table.enter()

    def ready() -> bool:
        return any(d["ok"] and d["name"] in CAMERA for d in table.host.state.get("devices", ()))

    if not await until(ready, 60, table.host):
        raise RuntimeError("the camera did not begin to see")
    await asyncio.sleep(1.0)


async def _play(table: _Table, director: _Director, result: LatencyResult, tell: Callable[[str], None]) -> None:
    for scene, note in enumerate(director.notes):
        if scene == 0:
            continue
        if note.what == "closed":
            before = table.hand
            await table.host.order("start_hand", "stick5")
            await until(partial(table.past, before), 3, table.host)
            director.cue(scene)
            await asyncio.sleep(2.0)
            if any(a["value"] == "closed_dealt" for a in table.host.state["host"]["actions"]):
                await table.host.order("closed_dealt")
        elif note.what == "gather":
            director.cue(scene)
            await table.host.order("confirm_verdict")
            await asyncio.sleep(1.5)
        else:
            await _card(table, director, scene, note, result, tell)
            await table.bet()


async def _card(
    table: _Table,
    director: _Director,
    scene: int,
    note: SceneNote,
    result: LatencyResult,
    tell: Callable[[str], None],
) -> None:
    director.cue(scene)
    came = await until(lambda: table.told_all(note.card) is not None, LATE, table.host, *table.phones)
    shown, told = director.shown(scene), table.told_all(note.card)
    if came and shown is not None and told is not None:
        result.ms.append((told - shown) * 1000)
    else:
        asked = [q["text"] for q in table.host.state.get("questions", ())]
        result.missed.append(f"{note.what} {note.card} at {note.seat}: {asked or 'not seen'}")
        tell(result.missed[-1])
        await table.host.order(f"card:{note.seat}", note.card)
    await asyncio.sleep(0.9)


async def _rest(pid: int, result: LatencyResult, idle: float, minutes: float, tell: Callable[[str], None]) -> None:
    await asyncio.sleep(3.0)
    began, used = time.monotonic(), cpu_seconds(pid)
    await asyncio.sleep(idle)
    result.idle = (cpu_seconds(pid) - used) / (time.monotonic() - began)
    start = time.monotonic()
    while time.monotonic() - start < minutes * 60:
        result.memory.append(((time.monotonic() - start) / 60, memory_mb(pid)))
        await asyncio.sleep(5.0)
    if result.memory:
        tell(f"memory {result.memory[0][1]:.0f} → {result.memory[-1][1]:.0f} MiB")


def run_bench_latency(
    *,
    seats: int = 6,
    hands: int = 2,
    seed: int = 1,
    idle: float = 30.0,
    minutes: float = 10.0,
    folder: Path | None = None,
    lang: str = DEFAULT,
    tell: Callable[[str], None] = print,
) -> int:
    """Measure and print; 0 when every aim is met, 1 when not."""
    with contextlib.ExitStack() as stack:
        where = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fala-latency-")))
        r = asyncio.run(measure(where, seats=seats, hands=hands, seed=seed, idle=idle, minutes=minutes, tell=tell))
        if r.missed and folder is None:
            tell((where / "log").read_text(encoding="utf-8", errors="replace")[-1500:])
    fast = r.percentile(50) <= P50_MS and r.percentile(95) <= P95_MS
    tell(
        say(
            lang,
            "bench_eye.latency",
            n=len(r.ms),
            p50=round(r.percentile(50)),
            p95=round(r.percentile(95)),
            most=round(max(r.ms, default=0)),
            missed=len(r.missed),
            cores=os.cpu_count() or 0,
        )
    )
    tell(say(lang, "bench_eye.idle", percent=round(100 * r.idle, 1)))
    flat = True
    if r.memory:
        flat = r.slope <= LEAK_MB_HOUR
        mb = [m for _, m in r.memory]
        words = {"first": round(mb[0]), "last": round(mb[-1]), "slope": round(r.slope, 1), "minutes": round(minutes, 1)}
        tell(say(lang, "bench_eye.memory", **words))
    met = fast and not r.missed and r.idle <= IDLE_SHARE and flat
    tell(say(lang, "bench_eye.met" if met else "bench_eye.not_met"))
    return 0 if met else 1
