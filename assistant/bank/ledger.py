"""The books as a fold of the journal: double entry, whole numbers, corrections that post their own reversal.

Accounts, positive when the name before the colon holds something (chips unless said otherwise):
``stack:PLAYER``, ``pot``, ``bank`` and ``bank:COLOUR`` (the float: minus what is out), ``debt:PLAYER`` (prizes owed),
``prizes:PLAYER`` (minus what he won in prizes), ``difference:NAME``; in centavos ``cash:PLAYER`` (what the bank owes
him), ``till``, ``owed:PLAYER`` (settled, not yet received), ``expenses:PLAYER``, ``side:PLAYER``.

The entries of fact n are the difference between the balances after folding 1…n and after 1…n−1.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.bank.hands import HAND_KINDS, HandUnreadable, HandWatch, Watcher, watch_engine
from assistant.bank.payloads import (
    ChipsAgreed,
    DifferenceBooked,
    ExpenseShared,
    PrizesAgreed,
    PrizesPaid,
    SideDeal,
    TransferPaid,
)
from assistant.facts import (
    CacifeBought,
    CashedOut,
    ChipsCounted,
    Corrected,
    Fact,
    FactError,
    HandStarted,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    TableOpened,
    decode_payload,
)

CHIP, CENTAVO = "chip", "centavo"
_IN_CENTAVOS = frozenset({"cash", "till", "owed", "expenses", "side"})
CHECKPOINT = 64  # facts between two copies of the state, outside hands


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
    hand_seats: dict[str, str] = field(default_factory=dict)
    hand_posted: dict[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)  # chips of a piece, by colour
    pieces: Mapping[str, int] = field(default_factory=dict)  # of each colour in a cacife
    prizes: Mapping[str, int] = field(default_factory=dict)  # agreed, by category
    faults: list[Fault] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    purchases: list[Purchase] = field(default_factory=list)
    colours: dict[str, tuple[int, Mapping[str, int]]] = field(default_factory=dict)  # player → last count by colour

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
            new = self.balances.get(account, 0) + change
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


class BooksFold:
    """The books of one table, fact by fact; ``apply`` returns the entries the fact causes."""

    def __init__(self, watcher: Watcher = watch_engine) -> None:
        self._watcher = watcher
        self._facts: list[Fact] = []
        self._overrides: dict[int, Payload | None] = {}
        self._checkpoints: list[tuple[int, BooksState]] = []  # (facts folded, state)
        self.state = BooksState()

    @property
    def seq(self) -> int:
        """Number of the last fact folded."""
        return self._facts[-1].seq if self._facts else 0

    @property
    def balances(self) -> Mapping[str, int]:
        """All balances that are not zero, by account."""
        return self.state.balances

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What cannot be right, in the order of the facts."""
        return tuple(self.state.faults)

    def copy(self) -> BooksFold:
        """A fold of its own with the same past."""
        other = BooksFold(self._watcher)
        other._facts = list(self._facts)
        other._overrides = dict(self._overrides)
        other._checkpoints = list(self._checkpoints)
        other.state = self.state.copy()
        return other

    def apply(self, fact: Fact) -> tuple[Line, ...]:
        """Fold one more fact; returns its entries, which add to zero in each unit."""
        before = dict(self.state.balances)
        if isinstance(fact.payload, Corrected):
            self._facts.append(fact)
            self._correct(fact)
        else:
            self._checkpoint(fact)
            self._facts.append(fact)
            self._fold(fact)
        lines = difference(before, self.state.balances)
        for unit in (CHIP, CENTAVO):
            if sum(line.amount for line in lines if line.unit == unit):
                raise AssertionError(f"fact {fact.seq} unbalances the books: {lines}")
        return lines

    def _checkpoint(self, fact: Fact) -> None:
        due = not self._checkpoints or len(self._facts) - self._checkpoints[-1][0] >= CHECKPOINT
        if isinstance(fact.payload, HandStarted) or (due and not self.state.playing):
            self._checkpoints.append((len(self._facts), self.state.copy()))

    def _correct(self, correction: Fact) -> None:
        """Fold again from before the first fact that any correction in force, old or new, makes different."""
        old = self._overrides
        self._overrides = overrides(self._facts)
        changed = [s for s in old.keys() | self._overrides.keys() if old.get(s, _SAME) != self._overrides.get(s, _SAME)]
        if not changed:
            return
        first = min(changed)
        while self._checkpoints and self._checkpoints[-1][0] >= first:
            self._checkpoints.pop()
        start, state = self._checkpoints[-1] if self._checkpoints else (0, BooksState())
        self.state = state.copy()
        past, self._facts = self._facts, self._facts[:start]
        for fact in past[start:]:
            payload = self._overrides.get(fact.seq, fact.payload)
            if payload is not None and not isinstance(payload, Corrected):
                effective = fact if payload is fact.payload else dataclasses.replace(fact, payload=payload)
                self._checkpoint(effective)
                self._facts.append(fact)
                self._fold(effective)
            else:
                self._facts.append(fact)

    def _fold(self, fact: Fact) -> None:
        state = self.state
        match fact.payload:
            case TableOpened():
                self._open(fact, fact.payload)
            case PlayerSeated(seat=seat, player=player, name=name):
                state.seats[seat] = player
                state.names[player] = name
            case PlayerLeft(seat=seat):
                state.seats.pop(seat, None)
            case CacifeBought():
                self._buy(fact, fact.payload)
            case CashedOut():
                self._cash_out(fact, fact.payload)
            case ChipsCounted():
                self._count(fact, fact.payload)
            case ChipsAgreed(values=values, pieces=pieces):
                state.values, state.pieces = dict(values), dict(pieces)
            case PrizesAgreed(prizes=prizes):
                state.prizes = dict(prizes)
            case PrizesPaid(payments=payments):
                self._prizes(payments)
            case ExpenseShared(payer=payer, shares=shares):
                for party, centavos in shares.items():
                    _both(state, "cash", party, payer, centavos)
                    _both(state, "expenses", payer, party, centavos)
            case SideDeal(payer=payer, receiver=receiver, centavos=centavos):
                _both(state, "cash", payer, receiver, centavos)
                _both(state, "side", receiver, payer, centavos)
            case DifferenceBooked():
                self._book_difference(fact, fact.payload)
            case NightSettled(payments=payments):
                self._settle(fact, payments)
            case TransferPaid(payer=payer, receiver=receiver, centavos=centavos):
                _both(state, "owed", receiver, payer, centavos)
            case HandStarted():
                self._start_hand(fact, fact.payload)
            case _ if fact.kind in HAND_KINDS:
                self._hand_fact(fact)
        for account, amount in state.balances.items():
            if amount < 0 and account.startswith(("stack:", "pot")):
                known = any(f.code == "negative" and f.params["account"] == account for f in state.faults)
                if not known:
                    state.fault(fact, "negative", account=account, amount=amount)

    def _open(self, fact: Fact, opened: TableOpened) -> None:
        state = self.state
        left = {a: n for a, n in state.balances.items() if a.startswith(("stack:", "pot"))}
        if left:
            state.fault(fact, "chips_left", accounts=left)
        state.opened, state.night_from, state.night_base = opened, fact.seq, dict(state.balances)
        state.settled, state.watch, state.hand = False, None, None
        state.seats = {}
        state.counts, state.purchases = [], []
        if opened.cacife_chips <= 0 or opened.cacife_centavos % opened.cacife_chips:
            state.fault(fact, "chip_value", chips=opened.cacife_chips, centavos=opened.cacife_centavos)

    def _value(self, fact: Fact, chips: int, centavos: int) -> None:
        if chips * self.state.chip_centavos != centavos:
            self.state.fault(fact, "value", chips=chips, centavos=centavos)

    def _buy(self, fact: Fact, buy: CacifeBought) -> None:
        state = self.state
        if state.playing:
            state.fault(fact, "bought_in_hand", player=buy.player)
        self._value(fact, buy.chips, buy.centavos)
        state.move("till", f"cash:{buy.player}", -buy.centavos)
        pieces = {c: state.values.get(c, 0) * n * buy.cacifes for c, n in state.pieces.items() if n}
        if pieces and sum(pieces.values()) == buy.chips:
            for colour, chips in pieces.items():
                state.move(f"bank:{colour}", f"stack:{buy.player}", chips)
        else:
            state.move("bank", f"stack:{buy.player}", buy.chips)
        state.purchases.append(
            Purchase(fact.seq, fact.at, state.hand, buy.player, buy.cacifes, buy.chips, buy.centavos, fact.source)
        )

    def _cash_out(self, fact: Fact, out: CashedOut) -> None:
        state = self.state
        self._value(fact, out.chips, out.centavos)
        counted, colours = state.colours.pop(out.player, (0, {}))
        if colours and counted == out.chips and all(c in state.values for c in colours):
            for colour, n in colours.items():
                state.move(f"stack:{out.player}", f"bank:{colour}", n * state.values[colour])
        else:
            state.move(f"stack:{out.player}", "bank", out.chips)
        state.move("till", f"cash:{out.player}", out.centavos)

    def _count(self, fact: Fact, count: ChipsCounted) -> None:
        state = self.state
        player = state.seats.get(count.seat)
        if player is None:
            state.fault(fact, "nobody_there", seat=count.seat)
            return
        books = state.balance(f"stack:{player}")
        if count.by_colour and all(c in state.values for c in count.by_colour):
            by_colour = sum(state.values[c] * n for c, n in count.by_colour.items())
            if by_colour != count.chips:
                state.fault(fact, "count_sum", chips=count.chips, by_colour=by_colour)
            else:
                state.colours[player] = (count.chips, count.by_colour)
        state.counts.append(Count(fact.seq, fact.at, state.hand, player, count.chips, books, dict(count.by_colour)))

    def _prizes(self, payments: Iterable[tuple[str, str, int]]) -> None:
        state = self.state
        for payer, holder, chips in payments:
            paid = min(chips, max(0, state.balance(f"stack:{payer}")))
            state.move(f"stack:{payer}", f"stack:{holder}", paid)
            state.move(f"debt:{payer}", f"debt:{holder}", chips - paid)
            state.move(f"prizes:{holder}", f"prizes:{payer}", chips)

    def _book_difference(self, fact: Fact, booked: DifferenceBooked) -> None:
        state = self.state
        account = f"difference:{booked.name}"
        for player, chips in booked.adjust.items():
            state.move(account, f"stack:{player}", chips)
        for player, chips in booked.shares.items():
            state.move(account, f"debt:{player}", chips)

    def _settle(self, fact: Fact, payments: Iterable[tuple[str, str, int]]) -> None:
        """Debts and differences become money, and money becomes payments that are owed (R-212, R-213)."""
        state = self.state
        value = state.chip_centavos
        for kind in ("debt", "difference"):
            for party, chips in sorted(state.of(kind).items()):
                state.move("till", f"cash:{party}", chips * value)
                state.move(f"{kind}:{party}", "bank", chips)
        for payer, receiver, centavos in payments:
            _both(state, "cash", receiver, payer, centavos)
            _both(state, "owed", payer, receiver, centavos)
        state.settled = True
        left = {a: n for a, n in state.balances.items() if a.startswith(("cash:", "stack:", "pot"))}
        if left:
            state.fault(fact, "unsettled", accounts=left)

    def _start_hand(self, fact: Fact, started: HandStarted) -> None:
        state = self.state
        state.hand = started.number
        state.hand_seats = dict(state.seats)
        state.hand_posted = {}
        state.watch = None
        for seat in started.seats:
            player = state.seats.get(seat)
            if player is None:
                state.fault(fact, "nobody_there", seat=seat)
            elif state.balance(f"stack:{player}") != started.stacks.get(seat, 0):
                books = state.balance(f"stack:{player}")
                state.fault(fact, "stack_differs", player=player, books=books, hand=started.stacks.get(seat, 0))
        if state.balance("pot") != started.carry:
            state.fault(fact, "carry_differs", books=state.balance("pot"), hand=started.carry)
        try:
            state.watch = self._watcher(fact)
        except HandUnreadable as e:
            state.fault(fact, "hand_unreadable", reason=str(e))
            return
        self._post_hand(fact)

    def _hand_fact(self, fact: Fact) -> None:
        state = self.state
        if state.watch is None:
            return  # no hand is open that could be read: nothing moves
        try:
            state.watch = state.watch.after(fact)
        except HandUnreadable as e:
            state.fault(fact, "hand_unreadable", reason=str(e))
            return
        self._post_hand(fact)

    def _post_hand(self, fact: Fact) -> None:
        """Stacks move as they did in the hand; the pot is what they lack, so that entries balance by construction."""
        state = self.state
        assert state.watch is not None
        for seat, change in state.watch.changes.items():
            player = state.hand_seats.get(seat)
            step = change - state.hand_posted.get(seat, 0)
            if player is not None and step:
                state.move("pot", f"stack:{player}", step)
                state.hand_posted[seat] = change


