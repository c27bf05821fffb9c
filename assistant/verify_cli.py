"""`fala verify` and `fala erase`: is a table's record intact, do its books follow; and names taken out of a night."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from assistant.chain import Head
from assistant.config import data_folder
from assistant.facts import TableOpened
from assistant.journal import StorageUnavailable, Store
from assistant.phrases import DEFAULT, say
from assistant.records.evidence import EvidenceStore
from assistant.storage import database_of


def run_verify(table: str, *, data: Path | None = None, heads: Sequence[str] = (), lang: str = DEFAULT) -> int:
    """Print whether chain and books are sound: 0 if both are, 1 if not, 2 when there is no such table.

    ``heads`` are what phones hold, as "SEQ:HASH"; a hash may be cut to its first 8 digits or more.
    """
    try:
        held = [_head(text) for text in heads]
    except ValueError:
        print(say(lang, "verify.bad_head"), file=sys.stderr)
        return 2
    try:
        with Store.open(database_of(data_folder(data))) as store:
            names = store.tables()
            if table not in names:
                print(say(lang, "verify.none", table=table, tables=", ".join(names) or "—"), file=sys.stderr)
                return 2
            log = store.table(table)
            by_number = {row.seq: row.hash for row in log.stored_facts()} if held else {}
            chain = log.verify([_whole(h, by_number) for h in held])
            books = log.check_books()
    except StorageUnavailable as e:
        print(say(lang, f"storage.{e.code}"), file=sys.stderr)
        return 2
    if chain.intact:
        print(say(lang, "verify.intact", facts=chain.facts, head=chain.head.hash))
    else:
        print(say(lang, "verify.broken", seq=chain.first_bad, why=say(lang, f"verify.{chain.why}")))
    if books.sound:
        print(say(lang, "verify.books", lines=books.lines))
    else:
        wrong = ", ".join(map(str, sorted({*books.differing, *books.unbalanced})))
        print(say(lang, "verify.books_broken", facts=wrong))
    return 0 if chain.intact and books.sound else 1


def _head(text: str) -> Head:
    seq, _, digits = text.replace(" ", "").replace(".", "").partition(":")
    if not seq.isdigit() or len(digits) < 8 or any(c not in "0123456789abcdef" for c in digits.lower()):
        raise ValueError(text)
    return Head(int(seq), digits.lower())


def _whole(held: Head, by_number: dict[int, str]) -> Head:
    """A shortened hash that fits is the one on record; one that does not is left to be found wrong."""
    known = by_number.get(held.seq, "")
    return Head(held.seq, known) if known.startswith(held.hash) else held


def run_erase(table: str, night: int, *, data: Path | None = None, yes: bool = False, lang: str = DEFAULT) -> int:
    """Take names, notes, answers and pictures out of one night: 0 when done, 2 when it could not be."""
    folder = data_folder(data)
    try:
        with Store.open(database_of(folder)) as store:
            names = store.tables()
            if table not in names:
                print(say(lang, "verify.none", table=table, tables=", ".join(names) or "—"), file=sys.stderr)
                return 2
            log = store.table(table)
            facts = list(log.read())
            begun = [f.seq for f in facts if isinstance(f.payload, TableOpened)]
            if not 1 <= night <= len(begun):
                print(say(lang, "verify.no_night", night=night, nights=len(begun)), file=sys.stderr)
                return 2
            first = begun[night - 1]
            last = begun[night] - 1 if night < len(begun) else facts[-1].seq
            mine = [f for f in facts if first <= f.seq <= last]
            if not yes:
                print(
                    say(lang, "verify.erase_sure", night=night, facts=len(mine), date=mine[0].at[:10]), file=sys.stderr
                )
                return 2
            gone = log.erase(first, last)
    except StorageUnavailable as e:
        print(say(lang, f"storage.{e.code}"), file=sys.stderr)
        return 2
    evidence = EvidenceStore(folder / "tables" / table / "evidence")
    doomed = set().union(*(evidence.names_of(f.pictures) for f in mine if f.pictures)) if mine else set()
    kept = set().union(*(evidence.names_of(f.pictures) for f in facts if f.pictures and f not in mine), set())
    removed = evidence.remove(doomed - kept)
    print(say(lang, "verify.erased", night=night, facts=gone, pictures=removed.files))
    return 0
