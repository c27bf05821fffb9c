"""Dealing a hand: exactly the cards the engine waits for, in its order, and a question wherever the machine, the camera
and the engine do not agree. Nothing here knows a face: the machine deals blind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.dealer.device import DealerDevice
from assistant.dealer.protocol_table import POSITIONS, Error, Fault, Result, Sensors
from assistant.dealer.records import LinkDown, Out, Unsure, Void
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE, ExpectedCard

SETTLED = 0.1  # seconds
MIDDLE = POSITIONS  # the machine's number of the middle of the table

# what a person must do before the machine goes on, by fault or error of the protocol
HANDS_ON = {
    Error.LID: "lid", Error.EMPTY: "empty", Error.GATE: "gate",
    Fault.LID: "lid", Fault.EMPTY: "empty", Fault.GATE: "gate",
    Fault.JAM: "jam", Fault.BEAM: "beam", Fault.TURRET: "turret", Fault.DRUM: "drum", Fault.NOISE: "noise",
    Fault.STORE: "store", Error.NODRUM: "no_drum",
}  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """The next card to be given: to whom, and whether it will lie open."""

    seat: str
    up: bool


@dataclass(frozen=True)
class Dealt:
    """A card lies before a seat; an open one still has to be turned and read. ``ticket`` is the machine's order."""

    seat: str
    up: bool
    ticket: int = 0
    count: int = 0  # the machine's own, since the deal began


@dataclass(frozen=True)
class Question:
    """Something only a person can see: phrase dealer.ask.<code>; ``cards`` are the answers, where it counts cards.

    Cards too many go back under the others in the hopper before it is answered; what stays at the seat is 0 or 1.
    """

    code: str
    seat: str
    ticket: int
    fault_no: int
    cards: tuple[int, ...] = ()
    up: bool = False


@dataclass(frozen=True)
class Nothing:
    """No card for a machine to give: the hand waits for people, or for the camera."""


@dataclass(frozen=True)
class ByHand:
    """The machine is out of reach: people deal; phrase dealer.problem.<code>."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Shuffled:
    """The drum has so many cards in slots of its own choosing; ``dealer.ask.cut`` is for whoever cuts."""

    cards: int


Step = Dealt | Question | Nothing | ByHand


def position_of(seat: str) -> int:
    """The machine's position of a seat."""
    return MIDDLE if seat == CENTRE else int(seat)


def seat_of(position: int) -> str:
    """The seat at a position of the machine."""
    return CENTRE if position == MIDDLE else str(position)


def next_wanted(expected: tuple[ExpectedCard, ...], unconfirmed: Mapping[str, int]) -> Wanted | None:
    """The first card the hand waits for that has not left the machine already: one by one, in the hand's order."""
    out = Counter(unconfirmed)
    for e in expected:
        if e.turn_place is not None or e.among:
            continue  # it lies on the table already
        if out[e.seat] > 0:
            out[e.seat] -= 1
            continue
        return Wanted(e.seat, e.up)
    return None


