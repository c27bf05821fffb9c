"""The conversation with the machine, without port or clock: bytes and times in, bytes and records out."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from assistant.dealer import protocol_table as table
from assistant.dealer.frame import Frame, Reader, encode
from assistant.dealer.records import Event, Rebooted, event_of

REPEAT = 0.25  # seconds until an unanswered command goes out again
PATIENCE = 40  # repeats after which the line counts as dead


@dataclass(frozen=True)
class Reply:
    """The machine's answer to one command: "OK", "ERR" or "WAS" and what follows."""

    number: int
    verb: str
    kind: str
    words: tuple[str, ...]


class Link:
    """One command under way at a time, repeated until answered; events acknowledged, and delivered once."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.out = bytearray()
        self.events: deque[Event] = deque()
        self.reply: Reply | None = None
        self.repeats = 0
        self._waiting: tuple[int, str, bytes] | None = None
        self._due = 0.0
        self._last_event: int | None = None
        self._boot: int | None = None

    def command(self, now: float, number: int, verb: str, *args: int) -> None:
        """Queue a command; raises ValueError for one the protocol has not."""
        _, limits, _ = table.COMMANDS[verb]
        if len(limits) != len(args) or any(not low <= a <= high for a, (low, high) in zip(args, limits, strict=True)):
            raise ValueError(f"{verb} {args}")
        frame = encode(" ".join([f">{number}", verb, *map(str, args)]))
        self._waiting = (number, verb, frame)
        self.reply = None
        self.repeats = 0
        self._send(now)

    def _send(self, now: float) -> None:
        assert self._waiting is not None
        self.out += self._waiting[2]
        self._due = now + REPEAT

    @property
    def waiting(self) -> bool:
        """Whether a command is unanswered."""
        return self._waiting is not None

    @property
    def dead(self) -> bool:
        """Whether the machine has been silent for too long."""
        return self.repeats > PATIENCE

    def due(self, now: float) -> float:
        """Seconds until something must be repeated (a long time when nothing must)."""
        return max(0.0, self._due - now) if self._waiting else 3600.0

    def tick(self, now: float) -> None:
        """Repeat what is due."""
        if self._waiting and now >= self._due:
            self.repeats += 1
            self._send(now)

    def abandon(self) -> None:
        """Wait for no answer any more."""
        self._waiting = None

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the machine."""
        for frame in self.reader.take(data):
            if frame.mark == "<":
                self._replied(frame)
            elif frame.mark == "!":
                self._happened(frame)
            elif frame.mark == "-" and self._waiting and self.repeats < PATIENCE:
                self._due = min(self._due, now + 0.02)  # it did not understand: say it again soon

    def take_out(self) -> bytes:
        """The bytes to be written now."""
        data = bytes(self.out)
        self.out.clear()
        return data

    def _replied(self, frame: Frame) -> None:
        if self._waiting is None or len(frame.words) < 2 or (frame.number, frame.words[0]) != self._waiting[:2]:
            return
        self.reply = Reply(frame.number, frame.words[0], frame.words[1], frame.words[2:])
        self._waiting = None

    def _happened(self, frame: Frame) -> None:
        event = event_of(frame.words[0], frame.words[1:]) if frame.words else None
        if event is None:
            return  # not of this version: unacknowledged, it will be asked for by STATE
        self.out += encode(f"+{frame.number}")
        if isinstance(event, Rebooted):
            if event.boot == self._boot:
                return
            self._boot = event.boot
        elif frame.number == self._last_event:
            return
        self._last_event = frame.number
        self.events.append(event)
