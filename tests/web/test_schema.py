"""Every address of the whole application, with requests made from its own schema: nothing breaks, no right is gained.

The application is the real one over a real table with its bank, its record and its camera's desk, in the middle of a
hand; the requests are schemathesis's, good ones and broken ones, from nobody, a forged token, a player, a screen and
the host.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from web_kit import Phone

from assistant.play import House, open_house
from assistant.session import Opening
from assistant.views import Tap
from assistant.web.limits import Limiter

HERE = "192.168.1.7:8770"
SEED = 20261130  # the same requests every time; a longer run draws more of them
ROLES = ("nobody", "forged", "player", "screen", "host")


class Table:
    """A house in the middle of a hand, its own loop, and what each role's cookies are."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self._stack = AsyncExitStack()
        self.do(self._open(folder))

    def do(self, what: Any) -> Any:
        return self.loop.run_until_complete(what)

    async def _open(self, folder: Path) -> None:
        opening = Opening("sexta", ("1", "2", "3", "4", "5"), "stick5")
        self.house: House = await self._stack.enter_async_context(
            open_house(opening, data=folder, port=8770, address="192.168.1.7", where=folder / "f.db", hurry=1_000_000)
        )
        session = self.house.session
        self.app, self.web = self.house.app, self.house.web
        self.web.joins = self.web.codes = Limiter(10**9, 1, self.web.clock.steady)  # limits are tested elsewhere
        self.cookies: dict[str, dict[str, str]] = {"nobody": {}, "forged": {}}
        player = await self._join("1", "Ana", "192.168.1.40")
        host = Phone(self.app, HERE, "192.168.1.50")
        assert (await host.post("/api/pin", {"pin": self.house.config.pin})).status_code == 200
        screen, _ = self.web.phones.issue("screen", None)
        self.cookies |= {
            "player": dict(player.http.cookies),
            "host": dict(host.http.cookies),
            "screen": {self.web.phones.cookie("screen"): screen},
        }
        for role in ("player", "host", "screen"):
            name = self.web.phones.cookie(role)
            self.cookies["forged"][name] = "A" * 43 + "." + "B" * 24
        for seat, name in (("2", "Beto"), ("3", "Caio")):
            assert (await session.join(name, seat, 1, "pt-BR")).ok
        for n, (decision, value) in enumerate(
            (("start_hand", "stick5"), ("closed_dealt", ""), ("card:1", "As"), ("card:2", "Kd"), ("card:3", "9h"))
        ):
            assert (await session.host(Tap(f"setup-{n}", decision, 0, value))).ok
        self.schema = self.app.openapi()

    async def _join(self, seat: str, name: str, peer: str) -> Phone:
        phone = Phone(self.app, HERE, peer)
        assert (await phone.post("/api/join", {"name": name, "seat": seat})).status_code == 200
        return phone

    def close(self) -> None:
        self.web.hub.shut()
        self.do(self._stack.aclose())
        self.loop.close()

    async def call(self, case: schemathesis.Case, role: str) -> tuple[int, bytes]:
        """One request over ASGI that hangs up after the first piece of an endless answer."""
        sent = case.as_transport_kwargs(base_url=f"http://{HERE}")
        body = json.dumps(sent["json"]).encode() if "json" in sent else sent.get("data") or b""
        if not isinstance(body, bytes):
            body = str(body).encode()
        path = sent["url"].removeprefix(f"http://{HERE}")
        cookies = "; ".join(f"{k}={v}" for k, v in self.cookies[role].items())
        own = {"host": HERE, "origin": f"http://{HERE}", "content-type": "application/json"}
        headers = {**own, "content-length": str(len(body)), **({"cookie": cookies} if cookies else {})}
        query = "&".join(f"{k}={v}" for k, v in (sent.get("params") or {}).items())
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": sent["method"], "path": path, "raw_path": path.encode(),
            "query_string": query.encode("utf-8", "replace"),
            "headers": [(k.encode(), v.encode("latin-1", "replace")) for k, v in headers.items()],
            "client": ("192.168.1.66", 1), "server": ("192.168.1.7", 8770), "state": {},
        }  # fmt: skip
        status, content, got = 0, b"", asyncio.Event()
        begun = False

        async def receive() -> dict[str, Any]:
            nonlocal begun
            if not begun:
                begun = True
                return {"type": "http.request", "body": body, "more_body": False}
            await got.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status, content
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                content += message.get("body", b"")
                got.set()

        async with asyncio.timeout(30):
            await self.app(scope, receive, send)  # type: ignore[arg-type]
        return status, content


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def storm(table: Table, examples: int) -> dict[str, Counter[int]]:
    """Requests to every address, each as everybody in turn; returns how often each status was the answer, by role."""
    schema = schemathesis.openapi.from_dict(table.schema)
    answers: dict[str, Counter[int]] = {role: Counter() for role in ROLES}
    for result in schema.get_all_operations():
        operation = result.ok()
        good = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
        bad = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

        @seed(SEED)
        @settings(
            max_examples=examples, database=None, deadline=None, print_blob=False,
            phases=(Phase.generate,), suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=st.one_of(good, bad) if operation.body or operation.query else good)
        def each(case: schemathesis.Case) -> None:
            for role in ROLES:
                answers[role][one(table, case, role)] += 1

        each()
    books, chain = table.house.session.check()
    assert books.sound and chain.intact
    return answers


def one(table: Table, case: schemathesis.Case, role: str) -> int:
    """One request as one role: what it must not be answered, do to the table, or open."""
    session, phones = table.house.session, table.web.phones
    before, known = session.state.seq, {p.key for p in phones.let_in()}
    status, content = table.do(table.call(case, role))
    where = f"{role}: {case.method} {case.path} {case.query} {case.body!r} -> {status} {content[:200]!r}"
    assert status < 500, where
    facts = session.facts[before:]
    opened = {p.role for p in phones.let_in() if p.key not in known}
    if role != "host":
        assert opened <= ({"player"} if "/join" in case.path else set()), where
    if role in ("nobody", "forged"):
        assert b'"stack"' not in content and b'"headline"' not in content, where
        assert {f.kind for f in facts} <= ({"player_seated", "cacife_bought"} if "/join" in case.path else set()), where
    elif role == "screen":
        assert not facts or "/join" in case.path, where
    elif role == "player":
        assert all(f.source.startswith("seat:") for f in facts), where
    if role in ("player", "screen") and status == 200:
        shown = json.loads(content).get("host") if b'"host"' in content and content.startswith(b"{") else None
        assert b'"pin"' not in content and not shown, where
    return status


def test_no_request_breaks_a_page_or_gains_a_right(table: Table) -> None:
    answers = storm(table, 4)
    assert all(a.total() > 60 for a in answers.values()) and answers["host"][200] > 5 < answers["player"][200], answers


@pytest.mark.slow
def test_many_requests_break_nothing_and_gain_no_right(table: Table) -> None:
    answers = storm(table, 40)
    print({role: dict(statuses) for role, statuses in answers.items()}, f"seed {SEED}")
