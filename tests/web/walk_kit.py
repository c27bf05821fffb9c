"""A table as `fala play --camera virtual` opens it, and what people do on its pages, in their words."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from house_kit import LiveHouse
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from web_kit import ARTIFACTS

from assistant.engine.cards import deck_cards
from assistant.phrases import say
from assistant.play import FULL_LOW, attach_camera, virtual_world
from assistant.soak.room import NightEyes
from assistant.virtual_people import Pace, VirtualPeople
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup

READ = frozenset({1})  # the recogniser reads the cards of these hands; of the others the virtual table tells


@dataclass(frozen=True)
class Card:
    """A card as people name it."""

    code: str

    @property
    def rank(self) -> str:
        """As on the host's buttons."""
        return "10" if self.code[0] == "T" else self.code[0]

    @property
    def suit(self) -> str:
        """As on the host's buttons."""
        return say("pt-BR", f"web.all.suit_{self.code[1]}")

    @property
    def name(self) -> str:
        """As it is read out."""
        rank, suit = (say("pt-BR", f"web.all.{k}_{c}") for k, c in zip(("rank", "suit"), self.code, strict=True))
        return f"{rank} de {suit}"


class Walk(LiveHouse):
    """One evening: the virtual camera over a virtual table whose dealer lays cards as soon as a hand begins."""

    def begin(self, seed: int) -> None:
        """Hang the camera and sit the dealer down."""
        self._task: asyncio.Task[None]
        self.do(self._begin(seed))

    async def _begin(self, seed: int) -> None:
        session = self.house.session
        seats = session.state.seats
        world = self.world = virtual_world(seats, seed)
        deck = frozenset(deck_cards(FULL_LOW, 0))
        camera = await attach_camera(self.house, Setup("virtual", default_layout(seats), deck=deck, threads=1))
        eyes = NightEyes(session, world, camera, READ)
        self.people = VirtualPeople(session, world, eyes, Pace.fast(), hosts=False)
        self._task = asyncio.create_task(self.people.run(0))

    def last_card(self, seat: str) -> Card:
        """The last open card before a seat, as it truly lies."""
        return Card([code for code, up in self.look(self.world.truth)[seat] if up][-1])

    def other_than(self, card: Card) -> Card:
        """A card that lies nowhere on the table, of the same suit."""
        lying = {code for row in self.look(self.world.truth).values() for code, _ in row}
        return next(Card(rank + card.code[1]) for rank in "KQJA" if rank + card.code[1] not in lying)

    def stop(self) -> None:
        """Gather the cards and close."""
        self.look(self._task.cancel)
        super().stop()


def sit_down(page: Page, url: str, name: str, seat: str) -> None:
    """The address, a name, a seat; the first cacife is bought at the door."""
    page.goto(f"{url}/")
    page.fill("#name", name)
    page.click(f".seat-pick[data-seat='{seat}']")
    expect(page.locator("#sit")).to_contain_text("R$ 50,00")
    page.click("#sit")
    expect(page.locator(".seat.mine .name")).to_contain_text(name)


def start(host: Page, game: str) -> None:
    """The host picks a game and starts the hand."""
    host.locator("#game-pick").select_option(label=game)
    host.get_by_role("button", name="Começar a mão").click()


def asked(page: Page) -> str:
    """The kind of question that stands on a phone now; "" where none does."""
    box = page.locator("#choice:not([hidden]):not(.locked):not(.busy) .choice")
    if not box.count():
        return ""
    return (box.first.get_attribute("class") or "").split("kind-")[-1].split(" ")[0]


def answer(page: Page, kind: str, prefer: str = "") -> None:
    """Answer as a calm player does: mesa, cubro, two cards exchanged; ``prefer`` is a word said where it is offered."""
    choice = page.locator("#choice")
    if kind == "pick_cards":
        cards = choice.locator(".card")
        for i in range(cards.count()):
            if choice.locator(".go").is_enabled() and i >= 2:
                break
            cards.nth(i).click()
        choice.locator(".go").click()
        return
    buttons = choice.locator("button:enabled")
    words = [w.strip() for w in buttons.all_inner_texts()]
    wished = [prefer] if prefer else []
    for word in (*wished, "Mesa", "Cubro", "Passo", "2", "Não", "Pronto"):
        found = next((i for i, w in enumerate(words) if w == word or w.startswith((f"{word} ", f"{word}…"))), None)
        if found is not None:
            buttons.nth(found).click()
            amount = choice.locator(".amount .go")
            if amount.count() and amount.is_visible():
                amount.click()
            return
    choice.locator(".go, .big").first.click()


def play_on(host: Page, phones: list[Page], *, prefer: str = "", seconds: float = 500.0) -> set[str]:
    """Everybody answers what his phone asks until the verdict stands; the kinds of questions met."""
    met: set[str] = set()
    until = time.monotonic() + seconds
    verdict = host.get_by_role("button", name=re.compile("^Confirmar"))
    while not verdict.count():
        assert time.monotonic() < until, (host.locator("body").inner_text()[:800], met)
        for page in phones:
            kind = asked(page)
            if kind:
                met.add(kind)
                answer(page, kind, prefer)
        host.wait_for_timeout(40)
    return met


def correct(host: Page, card: Locator, to: Card) -> None:
    """The host taps a card and says which one it is, in two taps."""
    card.click()
    pad = host.locator("#pad")
    expect(pad.locator("#pad-title")).to_contain_text("Corrigir")
    pad.get_by_role("button", name=to.rank, exact=True).click()
    pad.get_by_role("button", name=to.suit, exact=True).click()


def confirm(host: Page) -> None:
    """The host moves the pot."""
    host.get_by_role("button", name=re.compile("^Confirmar")).click()
    expect(host.get_by_role("button", name="Começar a mão")).to_be_visible()


def twice(page: Page, name: str) -> None:
    """A button of the bank that asks for a second tap; news that redraw the list take the first one back."""
    for _ in range(4):
        page.locator("#bank").get_by_role("button", name=name).first.click()
        with contextlib.suppress(PlaywrightTimeout):
            page.locator("#bank .act.armed").click(timeout=4_000)
            return
    raise AssertionError(f"{name}: the second tap never came in time")


def count(page: Page, chips: int) -> None:
    """Count a stack; no colours were agreed at this table, so the pad asks for the sum."""
    page.locator("#bank").get_by_role("button", name="Contar minhas fichas").first.click()
    page.locator(".count-rows input").fill(str(chips))
    page.locator(".count-foot .go").click()


def run_fala(folder: Path, *args: str) -> str:
    """A command on the same data, which must end well; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "assistant", *args, "--data", str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Keep a picture of the page for whoever looks."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(ARTIFACTS / f"walk-{name}.png"), full_page=whole)
