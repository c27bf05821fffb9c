"""People for the benches: phones as HTTP clients with live event streams, and a host; they know what phones know."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import httpx

from assistant.virtual.players import Personality, decide

Seen = Callable[["Phone", dict[str, Any]], None]


class Phone:
    """One phone (or the host's screen): joins, follows its stream, taps; every answer it got is remembered."""

    def __init__(self, url: str, role: str, seat: str = "", seed: int = 0) -> None:
        self.role, self.seat = role, seat
        self.state: dict[str, Any] = {}
        self.acknowledged: dict[str, int] = {}  # tap id → number of the fact it became
        self.known = 0  # the highest number of a fact this phone was told
        self.heads: dict[int, str] = {}  # number of a fact → head of the chain, as told
        self.stream = ""  # what the server calls this phone's event stream
        self.on_state: Seen | None = None
        self.changed = asyncio.Event()
        self._rng = random.Random(f"phone {seat} {seed}")
        self._temper = Personality.from_rng(self._rng)
        self.http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=10.0)

    async def enter(self, name: str = "") -> None:
        """Sit down, or open the host's page on the machine itself."""
        if self.role == "host":
            (await self.http.get("/host")).raise_for_status()
            return
        body = {"name": name, "seat": self.seat, "cacifes": 5}
        (await self.http.post("/api/join", json=body)).raise_for_status()

    async def follow(self) -> None:
        """Listen for ever; a broken line is opened again, and what was missed is in the first state that comes."""
        while True:
            try:
                async with self.http.stream("GET", f"/api/stream?as={self.role}", timeout=30.0) as answer:
                    answer.raise_for_status()
                    async for line in answer.aiter_lines():
                        if line.startswith("data: {"):
                            told = json.loads(line[6:])
                            self.stream = told.get("stream", self.stream)
                            if "seq" in told:
                                self.take(told)
            except (httpx.HTTPError, ValueError):
                pass  # the line is opened again
            await asyncio.sleep(0.05)

    async def pull(self) -> dict[str, Any]:
        """The state asked for; raises httpx.HTTPError."""
        answer = await self.http.get(f"/api/state?as={self.role}")
        answer.raise_for_status()
        self.take(answer.json())
        return self.state

    def take(self, state: dict[str, Any]) -> None:
        """A state as told."""
        self.state = state
        self.known = max(self.known, int(state["seq"]))
        if state.get("chain_head"):
            self.heads[int(state["seq"])] = str(state["chain_head"])
        if self.on_state is not None:
            self.on_state(self, state)
        self.changed.set()

    async def answer(self, *, calm: bool = False) -> bool:
        """Answer what this phone is asked, if anything; ``calm`` people never bet. Whether it was taken."""
        choice = self.state.get("choice")
        if not choice:
            return False
        tap = decide(self.state, self._temper, self._rng)
        if calm:
            values = [o["value"] for o in choice["options"]]
            free = next((v for v in ("mesa", "passo", "cubro", "nao", "no") if v in values), None)
            tap = {"value": free, "amount": None, "places": []} if free else tap
        return await self._send("/api/tap", choice["decision"], **tap)

    async def order(self, decision: str, value: str = "") -> bool:
        """A host's word; whether it was taken."""
        return await self._send("/api/host", decision, value=value, places=[])

    async def _send(self, path: str, decision: str, **tap: Any) -> bool:
        id = secrets.token_hex(12)
        body = {"id": id, "decision": decision, "seen": self.state["seq"], **tap}
        body = {k: v for k, v in body.items() if not (k == "amount" and v is None)}
        answer = await self.http.post(path, json=body)
        if answer.status_code == 200:
            self.acknowledged[id] = int(answer.json().get("seq", 0))
            return True
        return False

    async def close(self) -> None:
        """Put the phone away."""
        await self.http.aclose()


async def until(truth: Callable[[], bool], seconds: float, *phones: Phone) -> bool:
    """Wait until something is so; False when it is not within ``seconds``."""
    end = time.monotonic() + seconds
    while not truth():
        left = end - time.monotonic()
        if left <= 0:
            return False
        for phone in phones:
            phone.changed.clear()
        waiting = [asyncio.ensure_future(p.changed.wait()) for p in phones]
        await asyncio.wait(waiting, timeout=min(left, 0.05), return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
    return True
