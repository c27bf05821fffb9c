"""A cold verdict on a phone: a photograph with a covered card, one question at a time, answered by taps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect
from record_kit import LiveNight, rendered
from record_pictures import shoot
from test_contest_in_browser import host, sit

Open = Callable[..., Page]
LYING = (("1", ("As", "9c", "Th", "Jd", "Ah")), ("2", ("Kd", "Kh", "Jc", "Qs", "8d")))


def covered(place: int) -> bytes:
    """A photograph of two hands of which one card lies under something round."""
    frame, cards = rendered(LYING)
    image = cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    h, w = image.shape[:2]
    x, y = (np.array([(x * w, y * h) for x, y in cards[place][0].quad]).mean(0)).astype(int)
    cv2.circle(image, (int(x), int(y)), int(h * 0.07), (90, 60, 30), -1)
    ok, data = cv2.imencode(".jpg", image)
    assert ok
    return data.tobytes()


def photograph(page: Page, file: Path) -> None:
    """Take a picture and wait for what it says."""
    before = page.locator("#answer .judged").get_attribute("src") if page.locator("#answer .judged").count() else None
    page.locator("#photo").set_input_files(file)
    page.wait_for_function(
        "(was) => { const i = document.querySelector('#answer .judged'); return i && i.getAttribute('src') !== was; }",
        arg=before,
        timeout=240_000,
    )


@pytest.mark.slow
def test_a_covered_card_is_asked_about_and_told_in_taps_or_shown_on_a_second_picture(
    live: LiveNight, phone: Open, tmp_path: Path
) -> None:
    hidden, whole = tmp_path / "hidden.jpg", tmp_path / "whole.jpg"
    hidden.write_bytes(covered(4))
    whole.write_bytes(rendered(LYING)[0])
    page = phone()
    sit(page, live, "2", "Beto")
    page.goto(live.url + "/judge")
    photograph(page, hidden)
    expect(page.locator(".judge-ask")).to_be_visible()
    expect(page.locator("#photo-label")).to_have_text("Mais uma foto desta mesa")
    page.wait_for_load_state("networkidle")
    shoot(page, "judge-phone-asks")
    told = iter(
        (("A", 1), ("10", 1), ("J", 2))
    )  # what a person sees under it, in the order of spades, hearts, diamonds, clubs
    for _ in range(8):
        if page.locator("#headline").inner_text().startswith("Ganha"):
            break
        buttons = page.locator(".judge-ask button")
        mine = [b for c in ("A♥", "10♥", "J♦", "9♣", "A♠") for b in buttons.filter(has_text=c).all()]
        (mine[0] if mine else buttons.last).tap()  # the last: any other card
        if page.locator("#pad").is_visible():
            shoot(page, "judge-phone-pad")
            rank, suit = next(told)
            page.locator("#pad .rank", has_text=rank).first.tap()
            page.locator("#pad .suit").nth(suit).tap()
        page.wait_for_timeout(300)
        page.wait_for_function("() => !document.body.classList.contains('busy')")
    expect(page.locator("#headline")).to_contain_text("Ganha: mão")
    expect(page.locator(".shown.winner .card")).to_have_count(5)
    shoot(page, "judge-phone-told")

    page.locator("#fresh").tap()
    expect(page.locator("#headline")).to_have_text("Quem ganha?")
    photograph(page, hidden)
    expect(page.locator(".judge-ask")).to_be_visible()
    photograph(page, whole)
    page.wait_for_load_state("networkidle")
    shoot(page, "judge-phone-two-pictures")
    desk = phone(1280, 800)
    host(desk, live)
    desk.goto(live.url + "/judge?as=host")
    photograph(desk, whole)
    desk.wait_for_load_state("networkidle")
    shoot(desk, "judge-host")
