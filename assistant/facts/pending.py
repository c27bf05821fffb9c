"""Facts of what stands open at the bank: a vote of the table, a camera's count that nobody took yet, the last count."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from assistant.facts.base import Payload, Seat, kind


@kind
@dataclass(frozen=True)
class VotePut(Payload):
    """The host puts something to the table: ``subject`` is "difference" (R-214) or "pot" (R-210).

    Of a difference, ``name`` is the account it would be booked to and ``shares`` the chips that each player bears.
    """

    KIND: ClassVar[str] = "vote_put"
    vote: str
    subject: str
    name: str = ""
    shares: dict[str, int] = field(default_factory=dict)


@kind
@dataclass(frozen=True)
class VoteAnswered(Payload):
    """A seat's yes or no to what is put to the table; the last one counts."""

    KIND: ClassVar[str] = "vote_answered"
    vote: str
    seat: Seat
    agrees: bool


@kind
@dataclass(frozen=True)
class VoteDropped(Payload):
    """The host takes back what he put to the table."""

    KIND: ClassVar[str] = "vote_dropped"
    vote: str


@kind
@dataclass(frozen=True)
class CountingAsked(Payload):
    """The host asks everybody to count, or asks no longer (R-190)."""

    KIND: ClassVar[str] = "counting_asked"
    asked: bool


@kind
@dataclass(frozen=True)
class CountOffered(Payload):
    """What a camera makes of a player's chips, for people to take or not; it asserts nothing of the books.

    ``pieces`` by colour, ``doubtful`` colours, ``problem`` (a phrase code) where nothing could be counted.
    """

    KIND: ClassVar[str] = "count_offered"
    offer: str
    seat: Seat
    player: str
    chips: int = 0
    pieces: dict[str, int] = field(default_factory=dict)
    doubtful: tuple[str, ...] = ()
    problem: str = ""


@kind
@dataclass(frozen=True)
class CountDropped(Payload):
    """Somebody threw a camera's count away."""

    KIND: ClassVar[str] = "count_dropped"
    offer: str
