"""Debian's Chromium for every test of a page: a machine without it fails these tests, it does not skip them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--mute-audio",
)
PATIENCE = 60_000  # milliseconds; a loaded machine is slow, not wrong


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser while it runs; raises FileNotFoundError where it is not installed."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise FileNotFoundError("Debian's package chromium is missing: run `make deps` (or apt-get install chromium)")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")  # while Playwright runs, its thread can run no other loop
def chromium() -> Iterator[Browser]:
    """The browser, once for a file of tests."""
    expect.set_options(timeout=PATIENCE)
    with launched() as browser:
        yield browser


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
            locale=more.pop("locale", "pt-BR"),
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda e: errors.append(str(e)))
        page.on("console", lambda m: errors.append(m.text) if "Content Security Policy" in m.text else None)
        page.set_default_timeout(PATIENCE)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
