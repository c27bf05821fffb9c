"""`fala backup` and `fala restore`: everything of a data folder in one file, verified on the way out and on the way in.

The file is a ZIP: the database as an SQLite copy of one instant (also of PostgreSQL), the tables' folders with their
keys and pictures, and a manifest with the SHA-256 of each and the head of every journal.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import zipfile
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Engine, MetaData, func, insert, select, text

from assistant.config import data_folder
from assistant.journal import StorageUnavailable, Store
from assistant.phrases import DEFAULT, say
from assistant.storage import database_of, open_engine, reading, writing

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "fala.db"
LEFT_OUT = {"open.json"}  # what stands only while a table is open
BATCH = 1000
MOST = 50_000_000_000  # bytes that a backup may unpack to


class BackupError(Exception):
    """Why there is no backup, or none can be restored; ``code`` is a phrase under ``backup``."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def run_backup(file: Path, *, data: Path | None = None, lang: str = DEFAULT) -> int:
    """Write the backup and say what is in it; 0 when done, 2 with the reason when not."""
    try:
        about = backup(file, data_folder(data))
    except (BackupError, StorageUnavailable, OSError) as e:
        return _complain(e, lang)
    tables = ", ".join(f"{t} ({h['seq']})" for t, h in about["tables"].items()) or "—"
    size = f"{file.stat().st_size / 1e6:.1f}"
    print(say(lang, "backup.done", file=file, size=size, tables=tables, files=len(about["files"]) - 1))
    print(say(lang, "backup.secret"))
    return 0


def run_restore(file: Path, *, data: Path | None = None, lang: str = DEFAULT) -> int:
    """Bring a backup into an empty data folder; 0 when all of it verifies there, 2 with the reason when not."""
    folder = data_folder(data)
    try:
        about = restore(file, folder)
    except (BackupError, StorageUnavailable, OSError) as e:
        return _complain(e, lang)
    tables = ", ".join(about["tables"]) or "—"
    print(say(lang, "backup.restored", folder=folder, tables=tables, made=about["made"]))
    return 0


def _complain(e: Exception, lang: str) -> int:
    if isinstance(e, BackupError):
        words = say(lang, f"backup.{e.code}", **e.params)
    elif isinstance(e, StorageUnavailable):
        words = say(lang, f"storage.{e.code}")
    else:
        words = say(lang, "backup.disk", reason=str(e))
    print(words, file=sys.stderr)
    return 2


# --- out ---------------------------------------------------------------------------------------------------------


def backup(file: Path, folder: Path) -> dict[str, Any]:
    """Write everything of ``folder`` to ``file``, whole or not at all; returns the manifest.

    Raises BackupError (there is such a file, there is nothing to keep, a journal is not sound), StorageUnavailable,
    OSError. A table may be open meanwhile: its journal is copied as of one instant.
    """
    if file.exists():
        raise BackupError("file_exists", file=file)
    where = database_of(folder)
    if isinstance(where, Path) and not where.exists():
        raise BackupError("nothing", folder=folder)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    with tempfile.TemporaryDirectory(prefix="fala-backup-") as scratch:
        copy = Path(scratch) / DATABASE
        _copy_database(where, copy)
        heads = _heads(copy)
        try:
            with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as out:
                about = _write(out, folder, copy, heads)
                out.flush()
                os.fsync(out.fileno())
            part.replace(file)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    return about


def _write(out: Any, folder: Path, copy: Path, heads: dict[str, dict[str, Any]]) -> dict[str, Any]:
    files: dict[str, str] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
        for name, path in [(DATABASE, copy), *_files(folder)]:
            digest = hashlib.sha256()
            try:
                source = path.open("rb")
            except FileNotFoundError:
                continue  # pruned since the list was made
            with source, archive.open(zipfile.ZipInfo(name, _stamp()), "w", force_zip64=True) as target:
                while chunk := source.read(1 << 20):
                    digest.update(chunk)
                    target.write(chunk)
            files[name] = digest.hexdigest()
        about = {
            "format": FORMAT,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "release": release(),
            "tables": heads,
            "files": files,
        }
        archive.writestr(zipfile.ZipInfo(MANIFEST, _stamp()), json.dumps(about, indent=1, sort_keys=True))
    return about


def _stamp() -> tuple[int, int, int, int, int, int]:
    now = datetime.now(UTC)
    return (max(now.year, 1980), now.month, now.day, now.hour, now.minute, now.second)


def _files(folder: Path) -> list[tuple[str, Path]]:
    """Everything beside the database, by its name in the archive."""
    found = (p for p in sorted(folder.rglob("*")) if p.is_file() and not p.is_symlink())
    kept = (p for p in found if not p.name.startswith((DATABASE, ".")) and p.name not in LEFT_OUT)
    return [(p.relative_to(folder).as_posix(), p) for p in kept]


def _copy_database(where: str | Path, copy: Path) -> None:
    """One instant of the database as an SQLite file."""
    source = open_engine(where)
    try:
        if source.dialect.name == "sqlite":
            with reading(source) as connection, sqlite3.connect(copy) as target:
                raw = connection.connection.driver_connection
                assert isinstance(raw, sqlite3.Connection)
                raw.backup(target)
            target.close()
        else:
            target_engine = open_engine(copy)
            try:
                _copy_rows(source, target_engine)
            finally:
                target_engine.dispose()
    finally:
        source.dispose()


