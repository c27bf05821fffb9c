"""Whole hands of the odd games on a real phone page: every kind of question met, looked at, and answered."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from night_kit import Night
from playwright.sync_api import Page, expect
from web_kit import shoot

Open = Callable[..., Page]
HANDS = 4  # one is enough mostly; in some the seat is all in before its question comes
# game → the seat at the browser, and the kinds of question that its hand must have put to it
GAMES = {
    "fechado": ("2", {"act", "number"}),
    "escuro": ("2", {"act"}),
    "trees": ("2", {"number"}),
    "leilao": ("2", {"secret_amount", "pick_cards"}),
    "twist": ("2", {"pick_cards"}),
    "anaconda": ("2", {"ready"}),
    "roll_your_neighbor": ("2", {"pick_cards"}),
    "quem_da_manda": ("4", {"pick_game"}),  # seat 4 deals the first hand
    "segunda_fechada": ("2", {"yes_no"}),
}


def sit(page: Page, night: Night, seat: str, name: str) -> None:
    """Three taps to a seat."""
    page.goto(f"{night.url}/")
    page.fill("#name", name)
    page.click(f".seat-pick[data-seat='{seat}']")
    page.click("#sit")
    expect(page.locator(".seat.mine .name")).to_contain_text(name)


def answer(page: Page, kind: str) -> None:
    """Tap any answer that the page offers; leaving only where nothing else is."""
    choice = page.locator("#choice")
    if kind == "pick_cards":
        cards = choice.locator(".card")
        if choice.locator(".go").is_disabled() or cards.count() <= 4:
            cards.first.click()
        for i in range(1, cards.count()):
            if choice.locator(".go").is_enabled():
                break
            cards.nth(i).click()
        choice.locator(".go").click()
    elif kind == "secret_amount":
        choice.locator(".chip").first.click()
        choice.locator(".go").click()
    elif kind == "number":
        choice.locator(".big").last.click()
    else:
        good = choice.locator(".go")
        button = good.first if good.count() else choice.locator(".big").last
        button.click()
        armed = choice.locator(".armed")
        if armed.count():
            armed.first.click()


def follow(page: Page, night: Night, game: str, wanted: set[str], seconds: float = 240.0) -> set[str]:
    """Answer what the seat is asked to the end of the hand in which everything wanted has been asked, or of the night.

    A picture of each new question is kept in both sizes.
    """
    met: dict[str, str] = {}
    until = time.monotonic() + seconds
    while not night.ended() and not (wanted <= set(met.values()) and night.between()):
        assert time.monotonic() < until, (game, met, page.locator("body").inner_text()[:600])
        box = page.locator("#choice:not([hidden]):not(.locked):not(.busy) .choice")
        if not box.count():
            page.wait_for_timeout(60)
            continue
        kind = (box.first.get_attribute("class") or "").split("kind-")[-1].split(" ")[0]
        prompt = page.locator("#choice .prompt").inner_text()
        question = kind if kind == "act" else prompt.split(" ")[0]
        if question not in met:
            met[question] = kind
            why = page.locator("#choice .why p").text_content()  # case 3: why it is one's turn, in one sentence
            assert why and why.endswith("."), prompt
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), prompt
            shoot(page, f"every-{game}-{kind}-{len(met)}")
        try:
            answer(page, kind)
        except Exception:
            if night.ended() or night.between():
                continue
            raise
    return set(met.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_every_kind_of_question_is_met_and_answered_on_the_phone(game: str, phone: Open, tmp_path: Path) -> None:
    with Night(tmp_path, game, seed=3) as night:
        page = phone()
        page.set_default_timeout(20_000)
        seat, wanted = GAMES[game]
        sit(page, night, seat, "Zélia")
        night.begin(HANDS)
        kinds = follow(page, night, game, wanted)
        assert kinds >= wanted, kinds
        shoot(page, f"every-{game}-end")
