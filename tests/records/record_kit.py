"""Tools of the record's tests: a real table on a real journal, hands played by its own camera-less host, pictures."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.play import House, open_house, serve
from assistant.reconcile import SeenZone
from assistant.records.evidence import CardRead, EvidenceStore
from assistant.session import Opening, Session
from assistant.views import Tap, TapResult
from assistant.virtual.world import World, deck_from
from assistant.vision.sources.virtual import render
from assistant.web.port import Recipient

SEATS = ("1", "2", "3")
NAMES = ("Ana", "Beto", "Caio")
HOST = Recipient("host")


@functools.cache
def rendered(
    lying: tuple[tuple[str, tuple[str, ...]], ...], seed: int = 5
) -> tuple[bytes, list[tuple[CardRead, bytes]]]:
    """A picture of cards lying open before their seats, and each card cut out: what recognition would have kept."""
    seats = dict(lying)
    world = World(SEATS, deck_from("2"), seed=seed, table="felt")
    for seat, cards in seats.items():
        for code in cards:
            world.deal_card(code, seat, up=True)
    image = render(world.film(1)[0]).image
    ok, frame = cv2.imencode(".jpg", cv2.resize(image, (1280, 720)))
    assert ok
    k = image.shape[1] / world.geometry.width
    cards_read = []
    for seat in seats:
        for card in world.cards(seat):
            x, y = int(card.at[0] * k), int(card.at[1] * k)
            crop = np.ascontiguousarray(image[max(0, y - 80) : y + 80, max(0, x - 58) : x + 58])
            ok, jpeg = cv2.imencode(".jpg", crop)
            h, w = image.shape[:2]
            quad = tuple(((x + dx) / w, (y + dy) / h) for dx, dy in ((-58, -80), (58, -80), (58, 80), (-58, 80)))
            cards_read.append((CardRead(seat, card.code, 997_300, True, quad), jpeg.tobytes()))
    return frame.tobytes(), cards_read


class Night:
    """A table with three people, driven as its phones and its camera would."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        self.session, self.store = session, store
        self.lying: dict[str, list[str]] = {s: [] for s in SEATS}
        self.closed: dict[str, int] = dict.fromkeys(SEATS, 0)

    async def host(self, decision: str, value: str = "") -> TapResult:
        """A host's word that must be taken."""
        done = await self.session.host(Tap(secrets.token_hex(8), decision, 0, value))
        assert done.ok, done
        return done

    async def see(self, pictures: bool = True) -> None:
        """The camera's view of what lies there, with the frame that it would keep."""
        names: tuple[str, ...] = ()
        if pictures:
            frame, cards = rendered(tuple((s, tuple(c)) for s, c in self.lying.items() if c))
            names = self.store.keep(frame, cards)
        zones = {s: SeenZone(faces=tuple(self.lying[s]), backs=self.closed[s]) for s in SEATS}
        await self.session.see(zones, names)

    async def say(self, seat: str, verb: str, amount: int | None = None) -> None:
        """A player's word that must be taken."""
        to = Recipient("player", seat)
        choice = self.session.view(to).choice
        assert choice is not None, seat
        done = await self.session.tap(to, Tap(secrets.token_hex(8), choice.decision, 0, verb, amount))
        assert done.ok, done

    async def mesa(self) -> None:
        """Everybody says mesa."""
        while (hand := self.session.state.hand) is not None and hand.choices and hand.phase == "betting":
            await self.say(hand.choices[0].seat, "mesa")

    async def hand_to_verdict(self, bet: int = 10, pictures: bool = True) -> None:
        """Stick: Ana ends with a pair of aces (her closed card an ace), Beto with kings; Caio leaves at the bet."""
        self.lying = {s: [] for s in SEATS}
        await self.host("start_hand")
        self.closed = dict.fromkeys(SEATS, 1)
        await self.see(pictures=False)
        for street, cards in enumerate(
            (("As", "Kd", "9h"), ("9c", "Kh", None), ("Th", "Jc", None), ("Jd", "Qs", None))
        ):
            for seat, card in zip(SEATS, cards, strict=True):
                if card is not None:
                    self.lying[seat].append(card)
            await self.see(pictures)
            if street == 0:
                await self.say("1", "aposto", bet)
                await self.say("2", "cubro")
                await self.say("3", "saio")
            else:
                await self.mesa()
        self.closed = {"1": 0, "2": 0, "3": 1}
        self.lying["1"].append("Ah")
        self.lying["2"].append("8d")
        await self.see(pictures)
        hand = self.session.state.hand
        assert hand is not None and hand.verdict is not None, hand


@contextlib.asynccontextmanager
async def night(folder: Path, **more: Any) -> AsyncIterator[tuple[Night, House]]:
    """A table opened as `fala play` opens it, with three people seated."""
    opening = Opening("mesa", SEATS, "stick5", options=more.pop("options", None))
    async with open_house(opening, data=folder, port=0, address="127.0.0.1", where=folder / "fala.db", **more) as house:
        for seat, name in zip(SEATS, NAMES, strict=True):
            assert (await house.session.join(name, seat, 1, "pt-BR")).ok
        yield Night(house.session, house.evidence.store), house


class LiveNight:
    """The same with its pages served, on a loop in a thread of its own."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self._folder, self._more = folder, more
        self._ready = threading.Event()
        self._stop: asyncio.Event | None = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, name="night")
        self.thread.start()
        self._ready.wait(300)
        if self.error is not None:
            raise self.error

    def _run(self) -> None:
        try:
            self.loop.run_until_complete(self._live())
        except BaseException as e:
            self.error = e
            self._ready.set()

    async def _live(self) -> None:
        self._stop = asyncio.Event()
        async with night(self._folder, **self._more) as (self.night, self.house):
            await serve(self.house)
            self._ready.set()
            await self._stop.wait()

    @property
    def url(self) -> str:
        """The address of the join page."""
        return self.house.config.urls()[0].rstrip("/")

    def do(self, what: Any) -> Any:
        """Run a coroutine of the table on its loop."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(400)

    def stop(self) -> None:
        """End the table."""
        if self._stop is not None:
            self.loop.call_soon_threadsafe(self._stop.set)
        self.thread.join(30)
        self.loop.close()
