"""A dealer machine without any machine: the board's side of the conversation in this process, with planned faults.

For a table without the AVR tools and for quick tests; the real firmware is proved on the emulated board (sim.py).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from assistant.dealer import protocol_table as table
from assistant.dealer.frame import Frame, Reader, encode
from assistant.dealer.line import Line
from assistant.dealer.protocol_table import Cause, Error, Fault, Result, Sensors, State
from assistant.dealer.records import LinkDown

CARD_SECONDS = 0.6

Throw = Callable[[int], None]


@dataclass
class VirtualBoard:
    """State of the machine; ``throw`` is called with the position of every card that leaves it.

    ``faults`` maps the number of a card since power on (1, 2, …) to double, stack, jam, empty, lid, reboot or unplug.
    """

    cards: int = 52
    faults: dict[int, str] = field(default_factory=dict)
    throw: Throw | None = None
    speed: float = 1.0
    boot: int = 0
    ticket: int = 0
    position: int = 0
    result: Result = Result.NONE
    count: int = 0
    fault: Fault = Fault.NONE
    fault_no: int = 0
    seen: int = 0
    cause: Cause = Cause.POWER
    greeted: bool = False
    sensors: Sensors = field(default_factory=lambda: Sensors(0))
    fed: int = 0
    unplugged: bool = False
    settings: dict[int, int] = field(default_factory=dict)
    _due: float | None = None
    _out: deque[bytes] = field(default_factory=deque)
    _events: int = 0

    def __post_init__(self) -> None:
        self.settings = {**dict(enumerate(table.ANGLES)), **dict(table.SETTINGS.values()), **self.settings}
        self.start(Cause.POWER)

    # --- what happens to it --------------------------------------------------------------------------------------

    def start(self, cause: Cause) -> None:
        """Power on or reset: RAM is gone, the last ticket is not."""
        self.boot += 1
        self.cause = cause
        self.greeted = False
        self._due = None
        self._out.clear()
        self._events = 0
        self.fault = Fault.NONE
        self.seen = self.ticket
        self._event(f"BOOT {self.boot} {cause}")
        if self.result == Result.STARTED:
            self._latch(Fault.POWER)

    def fill(self, cards: int) -> None:
        """A hand puts cards into the hopper."""
        self.cards += cards
        if Sensors.EMPTY in self.sensors:
            self.sensors &= ~Sensors.EMPTY
            self._event("HOPPER 0")

    def lid(self, is_open: bool) -> None:
        """The lid moves."""
        self.sensors = self.sensors | Sensors.LID if is_open else self.sensors & ~Sensors.LID
        self._event(f"LID {int(is_open)}")

    def clear_throat(self) -> None:
        """A hand takes out what is stuck."""
        self.sensors &= ~Sensors.BEAM

    # --- talking -------------------------------------------------------------------------------------------------

    def _event(self, words: str) -> None:
        self._out.append(encode(f"!{self._events} {words}"))
        self._events = (self._events + 1) % 65536

    def _latch(self, fault: Fault) -> None:
        self.fault, self.fault_no = fault, self.fault_no + 1
        self._event(f"FAULT {fault} {self.fault_no} {self.unsure}")

    @property
    def unsure(self) -> int:
        """The ticket whose card is in doubt, or 0."""
        doubtful = self.result == Result.DOUBLE or (self.result == Result.STARTED and self._due is None)
        return self.ticket if doubtful else 0

    def output(self, now: float) -> bytes:
        """What it has said by now."""
        if self._due is not None and now >= self._due:
            self._due = None
            self._finish()
        data = b"".join(self._out)
        self._out.clear()
        return data

    def due(self) -> float | None:
        """When its job will be done."""
        return self._due

    def hear(self, frame: Frame, now: float) -> None:
        """Obey one whole frame."""
        if frame.mark != ">" or not frame.words or frame.words[0] not in table.COMMANDS:
            return
        verb, *words = frame.words
        args = [int(w) for w in words]
        self._out.append(encode(f"<{frame.number} {verb} {self._answer(verb, frame.number, args, now)}"))

    def _answer(self, verb: str, number: int, args: list[int], now: float) -> str:
        match verb:
            case "HELLO":
                self.greeted = True
                return f"OK {table.VERSION} {table.FIRMWARE} 0 {self.boot} {self.cause} {self.seen}"
            case "STATE":
                state = State.FAULT if self.fault != Fault.NONE else State.IDLE if self._due is None else State.BUSY
                return f"OK {state} {self.fault} {self.fault_no} {self.count} {int(self.sensors)} {self.unsure}"
            case "LAST":
                return f"OK {self.ticket} {self.position} {self.result} {self.count}"
            case "GET" | "SET":
                if verb == "SET":
                    self.settings[args[0]] = args[1]
                return f"OK {args[0]} {self.settings[args[0]]}"
            case "NEW" | "DEAL" | "INSERT":
                return self._order(verb, number, args, now)
            case "SETTLE":
                return self._settle(*args)
            case "CLEAR":
                return self._clear(args[0])
        self._due = None
        return "OK"

    def _order(self, verb: str, ticket: int, args: list[int], now: float) -> str:
        if not self.greeted:
            return f"ERR {Error.GREET}"
        if ticket == self.ticket:
            return f"WAS {self.result} {self.position} {self.count}"
        if not 0 < (ticket - self.seen) % 65536 <= table.WINDOW:
            return f"ERR {Error.OLD}"
        if self.fault != Fault.NONE:
            return f"ERR {Error.FAULT}"
        if self._due is not None:
            return f"ERR {Error.BUSY}"
        self.seen = self.ticket = ticket
        self.result = Result.VOID
        self.position = args[0] if verb == "DEAL" else 0
        if Sensors.LID in self.sensors:
            return f"ERR {Error.LID}"
        if verb == "INSERT":
            return f"ERR {Error.NODRUM}"
        if verb == "DEAL" and self.cards == 0:
            self.sensors |= Sensors.EMPTY
            return f"ERR {Error.EMPTY}"
        self.result = Result.STARTED if verb == "DEAL" else Result.READY
        self._due = now + CARD_SECONDS / self.speed
        return "OK"

    def _finish(self) -> None:
        if self.result == Result.READY:
            self.count = 0
            self._event(f"READY {self.ticket}")
            return
        self.fed += 1
        fault = self.faults.get(self.fed, "")
        if fault == "jam":
            self.sensors |= Sensors.BEAM
            self._latch(Fault.JAM)
        elif fault == "lid":
            self.lid(True)
            self._latch(Fault.LID)
        elif fault == "reboot":
            self.start(Cause.POWER)
        elif fault == "unplug":
            self.unplugged = True
        elif fault == "empty":
            self._leave(1)
            self.cards = 0
            self.sensors |= Sensors.EMPTY
            self._event("HOPPER 1")
        elif fault == "double":
            self._leave(2)
            self.result = Result.DOUBLE
            self._latch(Fault.DOUBLE)
        else:
            self._leave(2 if fault == "stack" else 1)
        if self.result == Result.OUT:
            self._event(f"OUT {self.ticket} {self.position} {self.count}")

    def _leave(self, cards: int) -> None:
        for _ in range(min(cards, self.cards)):
            self.cards -= 1
            if self.throw is not None:
                self.throw(self.position)
        self.result = Result.OUT
        self.count += 1

    def _settle(self, ticket: int, cards: int) -> str:
        if ticket == self.ticket and self.result == Result.SETTLED:
            return "OK"
        if not ticket or ticket != self.unsure:
            return f"ERR {Error.WRONG}"
        self.count += cards - (1 if self.result == Result.DOUBLE else 0)
        self.result = Result.SETTLED
        return "OK"

    def _clear(self, fault_no: int) -> str:
        if fault_no != self.fault_no:
            return f"ERR {Error.WRONG}"
        if self.unsure:
            return f"ERR {Error.UNSURE}"
        for bit, error in ((Sensors.LID, Error.LID), (Sensors.BEAM, Error.GATE)):
            if bit in self.sensors:
                return f"ERR {error}"
        self.fault = Fault.NONE
        self._event(f"CLEARED {fault_no}")
        return "OK"


class VirtualLine:
    """A line to a virtual board; acknowledgements are heard and need no answer, since nothing is lost on the way."""

    def __init__(self, board: VirtualBoard) -> None:
        self.board = board
        self.reader = Reader(table.MAX_HOST_LINE)

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    async def read(self, seconds: float) -> bytes:
        """What the board says within the time."""
        if self.board.unplugged:
            raise LinkDown("unplugged", port="virtual")
        data = self.board.output(self.now())
        if not data:
            due = self.board.due()
            pause = seconds if due is None else min(seconds, max(0.0, due - self.now()))
            await asyncio.sleep(min(pause, 0.05))
            data = self.board.output(self.now())
        return data

    async def write(self, data: bytes) -> None:
        """The board hears and obeys."""
        for frame in self.reader.take(data):
            self.board.hear(frame, self.now())

    def close(self) -> None:
        """Nothing to let go of."""


def opener(board: VirtualBoard) -> Callable[[], Awaitable[Line]]:
    """What DealerDevice calls to reach the board."""

    async def open_line() -> Line:
        if board.unplugged:
            raise LinkDown("gone", port="virtual")
        return VirtualLine(board)

    return open_line
