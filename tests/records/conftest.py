"""Debian's Chromium for the record's pages; a machine without it fails these tests, it does not skip them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from record_kit import LiveNight

FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--mute-audio")


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveNight]:
    """A table with three people and its pages on a real port."""
    running = LiveNight(tmp_path)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.fail("the browser tests need Debian's package chromium: run `make deps` (or apt-get install chromium)")
    expect.set_options(timeout=30_000)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Pages of a phone's (or another) size, each with cookies of its own; any script error fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(width: int = 390, height: int = 844, **more: Any) -> Page:
        touch = width < 800
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            locale=more.pop("locale", "pt-BR"),
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.on("console", lambda m: errors.append(m.text) if "Content Security Policy" in m.text else None)
        page.set_default_timeout(30_000)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
