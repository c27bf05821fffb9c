"""A whole hand of Stick by taps: five phones, the host and the table's screen in real browsers; wires are cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cut_wire import CutWire
from night_kit import Night
from playwright.sync_api import Page, expect
from web_kit import shoot

Open = Callable[..., Page]
PEOPLE = {"1": "Ana", "2": "Beto", "3": "Caio", "4": "Dora", "5": "Edu"}


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    """Five seats, cards dealt by virtual hands, everything else by taps."""
    with Night(tmp_path, "stick5", seats=5, seed=12) as night:
        yield night


def sit(page: Page, url: str, seat: str) -> None:
    """Name, seat, cacife."""
    page.goto(f"{url}/")
    page.fill("#name", PEOPLE[seat])
    page.click(f".seat-pick[data-seat='{seat}']")
    page.click("#sit")
    expect(page.locator(".seat.mine .name")).to_contain_text(PEOPLE[seat])


def tap(page: Page, words: str) -> None:
    """Tap one of the buttons once they no longer rest."""
    expect(page.locator("#choice")).not_to_have_class("choice-box locked")
    page.locator("#choice .big", has_text=words).first.click()
    armed = page.locator("#choice .armed")
    if armed.count():
        armed.click()


def bet(page: Page, chip: int) -> None:
    """Lay one chip and bet it."""
    tap(page, "Aposto…")
    page.locator(".chip", has_text=str(chip)).first.click()
    page.locator(".amount .go").click()


class Table:
    """The five phones by seat, and whose turn it is by the table itself."""

    def __init__(self, night: Night, phones: dict[str, Page]) -> None:
        self.night, self.phones = night, phones

    def turn(self) -> str:
        """The seat that is asked, as its own phone shows it."""
        seat = ""
        for _ in range(600):
            self.night.check()
            hand = self.night.look(lambda: self.night.house.session.state.hand)
            if hand is not None and (hand.verdict is not None or hand.over):
                return ""
            if hand is not None and hand.choices:
                seat = hand.choices[0].seat
                break
            self.phones["1"].wait_for_timeout(50)
        expect(self.phones[seat].locator("#choice")).to_be_visible()
        return seat

    def street(self) -> int:
        """Betting rounds that are over."""
        hand = self.night.look(lambda: self.night.house.session.state.hand)
        return int(hand.core.rounds) if hand is not None else 0

    def moved(self, street: int, seat: str) -> None:
        """Wait until the table has taken the word of a seat."""
        for _ in range(400):
            hand = self.night.look(lambda: self.night.house.session.state.hand)
            asked = [c.seat for c in hand.choices]
            if hand.verdict is not None or hand.core.rounds != street or (asked and asked[0] != seat):
                return
            self.phones["1"].wait_for_timeout(50)
        raise AssertionError(f"the word of seat {seat} was not taken")

    def finish_street(self) -> None:
        """Everybody checks or calls until the street is over."""
        street = self.street()
        while self.street() == street:
            seat = self.turn()
            if not seat or self.street() != street:
                return
            page = self.phones[seat]
            owes = page.locator("#choice .big", has_text="Cubro").count() > 0
            tap(page, "Cubro" if owes else "Mesa")
            self.moved(street, seat)


@pytest.mark.slow
def test_five_phones_host_and_screen_play_a_hand_through_a_cut_a_reload_and_a_stale_tap(
    night: Night, phone: Open
) -> None:
    wire = CutWire(night.house.config.port)
    phones = {}
    for seat in PEOPLE:
        phones[seat] = phone()
        sit(phones[seat], f"http://127.0.0.1:{wire.port}" if seat == "3" else night.url, seat)
    host = phone(1280, 800)
    host.goto(f"{night.url}/host")  # on the machine itself neither host nor screen is asked for a number
    screen = phone(1280, 800)
    screen.goto(f"{night.url}/table")
    expect(screen.locator("#table .seat")).to_have_count(5)

    night.begin(1, hosts=False, robots=False)
    host.get_by_role("button", name="Começar a mão").click()
    table = Table(night, phones)

    # the first street: a bet, and while seat 3 thinks it falls asleep and its wire is cut
    first = table.turn()
    expect(screen.locator("#headline")).to_contain_text("Fala")
    bet(phones[first], 10)
    table.moved(0, first)
    while (seat := table.turn()) != "3":
        tap(phones[seat], "Cubro")
        table.moved(0, seat)
    expect(phones["3"].locator("#choice .go")).to_have_text("Cubro 10")
    sleep = phones["3"].context.new_cdp_session(phones["3"])
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    wire.cut()
    expect(phones["1"].locator(".seat[data-seat='3'] .dot")).not_to_have_class("dot on")
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phones["3"].locator("#offline")).to_be_visible()
    shoot(phones["3"], "taps-cut")
    for other in ("1", "5"):
        expect(phones[other].locator(".seat[data-seat='3'] .dot")).not_to_have_class("dot on")
    wire.mend()
    expect(phones["3"].locator("#offline")).to_be_hidden()
    expect(phones["3"].locator(".seat.mine .name")).to_contain_text("Caio")
    tap(phones["3"], "Cubro 10")
    table.moved(0, "3")

    # another phone is reloaded in the middle of the street, its bet intact
    reloaded = first
    staked = "na frente: 10" if table.street() == 0 else ""
    phones[reloaded].reload()
    expect(phones[reloaded].locator(".seat.mine .name")).to_contain_text(PEOPLE[reloaded])
    if staked and table.street() == 0:
        expect(phones[reloaded].locator(".seat.mine .staked")).to_have_text(staked)
        shoot(phones[reloaded], "taps-reloaded")
    table.finish_street()

    # the second street: a phone that hears nothing more taps what it saw
    deaf = table.turn()
    page = phones[deaf]
    expect(page.locator("#choice .go")).to_have_text("Mesa")
    expect(page.locator("#choice")).not_to_have_class("choice-box locked")
    for path in ("**/api/stream*", "**/api/state*"):
        page.route(path, lambda route: route.abort())
    page.evaluate("() => dispatchEvent(new Event('online'))")  # its line is opened anew, and finds nobody
    expect(page.locator("#offline")).to_be_visible()
    host.locator(".for-seat .big", has_text="Mesa").click()  # the host answers for him: he had said it aloud
    table.moved(1, deaf)
    bettor = table.turn()
    bet(phones[bettor], 5)
    table.moved(1, bettor)
    while (seat := table.turn()) != deaf:
        tap(phones[seat], "Cubro")
        table.moved(1, seat)
    page.locator("#choice .go").click()
    expect(page.locator("#notice")).to_contain_text("agora são 5 para cobrir")
    shoot(page, "taps-stale")
    for path in ("**/api/stream*", "**/api/state*"):
        page.unroute(path)
    expect(page.locator("#choice .go")).to_have_text("Cubro 5")
    tap(page, "Cubro 5")
    table.moved(1, deaf)
    table.finish_street()

    while table.turn():
        table.finish_street()
    for seat in PEOPLE:
        expect(phones[seat].locator(".verdict .winner").first).to_be_visible()
    expect(screen.locator("#headline")).to_contain_text("leva")
    shoot(phones["1"], "taps-verdict")
    shoot(screen, "taps-verdict-screen")
    host.get_by_role("button", name="Confirmar").click()
    expect(phones["1"].locator(".verdict")).not_to_contain_text("ainda vai confirmar")
    assert sum(night.stacks().values()) == 5 * 200
    books, chain = night.look(night.house.session.check)
    assert books.sound and chain.intact
    wire.cut()
