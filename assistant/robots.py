"""Scripted players as phones: each joins over HTTP, pulls its own view and taps what its view offers, nothing else."""

from __future__ import annotations

import asyncio
import random
import secrets
from typing import Any

import httpx

from assistant.play import House
from assistant.virtual.players import Personality, decide

TAKEN_OVER = (401, 403)  # a person sat down here a moment ago, and this phone's right ended


class Robots:
    """The scripted players of one table; a seat that a person takes over is left alone from then on."""

    def __init__(self, house: House, rng: random.Random, thinking: float) -> None:
        self._house = house
        self._rng = rng
        self._thinking = thinking  # seconds before a tap
        self._phones: dict[str, httpx.AsyncClient] = {}
        self._people: dict[str, Personality] = {}

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
                if hand is not None and any(c.seat == seat for c in hand.choices):
                    await self._answer(seat)
            await session.changed(version)

    async def _answer(self, seat: str) -> None:
        phone = self._phones[seat]
        pulled = await phone.get("/api/state")
        if pulled.status_code in TAKEN_OVER:
            return
        view = pulled.raise_for_status().json()
        choice: dict[str, Any] | None = view["choice"]
        if choice is None:
            return
        await asyncio.sleep(self._thinking * self._rng.uniform(0.5, 1.5))
        if seat not in self._house.session.robots:
            return
        tap = decide(view, self._people[seat], self._rng)
        body = {"id": secrets.token_hex(8), "decision": choice["decision"], "seen": view["seq"], **tap}
        answer = await phone.post("/api/tap", json=body)
        if answer.status_code not in (200, 409, *TAKEN_OVER):
            answer.raise_for_status()

    async def close(self) -> None:
        """Put the phones away."""
        for phone in self._phones.values():
            await phone.aclose()
