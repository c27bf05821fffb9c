"""A night can be erased while the chain still verifies; nothing of the names is left in the file."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path

import pytest
from record_kit import Night, night
from sqlalchemy import text

from assistant.contesting import Disputes
from assistant.facts import PlayerSeated
from assistant.journal import StorageUnavailable, Store
from assistant.record_keeper import Records
from assistant.storage import in_words
from assistant.verify_cli import run_erase, run_verify
from assistant.web.port import Recipient


def a_night(folder: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        body = {"hand": 1, "subject": "showdown", "note": "segredo do recado"}
        assert (await d.contest(Recipient("player", "2"), body, secrets.token_hex(8))).ok

    async def go() -> None:
        async with night(folder) as (table, house):
            await story(table, Records(house.session, house.evidence.store))

    asyncio.run(go())


def test_an_erased_night_verifies_its_books_stand_and_no_name_note_or_picture_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_night(tmp_path)
    pictures = list((tmp_path / "tables" / "mesa" / "evidence").glob("??/*"))
    assert len(pictures) > 10 and all(p.stat().st_mode & 0o077 == 0 for p in pictures)
    assert run_erase("mesa", 1, data=tmp_path, yes=True) == 0
    assert run_verify("mesa", data=tmp_path) == 0
    out = capsys.readouterr().out
    assert "íntegro" in out or "intacto" in out or "inteir" in out, out
    left = b"".join(p.read_bytes() for p in tmp_path.glob("fala.db*"))
    for secret in ("Beto", "segredo do recado"):
        assert secret.encode() not in left
    assert not list((tmp_path / "tables" / "mesa" / "evidence").glob("??/*"))
    with Store.open(tmp_path / "fala.db") as store:
        log = store.table("mesa")
        seated = [f for f in log.read() if isinstance(f.payload, PlayerSeated)]
        assert [f.payload.name for f in seated if isinstance(f.payload, PlayerSeated)] == ["", "", ""]
        assert all(f.erased for f in seated)
        assert log.check_books().sound and log.verify().intact


def test_nothing_but_erasing_changes_a_fact(tmp_path: Path) -> None:
    a_night(tmp_path)
    with Store.open(tmp_path / "fala.db") as store:
        for sql in (
            "UPDATE facts SET payload = '{}' WHERE seq = 2",
            "UPDATE facts SET payload = '{}', salt = 'erased:00', hash = 'x' WHERE seq = 2",
            "UPDATE facts SET payload = '{}', salt = 'erased:00', hand = 9 WHERE seq = 2",
            "DELETE FROM facts WHERE seq = 2",
        ):
            with pytest.raises(StorageUnavailable), in_words(), store.engine.begin() as c:
                c.execute(text(sql))
        assert store.table("mesa").verify().intact


def test_an_altered_erased_fact_is_found(tmp_path: Path) -> None:
    a_night(tmp_path)
    assert run_erase("mesa", 1, data=tmp_path, yes=True) == 0
    with Store.open(tmp_path / "fala.db") as store:
        with store.engine.begin() as c:
            c.execute(text("DROP TRIGGER facts_no_UPDATE"))
            c.execute(text('UPDATE facts SET payload = replace(payload, \'"seat":"1"\', \'"seat":"3"\') WHERE seq = 2'))
        found = store.table("mesa").verify()
        assert not found.intact and found.first_bad == 2 and found.why == "altered"
