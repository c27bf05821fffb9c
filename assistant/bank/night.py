"""A night as people want to see it: who bought what, stacks over time, biggest pots, results, settlement."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.bank.corrections import Move, moves
from assistant.bank.ledger import BooksFold, effective
from assistant.bank.settle import Transfer, party_results
from assistant.bank.state import BooksState, Count, Fault, Purchase
from assistant.facts import (
    HOUSE,
    CacifeBought,
    CashedOut,
    ChipsCounted,
    DifferenceBooked,
    ExpenseShared,
    Fact,
    HandStarted,
    NightSettled,
    Payload,
    PotAwarded,
    PotShared,
    PrizesPaid,
    SideDeal,
    TableOpened,
    TransferPaid,
)


@dataclass(frozen=True)
class Pot:
    """The pots of one hand together, and the chips each player took from them."""

    hand: int
    chips: int
    won: Mapping[str, int]


@dataclass(frozen=True)
class StackPoint:
    """Everybody's stack after a hand (``hand`` None: before the first one)."""

    seq: int
    at: str
    hand: int | None
    stacks: Mapping[str, int]


@dataclass(frozen=True)
class Shared:
    """Money between people outside the pots: an expense ``payer`` laid out, or a deal; ``owe`` him so much each."""

    seq: int
    at: str
    kind: str  # "expense" or "deal"
    what: str
    payer: str
    owe: Mapping[str, int]


@dataclass(frozen=True)
class Mistake:
    """A bank fact that no longer stands as it was written, in chips and centavos, and the correction that says so."""

    seq: int
    at: str
    kind: str
    player: str
    chips: int | None
    centavos: int | None
    by: int
    corrected_at: str
    now_chips: int | None = None  # of what stands instead; None where nothing does
    now_centavos: int | None = None

    @property
    def void(self) -> bool:
        """Whether nothing stands in its place."""
        return self.now_chips is None and self.now_centavos is None


@dataclass(frozen=True)
class Night:
    """One night of a table, corrections already in effect; chips unless a name says centavos."""

    table: str
    number: int
    first: int
    last: int
    begun: str
    ended: str
    hands: int
    chip_centavos: int
    names: Mapping[str, str]
    purchases: tuple[Purchase, ...]
    cashed: Mapping[str, int]
    stacks: tuple[StackPoint, ...]
    pots: tuple[Pot, ...]
    counts: tuple[Count, ...]
    prizes: Mapping[str, int]
    results_centavos: Mapping[str, int]
    payments: tuple[Transfer, ...]
    paid: tuple[Transfer, ...]
    settled: bool
    faults: tuple[Fault, ...]
    shared: tuple[Shared, ...] = ()
    mistakes: tuple[Mistake, ...] = ()

    @property
    def open_payments(self) -> tuple[Transfer, ...]:
        """Payments of the settlement that nobody has marked as received yet."""
        left = list(self.payments)
        for transfer in self.paid:
            if transfer in left:
                left.remove(transfer)
        return tuple(left)

    @property
    def bought(self) -> dict[str, int]:
        """Chips bought by each player."""
        out: dict[str, int] = {}
        for p in self.purchases:
            out[p.player] = out.get(p.player, 0) + p.chips
        return out

    def name(self, player: str) -> str:
        """The player's name, or his identity where none is known any more."""
        return self.names.get(player) or player


def nights(facts: Iterable[Fact]) -> tuple[Night, ...]:
    """The nights of a journal, in order; facts before the first TableOpened belong to none."""
    fold = BooksFold()
    out: list[Night] = []
    current: _Gathering | None = None
    everything = list(facts)
    for fact in effective(everything):
        if isinstance(fact.payload, TableOpened):
            if current is not None and (fold.state.purchases or current.hands):  # else its cacife was agreed anew
                out.append(current.night(fold.state))
            before = fold.state.copy()
            fold.apply(fact)
            current = _Gathering(fact, len(out) + 1, before)
            continue
        stacks = fold.state.of("stack")
        fold.apply(fact)
        if current is not None:
            current.add(fact, stacks, fold.state)
    if current is not None:
        out.append(current.night(fold.state))
    wrong = [_mistake(move) for move in moves(everything) if move.state != "stands"]
    for n, night in enumerate(out):
        mine = [m for m in wrong if m.seq >= night.first and (n + 1 == len(out) or m.seq < out[n + 1].first)]
        out[n] = dataclasses.replace(night, mistakes=tuple(mine))
    return tuple(out)


def _mistake(move: Move) -> Mistake:
    assert move.by is not None
    chips, centavos = _size(move.fact.payload)
    now_chips, now_centavos = (None, None) if move.stands is None else _size(move.stands)
    fact = move.fact
    return Mistake(
        fact.seq, fact.at, fact.kind, move.player, chips, centavos, move.by.seq, move.by.at, now_chips, now_centavos
    )


def _size(payload: Payload) -> tuple[int | None, int | None]:
    """How much a bank fact is about, in chips and centavos."""
    match payload:
        case CacifeBought(chips=chips, centavos=centavos) | CashedOut(chips=chips, centavos=centavos):
            return chips, centavos
        case ChipsCounted(chips=chips):
            return chips, None
        case ExpenseShared(shares=shares):
            return None, sum(shares.values())
        case SideDeal(centavos=centavos) | TransferPaid(centavos=centavos):
            return None, centavos
        case PrizesPaid(payments=payments):
            return sum(n for _, _, n in payments), None
        case PotShared(shares=shares):
            return sum(shares.values()), None
        case DifferenceBooked(adjust=adjust):
            return sum(adjust.values()), None
        case _:
            raise ValueError(payload.KIND)


