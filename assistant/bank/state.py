"""What the books remember after some fact: balances by account, who sits where, purchases, counts, faults.

Accounts, positive when the name before the colon holds something (chips unless said otherwise):
``stack:PLAYER``, ``pot``, ``bank`` and ``bank:COLOUR`` (the float: minus what is out), ``debt:PLAYER`` (prizes owed),
``prizes:PLAYER`` (minus what he won in prizes), ``difference:NAME``; in centavos ``cash:PLAYER`` (what the bank owes
him), ``till``, ``owed:PLAYER`` (settled, not yet received), ``expenses:PLAYER``, ``side:PLAYER``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.bank.hands import HandWatch
from assistant.facts import Fact, TableOpened

CHIP, CENTAVO = "chip", "centavo"
_IN_CENTAVOS = frozenset({"cash", "till", "owed", "expenses", "side"})


def unit_of(account: str) -> str:
    """The unit an account is kept in: "chip" or "centavo"."""
    return CENTAVO if account.partition(":")[0] in _IN_CENTAVOS else CHIP


@dataclass(frozen=True)
class Line:
    """One side of an entry: the account's balance changes by ``amount`` (lines of a fact add to zero in each unit)."""

    account: str
    unit: str
    amount: int


@dataclass(frozen=True)
class Fault:
    """Something in the books that cannot be right, pointing at the fact that brought it; a value, not an exception."""

    seq: int
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Count:
    """A physical count of a player's stack against the books at that instant (a balance assertion, R-214)."""

    seq: int
    at: str
    hand: int | None
    player: str
    counted: int
    books: int
    by_colour: Mapping[str, int]
    accepted: bool = False  # the table booked its difference: the books follow it since

    @property
    def good(self) -> bool:
        """Whether count and books agree."""
        return self.counted == self.books


@dataclass(frozen=True)
class Purchase:
    """A cacife as sold: who, when, in which hand's pause, confirmed where (R-190, R-191)."""

    seq: int
    at: str
    hand: int | None
    player: str
    cacifes: int
    chips: int
    centavos: int
    source: str
    right: bool | None = None  # what the player said of it on his own phone, None while nobody asked him

    @property
    def confirmed(self) -> bool:
        """Whether the player bought it himself or agreed to what another wrote down for him."""
        return self.source.startswith("seat:") or self.right is True


@dataclass
class BooksState:
    """Balances and what else the books must remember, after some fact."""

    balances: dict[str, int] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)  # seat → player
    names: dict[str, str] = field(default_factory=dict)  # player → name
    opened: TableOpened | None = None
    night_from: int = 0  # the fact that opened the night
    night_base: dict[str, int] = field(default_factory=dict)  # balances when it opened
    settled: bool = False
    hand: int | None = None  # number of the last hand begun
    watch: HandWatch | None = None
    practising: bool = False  # the last hand begun moves no chip of the books
    hand_seats: dict[str, str] = field(default_factory=dict)
    hand_posted: dict[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)  # chips of a piece, by colour
    pieces: Mapping[str, int] = field(default_factory=dict)  # of each colour in a cacife
    prizes: Mapping[str, int] = field(default_factory=dict)  # agreed, by category
    prized_hand: int | None = None  # the last hand whose prizes were paid
    faults: list[Fault] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    purchases: list[Purchase] = field(default_factory=list)
    colours: dict[str, tuple[int, Mapping[str, int]]] = field(default_factory=dict)  # player → last count by colour
    moved: dict[str, int] = field(default_factory=dict)  # accounts the last fact moved → what stood on them before it

    def copy(self) -> BooksState:
        """A state of its own, sharing only what is never changed."""
        return dataclasses.replace(
            self,
            balances=dict(self.balances),
            seats=dict(self.seats),
            names=dict(self.names),
            hand_posted=dict(self.hand_posted),
            faults=list(self.faults),
            counts=list(self.counts),
            purchases=list(self.purchases),
            colours=dict(self.colours),
            moved=dict(self.moved),
        )

    def balance(self, account: str) -> int:
        """What stands on an account, 0 for one never used."""
        return self.balances.get(account, 0)

    def of(self, kind: str) -> dict[str, int]:
        """Balances of all accounts of a kind ("stack", "cash", …), by what follows the colon."""
        return {a.partition(":")[2]: n for a, n in self.balances.items() if a.startswith(f"{kind}:")}

    def move(self, source: str, target: str, amount: int) -> None:
        """``amount`` goes from one account to another of the same unit."""
        for account, change in ((source, -amount), (target, amount)):
            old = self.balances.get(account, 0)
            self.moved.setdefault(account, old)
            new = old + change
            if new:
                self.balances[account] = new
            else:
                self.balances.pop(account, None)

    def fault(self, fact: Fact, code: str, **params: object) -> None:
        """Remember a fault."""
        self.faults.append(Fault(fact.seq, code, params))

    @property
    def chip_centavos(self) -> int:
        """Value of one chip in centavos (a whole number, or set-up would have refused)."""
        if self.opened is None or self.opened.cacife_chips <= 0:
            return 0
        return self.opened.cacife_centavos // self.opened.cacife_chips

    @property
    def playing(self) -> bool:
        """Whether a hand is going on: nothing may be bought or taken off the table (R-193, R-197)."""
        return self.watch is not None and not self.watch.over


def difference(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Line, ...]:
    """The entry that leads from one set of balances to another, in the order of the accounts."""
    changed = sorted(a for a in before.keys() | after.keys() if before.get(a, 0) != after.get(a, 0))
    return tuple(Line(a, unit_of(a), after.get(a, 0) - before.get(a, 0)) for a in changed)
