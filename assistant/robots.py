"""Scripted players as phones: each joins over HTTP, pulls its own view and taps what its view offers, nothing else."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import httpx

from assistant.engine.hand import HandState
from assistant.facts import Fact, SeatsMoved
from assistant.play import House
from assistant.table import TableState
from assistant.virtual.players import Personality, decide

TRIES = 12  # taps in a row that a table may refuse before something is wrong
TOO_OFTEN = 429
TAKEN_OVER = (401, 403)  # a person sat down here a moment ago, and this phone's right ended


class Robots:
    """The scripted players of one table; a seat that a person takes over is left alone from then on."""

    def __init__(self, house: House, rng: random.Random, thinking: float) -> None:
        self._house = house
        self._rng = rng
        self._thinking = thinking  # seconds before a tap
        self._phones: dict[str, httpx.AsyncClient] = {}
        self._people: dict[str, Personality] = {}
        self._answered: set[tuple[str, str]] = set()  # optional questions a seat has answered, yes or no
        house.session.listen(self._follow)

    def _follow(self, before: TableState, fact: Fact, after: TableState) -> None:
        """Who changes places takes phone and temper along (V-52)."""
        if not isinstance(fact.payload, SeatsMoved):
            return
        to = {s: fact.payload.seats.get(p.player, s) for s, p in before.players.items()}
        self._phones = {to.get(s, s): phone for s, phone in self._phones.items()}
        self._people = {to.get(s, s): temper for s, temper in self._people.items()}
        robots = self._house.session.robots
        moved = {to.get(s, s) for s in robots}
        robots.clear()
        robots.update(moved)

    def _phone(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self._house.app)
        url = self._house.config.urls()[0].rstrip("/")
        return httpx.AsyncClient(transport=transport, base_url=url, headers={"Origin": url})

    async def join(self, names: list[str]) -> None:
        """Every free seat gets a scripted player."""
        session = self._house.session
        for seat, name in zip(session.state.seats, names, strict=False):
            if seat in session.state.players:
                continue
            phone = self._phone()
            answer = await phone.post("/api/join", json={"name": name, "seat": seat, "cacifes": 1})
            answer.raise_for_status()
            self._phones[seat] = phone
            self._people[seat] = Personality.from_rng(self._rng)
            session.robots.add(seat)
        await session.publish()

    async def run(self) -> None:
        """Answer what the seats are asked, for ever."""
        session = self._house.session
        while True:
            version = session.version
            for seat in list(self._phones):
                if seat not in session.robots:
                    await self._phones.pop(seat).aclose()
                    continue
                hand = session.state.hand
                if hand is not None and self._owed(hand, seat):
                    await self._answer(seat)
            await session.changed(version)

    def owe(self, hand: HandState) -> bool:
        """Whether a scripted player is about to answer something."""
        return any(self._owed(hand, seat) for seat in self._phones if seat in self._house.session.robots)

    def _owed(self, hand: HandState, seat: str) -> bool:
        return any(c.seat == seat and not (c.optional and (seat, c.decision) in self._answered) for c in hand.choices)

    async def _answer(self, seat: str) -> None:
        for _ in range(TRIES):
            done = await self._try(seat)
            if done:
                break
        else:
            raise RuntimeError(f"seat {seat} found no answer that the table takes")
        await self._house.session.publish()  # whoever waited for this answer looks again

    async def _try(self, seat: str) -> bool:
        """Pull the view and tap once; False when the table moved on, or refused what the view had offered."""
        phone = self._phones[seat]
        pulled = await phone.get("/api/state")
        if pulled.status_code in TAKEN_OVER:
            return True
        view = pulled.raise_for_status().json()
        choice: dict[str, Any] | None = view["choice"]
        if choice is None:
            return True
        if self._thinking:
            await asyncio.sleep(self._thinking * self._rng.uniform(0.5, 1.5))
        if seat not in self._house.session.robots:
            return True
        tap = decide(view, self._people[seat], self._rng)
        body = {"id": secrets.token_hex(8), "decision": choice["decision"], "seen": view["seq"], **tap}
        answer = await phone.post("/api/tap", json=body)
        if answer.status_code == TOO_OFTEN:  # as a person's thumb would, it rests
            await asyncio.sleep(1.0)
            return False
        if answer.status_code == 409:
            return False
        if answer.status_code not in TAKEN_OVER:
            answer.raise_for_status()
        self._answered.add((seat, choice["decision"]))
        return True

    async def close(self) -> None:
        """Put the phones away."""
        for phone in self._phones.values():
            await phone.aclose()
