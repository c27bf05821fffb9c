"""The player's phone in Chromium at 390×844: three taps to a seat, acting, and coming back from everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from cut_wire import CutWire
from playwright.sync_api import Page, expect
from tiny_table import TinyTable
from web_kit import Live, shoot

from assistant.views import CardView, ChoiceView, OptionView

Open = Callable[..., Page]


def sit(page: Page, live: Live) -> None:
    """Name, seat, cacife."""
    page.goto(live.url)
    page.locator("#name").fill("Caio")
    page.locator("[data-seat='3']").tap()
    page.locator("#sit").tap()
    expect(page.locator(".seat.mine .name")).to_have_text("Caio (você)")


def host_says(live: Live, value: str, amount: int | None = None) -> None:
    """What the table hears from a player without a phone."""
    live.do(live.table.speak, value, amount)


def test_three_taps_to_a_seat_and_a_turn_played(live: Live, phone: Open) -> None:
    page = phone()
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url))
    page.goto(live.url)
    shoot(page, "join")
    sit(page, live)
    expect(page.locator("#notice")).to_contain_text("código do lugar")
    shoot(page, "play-lobby")
    live.do(live.table.deal)
    expect(page.locator("#headline")).to_have_text("Fala o Ás — Bia")
    expect(page.locator("#since")).to_contain_text("Vez de Bia")
    assert page.locator(".seat[data-seat='2'] .card").count() == 3
    expect(page.locator(".seat[data-seat='2'] .card.back")).to_have_attribute("aria-label", "carta fechada")
    expect(page.locator(".seat[data-seat='2'] .card").nth(1)).to_have_attribute("aria-label", "Ás de espadas")
    expect(page.locator("#choice")).to_be_hidden()
    shoot(page, "play-other")
    host_says(live, "mesa")
    expect(page.locator("body")).to_have_class("page-play mine")
    expect(page.locator("#live")).to_have_text("Sua vez. Sua palavra?")
    assert page.locator("#choice .big").all_inner_texts() == ["Saio", "Mesa", "Aposto…"]
    for button in page.locator("#choice .big").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44 and box["y"] + box["height"] <= 844
    expect(page.locator("#choice")).not_to_have_class("choice-box locked")
    shoot(page, "play-turn")
    page.get_by_text("Aposto…").tap()
    page.locator(".chip", has_text="10").tap()
    shoot(page, "play-amount")
    page.get_by_label("mais").tap()
    page.locator(".amount .go").tap()
    expect(page.locator(".seat.mine .word")).to_have_text("aposto 11")
    expect(page.locator(".pot strong")).to_have_text("15")
    for _ in range(3):
        host_says(live, "cubro")
    expect(page.locator(".verdict .winner strong")).to_have_text("Bia")
    assert page.locator(".verdict .winner .card.best").count() == 5
    assert page.locator(".verdict .winner .card.dim").count() == 1
    expect(page.locator("#subline")).to_have_text("Par de Ases vence par de Damas.")
    shoot(page, "play-verdict")
    page.locator("#menu-open").tap()
    expect(page.locator("#code")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    shoot(page, "play-menu")
    assert {u.split("/")[2] for u in asked} == {f"127.0.0.1:{live.port}"}, "no request to any other host"


def test_leaving_needs_two_taps_and_buttons_rest_after_a_change(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    live.do(live.table.deal)
    host_says(live, "aposto", 5)
    choice = page.locator("#choice")
    page.locator("#choice .big", has_text="Cubro 5")
    for _ in range(2):
        live.do(live.table.skip)
    expect(choice).to_have_class("choice-box locked")
    page.locator("#choice .big").first.tap()  # under a thumb that meant something else
    assert live.table.places["3"].word == ""
    expect(choice).to_have_class("choice-box")
    page.get_by_text("Saio").tap()
    expect(page.locator(".armed")).to_have_text("Saio: confirma")
    assert not live.table.places["3"].folded
    shoot(page, "play-armed")
    if not page.locator(".armed").count():  # pictures take long on a loaded machine, and the button fell asleep again
        page.get_by_text("Saio").tap()
    page.locator(".armed").tap()
    expect(page.locator(".seat.mine .badge")).to_have_text("saiu")


def test_case_79_a_stale_tap_is_refused_with_the_new_amount(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    live.do(live.table.deal)
    host_says(live, "mesa")
    expect(page.locator("#choice .go")).to_have_text("Mesa")
    expect(page.locator("#choice")).to_have_class("choice-box")
    live.do(live.table.raise_quietly)  # the table moved on and this phone has not heard of it yet
    page.get_by_text("Mesa", exact=True).tap()
    expect(page.locator("#notice")).to_contain_text("20 para cobrir")
    expect(page.locator("#choice .go")).to_have_text("Cubro 20")
    assert live.table.places["3"].staked == 1
    expect(page.locator("#choice")).to_have_class("choice-box")
    shoot(page, "play-stale")
    page.get_by_text("Cubro 20").tap()
    expect(page.locator(".seat.mine .staked")).to_have_text("na frente: 21")


def test_case_70_sleep_cut_reload_and_restart_all_come_back_to_the_seat(
    live: Live, phone: Open, table: TinyTable, tmp_path: Path
) -> None:
    page = phone()
    sit(page, live)
    live.do(live.table.deal)
    host_says(live, "mesa")
    expect(page.locator("#choice .go")).to_have_text("Mesa")

    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    shoot(page, "play-offline")
    live.do(live.table.raise_quietly)
    live.do(live.table.touch)
    page.context.set_offline(False)
    expect(page.locator("#choice .go")).to_have_text("Cubro 20")
    expect(page.locator("#offline")).to_be_hidden()

    page.reload()
    expect(page.locator("#choice .go")).to_have_text("Cubro 20")
    expect(page.locator(".seat.mine .staked")).to_have_text("na frente: 1")

    lifecycle = page.context.new_cdp_session(page)
    lifecycle.send("Page.setWebLifecycleState", {"state": "frozen"})
    host_says(live, "cubro", 20)
    lifecycle.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.locator(".seat.mine .staked")).to_have_text("na frente: 21")

    live.stop()
    expect(page.locator("#offline")).to_be_visible()
    later = Live(table, live.config.folder, live.port)
    try:
        expect(page.locator("#offline")).to_be_hidden()
        later.do(lambda: later.table.places["3"].__setattr__("word", "de volta"))
        later.do(later.table.touch)
        expect(page.locator(".seat.mine .word")).to_have_text("de volta")
    finally:
        later.stop()


def test_case_72_a_line_that_says_open_and_is_dead_is_replaced_when_the_phone_wakes(live: Live, phone: Open) -> None:
    wire, page = CutWire(live.port), phone()
    page.goto(f"http://127.0.0.1:{wire.port}/")
    page.locator("#name").fill("Caio")
    page.locator("[data-seat='3']").tap()
    page.locator("#sit").tap()
    live.do(live.table.deal)
    host_says(live, "mesa")
    expect(page.locator("#choice .go")).to_have_text("Mesa")
    page.wait_for_timeout(6000)  # only the stream is still open
    wire.swallow()
    live.do(live.table.raise_quietly)
    live.do(live.table.touch)
    page.wait_for_timeout(1000)
    expect(page.locator("#choice .go")).to_have_text("Mesa")  # the phone has heard nothing, and believes its line
    expect(page.locator("#offline")).to_be_hidden()
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")  # what browsers say on waking
    expect(page.locator("#choice .go")).to_have_text("Cubro 20", timeout=10_000)
    live.do(live.table.speak, "cubro", 20)
    expect(page.locator(".seat.mine .staked")).to_have_text("na frente: 21")  # and the new stream brings what follows
    wire.cut()


def options(*pairs: tuple[str, str]) -> tuple[OptionView, ...]:
    """Options of a value and a label."""
    return tuple(OptionView(value, label) for value, label in pairs)


PLACES = options(*((str(i), f"Carta {i + 1}") for i in range(5)))
FIVE = tuple(CardView(None, False) for _ in range(5))
BID = OptionView("bid", "Lance", min=0, max=60, step=5, presets=(10, 20, 30))
COUNTS = tuple(OptionView(str(n), str(n), amount=n) for n in range(4))
GAMES = options(("stick5", "Stick de Cinco"), ("fechado", "Fechado"), ("escuro", "Escuro"))
KINDS = (  # the question, the taps that answer it, and what the table must hear
    (
        ChoiceView("9.1", "3", "pick_cards", "Quais troca?", "", PLACES, 0, (0, 3), FIVE, ("Trocar {n}", "Servido")),
        (".card >> nth=1", ".card >> nth=4", ".go"),
        ("pick", None, (1, 4)),
    ),
    (ChoiceView("9.2", "3", "number", "Quantas cartas?", "", COUNTS), (".big >> nth=2",), ("2", 2, ())),
    (
        ChoiceView("9.3", "3", "secret_amount", "Seu lance?", "", (BID,)),
        (".chip >> nth=2", ".chip >> nth=1", ".step >> nth=1", ".go"),
        ("bid", 20, ()),
    ),
    (
        ChoiceView("9.4", "3", "yes_no", "Compra a carta?", "", options(("yes", "Compro"), ("no", "Não"))),
        (".go",),
        ("yes", None, ()),
    ),
    (
        ChoiceView("9.5", "3", "pick_game", "Qual o jogo?", "O carteador escolhe.", GAMES),
        (".big >> nth=1",),
        ("fechado", None, ()),
    ),
    (
        ChoiceView("9.6", "3", "ready", "Descarte duas.", "", options(("ready", "Pronto"))),
        (".go",),
        ("ready", None, ()),
    ),
)


def test_every_kind_of_choice_has_its_part(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    for choice, taps, sent in KINDS:
        live.do(live.table.put, other=choice)
        expect(page.locator(".prompt")).to_have_text(choice.prompt)
        expect(page.locator("#choice")).to_have_class("choice-box")
        for tap in taps[:-1]:
            page.locator(f"#choice {tap}").tap()
        shoot(page, f"choice-{choice.kind}")
        page.locator(f"#choice {taps[-1]}").tap()
        expect(page.locator("#choice")).to_be_hidden()
        heard = live.table.orders[-1]
        assert (heard.value, heard.amount, heard.places) == sent


def test_text_at_twice_its_size_still_fits_and_english_is_one_tap_away(live: Live, phone: Open) -> None:
    page = phone()
    sit(page, live)
    page.locator("#menu-open").tap()
    page.get_by_text("English").tap()
    live.do(live.table.deal)
    host_says(live, "mesa")
    expect(page.locator("#since")).to_contain_text("Your turn")
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 390
    for button in page.locator("#choice .big").all():
        box = button.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
    shoot(page, "play-200")


def test_ten_seats_of_seven_cards_fit_a_phone(phone: Open, tmp_path: Path) -> None:
    names = ("Ana", "Bia", None, "Davi", "Eduarda", "Fê", "Gustavo", "Helô", "Iara", "João Pedro de Alcântara")
    live = Live(TinyTable(names), tmp_path)
    try:
        page = phone()
        sit(page, live)
        live.do(live.table.deal, 7)
        expect(page.locator(".seat .cards")).to_have_count(10)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        page.screenshot(path=str(Path(__file__).parents[2] / "artifacts/web/play-ten.png"), full_page=True)
        wide = phone(1280, 800)
        wide.goto(live.url + "/host")
        wide.locator("#pin").fill("246810")
        wide.keyboard.press("Enter")
        expect(wide.locator(".seat .cards")).to_have_count(10)
        shoot(wide, "host-ten")
    finally:
        live.stop()
