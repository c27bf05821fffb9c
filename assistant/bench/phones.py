"""`fala bench phones`: from a tap to every other screen, by the clock, with few phones, with many, and with a dead one.

The table runs in a process of its own, journal on disk, as `fala play` does; phones are real sockets on its event
streams. A tap is measured until the last of the other screens has a state that contains its fact.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import re
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import numpy as np

from assistant.bench.crowd import Phone
from assistant.phrases import DEFAULT, say
from assistant.play import open_house, serve, virtual_world
from assistant.session import Opening
from assistant.virtual.players import Personality, decide
from assistant.virtual_eyes import TruthEyes
from assistant.virtual_people import Pace, VirtualPeople

FEW_MS, MANY_MS = 100.0, 500.0
BARS = {"few": FEW_MS, "dead": FEW_MS, "many": MANY_MS}
SEATS = 10
MANY = 200
LATE = 10.0  # seconds after which a screen has heard nothing
SEQ = re.compile(rb'data: \{"seq":(\d+)')
STREAM = re.compile(rb'"stream":"([0-9a-f]+)"')
HERE = 15.0  # seconds between a phone's signs of life


@dataclass(frozen=True)
class Round:
    """One way of measuring: ``views`` screens beside the one that taps; milliseconds; ``errors`` of any kind."""

    name: str
    views: int
    taps: int
    p50: float
    p95: float
    worst: float
    errors: int


class Screen:
    """One open event stream, read as bytes: when each fact first arrived."""

    def __init__(self) -> None:
        self.seen = 0
        self.at = 0.0
        self.errors = 0
        self._news = asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._id: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._alive: asyncio.Task[None] | None = None

    async def open(self, port: int, role: str, cookies: str, *, reads: bool = True) -> None:
        """Connect; with ``reads`` False nothing is ever read, as by a phone that died without a word."""
        reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        head = f"GET /api/stream?as={role} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookies}\r\n\r\n"
        self._writer.write(head.encode())
        await self._writer.drain()
        if reads:
            status = await reader.readline()
            if b"200" not in status:
                raise RuntimeError(f"the stream was refused: {status!r}")
            self._task = asyncio.create_task(self._read(reader))
            self._alive = asyncio.create_task(self._here(port, role, cookies))

    async def _here(self, port: int, role: str, cookies: str) -> None:
        """Say now and then that somebody listens, as the pages do."""
        url = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=url, headers={"Origin": url, "Cookie": cookies}) as http:
            stream = await self._id
            while True:
                await asyncio.sleep(HERE)
                answer = await http.post(f"/api/here?as={role}", json={"stream": stream})
                self.errors += answer.status_code != httpx.codes.NO_CONTENT

    async def _read(self, reader: asyncio.StreamReader) -> None:
        rest = b""
        while data := await reader.read(1 << 18):
            now = time.perf_counter()
            if not self._id.done() and (hello := STREAM.search(data)):
                self._id.set_result(hello[1].decode())
            found = [int(n) for n in SEQ.findall(rest + data)]
            rest = data[-40:]
            if found and max(found) > self.seen:
                self.seen, self.at = max(found), now
                self._news.set()
        self.errors += 1  # the table ended a stream that should go on

    async def until(self, seq: int) -> float:
        """The moment this screen had fact ``seq``; raises TimeoutError."""
        async with asyncio.timeout(LATE):
            while self.seen < seq:
                self._news.clear()
                await self._news.wait()
        return self.at

    async def close(self) -> None:
        """Hang up."""
        tasks = [t for t in (self._task, self._alive) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._writer is not None:
            self._writer.close()


def _table(folder: str, pipe: Connection) -> None:
    """The table's own process: pages, journal, and virtual hands that deal and confirm."""

    async def live() -> None:
        opening = Opening("bench", tuple(str(n) for n in range(1, SEATS + 1)), "stick5", cacife_chips=2000)
        async with open_house(opening, data=Path(folder), port=0, address="127.0.0.1", hurry=1000) as house:
            await serve(house)
            pipe.send(house.config.port)
            world = virtual_world(house.session.state.seats, 5)
            people = VirtualPeople(house.session, world, TruthEyes(house.session, world), Pace.fast(), hosts=True)
            while len(house.session.state.players) < SEATS:
                await asyncio.sleep(0.05)
            dealing = asyncio.create_task(people.run(0))
            while not pipe.poll():
                await asyncio.sleep(0.1)
                if dealing.done():
                    dealing.result()
            dealing.cancel()

    asyncio.run(live())


