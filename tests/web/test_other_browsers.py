"""The player's page in Firefox and in WebKit: join, see one's turn, tap, see what came of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_kit import ARTIFACTS, Live

pytestmark = [
    pytest.mark.slow,
    # what the two drivers' own libraries do with old names and open sockets is theirs
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
PATIENCE = 60.0  # seconds a loaded machine may take for one step
SIZE = (390, 844)


class Browser:
    """The few words a player's thumb needs, in whatever driver a browser has."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, url: str) -> None:
        getattr(self._driver, "navigate" if hasattr(self._driver, "navigate") else "get")(url)

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script)

    def until(self, script: str, wanted: Any) -> None:
        """Wait until a script's value is the wanted one."""
        end, seen = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            seen = self.run(f"return ({script})")
            if seen == wanted:
                return
            time.sleep(0.1)
        pytest.fail(f"{script} was {seen!r}, not {wanted!r}")

    def text(self, css: str) -> str:
        return f"document.querySelector({css!r})?.textContent.trim()"

    def type(self, css: str, text: str) -> None:
        self._driver.find_element("css selector", css).send_keys(text)

    def tap(self, css: str) -> None:
        self._driver.find_element("css selector", css).click()


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Browser]:
    """Debian's Firefox, driven by Mozilla's own client."""
    binary = shutil.which("firefox-esr") or shutil.which("firefox")
    if binary is None:
        pytest.fail("this test needs Debian's package firefox-esr: run `make test-all`, which installs it")
    from marionette_driver.marionette import Marionette

    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    driver = Marionette(
        bin=binary, headless=True, port=port, gecko_log=str(tmp_path / "gecko.log"), startup_timeout=180,
        prefs={"intl.accept_languages": "pt-BR", "datareporting.policy.dataSubmissionEnabled": False},
    )  # fmt: skip
    driver.start_session()
    driver.set_window_rect(width=SIZE[0], height=SIZE[1])
    yield Browser(driver)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    (ARTIFACTS / "play-firefox.png").write_bytes(driver.screenshot(format="binary"))
    driver.quit(in_app=True)


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody sees, for a browser that cannot do without one."""
    if shutil.which("Xvfb") is None:
        pytest.fail("this test needs Debian's package xvfb: run `make test-all`, which installs it")
    read, write = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], pass_fds=[write]
    )
    os.close(write)
    with os.fdopen(read) as told:
        name = f":{told.readline().strip()}"
    yield name
    screen.terminate()
    screen.wait()


@pytest.fixture
def webkit(display: str) -> Iterator[Browser]:
    """Debian's WebKitGTK, the engine of Safari and of every browser on an iPhone."""
    binary = shutil.which("WebKitWebDriver")
    if binary is None:
        pytest.fail("this test needs Debian's package webkit2gtk-driver: run `make test-all`, which installs it")
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    found = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not found:
        pytest.fail("webkit2gtk-driver came without its MiniBrowser")
    options.binary_location = str(found[-1])
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service(binary, env={**os.environ, "DISPLAY": display}))
    driver.set_window_size(*SIZE)
    yield Browser(driver)
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    driver.save_screenshot(str(ARTIFACTS / "play-webkit.png"))
    driver.quit()


def play_a_turn(live: Live, browser: Browser) -> None:
    """Three taps to a seat, a turn played by a tap, and its result on the page."""
    browser.open(live.url)
    browser.until("document.querySelectorAll('.seat-pick').length", 4)
    browser.type("#name", "Caio")
    browser.tap("[data-seat='3']")
    browser.tap("#sit")
    browser.until(browser.text(".seat.mine .name"), "Caio (você)")
    live.do(live.table.deal)
    browser.until(browser.text("#headline"), "Fala o Ás — Bia")
    live.do(live.table.speak, "mesa")
    browser.until("document.body.classList.contains('mine')", True)
    browser.until(browser.text("#choice .go"), "Mesa")
    browser.until("document.querySelector('#choice').classList.contains('locked')", False)
    browser.tap("#choice .go")
    browser.until(browser.text(".seat.mine .word"), "mesa")
    live.do(live.table.end)
    browser.until(browser.text(".verdict .winner strong"), "Bia")
    browser.until("document.querySelectorAll('.verdict .winner .card.best').length", 5)
    beyond = "document.documentElement.scrollWidth > innerWidth"
    browser.until(beyond, False)


def test_a_turn_in_firefox(live: Live, firefox: Browser) -> None:
    play_a_turn(live, firefox)


def test_a_turn_in_webkit(live: Live, webkit: Browser) -> None:
    play_a_turn(live, webkit)
