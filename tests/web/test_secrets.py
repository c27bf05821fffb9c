"""No byte to any phone, host, screen, error page, schema or log names a card before it lies open (cases 78, 91).

Every card of the deck that has not lain open in the present hand is searched for in everything that is sent, in every
way of writing a card: dealt closed, undealt, exchanged or thrown away unseen.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from pathlib import Path

import httpx
import pytest
from secrets_kit import Recorder, named, open_now

from assistant.engine.cards import deck_cards
from assistant.play import House, open_house, serve, virtual_world
from assistant.robots import Robots
from assistant.session import Opening
from assistant.virtual.world import World
from assistant.virtual_eyes import TruthEyes
from assistant.virtual_people import Pace, VirtualPeople

SEATS = ("1", "2", "3", "4")
NAMES = ["Ana", "Beto", "Caio", "Dora"]
POLLED = (
    *("/", "/play", "/host", "/table", "/watch", "/calibrate", "/openapi.json", "/nothing", "/qr.svg?n=99"),
    *("/api/seats", "/api/me", "/api/state", "/api/state?as=host", "/api/state?as=screen", "/api/state?as=nobody"),
    *("/api/bank", "/api/bank?as=host", "/picture/doubt-1", "/picture/doubt-1?as=host"),
    *("/judge", "/trust", "/api/rules", "/api/variations?game=stick5", "/api/eye", "/api/eye/layout", "/api/asked"),
)
# what tells of every hand of the night: asked for in the first one, when nothing else has lain open yet
TELLING = (
    *("/contest?hand=1", "/contest?hand=1&as=host", "/replay", "/replay.html", "/replay.html?as=host", "/stats"),
    *("/api/records/case?hand=1", "/api/records/case?hand=1&as=host", "/api/records/replay", "/api/records/stats"),
    *("/report/1.html", "/report/1.pdf", "/night.html", "/night.csv", "/night.html?as=host", "/night.csv?as=host"),
)


class Ears:
    """A browser that opened its stream and reads other addresses again and again."""

    def __init__(self, url: str, cookies: dict[str, str]) -> None:
        plain = {"Origin": url, "Accept-Encoding": "identity"}  # what is packed cannot be searched
        self.http = httpx.AsyncClient(base_url=url, headers=plain, cookies=cookies, timeout=30)
        self.doors: list[str] = ["/nothing", "/host"]  # still to be knocked at, before all begin anew

    async def listen(self, role: str) -> None:
        """Read one stream to its end."""
        with contextlib.suppress(httpx.HTTPError):
            async with self.http.stream("GET", f"/api/stream?as={role}") as answer:
                async for _ in answer.aiter_bytes():
                    pass

    async def knock(self, rng: random.Random, first: bool) -> None:
        """One address, sometimes with nonsense in it; of the first hand also what tells of the whole night."""
        if not self.doors:
            self.doors = [*POLLED, *(TELLING if first else ())]
            rng.shuffle(self.doors)
        path = self.doors.pop()
        if path in TELLING and not first:
            return
        with contextlib.suppress(httpx.HTTPError):
            await self.http.get(path)
            if rng.random() < 0.2:
                await self.http.post("/api/tap", json={"id": "x" * 9, "decision": "?", "seen": 0, "value": "repico"})
                await self.http.post("/api/tap", json={"wrong": True})
                await self.http.post("/api/host", json={"id": "y" * 9, "decision": "undo?", "seen": 0, "value": ""})


def deck_of(house: House) -> frozenset[str]:
    """Every card of the present hand's deck."""
    hand = house.session.state.hand
    return frozenset(deck_cards(hand.started.deck_low, hand.core.setup.jokers)) if hand is not None else frozenset()


