"""The host's screen alone runs a whole hand: no camera, no phones, every card and word tapped in."""

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
def play(tmp_path: Path) -> Iterator[str]:
    """The address of a table opened by `fala play` without any device."""
    command = [sys.executable, "-u", "-m", "assistant", "play", "--seats", "3", "--port", "0", "--lang", "pt-BR"]
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


def enter(page: Page, name: str, rank: str, suit: str) -> None:
    """A card in two taps, where the pad asks for it."""
    pad = page.locator("#pad")
    expect(pad.locator("#pad-title")).to_contain_text(name)
    pad.get_by_role("button", name=rank, exact=True).click()
    pad.get_by_role("button", name=suit, exact=True).click()


def word(page: Page, name: str, label: str) -> None:
    """A betting word for a person."""
    section = page.locator(".for-seat", has_text=f"Responder por {name}")
    button = section.get_by_role("button", name=label)
    expect(button).to_be_visible()
    page.wait_for_timeout(1100)  # buttons rest a second after a change, for thumbs
    button.click()


def leave(page: Page, name: str) -> None:
    """Saio, which wants a second tap."""
    button = page.locator(".for-seat", has_text=f"Responder por {name}").locator("button.quiet")
    expect(button).to_have_text("Saio")
    page.wait_for_timeout(1100)
    button.click()
    button.click()


def test_one_screen_runs_a_hand_from_the_seats_to_the_pot(play: str, phone: Callable[..., Page]) -> None:
    page = phone(1280, 800)
    page.goto(f"{play}host")
    for seat, name in (("1", "Ana"), ("2", "Beto"), ("3", "Caio")):
        page.get_by_label(f"Nome de quem senta no lugar {seat}").fill(name)
        page.locator(f"[data-focus='sit-{seat}']").click()
        expect(page.locator("#people")).to_contain_text(name)
    page.locator("#game-pick").select_option("stick5")
    page.get_by_role("button", name="Começar a mão").click()
    page.get_by_role("button", name="Cartas fechadas dadas").click()
    enter(page, "Ana", "A", "espadas")
    enter(page, "Beto", "K", "ouros")
    enter(page, "Caio", "9", "copas")
    expect(page.locator("#headline")).to_have_text("Fala o Ás — Ana")
    shoot(page, "host-alone-street")
    word(page, "Ana", "Mesa")
    word(page, "Beto", "Aposto…")
    page.locator(".for-seat .amount .go").click()
    leave(page, "Caio")
    leave(page, "Ana")
    expect(page.locator("#headline")).to_contain_text("Beto leva o montão")
    shoot(page, "host-alone-verdict")
    page.get_by_role("button", name=re.compile("Confirmar: Beto leva")).click()
    expect(page.get_by_role("button", name="Começar a mão")).to_be_visible()
    expect(page.locator("#people")).to_contain_text("202 fichas")
