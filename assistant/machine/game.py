"""One machine in a game: gives exactly the cards the hand waits for, and asks wherever it, the camera and the hand do
not agree. It deals blind; where it is out of reach, people deal and nothing is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from assistant.asking import DeviceOrder, DeviceQuestion
from assistant.dealer.dealing import ByHand, Dealing, Dealt, Nothing, Question, Step
from assistant.dealer.devices import Machine
from assistant.dealer.protocol_table import Capabilities, Sensors
from assistant.dealer.records import HopperChanged, LidMoved, LinkDown, Rebooted, Trouble
from assistant.engine.cards import deck_cards
from assistant.engine.hand import HandState, effective, start_hand
from assistant.engine.hand_core import CENTRE
from assistant.engine.refusal import Refusal
from assistant.engine.seating import who_cuts
from assistant.facts import CardDealt, Fact, HandStarted, MachineGave, Payload, Seat
from assistant.machine.count import CameraCount
from assistant.machine.tally import tally
from assistant.reconcile import SeenZone
from assistant.session import Session
from assistant.table import TableState

NAME = "dealer"
YES_NO = (("1", "dealer.answer.yes"), ("0", "dealer.answer.no"))
STAYED = (("0", "dealer.answer.none_stayed"), ("1", "dealer.answer.one_stayed"))
DONE = (("done", "dealer.answer.done"),)
BEFORE = (("done", "dealer.answer.done"), ("hand", "dealer.answer.by_hand"))
SEEN = ("two_seen", "wrong_seat", "missing")  # questions that the camera raised, and may find answered
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between tries to reach it

Then = Callable[[str], Awaitable[bool]]  # takes the host's word; whether the question is over


@dataclass(frozen=True)
class Patience:
    """Seconds: until a card that the camera does not see is asked about, or one too many; for a wish before a card
    (V-18); at rest.
    """

    unseen: float = 5.0
    surplus: float = 3.0
    wish: float = 4.0
    idle: float = 0.5


class DealerMachine:
    """One machine at one table; every method runs on the session's loop, one coroutine talks to the machine."""

    def __init__(self, session: Session, machine: Machine, patience: Patience | None = None) -> None:
        if machine.device is None:
            raise ValueError("a table where people deal has no machine")
        self.session = session
        self.machine = machine
        self.device = machine.device
        self.device.tries = 2  # beyond that this loop comes back by itself, and people deal meanwhile
        self.patience = patience or Patience()
        self.dealing = Dealing(self.device)
        self.connected = False
        self.by_hand = False  # people prefer to deal
        self.drum = False
        self.camera = CameraCount(self.patience.unseen, self.patience.surplus)
        self._hand = 0  # number of the hand this machine deals
        self._resuming = False
        self.pile = 0  # cards of the deck that the machine is loaded for
        self.filled: Callable[[], None] = lambda: None  # somebody says that the pile is in the machine
        self._ready = 0  # number of the hand its pile has been cut for
        self._start: HandStarted | None = None  # the hand that the pile is made ready for
        self._shuffling = False
        self._key = ""  # of the question that stands
        self._then: Then = self._settles
        self._tries = 0
        self._answers: asyncio.Queue[tuple[str, asyncio.Future[bool]]] = asyncio.Queue()
        self._wake = asyncio.Event()
        self._quiet = asyncio.Event()  # no card is on its way
        self._quiet.set()
        session.listen(self._fact)
        session.machine = self
        session.asking.orders = self._orders

    # --- what the session asks ----------------------------------------------------------------------------------------

    @property
    def deals(self) -> bool:
        """Whether the machine deals this hand: then a closed card is told by it, and the camera only counts it."""
        hand = self.session.state.hand
        return self.connected and not self.by_hand and hand is not None and hand.number == self._hand

    def saw(self, zones: Mapping[Seat, SeenZone]) -> None:
        """The camera's view of this moment."""
        self.camera.saw(zones)
        self._wake.set()

    async def settled(self) -> bool:
        """Wait until no card is on its way: what the camera sees of it is told after the machine has told it.

        False while people are asked whether a card came, or one too many is counted: nothing that lies there is
        anybody's until they have said so, or the count has put itself right.
        """
        await self._quiet.wait()
        if self.dealing.question is not None:
            return not self.dealing.question.ticket
        hand = self.session.state.hand
        return hand is None or not self.deals or not self.camera.surplus(hand, self.dealing.given)

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        self._wake.set()

    # --- the loop -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Deal for ever."""
        while True:
            if not await self.step():
                await self._idle()

    async def step(self) -> bool:
        """Do the one thing that is to be done now, if any; whether something was done."""
        try:
            if not self.connected:
                return await self._connect()
            if not self._answers.empty():
                await self._answered(*self._answers.get_nowait())
                return True
            return not self.by_hand and not self.session.state.paused and await self._work()
        except LinkDown as e:
            await self._lost(e.code, e.params)
            return True

    async def _work(self) -> bool:
        hand = self.session.state.hand
        if hand is None or hand.over:
            return await self._between()
        if hand.number != self._hand:
            return await self._begin(hand)
        if self._resuming:
            await self._resume()
            return True
        self._recount()
        if self._key:
            return await self._put_right(hand)
        if wrong := self.camera.wrong(hand, self.dealing.given):
            doubt = self.dealing.compare(wrong)
            if doubt is not None:
                await self._ask(doubt)
                return True
        if self._waits(hand):
            return False
        self._quiet.clear()
        try:
            step = await self.dealing.step(hand)
            await self._took(step)
        finally:
            self._quiet.set()
        return isinstance(step, Dealt | Question)

    async def _idle(self) -> None:
        """Wait for news of the table; meanwhile the machine may tell of its lid, its hopper, its power."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience.idle):
                await self._wake.wait()
        self._wake.clear()
        if not self.connected:
            return
        try:
            for event in await self.device.pump(0.01):
                if isinstance(event, LidMoved | HopperChanged):
                    await self._state()
                elif isinstance(event, Rebooted | Trouble):
                    self._resuming = bool(self._hand) and not self._key
        except LinkDown as e:
            await self._lost(e.code, e.params)

    # --- near and far -------------------------------------------------------------------------------------------------

    async def _connect(self) -> bool:
        if self._tries:
            await asyncio.sleep(PAUSES[min(self._tries, len(PAUSES)) - 1])
        try:
            hello = await self.device.connect()
        except LinkDown as e:
            self._tries += 1
            await self._away(e.code, e.params)
            return True
        self._tries = 0
        self.connected = True
        self.drum = Capabilities.DRUM in hello.capabilities
        self.session.asking.details.pop(NAME, None)
        await self._state()
        hand = self.session.state.hand
        if hand is not None and not hand.over and (self._hand == hand.number or tally(self.session.facts).here):
            self._hand = hand.number
            self._resuming = True
        return True

    async def _resume(self) -> None:
        """The machine started anew, or was away, or this program was: its own memory says what left it."""
        self._resuming = False
        known = tally(self.session.facts)
        self.dealing.question = None
        self._recount()
        await self._took(await self.dealing.resume(known.ticket, known.count if known.here else 0))

    async def _lost(self, code: str, params: Mapping[str, object]) -> None:
        """People deal from here on; what the machine had asked is asked again when it is back."""
        self.device.close()
        self.connected = False
        self.dealing.question = None
        await self._end_question()
        while not self._answers.empty():
            waiting = self._answers.get_nowait()[1]
            if not waiting.done():
                waiting.set_result(False)
        await self._away(code, params)

    async def _away(self, code: str, params: Mapping[str, object]) -> None:
        self.session.asking.details[NAME] = (f"dealer.problem.{code}", params)
        await self.session.device(NAME, False, "dealer_away")

    async def _state(self) -> None:
        sensors = (await self.device.status()).sensors
        state = "dealer_lid" if Sensors.LID in sensors else "dealer_empty" if Sensors.EMPTY in sensors else "dealer_ok"
        well = state == "dealer_ok" or (state == "dealer_empty" and not self.session.state.in_hand)
        await self.session.device(NAME, well, "dealer_hand" if self.by_hand else state)

    # --- before the first card ----------------------------------------------------------------------------------------

    async def _between(self) -> bool:
        """No hand: the pile is shuffled (by the drum, or by people) and cut for the next one (R-074, R-075)."""
        if self._hand:
            self._hand = 0
            self.dealing = Dealing(self.device)
            self.session.asking.to_turn = frozenset()
            await self._end_question()
            return True
        state = self.session.state
        if self._shuffling:
            return await self._shuffle()
        coming = self.session.next_hand()
        if not isinstance(coming, HandStarted):
            return False
        if self._start is not None and _pile(coming) != _pile(
            self._start
        ):  # somebody sat down: another deck, or cutter
            self._start, self._ready = None, 0
            await self._end_question()
        if self._key or self._ready > state.hand_number:
            return False
        return await self._prepare(coming)

    async def _prepare(self, start: HandStarted, shuffled: int | None = None) -> bool:
        """Ask for the pile: into the drum's hopper first where there is a drum, then cut and ready to be dealt."""
        self._start = start
        hand = start_hand(start)
        if isinstance(hand, Refusal):
            return False
        self.pile = len(deck_cards(start.deck_low, hand.core.setup.jokers))
        deck = {"deck": self.pile, "low": "10" if start.deck_low == "T" else start.deck_low}
        cutter = who_cuts(start.seats, start.dealer) or start.dealer
        if self.drum and shuffled is None:
            await self._say("gather", BEFORE, start.dealer, self._gathered, cards=self.pile, **deck)
        elif self.drum:
            await self._say("cut", BEFORE, cutter, self._cut, cards=shuffled, **deck)
        else:
            await self._say("load", BEFORE, cutter, self._cut, cards=self.pile, **deck)
        return True

    async def _gathered(self, value: str) -> bool:
        if value == "hand":
            return await self._cut(value)
        self.filled()
        self._shuffling = True
        await self.session.device(NAME, True, "dealer_shuffling")
        return True

    async def _shuffle(self) -> bool:
        """The whole pile through the drum; the board draws the slots and tells nobody."""
        done = await self.dealing.shuffle()
        if isinstance(done, ByHand):
            raise LinkDown(done.code, **done.params)
        if isinstance(done, Question):
            await self._ask(done)
            return True
        self._shuffling = False
        await self._state()
        return self._start is not None and await self._prepare(self._start, done.cards)

    async def _cut(self, value: str) -> bool:
        self._ready = self._start.number if self._start is not None else 0
        if value == "hand":
            await self._by_hand(True)
        else:
            self.filled()
        return True

    async def _begin(self, hand: HandState) -> bool:
        """The machine's first card of this hand: after the cut, or at once where cards lie already."""
        if self._key:
            return False
        if self._shuffling:
            return await self._shuffle()
        lies = any(hand.cards[s] for s in hand.seats)
        deck = len(deck_cards(hand.started.deck_low, hand.core.setup.jokers))
        if not lies and (self._ready != hand.number or deck != self.pile):
            return await self._prepare(hand.started)
        self.dealing = Dealing(self.device)
        step = await self.dealing.begin()
        if isinstance(step, Nothing):
            self._hand = hand.number
            self.camera.forget()
        else:
            await self._took(step)
        return True

    # --- a card -------------------------------------------------------------------------------------------------------

    def _waits(self, hand: HandState) -> bool:
        """Whether the next card has to wait: for the end, a payment, a wish, or the camera's count of the last one."""
        if hand.verdict is not None:
            return True
        if hand.phase == "dealing" and any(not c.optional for c in hand.choices):
            return True
        if hand.choices and self.camera.age < self.patience.wish:
            return True
        given = self.dealing.given
        return bool(self.camera.overlooked(hand, given) or self.camera.surplus(hand, given))

    async def _took(self, step: Step) -> None:
        """A step of the dealing becomes facts, a question, or the news that people deal."""
        if isinstance(step, ByHand):
            raise LinkDown(step.code, **step.params)
        if isinstance(step, Question):
            await self._ask(step)
        elif isinstance(step, Dealt):
            self.camera.given()
            gave = MachineGave(seat=step.seat, ticket=step.ticket, count=step.count)
            closed = CardDealt(seat=step.seat, up=False)
            if not (self._is_closed(step.seat) and (await self.session.propose(gave, closed, source=NAME)).ok):
                await self.session.propose(gave, source=NAME)

    def _is_closed(self, seat: Seat) -> bool:
        hand = self.session.state.hand
        if hand is None or hand.over:
            return False
        waits = [e for e in hand.expected_cards if e.seat == seat and e.turn_place is None and not e.among]
        return bool(waits) and not waits[0].up

    def _recount(self) -> None:
        """Count anew from the journal what lies before each seat, and what the hand does not know of it."""
        seeing = self.session.devices.get("camera")
        self.camera.live = seeing is not None and seeing.ok
        hand, known = self.session.state.hand, tally(self.session.facts)
        lying = Counter({s: len(hand.cards[s]) for s in hand.seats} if hand is not None else {})
        if hand is not None:
            lying[CENTRE] = len(hand.centre)
        self.dealing.tally(lying + known.waiting, known.waiting)
        turn = frozenset(s for s in known.waiting if not self._is_closed(s))
        if turn != self.session.asking.to_turn:
            self.session.asking.to_turn = turn
            self._news = asyncio.create_task(self.session.publish())

    # --- questions ----------------------------------------------------------------------------------------------------

    async def _ask(self, question: Question) -> None:
        answers = STAYED if question.code == "double" else YES_NO if question.cards else DONE
        await self._say(question.code, answers, question.seat or None, self._settles)

    async def _say(
        self, code: str, answers: tuple[tuple[str, str], ...], seat: Seat | None, then: Then, **params: object
    ) -> None:
        self._key = f"dealer:{self.session.state.hand_number}:{self.session.state.seq}"
        self._then = then
        question = DeviceQuestion(self._key, f"dealer.ask.{code}", answers, seat, params)
        await self.session.asking.ask(question, self._answer)

    async def _answer(self, value: str) -> bool:
        """The host's word, handed to the one coroutine that talks to the machine."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._answers.put_nowait((value, done))
        self._wake.set()
        return await done

    async def _answered(self, value: str, done: asyncio.Future[bool]) -> None:
        key, ended = self._key, False
        try:
            ended = bool(key) and await self._then(value)
        finally:
            if not done.done():
                done.set_result(ended)
        if ended:
            if self._key == key:
                self._key = ""
            await self.session.asking.withdraw(key)

    async def _settles(self, value: str) -> bool:
        """A person has looked, and put right what the question asked for."""
        question = self.dealing.question
        if question is None:
            return True
        step = await self.dealing.answer(int(value) if value.isdigit() else None)
        if step is question:
            return False
        if question.code in SEEN:
            self.camera.believe(question.seat, self.dealing.given[question.seat], there=value != "0")
        if question.code == "missing" and value == "0":
            await self._take_back(question.seat)
        self._key = ""
        await self._took(step)
        await self.session.see(self.camera.zones)  # what was held back while people were asked
        return True

    async def _take_back(self, seat: Seat) -> None:
        """The card never came: a closed one that was told is made void, and the machine owes it again."""
        back = MachineGave(seat=seat, ticket=0, count=0, cards=-1)
        void: tuple[Payload, ...] = ()
        if not tally(self.session.facts).waiting[seat]:
            told = [
                n for n, p in effective(self.session.state.hand_facts) if isinstance(p, CardDealt) and p.seat == seat
            ]
            void = (self.session.correction(told[-1], None, "host"),) if told else ()
        await self.session.propose(*void, back, source=NAME)

    async def _put_right(self, hand: HandState) -> bool:
        """A question that the camera raised is over when its count is right again."""
        question, given = self.dealing.question, self.dealing.given
        if question is None or question.code not in SEEN:
            return False
        if not self.camera.settled(hand, given, question.seat, exactly=question.code != "two_seen"):
            return False
        key = self._key
        if await self._settles("1" if question.cards else "done"):
            await self.session.asking.withdraw(key)
        return True

    async def _end_question(self) -> None:
        key, self._key = self._key, ""
        self._shuffling = False
        await self.session.asking.withdraw(key)

    # --- the host's orders --------------------------------------------------------------------------------------------

    def _orders(self) -> tuple[DeviceOrder, ...]:
        """What the host may have the machine do besides answering: rest, go on, give a card again that never came."""
        if not self.connected:
            return ()
        if self.by_hand:
            return (DeviceOrder("machine_go", "dealer.order.go", lambda: self._by_hand(False)),)
        orders = [DeviceOrder("machine_hand", "dealer.order.by_hand", lambda: self._by_hand(True))]
        for seat in sorted(self.session.asking.to_turn):

            async def again(seat: Seat = seat) -> str:
                await self._take_back(seat)
                return "dealer.order.again_done"

            orders.append(DeviceOrder(f"machine_again:{seat}", "dealer.order.again", again, seat, danger=True))
        return tuple(orders)

    async def _by_hand(self, people: bool) -> str:
        """People deal from here on, or the machine again; a question of its own is asked anew then."""
        self.by_hand = people
        self.dealing.question = None
        await self._end_question()
        self._wake.set()
        await self.session.device(NAME, True, "dealer_hand" if people else "dealer_ok")
        self._resuming = not people and bool(self._hand)
        return ""


def _pile(start: HandStarted) -> tuple[object, ...]:
    """What the pile has to be, and who cuts it: the same for two hands that begin alike."""
    return start.number, start.dealer, start.seats, start.deck_low
