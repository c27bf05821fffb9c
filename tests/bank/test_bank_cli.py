"""`fala bank …` on a real database: text and JSON, refusals with what would do, exit codes."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from test_ledger import table, uncalled
from typer.testing import CliRunner

from assistant.bank_fix_cli import bank_app
from assistant.facts import CacifeBought
from assistant.journal import Draft, Store

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
RUN = CliRunner()


def fala(where: str, *words: str, code: int = 0) -> dict[str, Any]:
    """The answer of one command as JSON; it must also have something to say as text."""
    done = RUN.invoke(bank_app, [*words, "--db", where, "--json"])
    assert done.exit_code == code, done.output
    answer: dict[str, Any] = json.loads(done.output)
    assert answer["ok"] is (code == 0)
    return answer


@pytest.fixture
def night(where: str) -> str:
    """A table of three with one hand played, in a database of either kind."""
    t = table(3)
    uncalled(t)
    with Store.open(where) as store:
        store.table("mesa").append([Draft(f.payload, f.source, f.hand) for f in t.facts], NOW)
    return where


def test_a_night_from_status_to_the_last_payment(night: str, tmp_path: Path) -> None:
    status = fala(night, "status")
    assert [(p["name"], p["bought"], p["stack"]) for p in status["players"]] == [
        ("Ana", 100, 99),
        ("Beto", 100, 99),
        ("Caio", 100, 102),
    ]
    assert status["pot"] == 0 and status["hands"] == 1 and status["float"] == {"unsorted": 300}
    refused = fala(night, "buy", "1", code=1)
    assert refused["code"] == "stack_not_low" and refused["rule"] == "R-193" and refused["allowed"]
    counted = fala(night, "count", "1", "95")
    moved = [{"fact": 3, "chips": 100}, {"fact": 8, "chips": -1}]  # since the night began: nobody counted before
    assert counted["difference"] == -4 and counted["mismatches"][0]["movements"] == moved
    fala(night, "count", "2", "99")
    fala(night, "count", "3", "102")
    blocked = fala(night, "settle", code=1)
    assert blocked["code"] == "count_differs" and blocked["difference"] == -4
    fala(night, "count", "1", "99")
    dry = fala(night, "settle", "--dry-run")
    assert dry["facts"] == [] and sum(p["centavos"] for p in dry["payments"]) == 100
    settled = fala(night, "settle", "--final", "ana=99")
    assert len(settled["payments"]) == 2 and settled["facts"]
    assert fala(night, "settle", code=1)["code"] == "settled"
    paid = fala(night, "settle", "--received", "ana:Caio")
    assert paid["open_payments"] == [{"payer": "beto", "receiver": "caio", "centavos": 50}]
    assert fala(night, "settle", "--received", "ana:caio", code=1)["code"] == "no_payment"
    assert fala(night, "check")["facts"] > 20
    for form in ("csv", "html", "png"):
        made = fala(night, "export", "--format", form, "--out", str(tmp_path / f"n.{form}"))
        assert made["bytes"] == (tmp_path / f"n.{form}").stat().st_size > 100
    club = fala(night, "club")
    assert [p["owed_centavos"] for p in club["players"] if p["player"] == "beto"] == [-50]


def test_a_difference_by_vote(night: str) -> None:
    words = ["--final", "ana=89", "--final", "beto=99", "--final", "caio=102", "--book", "sumiu", "--share", "ana=10"]
    assert fala(night, "settle", *words, "--agreed", "1", code=1)["code"] == "needs_majority"
    settled = fala(night, "settle", *words, "--agreed", "1", "--agreed", "2")
    assert sum(settled["results_centavos"].values()) == 0
    assert fala(night, "status")["faults"] == [] and fala(night, "check")["ok"]


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_people_get_sentences(night: str, lang: str) -> None:
    for words in (["status"], ["count", "1", "90"], ["settle", "--dry-run", "--final", "ana=99"], ["club"], ["check"]):
        done = RUN.invoke(bank_app, [*words, "--db", night, "--lang", lang])
        assert done.exit_code in (0, 1) and done.output.strip() and "{" not in done.output, done.output
    done = RUN.invoke(bank_app, ["export", "--db", night, "--lang", lang])
    assert done.exit_code == 0 and done.output.startswith("kind,")


def test_a_rebuy_is_sold_and_written(where: str) -> None:
    t = table(2)
    with Store.open(where) as store:
        log = store.table("mesa")
        log.append([Draft(f.payload, f.source, f.hand) for f in t.facts[:3]], NOW)
    assert fala(where, "buy", "2", code=1)["code"] == "nobody_there"
    with Store.open(where) as store:
        store.table("mesa").append([Draft(f.payload, f.source) for f in t.facts[3:4]], NOW)
    sold = fala(where, "buy", "2", "2")
    assert (sold["player"], sold["chips"], sold["centavos"]) == ("beto", 200, 10000)
    with Store.open(where) as store:
        assert isinstance(list(store.table("mesa").read())[-1].payload, CacifeBought)


def test_what_cannot_be_answered_is_said(where: str, tmp_path: Path) -> None:
    assert fala(where, "status", code=2)["code"] == "no_table"
    with Store.open(where) as store:
        store.table("mesa")
    assert fala(where, "status", code=1)["code"] == "no_night"
    assert fala("mysql://x/y", "status", code=2)["code"] == "bad_url"
    (tmp_path / "x.db").write_bytes(b"no database at all, only words and words " * 40)
    assert fala(str(tmp_path / "x.db"), "check", code=2)["code"] == "not_a_database"
    assert fala(where, "settle", "--final", "ana", code=1)["code"] == "no_night"


def test_bad_words_on_the_command_line(night: str) -> None:
    assert fala(night, "settle", "--final", "ana", code=2)["code"] == "bad_pair"
    assert fala(night, "settle", "--final", "zeca=5", code=1)["code"] == "who"
    assert fala(night, "export", "--format", "pdf", code=2)["code"] == "bad_format"
    assert fala(night, "export", "--format", "png", code=2)["code"] == "needs_out"
    assert fala(night, "export", "--night", "4", "--out", "x.csv", code=1)["code"] == "no_night"


def test_the_book_is_shown_by_numbers_and_an_entry_is_put_right(night: str) -> None:
    book = fala(night, "correct")["book"]
    assert [(m["fact"], m["text"]) for m in book][:1] == [(3, "Ana comprou 1 cacife: 100 fichas, R$ 50,00")]
    counted = fala(night, "count", "1", "9")["fact"]
    done = fala(night, "correct", str(counted), "--number", "99")
    assert (done["state"], done["text"], done["now"]) == (
        "changed",
        "contagem de Ana: 9 fichas",
        "contagem de Ana: 99 fichas",
    )
    assert fala(night, "status")["mismatches"] == []
    assert fala(night, "correct", "3", "--void", code=1)["code"] == "correction_gone"  # she played a chip of it
    assert fala(night, "correct", "3", "--number", "2", code=1)["code"] == "correction_more"
    assert fala(night, "correct", "8", "--void", code=1)["code"] == "no_entry"
    assert fala(night, "correct", str(counted), code=2)["code"] == "one_way"
    assert fala(night, "correct", str(counted), "--money", "dez", code=2)["code"] == "no_amount"
    assert fala(night, "correct", str(counted), "--void")["state"] == "void"
    assert fala(night, "correct", str(counted), "--restore")["state"] == "stands"
    said = RUN.invoke(bank_app, ["correct", "--db", night, "--lang", "en"]).output
    assert f"{counted}  count of Ana: 9 chips" in said
    assert fala(night, "check")["facts"] > counted
