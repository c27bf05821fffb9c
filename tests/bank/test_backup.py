"""Backup and restore: everything comes back, verified; nothing is ever overwritten; a changed file is refused."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.backup import BackupError, backup, restore, run_backup, run_restore
from assistant.journal import Store
from assistant.records.evidence import EvidenceStore
from assistant.session import Opening, Session
from assistant.verify_cli import run_verify
from assistant.views import Tap


def night(folder: Path, where: str | Path, name: str = "mesa") -> str:
    """A table with three people and a hand, a picture, a key; the name of the picture."""

    async def go() -> None:
        with Store.open(where) as store:
            session = Session(store.table(name), Opening(name, ("1", "2", "3"), "stick5"))
            await session.open()
            for seat, who in zip(session.state.seats, ("Ana", "Beto", "Caio"), strict=True):
                await session.join(who, seat, 1, "pt-BR")
            assert (await session.host(Tap("h1", "start_hand", 0, ""))).ok

    asyncio.run(go())
    picture = EvidenceStore(folder / "tables" / name / "evidence").put(b"a frame")
    key = folder / "tables" / name / "web" / "key.json"
    key.parent.mkdir(parents=True)
    key.write_text('{"secret": "s3cret"}')
    (key.parent / "open.json").write_text("{}")
    return picture


def test_everything_comes_back_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", tmp_path / "night.zip"
    old.mkdir()
    picture = night(old, old / "fala.db")
    assert run_backup(file, data=old) == 0
    assert "mesa" in capsys.readouterr().out
    assert file.stat().st_mode & 0o077 == 0, "names and keys are in it"
    assert run_restore(file, data=new) == 0
    assert run_verify("mesa", data=new) == 0
    with Store.open(old / "fala.db") as a, Store.open(new / "fala.db") as b:
        assert list(a.table("mesa").read()) == list(b.table("mesa").read())
    assert EvidenceStore(new / "tables" / "mesa" / "evidence").read(picture) == b"a frame"
    key = new / "tables" / "mesa" / "web" / "key.json"
    assert "s3cret" in key.read_text() and key.stat().st_mode & 0o077 == 0
    assert not key.with_name("open.json").exists()
    assert not list(new.glob(".restore-*"))


def test_a_table_goes_on_after_a_restore(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir(), new.mkdir()
    night(old, old / "fala.db")
    backup(tmp_path / "b.zip", old)
    restore(tmp_path / "b.zip", new)

    async def go() -> None:
        with Store.open(new / "fala.db") as store:
            session = Session(store.table("mesa"), Opening("mesa", ("1", "2", "3"), "stick5"))
            await session.open()
            assert session.state.hand_number == 1 and session.state.in_hand
            assert (await session.host(Tap("h2", "closed_dealt", 0, ""))).ok

    asyncio.run(go())
    assert run_verify("mesa", data=new) == 0


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old"
    old.mkdir()
    night(old, old / "fala.db")
    file = tmp_path / "b.zip"
    assert run_backup(file, data=old) == 0
    assert run_backup(file, data=old) == 2 and "já existe" in capsys.readouterr().err
    before = (old / "fala.db").read_bytes()
    assert run_restore(file, data=old) == 2 and "não apago nada" in capsys.readouterr().err
    assert (old / "fala.db").read_bytes() == before
    half = tmp_path / "half"
    (half / "tables" / "outra").mkdir(parents=True)
    assert run_restore(file, data=half) == 2
    assert [p.name for p in half.iterdir()] == ["tables"]
    assert run_backup(tmp_path / "c.zip", data=tmp_path / "empty") == 2


def rewritten(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The archive with its members changed."""
    with zipfile.ZipFile(file) as archive:
        members = {n: archive.read(n) for n in archive.namelist()}
    change(members)
    out = file.with_name("changed.zip")
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out


def flip(members: dict[str, bytes], name: str) -> None:
    data = bytearray(members[name])
    data[len(data) // 2] ^= 1
    members[name] = bytes(data)


def relabel(members: dict[str, bytes], old: str, new: str) -> None:
    about = json.loads(members["manifest.json"])
    about["files"][new] = about["files"].pop(old)
    members[new] = members.pop(old)
    members["manifest.json"] = json.dumps(about).encode()


KEY = "tables/mesa/web/key.json"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda m: flip(m, "fala.db"), "damaged"),
        (lambda m: flip(m, KEY), "damaged"),
        (lambda m: m.pop(KEY), "damaged"),
        (lambda m: m.pop("manifest.json"), "not_a_backup"),
        (lambda m: relabel(m, KEY, "../outside"), "damaged"),
        (lambda m: relabel(m, KEY, "/outside/of/it"), "damaged"),
        (lambda m: m.__setitem__("manifest.json", m["manifest.json"].replace(b'"format": 1', b'"format": 9')), "newer"),
    ],
)
def test_a_changed_backup_is_refused_and_nothing_stays_behind(
    tmp_path: Path, change: Callable[[dict[str, bytes]], None], code: str
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir(), new.mkdir()
    night(old, old / "fala.db")
    backup(tmp_path / "b.zip", old)
    with pytest.raises(BackupError) as e:
        restore(rewritten(tmp_path / "b.zip", change), new)
    assert e.value.code == code
    assert list(new.iterdir()) == [] and not (tmp_path / "outside").exists()


def test_what_is_no_backup_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.zip").write_text("hello")
    assert run_restore(tmp_path / "x.zip", data=tmp_path / "n") == 2
    assert run_restore(tmp_path / "none.zip", data=tmp_path / "n") == 2
    assert "não é uma cópia" in capsys.readouterr().err


def test_from_postgresql_and_back(
    tmp_path: Path, postgresql: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = postgresql.new_database(), postgresql.new_database()  # type: ignore[attr-defined]
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir(), new.mkdir()
    monkeypatch.setenv("FALA_DATABASE_URL", first)
    night(old, first)
    backup(tmp_path / "b.zip", old)
    with pytest.raises(BackupError) as e:
        restore(tmp_path / "b.zip", new)
    assert e.value.code == "database_used"
    monkeypatch.setenv("FALA_DATABASE_URL", second)
    restore(tmp_path / "b.zip", new)
    assert run_verify("mesa", data=new) == 0
    with Store.open(second) as store:  # its counters go on behind what came
        assert store.table("outra").head.seq == 0
    night(tmp_path / "other", second, "terceira")
    monkeypatch.delenv("FALA_DATABASE_URL")
    plain = tmp_path / "plain"
    plain.mkdir()
    restore(tmp_path / "b.zip", plain)
    assert run_verify("mesa", data=plain) == 0