def _copy_rows(source: Engine, target: Engine) -> None:
    """Every row of a migrated database into an empty migrated one."""
    known = MetaData()
    with reading(source) as connection:
        known.reflect(connection)
        with writing(target) as into:
            for table in known.sorted_tables:
                if table.name == "alembic_version":
                    continue
                rows = connection.execution_options(yield_per=BATCH).execute(select(table)).mappings()
                for batch in rows.partitions(BATCH):
                    into.execute(insert(table), [dict(row) for row in batch])
                if into.dialect.name == "postgresql" and "id" in table.c:  # its counter goes on behind what came
                    last = into.scalar(select(func.max(table.c.id)))
                    if last is not None:
                        into.execute(
                            text("SELECT setval(pg_get_serial_sequence(:t, 'id'), :n)"), {"t": table.name, "n": last}
                        )


def _heads(database: Path) -> dict[str, dict[str, Any]]:
    """The head of every journal in it; raises BackupError for one that is not sound."""
    heads: dict[str, dict[str, Any]] = {}
    with Store.open(database) as store:
        for name in store.tables():
            log = store.table(name)
            chain = log.verify()
            if not chain.intact or not log.check_books().sound:
                raise BackupError("unsound", table=name)
            heads[name] = {"seq": chain.head.seq, "hash": chain.head.hash}
    return heads


def release() -> str:
    """The version of this program."""
    try:
        return version("fala-o-as")
    except PackageNotFoundError:
        return "?"


# --- in ----------------------------------------------------------------------------------------------------------


def restore(file: Path, folder: Path) -> dict[str, Any]:
    """Bring a backup into ``folder``, which must be empty of tables; returns the manifest.

    Raises BackupError (not a backup, damaged, newer, or something is there already: nothing is ever overwritten),
    StorageUnavailable, OSError. Nothing of it stands in the folder until all of it has been verified.
    """
    where = database_of(folder)
    _refuse_if_used(where, folder)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as scratch:
        place = Path(scratch)
        about = _unpack(file, place)
        found = _heads(place / DATABASE)
        if found != about["tables"]:
            raise BackupError("damaged", file=file, name=DATABASE)
        if isinstance(where, Path):
            _move(place / DATABASE, where)
        else:
            source, target = open_engine(place / DATABASE), open_engine(where)
            try:
                _copy_rows(source, target)
            finally:
                source.dispose()
                target.dispose()
        for name in about["files"]:
            if name != DATABASE:
                _move(place / name, folder / name)
    return about


def _refuse_if_used(where: str | Path, folder: Path) -> None:
    if isinstance(where, Path):
        if where.exists():
            raise BackupError("in_the_way", path=where, folder=folder)
    else:
        with Store.open(where) as store:
            if store.tables():
                raise BackupError("database_used", tables=", ".join(store.tables()))
    tables = folder / "tables"
    if tables.is_dir() and any(tables.iterdir()):
        raise BackupError("in_the_way", path=tables, folder=folder)


def _unpack(file: Path, place: Path) -> dict[str, Any]:
    """The archive's files, each against its SHA-256; raises BackupError."""
    try:
        archive = zipfile.ZipFile(file)
    except FileNotFoundError as e:
        raise BackupError("no_file", file=file) from e
    except zipfile.BadZipFile as e:
        raise BackupError("not_a_backup", file=file) from e
    with archive:
        try:
            about: dict[str, Any] = json.loads(archive.read(MANIFEST))
            files: dict[str, str] = dict(about["files"])
            if int(about["format"]) > FORMAT:
                raise BackupError("newer", release=about.get("release", "?"))
            dict(about["tables"])
        except BackupError:
            raise
        except (KeyError, ValueError, TypeError, zipfile.BadZipFile) as e:
            raise BackupError("not_a_backup", file=file) from e
        if DATABASE not in files or sum(i.file_size for i in archive.infolist()) > MOST:
            raise BackupError("not_a_backup", file=file)
        for name, digest in files.items():
            if not _plain_name(name):
                raise BackupError("damaged", file=file, name=name)
            try:
                _extract(archive, name, place / name, digest)
            except (KeyError, ValueError, zipfile.BadZipFile) as e:
                raise BackupError("damaged", file=file, name=name) from e
    return about


def _plain_name(name: str) -> bool:
    """Whether a name stays inside the folder it is unpacked into."""
    path = PurePosixPath(name)
    return (
        not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name and bool(path.parts)
    )


def _extract(archive: zipfile.ZipFile, name: str, path: Path, digest: str) -> None:
    found = hashlib.sha256()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with archive.open(name) as source, os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as target:
        while chunk := source.read(1 << 20):
            found.update(chunk)
            target.write(chunk)
    if found.hexdigest() != digest:
        raise ValueError(name)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if target.exists():
        raise BackupError("in_the_way", path=target, folder=target.parent)
    shutil.move(source, target)
