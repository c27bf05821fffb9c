"""The people at a virtual table: somebody deals what the hand waits for, turns what must be turned, and has the host's
tap; they know the table only as people do, from what is announced, and touch nothing but the virtual cards."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass

from assistant.camera import Camera
from assistant.engine.cards import deck_cards
from assistant.facts import Acted, CardDealt, Fact, HandStarted
from assistant.session import Session
from assistant.table import TableState
from assistant.views import Tap
from assistant.virtual.world import World

LOOKS = 4  # how often a card is laid anew before somebody types it in


@dataclass(frozen=True)
class Pace:
    """Seconds between the movements of the table; all zero is as fast as it goes."""

    card: float = 0.9
    verdict: float = 5.0
    between: float = 3.0

    @classmethod
    def fast(cls) -> Pace:
        """No pauses at all."""
        return cls(0.0, 0.0, 0.0)


class VirtualPeople:
    """Deals, turns, gathers; with ``hosts`` also starts hands and confirms verdicts, as a host's phone would."""

    def __init__(
        self, session: Session, world: World, camera: Camera, pace: Pace, *, hosts: bool, frames: int = 3
    ) -> None:
        self._session = session
        self._world = world
        self._camera = camera
        self._pace = pace
        self._hosts = hosts
        self._frames = frames
        self._dealt_hand = 0
        self.typed = 0  # cards somebody had to type in, because the camera asked and went on asking
        session.listen(self._fact)

    async def look(self) -> None:
        """The camera films the table as it lies now."""
        await self._camera.film(self._world.film(self._frames))

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        p = fact.payload
        if isinstance(p, Acted) and before.hand is not None and after.hand is not None:
            paid = before.hand.stacks.get(p.seat, 0) - after.hand.stacks.get(p.seat, 0)
            if paid > 0:
                self._world.bet(p.seat, paid)
            if p.seat in after.hand.folded and p.seat not in before.hand.folded:
                self._world.discard(p.seat)
        if before.hand is not None and after.hand is not None and before.hand.core.rounds != after.hand.core.rounds:
            self._world.collect()

    async def run(self, hands: int) -> None:
        """Play until ``hands`` hands are over (0: for ever)."""
        while True:
            version = self._session.version
            if await self.step():
                continue
            state = self._session.state
            if hands and state.hand_number >= hands and not state.in_hand:
                return
            await self._session.changed(version)

    async def step(self) -> bool:
        """Do the one thing that is to be done now, if any; whether something was done."""
        state = self._session.state
        hand = state.hand
        if hand is None or hand.over:
            return await self._between(state)
        if hand.number != self._dealt_hand:
            self._fresh_deck()
        if hand.verdict is not None:
            if not self._hosts:
                return False
            await asyncio.sleep(self._pace.verdict)
            return await self._host("confirm_verdict")
        if hand.expected_cards:
            await self._next_card()
            return True
        return False

    async def _between(self, state: TableState) -> bool:
        if not self._hosts or len(state.ready_seats()) < 2 or self._enough(state):
            return False
        await asyncio.sleep(self._pace.between if state.hand_number else 0.0)
        return await self._host("start_hand")

    def _enough(self, state: TableState) -> bool:
        return bool(self.limit) and state.hand_number >= self.limit

    limit = 0  # hands to start, 0 for no end

    def _fresh_deck(self) -> None:
        """A new hand lies on the table; one in the middle (after a restart) is laid again as the journal tells it."""
        hand = self._session.state.hand
        assert hand is not None
        start: HandStarted = hand.started
        self._world.new_deck(deck_cards(start.deck_low, hand.core.setup.jokers))
        self._dealt_hand = hand.number
        for seat in hand.seats:
            for held in hand.cards[seat]:
                if held.card is not None:
                    self._world.deal_card(held.card, seat, up=held.up)
        for seat in hand.seats:
            for held in hand.cards[seat]:
                if held.card is None:
                    self._world.deal(seat, up=False)
            if seat in hand.folded:
                self._world.discard(seat)

    async def _next_card(self) -> None:
        hand = self._session.state.hand
        assert hand is not None
        wanted = hand.expected_cards[0]
        if wanted.turn_place is not None:
            self._world.turn(wanted.seat, wanted.turn_place)
        else:
            zone = wanted.seat if wanted.seat in hand.seats else "board"
            self._world.deal(zone, up=wanted.up)
        await asyncio.sleep(self._pace.card)
        for _ in range(LOOKS):
            await self.look()
            now = self._session.state.hand
            if now is None or now.over or wanted not in now.expected_cards:
                return
            self._world.slide(wanted.seat)  # "mostre a carta": it is laid anew
            await asyncio.sleep(self._pace.card)
        await self._type_in(wanted.seat, wanted.up or wanted.turn_place is not None)

    async def _type_in(self, seat: str, face: bool) -> None:
        """What people do when the camera goes on asking: the host taps the card in."""
        self.typed += 1
        if not face:
            await self._session.propose(CardDealt(seat=seat, up=False), source="host")
            return
        code, _ = self._world.truth()[seat][-1]
        hand = self._session.state.hand
        for expected in hand.expected_cards if hand else ():
            if expected.seat == seat and expected.turn_place is not None:
                code, _ = self._world.truth()[seat][expected.turn_place]
                break
        await self._host(f"card:{seat}", code)

    async def _host(self, decision: str, value: str = "") -> bool:
        tap = Tap(secrets.token_hex(8), decision, self._session.state.seq, value)
        return (await self._session.host(tap)).ok
