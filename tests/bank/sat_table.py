"""Three people at a running table with its bank, driven from a test."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from assistant.bank.profiles import Profiles
from assistant.banking import Bank
from assistant.engine.hand import HandState
from assistant.journal import Store
from assistant.session import Opening, Session
from assistant.views import BankTap, Tap, TapResult
from assistant.web.port import Recipient

HOST = Recipient("host")
CHIPS = {"white": 1, "red": 5, "blue": 10, "green": 25}
STORY = Callable[["Table"], Coroutine[Any, Any, None]]


class Table:
    """Three people at a table, and the words for driving it."""

    def __init__(self, session: Session, bank: Bank, store: Store, folder: Path) -> None:
        self.session, self.bank, self.store, self.folder = session, bank, store, folder

    async def host(self, decision: str, value: str = "") -> None:
        result = await self.session.host(Tap(secrets.token_hex(8), decision, self.session.state.seq, value))
        assert result.ok, result

    async def ask(self, act: str, by: str | None = None, id: str = "", **more: Any) -> TapResult:
        to = HOST if by is None else Recipient("player", by)
        return await self.bank.tap(to, BankTap(id or secrets.token_hex(8), act, **more))

    def view(self, seat: str | None = None) -> dict[str, Any]:
        return self.bank.view(HOST if seat is None else Recipient("player", seat))

    def person(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(p for p in self.view()["people"] if p["name"] == name)
        return found

    def stacks(self) -> dict[str, int]:
        """Chips as the phones show them; they are the books' at every moment."""
        shown = {s.seat: s.stack for s in self.session.view(HOST).seats}
        books = self.session.books.state
        assert shown == {s: books.balance(f"stack:{books.seats.get(s, '')}") for s in shown}
        return shown

    async def deal(self, cards: dict[str, str]) -> None:
        await self.host("start_hand")
        await self.host("closed_dealt")
        hand = self.hand
        for seat in [e.seat for e in hand.expected_cards]:
            await self.host(f"card:{seat}", cards[seat])

    @property
    def hand(self) -> HandState:
        assert self.session.state.hand is not None
        return self.session.state.hand

    async def word(self, verb: str, amount: int | None = None) -> None:
        choice = self.hand.choices[0]
        result = await self.session.tap(HOST, Tap(secrets.token_hex(8), choice.decision, 0, verb, amount))
        assert result.ok, result

    async def all_leave_but(self, winner: str, bet: int) -> None:
        while self.hand.verdict is None:
            choice = self.hand.choices[0]
            words = {o.value for o in choice.options}
            if choice.seat == winner:
                await self.word("aposto" if "aposto" in words else "cubro", bet if "aposto" in words else None)
            else:
                await self.word("saio" if choice.to_call else "mesa")

    async def quick_hand(self, winner: str, bet: int = 10) -> None:
        await self.deal({"1": "As", "2": "Kd", "3": "Qh"})
        await self.all_leave_but(winner, bet)
        await self.host("confirm_verdict")


def at_table(story: STORY, folder: Path, where: str | Path | None = None, **more: Any) -> None:
    async def go() -> None:
        with Store.open(where or folder / "fala.db") as store:
            session = Session(store.table("t"), Opening("t", ("1", "2", "3", "4"), "stick5", **more))
            await session.open()
            session.known = store.people
            table = Table(session, Bank(session, Profiles(folder)), store, folder)
            for seat, name in zip("123", ("Ana", "Beto", "Caio"), strict=True):
                assert (await session.join(name, seat, 1, "pt-BR")).ok
            await story(table)
            books, chain = session.check()
            assert books.sound and chain.intact

    asyncio.run(go())
