"""The session's camera: table views become proposals, the hand tells recognition which faces it expects to see."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping

from assistant.engine.cards import deck_cards
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.evidence_keeper import EvidenceKeeper
from assistant.facts import Fact, HandStarted, Seat
from assistant.reconcile import SeenZone, held_in_hand, reconcile
from assistant.session import Session
from assistant.table import TableState
from assistant.vision.belief import Expectation, TableView
from assistant.vision.capture import CameraState
from assistant.vision.layout import BOARD, Layout
from assistant.vision.service import Setup, VisionError, VisionService
from assistant.world import WorldSnapshot

NOBODY: Mapping[Seat, int] = {}
DOUBLE_FEED = 2  # closed cards beyond those awaited that stay visible while a machine deals


def seen(view: TableView, seats: tuple[Seat, ...], exchanged: Mapping[Seat, int] = NOBODY) -> dict[Seat, SeenZone]:
    """A table view as the session reconciles it, seat by seat, and the centre.

    ``exchanged`` seats threw cards away that were not yet seen to go: no more than so many closed ones are theirs.
    """
    out = {}
    for seat, zone in [*((s, s) for s in seats), (CENTRE, BOARD)]:
        doubts = view.doubts(zone)
        out[seat] = SeenZone(
            faces=view.faces(zone),
            doubts=tuple(d.guess for d in doubts),
            reasons=tuple(d.reason for d in doubts),
            backs=min(view.backs(zone), exchanged.get(seat, view.backs(zone))),
            covered=view.has("busy", zone),
        )
    return out


def expectations(hand: HandState | None, spare: int = 0) -> dict[str, Expectation] | None:
    """How many faces may lie open at each seat now, and how many cards closed: those known, and those awaited.

    ``spare`` more closed cards may be seen at a seat: a machine throws open ones face down, and sometimes two.
    """
    if hand is None or hand.over:
        return None if hand is None else {}
    out = {}
    for seat in hand.seats:
        waiting = [e for e in hand.expected_cards if e.seat == seat]
        turning = any(e.turn_place is not None for e in waiting)
        more = sum(1 for e in waiting if e.up or e.turn_place is not None)
        # the closed cards of a deal come before its open ones, which the camera may see in the same look
        more = more or (1 if waiting and hand.game.open_game else 0)
        lying = sum(1 for c in hand.cards[seat] if not c.up)
        closed = lying + sum(1 for e in waiting if not e.up and e.turn_place is None)
        out[seat] = Expectation(len(hand.open_cards(seat)) + more, turning, closed + spare)
    awaited = sum(1 for e in hand.expected_cards if e.seat == CENTRE)
    out[BOARD] = Expectation(sum(c.up for c in hand.centre) + awaited, closed=0)
    return out


class Camera:
    """Recognition in its own process, wired to one session; everything here runs on the session's loop."""

    def __init__(self, session: Session, setup: Setup, evidence: EvidenceKeeper | None = None) -> None:
        self._session = session
        self._evidence = evidence
        self._loop = asyncio.get_running_loop()
        self._states: asyncio.Queue[CameraState] = asyncio.Queue()
        self._newest: TableView | None = None
        self._news = asyncio.Event()
        self._taking = asyncio.Lock()
        self._taken = 0.0  # when the newest view taken in was filmed
        self._task: asyncio.Task[None] | None = None
        self._picture: bytes | None = None
        self._exchanged: dict[Seat, int] = {}  # closed cards that are left to a seat, until they are seen to be so few
        self.service = VisionService(setup, self._view, self._state, self._layout)
        self.on_layout: Callable[[Layout], None] = lambda layout: None  # after a small push of the table
        self.check_deck = setup.deck is not None

    async def start(self) -> None:
        """Start recognition; raises VisionError with the reason."""
        await asyncio.to_thread(self.service.start)
        self._session.listen(self._fact)
        self._session.use_pictures(lambda name: self._picture)
        if (keeper := self._evidence) is not None:
            self._session.use_evidence(lambda: keeper.fresh(self.service.evidence))
        self._task = asyncio.create_task(self._loop_views())
        self._tell(self._session.state)

    async def close(self) -> None:
        """End recognition."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self.service.close)

    async def film(self, snapshots: tuple[WorldSnapshot, ...]) -> TableView | None:
        """Show the virtual table to the camera and wait until the session has taken the view in."""
        try:
            view = await self.service.see(snapshots)
        except VisionError:
            return None
        await self._take(view)
        return view

    # --- from recognition's thread -----------------------------------------------------------------------------------

    def _view(self, view: TableView) -> None:
        self._loop.call_soon_threadsafe(self._got, view, None)

    def _state(self, state: CameraState) -> None:
        self._loop.call_soon_threadsafe(self._got, None, state)

    def _layout(self, layout: Layout) -> None:
        self._loop.call_soon_threadsafe(lambda: self.on_layout(layout))

    # --- on the loop ------------------------------------------------------------------------------------------------

    def _got(self, view: TableView | None, state: CameraState | None) -> None:
        if view is not None:
            self._newest = view  # an older view that nobody took in yet says nothing more
        if state is not None:
            self._states.put_nowait(state)
        self._news.set()

    async def _loop_views(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            while not self._states.empty():
                state = self._states.get_nowait()
                since = time.time() - (time.monotonic() - state.since) if state.blind else None
                await self._session.device("camera", state.code == "ok", state.code, since)
            view, self._newest = self._newest, None
            if view is not None:
                await self._take(view)

    async def _take(self, view: TableView) -> None:
        if view.has("stale"):
            return  # no verdict ever rests on old frames
        async with self._taking:  # one view at a time, or one closed card would be taken twice
            if view.at < self._taken or view.epoch != self.service.epoch:
                return  # a newer one was taken in meanwhile, or it shows the table of the hand before
            self._taken = view.at
            before = set(self._session.doubts)
            self._gone(view)
            zones = seen(view, self._session.state.seats, self._exchanged)
            pictures = await self._kept(view, zones)
            if view.epoch != self.service.epoch:
                return
            await self._session.see(zones, pictures)
            if set(self._session.doubts) - before:
                with contextlib.suppress(VisionError):  # it ended meanwhile: the question stands without its picture
                    self._picture = await self.service.picture()

    async def _kept(self, view: TableView, zones: Mapping[Seat, SeenZone]) -> tuple[str, ...]:
        """The names of the frame behind a view that decides something."""
        hand = self._session.state.hand
        if self._evidence is None or hand is None or hand.over:
            return ()
        if not reconcile(hand, zones).payloads and not held_in_hand(hand, zones):
            return ()
        return await self._evidence.names(self.service.kept(view.version))

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        if isinstance(fact.payload, HandStarted):
            self.service.forget()
            if self.check_deck and after.hand is not None:
                self.service.use_deck(deck_cards(after.hand.started.deck_low, after.hand.core.setup.jokers))
        self._threw(before.hand, after.hand)
        self._tell(after)

    def _threw(self, before: HandState | None, after: HandState | None) -> None:
        """Remember who exchanges: what comes next is dealt only once the cards that go were seen to be gone."""
        if after is None or after.over or before is None or before.number != after.number:
            self._exchanged = {}
            return
        for seat in after.seats:
            shut = sum(not c.up for c in after.cards[seat])
            if shut < sum(not c.up for c in before.cards[seat]) and len(after.cards[seat]) < len(before.cards[seat]):
                self._exchanged[seat] = shut
            elif seat in self._exchanged and shut != self._exchanged[seat]:
                del self._exchanged[seat]  # entered by hand, or turned

    def _gone(self, view: TableView) -> None:
        """Seats whose thrown cards are seen to be gone."""
        for seat, left in list(self._exchanged.items()):
            if not view.has("busy", seat) and view.backs(seat) <= left:
                del self._exchanged[seat]

    def _tell(self, state: TableState) -> None:
        machine = self._session.machine
        spare = DOUBLE_FEED if machine is not None and machine.deals else 0
        self.service.expect_faces(expectations(state.hand, spare))
