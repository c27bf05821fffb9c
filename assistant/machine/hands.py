"""The machine at a virtual table: its cards fall into the virtual world, and virtual people do what its questions ask.

They see what lies on the table and lend their hands; of the machine they know what is on the screen.
"""

from __future__ import annotations

import asyncio
import secrets

from assistant.asking import DeviceQuestion
from assistant.dealer.dealing import MIDDLE, next_wanted, seat_of
from assistant.dealer.devices.sim import Sim
from assistant.dealer.devices.virtual import VirtualBoard
from assistant.dealer.protocol_table import ANGLES, Sensors
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.facts import Seat
from assistant.machine.game import NAME, DealerMachine
from assistant.session import Session
from assistant.views import Tap
from assistant.virtual.world import BOARD, World
from assistant.virtual_hands import zone_of

PILE = ("load", "cut", "gather")


class MachineHands:
    """Hands for a simulated machine (``sim``, or the ``board`` in this process) beside a virtual world."""

    def __init__(
        self,
        session: Session,
        world: World | None,
        machine: DealerMachine,
        *,
        sim: Sim | None,
        board: VirtualBoard | None,
    ) -> None:
        self._session, self._world, self._machine = session, world, machine
        self._sim, self._board = sim, board
        self._loop = asyncio.get_running_loop()
        self._throat: list[int] = []  # numbers of cards taken out of the machine's throat
        self._number = 1000  # of the next card that goes into the hopper: nobody needs to know which card it is
        self._tasks: set[asyncio.Task[None]] = set()
        self.thrown = 0
        if sim is not None:
            sim.on_truth = self._told
        if board is not None:
            board.throw = self._throw

    @property
    def in_charge(self) -> bool:
        """Whether people leave the dealing to the machine."""
        return self._machine.connected and not self._machine.by_hand

    # --- what the machine does to the table ---------------------------------------------------------------------------

    def _told(self, at: float, words: tuple[str, ...]) -> None:
        if words[0] == "out" and int(words[2]):
            self._loop.call_soon_threadsafe(self._throw, self._meant(int(words[2])))
        elif words[0] == "removed":
            self._throat.append(int(words[1]))

    def _meant(self, position: int) -> int:
        """The position a card flew to; the emulated board names the seat behind the middle for both."""
        if ANGLES[position] != ANGLES[MIDDLE]:
            return position
        hand, dealing = self._session.state.hand, self._machine.dealing
        wanted = next_wanted(hand.expected_cards, dealing.unconfirmed) if hand is not None else None
        return MIDDLE if wanted is not None and wanted.seat == CENTRE else position

    def _throw(self, position: int) -> None:
        zone, world = zone_of(seat_of(position)), self._world
        if world is None or not world.left_in_deck or zone not in (*world.seats, BOARD):
            return  # no such place: the card lies beside the table
        world.deal(zone, up=False)
        self.thrown += 1
        task = self._loop.create_task(self._session.publish())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def to_turn(self, hand: HandState) -> list[tuple[Seat, int]]:
        """Cards that came closed and shall lie open: (seat, place in its row), of those the hand does not know yet."""
        out: list[tuple[Seat, int]] = []
        for seat in (*hand.seats, CENTRE) if self._world is not None else ():
            assert self._world is not None
            waits = [e for e in hand.expected_cards if e.seat == seat and e.turn_place is None and not e.among]
            row = self._world.cards(zone_of(seat))
            fresh = row[len(hand.centre if seat == CENTRE else hand.cards[seat]) :]
            if waits and waits[0].up and fresh and not fresh[0].up:
                out.append((zone_of(seat), fresh[0].place))
        return out

    def unread(self) -> list[tuple[Seat, str]]:
        """Cards that lie open and that the hand does not know: (seat, face as anybody at the table can see it)."""
        hand = self._session.state.hand
        if hand is None or hand.over or self._world is None or self.asked:
            return []
        out: list[tuple[Seat, str]] = []
        for seat in (*hand.seats, CENTRE):
            waits = any(e.seat == seat and e.up and e.turn_place is None for e in hand.expected_cards)
            fresh = self._world.cards(zone_of(seat))[len(hand.centre if seat == CENTRE else hand.cards[seat]) :]
            if waits and fresh and fresh[0].up:
                out.append((seat, fresh[0].code))
        return out

    @property
    def asked(self) -> bool:
        """Whether a question of the machine's stands."""
        return any(q.key.startswith(f"{NAME}:") for q in self._session.asking.questions)

    # --- what it asks of people ---------------------------------------------------------------------------------------

    async def answer(self) -> bool:
        """Do what the machine's question asks, and tap the answer on the host's phone; False where nothing is asked."""
        question = next((q for q in self._session.asking.questions if q.key.startswith(f"{NAME}:")), None)
        if question is None:
            return False
        code = question.code.rpartition(".")[2]
        if code in PILE:
            return await self._tap(question, "done")
        self._mend(code)
        count = self._count(question)
        values = dict(question.answers)
        return await self._tap(question, "done" if "done" in values else str(count))

    async def _tap(self, question: DeviceQuestion, value: str) -> bool:
        tap = Tap(secrets.token_hex(8), f"answer_question:{question.key}", self._session.state.seq, value)
        if not (await self._session.host(tap)).ok:
            await asyncio.sleep(0.05)  # the machine believes its sensors only after a while
        return True

    def load(self) -> None:
        """The whole pile into the hopper, face down."""
        cards = self._machine.pile
        if self._board is not None:
            self._board.cards = 0
            self._board.fill(cards)
        elif self._sim is not None:
            self._sim.order("clear")
            self._throat.clear()
            self._sim.order("empty")
            for _ in range(cards):
                self._bottom()

    def _bottom(self) -> None:
        if self._sim is not None:
            self._number += 1
            self._sim.order(f"bottom {self._number}")
        elif self._board is not None:
            self._board.fill(1)

    def _mend(self, code: str) -> None:
        """Lid up, fingers in, the stuck card back on the pile, lid down; the hopper filled where it is empty."""
        if self._board is not None:
            self._board.clear_throat()
            if Sensors.LID in self._board.sensors:
                self._board.lid(False)
        elif self._sim is not None:
            self._sim.order("clear")
            while self._throat:
                self._sim.order(f"top {self._throat.pop()}")
            self._sim.order("fault lid 0")
            self._sim.order("fault beam 0")
        if code == "empty":
            for _ in range(self._world.left_in_deck if self._world is not None else self._machine.pile):
                self._bottom()

    def _count(self, question: DeviceQuestion) -> int:
        """Too many cards go back under the pile, one at the wrong seat to its owner; how many then came, 0 or 1."""
        given, world = self._machine.dealing.given, self._world
        if world is None:
            return 0
        seats = world.seats
        lying = {s: len(world.cards(s)) for s in seats}
        hand = self._session.state.hand
        folded = hand.folded if hand is not None else frozenset()
        lacking = [s for s in given if s in lying and s not in folded and lying[s] < given[s]]
        for seat in seats:
            may = given[seat] + (1 if question.seat == seat and dict(question.answers).keys() >= {"1"} else 0)
            while seat not in folded and len(world.cards(seat)) > may:
                to = lacking.pop() if lacking and question.code.endswith("wrong_seat") else None
                world.take_last(seat, to)
                if to is None:
                    self._bottom()
        seat = question.seat or ""
        there = len(world.cards(zone_of(seat))) - given[seat] if seat else 0
        return max(0, min(1, 1 + there if question.code.endswith("missing") else there))
