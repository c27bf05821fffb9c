"""From a contest on a phone to the corrected payout and books, in a real browser, both sizes, both languages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect
from record_kit import LiveNight, rendered
from record_pictures import shoot

Open = Callable[..., Page]


def sit(page: Page, live: LiveNight, seat: str, name: str) -> None:
    """A phone that takes a seat back by its code."""
    web = live.house.app.state.web
    code = web.phones.code(seat, web.owners()[seat])
    page.goto(live.url + "/")
    page.locator(f".seat-pick[data-seat='{seat}']").tap()
    page.locator("#code").fill(code)
    page.locator("#take").tap()
    expect(page).to_have_url(live.url + "/play")


def host(page: Page, live: LiveNight) -> None:
    """The host, by the PIN."""
    page.goto(live.url + "/host")
    if page.locator("#pin").count():
        page.locator("#pin").fill(live.house.config.pin)
        page.keyboard.press("Enter")
    expect(page.locator("#headline")).not_to_have_text("…")


def test_a_contest_from_a_phone_to_the_corrected_payout_and_books(live: LiveNight, phone: Open) -> None:
    live.do(live.night.hand_to_verdict())
    beto = phone()
    sit(beto, live, "2", "Beto")
    beto.get_by_text("Ver as fotos · Contestar").tap()
    expect(beto.locator("#headline")).to_have_text("Ana leva o montão: 23")
    expect(beto.locator("#cards img")).to_have_count(11)
    beto.wait_for_load_state("networkidle")
    shoot(beto, "contest-phone-seen")
    beto.get_by_role("button", name="Uma carta").tap()
    expect(beto.locator("#contest-go")).to_be_disabled()
    beto.locator(".shot", has_text="A♥").locator("button").tap()
    beto.locator("#ask input").fill("era um oito")
    shoot(beto, "contest-phone-asking")
    beto.locator("#contest-go").tap()
    expect(beto.locator(".contest.open")).to_contain_text("Beto contesta uma carta: A♥, 1ª carta de Ana.")
    expect(beto.locator("#what-if")).to_contain_text("Beto 23")
    shoot(beto, "contest-phone-open")

    desk = phone(1280, 800)
    host(desk, live)
    shoot(desk, "contest-host-banner", whole=False)
    desk.get_by_text("Mão 1 contestada").click()
    expect(desk.locator(".contest.open")).to_contain_text("Decide o anfitrião.")
    desk.get_by_role("button", name="A carta é outra").click()
    desk.locator(".ranks .act", has_text="8").click()
    shoot(desk, "contest-host-picking")
    desk.locator(".picker .suit-h").click()
    expect(desk.locator(".proposal")).to_contain_text("A carta é 8♥")
    expect(beto.locator(".proposal")).to_contain_text("A carta é 8♥")
    desk.wait_for_load_state("networkidle")
    shoot(desk, "contest-host-proposed")
    desk.get_by_role("button", name="Resolver assim").click()
    desk.get_by_text("Resolver assim: confirma").click()
    expect(desk.locator(".resolved")).to_contain_text("A carta é 8♥")
    expect(beto.locator(".resolved")).to_contain_text("A carta é 8♥")
    expect(beto.locator("#headline")).to_have_text("Beto leva o montão: 23")
    shoot(beto, "contest-phone-resolved")
    shoot(desk, "contest-host-resolved")

    desk.get_by_text("voltar à mesa").click()
    desk.get_by_text("Confirmar: Beto leva o montão: 23").click()
    expect(desk.locator("#actions button").first).to_contain_text("Começar")
    assert live.night.session.state.stacks == {"1": 189, "2": 212, "3": 199}
    books, chain = live.night.session.check()
    assert books.sound and chain.intact
    beto.get_by_text("voltar à mesa").tap()
    expect(beto.locator(".seat.mine")).to_contain_text("212")

    english = phone(390, 844, locale="en-US")
    sit(english, live, "1", "Ana")
    english.goto(live.url + "/contest")
    expect(english.locator(".resolved")).to_contain_text("The card is 8♥")
    expect(english.locator("#shown-title")).to_have_text("What was shown")
    shoot(english, "contest-phone-english")
    english.get_by_role("link", name="Report", exact=True).tap()
    expect(english.locator("h1")).to_have_text("Contest · mesa · hand 1")
    english.wait_for_load_state("networkidle")
    shoot(english, "report-html")
    english.go_back()
    expect(english.locator(".resolved")).to_contain_text("The card is 8♥")


def test_replay_numbers_and_a_cold_verdict_from_a_phone(live: LiveNight, phone: Open, tmp_path: Path) -> None:
    live.do(live.night.hand_to_verdict())
    live.do(live.night.host("confirm_verdict"))
    live.do(live.night.hand_to_verdict(bet=5))
    live.do(live.night.host("confirm_verdict"))
    page = phone()
    sit(page, live, "2", "Beto")
    expect(page.locator(".head-code")).to_contain_text("Código do registro: ")
    page.goto(live.url + "/replay")
    expect(page.locator(".rp-line")).to_contain_text("dá as cartas")
    page.get_by_label("um passo adiante").tap()
    expect(page.locator(".rp-line")).to_contain_text("recebe uma carta fechada")
    page.get_by_label("fim", exact=True).tap()
    expect(page.locator(".rp-call")).to_contain_text("Ana leva o montão")
    expect(page.locator(".rp-photo")).to_be_visible()
    page.wait_for_load_state("networkidle")
    shoot(page, "replay-phone")
    with page.expect_download() as saved:
        page.locator("#file").tap()
    file = tmp_path / "hand.html"
    saved.value.save_as(file)
    page.goto(live.url + "/stats")
    expect(page.locator(".numbers tbody tr")).to_have_count(3)
    expect(page.locator(".plot polyline")).to_have_count(3)
    shoot(page, "stats-phone")

    desk = phone(1280, 800)
    desk.goto(file.as_uri())
    expect(desk.locator(".rp-line")).to_contain_text("dá as cartas")
    for _ in range(6):
        desk.keyboard.press("ArrowRight")
    desk.keyboard.press("End")
    expect(desk.locator(".rp-call")).to_contain_text("Ana leva o montão")
    expect(desk.locator(".rp-photo")).to_be_visible()
    shoot(desk, "replay-file")
    host(desk, live)
    desk.goto(live.url + "/stats?as=host")
    expect(desk.locator(".plot polyline")).to_have_count(3)
    shoot(desk, "stats-host")

    frame, _ = rendered((("1", ("As", "9c", "Th", "Jd", "Ah")), ("2", ("Kd", "Kh", "Jc", "Qs", "8d"))))
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(frame)
    page.goto(live.url + "/judge")
    page.locator("#photo").set_input_files(photo)
    expect(page.locator("#answer .judged")).to_be_visible(timeout=240_000)
    page.wait_for_load_state("networkidle")
    shoot(page, "judge-phone")
