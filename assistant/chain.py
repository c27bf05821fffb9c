"""Is a chain of facts as it was written? Names the first bad fact and what was done to it; pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.facts import ERASED, GENESIS, Fact, FactError, canonical, decode_payload, encode_payload
from assistant.facts.base import KINDS
from assistant.facts.encoding import decode_erased, digested, form_of

Why = Literal["altered", "removed", "inserted", "reordered", "head"]


@dataclass(frozen=True)
class Head:
    """The last fact of a table: what players hold on their phones after a hand."""

    seq: int
    hash: str


@dataclass(frozen=True)
class StoredFact:
    """A fact as it lies on disk: payload and pictures as the text that was written."""

    seq: int
    kind: str
    payload: str
    at: str
    source: str
    hand: int | None
    certainty: int
    tap: str | None
    pictures: str
    salt: str
    prev: str
    hash: str

    def decoded(self) -> Fact:
        """The fact; raises FactError for anything that was not written by ``stored``."""
        try:
            payload, pictures = json.loads(self.payload), json.loads(self.pictures)
        except ValueError as e:
            raise FactError(f"fact {self.seq} is no JSON: {e}") from e
        if not isinstance(payload, dict) or not isinstance(pictures, list):
            raise FactError(f"fact {self.seq} is no fact")
        gone: tuple[tuple[str, str], ...] = ()
        if self.salt.startswith(ERASED):
            record, gone = decode_erased(payload)
        else:
            record = decode_payload(payload)
        return Fact(
            seq=self.seq,
            payload=record,
            at=self.at,
            source=self.source,
            hand=self.hand,
            certainty=self.certainty,
            tap=self.tap,
            pictures=tuple(str(p) for p in pictures),
            salt=self.salt,
            prev=self.prev,
            hash=self.hash,
            erased=gone,
        )

    def fits(self, seq: int) -> bool:
        """Whether the row, taken as number ``seq``, is exactly what its hash was made of.

        What was written is hashed, not what this release would write: a field that came since changes no old fact.
        """
        try:
            body, pictures = json.loads(self.payload), json.loads(self.pictures)
            if canonical(body) != self.payload or canonical(pictures) != self.pictures or body["kind"] != self.kind:
                return False
            form = form_of(
                digested(body, self.salt, KINDS[self.kind].PRIVATE),
                seq=seq,
                at=self.at,
                source=self.source,
                hand=self.hand,
                certainty=self.certainty,
                tap=self.tap,
                pictures=pictures,
                salt=self.salt,
                prev=self.prev,
            )
            return hashlib.sha256(canonical(form).encode()).hexdigest() == self.hash
        except (FactError, TypeError, ValueError, KeyError, AttributeError):
            return False


def stored(fact: Fact) -> StoredFact:
    """The one form in which a fact is written."""
    body = encode_payload(fact.payload)
    for name, digest in fact.erased:
        body[name] = {"digest": digest}
    return StoredFact(
        seq=fact.seq,
        kind=fact.kind,
        payload=canonical(body),
        at=fact.at,
        source=fact.source,
        hand=fact.hand,
        certainty=fact.certainty,
        tap=fact.tap,
        pictures=canonical(list(fact.pictures)),
        salt=fact.salt,
        prev=fact.prev,
        hash=fact.hash,
    )


@dataclass(frozen=True)
class Verification:
    """Intact, or the number of the first bad fact and why; ``facts`` is how many were read."""

    intact: bool
    facts: int
    head: Head
    first_bad: int | None = None
    why: Why | None = None


def verify_chain(rows: Sequence[StoredFact], head: Head | None = None, known: Iterable[Head] = ()) -> Verification:
    """Check rows in the order of their numbers against each other, the stored head, and heads that people hold."""
    previous = GENESIS
    last = Head(rows[-1].seq, rows[-1].hash) if rows else Head(0, GENESIS)

    def bad(seq: int, why: Why) -> Verification:
        return Verification(False, len(rows), last, seq, why)

    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            return bad(number, "removed") if row.seq > number else bad(number, "inserted")
        if not row.fits(row.seq):
            return bad(*_diagnosis(rows, number))
        if row.prev != previous:  # the row is whole, so it is the one before it that is not what it followed
            if _find(rows, number, previous) is not None:
                return bad(number, "reordered")
            return bad(max(1, number - 1), "altered")
        previous = row.hash
    if head is not None and head != last:
        if head.seq > last.seq:
            return bad(last.seq + 1, "removed")
        return bad(head.seq + 1, "inserted") if head.seq < last.seq else bad(max(1, last.seq), "altered")
    for held in sorted(known, key=lambda h: h.seq):
        if held.seq > len(rows):
            return bad(len(rows) + 1, "removed")
        if held.seq > 0 and rows[held.seq - 1].hash != held.hash:
            return bad(held.seq, "head")  # a whole chain written anew: this fact or one before it differs
    return Verification(True, len(rows), last)


def _true_number(row: StoredFact, numbers: Iterable[int]) -> int | None:
    return next((n for n in numbers if n != row.seq and row.fits(n)), None)


def _find(rows: Sequence[StoredFact], number: int, previous: str) -> int | None:
    """The place at which the fact that belongs at ``number`` lies now, None when it is nowhere."""
    for row in rows:
        if row.seq != number and row.prev == previous and row.fits(number):
            return row.seq
    return None


def _diagnosis(rows: Sequence[StoredFact], number: int) -> tuple[int, Why]:
    row = rows[number - 1]
    true = _true_number(row, range(1, len(rows) + 64))
    if true is None:
        return number, "altered"
    if true < number:
        copied = rows[true - 1].hash == row.hash  # it lies in its own place too: this one is the fact too many
        return (number if copied else true), "inserted"
    previous = rows[number - 2].hash if number > 1 else GENESIS
    return number, ("reordered" if _find(rows, number, previous) is not None else "removed")