class _Gathering:
    """What a night collects while its facts are folded."""

    def __init__(self, opened: Fact, number: int, before: BooksState) -> None:
        assert isinstance(opened.payload, TableOpened)
        self.table, self.number, self.first = opened.payload.table, number, opened.seq
        self.begun = self.at = opened.at
        self.last = opened.seq
        self.fault_base = len(before.faults)
        self.prize_base = before.of("prizes")
        self.hands: set[int] = set()
        self.cashed: dict[str, int] = {}
        self.points: list[StackPoint] = []
        self.pots: dict[int, Pot] = {}
        self.payments: tuple[Transfer, ...] = ()
        self.paid: list[Transfer] = []
        self.results: dict[str, int] | None = None
        self.shared: list[Shared] = []

    def add(self, fact: Fact, stacks: Mapping[str, int], state: BooksState) -> None:
        self.last, self.at = fact.seq, fact.at
        payload = fact.payload
        now = state.of("stack")
        if isinstance(payload, HandStarted):
            self.hands.add(payload.number)
        if isinstance(payload, CashedOut):
            self.cashed[payload.player] = self.cashed.get(payload.player, 0) + payload.chips
        if isinstance(payload, ExpenseShared):
            owe = {p: n for p, n in payload.shares.items() if n}
            self.shared.append(Shared(fact.seq, fact.at, "expense", payload.what, payload.payer, owe))
        if isinstance(payload, SideDeal):
            owe = {payload.payer: payload.centavos}
            self.shared.append(Shared(fact.seq, fact.at, "deal", payload.what, payload.receiver, owe))
        if isinstance(payload, TransferPaid):
            self.paid.append((payload.payer, payload.receiver, payload.centavos))
        if isinstance(payload, NightSettled):
            self.payments = payload.payments
            self.results = _results_of(payload.payments)
        if isinstance(payload, PotAwarded) and fact.hand is not None:
            won = {state.hand_seats.get(s, s): n for s, n in payload.payout.items() if n}
            self.pots[fact.hand] = Pot(fact.hand, sum(won.values()), won)
        leaving = isinstance(payload, CashedOut | DifferenceBooked)
        if now != dict(stacks) and not state.playing and not leaving:
            self.points.append(StackPoint(fact.seq, fact.at, state.hand, now))

    def night(self, state: BooksState) -> Night:
        return Night(
            table=self.table,
            number=self.number,
            first=self.first,
            last=self.last,
            begun=self.begun,
            ended=self.at,
            hands=len(self.hands),
            chip_centavos=state.chip_centavos,
            names=dict(state.names),
            purchases=tuple(state.purchases),
            cashed=self.cashed,
            stacks=tuple(self.points),
            pots=tuple(sorted(self.pots.values(), key=lambda p: (-p.chips, p.hand))),
            counts=tuple(state.counts),
            prizes={p: n for p, n in _minus(self.prize_base, state.of("prizes")).items() if n},
            results_centavos=self.results if self.results is not None else party_results(state, {}),
            payments=self.payments,
            paid=tuple(self.paid),
            settled=state.settled,
            faults=tuple(state.faults[self.fault_base :]),
            shared=tuple(self.shared),
        )


def _results_of(payments: Iterable[Transfer]) -> dict[str, int]:
    net: dict[str, int] = {}
    for payer, receiver, centavos in payments:
        net[payer] = net.get(payer, 0) - centavos
        net[receiver] = net.get(receiver, 0) + centavos
    return net


def _minus(a: Mapping[str, int], b: Mapping[str, int]) -> dict[str, int]:
    return {k: a.get(k, 0) - b.get(k, 0) for k in sorted(a.keys() | b.keys())}


def anonymous(night: Night) -> Night:
    """The same night with P1, P2 … for names and players."""
    alias = {p: f"P{n}" for n, p in enumerate(sorted(_players(night)), start=1)}

    def keys(m: Mapping[str, int]) -> dict[str, int]:
        return {alias.get(p, p): n for p, n in m.items()}

    def pay(ts: Iterable[Transfer]) -> tuple[Transfer, ...]:
        return tuple((alias.get(a, a), alias.get(b, b), n) for a, b, n in ts)

    return dataclasses.replace(
        night,
        names={a: a for a in alias.values()},
        purchases=tuple(dataclasses.replace(p, player=alias[p.player]) for p in night.purchases),
        cashed=keys(night.cashed),
        stacks=tuple(dataclasses.replace(s, stacks=keys(s.stacks)) for s in night.stacks),
        pots=tuple(dataclasses.replace(p, won=keys(p.won)) for p in night.pots),
        counts=tuple(dataclasses.replace(c, player=alias[c.player]) for c in night.counts),
        prizes=keys(night.prizes),
        results_centavos=keys(night.results_centavos),
        payments=pay(night.payments),
        paid=pay(night.paid),
        faults=(),
        shared=tuple(
            dataclasses.replace(s, what="", payer=alias.get(s.payer, s.payer), owe=keys(s.owe)) for s in night.shared
        ),
        mistakes=tuple(dataclasses.replace(m, player=alias.get(m.player, m.player)) for m in night.mistakes),
    )


def _players(night: Night) -> set[str]:
    named = {p.player for p in night.purchases} | {c.player for c in night.counts} | set(night.results_centavos)
    named |= {p for s in night.shared for p in (s.payer, *s.owe) if p != HOUSE}
    named |= {m.player for m in night.mistakes if m.player and m.player != HOUSE}
    return named | {p for point in night.stacks for p in point.stacks}
