"""Random nights played by the rules: real hands through the engine, purchases, prizes, counts, corrections, an end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from assistant.bank.corrections import bare, changed, moves, refusal
from assistant.bank.desk import book_difference, share_pot
from assistant.bank.ledger import BooksFold
from assistant.bank.money import split
from assistant.bank.rules import buy_in, newcomer, prize_payments, rebuy
from assistant.bank.settle import closing
from assistant.bank.state import BooksState, Line
from assistant.engine.cards import deck_cards
from assistant.engine.choices import Choice
from assistant.engine.hand import HandState
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Acted,
    CacifeBought,
    CardDealt,
    CardTurned,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    Chosen,
    Corrected,
    ExpenseShared,
    Fact,
    HandStarted,
    HandVoided,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    PotAwarded,
    PrizesAgreed,
    PrizesPaid,
    PurchaseAnswered,
    SideDeal,
    TableOpened,
    TransferPaid,
    encode_payload,
)

Write = Callable[[Payload, int | None], Fact]
Answer = Callable[[random.Random, Choice], Payload]
PRIZES = {"straight_flush": 50, "quads": 30, "full": 10, "flush": 10}


class NightMaker:
    """One table of ``players`` seats; ``write`` records a fact and returns it, ``books`` are the books after it."""

    def __init__(self, rng: random.Random, players: int, write: Write, books: Callable[[], BooksFold]) -> None:
        self.rng, self.write, self.books = rng, write, books
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.cacife = rng.choice([50, 100, 200])
        self.value = rng.choice([0, 5, 25, 50])
        self.leaving = rng.choice([0, 0, 0.03])  # how likely somebody goes home between two hands
        self.facts: list[Fact] = []
        self.hand = 0
        self.people = 0
        self.carry = 0
        self.passed = 0

    def say(self, payload: Payload, hand: int | None = None) -> Fact:
        """Record a fact."""
        self.facts.append(self.write(payload, hand))
        return self.facts[-1]

    def night(self, hands: int) -> None:
        """A whole night, opened, played and settled."""
        self.open()
        for _ in range(hands):
            self.between()
            if len(self.ready()) >= 2:
                self.play()
        self.end()

    def open(self) -> None:
        """Seats taken and first cacifes bought (R-191)."""
        self.say(TableOpened("mesa", self.seats, self.cacife, self.cacife * self.value))
        if self.rng.random() < 0.5:
            ones = self.cacife % 5 or 5
            self.say(ChipsAgreed({"branca": 1, "vermelha": 5}, {"branca": ones, "vermelha": (self.cacife - ones) // 5}))
        if self.rng.random() < 0.5:
            self.say(PrizesAgreed(PRIZES))
        for seat in self.seats:
            self.sit(seat)

    def sit(self, seat: str) -> None:
        """A new person takes a seat with what the others have on average (R-196)."""
        self.people += 1
        player = f"p{self.people}"
        stacks = {p: n for p, n in self.stacks().items() if p in self.books().state.seats.values()}
        self.say(PlayerSeated(seat, player, f"Jogador {self.people}"))
        cacifes = newcomer(stacks, self.cacife).cacifes if self.hand else 1
        assert cacifes is not None
        self.buy(seat, player, cacifes)

    def buy(self, seat: str, player: str, cacifes: int) -> None:
        """Cacifes bought from the bank."""
        chips = buy_in(self.cacife, {player: cacifes})[player]
        sold = self.say(CacifeBought(seat, player, cacifes, chips, chips * self.value))
        if self.rng.random() < 0.2:
            self.say(PurchaseAnswered(sold.seq, player, self.rng.random() < 0.8))

    def stacks(self) -> dict[str, int]:
        """Every player's stack in the books."""
        return self.books().state.of("stack")

    def at(self, seat: str) -> int:
        """The stack at a seat."""
        player = self.books().state.seats.get(seat)
        return self.books().state.balance(f"stack:{player}") if player else 0

    def ready(self) -> tuple[str, ...]:
        """Seats that can be dealt in."""
        return tuple(s for s in self.seats if self.at(s) > 0)

    def between(self) -> None:
        """What happens between two hands."""
        rng, state = self.rng, self.books().state
        for seat, player in list(state.seats.items()):
            if self.at(seat) * 4 <= self.cacife and rng.random() < 0.7:
                cacifes = rng.choice([1, 1, 1, 2, 3])
                if not isinstance(
                    rebuy(self.stacks() | {player: self.at(seat)}, player, cacifes, self.cacife, True), Refusal
                ):
                    self.buy(seat, player, cacifes)
                    if rng.random() < 0.1:  # "comprei uma, não duas": corrected, then corrected again
                        one = encode_payload(CacifeBought(seat, player, 1, self.cacife, self.cacife * self.value))
                        wrong = self.say(Corrected(self.books().seq, one, (player,)))
                        if rng.random() < 0.5:
                            self.say(Corrected(wrong.seq, None, (player,)))
        chance = rng.random()
        seat = rng.choice(self.seats)
        player = state.seats.get(seat)
        if player is None:
            self.sit(seat)
        elif chance < self.leaving and len(state.seats) > 2:
            chips = self.at(seat)
            self.say(ChipsCounted(seat, chips))
            if chips:
                self.say(CashedOut(seat, player, chips, chips * self.value))
            self.say(PlayerLeft(seat, player))
        elif chance < 0.1:
            self.say(ChipsCounted(seat, self.at(seat) + (0 if chance < 0.08 else rng.choice([-5, 10]))))
        elif chance < 0.13:
            total = rng.randrange(100, 20_000)
            self.say(ExpenseShared("pizza", player, split(total, list(state.seats.values()))))
        elif chance < 0.16:
            self.correct()
        elif chance < 0.18:
            other = rng.choice(list(state.seats.values()))
            self.say(SideDeal("aposta", player, other, rng.randrange(1, 5000)))

    def correct(self) -> None:
        """Something written down wrong is put right, deleted, or stands again, where the bank takes it."""
        rng, books = self.rng, self.books()
        wrong = rng.choice(moves(self.facts)[-30:])
        p = wrong.fact.payload
        number = rng.randrange(0, 3 * self.cacife) if not isinstance(p, CacifeBought) else 1
        new = changed(books, self.facts, wrong.fact.seq, number=number, money=rng.randrange(1, 9999))
        stands = rng.choice([None, bare(p), bare(p) if isinstance(new, Refusal) else new])
        said = Corrected(wrong.fact.seq, None if stands is None else encode_payload(stands), ("host",))
        if refusal(books, self.facts, said) is None:
            self.say(said)

    def play(self, options: Mapping[str, Any] | None = None, say: Answer | None = None) -> HandState:
        """One hand through the engine, now and then called off or corrected afterwards."""
        rng = self.rng
        seats = self.ready()[:7]
        self.hand += 1
        started = HandStarted(
            number=self.hand,
            game=rng.choice(["stick5", "stickao"]),
            seats=seats,
            dealer=rng.choice(seats),
            stacks={s: self.at(s) for s in seats},
            pingo=1,
            deck_low="7" if len(seats) <= 4 else "2",
            carry=self.carry,
            passed_before=self.passed,
            options=dict(options or {}),
        )
        self.say(started, self.hand)
        state = self.finish(void=say is None and rng.random() < 0.03, say=say or answer)
        self.carry, self.passed = state.carry_out, state.passed_before_next
        if not state.voided and state.verdict is not None:
            if rng.random() < 0.03:  # the table finds afterwards that cards were exposed: the hand is off
                self.say(Corrected(self.books().seq, encode_payload(HandVoided("cartas expostas")), ("1",)))
                self.carry = started.carry
            elif self.books().state.prizes and rng.random() < 0.2:
                self.prizes(state)
        return state

    def prizes(self, state: HandState) -> None:
        """Prizes for a made game of somebody still in (R-200)."""
        seated = self.books().state.seats
        holders = {s: self.rng.choice(list(PRIZES)) for s in state.active[: self.rng.choice([1, 1, 2])]}
        payments = prize_payments(PRIZES, holders, list(seated), state.seats, state.folded)
        self.say(PrizesPaid(tuple((seated[a], seated[b], n) for a, b, n in payments)), self.hand)

    def played(self) -> HandState:
        """The hand as the books follow it."""
        watch = self.books().state.watch
        assert watch is not None, self.books().faults
        return watch.state

    def finish(self, void: bool, say: Answer) -> HandState:
        """Cards, words and choices until the hand is over."""
        rng, state = self.rng, self.played()
        deck = list(deck_cards(state.started.deck_low, 0))
        rng.shuffle(deck)
        steps = 0
        while not state.over:
            steps += 1
            assert steps < 2000, "a hand without end"
            if void and steps > 8:
                payload: Payload = HandVoided("baralho errado")
            elif state.phase == "verdict":
                payload = PotAwarded(dict(state.payout))
            elif state.expected_cards and not any(not c.optional for c in state.choices):
                card = state.expected_cards[0]
                if card.turn_place is not None:
                    payload = CardTurned(card.seat, card.turn_place, deck.pop())
                else:
                    payload = CardDealt(card.seat, card.up, deck.pop() if card.up else None)
            else:
                payload = say(rng, next(c for c in state.choices if not c.optional))
            self.say(payload, self.hand)
            after = self.played()
            assert after is not state, (payload, self.books().faults)  # the engine refused it
            state = after
        return state

    def end(self, differs: bool = False) -> None:
        """A pot left over is divided, everybody is counted, the night is settled, payments arrive."""
        books = self.books().state
        if books.balance("pot"):
            shared = share_pot(books, list(books.seats))
            assert not isinstance(shared, Refusal), shared
            self.say(shared)
            books = self.books().state
        finals = {p: n for p, n in books.of("stack").items() if n}
        if differs or self.rng.random() < 0.3:
            books = self.lose_chips(finals)
        facts = closing(books, finals)
        assert not isinstance(facts, Refusal), facts
        for payload in facts:
            self.say(payload)
            if isinstance(payload, NightSettled):
                for payer, receiver, centavos in payload.payments:
                    self.say(TransferPaid(payer, receiver, centavos))

    def lose_chips(self, finals: dict[str, int]) -> BooksState:
        """Chips are not found again, or there are too many; the table books it, and some bear some of it (R-214)."""
        books = self.books().state
        player = self.rng.choice(sorted(finals))
        off = self.rng.choice([-min(finals[player] - 1, self.rng.randrange(1, 12)), self.rng.randrange(1, 12)])
        finals[player] += off
        borne = split(abs(off), sorted(finals)) if self.rng.random() < 0.5 else {}
        shares = {p: n if off < 0 else -n for p, n in borne.items()}
        booked = book_difference(books, finals, "sumiu", shares, list(books.seats))
        assert not isinstance(booked, Refusal), booked
        self.say(booked)
        return self.books().state


