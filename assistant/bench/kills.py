"""SIGKILL at random instants of a virtual night: nothing acknowledged may be lost, and play goes on.

    python -m assistant.bench.kills --n 100 --seed 1

Phones are real HTTP clients; what one was told (a tap taken, the number and hash of the last fact) must stand in
the journal after every kill, chain and books must hold, and the table must be there again within three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

from assistant.bench.crowd import Phone, until
from assistant.bench.night import DATABASE, SEATS, TABLE
from assistant.bench.ports import free_port
from assistant.chain import Head
from assistant.journal import Store

BACK_WITHIN = 3.0  # seconds from the restart to a table that answers
LONGEST = 6.0  # seconds that a stretch of the night lasts at most
EARLY = 0.1  # share of kills while the table is only starting


@dataclass
class KillResult:
    """What the kills did: each lost thing in words, seconds until the table answered and until its next fact."""

    kills: int = 0
    lost: list[str] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    next_fact: list[float] = field(default_factory=list)
    facts: int = 0
    taps: int = 0
    hands: int = 0
    stuck: int = 0  # restarts after which no fact came while the bench waited

    @property
    def met(self) -> bool:
        """Whether the aims hold."""
        return not self.lost and not self.stuck and max(self.back, default=0.0) <= BACK_WITHIN

    def summary(self) -> str:
        """All of it in two lines."""
        back, fact = np.array(self.back or [0.0]), np.array(self.next_fact or [0.0])
        return (
            f"{self.kills} kills over {self.facts} facts, {self.hands} hands, {self.taps} acknowledged taps: "
            f"{len(self.lost)} lost, {self.stuck} without a next fact\n"
            f"answers again after p50 {np.percentile(back, 50):.2f} s, max {back.max():.2f} s; "
            f"next fact after p50 {np.percentile(fact, 50):.2f} s, max {fact.max():.2f} s"
        )


class _Crowd:
    """Four players and a host, who go on whatever happens to the table."""

    def __init__(self, url: str, seed: int) -> None:
        self.host = Phone(url, "host", seed=seed)
        self.players = [Phone(url, "player", seat, seed) for seat in SEATS]
        self.all = (self.host, *self.players)
        self.tasks: list[asyncio.Task[None]] = []

    async def enter(self) -> None:
        await self.host.enter()
        for phone in self.players:
            await phone.enter(f"P{phone.seat}")
        self.tasks = [asyncio.create_task(p.follow()) for p in self.all]
        self.tasks += [asyncio.create_task(self._answer(p)) for p in self.players]
        self.tasks.append(asyncio.create_task(self._hosting()))

    async def _answer(self, phone: Phone) -> None:
        while True:
            try:
                if not await phone.answer():
                    await asyncio.sleep(0.03)
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.1)

    async def _hosting(self) -> None:
        while True:
            try:
                host = self.host.state.get("host") or {}
                offered = {a["value"] for a in host.get("actions", ())}
                broke = [s["seat"] for s in self.host.state.get("seats", ()) if s["name"] and s["stack"] == 0]
                if "confirm_verdict" in offered:
                    await self.host.order("confirm_verdict")
                elif "start_hand" in offered:
                    for seat in broke:
                        await self.host.order(f"buy:{seat}", "1")
                    await self.host.order("start_hand", "stick5")
                await asyncio.sleep(0.1)
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.1)

    @property
    def known(self) -> int:
        """The highest number of a fact that anybody was told."""
        return max(p.known for p in self.all)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for phone in self.all:
            await phone.close()


def check(data: Path, crowd: _Crowd, result: KillResult) -> None:
    """Hold everything the phones were told against what lies on the disk."""
    with Store.open(data / DATABASE) as store:
        log = store.table(TABLE)
        facts = list(log.read())
        told = [Head(seq, digest) for p in crowd.all for seq, digest in p.heads.items()]
        chain = log.verify(told)
        if not chain.intact:
            result.lost.append(f"kill {result.kills}: the chain: {chain}")
        books = log.check_books()
        if not books.sound:
            result.lost.append(f"kill {result.kills}: the books: {books}")
    if len(facts) < crowd.known:
        result.lost.append(f"kill {result.kills}: a phone knew fact {crowd.known}, the journal ends at {len(facts)}")
    taps = {f.tap for f in facts if f.tap}
    for phone in crowd.all:
        missing = [id for id in phone.acknowledged if id not in taps]
        if missing:
            result.lost.append(f"kill {result.kills}: {len(missing)} taps of {phone.role} {phone.seat}")
    result.facts = len(facts)
    result.taps = sum(len(p.acknowledged) for p in crowd.all)


async def _start(data: Path, port: int, seed: int) -> asyncio.subprocess.Process:
    out = (data / "night.log").open("ab")
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "assistant.bench.night", "--data", str(data), "--port", str(port),
            "--seed", str(seed), stdout=out, stderr=out, env=_as_installed(data),
        )  # fmt: skip
    finally:
        out.close()


def _as_installed(data: Path) -> dict[str, str]:
    """The environment of a program that is installed: compiled once, not at every start."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return env | {"PYTHONPYCACHEPREFIX": str(data / "compiled")}


