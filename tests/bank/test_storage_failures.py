"""Full disk, read-only, locked, damaged, server away, killed: said in words, and nothing acknowledged is lost."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from bank_kills import club, kill_storm, same_table, server_kill_storm
from bank_postgres import Server
from small_disk import on_a_small_disk

from assistant.facts import CacifeBought
from assistant.journal import Draft, Store
from assistant.phrases import LANGUAGES, say
from assistant.storage import StorageUnavailable

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
BUY = Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1")


def test_killed_at_random_instants_nothing_acknowledged_is_lost(where: str) -> None:
    print(kill_storm(where, kills=10, seed=7))


def test_the_postgresql_server_killed_and_restarted() -> None:
    server = Server()
    try:
        server.start()
        assert server_kill_storm(server, kills=3, seed=7) > 0
    finally:
        server.stop()


def test_two_tables_on_one_database_at_once(where: str) -> None:
    club(where, tables=2, facts=40)


def test_two_processes_on_one_table_keep_one_numbering(where: str) -> None:
    same_table(where, processes=2, facts=25)


FILL = """
    import sys
    from datetime import UTC, datetime
    from pathlib import Path
    from assistant.facts import CacifeBought
    from assistant.journal import Draft, Store, StorageUnavailable
    folder = Path(sys.argv[1])
    buy = Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1")
    with Store.open(folder / "fala.db") as store:
        log = store.table("mesa")
        if sys.argv[2] == "pages":
            with store.engine.connect() as c:
                pages = c.exec_driver_sql("PRAGMA page_count").scalar() + 10
            store.engine.dispose()
            from sqlalchemy import event
            @event.listens_for(store.engine, "connect")
            def limit(dbapi, record):
                dbapi.execute(f"PRAGMA max_page_count = {pages}")
        said = 0
        try:
            while said < 100000:
                said = log.append([buy] * 20, datetime.now(UTC))[-1].seq
        except StorageUnavailable as e:
            print(e.code, said)
        assert log.head.seq == said and log.verify().intact and log.check_books().sound
        for _ in range(3):
            try:
                log.append([buy] * 20, datetime.now(UTC))
                raise SystemExit("written to a full disk")
            except StorageUnavailable as e:
                assert e.code == "disk_full", e
        if sys.argv[2] == "pages":
            pages = 100000
            store.engine.dispose()
        else:
            (folder / "ballast").unlink()
        assert log.append([buy], datetime.now(UTC))[0].seq == said + 1
        assert log.verify().intact and log.check_books().sound
"""


def test_full_disk_is_said_nothing_is_lost_and_room_made_is_used(tmp_path: Path) -> None:
    """On a tmpfs of one MiB where this account may mount one, otherwise by SQLite's own limit of pages (same error)."""
    code, said = on_a_small_disk(FILL, tmp_path, "1m", 400_000, "pages").split()
    assert code == "disk_full" and int(said) > 0


def test_a_new_file_that_another_process_is_just_writing_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "fala.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE theirs (x)")
    other.execute("BEGIN IMMEDIATE")
    done = threading.Timer(0.5, other.execute, ("COMMIT",))
    done.start()
    with Store.open(path) as store:
        assert store.table("mesa").append([BUY], NOW)[0].seq == 1
    done.join()
    other.close()


def test_a_read_only_file_can_be_read_and_says_so_when_written(tmp_path: Path) -> None:
    path = tmp_path / "fala.db"
    with Store.open(path) as store:
        store.table("mesa").append([BUY], NOW)
    with Store.open(f"sqlite:///file:{path}?mode=ro&uri=true") as store:
        log = store.table("mesa")
        assert [f.seq for f in log.read()] == [1] and log.verify().intact
        for action in (lambda: log.append([BUY], NOW), lambda: store.table("new")):
            with pytest.raises(StorageUnavailable) as refused:
                action()
            assert refused.value.code == "read_only"


def test_a_read_only_postgresql_says_so(postgresql: Server) -> None:
    url = postgresql.new_database()
    with Store.open(url) as store:
        store.table("mesa").append([BUY], NOW)
    with Store.open(f"{url}&options=-cdefault_transaction_read_only%3Don") as store:
        log = store.table("mesa")
        assert [f.seq for f in log.read()] == [1]
        with pytest.raises(StorageUnavailable) as refused:
            log.append([BUY], NOW)
        assert refused.value.code == "read_only"


def test_a_database_held_by_another_program(tmp_path: Path) -> None:
    path = tmp_path / "fala.db"
    with Store.open(path, busy_seconds=0) as store:
        log = store.table("mesa")
        log.append([BUY], NOW)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageUnavailable) as refused:
            log.append([BUY], NOW)
        assert refused.value.code == "locked"
        assert log.head.seq == 1  # reading goes on
        other.execute("ROLLBACK")
        other.close()
        assert log.append([BUY], NOW)[0].seq == 2


def test_a_row_of_postgresql_held_by_another_program(postgresql: Server) -> None:
    url = postgresql.new_database()
    with Store.open(url, busy_seconds=1) as store, Store.open(url) as other:
        log = store.table("mesa")
        log.append([BUY], NOW)
        with other.engine.connect() as c, c.begin():
            c.exec_driver_sql("SELECT 1 FROM tables FOR UPDATE")
            with pytest.raises(StorageUnavailable) as refused:
                log.append([BUY], NOW)
        assert refused.value.code == "locked"
        assert log.append([BUY], NOW)[0].seq == 2


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("mysql://x/y", "bad_url"),
        ("://", "bad_url"),
        ("postgresql://nobody@/x?host=/nonexistent", "away"),
        ("{folder}/missing/fala.db", "away"),
        ("{folder}/garbage.db", "not_a_database"),
    ],
)
def test_what_cannot_be_opened_is_said(tmp_path: Path, where: str, code: str) -> None:
    (tmp_path / "garbage.db").write_bytes(b"this is no database, only words " * 64)
    with pytest.raises(StorageUnavailable) as refused:
        Store.open(where.format(folder=tmp_path))
    assert refused.value.code == code, refused.value.detail


def test_a_login_that_the_server_refuses(postgresql: Server) -> None:
    with pytest.raises(StorageUnavailable) as refused:
        Store.open(postgresql.url("no_such_database"))
    assert refused.value.code == "refused"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_trouble_has_its_sentence(lang: str) -> None:
    for code in StorageUnavailable.CODES:
        assert len(say(lang, StorageUnavailable(code, "").phrase)) > 20