def answer(rng: random.Random, choice: Choice) -> Payload:
    """Something a player might well say."""
    if choice.kind == "act":
        options = [o for o in choice.options for _ in range(_LIKES.get(o.value, 2))]
        option = rng.choice(options)
        amount = option.amount
        if option.value in ("aposto", "repico"):
            low, high = option.min, option.max
            if option.sizes:
                amount = rng.choice(option.sizes)
            elif low is not None and high is not None:
                amount = high if rng.random() < 0.1 else min(high, low + rng.choice([0, 0, 1, 2, 5]))
        elif option.value != "completo":
            amount = None
        return Acted(choice.seat, option.value, amount)
    value: Any = rng.choice(choice.options).value if choice.options else True
    return Chosen(choice.seat, choice.kind, value)


_LIKES = {"mesa": 4, "cubro": 5, "saio": 2, "aposto": 2, "repico": 1}


class MemoryTable:
    """Facts and books in memory, checked at every fact."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.entries: list[tuple[Line, ...]] = []
        self.books = BooksFold()
        self._sums: dict[str, int] = {}

    def write(self, payload: Payload, hand: int | None) -> Fact:
        """One more fact, and the look at the books."""
        at = f"2026-11-30T20:{len(self.facts) // 60 % 60:02d}:{len(self.facts) % 60:02d}.000Z"
        fact = Fact(seq=len(self.facts) + 1, payload=payload, at=at, source="host", hand=hand)
        self.facts.append(fact)
        self.entries.append(self.books.apply(fact))
        self._check(fact)
        return fact

    def _check(self, fact: Fact) -> None:
        """What the entries written so far add up to, after every one; against the balances between hands."""
        for line in self.entries[-1]:
            kind = line.account.partition(":")[0]
            self._sums[kind] = self._sums.get(kind, 0) + line.amount
        check_sums(self._sums, self.books.state.chip_centavos, fact)
        if not self.books.state.playing:
            check_sums(sums_of(self.books.balances), self.books.state.chip_centavos, fact)
            assert sums_of(self.books.balances) == {k: n for k, n in self._sums.items() if n}, fact


def memory_night(seed: object, hands: int, players: tuple[int, int] = (2, 10)) -> MemoryTable:
    """A random night, in memory."""
    rng = random.Random(str(seed))
    table = MemoryTable()
    NightMaker(rng, rng.randint(*players), table.write, lambda: table.books).night(hands)
    return table


def sums_of(balances: Mapping[str, int]) -> dict[str, int]:
    """What all accounts of a kind hold together, kinds that hold nothing left out."""
    sums: dict[str, int] = {}
    for account, amount in balances.items():
        kind = account.partition(":")[0]
        sums[kind] = sums.get(kind, 0) + amount
    return {kind: n for kind, n in sums.items() if n}


def night_of_every_kind(seed: object) -> MemoryTable:
    """A short night with every kind of fact of the bank in it, most of them corrected once."""
    table = MemoryTable()
    maker = NightMaker(random.Random(str(seed)), 4, table.write, lambda: table.books)
    maker.cacife, maker.value = 100, 50
    maker.say(TableOpened("mesa", maker.seats, 100, 5000))
    maker.say(ChipsAgreed({"branca": 1, "vermelha": 5}, {"branca": 20, "vermelha": 16}))
    maker.say(PrizesAgreed(PRIZES))
    for seat in maker.seats:
        maker.sit(seat)
    while not any(f.kind == "purchase_answered" for f in table.facts):
        maker.buy("1", "p1", 1)
    state = maker.play()
    maker.say(PrizesPaid((("p1", "p2", 30), ("p3", "p2", 30))), maker.hand)
    maker.say(ExpenseShared("pizza", "p1", split(10_000, ["p1", "p2", "p3"])))
    maker.say(SideDeal("aposta", "p2", "p3", 700))
    maker.say(ChipsCounted("1", maker.at("1") - 5, {}))
    for _ in range(12):
        maker.correct()
    chips = maker.at("4")
    maker.say(ChipsCounted("4", chips))
    maker.say(CashedOut("4", "p4", chips, chips * 50))
    maker.say(PlayerLeft("4", "p4"))
    maker.sit("4")
    state = maker.play({"all_mesa_last_round": "carry"}, lambda rng, choice: Acted(choice.seat, "mesa"))
    assert state.carry_out and maker.books().state.balance("pot")
    maker.end(differs=True)
    return table


def check_sums(sums: Mapping[str, int], chip_centavos: int, fact: Fact) -> None:
    """At this instant: chips on the table are those bought less those cashed; the till holds what they are worth."""
    table = sum(sums.get(kind, 0) for kind in ("stack", "pot", "difference", "debt"))
    assert table == -sums.get("bank", 0), (fact, sums)
    assert sums.get("till", 0) == table * chip_centavos == -sums.get("cash", 0), (fact, sums)
    assert not any(sums.get(kind, 0) for kind in ("prizes", "expenses", "side", "owed")), (fact, sums)
