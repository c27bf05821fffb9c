"""Facts of a hand: its start, cards, words, choices, the showdown and its end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from assistant.facts.base import CardCode, Payload, Seat, kind


@kind
@dataclass(frozen=True)
class HandStarted(Payload):
    """A hand begins with everything its fold needs: game, options, seats dealt in (clockwise), stacks, deck.

    ``options`` are house options of the rule book; ``game`` an id of ``fala games``; ``variations`` ids applied on top.
    """

    KIND: ClassVar[str] = "hand_started"
    number: int
    game: str
    seats: tuple[Seat, ...]
    dealer: Seat
    stacks: dict[Seat, int]
    pingo: int
    deck_low: str
    variations: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    carry: int = 0
    smallest_chip: int = 1
    passed_before: int = 0  # hands passed out in a row, for the progressive opener
    practice: bool = False  # played to learn: no chip of the books moves and the deal does not pass on


@kind
@dataclass(frozen=True)
class CardDealt(Payload):
    """A card lies before a seat ("centre" for a shared one): open with its face, or closed with ``card`` None."""

    KIND: ClassVar[str] = "card_dealt"
    seat: str
    up: bool
    card: CardCode | None = None


@kind
@dataclass(frozen=True)
class CardTurned(Payload):
    """A closed card is turned face up; ``place`` counts the seat's cards from 0 in dealing order."""

    KIND: ClassVar[str] = "card_turned"
    seat: Seat
    place: int
    card: CardCode


@kind
@dataclass(frozen=True)
class Acted(Payload):
    """A word of the betting: mesa, passo, aposto, cubro, repico, completo, saio (R-094); ``amount`` as spoken."""

    KIND: ClassVar[str] = "acted"
    seat: Seat
    verb: str
    amount: int | None = None


@kind
@dataclass(frozen=True)
class Chosen(Payload):
    """An answer to a choice the hand waits for that is no betting word.

    ``choice`` is the kind (pick_cards, number, secret_amount, yes_no, pick_game, ready); ``value`` plain JSON.
    """

    KIND: ClassVar[str] = "chosen"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"value"})
    seat: Seat
    choice: str
    value: Any = None


@kind
@dataclass(frozen=True)
class HandShown(Payload):
    """A player at the showdown shows, or throws the hand away unseen (R-181, R-182)."""

    KIND: ClassVar[str] = "hand_shown"
    seat: Seat
    shows: bool


@kind
@dataclass(frozen=True)
class PotAwarded(Payload):
    """The table confirms the verdict: ``payout`` is what each seat receives, as the fold computed it (R-180)."""

    KIND: ClassVar[str] = "pot_awarded"
    payout: dict[Seat, int]


@kind
@dataclass(frozen=True)
class HandVoided(Payload):
    """The hand is called off: everything staked returns to its owner."""

    KIND: ClassVar[str] = "hand_voided"
    reason: str
