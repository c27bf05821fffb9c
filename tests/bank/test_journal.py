"""The journal on both databases: numbered, chained, once per tap, in one transaction with the books."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant import storage
from assistant.facts import (
    GENESIS,
    Acted,
    CacifeBought,
    ChipsCounted,
    Corrected,
    FactError,
    PlayerSeated,
    TableOpened,
    encode_payload,
    fact_hash,
)
from assistant.journal import Draft, Head, JournalMoved, Store

NOW = datetime(2026, 11, 30, 20, 15, 0, 250_000, tzinfo=UTC)


def opening(table: str = "mesa") -> list[Draft]:
    """A table with two players who bought a cacife each."""
    return [
        Draft(TableOpened(table, ("1", "2"), 100, 5000), "host"),
        Draft(PlayerSeated("1", "ana", "Ana"), "host"),
        Draft(PlayerSeated("2", "beto", "Beto"), "host"),
        Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1", tap="a1"),
        Draft(CacifeBought("2", "beto", 1, 100, 5000), "seat:2", tap="b1"),
    ]


def test_facts_are_numbered_chained_and_read_back(where: str) -> None:
    with Store.open(where) as store:
        log = store.table("mesa")
        assert log.head == Head(0, GENESIS)
        written = log.append(opening(), NOW)
        more = log.append([Draft(ChipsCounted("1", 100), "host", hand=None, pictures=("ab" * 32,))], NOW)
        assert [f.seq for f in written + more] == [1, 2, 3, 4, 5, 6]
        assert written[0].at == "2026-11-30T20:15:00.250Z"
        previous = GENESIS
        for fact in written + more:
            assert fact.prev == previous and fact_hash(fact) == fact.hash and len(fact.salt) == 32
            previous = fact.hash
        assert log.head == Head(6, previous)
        assert len({f.salt for f in written}) == 5
    with Store.open(where) as store:
        assert tuple(store.table("mesa").read()) == written + more
        assert tuple(store.table("mesa").read(after=4)) == written[4:] + more
        assert store.tables() == ("mesa",)
        assert store.table("mesa").verify().intact


def test_entries_stand_beside_the_facts_that_caused_them(where: str) -> None:
    with Store.open(where) as store:
        log = store.table("mesa")
        log.append(opening(), NOW)
        lines = log.entries()
        assert [(n, x.account, x.amount) for n, x in lines if n == 4] == [
            (4, "bank", -100),
            (4, "cash:ana", -5000),
            (4, "stack:ana", 100),
            (4, "till", 5000),
        ]
        assert {n for n, _ in lines} == {4, 5}
        assert log.check_books().sound
        assert log.books().balances["stack:beto"] == 100


def test_the_same_tap_twice_is_one_fact(where: str) -> None:
    with Store.open(where) as store:
        log = store.table("mesa")
        first = log.append(opening(), NOW)
        again = log.append([Draft(CacifeBought("1", "ana", 3, 300, 15000), "seat:1", tap="a1")], NOW)
        assert again == (first[3],)
        twins = [Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1", tap="t") for _ in range(2)]
        one, two = log.append(twins, NOW)
        assert one == two and one.seq == 6 and log.head.seq == 6
        other = store.table("other").append([Draft(Acted("1", "mesa"), "seat:1", tap="a1")], NOW)
        assert other[0].seq == 1  # a tap is of one table


def test_nothing_is_written_when_one_draft_is_no_fact(where: str) -> None:
    with Store.open(where) as store:
        log = store.table("mesa")
        log.append(opening(), NOW)
        bad = (
            Draft(Acted("1", "aposto", True), "seat:1"),
            Draft(TableOpened("m", ("1",), 100, 5000, {"x": 0.5}), "host"),
            Draft(Acted("1", "mesa"), ""),
            Draft(Acted("1", "mesa"), "host", tap="x" * 201),
            Draft(Corrected(4, {"kind": "cacife_bought", "seat": "1"}), "host"),
        )
        for draft in bad:
            with pytest.raises(FactError):
                log.append([Draft(Acted("1", "mesa"), "seat:1"), draft], NOW)
        with pytest.raises(FactError):
            log.append([Draft(Acted("1", "mesa"), "seat:1")], datetime(2026, 1, 1))
        assert log.head.seq == 5 and log.check_books().sound


def test_a_caller_who_missed_a_fact_is_told(where: str) -> None:
    with Store.open(where) as one, Store.open(where) as two:
        first, second = one.table("mesa"), two.table("mesa")
        first.append(opening(), NOW)
        with pytest.raises(JournalMoved) as moved:
            second.append([Draft(Acted("1", "mesa"), "seat:1")], NOW, expect=3)
        assert moved.value.head == 5
        assert second.append([Draft(CacifeBought("1", "ana", 1, 100, 5000), "host")], NOW, expect=5)[0].seq == 6
        assert first.append([Draft(CacifeBought("2", "beto", 1, 100, 5000), "host")], NOW)[0].seq == 7
        assert first.books().balances == second.books().balances
        assert first.check_books().sound


def test_a_correction_posts_its_own_reversal(where: str) -> None:
    with Store.open(where) as store:
        log = store.table("mesa")
        log.append(opening(), NOW)
        right = encode_payload(CacifeBought("2", "beto", 2, 200, 10000))
        log.append([Draft(Corrected(4, None, ("ana",)), "host"), Draft(Corrected(5, right, ("beto",)), "host")], NOW)
        assert [(x.account, x.amount) for n, x in log.entries() if n == 6] == [
            ("bank", 100),
            ("cash:ana", 5000),
            ("stack:ana", -100),
            ("till", -5000),
        ]
        log.append([Draft(Corrected(6, None, ("ana",)), "host")], NOW)  # the correction was the mistake
        balances = log.books().balances
        assert balances["stack:ana"] == 100 and balances["stack:beto"] == 200 and balances["cash:beto"] == -10000
        assert log.check_books().sound and log.verify().intact
        assert [f.kind for f in log.read()][-3:] == ["corrected"] * 3


def test_case_89_eight_writers_and_a_reader_exporting_no_error_no_gap(where: str) -> None:
    errors: list[BaseException] = []
    with Store.open(where) as store:
        store.table("mesa").append(opening(), NOW)
        stop = threading.Event()

        def write(writer: int) -> None:
            try:
                for n in range(12):
                    draft = Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1", tap=f"{writer}-{n}")
                    store.table("mesa").append([draft], NOW)
            except BaseException as e:
                errors.append(e)

        def export() -> None:
            try:
                while not stop.is_set():
                    seqs = [f.seq for f in store.table("mesa").read()]
                    assert seqs == list(range(1, len(seqs) + 1))
            except BaseException as e:
                errors.append(e)

        reader = threading.Thread(target=export)
        writers = [threading.Thread(target=write, args=(w,)) for w in range(8)]
        for t in [reader, *writers]:
            t.start()
        for t in writers:
            t.join()
        stop.set()
        reader.join()
        assert errors == []
        log = store.table("mesa")
        assert log.head.seq == 5 + 8 * 12 and log.verify().intact and log.check_books().sound
        assert log.books().balances["stack:ana"] == 100 + 8 * 12 * 100


def test_the_database_itself_refuses_to_change_what_was_written(where: str) -> None:
    with Store.open(where) as store:
        store.table("mesa").append(opening(), NOW)
        for statement in ("UPDATE facts SET source = 'x'", "DELETE FROM facts", "UPDATE entries SET amount = 0"):
            with pytest.raises(storage.StorageUnavailable, match="never changed"), storage.writing(store.engine) as c:
                c.exec_driver_sql(statement)
        assert store.table("mesa").verify().intact


def test_a_new_file_is_migrated_to_the_newest_schema_and_matches_the_tables_in_code(where: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(storage.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == storage.SCHEMA_HEAD
    with Store.open(where) as store, store.engine.connect() as c:
        assert storage.schema_revision(c) == storage.SCHEMA_HEAD
        assert compare_metadata(MigrationContext.configure(c), storage.metadata) == []


def test_sqlite_keeps_its_promises(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store, store.engine.connect() as c:
        values = {p: c.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous", "foreign_keys")}
        assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_two_processes_may_open_a_new_database_at_once(where: str) -> None:
    errors: list[BaseException] = []

    def open_it() -> None:
        try:
            with Store.open(where) as store:
                store.table("mesa")
        except BaseException as e:
            errors.append(e)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert errors == []


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    Store.open(path).close()
    db = sqlite3.connect(path)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.commit()
    db.close()
    with pytest.raises(storage.StorageUnavailable) as refused:
        Store.open(path)
    assert refused.value.code == "newer"
