"""What the pages' tests share: a tiny table, an application over it, a running server, and Debian's Chromium."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tiny_table import TinyTable
from web_kit import FLAGS, Live

from assistant.web.app import create_app
from assistant.web.config import WebConfig


@pytest.fixture
def table() -> TinyTable:
    """Three people at four seats."""
    return TinyTable()


@pytest.fixture
def config(tmp_path: Path) -> WebConfig:
    """Settings as on a home network."""
    return WebConfig(tmp_path / "secrets", ("192.168.1.7", "mesa.local"), pin="246810")


@pytest.fixture
def app(table: TinyTable, config: WebConfig) -> FastAPI:
    """The pages over the tiny table."""
    return create_app(table, config)


@pytest.fixture
def run() -> Callable[[Any], Any]:
    """Run one coroutine on a loop of its own."""
    return asyncio.run


@pytest.fixture
def live(table: TinyTable, tmp_path: Path) -> Iterator[Live]:
    """The pages on a real port of this machine."""
    running = Live(table, tmp_path / "secrets")
    yield running
    running.stop()


@pytest.fixture(scope="module")  # while Playwright runs, its thread can run no other loop
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; a machine without it fails these tests, it does not skip them."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.fail("the browser tests need Debian's package chromium: run `make deps` (or apt-get install chromium)")
    expect.set_options(timeout=60_000)  # a loaded machine is slow, not wrong
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages of a phone's (or another) size, each with cookies of its own; any script error fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(width: int = 390, height: int = 844, **more: Any) -> Page:
        touch = width < 800
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            locale="pt-BR",
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.on("console", lambda m: errors.append(m.text) if "Content Security Policy" in m.text else None)
        page.set_default_timeout(60_000)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
