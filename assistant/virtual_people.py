"""The people at a virtual table: somebody deals what the hand waits for, turns what must be turned, and has the host's
tap; what was said is done with the cards. They know the table as people do, and touch nothing but virtual cards."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from assistant.engine.cards import deck_cards
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE, ExpectedCard, HeldCard
from assistant.facts import CardDealt, Fact, HandStarted, PotAwarded, Seat
from assistant.machine.hands import MachineHands
from assistant.session import Session
from assistant.table import TableState
from assistant.views import Tap, TapResult
from assistant.virtual.world import World
from assistant.virtual_eyes import Eyes
from assistant.virtual_hands import LEFT, PlayersHands, zone_of

LOOKS = 4  # how often a card is laid anew before somebody types it in
COUNTS = 3  # how often closed cards are counted, once all lie, before the host says that they were dealt
EXTRA = 2  # places in a row for the cards that events bring


@dataclass(frozen=True)
class Pace:
    """Seconds between the movements of the table; all zero is as fast as it goes."""

    card: float = 0.9
    verdict: float = 5.0
    between: float = 3.0
    patience: float = 20.0  # how long a person with a phone is waited for, where the hand itself would not wait

    @classmethod
    def fast(cls) -> Pace:
        """No pauses at all; people are waited for all the same."""
        return cls(0.0, 0.0, 0.0)


class NoHand(Exception):
    """The table refuses to begin the hand that was wanted, in its own words."""


class VirtualPeople:
    """Deals, turns, gathers; with ``hosts`` also starts hands and confirms verdicts, as a host's phone would.

    While ``thinking()`` somebody is about to answer an optional question, and the table waits for the answer.
    """

    limit = 0  # hands to start, 0 for no end
    draws_seats = False  # before each hand places are drawn (V-52)
    lays_anew = True  # a card the camera asks about is laid anew, as people do

    def __init__(
        self,
        session: Session,
        world: World,
        eyes: Eyes,
        pace: Pace,
        *,
        hosts: bool,
        thinking: Callable[[HandState], bool] = lambda hand: False,
        dealer: MachineHands | None = None,
    ) -> None:
        self._session = session
        self._world = world
        self._eyes = eyes
        self._pace = pace
        self._hosts = hosts
        self._thinking = thinking
        self._dealer = dealer
        self._thrown = 0  # cards of the machine's that somebody has looked at
        self._players = PlayersHands(world, random.Random(f"hands {world.seed}"))
        self._dealt_hand = 0
        self._asked: dict[str, float] = {}  # optional questions to people, with when each was first seen
        self._stirred = False  # cards moved that nobody looked at yet
        self.typed = 0  # cards somebody had to type in, because the camera asked and went on asking
        session.listen(self._fact)

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        was, now, p = before.hand, after.hand, fact.payload
        if isinstance(p, HandStarted) and now is not None and self._dealer is not None:
            self._fresh_deck(now)  # before the machine throws the first card of it
        if isinstance(p, HandStarted) or was is None or now is None or was is now or now.number != self._dealt_hand:
            return
        if not isinstance(p, PotAwarded):
            for seat in now.seats:
                paid = was.stacks.get(seat, 0) - now.stacks.get(seat, 0)
                if paid > 0:
                    self._world.bet(seat, paid)
            self._stirred |= self._players.follow(was, p, now)
        if was.core.rounds != now.core.rounds:
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
        if self._dealer is not None and self._dealer.asked:
            await asyncio.sleep(self._pace.card)
            return await self._dealer.answer()
        if hand is None or hand.over:
            return await self._between(state)
        if hand.number != self._dealt_hand:
            self._fresh_deck(hand)
            await self._eyes.look()  # a camera has always seen the table before a hand is dealt
            return True
        if self._thinking(hand):
            return False
        if await self._waits(hand):
            return True
        if self._dealer is None and (owed := self._owed_card(hand)) is not None:
            self._world.deal(owed, up=False)
            await self._eyes.look()
            return True
        wanted = next((e for e in hand.expected_cards if not e.among), None)  # a lot is picked by its winner (V-24)
        if wanted is not None and wanted.turn_place is None and self._dealer is not None and self._dealer.in_charge:
            return await self._beside_machine(hand, self._dealer)
        if wanted is not None and not wanted.up and wanted.turn_place is None and not self._stirred:
            await self._closed_cards(hand)
            return True
        if wanted is not None:
            await self._next_card(hand, wanted)
            return True
        if hand.verdict is not None:
            if not self._hosts:
                return False
            await asyncio.sleep(self._pace.verdict)
            return await self._host("confirm_verdict")
        return False

    async def _waits(self, hand: HandState) -> bool:
        """Whether a person may still answer what he need not answer: nobody deals on over his head at once."""
        session, now = self._session, asyncio.get_running_loop().time()
        asked = [c for c in hand.choices if c.optional and c.seat not in session.robots and session.connected(c.seat)]
        self._asked = {c.decision: self._asked.get(c.decision, now) for c in asked}
        left = max(self._asked.values(), default=-math.inf) + self._pace.patience - now
        if left <= 0:
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(left):
                await session.changed(session.version)
        return True

    async def _between(self, state: TableState) -> bool:
        if not self._hosts or (self.limit and state.hand_number >= self.limit):
            return False
        for seat in state.players:  # a scripted player who lost everything buys again; people do so themselves
            if not state.stacks.get(seat, 0) and seat in self._session.robots and await self._host(f"buy:{seat}", "1"):
                return True
        if len(state.ready_seats()) < 2:
            return False
        await asyncio.sleep(self._pace.between if state.hand_number else 0.0)
        if self.draws_seats:
            await self._host("draw_seats")
        started = await self._tap("start_hand")
        if not started.ok:
            raise NoHand(started.text)
        return True

    # --- cards -------------------------------------------------------------------------------------------------------

    def _fresh_deck(self, hand: HandState) -> None:
        """A new hand lies on the table; one in the middle (after a restart) is laid again as the journal tells it."""
        start: HandStarted = hand.started
        self._world.room_for(hand.game.cards_each + (EXTRA if hand.game.events or hand.game.wild else 0))
        self._world.new_deck(deck_cards(start.deck_low, hand.core.setup.jokers))
        self._dealt_hand = hand.number
        for zone, held in ((s, hand.centre if s == CENTRE else hand.cards[s]) for s in (*hand.seats, CENTRE)):
            for card in held:
                if card.card is not None:
                    self._world.deal_card(card.card, zone_of(zone), up=card.up)
        for seat in hand.seats:
            for card in hand.cards[seat]:
                if card.card is None:
                    self._world.deal(seat, up=False)
            if seat in hand.folded:
                self._world.discard(seat, why=LEFT)

    def _owed_card(self, hand: HandState) -> Seat | None:
        """A seat with fewer cards than the hand believes: a look counted one too many, and people deal on."""
        return next((s for s in hand.active if len(self._world.cards(s)) < len(hand.cards[s])), None)

    async def _closed_cards(self, hand: HandState) -> None:
        """Deal closed cards as people do, not waiting for each to be counted; in the end the host says they came."""
        due = Counter(e.seat for e in hand.expected_cards if not e.up and e.turn_place is None and not e.among)
        short = {s: len(_held(hand, s)) + n - len(self._world.cards(zone_of(s))) for s, n in due.items()}
        owed = [s for s, n in short.items() if n > 0]
        if owed:
            one_by_one = sum(due.values()) == len(due) and not any(_held(hand, s) for s in due)  # as in Stick
            round_of = owed[:1] * short[owed[0]] if len(owed) == 1 else owed[:1] if one_by_one else owed
            for seat in round_of:
                self._lay(hand, ExpectedCard(seat, False))
                await asyncio.sleep(self._pace.card)
                if len(set(round_of)) == 1:
                    await self._eyes.look()  # a camera sees each of them come
            if len(set(round_of)) > 1:
                await self._eyes.look()
            return
        for _ in range(COUNTS):
            for seat in due if self.lays_anew else ():
                self._world.slide(zone_of(seat))
            await asyncio.sleep(self._pace.card)
            await self._eyes.look()
            now = self._session.state.hand
            if now is None or now.number != hand.number or len(now.expected_cards) < len(hand.expected_cards):
                return
        for seat in due.elements():
            await self._type_in(ExpectedCard(seat, False), "")

    async def _next_card(self, hand: HandState, wanted: ExpectedCard) -> None:
        """Lay or turn what the hand waits for, and look until it is seen."""
        if self._stirred:  # what was thrown away or passed on is seen to be gone before anything new comes
            self._stirred = False
            await self._eyes.look()
            return
        laid = [(w, self._lay(hand, w)) for w in self._handful(hand, wanted)]
        wish = {w.seat: _known(hand, w) + sum(o.seat == w.seat for o, _ in laid) for w, _ in laid}
        await asyncio.sleep(self._pace.card)
        for _ in range(LOOKS):
            await self._eyes.look()
            now = self._session.state.hand
            if now is None or now.number != hand.number or now.over:
                return
            waiting = {e.seat for e in now.expected_cards}  # a seat may have left meanwhile
            laid = [(w, code) for w, code in laid if w.seat in waiting and _known(now, w) < wish[w.seat]]
            if not laid:
                return
            for seat in dict.fromkeys(w.seat for w, _ in laid) if self.lays_anew else ():
                self._world.slide(zone_of(seat))  # "mostre a carta"
            await asyncio.sleep(self._pace.card)
        for w, code in laid:
            if not self._taken(w, code, wish[w.seat]):
                await self._type_in(w, code)

    def _handful(self, hand: HandState, wanted: ExpectedCard) -> list[ExpectedCard]:
        """What one movement does: at the showdown a hand is turned whole."""
        if wanted.turn_place is None or hand.phase != "showdown" or hand.game.counted == "parts":
            return [wanted]
        return [e for e in hand.expected_cards if e.seat == wanted.seat and e.turn_place is not None]

    async def _beside_machine(self, hand: HandState, dealer: MachineHands) -> bool:
        """The machine deals: whoever got a card that shall lie open turns it, and all is looked at."""
        turned = dealer.to_turn(hand)
        for seat, place in turned:
            self._world.turn(seat, place)
        if not (turned or self._stirred or dealer.thrown != self._thrown):
            return False
        self._stirred, self._thrown = False, dealer.thrown
        await asyncio.sleep(self._pace.card)
        for _ in range(LOOKS):
            await self._eyes.look()
            unread = dealer.unread()
            if not unread:
                return True
            for seat, _ in unread if self.lays_anew else ():
                self._world.slide(seat)
            await asyncio.sleep(self._pace.card)
        for seat, code in dealer.unread():
            self.typed += 1
            await self._host(f"card:{seat}", code)
        return True

    def _lay(self, hand: HandState, wanted: ExpectedCard) -> str:
        """Move the one card; returns its code."""
        if wanted.turn_place is not None:
            place = self._players.place_of(hand, wanted.seat, wanted.turn_place)
            return self._world.turn(wanted.seat, place)
        zone = zone_of(wanted.seat)
        self._world.room_for(hand.game.cards_each + (EXTRA if hand.game.events or hand.game.wild else 0))
        if not self._world.left_in_deck:
            self._world.reshuffle(but=hand.core.gone)
        return self._world.deal(zone, up=wanted.up)

    def _taken(self, wanted: ExpectedCard, code: str, wish: int) -> bool:
        """Whether the hand knows this card by now, with those entered just before it."""
        now = self._session.state.hand
        if now is None or _known(now, wanted) >= wish:
            return True
        return wanted.seat != CENTRE and code in now.open_cards(wanted.seat)

    async def _type_in(self, wanted: ExpectedCard, code: str) -> None:
        """What people do when the camera goes on asking: the host taps the card in."""
        self.typed += 1
        if not wanted.up and wanted.turn_place is None:
            await self._session.propose(CardDealt(seat=wanted.seat, up=False), source="host")
        else:
            await self._host(f"card:{wanted.seat}", code)

    async def _host(self, decision: str, value: str = "") -> bool:
        return (await self._tap(decision, value)).ok

    async def _tap(self, decision: str, value: str = "") -> TapResult:
        return await self._session.host(Tap(secrets.token_hex(8), decision, self._session.state.seq, value))


def _held(hand: HandState, seat: str) -> tuple[HeldCard, ...]:
    """The cards of a seat or of the centre."""
    return hand.centre if seat == CENTRE else hand.cards[seat]


def _known(hand: HandState, wanted: ExpectedCard) -> int:
    """How many cards like the wanted one the hand knows: rises by one when it is taken."""
    held = _held(hand, wanted.seat)
    return len(held) if wanted.turn_place is None else sum(c.up for c in held)
