"""The session's camera: what many views of one table may and may not bring into the hand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from assistant.camera import Camera
from assistant.journal import Store
from assistant.reconcile import SeenZone
from assistant.session import Opening, Session
from assistant.views import Tap
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup
from assistant.vision.tableview import BelievedCard, TableView

SEATS = ("1", "2", "3")
PLACE = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))


def one_closed_card(at: float, seat: str = "1") -> TableView:
    return TableView(1, 1, at, {seat: (BelievedCard("back", True, 0.9, PLACE, 1),)})


@contextlib.asynccontextmanager
async def seated(folder: Path) -> AsyncIterator[Session]:
    """Three people at a table of Fechado, each with a cacife."""
    with Store.open(folder / "fala.db") as store:
        session = Session(store.table("t"), Opening("t", SEATS, "fechado"))
        await session.open()
        for seat, name in zip(SEATS, ("Ana", "Beto", "Caio"), strict=True):
            assert (await session.join(name, seat, 1, "pt-BR")).ok
        yield session


def test_one_closed_card_seen_by_two_views_at_once_is_dealt_once(tmp_path: Path) -> None:
    """Fechado waits for five closed cards a seat, so that nothing but the count tells one from two."""

    async def go() -> None:
        async with seated(tmp_path) as session:
            assert (await session.host(Tap("h", "start_hand", 0, ""))).ok
            camera = Camera(session, Setup("virtual", default_layout(SEATS)))
            await asyncio.gather(*(camera._take(one_closed_card(at)) for at in (1.0, 1.0, 1.1)))
            hand = session.state.hand
            assert hand is not None
            assert [len(hand.cards[s]) for s in SEATS] == [1, 0, 0]
            await camera._take(one_closed_card(0.5, "2"))  # older than what was taken in
            assert session.state.hand is not None
            assert [len(session.state.hand.cards[s]) for s in SEATS] == [1, 0, 0]

    asyncio.run(go())


def test_a_view_of_the_last_hands_table_deals_nothing_into_the_next_hand(tmp_path: Path) -> None:
    async def go() -> None:
        async with seated(tmp_path) as session:
            camera = Camera(session, Setup("virtual", default_layout(SEATS)))
            session.listen(camera._fact)
            assert (await session.host(Tap("h", "start_hand", 0, ""))).ok
            await camera._take(one_closed_card(1.0))
            assert session.state.hand is not None and not any(session.state.hand.cards.values())
            await camera._take(replace(one_closed_card(2.0), epoch=1))
            assert len(session.state.hand.cards["1"]) == 1

    asyncio.run(go())


def test_a_view_that_waited_for_the_machine_deals_nothing_into_the_next_hand(tmp_path: Path) -> None:
    class Machine:
        """Busy with a card until it is told that it has fallen."""

        deals = False

        def __init__(self) -> None:
            self.fallen = asyncio.Event()

        def saw(self, zones: object) -> None:
            pass

        async def settled(self) -> bool:
            await self.fallen.wait()
            return True

    async def go() -> None:
        async with seated(tmp_path) as session:
            machine = session.machine = Machine()  # type: ignore[assignment]
            waiting = asyncio.create_task(session.see({"1": SeenZone(backs=5), "2": SeenZone(backs=5)}))
            await asyncio.sleep(0)
            assert (await session.host(Tap("h", "start_hand", 0, ""))).ok
            machine.fallen.set()
            await waiting
            assert session.state.hand is not None and not any(session.state.hand.cards.values())

    asyncio.run(go())
