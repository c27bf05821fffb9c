"""The one database of a table: SQLite beside it by default, PostgreSQL by URL; schema by migrations, errors in words.

SQLite runs in WAL mode with ``synchronous=FULL``; writers take the lock at once (BEGIN IMMEDIATE), so that a
transaction that has begun never fails half way for want of it. PostgreSQL serialises the writers of one table by its
row in ``tables``.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

BUSY_SECONDS = 10  # how long a writer waits for another one
SCHEMA_HEAD = "0002"  # the newest migration; a test compares it with the scripts
MIGRATION_LOCK = 0x66616C61  # "fala", the advisory lock under which PostgreSQL is migrated

metadata = MetaData()
big = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by INTEGER PRIMARY KEY only

tables = Table(
    "tables",
    metadata,
    Column("id", big, primary_key=True, autoincrement=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("head", BigInteger, nullable=False, server_default="0"),
    Column("head_hash", String(64), nullable=False),
)

facts = Table(
    "facts",
    metadata,
    Column("table_id", big, ForeignKey("tables.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(60), nullable=False),
    Column("payload", Text, nullable=False),  # canonical JSON
    Column("at", String(40), nullable=False),
    Column("source", String(80), nullable=False),
    Column("hand", BigInteger),
    Column("certainty", BigInteger, nullable=False),
    Column("tap", String(200)),
    Column("pictures", Text, nullable=False),  # canonical JSON
    Column("salt", String(80), nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("table_id", "tap", name="one_fact_per_tap"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", big, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", String(200), nullable=False, index=True),
    Column("unit", String(10), nullable=False),  # "chip" or "centavo"
    Column("amount", BigInteger, nullable=False),
    ForeignKeyConstraint(["table_id", "seq"], ["facts.table_id", "facts.seq"], name="entry_of_a_fact"),
)


class StorageUnavailable(Exception):
    """The database takes nothing now; ``code`` is one of CODES and, as "storage.<code>", a phrase of the catalogues."""

    CODES = (
        "disk_full",
        "read_only",
        "locked",
        "away",
        "disk_error",
        "damaged",
        "not_a_database",
        "newer",
        "no_driver",
        "bad_url",
        "refused",
        "failed",
    )

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail

    @property
    def phrase(self) -> str:
        """The code of the sentence that tells people; it has no parameters."""
        return f"storage.{self.code}"


_SQLITE_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_IOERR: "disk_error",
    sqlite3.SQLITE_CANTOPEN: "away",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "not_a_database",
}
_STATE_CODES = {  # SQLSTATE, or its class of two letters (PostgreSQL appendix A)
    "53100": "disk_full",
    "53200": "away",
    "53300": "away",
    "25006": "read_only",
    "42501": "read_only",
    "55P03": "locked",
    "40P01": "locked",
    "40001": "locked",
    "57014": "locked",
    "58030": "disk_error",
    "08": "away",
    "57": "away",
    "28": "refused",
    "3D": "refused",
    "XX": "damaged",
}


def unavailable(error: BaseException) -> StorageUnavailable:
    """The error in the product's own codes, whatever driver it came from."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    detail = " ".join(str(original).split())[:300]
    if isinstance(original, sqlite3.Error):
        number = getattr(original, "sqlite_errorcode", None)
        if isinstance(number, int):
            return StorageUnavailable(_SQLITE_CODES.get(number & 0xFF, "failed"), detail)
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):
        return StorageUnavailable(_STATE_CODES.get(state) or _STATE_CODES.get(state[:2], "failed"), detail)
    if isinstance(error, DBAPIError) and type(original).__name__ in ("OperationalError", "ConnectionTimeout"):
        there = "FATAL" in detail and not any(words in detail for words in _NOT_YET)
        return StorageUnavailable("refused" if there else "away", detail)  # while connecting there is no SQLSTATE
    return StorageUnavailable("failed", detail)


_NOT_YET = ("starting up", "shutting down", "recovery mode", "too many", "not yet accepting", "administrator command")


