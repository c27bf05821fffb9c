"""A whole running table for the bank's tests: journal, session, bank and pages on a real port, on a loop of its own."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from assistant.play import House, open_house, serve
from assistant.session import Opening
from assistant.views import BankTap, Tap
from assistant.web.port import Recipient

HOST = Recipient("host")


class LiveHouse:
    """`fala play` without camera in a thread; ``url`` is where phones go."""

    def __init__(
        self,
        folder: Path,
        seats: int = 4,
        where: str | None = None,
        table: str = "mesa",
        game: str = "stick5",
        hurry: int = 1,
        **more: Any,
    ) -> None:
        self._opening = Opening(table, tuple(str(n) for n in range(1, seats + 1)), game, **more)
        self._folder, self._where, self._hurry = folder, where, hurry
        self.loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._stop = asyncio.Event()
        self.failed: BaseException | None = None
        self.house: House
        self.thread = threading.Thread(target=self._run, name=f"table-{table}")
        self.thread.start()
        self._ready.wait(60)
        if self.failed is not None:
            raise self.failed

    def _run(self) -> None:
        try:
            self.loop.run_until_complete(self._live())
        except BaseException as e:
            self.failed = e
            self._ready.set()

    async def _live(self) -> None:
        house = open_house(
            self._opening, data=self._folder, port=0, address="127.0.0.1", where=self._where, hurry=self._hurry
        )
        async with house as self.house:
            await serve(self.house)
            self._ready.set()
            await self._stop.wait()

    @property
    def url(self) -> str:
        """The address of the join page, without the last slash."""
        return f"http://127.0.0.1:{self.house.config.port}"

    def do(self, what: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine on the table's own loop."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(60)

    def look(self, what: Callable[[], Any]) -> Any:
        """Ask something of the table on its own loop."""

        async def ask() -> Any:
            return what()

        return self.do(ask())

    def host(self, decision: str, value: str = "") -> None:
        """The host's word, which must be taken."""
        result = self.do(self.house.session.host(Tap(secrets.token_hex(8), decision, 0, value)))
        assert result.ok, result

    def ask(self, act: str, to: Recipient = HOST, **more: Any) -> Any:
        """An act of the bank."""
        return self.do(self.house.bank.tap(to, BankTap(secrets.token_hex(8), act, **more)))

    def view(self, to: Recipient = HOST) -> dict[str, Any]:
        """The bank's sheet of somebody."""
        found: dict[str, Any] = self.look(lambda: self.house.bank.view(to))
        return found

    def stacks(self) -> dict[str, int]:
        """Stacks as the phones show them."""
        return {s.seat: s.stack for s in self.look(lambda: self.house.session.view(HOST)).seats}

    def play_hand(self, winner: str, bet: int = 10) -> None:
        """One hand of Stick by hand: everybody stays for one bet, and ``winner`` takes it when the others leave."""
        self.host("start_hand")
        self.finish_hand(winner, bet)

    def finish_hand(self, winner: str, bet: int = 10) -> None:
        """Closed cards, one open round, a bet by the winner's side, all others leave, the pot is confirmed."""
        session = self.house.session
        self.host("closed_dealt")
        deck = iter(["As", "Kd", "Qh", "Jc", "Ts", "9d", "8h", "Kc", "Qs", "Jd"])
        hand = session.state.hand
        assert hand is not None
        for seat in [e.seat for e in hand.expected_cards]:
            self.host(f"card:{seat}", next(deck))
        while True:
            hand = session.state.hand
            assert hand is not None
            if hand.verdict is not None:
                break
            choice = hand.choices[0]
            words = {o.value for o in choice.options}
            if choice.seat == winner:
                word = ("aposto", bet) if "aposto" in words else ("cubro", None)
            else:
                word = ("saio", None) if choice.to_call else ("mesa", None)
            tap = Tap(secrets.token_hex(8), choice.decision, 0, word[0], word[1])
            result = self.do(session.tap(HOST, tap))
            assert result.ok, result
        self.host("confirm_verdict")

    def stop(self) -> None:
        """End the table."""
        self.loop.call_soon_threadsafe(self._stop.set)
        self.thread.join(30)
        self.loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()


class Wire:
    """A phone as an HTTP client with cookies of its own."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=30)

    def join(self, name: str, seat: str) -> None:
        """Sit down."""
        answer = self.http.post("/api/join", json={"name": name, "seat": seat, "cacifes": 1})
        assert answer.status_code == 200, answer.text

    def bank(self, act: str, **more: Any) -> httpx.Response:
        """An act of the bank."""
        return self.http.post("/api/bank?as=player", json={"id": secrets.token_hex(8), "act": act, **more})

    def state(self) -> dict[str, Any]:
        """The bank's sheet."""
        found: dict[str, Any] = self.http.get("/api/bank?as=player").json()
        return found

    def close(self) -> None:
        """Put the phone away."""
        self.http.close()


def tapped(decision: str, value: str, amount: int | None = None) -> Tap:
    """A tap with an id of its own."""
    return Tap(secrets.token_hex(8), decision, 0, value, amount)
