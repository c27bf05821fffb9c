"""Facts of the bank: cacifes, counts, prizes, expenses, differences, and how a night is settled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from assistant.facts.base import Payload, Seat, kind

HOUSE = "house"  # a party of expenses that is nobody at the table


@kind
@dataclass(frozen=True)
class CacifeBought(Payload):
    """Chips bought from the bank (R-191, R-193)."""

    KIND: ClassVar[str] = "cacife_bought"
    seat: Seat
    player: str
    cacifes: int
    chips: int
    centavos: int


@kind
@dataclass(frozen=True)
class PurchaseAnswered(Payload):
    """A player says on his own phone whether the purchase that another wrote down for him (fact ``fact``) is right."""

    KIND: ClassVar[str] = "purchase_answered"
    fact: int
    player: str
    right: bool


@kind
@dataclass(frozen=True)
class CashedOut(Payload):
    """A stack handed back to the bank, for money owed at settlement (R-195, R-212)."""

    KIND: ClassVar[str] = "cashed_out"
    seat: Seat
    player: str
    chips: int
    centavos: int


@kind
@dataclass(frozen=True)
class ChipsCounted(Payload):
    """A physical count of one stack: an assertion about the books, not a movement (R-214)."""

    KIND: ClassVar[str] = "chips_counted"
    seat: Seat
    chips: int
    by_colour: dict[str, int] = field(default_factory=dict)


@kind
@dataclass(frozen=True)
class NightSettled(Payload):
    """The night is closed: payments as [payer, receiver, centavos] (R-213)."""

    KIND: ClassVar[str] = "night_settled"
    payments: tuple[tuple[str, str, int], ...]


@kind
@dataclass(frozen=True)
class ChipsAgreed(Payload):
    """The table's chips by colour: what a piece is worth in chips, and how many pieces are in a cacife (R-191)."""

    KIND: ClassVar[str] = "chips_agreed"
    values: dict[str, int]
    pieces: dict[str, int]


@kind
@dataclass(frozen=True)
class PrizesAgreed(Payload):
    """The table plays with prizes: chips per category of made game; empty when it no longer does (R-201)."""

    KIND: ClassVar[str] = "prizes_agreed"
    prizes: dict[str, int]


@kind
@dataclass(frozen=True)
class PrizesPaid(Payload):
    """Prizes of one hand as [payer, holder, chips], by players; what a payer lacks becomes his debt (R-200, R-204)."""

    KIND: ClassVar[str] = "prizes_paid"
    payments: tuple[tuple[str, str, int], ...]


@kind
@dataclass(frozen=True)
class ExpenseShared(Payload):
    """One party paid for something; ``shares`` says what each owes of it (centavos, the payer's own share too)."""

    KIND: ClassVar[str] = "expense_shared"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"what"})
    what: str
    payer: str  # a player or HOUSE
    shares: dict[str, int]


@kind
@dataclass(frozen=True)
class SideDeal(Payload):
    """A deal between two players outside the pots: ``payer`` owes ``receiver`` so many centavos."""

    KIND: ClassVar[str] = "side_deal"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"what"})
    what: str
    payer: str
    receiver: str
    centavos: int


@kind
@dataclass(frozen=True)
class DifferenceBooked(Payload):
    """Counts that stay different from the books are accepted by vote (R-214).

    ``adjust`` says by how many chips each player's stack in the books changes, ``shares`` who bears the sum of that
    (chips, adding to its opposite or less); what is left stays with the named account, a party of the settlement.
    """

    KIND: ClassVar[str] = "difference_booked"
    name: str
    adjust: dict[str, int]
    shares: dict[str, int]
    confirmed_by: tuple[str, ...]


@kind
@dataclass(frozen=True)
class PotShared(Payload):
    """A carried pot that no further hand will contest is divided by agreement: chips by player (R-210)."""

    KIND: ClassVar[str] = "pot_shared"
    shares: dict[str, int]
    confirmed_by: tuple[str, ...]


@kind
@dataclass(frozen=True)
class TransferPaid(Payload):
    """The receiver says that a payment of the settlement arrived, in centavos."""

    KIND: ClassVar[str] = "transfer_paid"
    payer: str
    receiver: str
    centavos: int