@contextmanager
def in_words() -> Iterator[None]:
    """Database errors inside come out as StorageUnavailable, other errors as they are."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as e:
        raise unavailable(e) from e


def database_url(where: str | Path) -> URL:
    """A URL as given, or the SQLite file at a path; raises StorageUnavailable("bad_url") for what is neither."""
    if isinstance(where, str) and "://" in where:
        try:
            url = make_url(where)
        except ArgumentError as e:
            raise StorageUnavailable("bad_url", "not a database URL") from e  # the URL may hold a password
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise StorageUnavailable("bad_url", url.get_backend_name())
        return url
    return URL.create("sqlite", database=str(where))


def open_engine(where: str | Path, busy_seconds: int = BUSY_SECONDS) -> Engine:
    """The database at ``where`` (path or URL), created and migrated when needed; raises StorageUnavailable."""
    url = database_url(where)
    sqlite = url.get_backend_name() == "sqlite"
    connect_args: dict[str, Any] = {"timeout": busy_seconds} if sqlite else {"connect_timeout": max(2, busy_seconds)}
    try:
        engine = create_engine(url, connect_args=connect_args, pool_pre_ping=not sqlite, hide_parameters=True)
    except (ImportError, NoSuchModuleError) as e:
        raise StorageUnavailable("no_driver", str(e)) from e
    if sqlite:
        _prepare_sqlite(engine, busy_seconds)
    else:
        _prepare_postgresql(engine, busy_seconds)
    try:
        with in_words():
            _migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _prepare_sqlite(engine: Engine, busy_seconds: int) -> None:
    @event.listens_for(engine, "connect")
    def _connected(dbapi: sqlite3.Connection, _record: object) -> None:
        dbapi.isolation_level = None  # transactions begin where we say, not where the driver guesses
        dbapi.execute(f"PRAGMA busy_timeout = {busy_seconds * 1000}")
        dbapi.execute("PRAGMA foreign_keys = ON")
        dbapi.execute("PRAGMA synchronous = FULL")
        _write_ahead(dbapi, busy_seconds)

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("fala_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _write_ahead(dbapi: sqlite3.Connection, busy_seconds: int) -> None:
    """Keep a write-ahead log; beside another process that is writing SQLite refuses at once instead of waiting."""
    until = time.monotonic() + busy_seconds
    while True:
        try:
            dbapi.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as e:
            code = getattr(e, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_READONLY:
                return  # a read-only file can still be read
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        dbapi.execute("BEGIN IMMEDIATE")  # this waits for whoever writes
        dbapi.execute("ROLLBACK")


def _prepare_postgresql(engine: Engine, busy_seconds: int) -> None:
    @event.listens_for(engine, "connect")
    def _connected(dbapi: Any, _record: object) -> None:
        before = dbapi.autocommit
        dbapi.autocommit = True
        with dbapi.cursor() as cursor:
            cursor.execute("SET synchronous_commit = on")
            cursor.execute(f"SET lock_timeout = '{busy_seconds}s'")
        dbapi.autocommit = before


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One write transaction: committed (and on disk) when the block ends, undone when it raises StorageUnavailable."""
    with in_words(), engine.connect().execution_options(fala_writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """One consistent view of the database; raises StorageUnavailable."""
    with in_words(), engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


def scrub(engine: Engine) -> None:
    """Leave no trace of what was erased in free pages or the write-ahead log of an SQLite file."""
    if engine.dialect.name != "sqlite":
        return  # PostgreSQL's own vacuum and its log's recycling do that in time
    with in_words(), engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("VACUUM")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def schema_revision(connection: Connection) -> str | None:
    """The migration the database stands at, None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return None if row is None else str(row[0])


def _migrate(engine: Engine) -> None:
    with engine.connect() as connection, connection.begin():
        revision = schema_revision(connection)
    if revision == SCHEMA_HEAD:
        return
    if revision is not None and revision > SCHEMA_HEAD:
        raise StorageUnavailable("newer", f"schema {revision}, this release knows {SCHEMA_HEAD}")
    from alembic import command  # half a second to import: only when there is something to do
    from alembic.config import Config

    with engine.connect().execution_options(fala_writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def database_of(data: Path) -> str | Path:
    """The database of a data folder: the URL in FALA_DATABASE_URL where set, otherwise its file ``fala.db``."""
    return os.environ.get("FALA_DATABASE_URL", "").strip() or data / "fala.db"
