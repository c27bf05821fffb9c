"""The phones of a simulated night and the host's screen: HTTP clients that sleep, tap twice, and tap what is stale."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

from assistant.bench.crowd import Phone
from assistant.soak.plan import Plan
from assistant.virtual.players import Personality, decide

TWICE, LOST, STALE = 0.08, 0.04, 0.05  # share of taps sent twice, whose answer is lost, and followed by a stale one
HERE_EVERY = 12.0  # seconds between two signs of life, as the pages send them
PATIENCE = 120.0  # seconds that a phone goes on trying to be heard
REFUSED = 409
TOO_OFTEN = 429


@dataclass
class Wire:
    """What went over the wire, and what should not have."""

    answers: Counter[int] = field(default_factory=Counter)
    fives: list[str] = field(default_factory=list)  # every answer of 500 and more
    twice: int = 0  # taps sent twice at once
    lost: int = 0  # taps whose answer was lost and that were sent again
    stale: int = 0
    wrong: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


class NightPhone(Phone):
    """One phone (or the host's screen) of the night."""

    def __init__(self, url: str, role: str, seat: str, seed: int, wire: Wire) -> None:
        super().__init__(url, role, seat, seed)
        self.wire = wire
        self.rng = random.Random(f"soak phone {role} {seat} {seed}")
        self.temper = Personality.from_rng(self.rng)
        self.asleep = False
        self.code = ""  # the six digits of its menu
        self._done: set[str] = set()  # questions that need not be answered, and were
        self._old: dict[str, Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.http.timeout = httpx.Timeout(30.0)
        self.http.event_hooks = {"response": [self._heard]}

    async def _heard(self, answer: httpx.Response) -> None:
        self.wire.answers[answer.status_code] += 1
        if answer.status_code >= 500:
            self.wire.fives.append(f"{answer.status_code} {answer.request.method} {answer.request.url.path}")

    # --- awake and asleep --------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Listen (again), and answer what is asked."""
        self.asleep = False
        self._tasks = [asyncio.create_task(self.follow()), asyncio.create_task(self._signs())]
        if self.role == "player":
            self._tasks.append(asyncio.create_task(self._playing()))

    async def sleep(self) -> None:
        """The screen goes dark: the stream breaks, nothing is answered."""
        self.asleep = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    async def close(self) -> None:
        """Put the phone away."""
        await self.sleep()
        await super().close()

    async def _signs(self) -> None:
        while True:
            await asyncio.sleep(HERE_EVERY)
            with contextlib.suppress(httpx.HTTPError):
                await self.http.post(f"/api/here?as={self.role}", json={"stream": self.stream})

    async def learn_code(self) -> None:
        """Read the six digits of this seat in the menu."""
        self.code = str((await self.http.get("/api/me")).raise_for_status().json()["code"])

    # --- taps --------------------------------------------------------------------------------------------------------

    async def deliver(self, path: str, body: dict[str, Any]) -> httpx.Response | None:
        """Send until there is an answer, as the pages do, with the same id; now and then twice. None: never heard."""
        mood = self.rng.random()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if mood < LOST:
                    mood = 1.0
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(self.rng.uniform(0.001, 0.03)):
                            await self.http.post(path, json=body)
                    self.wire.lost += 1
                    continue
                if mood < LOST + TWICE:
                    answer, again = await asyncio.gather(
                        self.http.post(path, json=body), self.http.post(path, json=body)
                    )
                    self._compare(body, answer, again)
                else:
                    answer = await self.http.post(path, json=body)
            except (httpx.HTTPError, OSError):
                await asyncio.sleep(0.1)
                continue
            if answer.status_code == TOO_OFTEN:
                await asyncio.sleep(1.0)
                continue
            if answer.status_code == 200:
                self.acknowledged[body["id"]] = int(answer.json().get("seq", 0))
            return answer
        self.wire.wrong.append(("unheard", {"who": f"{self.role} {self.seat}"}))
        return None

    def _compare(self, body: dict[str, Any], one: httpx.Response, other: httpx.Response) -> None:
        self.wire.twice += 1
        if TOO_OFTEN in (one.status_code, other.status_code) or 200 not in (one.status_code, other.status_code):
            return
        if one.status_code != other.status_code:
            refused = one if other.status_code == 200 else other
            tap = f"{body.get('decision') or body.get('act')}: {refused.status_code} {refused.text[:200]}"
            self.wire.wrong.append(("twice", {"tap": tap}))

    async def tap(self, choice: dict[str, Any], state: dict[str, Any], as_: str = "") -> bool:
        """Answer one question as this temper would; whether it was taken."""
        said = decide({**state, "choice": choice, "you": choice["seat"]}, self.temper, self.rng)
        body = {"id": secrets.token_hex(12), "decision": choice["decision"], "seen": state["seq"], **said}
        body = {k: v for k, v in body.items() if not (k == "amount" and v is None)}
        answer = await self.deliver(f"/api/tap{as_}", body)
        if answer is None or answer.status_code != 200:
            return False
        if self.rng.random() < STALE and self._old is not None:
            await self._stale(self._old, as_)
        self._old = body
        return True

    async def _stale(self, old: dict[str, Any], as_: str) -> None:
        """An old answer under a new number, as a page that slept might send it: refused, unless it is asked again."""
        standing = {str((self.state.get("choice") or {}).get("decision"))}
        standing |= {c["decision"] for c in (self.state.get("host") or {}).get("choices", ())}
        if old["decision"] in standing:
            return
        with contextlib.suppress(httpx.HTTPError):
            answer = await self.http.post(f"/api/tap{as_}", json={**old, "id": secrets.token_hex(12)})
            self.wire.stale += 1
            if answer.status_code == 200:
                self.wire.wrong.append(("stale", {"tap": old["decision"]}))

    async def act(self, act: str, **more: Any) -> httpx.Response | None:
        """Ask something of the bank."""
        return await self.deliver(f"/api/bank?as={self.role}", {"id": secrets.token_hex(12), "act": act, **more})

    async def bank(self) -> dict[str, Any]:
        """The bank's sheet; raises httpx.HTTPError."""
        answer = await self.http.get(f"/api/bank?as={self.role}")
        return dict(answer.raise_for_status().json())

    async def word(self, decision: str, value: str = "") -> bool:
        """A host's word; whether it was taken."""
        body = {"id": secrets.token_hex(12), "decision": decision, "value": value, "seen": self.state["seq"]}
        answer = await self.deliver("/api/host", body | {"places": []})
        return answer is not None and answer.status_code == 200

    # --- playing -----------------------------------------------------------------------------------------------------

    async def _playing(self) -> None:
        while True:
            seen = self.state.get("version")
            try:
                did = await self._answer() or await self._rebuy()
            except (httpx.HTTPError, OSError):
                did = False
            if not did or self.state.get("version") == seen:
                self.changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        await self.changed.wait()

    async def _answer(self) -> bool:
        choice = self.state.get("choice")
        if not choice or choice["decision"] in self._done:
            return False
        taken = await self.tap(choice, self.state)
        if taken and not self.state.get("your_turn"):
            self._done.add(choice["decision"])
        return taken

    async def _rebuy(self) -> bool:
        """Who lost everything buys again between two hands, at his own phone."""
        own = next((s for s in self.state.get("seats", ()) if s["seat"] == self.seat), None)
        if own is None or own["stack"] or self.state.get("phase") != "between":
            return False
        answer = await self.act("buy", seat=self.seat, number=1)
        return answer is not None and answer.status_code == 200


class NightHost:
    """Whoever hosts: starts hands, confirms verdicts, acts for those whose phones sleep."""

    def __init__(self, phone: NightPhone, players: list[NightPhone], plan: Plan) -> None:
        self.phone, self.plan = phone, plan
        self.players = players
        self.open = True  # whether another hand shall begin
        self.acted_for = 0
        self.games: Counter[str] = Counter()

    @property
    def hand(self) -> int:
        """The number of the present or last hand."""
        return int(self.phone.state.get("hand") or 0)

    @property
    def between(self) -> bool:
        """Whether no hand is being played."""
        return self.phone.state.get("phase") in ("between", "lobby")

    async def run(self) -> None:
        """Host for ever."""
        while True:
            try:
                did = await self._once()
            except (httpx.HTTPError, OSError):
                did = False
            if not did:
                self.phone.changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.3):
                        await self.phone.changed.wait()

    async def _once(self) -> bool:
        state = self.phone.state
        host = state.get("host") or {}
        offered = {a["value"] for a in host.get("actions", ())}
        asleep = {p.seat for p in self.players if p.asleep}
        for choice in host.get("choices", ()):
            if choice["seat"] in asleep and await self.phone.tap(choice, state, "?as=host"):
                self.acted_for += 1
                return True
        if "confirm_verdict" in offered:
            return await self.phone.word("confirm_verdict")
        if "start_hand" in offered and self.open:
            return await self._start(state)
        return False

    async def _start(self, state: dict[str, Any]) -> bool:
        for seat in state.get("seats", ()):
            if seat["name"] and not seat["stack"] and any(p.seat == seat["seat"] and p.asleep for p in self.players):
                await self.phone.word(f"buy:{seat['seat']}")
        game, _, more = self.plan.game(self.hand + 1).partition("+")
        for name, over in ((game, more), ("stick5", "")):
            if await self.phone.word(f"start_hand:{over}" if over else "start_hand", name):
                self.games[name] += 1
                return True
        return False
