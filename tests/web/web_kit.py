"""Tools of the pages' tests: a client like a phone's, a clock, a running server, screenshots."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from playwright.sync_api import Page
from tiny_table import TinyTable

from assistant.web.app import create_app, server
from assistant.web.config import WebConfig
from assistant.web.context import Web

ARTIFACTS = Path(__file__).parents[2] / "artifacts" / "web"
AXE = Path(__file__).parents[2] / "tools" / "axe" / "node_modules" / "axe-core" / "axe.min.js"


class Phone:
    """An HTTP client like a browser's: it keeps cookies and names its origin on every POST."""

    def __init__(self, app: FastAPI, host: str = "192.168.1.7:8770", peer: str = "192.168.1.40") -> None:
        transport = httpx.ASGITransport(app=app, client=(peer, 50000))
        self.http = httpx.AsyncClient(transport=transport, base_url=f"http://{host}")
        self.host = host
        self.seen = b""

    async def get(self, path: str, **more: Any) -> httpx.Response:
        """A GET; everything received is kept for the secrets' test."""
        return self._keep(await self.http.get(path, **more))

    async def post(self, path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        """A JSON POST with the browser's own Origin unless another is given."""
        sent = {"origin": f"http://{self.host}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        return self._keep(await self.http.post(path, json=body, headers=sent))

    def _keep(self, answer: httpx.Response) -> httpx.Response:
        self.seen += answer.content + repr(answer.headers.raw).encode()
        return answer


def go(story: Coroutine[Any, Any, None]) -> None:
    """Tell one story on a loop of its own."""
    asyncio.run(story)


async def seated(app: FastAPI, seat: str = "3", name: str = "Caio", peer: str = "192.168.1.40") -> Phone:
    """A phone that joined at a seat."""
    phone = Phone(app, peer=peer)
    answer = await phone.post("/api/join", {"name": name, "seat": seat, "cacifes": 1})
    assert answer.status_code == 200, answer.text
    return phone


async def host_of(app: FastAPI) -> Phone:
    """The host, by his PIN."""
    phone = Phone(app, peer="192.168.1.50")
    assert (await phone.post("/api/pin", {"pin": "246 810"})).status_code == 200
    return phone


def tap(decision: str, value: str, id: str = "a" * 32, **more: Any) -> dict[str, Any]:
    """A tap as a phone sends it."""
    return {"id": id, "decision": decision, "seen": 1, "value": value, **more}


class Clocks:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        """The present."""
        return self.at


class Live:
    """A real server with real sockets on a loop in a thread of its own."""

    def __init__(self, table: TinyTable, folder: Path, port: int = 0) -> None:
        self.table = table
        self.socket = socket.create_server(("127.0.0.1", port))
        self.port = int(self.socket.getsockname()[1])
        self.config = WebConfig(folder, ("127.0.0.1",), port=self.port, pin="246810", loopback_host=False)
        self.app = create_app(table, self.config)
        self.web: Web = self.app.state.web
        self.loop = asyncio.new_event_loop()
        self.server = server(self.app)
        self.thread = threading.Thread(target=self._run, name="pages")
        self.thread.start()
        while not self.server.started:
            if not self.thread.is_alive():
                raise RuntimeError("the server did not start")

    def _run(self) -> None:
        self.loop.run_until_complete(self.server.serve(sockets=[self.socket]))

    @property
    def url(self) -> str:
        """The address of the join page."""
        return f"http://127.0.0.1:{self.port}"

    def do(self, what: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Call something of the table on the loop it lives on."""

        async def call() -> Any:
            return what(*args, **more)

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result(5)

    def stop(self) -> None:
        """End the server and its loop."""
        self.server.should_exit = True
        self.thread.join(15)
        self.loop.close()
        self.socket.close()


PHONE, WIDE = (390, 844), (1280, 800)


def shoot(page: Page, name: str) -> None:
    """Keep pictures of this state at a phone's size and a wide one for people to look at, and let axe look for faults.

    Nothing may reach beyond the side of the screen, and axe may find nothing serious, at either size.
    """
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size or {"width": PHONE[0], "height": PHONE[1]}
    own = (size["width"], size["height"])
    for width, height in (own, WIDE if own[0] < 800 else PHONE):
        if (width, height) != own:
            page.set_viewport_size({"width": width, "height": height})
        ending = "" if (width, height) == own else "-wide" if width > 800 else "-phone"
        page.screenshot(path=str(ARTIFACTS / f"{name}{ending}.png"))
        beyond = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, f"{name}: {beyond} px beyond the side at {width}x{height}"
        check_access(page, f"{name} at {width}x{height}")
    page.set_viewport_size({"width": own[0], "height": own[1]})


def check_access(page: Page, name: str) -> None:
    """Fail with what axe-core finds serious or worse on the page as it stands."""
    if not AXE.exists():
        raise RuntimeError("axe-core is not here: run `make setup-test`")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    bad = [
        f"{v['id']} ({v['impact']}): {v['help']}: " + "; ".join(n["html"][:160] for n in v["nodes"][:3])
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]
    assert not bad, f"{name}:\n" + "\n".join(bad)