def _cookies(phone: Phone) -> str:
    return "; ".join(f"{c.name}={c.value}" for c in phone.http.cookies.jar)


async def _measure(players: list[Phone], screens: dict[str, Screen], taps: int, name: str) -> Round:
    """So many taps of whoever is asked, each followed to the last other screen."""
    rng, temper = random.Random(name), Personality(loose=0.95, bold=0.1, steady=1.0)
    took: list[float] = []
    errors = 0
    while len(took) + errors < taps:
        asked = None
        while asked is None:
            for phone in players:
                state = await phone.pull()
                if state.get("choice"):
                    asked = phone
                    break
        body = decide(asked.state, temper, rng)
        decision = str(asked.state["choice"]["decision"])
        began = time.perf_counter()
        if not await asked._send("/api/tap", decision, **body):
            errors += 1
            continue
        seq = max(asked.acknowledged.values())
        others = [screen for key, screen in screens.items() if key != asked.seat]
        try:
            arrived = await asyncio.gather(*(screen.until(seq) for screen in others))
        except TimeoutError:
            errors += 1
            continue
        took.append((max(arrived) - began) * 1000)
    errors += sum(s.errors for s in screens.values())
    ms = np.array(took or [float("inf")])
    p50, p95, worst = (float(np.percentile(ms, q)) for q in (50, 95, 100))
    return Round(name, len(screens) - 1, len(took), p50, p95, worst, errors)


async def _bench(port: int, taps: int) -> list[Round]:
    url = f"http://127.0.0.1:{port}"
    players = [Phone(url, "player", str(n)) for n in range(1, SEATS + 1)]
    for phone in players:
        await phone.enter(f"Pessoa {phone.seat}")
    host, table = Phone(url, "host"), Phone(url, "screen")
    await host.enter()
    (await table.http.get("/table")).raise_for_status()
    screens = {p.seat: Screen() for p in players} | {"host": Screen(), "screen": Screen()}
    for phone in players:
        await screens[phone.seat].open(port, "player", _cookies(phone))
    await screens["host"].open(port, "host", _cookies(host))
    await screens["screen"].open(port, "screen", _cookies(table))
    rounds = [await _measure(players, screens, taps, "few")]
    dead = Screen()
    await dead.open(port, "player", _cookies(players[0]), reads=False)
    rounds.append(await _measure(players, screens, taps, "dead"))
    many: list[Phone] = []
    for n in range(MANY - len(screens)):
        phone = Phone(url, "screen")
        (await phone.http.get("/table")).raise_for_status()
        many.append(phone)
        screens[f"many {n}"] = Screen()
        await screens[f"many {n}"].open(port, "screen", _cookies(phone))
    rounds.append(await _measure(players, screens, max(20, taps // 2), "many"))
    for one in (*screens.values(), dead):
        await one.close()
    for client in (*players, host, table, *many):
        await client.close()
    return rounds


class NoTable(RuntimeError):
    """The table to be measured did not start within two minutes."""


def measure(taps: int) -> list[Round]:
    """Few screens, the same with a dead one, and many; raises NoTable."""
    here, there = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory(prefix="fala-bench-") as folder:
        table = multiprocessing.get_context("spawn").Process(target=_table, args=(folder, there), daemon=True)
        table.start()
        if not here.poll(120):
            table.kill()
            raise NoTable
        try:
            return asyncio.run(_bench(here.recv(), taps))
        finally:
            here.send("stop")
            table.join(20)
            if table.is_alive():
                table.kill()


def run_bench_phones(*, taps: int = 100, json_out: bool = False, lang: str = DEFAULT) -> int:
    """Measure and print; 0 when every bar holds and nothing failed, otherwise 1."""
    try:
        rounds = measure(taps)
    except NoTable:
        print(say(lang, "bench.phones.no_table"), file=sys.stderr)
        return 1
    good = all(r.p95 <= BARS[r.name] and not r.errors for r in rounds)
    if json_out:
        print(json.dumps([asdict(r) | {"bar_ms": BARS[r.name]} for r in rounds], indent=1))
        return 0 if good else 1
    for r in rounds:
        name = say(lang, f"bench.phones.{r.name}", views=r.views)
        figures = {"p50": f"{r.p50:.0f}", "p95": f"{r.p95:.0f}", "worst": f"{r.worst:.0f}"}
        print(say(lang, "bench.phones.line", name=name, taps=r.taps, errors=r.errors, bar=int(BARS[r.name]), **figures))
    return 0 if good else 1
