"""Live updates over real sockets: versions, presence, dead lines, revoked phones, and what the first page weighs."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from tiny_table import TinyTable
from web_kit import Clocks, Live

from assistant.web.hub import MOST_STREAMS, SILENT_SECONDS, Hub, Stream

Events = Iterator[tuple[str, dict[str, Any]]]


@contextmanager
def join(live: Live, seat: str = "3", name: str = "Caio") -> Iterator[httpx.Client]:
    """A client with a seat's cookie."""
    with httpx.Client(base_url=live.url, headers={"origin": live.url}, timeout=60) as client:
        client.post("/api/join", json={"name": name, "seat": seat}).raise_for_status()
        yield client


@contextmanager
def stream(client: httpx.Client) -> Iterator[Events]:
    """The events of an open stream, as (kind, data)."""

    def events(lines: Iterator[str]) -> Events:
        kind = ""
        for line in lines:
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                yield kind, json.loads(line[6:])

    with client.stream("GET", "/api/stream") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        yield events(answer.iter_lines())


def until(events: Events, kind: str, **wanted: Any) -> dict[str, Any]:
    """The next event of a kind whose data has these values."""
    return next(d for k, d in events if k == kind and all(d.get(n) == v for n, v in wanted.items()))


def test_a_stream_greets_sends_the_state_and_then_every_change(live: Live) -> None:
    with join(live) as client, stream(client) as events:
        assert until(events, "hello")["boot"]
        first = until(events, "state")
        assert first["you"] == "3" and first["phase"] == "lobby"
        live.do(live.table.deal)
        dealt = until(events, "state", phase="betting")
        assert dealt["rev"] > first["rev"] and dealt["seq"] > first["seq"] and dealt["boot"] == first["boot"]


def test_a_reloaded_page_has_its_seat_and_counts_once(live: Live) -> None:
    with join(live) as client:
        with stream(client) as events:
            until(events, "state")
            assert live.do(lambda: live.table.here["3"]) == 1
        with httpx.Client(base_url=live.url, cookies=client.cookies, timeout=60) as again, stream(again) as events:
            assert until(events, "state")["you"] == "3"
            while live.do(lambda: live.table.here["3"]) != 1:
                time.sleep(0.01)


def test_a_revoked_phone_is_told_and_cut(live: Live) -> None:
    with join(live) as client, stream(client) as events:
        until(events, "state")
        live.do(live.web.phones.revoke_seat, "3")
        live.do(live.web.hub.bump)
        until(events, "gone")
        assert next(events, None) is None, "the stream ends"
        assert client.get("/api/state").status_code == 401


def test_a_phone_that_reads_nothing_slows_nobody(live: Live) -> None:
    with join(live) as client:
        cookie = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
        dead = socket.create_connection(("127.0.0.1", live.port))
        dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        dead.sendall(f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\nCookie: {cookie}\r\n\r\n".encode())
        assert dead.recv(64)
        with stream(client) as events:
            until(events, "state")
            for n in range(1, 400):  # far more than the dead line's buffers hold
                live.do(live.table.log.append, f"linha {n} " + "x" * 400)
                live.do(live.table.touch)
            live.do(live.table.deal)
            assert until(events, "state", phase="betting")["you"] == "3"
        dead.close()


def test_the_server_stops_with_streams_open(table: TinyTable, tmp_path: Any) -> None:
    live = Live(table, tmp_path)
    with join(live) as client, stream(client) as events:
        until(events, "state")
        stopper = threading.Thread(target=live.stop)
        stopper.start()
        assert all(kind != "error" for kind, _ in events), "the stream ends, and with it this loop"
        stopper.join(60)
        assert not stopper.is_alive()


def test_a_silent_stream_is_let_go_and_says_so_to_its_phone() -> None:
    table, clock = TinyTable(), Clocks()
    hub = Hub(table, clock)
    dead, alive = Stream("dead", "a", "1", clock.at), Stream("alive", "b", "2", clock.at)
    hub.open(dead)
    hub.open(alive)
    clock.at += SILENT_SECONDS - 1
    assert hub.hear("alive", "b") and not hub.hear("dead", "b"), "nobody speaks for another's stream"
    clock.at += 2
    assert hub.alive(alive) and not hub.alive(dead)
    assert table.here == {"1": 0, "2": 1, "3": 0, "4": 0}
    assert not hub.hear("dead", "a")
    hub.close(dead)
    assert table.here["1"] == 0, "closed once"


def test_a_phones_newest_streams_stay() -> None:
    table, clock = TinyTable(), Clocks()
    hub = Hub(table, clock)
    streams = [Stream(str(n), "a", "1", clock.at) for n in range(MOST_STREAMS + 2)]
    for s in streams:
        hub.open(s)
    assert [s.ended.is_set() for s in streams] == [True, True, False, False, False]
    assert table.here["1"] == MOST_STREAMS == hub.count()


def test_waiting_ends_with_the_change_or_with_the_time() -> None:
    async def story() -> None:
        table = TinyTable()
        hub = Hub(table, Clocks())
        waiting = asyncio.ensure_future(hub.wait(hub.revision, 60))
        await asyncio.sleep(0)
        seen = await waiting if waiting.done() else hub.revision
        others = [asyncio.ensure_future(hub.wait(seen, 60)) for _ in range(50)]
        await asyncio.sleep(0.01)
        table.touch()
        revisions = await asyncio.gather(*others)
        assert min(revisions) > seen
        assert await hub.wait(hub.revision, 0.01) == hub.revision
        hub.shut()
        await waiting

    asyncio.run(story())


def test_every_pages_files_together_stay_under_sixty_kilobytes(live: Live) -> None:
    with join(live) as client:
        client.headers["accept-encoding"] = "gzip"
        client.post("/api/pin", json={"pin": "246810"})
        for path in ("/play", "/host", "/"):
            page = httpx.get(live.url + path) if path == "/" else client.get(path)
            wanted = set(re.findall(r"/static/[^\"]+", page.text))
            assert len(wanted) >= 5
            files = [client.get(p) for p in sorted(wanted)]
            assert all(f.status_code == 200 and f.headers["content-encoding"] == "gzip" for f in files)
            assert all("immutable" in f.headers["cache-control"] for f in files)
            assert page.headers["content-encoding"] == "gzip"
            sent = int(page.headers["content-length"]) + sum(int(f.headers["content-length"]) + 500 for f in files)
            assert sent <= 60_000, f"{path}: {sent}"


def test_every_script_a_page_imports_is_announced_in_it(live: Live) -> None:
    with join(live) as client:
        client.post("/api/pin", json={"pin": "246810"})
        for path in ("/play", "/host"):
            page = client.get(path).text
            listed = set(re.findall(r"/static/\w+/(\w+\.js)", page))
            for name in listed:
                source = client.get(f"/static/x/{name}").text
                assert set(re.findall(r"from \"\./(\w+\.js)\"", source)) <= listed


def test_every_sentence_a_script_uses_is_in_its_page(live: Live) -> None:
    with join(live) as client:
        client.post("/api/pin", json={"pin": "246810"})
        for path in ("/play", "/host", "/"):
            page = (httpx.get(live.url + path) if path == "/" else client.get(path)).text
            words = json.loads(re.search(r'id="words">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
            for name in set(re.findall(r"/static/\w+/(\w+\.js)", page)):
                source = client.get(f"/static/x/{name}").text
                used = set(re.findall(r"\bt\(\"([\w]+)\"", source))
                known = set(words) | {w.removeprefix("bank.") for w in words}
                assert used <= known, f"{name} on {path}"
