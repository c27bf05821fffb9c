"""`fala demo` as a guest meets it: the printed address on a phone, three taps to a seat, a hand in progress."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web_kit import shoot


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[str]:
    """The address that a running demo prints."""
    command = [sys.executable, "-u", "-m", "assistant", "demo", "--seed", "3", "--port", "0", "--lang", "pt-BR"]
    run = subprocess.Popen(
        [*command, "--address", "127.0.0.1", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert run.stdout is not None
    seen = []
    try:
        for line in run.stdout:
            seen.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            if found:
                yield found[0]
                break
        else:
            pytest.fail("".join(seen)[-3000:])
        run.send_signal(signal.SIGTERM)
        rest, _ = run.communicate(timeout=60)
        assert run.returncode == 0, rest[-3000:]
    finally:
        run.kill()
        run.wait()
        run.stdout.close()


def test_a_guest_takes_a_seat_and_sees_the_hand(demo: str, phone: Callable[..., Page]) -> None:
    page = phone()
    page.goto(demo)
    page.locator("#name").fill("Zélia")
    page.locator("[data-seat='2']").click()
    shoot(page, "demo-join")
    page.locator("#sit").click()
    page.wait_for_url("**/play*")
    expect(page.locator("body")).to_contain_text(re.compile(r"Fala[mn]? |leva o montão"), timeout=90_000)
    shoot(page, "demo-hand")
    expect(page.locator("body")).to_contain_text("Zélia")
