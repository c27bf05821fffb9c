"""The room of a simulated night, which no power cut touches: the cards stay where they lie, and people take them up."""

from __future__ import annotations

import contextlib
import pickle
import secrets
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import httpx

from assistant.camera import Camera
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE, ExpectedCard
from assistant.machine.hands import MachineHands
from assistant.machine.tally import tally
from assistant.session import Session
from assistant.views import TapResult
from assistant.virtual.world import World
from assistant.virtual_eyes import CameraEyes, TruthEyes
from assistant.virtual_hands import LEFT, zone_of
from assistant.virtual_people import VirtualPeople


class KeptWorld(World):
    """A virtual table that is written down at every change, before anybody can look at it."""

    kept: Path | None = None
    hand = 0  # whose cards these are

    def _changed(self, touched: Sequence[tuple[str, Any]]) -> None:
        super()._changed(list(touched))
        self.save()

    def save(self) -> None:
        """Write down how everything lies now."""
        if self.kept is not None:
            new = self.kept.with_suffix(".new")
            new.write_bytes(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
            new.replace(self.kept)

    @classmethod
    def found(cls, kept: Path) -> KeptWorld | None:
        """The table as it was left; None before the first evening."""
        if not kept.exists():
            return None
        world = pickle.loads(kept.read_bytes())  # this program's own file, in a folder of its own
        return world if isinstance(world, KeptWorld) else None


class NightEyes:
    """The recogniser for some hands, the truth for the others; nobody at all while the camera is ``dark``."""

    def __init__(self, session: Session, world: World, camera: Camera | None, recognised: Collection[int]) -> None:
        self._session, self._recognised = session, recognised
        self._camera = CameraEyes(camera, world) if camera is not None else None
        self._truth = TruthEyes(session, world)
        self.dark = False
        self.looks: Counter[str] = Counter()

    @property
    def recognising(self) -> bool:
        """Whether the present hand goes through the recogniser."""
        return self._camera is not None and self._session.state.hand_number in self._recognised

    async def look(self) -> None:
        """Take in the table as it lies now."""
        if self.recognising:
            assert self._camera is not None
            self.looks["recogniser"] += 1
            await self._camera.look()
        elif not self.dark:
            told = self._session.devices.get("camera")
            if self._camera is not None and told is not None and not told.ok:
                await self._camera.look()  # a real one films without being asked, and is well again by itself
            self.looks["truth"] += 1
            await self._truth.look()


class NightPeople(VirtualPeople):
    """Deal, turn and gather; what they tell the table goes through the host's page, as anybody's word does.

    After a power cut they go on with the cards as they lie; only where those do not fit the hand are they laid anew.
    """

    host_page: httpx.AsyncClient
    laid_anew = 0

    async def _tap(self, decision: str, value: str = "") -> TapResult:
        seen = self._session.state.seq
        body = {"id": secrets.token_hex(8), "decision": decision, "seen": seen, "value": value, "places": []}
        answer = await self.host_page.post("/api/host", json=body)
        told = answer.json()
        return TapResult(answer.status_code == 200, str(told.get("code", "")), str(told.get("text", "")))

    async def _type_in(self, wanted: ExpectedCard, code: str) -> None:
        if wanted.up or wanted.turn_place is not None:
            await super()._type_in(wanted, code)
            return
        hand = self._session.state.hand  # closed cards: the host says once that they were dealt
        if hand is not None and any(not e.up and e.turn_place is None for e in hand.expected_cards):
            self.typed += 1
            await self._host("closed_dealt")

    async def _beside_machine(self, hand: HandState, dealer: MachineHands) -> bool:
        """As everybody does; and who sees an open card that nobody has taken yet has it looked at again."""
        if await super()._beside_machine(hand, dealer):
            return True
        self._stirred = bool(dealer.unread())
        return self._stirred

    def _fresh_deck(self, hand: HandState) -> None:
        super()._fresh_deck(hand)
        self._mark(hand)

    def _mark(self, hand: HandState) -> None:
        world = self._world
        self._dealt_hand = hand.number
        if isinstance(world, KeptWorld):
            world.hand = hand.number
            world.save()

    def take_up(self) -> None:
        """Go on after a power cut with the cards as they lie."""
        hand, world = self._session.state.hand, self._world
        if hand is None or hand.over or not isinstance(world, KeptWorld):
            return
        if world.hand == hand.number and self._fits(hand):
            self._mark(hand)
            return
        if any(hand.cards.values()) or world.hand == hand.number:
            self.laid_anew += 1
        self._fresh_deck(hand)
        for seat, cards in tally(self._session.facts).waiting.items():  # given by the machine, not turned yet
            for _ in range(cards):
                world.deal(zone_of(seat), up=False)

    def _fits(self, hand: HandState) -> bool:
        """Clear away what a word threw away just as the power went; whether all else is as the hand knows it."""
        world, waiting = self._world, tally(self._session.facts).waiting
        for seat in hand.seats:
            if seat in hand.folded or seat in hand.core.mucked:
                with contextlib.suppress(KeyError):
                    world.discard(seat, why=LEFT)
        for seat in (*hand.active, CENTRE):
            held = hand.centre if seat == CENTRE else hand.cards[seat]
            lying = world.cards(zone_of(seat))
            known = Counter(c.card for c in held if c.up and c.card is not None)
            if known - Counter(c.code for c in lying if c.up):
                return False
            spare = len(lying) - len(held) - waiting[seat]
            if spare < 0 or (spare and hand.phase != "dealing"):
                return False
            for _ in range(spare):  # it fell as the power went, and nobody had counted it: back under the pile
                if world.cards(zone_of(seat))[-1].up:
                    break  # it was turned already; the next look finds it
                world.take_last(zone_of(seat))
        return True
