"""A stranger's first evening as it happens on the screens, from the address on the terminal to the last payment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from walk_kit import Walk, confirm, correct, count, picture, play_on, run_fala, sit_down, start, twice

SEED = 5


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Walk]:
    """Three places at a virtual table."""
    with Walk(tmp_path, 3) as table:
        yield table


@pytest.mark.slow
@pytest.mark.timeout(1500)  # three minutes; a loaded machine is slow, not wrong
def test_a_strangers_first_evening(evening: Walk, phone: Callable[..., Page], tmp_path: Path) -> None:
    # --- three people scan the code, choose a name and a seat, and buy their first cacife at the door
    ana, beto, caio = phones = [phone(), phone(), phone()]
    for page, name, seat in ((ana, "Ana", "1"), (beto, "Beto", "2"), (caio, "Caio", "3")):
        sit_down(page, evening.url, name, seat)
    host = phone(1280, 800)
    host.goto(f"{evening.url}/host")
    expect(host.locator("#people")).to_contain_text("Caio")
    expect(host.locator("#people")).to_contain_text("200 fichas")
    evening.begin(SEED)

    # --- Stick: the camera reads the open cards, the phones say who speaks
    start(host, "Stick de cinco cartas")
    expect(ana.locator("#headline")).to_contain_text(re.compile(r"Fala|carta|Carteador"))
    play_on(host, phones)
    picture(ana, "stick-verdict")
    winner = host.locator("#headline").inner_text()
    assert "leva o montão" in winner

    # --- Beto does not believe it: he looks at the pictures and contests; the host looks too, and it stands
    beto.get_by_text("Ver as fotos · Contestar").tap()
    expect(beto.locator("#headline")).to_contain_text("leva o montão")
    beto.get_by_role("button", name="Uma carta").tap()
    beto.locator(".shot button").first.tap()
    beto.locator("#ask input").fill("não vi direito")
    beto.locator("#contest-go").tap()
    expect(beto.locator(".contest.open")).to_contain_text("Beto contesta uma carta")
    picture(beto, "contest")
    host.get_by_text("Mão 1 contestada").click()
    picture(host, "contest-host", whole=True)
    host.get_by_role("button", name="Fica como está").click()
    host.get_by_role("button", name="Resolver assim").click()
    host.get_by_text("Resolver assim: confirma").click()
    expect(beto.locator(".resolved")).to_contain_text("Fica como está")
    host.get_by_text("voltar à mesa").click()
    beto.get_by_text("voltar à mesa").tap()
    confirm(host)

    # --- Stickão: somebody swears that a card was another one; the host corrects it, looks again, and puts it right
    start(host, "Stickão")
    expect(host.locator("#headline")).to_contain_text("Fala")
    card, lies = host.locator(".seat[data-seat='2'] .card").last, evening.last_card("2")
    expect(card).to_have_accessible_name(f"Beto: {lies.name}")
    correct(host, card, evening.other_than(lies))
    expect(beto.locator(".seat.mine .card").last).to_have_accessible_name(evening.other_than(lies).name)
    picture(host, "corrected")
    correct(host, card, lies)
    expect(card).to_have_accessible_name(f"Beto: {lies.name}")
    play_on(host, phones)
    picture(caio, "stickao-verdict")
    confirm(host)

    # --- Fechado: whoever speaks first opens, everybody exchanges two, the winner shows
    start(host, "Pôquer fechado")
    assert "number" in play_on(host, phones, prefer="Aposto")  # how many cards each takes
    picture(caio, "fechado-verdict")
    confirm(host)

    # --- "Quem dá manda": the dealer says on his own phone what will be played
    start(host, "Quem dá manda")
    assert "pick_game" in play_on(host, phones)
    expect(caio.locator("#headline")).to_have_text("Montão vazio: ninguém leva nada")  # Pôquer, no pingo, nobody bet
    picture(caio, "orders-verdict")
    confirm(host)

    # --- the end: everybody counts his chips, the host settles, and whoever won says that he was paid
    host.click("#bank-open")
    host.get_by_role("button", name="Encerrar: todos contam").click()
    stacks = evening.stacks()
    for page, seat in zip(phones, "123", strict=True):
        page.click("#bank-prompt")
        count(page, stacks[seat])
        expect(page.locator(".bank-notice")).to_contain_text("Confere com os livros")
    picture(beto, "counted")
    twice(host, "Acertar a noite")
    owed = evening.view()["end"]["payments"]
    assert owed and sum(stacks.values()) == 600
    for payment in owed:
        receiver = phones[["Ana", "Beto", "Caio"].index(payment["to"])]
        twice(receiver, "Recebi")
    picture(host, "settled", whole=True)
    expect(host.locator("[data-part=pay]")).to_contain_text("recebido ✓")

    # --- afterwards: the night as a page for the group, a hand played again, the record in files, and all of it sound
    keep = ana.context.new_page()
    keep.goto(f"{evening.url}/night.html?as=player")
    expect(keep.locator("body")).to_contain_text("Caio")
    picture(keep, "night", whole=True)
    keep.goto(f"{evening.url}/replay")
    keep.get_by_label("fim", exact=True).tap()
    expect(keep.locator(".rp-call")).to_contain_text("Montão")  # Pôquer without a pingo, and nobody bet
    picture(keep, "replay")
    phh = tmp_path / "noite.phhs"
    run_fala(tmp_path, "export", "mesa", "--out", str(phh))
    assert "Beto" in phh.read_text("utf-8")
    run_fala(tmp_path, "verify", "mesa")
