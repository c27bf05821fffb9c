"""Physical counts against the books: a mismatch is placed in time, with what happened in that window (R-214)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.bank.state import BooksState, Count, Line


@dataclass(frozen=True)
class Movement:
    """A change of the stack inside the window: the fact that caused it and by how many chips."""

    seq: int
    chips: int


@dataclass(frozen=True)
class Mismatch:
    """A player's stack was right at ``after`` (0: from the start of the night) and wrong at ``until``.

    ``chips`` is what the count has more (or less) than the books moved since the last count, good or bad.
    ``right_again`` is the number of the first later count that agrees with the books, None while it stands.
    """

    player: str
    after: int
    until: int
    counted: int
    books: int
    chips: int
    movements: tuple[Movement, ...]
    right_again: int | None


def mismatches(books: BooksState, entries: Iterable[tuple[int, Line]]) -> tuple[Mismatch, ...]:
    """Every place of this night where counts and books parted, in the order of the counts.

    ``entries`` are (number of the fact, line) as the journal's books have them.
    """
    lines = [(seq, line) for seq, line in entries if seq > books.night_from]
    out: list[Mismatch] = []
    for player in dict.fromkeys(c.player for c in books.counts):
        counts = [c for c in books.counts if c.player == player]
        out.extend(_of_player(player, counts, lines, books.night_from))
    return tuple(sorted(out, key=lambda m: (m.until, m.player)))


def _of_player(player: str, counts: list[Count], lines: list[tuple[int, Line]], night_from: int) -> Iterable[Mismatch]:
    good = night_from
    off = 0  # by how much the last count differed: a mismatch already known is no new one
    for n, count in enumerate(counts):
        here = count.counted - count.books
        if here == 0:
            good, off = count.seq, 0
            continue
        if here == off:
            continue
        window = tuple(
            Movement(seq, line.amount)
            for seq, line in lines
            if good < seq <= count.seq and line.account == f"stack:{player}"
        )
        again = next((c.seq for c in counts[n + 1 :] if c.good), None)
        yield Mismatch(player, good, count.seq, count.counted, count.books, here - off, window, again)
        good, off = count.seq, here  # a second loss later is placed after this count


def last_counts(books: BooksState) -> dict[str, int]:
    """The last count of each player this night, where no chips moved at the player's stack since.

    Chips of somebody who sits nowhere (his purse was found to hold less than was written) are counted as none: they
    lie on no table, and the difference they make is said like any other.
    """
    last = {c.player: c for c in books.counts}
    gone = {p: 0 for p, n in books.of("stack").items() if n and p not in books.seats.values()}
    return gone | {
        player: c.counted
        for player, c in last.items()
        if player not in gone and books.balance(f"stack:{player}") == (c.counted if c.accepted else c.books)
    }
