"""What a phone must fetch: little, and from nobody but the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from house_kit import LiveHouse
from playwright.sync_api import Page
from weigh import MOST_BYTES, weigh


def test_the_first_pages_are_light_and_ask_no_other_host(phone: Callable[..., Page], tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        page = phone()
        own = house.url.removeprefix("http://")
        first = weigh(page, f"{house.url}/", "#sit")
        page.fill("#name", "Zélia")
        page.click(".seat-pick[data-seat='1']")
        page.click("#sit")
        page.locator(".seat.mine").wait_for()
        second = weigh(page, f"{house.url}/play", ".seat.mine")
        for weight in (first, second):
            assert weight.hosts == {own}, weight
            assert 0 < weight.bytes <= MOST_BYTES, weight
