"""The journal: facts of a table, numbered without gaps, hash-chained, on disk before anyone is told, and their books.

``append`` writes facts and the entries they cause in one transaction. The same tap twice is one fact. Nothing is
updated or deleted, which the database itself enforces.
"""

from __future__ import annotations

import dataclasses
import json
import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from assistant import storage
from assistant.bank.ledger import BooksFold
from assistant.bank.state import Line
from assistant.chain import Head, StoredFact, Verification, stored, verify_chain
from assistant.facts import (
    GENESIS,
    Corrected,
    Fact,
    FactError,
    Payload,
    PlayerLeft,
    PlayerSeated,
    TableOpened,
    decode_payload,
    encode_payload,
    erase,
    seal,
)
from assistant.storage import StorageUnavailable, reading, writing

__all__ = ["Draft", "Head", "JournalMoved", "Person", "StorageUnavailable", "Store", "TableLog", "Verification"]

PAGE = 1000  # facts read at a time
_ROW_FIELDS = tuple(f.name for f in dataclasses.fields(StoredFact))


@dataclass(frozen=True)
class Draft:
    """What happened, before the journal numbers it; ``certainty`` in parts per million, ``pictures`` SHA-256 names."""

    payload: Payload
    source: str
    hand: int | None = None
    certainty: int = 1_000_000
    tap: str | None = None
    pictures: tuple[str, ...] = ()


class JournalMoved(Exception):
    """The table's last fact is not the one the caller had seen; nothing was written."""

    def __init__(self, head: int) -> None:
        super().__init__(f"the journal stands at fact {head}")
        self.head = head


@dataclass(frozen=True)
class BookCheck:
    """Books as written against books rebuilt from the journal: numbers of facts whose entries differ."""

    facts: int
    lines: int
    differing: tuple[int, ...]
    unbalanced: tuple[int, ...]

    @property
    def sound(self) -> bool:
        """Whether both books are identical and every fact's entries add to zero."""
        return not self.differing and not self.unbalanced


@dataclass(frozen=True)
class Person:
    """Somebody in the books of a database; ``table`` is where he sits now, None when he sits nowhere."""

    player: str
    name: str
    table: str | None


