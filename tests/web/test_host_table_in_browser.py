"""The host runs the table itself on a real one: a seat card, draws, places, rules, a clock, pause, words corrected."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from web_kit import shoot

from assistant.running import run_pin


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a table opened by `fala play`, and its data folder."""
    command = [sys.executable, "-u", "-m", "assistant", "play", "--seats", "4", "--port", "0", "--lang", "pt-BR"]
    more = ["--silent", "--wifi", "Casa da Vó", "--address", "127.0.0.1", "--data", str(tmp_path)]
    run = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert run.stdout is not None
    seen = []
    try:
        for line in run.stdout:
            seen.append(line)
            if "/table" in line:
                yield re.findall(r"http://127\.0\.0\.1:\d+/", line)[0], tmp_path
                break
        else:
            pytest.fail("".join(seen)[-3000:])
        run.terminate()
        rest, _ = run.communicate(timeout=60)
        assert run.returncode == 0, rest[-3000:]
    finally:
        run.kill()
        run.wait()
        run.stdout.close()


def enter(page: Page, rank: str, suit: str) -> None:
    page.locator("#pad").get_by_role("button", name=rank, exact=True).click()
    page.locator("#pad").get_by_role("button", name=suit, exact=True).click()


def test_the_host_runs_the_table_and_every_screen_follows(
    table: tuple[str, Path], phone: Callable[..., Page], capsys: Any
) -> None:
    url, folder = table
    host, ana, screen = phone(1280, 800), phone(), phone(1280, 800)
    assert run_pin("mesa", data=folder, new=True, lang="pt-BR") == 0
    pin = re.findall(r"\d{3} \d{3}", capsys.readouterr().out)[-1]
    host.goto(f"{url}host")  # on the machine itself; the new PIN opens it elsewhere
    assert len(pin) == 7
    ana.goto(f"{url}?seat=1")
    expect(ana.locator("[data-seat='1']")).to_have_attribute("aria-pressed", "true")
    shoot(ana, "join-seat-card")
    ana.locator("#name").fill("Ana")
    ana.locator("#sit").tap()
    expect(ana.locator(".seat.mine .num")).to_have_text("1")
    for seat, name in (("2", "Beto"), ("3", "Caio")):
        host.get_by_label(f"Nome de quem senta no lugar {seat}").fill(name)
        host.locator(f"[data-focus='sit-{seat}']").click()
        expect(host.locator("#people")).to_contain_text(name)
    screen.goto(f"{url}table")
    expect(screen.locator(".join")).to_contain_text("Casa da Vó")

    host.locator("#seating-part > summary").click()
    host.get_by_label("Mudar Ana de lugar").select_option("4")
    expect(ana.locator(".seat.mine .num")).to_have_text("4")  # her phone goes with her
    host.get_by_text("Sortear o carteador").click()
    host.get_by_text("Sortear o carteador: confirma").click()
    expect(host.locator("#log")).to_contain_text("carteia a próxima mão")
    give = host.get_by_label("Beto: dar a vez de cartear")
    if give.count():  # unless the draw made him dealer
        give.click()
    expect(give).to_have_count(0)
    host.locator("#rules-part > summary").click()
    host.locator("#rules summary", has_text="Relógio").click()
    host.locator("[data-focus='rule-clock']").select_option("on")
    expect(host.locator("#rules .rule.agreed")).to_have_count(1)
    shoot(host, "host-table-parts")

    host.get_by_role("button", name="Começar a mão").click()
    expect(screen.locator("#subline")).to_have_text("Beto: baralhe ao menos 3 vezes. Ana corta.")
    host.get_by_role("button", name="Cartas fechadas dadas").click()
    for name, rank, suit in (("Caio", "A", "espadas"), ("Ana", "K", "ouros"), ("Beto", "9", "copas")):
        expect(host.locator("#pad-title")).to_contain_text(name)
        enter(host, rank, suit)
    expect(ana.locator("#headline")).to_have_text("Fala o Ás — Caio")
    expect(host.locator(".for-seat .choice-box")).to_have_class("choice-box")
    host.locator(".for-seat").get_by_role("button", name="Mesa").click()
    expect(ana.locator("body")).to_have_class(re.compile("mine"))
    host.locator("#words-part > summary").click()
    host.get_by_role("button", name="corrigir: Caio: mesa").click()
    host.locator("[data-focus='which-word']").select_option("aposto")
    host.locator(".fix input").fill("7")
    shoot(host, "host-fix-word")
    host.get_by_role("button", name="Foi isto").click()
    expect(ana.locator("#choice")).to_contain_text("Cubro 7")

    host.locator("#actions").get_by_role("button", name="Pausa").click()
    expect(ana.locator("#headline")).to_have_text("Mesa em pausa")
    expect(ana.locator("#choice")).to_be_hidden()
    shoot(ana, "play-paused")
    host.get_by_role("button", name="Continuar").click()
    expect(ana.locator("#since")).to_contain_text(" s", timeout=60_000)  # the clock is shown after its quiet seconds
    expect(screen.locator("#since")).to_have_class(re.compile("counting"))
    shoot(screen, "screen-clock")
    expect(host.locator("#undo .act").first).to_have_text("Desfazer: Caio: aposto 7")
    host.locator("#undo li", has_text="Beto recebe 9♥").get_by_role("button").click()
    host.locator("#undo li", has_text="Beto recebe 9♥").get_by_role("button").click()
    expect(host.locator("#pad-title")).to_contain_text("Beto")
    host.get_by_role("button", name="Cartas mal dadas").click()
    host.get_by_role("button", name="Cartas mal dadas: dar de novo: confirma").click()
    expect(screen.locator("#subline")).to_have_text("Beto baralha, Ana corta; o anfitrião começa a mão")
    host.get_by_role("button", name="Mão de treino").click()
    expect(host.get_by_role("button", name="Cartas fechadas dadas")).to_be_visible()