_SAME: Any = object()


def _both(state: BooksState, kind: str, source: str, target: str, amount: int) -> None:
    if source != target:
        state.move(f"{kind}:{source}", f"{kind}:{target}", amount)


def difference(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[Line, ...]:
    """The entry that leads from one set of balances to another, in the order of the accounts."""
    changed = sorted(a for a in before.keys() | after.keys() if before.get(a, 0) != after.get(a, 0))
    return tuple(Line(a, unit_of(a), after.get(a, 0) - before.get(a, 0)) for a in changed)


def overrides(facts: Iterable[Fact]) -> dict[int, Payload | None]:
    """What corrections in force put in the place of facts: number → payload, None for void; the last one decides.

    A correction that was itself made void or replaced no longer counts. Raises FactError for a payload that is no fact.
    """
    out: dict[int, Payload | None] = {}
    for fact in reversed(list(facts)):
        payload = out.get(fact.seq, fact.payload)
        if isinstance(payload, Corrected) and payload.fact < fact.seq and payload.fact not in out:
            out[payload.fact] = None if payload.payload is None else decode_payload(payload.payload)
    return out


def balances(facts: Iterable[Fact]) -> Mapping[str, int]:
    """All balances after folding the facts from the first."""
    fold = BooksFold()
    for fact in facts:
        fold.apply(fact)
    return fold.balances


__all__ = ["BooksFold", "BooksState", "Count", "FactError", "Fault", "Line", "Purchase", "balances", "difference"]
