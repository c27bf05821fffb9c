"""The books by the clock: facts of a night that a ledger folds a second, and that the journal puts on the disk."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant.bank.ledger import BooksFold
from assistant.bench.fold import SEATS, played_from
from assistant.facts import CacifeBought, Fact, HandStarted, Payload, PlayerSeated, TableOpened
from assistant.journal import Draft, Store

CACIFE, CENTAVOS = 200, 5000
POOR = 50  # chips below which a player buys before the next hand
START = datetime(2026, 1, 1, 21, tzinfo=UTC)


@dataclass(frozen=True)
class BooksResult:
    """Facts folded and processor seconds, facts written one by one and wall seconds, and what did not add up."""

    facts: int
    fold_seconds: float
    written: int
    write_seconds: float
    faults: int
    chips_lost: int


def night(hands: int, seed: int = 1) -> tuple[list[Fact], BooksFold]:
    """Four people's night of Stick with the books that follow from it; raises RuntimeError if the engine refuses."""
    books = BooksFold()
    facts: list[Fact] = []
    number: int | None = None

    def add(payload: Payload) -> None:
        at = (START + timedelta(seconds=len(facts))).isoformat()
        facts.append(Fact(len(facts) + 1, payload, at, "host", number))
        books.apply(facts[-1])

    add(TableOpened("bench", SEATS, CACIFE, CENTAVOS))
    for seat in SEATS:
        add(PlayerSeated(seat, f"p{seat}", f"P{seat}"))
    for n in range(hands):
        number = None
        for seat in SEATS:
            if books.state.balance(f"stack:p{seat}") < POOR:
                add(CacifeBought(seat, f"p{seat}", 1, CACIFE, CENTAVOS))
        stacks = {seat: books.state.balance(f"stack:p{seat}") for seat in SEATS}
        number, carry = n + 1, books.state.balance("pot")
        start = HandStarted(number, "stick5", SEATS, SEATS[n % len(SEATS)], stacks, 1, "7", carry=carry)
        for payload in played_from(start, seed * 10_000 + n):
            add(payload)
    return facts, books


def measure(hands: int, writes: int, seed: int = 1) -> BooksResult:
    """Fold a night of so many hands, the faster of two times; then write its first facts one by one, as tables do."""
    facts, books = night(hands, seed)
    took = []
    for _ in range(2):
        began, fresh = time.process_time(), BooksFold()
        for fact in facts:
            fresh.apply(fact)
        took.append(time.process_time() - began)
    balances = books.balances
    chips = sum(n for a, n in balances.items() if a.startswith(("stack:", "pot", "bank")))
    written = facts[:writes]
    with tempfile.TemporaryDirectory(prefix="fala-books-") as folder, Store.open(Path(folder) / "b.db") as store:
        log = store.table("bench")
        began = time.perf_counter()
        for fact in written:
            log.append([Draft(fact.payload, fact.source, fact.hand)], START + timedelta(seconds=fact.seq))
        seconds = time.perf_counter() - began
        faults = len(books.faults) + (not log.check_books().sound) + (not log.verify().intact)
    return BooksResult(len(facts), max(min(took), 1e-9), len(written), max(seconds, 1e-9), faults, abs(chips))
