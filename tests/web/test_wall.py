"""The outer wall: foreign names, foreign origins, long bodies, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI
from tiny_table import TinyTable
from web_kit import Phone

from assistant.web.app import create_app
from assistant.web.config import WebConfig
from assistant.web.security import host_name

JOIN = {"name": "Caio", "seat": "3", "cacifes": 1}


def go(app: FastAPI, path: str, body: dict[str, object] | None = None, **headers: str) -> httpx.Response:
    """One request from a phone at the table."""

    async def call() -> httpx.Response:
        phone = Phone(app)
        return await (phone.get(path, headers=headers) if body is None else phone.post(path, body, **headers))

    return asyncio.run(call())


@pytest.mark.parametrize(
    "host", ["evil.example", "192.168.1.7.evil.example", "10.1.1.1", "", "192.168.1.7@evil", "a b"]
)
def test_a_name_that_is_not_ours_is_refused_even_for_reading(app: FastAPI, host: str) -> None:
    assert go(app, "/", host=host).status_code == 421


@pytest.mark.parametrize(
    "host", ["192.168.1.7:8770", "mesa.local", "MESA.local.:8770", "localhost:1", "127.0.0.1", "[::1]:9"]
)
def test_our_own_names_are_served(app: FastAPI, host: str) -> None:
    assert go(app, "/", host=host).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://192.168.1.7:9999"},
        {"origin": "http://mesa.local:8770"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
    ],
)
def test_a_change_from_another_page_is_refused(app: FastAPI, table: TinyTable, headers: dict[str, str]) -> None:
    assert go(app, "/api/join", JOIN, **headers).status_code == 403
    assert table.places["3"].name is None


def test_a_change_needs_an_origin_json_and_post(app: FastAPI, table: TinyTable) -> None:
    async def call() -> list[int]:
        http = Phone(app).http
        own = {"origin": "http://192.168.1.7:8770"}
        return [
            (await http.post("/api/join", json=JOIN)).status_code,
            (await http.post("/api/join", data=JOIN, headers=own)).status_code,
            (await http.put("/api/join", json=JOIN, headers=own)).status_code,
            (await http.delete("/api/join", headers=own)).status_code,
        ]

    assert asyncio.run(call()) == [403, 415, 405, 405]
    assert table.places["3"].name is None


def test_long_bodies_are_refused_announced_or_not(app: FastAPI) -> None:
    assert go(app, "/api/join", {**JOIN, "name": "x" * 20_000}).status_code == 413

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b" " * 1000

    async def call() -> int:
        headers = {"origin": "http://192.168.1.7:8770", "content-type": "application/json"}
        return (await Phone(app).http.post("/api/join", content=chunks(), headers=headers)).status_code

    assert asyncio.run(call()) == 413


@pytest.mark.parametrize("path", ["/", "/host", "/table", "/api/state", "/api/seats", "/qr.svg", "/nothing", "/play"])
def test_every_answer_is_fenced_and_not_stored(app: FastAPI, path: str) -> None:
    answer = go(app, path)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy


def test_pages_hold_no_script_style_or_handler_of_their_own(app: FastAPI) -> None:
    for path in ("/", "/host", "/table"):
        page = go(app, path).text
        assert "<style" not in page and " style=" not in page and " onclick" not in page
        assert page.count("<script") == page.count("application/json") + page.count(
            '<script type="module" src="/static/'
        )
        assert (
            "http://" not in page.replace("http://192.168.1.7:8770/", "")
            and "https://" not in page
            and "//cdn" not in page
        )


def test_nothing_lists_the_addresses_unless_asked_for(app: FastAPI, table: TinyTable, config: WebConfig) -> None:
    for path in ("/openapi.json", "/docs", "/redoc"):
        assert go(app, path).status_code == 404
    assert go(app, "/nothing").json() == {"error": "refused"}
    assert go(app, "/api/join", {**JOIN, "rank": "A"}).json() == {"error": "shape"}, "nothing sent is echoed"
    shown = create_app(table, WebConfig(config.folder / "b", config.addresses, openapi=True))
    assert "/api/tap" in go(shown, "/openapi.json").json()["paths"]


@pytest.mark.parametrize(
    "path", ["/static/x/../config.py", "/static/x/..%2f..%2fapp.py", "/static/x/app.py", "/picture/..%2fa"]
)
def test_no_path_leads_to_the_disk(app: FastAPI, path: str) -> None:
    assert go(app, path).status_code in (401, 404)


def test_host_headers_are_read_as_browsers_mean_them() -> None:
    assert host_name("Mesa.Local:80") == "mesa.local"
    assert host_name("[::1]:80") == "::1"
    assert host_name("a:b:c") is None and host_name("x/y") is None and host_name("") is None
