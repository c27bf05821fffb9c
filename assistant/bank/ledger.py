"""The books as a fold of the journal: double entry, whole numbers, corrections that post their own reversal.

The entries of fact n are the difference between the balances after folding 1…n and after 1…n−1.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.bank.hands import HAND_KINDS, HandUnreadable, HandWatch
from assistant.bank.state import (
    CENTAVO,
    CHIP,
    BooksState,
    Count,
    Fault,
    Line,
    Purchase,
    difference,
)
from assistant.facts import (
    CacifeBought,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    Corrected,
    DifferenceBooked,
    ExpenseShared,
    Fact,
    HandStarted,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    PotAwarded,
    PotShared,
    PrizesAgreed,
    PrizesPaid,
    PurchaseAnswered,
    RulesAgreed,
    SeatsMoved,
    SideDeal,
    TableOpened,
    TransferPaid,
    decode_payload,
)

CHECKPOINT = 64  # facts between two copies of the state, outside hands


class BooksFold:
    """The books of one table, fact by fact; ``apply`` returns the entries the fact causes."""

    def __init__(self) -> None:
        self._facts: list[Fact] = []
        self._overrides: dict[int, Override] = {}
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
        other = BooksFold()
        other._facts = list(self._facts)
        other._overrides = dict(self._overrides)
        other._checkpoints = list(self._checkpoints)
        other.state = self.state.copy()
        return other

    def faults_of(self, correction: Corrected) -> tuple[Fault, ...]:
        """What could not be right any more if this correction were recorded now; nothing changes."""
        trial = self.copy()
        trial.apply(Fact(self.seq + 1, correction, at="", source="host"))
        known = {(f.seq, f.code) for f in self.state.faults}
        return tuple(f for f in trial.state.faults if (f.seq, f.code) not in known)

    def apply(self, fact: Fact) -> tuple[Line, ...]:
        """Fold one more fact; returns its entries, which add to zero in each unit."""
        if isinstance(fact.payload, Corrected):
            before = dict(self.state.balances)
            self._facts.append(fact)
            self._correct(fact)
            lines = difference(before, self.state.balances)
        else:
            self._checkpoint(fact)
            self._facts.append(fact)
            self._fold(fact)
            lines = difference(self.state.moved, {a: self.state.balance(a) for a in self.state.moved})
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
        changed = [s for s in old.keys() | self._overrides.keys() if old.get(s) != self._overrides.get(s)]
        if not changed:
            return
        first = min(changed)
        while self._checkpoints and self._checkpoints[-1][0] >= first:
            self._checkpoints.pop()
        start, state = self._checkpoints[-1] if self._checkpoints else (0, BooksState())
        self.state = state.copy()
        past, self._facts = self._facts, self._facts[:start]
        for fact in past[start:]:
            standing = _standing(fact, self._overrides)
            if standing is not None:
                self._checkpoint(standing)
            self._facts.append(fact)
            if standing is not None:
                self._fold(standing)

    def _fold(self, fact: Fact) -> None:
        state = self.state
        state.moved = {}
        match fact.payload:
            case TableOpened():
                self._open(fact, fact.payload)
            case PlayerSeated(seat=seat, player=player, name=name):
                state.seats[seat] = player
                state.names[player] = name
            case PlayerLeft(seat=seat):
                state.seats.pop(seat, None)
            case SeatsMoved(seats=moved):
                stay = {seat: who for seat, who in state.seats.items() if who not in moved}
                state.seats = {**stay, **{seat: who for who, seat in moved.items()}}
            case RulesAgreed(options=options) if state.opened is not None:
                state.opened = dataclasses.replace(state.opened, options={**state.opened.options, **options})
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
                state.prized_hand = state.hand
            case PurchaseAnswered(fact=bought, player=player, right=right):
                state.purchases = [
                    dataclasses.replace(b, right=right) if (b.seq, b.player) == (bought, player) else b
                    for b in state.purchases
                ]
            case ExpenseShared(payer=payer, shares=shares):
                for party, centavos in shares.items():
                    _both(state, "cash", party, payer, centavos)
                    _both(state, "expenses", payer, party, centavos)
            case SideDeal(payer=payer, receiver=receiver, centavos=centavos):
                _both(state, "cash", payer, receiver, centavos)
                _both(state, "side", receiver, payer, centavos)
            case DifferenceBooked():
                self._book_difference(fact, fact.payload)
            case PotShared(shares=shares):
                for player, chips in shares.items():
                    state.move("pot", f"stack:{player}", chips)
            case NightSettled(payments=payments):
                self._settle(fact, payments)
            case TransferPaid(payer=payer, receiver=receiver, centavos=centavos):
                _both(state, "owed", receiver, payer, centavos)
            case HandStarted():
                self._start_hand(fact, fact.payload)
            case _ if fact.kind in HAND_KINDS:
                self._hand_fact(fact)
        for account in state.moved:
            amount = state.balance(account)
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
        if state.playing and not self._before_a_correction(fact):  # it may have taken the hand's end back
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
            last = next((n for n, c in reversed(list(enumerate(state.counts))) if c.player == player), None)
            if last is not None and state.counts[last].counted == state.balance(f"stack:{player}"):
                state.counts[last] = dataclasses.replace(state.counts[last], accepted=True)
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
        state.practising = started.practice
        if started.practice:
            return
        # a hand was played with the stacks that stood then: an older fact corrected since makes them others
        corrected = self._before_a_correction(fact)
        for seat in started.seats:
            player = state.seats.get(seat)
            if player is None:
                state.fault(fact, "nobody_there", seat=seat)
            elif state.balance(f"stack:{player}") != started.stacks.get(seat, 0) and not corrected:
                books = state.balance(f"stack:{player}")
                state.fault(fact, "stack_differs", player=player, books=books, hand=started.stacks.get(seat, 0))
        if state.balance("pot") != started.carry and not corrected:
            state.fault(fact, "carry_differs", books=state.balance("pot"), hand=started.carry)
        try:
            state.watch = HandWatch.begin(fact)
        except HandUnreadable as e:
            state.fault(fact, "hand_unreadable", reason=str(e))
            return
        self._post_hand()

    def _hand_fact(self, fact: Fact) -> None:
        state = self.state
        if state.practising and fact.hand == state.hand:
            return
        if state.watch is None or fact.hand != state.hand:
            state.fault(fact, "no_hand", hand=fact.hand)  # nothing moves
            return
        before = state.watch.state.stacks
        try:
            state.watch = state.watch.after(fact)
        except HandUnreadable as e:
            # another verdict than the one confirmed then: the table confirms again, and nothing moves until it does
            if not (isinstance(fact.payload, PotAwarded) and self._before_a_correction(fact)):
                state.fault(fact, "hand_unreadable", reason=str(e))
            return
        if state.watch.state.stacks is not before:  # most facts of a hand are cards
            self._post_hand()

    def _before_a_correction(self, fact: Fact) -> bool:
        """Whether the fact was recorded when an older one still stood that a correction in force changes."""
        return any(target < fact.seq < o.by for target, o in self._overrides.items())

    def _post_hand(self) -> None:
        """Stacks move as they did in the hand; the pot is what they lack, so that entries balance by construction."""
        state = self.state
        assert state.watch is not None
        for seat, change in state.watch.changes.items():
            player = state.hand_seats.get(seat)
            step = change - state.hand_posted.get(seat, 0)
            if player is not None and step:
                state.move("pot", f"stack:{player}", step)
                state.hand_posted[seat] = change


def _both(state: BooksState, kind: str, source: str, target: str, amount: int) -> None:
    if source != target:
        state.move(f"{kind}:{source}", f"{kind}:{target}", amount)


@dataclass(frozen=True)
class Override:
    """What stands in the place of a fact (None: nothing, it is void), and the number of the correction that says so."""

    payload: Payload | None
    by: int


def overrides(facts: Iterable[Fact]) -> dict[int, Override]:
    """What corrections in force put in the place of facts, by number; the last one decides.

    A correction that was itself made void or replaced no longer counts. What an expense was for is the written fact's
    (it can be erased there). Raises FactError for a payload that is no fact.
    """
    out: dict[int, Override] = {}
    everything = list(facts)
    for fact in reversed(everything):
        payload = out[fact.seq].payload if fact.seq in out else fact.payload
        if isinstance(payload, Corrected) and payload.fact < fact.seq and payload.fact not in out:
            out[payload.fact] = Override(None if payload.payload is None else decode_payload(payload.payload), fact.seq)
    nameless = [n for n, o in out.items() if isinstance(o.payload, ExpenseShared | SideDeal) and not o.payload.what]
    if nameless:
        written = {fact.seq: fact.payload for fact in everything}
        for n in nameless:
            now, then = out[n].payload, written.get(n)
            if isinstance(now, ExpenseShared | SideDeal) and isinstance(then, ExpenseShared | SideDeal):
                out[n] = dataclasses.replace(out[n], payload=dataclasses.replace(now, what=then.what))
    return out


def _standing(fact: Fact, replaced: Mapping[int, Override]) -> Fact | None:
    """The fact as it stands after corrections; None for a void one and for a correction itself."""
    payload = replaced[fact.seq].payload if fact.seq in replaced else fact.payload
    if payload is None or isinstance(payload, Corrected):
        return None
    return fact if payload is fact.payload else dataclasses.replace(fact, payload=payload)


def balances(facts: Iterable[Fact]) -> Mapping[str, int]:
    """All balances after folding the facts from the first."""
    fold = BooksFold()
    for fact in facts:
        fold.apply(fact)
    return fold.balances


def effective(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts as they stand after all corrections: new payloads in, void ones and corrections out."""
    everything = list(facts)
    replaced = overrides(everything)
    return tuple(f for fact in everything if (f := _standing(fact, replaced)) is not None)