class Dealing:
    """One hand's dealing: ``given`` counts cards by seat as the machine (or a person, asked) knows them.

    ``unconfirmed`` are those of them that the hand does not know yet.
    """

    def __init__(self, device: DealerDevice) -> None:
        self.device = device
        self.given: Counter[str] = Counter()
        self.unconfirmed: Counter[str] = Counter()
        self.question: Question | None = None
        self.inserted = 0  # cards in the drum by this shuffle

    async def begin(self) -> Step:
        """Before a hand's first card: the machine finds home and counts from 0."""
        self.given.clear()
        self.unconfirmed.clear()
        return await self._guarded(None)

    async def resume(self, ticket: int, count: int) -> Step:
        """After an absence: the machine's own memory against the last order and count known here.

        Comes back with the one card that left it unheard, with the question that stands, or with Nothing.
        """
        if self.question is not None:
            return self.question
        try:
            status, last = await self.device.status(), await self.device.last()
        except LinkDown as e:
            return ByHand(e.code, e.params)
        seat = seat_of(last.position) if last.position else ""
        if status.unsure:
            code = "double" if last.result == Result.DOUBLE else "unsure"
            code = "gate" if Sensors.BEAM in status.sensors else code
            return self._ask(Question(code, seat, status.unsure, status.fault_no, (0, 1)))
        if status.fault != Fault.NONE:
            return self._ask(Question(HANDS_ON.get(status.fault, "fault"), "", 0, status.fault_no))
        out = last.result in (Result.OUT, Result.SETTLED) and last.ticket != ticket and last.count == count + 1
        return self._took(seat, False, last.ticket, last.count) if out and seat else Nothing()

    async def step(self, hand: HandState) -> Step:
        """Give the next card the hand waits for, if it is the machine's to give; a question stands until answered."""
        if self.question is not None:
            return self.question
        wanted = next_wanted(hand.expected_cards, self.unconfirmed)
        return Nothing() if wanted is None else await self._guarded(wanted)

    async def shuffle(self) -> Shuffled | Question | ByHand:
        """The hopper's cards into the drum, one by one, until it is empty; call again once a question is answered."""
        if self.question is not None:
            return self.question
        try:
            while True:
                done = await self.device.insert()
                if isinstance(done, Out):
                    self.inserted += 1
                elif isinstance(done, Unsure):
                    return self._ask(Question("unsure", "", done.ticket, done.fault_no, (0, 1)))
                elif done.why == Error.EMPTY:
                    cards, self.inserted = self.inserted, 0
                    return Shuffled(cards)
                else:
                    step = await self._void(done, "", False)
                    assert isinstance(step, Question)
                    return step
        except LinkDown as e:
            return ByHand(e.code, e.params)

    def confirmed(self, seat: str) -> None:
        """The fact of a card that was given is in the journal now."""
        if self.unconfirmed[seat]:
            self.unconfirmed[seat] -= 1

    def tally(self, given: Mapping[str, int], unconfirmed: Mapping[str, int]) -> None:
        """Count anew: what lies before each seat, and how much of it the hand does not know (as a journal tells it)."""
        self.given = Counter(given)
        self.unconfirmed = Counter(unconfirmed)

    async def _guarded(self, wanted: Wanted | None) -> Step:
        try:
            return await self._give(wanted)
        except LinkDown as e:
            return ByHand(e.code, e.params)

    async def _give(self, wanted: Wanted | None) -> Step:
        seat, up = (wanted.seat, wanted.up) if wanted is not None else ("", False)
        done = await (self.device.new_deal() if wanted is None else self.device.deal(position_of(seat)))
        if isinstance(done, Out):
            if wanted is None:
                return Nothing()
            return self._took(seat, up, self.device.ticket, done.count)
        if isinstance(done, Unsure):
            code = {Fault.DOUBLE: "double", Fault.JAM: "jam"}.get(done.fault, "gate" if done.at_gate else "unsure")
            return self._ask(Question(code, seat, done.ticket, done.fault_no, (0, 1), up))
        return await self._void(done, seat, up)

    async def _void(self, done: Void, seat: str, up: bool) -> Step:
        status = await self.device.status()
        code = HANDS_ON.get(done.why, "") or HANDS_ON.get(status.fault, "")
        if not code and status.fault == Fault.NONE:
            return self._ask(Question("again", seat, 0, 0, (), up))
        if status.unsure:
            return self._ask(Question("unsure", seat, status.unsure, status.fault_no, (0, 1), up))
        number = status.fault_no if status.fault != Fault.NONE else 0
        return self._ask(Question(code or "fault", seat, 0, number, (), up))

    def _took(self, seat: str, up: bool, ticket: int, count: int) -> Dealt:
        self.given[seat] += 1
        self.unconfirmed[seat] += 1
        return Dealt(seat, up, ticket, count)

    def _ask(self, question: Question) -> Question:
        self.question = question
        return question

    async def answer(self, cards: int | None = None) -> Step:
        """A person has looked, and done what the question asked: ``cards`` that now count as given to the seat.

        The next step comes back: the card, if it counts as given; the same question, if its cause still stands.
        """
        question = self.question
        if question is None:
            return Nothing()
        try:
            if question.ticket:
                if cards is None:
                    return question
                wrong = await self.device.settle(question.ticket, cards)
                if wrong is not None and wrong != Error.WRONG:
                    return question
            await self.device.rest(SETTLED)  # the machine believes a contact only after a while
            status = await self.device.status()
            if status.fault != Fault.NONE and await self.device.clear(status.fault_no) is not None:
                return question
            if Sensors.LID in status.sensors or (question.code == "empty" and Sensors.EMPTY in status.sensors):
                return question
            if question.code == "wrong_seat":
                await self.device.stop()  # it does not know where it points: home first
        except LinkDown as e:
            return ByHand(e.code, e.params)
        self.question = None
        if question.code == "missing" and cards == 0:
            self.given[question.seat] -= 1
            self.confirmed(question.seat)
        if question.ticket and cards and not question.seat:
            self.inserted += 1
        elif question.ticket and cards:
            return self._took(question.seat, question.up, question.ticket, status.count)
        return Nothing()

    def compare(self, seen: Mapping[str, int]) -> Question | None:
        """Hold the camera's count of cards by seat against what was given; the first disagreement as a question.

        More than given is two at once (``two_seen``), or a card at the wrong seat (``wrong_seat``) when another lacks
        one; fewer is ``missing``. ``seen`` holds only zones that were counted surely: one with a hand over it is left
        out. Where ``missing`` is answered with 0 the card's fact must be made void; the machine will give it again.
        """
        if self.question is not None:
            return self.question
        more = [s for s, n in seen.items() if n > self.given[s]]
        fewer = [s for s in self.given if s in seen and seen[s] < self.given[s]]
        if not more and fewer:
            return self._ask(Question("missing", fewer[0], 0, 0, (0, 1)))
        if not more:
            return None
        return self._ask(Question("wrong_seat" if fewer else "two_seen", more[0], 0, 0))