class Store:
    """One database with the journals and books of one or many tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._logs: dict[str, TableLog] = {}

    @classmethod
    def open(cls, where: str | Path, busy_seconds: int = storage.BUSY_SECONDS) -> Self:
        """Open (creating and migrating when needed) a path or URL; raises StorageUnavailable."""
        return cls(storage.open_engine(where, busy_seconds))

    def table(self, name: str) -> TableLog:
        """The journal of a table, new or old; raises StorageUnavailable."""
        if name not in self._logs:
            self._logs[name] = TableLog(self.engine, name)
        return self._logs[name]

    def tables(self) -> tuple[str, ...]:
        """Names of all tables in this database."""
        with reading(self.engine) as c:
            return tuple(c.scalars(select(storage.tables.c.name).order_by(storage.tables.c.name)))

    def people(self) -> tuple[Person, ...]:
        """Everybody who ever sat down at a table of this database, under the name he gave last."""
        f, t = storage.facts.c, storage.tables.c
        kinds = [k.KIND for k in (TableOpened, PlayerSeated, PlayerLeft)]
        query = select(t.name, f.payload).where(f.kind.in_(kinds), t.id == f.table_id).order_by(f.at, f.table_id, f.seq)
        with reading(self.engine) as c:
            rows = [(str(table), decode_payload(json.loads(payload))) for table, payload in c.execute(query)]
        people: dict[str, Person] = {}
        for table, fact in rows:
            if isinstance(fact, TableOpened):  # whoever sat here stays only when he is seated again
                here = [p for p in people.values() if p.table == table]
                people.update({p.player: dataclasses.replace(p, table=None) for p in here})
            elif isinstance(fact, PlayerSeated):
                people[fact.player] = Person(fact.player, fact.name, table)
            elif isinstance(fact, PlayerLeft) and fact.player in people:
                people[fact.player] = dataclasses.replace(people[fact.player], table=None)
        return tuple(people.values())

    def totals(self) -> dict[str, int]:
        """Balances over all tables of this database, by account: a club's one bank."""
        e = storage.entries.c
        with reading(self.engine) as c:
            rows = c.execute(select(e.account, func.sum(e.amount)).group_by(e.account).order_by(e.account))
            return {str(account): int(total) for account, total in rows if total}

    def close(self) -> None:
        """Let go of the database; journals of this store cannot be used afterwards."""
        self._logs.clear()
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class TableLog:
    """The journal and books of one table; safe to use from several threads and processes."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self.name = name
        self._lock = threading.Lock()
        self._fold = BooksFold()
        self._id = self._identify()

    def _identify(self) -> int:
        found = select(storage.tables.c.id).where(storage.tables.c.name == self.name)
        with reading(self._engine) as c:
            known = c.scalar(found)
        if known is not None:
            return int(known)
        dialect_insert = insert_sqlite if self._engine.dialect.name == "sqlite" else insert_postgresql
        new = dialect_insert(storage.tables).values(name=self.name, head=0, head_hash=GENESIS)
        with writing(self._engine) as c:
            c.execute(new.on_conflict_do_nothing(index_elements=["name"]))
            return int(c.scalars(found).one())

    @property
    def head(self) -> Head:
        """Number and hash of the last fact; (0, GENESIS) for an empty table."""
        with reading(self._engine) as c:
            return self._head(c)

    def _head(self, c: Connection, lock: bool = False) -> Head:
        query = select(storage.tables.c.head, storage.tables.c.head_hash).where(storage.tables.c.id == self._id)
        row = c.execute(query.with_for_update() if lock else query).one()
        return Head(int(row.head), str(row.head_hash))

    def append(self, drafts: Sequence[Draft], now: datetime, expect: int | None = None) -> tuple[Fact, ...]:
        """Write all drafts and their entries, or none; they are on disk when this returns.

        A draft whose tap was taken before gives the fact it became then. ``expect`` is the number of the last fact the
        caller knows: another one raises JournalMoved. Raises StorageUnavailable, FactError for a draft that is no fact.
        After StorageUnavailable read on from the last fact you know: a server lost while committing may have kept them.
        """
        at = _utc(now)
        for draft in drafts:
            _check(draft)
        with self._lock:
            with writing(self._engine) as c:
                head = self._head(c, lock=True)
                if expect is not None and head.seq != expect:
                    raise JournalMoved(head.seq)
                fold = self._caught_up(c, head)
                answer, written, lines = self._seal_all(c, drafts, at, head, fold)
                if written:
                    self._write(c, written, lines)
            self._fold = fold
        return answer

    def _seal_all(
        self, c: Connection, drafts: Sequence[Draft], at: str, head: Head, fold: BooksFold
    ) -> tuple[tuple[Fact, ...], list[Fact], list[tuple[int, int, Line]]]:
        answer: list[Fact] = []
        written: list[Fact] = []
        lines: list[tuple[int, int, Line]] = []
        known = self._by_tap(c, [d.tap for d in drafts if d.tap is not None])
        for draft in drafts:
            if draft.tap is not None and draft.tap in known:
                answer.append(known[draft.tap])
                continue
            fact = seal(
                Fact(
                    seq=head.seq + 1,
                    payload=draft.payload,
                    at=at,
                    source=draft.source,
                    hand=draft.hand,
                    certainty=draft.certainty,
                    tap=draft.tap,
                    pictures=draft.pictures,
                    salt=secrets.token_hex(16),
                    prev=head.hash,
                )
            )
            head = Head(fact.seq, fact.hash)
            lines.extend((fact.seq, n, line) for n, line in enumerate(fold.apply(fact)))
            answer.append(fact)
            written.append(fact)
            if fact.tap is not None:
                known[fact.tap] = fact
        return tuple(answer), written, lines

    def _write(self, c: Connection, written: Sequence[Fact], lines: Sequence[tuple[int, int, Line]]) -> None:
        rows = [{"table_id": self._id, **dataclasses.asdict(stored(f))} for f in written]
        c.execute(insert(storage.facts), rows)
        if lines:
            entries = [{"table_id": self._id, "seq": s, "line": n, **dataclasses.asdict(e)} for s, n, e in lines]
            c.execute(insert(storage.entries), entries)
        last = written[-1]
        c.execute(
            update(storage.tables).where(storage.tables.c.id == self._id).values(head=last.seq, head_hash=last.hash)
        )

    def _by_tap(self, c: Connection, taps: Sequence[str]) -> dict[str, Fact]:
        if not taps:
            return {}
        rows = c.execute(self._facts().where(storage.facts.c.tap.in_(taps)))
        return {str(row.tap): _stored(row).decoded() for row in rows}

    def _facts(self) -> Any:
        columns = [storage.facts.c[name] for name in _ROW_FIELDS]
        return select(*columns).where(storage.facts.c.table_id == self._id).order_by(storage.facts.c.seq)

    def _caught_up(self, c: Connection, head: Head) -> BooksFold:
        """A copy of the books that knows every fact up to ``head``, including those of other processes."""
        fold = self._fold.copy()
        if fold.seq != head.seq:
            for row in c.execute(self._facts().where(storage.facts.c.seq > fold.seq)):
                fold.apply(_stored(row).decoded())
        return fold

    def read(self, after: int = 0) -> Iterator[Fact]:
        """Facts after number ``after``, in order; raises StorageUnavailable, FactError for one that cannot be read."""
        while True:
            with reading(self._engine) as c:
                rows = [_stored(r) for r in c.execute(self._facts().where(storage.facts.c.seq > after).limit(PAGE))]
            for row in rows:
                yield row.decoded()
            if len(rows) < PAGE:
                return
            after = rows[-1].seq

    def stored_facts(self) -> tuple[StoredFact, ...]:
        """Every fact as it lies in the database, for verification and exports."""
        with reading(self._engine) as c:
            return tuple(_stored(r) for r in c.execute(self._facts()))

    def verify(self, known: Iterable[Head] = ()) -> Verification:
        """Whether the chain is intact and ends at its head; ``known`` are heads that people hold."""
        with reading(self._engine) as c:
            rows = [_stored(r) for r in c.execute(self._facts())]
            head = self._head(c)
        return verify_chain(rows, head, known)

    def erase(self, first: int, last: int) -> int:
        """Take names, notes and answers out of facts ``first`` to ``last``; returns how many facts had any.

        The chain verifies afterwards, and the books stay: what a hand's fold needs is not erased.
        """
        gone = 0
        table = storage.facts
        with writing(self._engine) as c:
            for row in c.execute(self._facts().where(table.c.seq.between(first, last))).all():
                fact = _stored(row).decoded()
                try:
                    left = stored(erase(fact))
                except FactError:
                    continue
                if left.salt != row.salt:
                    where = (table.c.table_id == self._id) & (table.c.seq == fact.seq)
                    c.execute(update(table).where(where).values(payload=left.payload, salt=left.salt))
                    gone += 1
        with self._lock:
            self._fold = BooksFold()
        storage.scrub(self._engine)
        return gone

    def books(self) -> BooksFold:
        """The books after the last fact (a copy)."""
        with self._lock:
            with reading(self._engine) as c:
                self._fold = self._caught_up(c, self._head(c))
            return self._fold.copy()

    def entries(self, after: int = 0) -> tuple[tuple[int, Line], ...]:
        """Entries as written, as (number of the fact, line), in order."""
        e = storage.entries.c
        with reading(self._engine) as c:
            rows = c.execute(
                select(e.seq, e.account, e.unit, e.amount)
                .where(e.table_id == self._id, e.seq > after)
                .order_by(e.seq, e.line)
            )
            return tuple((int(r.seq), Line(str(r.account), str(r.unit), int(r.amount))) for r in rows)

    def check_books(self) -> BookCheck:
        """Rebuild the books from the journal and compare them with what was written, line by line."""
        written: dict[int, list[Line]] = {}
        e = storage.entries.c
        fold = BooksFold()
        differing: list[int] = []
        with reading(self._engine) as c:
            query = select(e.seq, e.account, e.unit, e.amount).where(e.table_id == self._id).order_by(e.seq, e.line)
            for r in c.execute(query):
                written.setdefault(int(r.seq), []).append(Line(str(r.account), str(r.unit), int(r.amount)))
            facts = [_stored(r).decoded() for r in c.execute(self._facts())]
        for fact in facts:
            if list(fold.apply(fact)) != written.get(fact.seq, []):
                differing.append(fact.seq)
        unbalanced = [
            seq
            for seq, lines in written.items()
            if any(sum(x.amount for x in lines if x.unit == unit) for unit in {x.unit for x in lines})
        ]
        return BookCheck(len(facts), sum(map(len, written.values())), tuple(differing), tuple(unbalanced))


def _stored(row: Row[Any]) -> StoredFact:
    return StoredFact(**{name: getattr(row, name) for name in _ROW_FIELDS})


def _utc(now: datetime) -> str:
    if now.tzinfo is None:
        raise FactError("a time without zone")
    return now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check(draft: Draft) -> None:
    """Refuse what could be written but not read back."""
    if draft.tap is not None and not 0 < len(draft.tap) <= 200:
        raise FactError("a tap's id has 1 to 200 characters")
    if not 0 < len(draft.source) <= 80:
        raise FactError("a source has 1 to 80 characters")
    body = encode_payload(draft.payload)
    if encode_payload(decode_payload(body)) != body:
        raise FactError(f"{draft.payload.KIND} does not read back as it was written")
    if isinstance(draft.payload, Corrected) and draft.payload.payload is not None:
        decode_payload(draft.payload.payload)