async def _answers(url: str, process: asyncio.subprocess.Process, host: Phone, since: float, limit: float) -> float:
    """Seconds from ``since`` until the table gives its state; raises RuntimeError when it does not."""
    while time.monotonic() - since < limit:
        if process.returncode is not None:
            raise RuntimeError(f"the table ended by itself with {process.returncode}")
        try:
            answer = await host.http.get("/api/state?as=host" if host.state else "/host")
            if answer.status_code == 200:
                return time.monotonic() - since
        except (httpx.HTTPError, OSError):
            pass
        await asyncio.sleep(0.02)
    raise RuntimeError("the table does not answer")


async def measure(n: int, seed: int, data: Path, tell: Callable[[str], None] = print) -> KillResult:
    """Kill ``n`` times and check after each."""
    rng = random.Random(f"kills {seed}")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    result = KillResult()
    crowd = _Crowd(url, seed)
    process = await _start(data, port, seed)
    try:
        await _answers(url, process, crowd.host, time.monotonic(), 60)
        await crowd.enter()
        while result.kills < n:
            if rng.random() >= EARLY:
                before = crowd.known
                began = time.monotonic()
                if not await until(lambda b=before: crowd.known > b, 60, *crowd.all):  # type: ignore[misc]
                    result.stuck += 1
                    tell(f"kill {result.kills}: no new fact within a minute after the restart")
                elif result.kills:
                    result.next_fact.append(time.monotonic() - began + result.back[-1])
            await asyncio.sleep(rng.uniform(0.0, LONGEST))
            process.kill()
            await process.wait()
            result.kills += 1
            await asyncio.sleep(0.2)  # answers that were under way arrive or fail
            await asyncio.to_thread(check, data, crowd, result)
            began = time.monotonic()
            process = await _start(data, port, seed)
            result.back.append(await _answers(url, process, crowd.host, began, 60))
            if result.kills % 10 == 0:
                tell(f"{result.kills} kills, {result.facts} facts, {len(result.lost)} lost")
        result.hands = int(crowd.host.state.get("hand") or 0)
    finally:
        await crowd.close()
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 15)
            except TimeoutError:
                process.kill()
                await process.wait()
    return result


def main() -> None:
    """Kill, check, print; exit status 1 when anything was lost, slow or stuck."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--n", type=int, default=100)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    with tempfile.TemporaryDirectory(prefix="fala-kills-") as folder:
        result = asyncio.run(measure(a.n, a.seed, Path(folder)))
    for line in result.lost:
        print(line)
    print(f"seed {a.seed}: {result.summary()}")
    sys.exit(0 if result.met else 1)


if __name__ == "__main__":
    main()
