"""Facts of disputes: a hand contested, a way out proposed, phones that agree, the resolution; and an agreed split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from assistant.facts.base import CardCode, Payload, Seat, kind

SUBJECTS = ("showdown", "card", "amount", "speaker")
OUTCOMES = ("keep", "card", "amount", "split", "void")


@kind
@dataclass(frozen=True)
class PotSplit(Payload):
    """The table agrees on another division of the pot than the verdict's; it adds to the same chips (R-180)."""

    KIND: ClassVar[str] = "pot_split"
    payout: dict[Seat, int]
    confirmed_by: tuple[str, ...] = ()


@kind
@dataclass(frozen=True)
class Contested(Payload):
    """Somebody contests a hand: ``subject`` of SUBJECTS, ``fact`` the one in doubt where one is named."""

    KIND: ClassVar[str] = "contested"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"note"})
    contest: str
    hand: int
    subject: str
    by: str  # a seat, or "host"
    fact: int | None = None
    note: str = ""


@kind
@dataclass(frozen=True)
class ContestProposed(Payload):
    """The host proposes how to resolve a contest: ``outcome`` of OUTCOMES with what it needs; votes begin anew."""

    KIND: ClassVar[str] = "contest_proposed"
    contest: str
    outcome: str
    fact: int | None = None
    card: CardCode | None = None
    amount: int | None = None
    payout: dict[Seat, int] | None = None
    reason: str = ""


@kind
@dataclass(frozen=True)
class ContestVoted(Payload):
    """A phone says yes or no to what is proposed."""

    KIND: ClassVar[str] = "contest_voted"
    contest: str
    seat: Seat
    agrees: bool


@kind
@dataclass(frozen=True)
class ContestResolved(Payload):
    """How a contest ended; the corrections it needed stand in the facts before this one, in the same transaction."""

    KIND: ClassVar[str] = "contest_resolved"
    contest: str
    outcome: str
    confirmed_by: tuple[str, ...]
    corrections: tuple[int, ...] = ()  # numbers of the facts that were corrected
    before: dict[Seat, int] | None = None  # what each seat received from the pot
    after: dict[Seat, int] | None = None
