"""An upgrade keeps data: what every release wrote opens in this one, verifies, folds to the same, and goes on."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from assistant.backup import restore
from assistant.facts import decode, decode_payload, encode, encode_payload, fact_hash
from assistant.journal import Store
from assistant.session import Opening, Session
from assistant.verify_cli import run_verify
from assistant.views import Tap
from assistant.web.port import Recipient

RELEASES = sorted((Path(__file__).parent / "fixtures").glob("release_*"))
by_release = pytest.mark.parametrize("release", RELEASES, ids=lambda p: p.name)


def test_there_is_a_fixture() -> None:
    assert RELEASES, "tools/release_fixture.py writes one for each release"


@by_release
def test_its_database_opens_verifies_and_its_books_are_the_same(release: Path, tmp_path: Path) -> None:
    about = json.loads((release / "about.json").read_text("utf-8"))
    shutil.copy(release / "fala.db", tmp_path / "fala.db")
    with Store.open(tmp_path / "fala.db") as store:
        assert set(store.tables()) == set(about["tables"])
        for name, head in about["tables"].items():
            log = store.table(name)
            chain, books = log.verify(), log.check_books()
            assert chain.intact and (chain.head.seq, chain.head.hash) == (head["seq"], head["hash"])
            assert books.sound, (books.differing, books.unbalanced)


@by_release
def test_its_journals_decode_fact_by_fact_with_the_same_hash(release: Path) -> None:
    for path in release.glob("journal-*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            written = json.loads(line)
            fact = decode(written)
            assert fact_hash(fact) == written["hash"], (path.name, written["seq"])
            assert {k: encode(fact)[k] for k in written} == written


@by_release
def test_every_kind_of_fact_it_could_write_is_still_known(release: Path) -> None:
    for line in (release / "kinds.jsonl").read_text("utf-8").splitlines():
        written = json.loads(line)
        now = encode_payload(decode_payload(written))
        assert {k: now[k] for k in written} == written


@by_release
def test_its_night_goes_on_at_the_table(release: Path, tmp_path: Path) -> None:
    shutil.copy(release / "fala.db", tmp_path / "fala.db")

    async def go() -> None:
        with Store.open(tmp_path / "fala.db") as store:
            session = Session(store.table("demo-7"), Opening("demo-7", ("1", "2", "3", "4"), "stick5"))
            await session.open()
            assert session.state.hand_number == 2 and not session.state.in_hand
            for lang in ("pt-BR", "en"):
                assert session.view(Recipient("host", None, lang)).headline
            before = session.state.seq
            assert (await session.host(Tap("new", "start_hand", before, ""))).ok
            assert session.state.hand_number == 3 and session.state.seq > before

    asyncio.run(go())
    assert run_verify("demo-7", data=tmp_path) == 0


@by_release
def test_its_backup_is_restored(release: Path, tmp_path: Path) -> None:
    about = restore(release / "backup.zip", tmp_path)
    assert run_verify("noite", data=tmp_path) == run_verify("demo-7", data=tmp_path) == 0
    assert (tmp_path / "tables" / "demo-7" / "layout.json").exists() and about["release"]
