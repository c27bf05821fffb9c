"""Journals as older releases wrote them: the books that come out of them are the same, entry by entry."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from pathlib import Path

import pytest
from night_maker import MemoryTable, memory_night, night_of_every_kind

from assistant.bank.ledger import BooksFold
from assistant.bank.state import Line
from assistant.chain import StoredFact, stored
from assistant.facts import Fact, canonical, decode, encode_payload
from assistant.facts.base import KINDS
from assistant.journal import Store

RELEASES = sorted((Path(__file__).parents[1] / "fixtures").glob("release_*"))


@pytest.fixture(scope="module")
def nights() -> list[MemoryTable]:
    """Nights that hold together every kind of fact of the bank, corrected ones included."""
    found = [night_of_every_kind("old"), *(memory_night(f"old:{n}", 25, (3, 6)) for n in range(3))]
    kinds = Counter(f.kind for t in found for f in t.facts)
    banked = {kind for kind, cls in KINDS.items() if cls.__module__ == "assistant.facts.bank"}
    assert banked <= set(kinds), banked - set(kinds)
    assert kinds["corrected"] > 5
    return found


def rebuilt(rows: list[StoredFact]) -> list[tuple[Line, ...]]:
    """The entries of a journal as it lies on disk."""
    books = BooksFold()
    return [books.apply(row.decoded()) for row in rows]


def without(fact: Fact, gone: set[str]) -> StoredFact:
    """The row as a release wrote it that did not know these fields yet."""
    row = stored(fact)
    body = {name: value for name, value in json.loads(row.payload).items() if name not in gone}
    return dataclasses.replace(row, payload=canonical(body))


def test_fields_that_came_later_may_be_missing(nights: list[MemoryTable]) -> None:
    """No field that says no more than its default was ever needed: journals of before it read the same."""
    for t in nights:
        rows = []
        for fact in t.facts:
            usual = {
                f.name
                for f in dataclasses.fields(fact.payload)
                if getattr(fact.payload, f.name)
                == (f.default if f.default_factory is dataclasses.MISSING else f.default_factory())
            }
            rows.append(without(fact, usual))
        assert rebuilt(rows) == t.entries


@pytest.mark.parametrize("release", RELEASES, ids=lambda p: p.name)
def test_a_night_in_a_release_s_own_form_gives_the_same_books(release: Path, nights: list[MemoryTable]) -> None:
    """Fact by fact with the fields that the release wrote, from its own sample of every kind."""
    lines = (release / "kinds.jsonl").read_text("utf-8").splitlines()
    known = {w["kind"]: set(w) for w in map(json.loads, lines)}
    for t in nights:
        assert {f.kind for f in t.facts} <= set(known)
        rows = [without(f, set(encode_payload(f.payload)) - known[f.kind]) for f in t.facts]
        assert rebuilt(rows) == t.entries


@pytest.mark.parametrize("release", RELEASES, ids=lambda p: p.name)
def test_the_books_a_release_wrote_are_rebuilt_line_by_line(release: Path, tmp_path: Path) -> None:
    (tmp_path / "fala.db").write_bytes((release / "fala.db").read_bytes())
    with Store.open(tmp_path / "fala.db") as store:
        for name in store.tables():
            log = store.table(name)
            written = log.entries()
            assert written, name
            rows = list(log.stored_facts())
            again = [(row.seq, line) for row, lines in zip(rows, rebuilt(rows), strict=True) for line in lines]
            assert again == list(written), name


@pytest.mark.parametrize("release", RELEASES, ids=lambda p: p.name)
def test_a_night_with_every_kind_of_bank_fact_posts_what_it_posted_then(release: Path) -> None:
    """Each line is a fact and the entries that the release posted for it."""
    books = BooksFold()
    kinds = set()
    for text in (release / "bank-night.jsonl").read_text("utf-8").splitlines():
        line = json.loads(text)
        fact = decode(line["fact"])
        kinds.add(fact.kind)
        assert [[x.account, x.amount] for x in books.apply(fact)] == line["entries"], fact
    assert {kind for kind, cls in KINDS.items() if cls.__module__ == "assistant.facts.bank"} <= kinds | SINCE
    assert books.state.settled and not books.faults
    assert not any(books.state.of(kind) for kind in ("cash", "owed", "stack", "debt", "difference", "pot"))


SINCE: set[str] = set()  # kinds that came after the first release
