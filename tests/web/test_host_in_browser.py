"""The host's screen alone runs a hand, and the table's screen shows it; at 1280×800 and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect
from web_kit import Live, shoot

from assistant.views import QuestionView

Open = Callable[..., Page]


def host(page: Page, live: Live) -> None:
    """In by the PIN."""
    page.goto(live.url + "/host")
    page.locator("#pin").fill("246 810")
    page.keyboard.press("Enter")
    expect(page.locator("#actions button")).to_have_text("Começar a mão")


def word(page: Page, label: str) -> None:
    """The host says a word for the seat whose turn it is."""
    expect(page.locator("#choices .choice-box")).to_have_class("choice-box")
    page.locator("#choices .big", has_text=label).click()


def test_the_hosts_screen_alone_runs_a_whole_hand(live: Live, phone: Open) -> None:
    page = phone(1280, 800)
    page.goto(live.url + "/host")
    shoot(page, "pin")
    host(page, live)
    shoot(page, "host-lobby")
    page.locator("#game-pick").select_option("stickao")
    page.get_by_text("Começar a mão").click()
    expect(page.locator("#choices h3")).to_have_text("Responder por Bia (lugar 2)")
    assert live.table.orders[-1].value == "stickao"
    shoot(page, "host-betting")
    word(page, "Aposto…")
    for _ in range(2):
        page.locator("#choices .chip", has_text="10").click()
    page.locator("#choices .amount .go").click()
    expect(page.locator("#choices h3")).to_have_text("Responder por Davi (lugar 4)")
    word(page, "Cubro 20")
    expect(page.locator("#choices h3")).to_have_text("Responder por Ana (lugar 1)")
    word(page, "Saio")
    expect(page.locator("#choices h3")).to_have_text("Responder por Ana (lugar 1)")
    word(page, "Saio: confirma")
    expect(page.locator("#actions button")).to_have_text("Confirmar: Bia leva o montão: 43")
    shoot(page, "host-verdict")
    page.locator("#actions button").click()
    expect(page.locator("#actions button")).to_have_text("Começar a mão")
    assert [t.decision for t in live.table.orders] == ["start_hand", "confirm_verdict"]


def test_a_card_is_two_taps_a_correction_and_a_doubt_too(live: Live, phone: Open) -> None:
    page = phone(390, 844)
    host(page, live)
    live.do(live.table.deal)
    live.do(live.table.put, waiting=("4", "1"))
    expect(page.locator("#pad-title")).to_have_text("Carta de Davi (lugar 4)")
    page.locator(".suit").first.tap(force=True)
    assert not live.table.orders, "no suit before a rank"
    page.get_by_role("button", name="10", exact=True).tap()
    shoot(page, "host-pad")
    page.get_by_role("button", name="copas", exact=True).tap()
    expect(page.locator("#pad-title")).to_have_text("Carta de Ana (lugar 1)")
    assert (live.table.orders[-1].decision, live.table.orders[-1].value) == ("card:4", "Th")
    page.locator(".seat[data-seat='2'] .card").nth(1).tap()
    expect(page.locator("#pad-title")).to_have_text("Corrigir a carta 2 de Bia (lugar 2)")
    page.get_by_role("button", name="K", exact=True).tap()
    page.get_by_role("button", name="paus", exact=True).tap()
    expect(page.locator("#pad-title")).to_have_text("Carta de Ana (lugar 1)")
    heard = live.table.orders[-1]
    assert (heard.decision, heard.value, heard.places) == ("card:2", "Kc", (1,))
    doubt = QuestionView("q7", "1", "lugar 1: mostre a carta (há brilho sobre ela)", "card", "9h", picture="doubt-3")
    live.do(live.table.put, asked=doubt)
    expect(page.locator(".question")).to_contain_text("mostre a carta")
    shoot(page, "host-doubt")
    page.locator(".question .go").tap()
    expect(page.locator(".question")).to_have_count(0)
    heard = live.table.orders[-1]
    assert (heard.decision, heard.value) == ("answer_question:q7", "9h")


def test_undo_says_what_it_will_undo_and_voiding_takes_two_taps(live: Live, phone: Open) -> None:
    page = phone(1280, 800)
    host(page, live)
    live.do(live.table.deal)
    undo = page.locator("#undo .act").first
    expect(undo).to_have_text("Desfazer: ── Mão 1 · Stick de Cinco ──")
    undo.click()
    expect(undo).to_have_text("Vai desfazer “── Mão 1 · Stick de Cinco ──”. Toque outra vez")
    assert not live.table.orders
    shoot(page, "host-undo")
    expect(undo).to_have_text("Desfazer: ── Mão 1 · Stick de Cinco ──")  # a confirmation that nobody gives lapses
    undo.click()
    undo.click()
    expect(page.locator("#log")).to_contain_text("Desfeito.")
    void = page.get_by_text("Anular a mão")
    void.click()
    page.get_by_text("Anular a mão: confirma").click()
    expect(page.locator("#undo .act").first).to_contain_text("Desfeito.")
    assert [t.decision for t in live.table.orders] == ["undo", "void_hand"]


def test_the_tables_screen_waits_for_the_hosts_yes_then_shows_qr_call_and_verdict(live: Live, phone: Open) -> None:
    page, screen = phone(1280, 800), phone(1280, 800)
    host(page, live)
    screen.goto(live.url + "/table")
    expect(screen.locator("#number")).to_have_text(re.compile(r"^\d{4}$"))
    shoot(screen, "screen-wait")
    expect(page.locator("#phones .question")).to_contain_text(screen.locator("#number").inner_text())
    page.get_by_text("Aceitar").click()
    expect(screen.locator("#url")).to_have_text(live.url + "/")
    expect(screen.locator(".join img")).to_be_visible()
    shoot(screen, "screen-lobby")
    live.do(live.table.deal)
    expect(screen.locator("#headline")).to_have_text("Fala o Ás — Bia")
    expect(screen.locator("#live")).to_have_text("Fala o Ás — Bia")
    assert screen.locator("button").all_inner_texts() == ["ligar a voz"], "a screen has no rights"
    size = screen.locator("#headline").evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert size >= 80
    shoot(screen, "screen-betting")
    live.do(live.table.end)
    expect(screen.locator(".verdict .winner strong")).to_have_text("Bia")
    shoot(screen, "screen-verdict")


def test_a_second_phone_waits_and_then_has_the_seat(live: Live, phone: Open) -> None:
    page, first, second = phone(1280, 800), phone(), phone()
    host(page, live)
    first.goto(live.url)
    first.locator("#name").fill("Caio")
    first.locator("[data-seat='3']").tap()
    first.locator("#sit").tap()
    expect(first.locator(".seat.mine")).to_be_visible()
    second.goto(live.url)
    second.locator("#name").fill("Caio")
    second.locator("[data-seat='3']").tap()
    expect(second.locator("#back-who")).to_have_text("O lugar 3 é de Caio. É você?")
    shoot(second, "join-back")
    second.locator("#ask").tap()
    expect(second.locator("#number")).to_have_text(re.compile(r"^\d{4}$"))
    shoot(second, "join-wait")
    page.get_by_text("Aceitar").click()
    expect(second.locator(".seat.mine")).to_be_visible()
    expect(first.locator("#sit")).to_be_visible()  # the first phone is back at the door


def test_the_locked_door_and_the_page_that_teaches_phones_to_trust_us(live: Live, phone: Open) -> None:
    page = phone()
    page.goto(live.url + "/host")
    for left in (4, 3, 2, 1):
        page.locator("#pin").fill("000000")
        page.keyboard.press("Enter")
        expect(page.locator("#error")).to_contain_text(str(left))
    page.locator("#pin").fill("000000")
    page.keyboard.press("Enter")
    expect(page.locator("#error")).to_contain_text("fala pin --new")
    page.reload()
    expect(page.locator("#pin")).to_be_disabled()
    shoot(page, "pin-locked")
    live.web.config = replace(live.config, authority=b"certificate", fingerprint=":".join(["A7"] * 32))
    page.goto(live.url + "/trust")
    expect(page.locator(".fingerprint")).to_contain_text("A7:A7")
    shoot(page, "trust")
