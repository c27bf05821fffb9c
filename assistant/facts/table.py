"""Facts of the table and its people: nights, seats, corrections, devices, questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from assistant.facts.base import CardCode, Payload, Seat, kind


@kind
@dataclass(frozen=True)
class TableOpened(Payload):
    """A night begins: seats in clockwise order, value of a cacife in chips and in centavos, house options."""

    KIND: ClassVar[str] = "table_opened"
    table: str
    seats: tuple[Seat, ...]
    cacife_chips: int
    cacife_centavos: int
    options: dict[str, Any] = field(default_factory=dict)


@kind
@dataclass(frozen=True)
class PlayerSeated(Payload):
    """A person takes a seat (R-071, R-196); the name never enters the hash in clear."""

    KIND: ClassVar[str] = "player_seated"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"name"})
    seat: Seat
    player: str  # identity for the books, stable over nights
    name: str


@kind
@dataclass(frozen=True)
class PlayerLeft(Payload):
    """A person gives up a seat (R-195)."""

    KIND: ClassVar[str] = "player_left"
    seat: Seat
    player: str


@kind
@dataclass(frozen=True)
class Corrected(Payload):
    """Fact ``fact`` is replaced by ``payload`` (encoded) or void when None; the old one stays on record."""

    KIND: ClassVar[str] = "corrected"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"payload"})
    fact: int
    payload: dict[str, Any] | None
    confirmed_by: tuple[str, ...] = ()


@kind
@dataclass(frozen=True)
class DeviceChanged(Payload):
    """A camera or a dealer machine changed state; recorded once per change."""

    KIND: ClassVar[str] = "device_changed"
    device: str
    state: str


@kind
@dataclass(frozen=True)
class MachineGave(Payload):
    """The dealer machine says that cards left it towards a seat (or "centre"); -1 where one was taken back again.

    ``ticket`` and ``count`` are the machine's own: its order, and its cards out since the deal began (0 where a person
    said so). Whether the card is open, and its face, is told by CardDealt.
    """

    KIND: ClassVar[str] = "machine_gave"
    seat: str
    ticket: int
    count: int
    cards: int = 1


@kind
@dataclass(frozen=True)
class Asked(Payload):
    """A question put to the table because something was not certain, and (when it comes) how it was answered."""

    KIND: ClassVar[str] = "asked"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"answer"})
    question: str
    seat: str | None
    code: str
    answer: str | None = None


@kind
@dataclass(frozen=True)
class SeatsMoved(Payload):
    """People changed places between hands: who (by identity) sits where now, everybody seated named.

    Drawn by lot (R-071), ``places`` and ``cards`` are what lay open at each place and what each player was dealt.
    """

    KIND: ClassVar[str] = "seats_moved"
    seats: dict[str, Seat]
    places: dict[Seat, CardCode] = field(default_factory=dict)
    cards: dict[str, CardCode] = field(default_factory=dict)


@kind
@dataclass(frozen=True)
class ButtonMoved(Payload):
    """Who deals the next hand: said by the table, or by the cards drawn, a draw for each time some tied (R-072)."""

    KIND: ClassVar[str] = "button_moved"
    seat: Seat
    drawn: tuple[dict[str, CardCode], ...] = ()


@kind
@dataclass(frozen=True)
class RulesAgreed(Payload):
    """House options that hold from the next hand on, over those the night was opened with (R-070)."""

    KIND: ClassVar[str] = "rules_agreed"
    options: dict[str, Any]


@kind
@dataclass(frozen=True)
class TablePaused(Payload):
    """The table rests, or goes on: meanwhile nobody is asked anything and no clock runs."""

    KIND: ClassVar[str] = "table_paused"
    paused: bool