async def night(game: str, hands: int, seed: int, folder: Path, caplog: pytest.LogCaptureFixture) -> Recorder:
    """Play so many hands with everybody listening; returns what was sent."""
    opening = Opening("segredos", SEATS, game)
    async with open_house(opening, data=folder, port=0, address="127.0.0.1", hurry=1000) as house:

        def secret() -> frozenset[str]:
            hand = house.session.state.hand
            if hand is None or hand.over:
                return frozenset()  # what earlier hands showed may be told again
            return deck_of(house) - open_now(hand)

        recorder = Recorder(house.app, secret)
        house.app = recorder  # type: ignore[assignment]
        await serve(house)
        world: World = virtual_world(SEATS, seed)
        robots = Robots(house, random.Random(seed), 0.0)
        await robots.join(NAMES)
        url = house.config.urls()[0].rstrip("/")
        ears = [Ears(url, dict(phone.cookies)) for phone in robots._phones.values()]
        boss, screen = Ears(url, {}), Ears(url, {})
        await boss.http.get("/host")
        await screen.http.get("/table")
        rng = random.Random(f"ears {seed}")
        listening = [asyncio.create_task(e.listen("player")) for e in ears]
        listening += [asyncio.create_task(boss.listen("host")), asyncio.create_task(screen.listen("screen"))]
        searched = 0  # log records
        told: dict[str, tuple[str, ...]] = {}
        people = VirtualPeople(
            house.session, world, TruthEyes(house.session, world), Pace.fast(), hosts=True, thinking=robots.owe
        )
        people.limit = hands
        play = asyncio.create_task(people.run(hands))
        watch = asyncio.create_task(robots.run())
        try:
            while not play.done():
                for one in (*ears, boss, screen):
                    await one.knock(rng, house.session.state.hand_number == 1 and house.session.state.in_hand)
                for lang in ("pt-BR", "en"):
                    if told.get(lang) != (story := house.session.story(lang)):
                        told[lang] = story
                        recorder.hits += [f"story: {w}" for line in story for w in named(line, secret())]
                for record in caplog.records[searched:]:  # each once, with what was secret when it was written
                    recorder.hits += [f"log: {w}" for w in named(record.getMessage(), secret())]
                searched = len(caplog.records)
                if watch.done():
                    watch.result()
            play.result()
        finally:
            for task in (play, watch, *listening):
                task.cancel()
            await asyncio.gather(play, watch, *listening, return_exceptions=True)
            await robots.close()
            for one in (*ears, boss, screen):
                await one.http.aclose()
        assert house.session.state.hand_number == hands
        return recorder


def prove(game: str, hands: int, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing was found, and enough was looked at for that to mean something."""
    caplog.set_level(logging.DEBUG)
    recorder = asyncio.run(night(game, hands, 7, folder, caplog))
    assert recorder.hits == [], recorder.hits[:5]
    assert {"/api/stream", "/api/state", "/api/tap", "/host", "/nothing"} <= recorder.paths
    assert recorder.messages > 100 * hands and recorder.sent > 200_000 * hands
    print(f"{game}: {hands} hands, {recorder.messages} messages, {recorder.sent / 1e6:.1f} MB, 0 hits")


@pytest.mark.parametrize(("game", "hands"), [("stick5", 1), ("fechado", 1)])
def test_no_closed_card_is_in_any_byte_sent(
    game: str, hands: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    prove(game, hands, tmp_path, caplog)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "hands"), [("stick5", 8), ("fechado", 6), ("anaconda", 6)])
def test_no_closed_card_is_in_any_byte_sent_in_twenty_hands(
    game: str, hands: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    prove(game, hands, tmp_path, caplog)


@pytest.mark.parametrize(
    "leak",
    [
        '{"code":"As"}',
        "[As,Kd]",
        "Ana recebe A♠",
        "x=A%E2%99%A0",
        "Ás de Espadas",
        "ace of spades",
        "A&spades;",
        "A\\u2660",
        "J♥A♠",
        "♠A",
        "'sA'",
    ],
)
def test_the_search_finds_a_card_however_it_is_written(leak: str) -> None:
    assert named(leak, frozenset({"As"})), leak


def test_the_search_is_not_fooled_by_words_or_tokens() -> None:
    for text in ("As três mãos têm de subir", "tok=QWNkAsJx9-kDTsQd", "Ás de ouros", "dez de copas e Rei"):
        assert not named(text, frozenset({"As"})), text
