"""Facts of the table and its people: nights, seats, corrections, devices, questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from assistant.facts.base import Payload, Seat, kind


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
class Asked(Payload):
    """A question put to the table because something was not certain, and (when it comes) how it was answered."""

    KIND: ClassVar[str] = "asked"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"answer"})
    question: str
    seat: str | None
    code: str
    answer: str | None = None
