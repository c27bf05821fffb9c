"""`fala bench all`: figures of the real records, the page people read, what has slid, and a bench that fails."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from markupsafe import escape

from assistant.bench.engine import Measured
from assistant.bench.faults import FaultResult
from assistant.bench.hands import HandScore
from assistant.bench.kills import KillResult
from assistant.bench.latency import LatencyResult
from assistant.bench.phones import Round
from assistant.bench.suite import figures
from assistant.bench.suite.benches import BENCHES, Bench, BenchError, Size, chosen
from assistant.bench.suite.board import BoardResult, LineResult
from assistant.bench.suite.books import BooksResult, measure, night
from assistant.bench.suite.history import History, history, slides
from assistant.bench.suite.page import page
from assistant.bench.suite.records import Figure, NotARun, Result, Run
from assistant.bench.suite.run import AllSettings, new_name, run_all
from assistant.bench.suite.words import aim_text, label, number, slide_text
from assistant.bench.tables import TableScore
from assistant.dealer.proving.deals import Tally as Deals
from assistant.phrases import LANGUAGES
from assistant.vision.evaluate import Tally

MACHINE = {"cpu": "Two <cores> & more", "cores": "2", "memory": "4.0 GiB", "python": "3.11.2", "commit": "abc+"}


def all_figures() -> dict[str, list[Figure]]:
    """Every bench's figures, from the records that the benches themselves fill."""
    looks = {"yolo": {"1280": [60.0], "1920": [90.0]}, "contours": {"1280": [20.0], "1920": [45.0]}}
    whole = {"nothing": [4.0], "one": [81.5], "thirteen": [180.0]}
    singles = [Measured("one", 0.01, 1000), Measured("lowest", 0.02, 1000)]
    tables = TableScore(tables=2, whole=1, faces=40, right=38, asked=2, backs=10, backs_right=10, ms=[30.0, 40.0])
    latency = LatencyResult([150.0, 180.0, 420.0], ["Ah at 3"], 0.11, [(0.0, 400.0), (1.0, 401.0)])
    hands = [HandScore(1, "stick5", 4, "small", over=True), HandScore(2, "fechado", 5, "round", over=True, typed=1)]
    kills = KillResult(3, [], [1.1, 0.9], [2.0, 1.8])
    return {
        "fold": figures.fold_figures(60_000, 1.5),
        "engine": figures.engine_figures(singles, [Measured("batch", 0.25, 1_000_000)], {"phevaluator": singles[0]}),
        "bank": figures.bank_figures(BooksResult(5000, 0.8, 500, 2.5, 0, 0)),
        "dealer": figures.dealer_figures(
            BoardResult(LineResult(400, 0.5, 2.0), Deals(4, 3, Counter(), 50, seconds=60.0, slowest=0.4))
        ),
        "eye": figures.eye_figures({"detector onnxruntime": [40.0], "reader onnxruntime": [3.0]}, whole, looks),
        "photos": figures.photos_figures(Tally(10, 50, card=48, right=47), Tally(10, 50, card=30, right=25), 2.0, 1.0),
        "tables": figures.tables_figures(tables),
        "hands": figures.hands_figures(hands),
        "phones": figures.phones_figures([Round(n, 11, 10, 20.0, 90.0, 99.0, 0) for n in ("few", "dead", "many")]),
        "latency": figures.latency_figures(latency),
        "faults": figures.faults_figures(
            [FaultResult("knock", 0.4, 2.0, True, True), FaultResult("dead", None, 3.0, True, True)]
        ),
        "kills": figures.kills_figures(kills),
    }


def run_of(results: dict[str, list[Figure]], at: str = "2026-03-02T20:00:00+00:00", quick: bool = False) -> Run:
    made = tuple(Result(name, 12.0, tuple(found)) for name, found in results.items())
    return Run(at, quick, MACHINE, tuple(results), made)


def kept(folder: Path, run: Run, name: str) -> None:
    (folder / name).write_text(json.dumps(run.to_json()), encoding="utf-8")


def test_the_json_gives_every_figure_back_with_its_aim_and_whether_it_holds() -> None:
    run = run_of(all_figures())
    assert set(run.planned) == {b.name for b in BENCHES}
    data = json.loads(json.dumps(run.to_json()))
    assert Run.from_json(data) == run
    eye = next(r for r in data["results"] if r["name"] == "eye")
    one = next(f for f in eye["figures"] if f["name"] == "eye_one")
    assert (one["value"], one["aim"], one["met"], eye["status"]) == (81.5, 70.0, False, "missed")
    assert data["good"] is False
    dead = next(f for f in run.figures().values() if f.key == "faults_named fault=dead")
    assert dead.value is None and dead.met is False, "a fault that was never named misses its aim"
    with pytest.raises(NotARun):
        Run.from_json({"format": 1, "results": 3})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_shows_every_figure_beside_its_aim_and_needs_no_other_file(lang: str) -> None:
    run = run_of(all_figures())
    run = Run(run.at, run.quick, run.machine, (*run.planned, "fold"), run.results)
    html = page(run, History(), lang).replace("\u00a0", " ")
    for result in run.results:
        assert f'id="{result.name}"' in html
        for f in result.figures:
            assert escape(label(f, lang)) in html and escape(aim_text(f, lang)) in html
    assert "Two &lt;cores&gt; &amp; more" in html and "abc+" in html
    assert not re.search(r'(src|href)="(?!#)|url\(|@import|<script', html), "one file, nothing fetched"
    compared = [f for f in run.figures().values() if f.value is not None and (f.aim or f.beside)]
    assert html.count('<svg class="bars"') == len(compared) > 20


def test_figures_are_said_as_each_language_writes_them() -> None:
    slow, fast = Figure("eye_one", 81.5, "ms", 70.0), Figure("fold_facts", 40_000.0, "rate", 20_000.0, more=True)
    assert aim_text(slow, "en") == "aim: at most 70 ms; missed by 11.5 ms (16.4 %)"
    assert aim_text(slow, "pt-BR") == "meta: no máximo 70 ms; não alcançada, por 11,5 ms (16,4 %)"
    assert aim_text(fast, "en") == "aim: at least 20,000 a second; met with 20,000 a second to spare (100 %)"
    assert aim_text(Figure("kills_lost", 2.0, "count", 0.0), "en") == "aim: none; missed by 2"
    assert aim_text(Figure("latency_p50", None, "ms", 200.0), "en").endswith("it could not be measured")
    found = Figure("photos_right", 40.0, "percent", 0.0, more=True)
    assert aim_text(found, "en") == "aim: at least 0 %; met", "where the classical way reads nothing"
    assert number(1234567.0, "pt-BR") == "1.234.567" and number(0.456, "en") == "0.46"


def test_earlier_runs_of_this_machine_are_a_line_and_a_slide_is_said_in_a_sentence(tmp_path: Path) -> None:
    def small(ms: float, rate: float, right: float, at: str, quick: bool = False) -> Run:
        found = {
            "eye": [Figure("eye_one", ms, "ms", 70.0)],
            "fold": [Figure("fold_facts", rate, "rate", 20_000.0, more=True)],
            "tables": [Figure("tables_right", right, "percent", more=True), Figure("tables_wrong", 0.0, "count", 0.0)],
        }
        return run_of(found, at, quick)

    for k, ms in enumerate((50.0, 50.0, 52.0)):
        kept(tmp_path, small(ms, 50_000.0, 98.0, f"2026-01-0{k + 1}T20:00:00+00:00"), f"2026-01-0{k + 1}.json")
    kept(tmp_path, small(10.0, 1.0, 1.0, "2026-01-04T20:00:00+00:00", quick=True), "2026-01-04.json")
    (tmp_path / "2026-01-05.json").write_text("{}", encoding="utf-8")
    now = small(65.0, 45_000.0, 96.0, "2026-02-01T20:00:00+00:00")
    before = history(tmp_path, now, "2026-02-01.json")
    assert [r.at[:10] for r in before.runs] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    assert before.others == 1 and before.unreadable == ("2026-01-05.json",)
    found = slides(now, before)
    assert [(s.bench, s.before) for s in found] == [("eye", 50.0), ("tables", 98.0)], "10 % less is no slide"
    assert slide_text(found[0], "en") == (
        "Eye – A frame in which one card came: 65 ms, 30 % more than in the median of the 3 runs before (50 ms)."
    )
    assert "98 %" in slide_text(found[1], "pt-BR") and "96 %" in slide_text(found[1], "pt-BR")
    html = page(now, before, "en").replace("\u00a0", " ")
    assert escape(slide_text(found[0], "en")) in html and html.count('<svg class="line"') == 3, (
        "a line of zeros is not drawn"
    )
    assert "2026-01-05.json" in html
    assert slides(small(50.0, 50_000.0, 98.0, "2026-02-02T20:00:00+00:00"), before) == []


def test_a_bench_that_fails_is_told_with_its_reason_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(size: Size) -> list[Figure]:
        raise OSError("no such camera")

    def fine(size: Size) -> list[Figure]:
        return figures.fold_figures(60_000, 1.5)

    benches = (Bench("faults", broken, (1, 1)), Bench("fold", fine, (1, 1)))
    assert run_all(AllSettings(tmp_path / "b", quick=True, language="en", as_json=True), benches) == 1
    said = capsys.readouterr()
    data = json.loads(said.out)
    assert [r["status"] for r in data["results"]] == ["failed", "met"]
    assert data["results"][0]["reason"] == "OSError: no such camera" and data["quick"] is True
    assert "(2/2) Hands as facts" in said.err and "no such camera" in said.err
    assert "OSError: no such camera" in (tmp_path / "b" / "index.html").read_text(encoding="utf-8")
    files = sorted(p.name for p in (tmp_path / "b").iterdir())
    assert len(files) == 2 and files[-1] == "index.html"
    assert run_all(AllSettings(tmp_path / "b", quick=True, language="en"), benches[1:]) == 0
    assert len(list((tmp_path / "b").glob("*.json"))) == 2, "a second run of a day keeps the first"


def test_stopped_in_the_middle_what_was_measured_is_kept_and_the_page_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(size: Size) -> list[Figure]:
        raise KeyboardInterrupt

    benches = (Bench("fold", lambda _: figures.fold_figures(60_000, 1.5), (1, 1)), Bench("kills", stopped, (1, 1)))
    assert run_all(AllSettings(tmp_path, language="en"), benches) == 1
    (path,) = tmp_path.glob("*.json")
    run = Run.from_json(json.loads(path.read_text(encoding="utf-8")))
    assert [r.name for r in run.results] == ["fold"] and not run.good
    assert "Still to do: Sudden deaths" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Stopped by you" in capsys.readouterr().err


def test_the_cheapest_benches_really_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Size, "of", lambda self, full, least=1: max(least, full // 100))
    run_all(AllSettings(tmp_path, only=("fold", "bank"), quick=True, language="pt-BR"))
    (path,) = tmp_path.glob("*.json")
    run = Run.from_json(json.loads(path.read_text(encoding="utf-8")))
    assert [r.name for r in run.results] == ["fold", "bank"] and all(not r.reason for r in run.results)
    values = {f.name: f.value for r in run.results for f in r.figures}
    assert values["bank_faults"] == values["bank_chips"] == 0
    assert values["fold_facts"] and values["bank_fold"] and values["bank_written"]
    assert {"cpu", "cores", "python", "opencv", "onnxruntime"} <= run.machine.keys()


def test_the_night_of_the_books_is_a_real_one() -> None:
    facts, books = night(12, seed=3)
    assert books.faults == () and len(facts) > 12 * 10
    assert [f.seq for f in facts] == list(range(1, len(facts) + 1))
    assert measure(2, 10).written == 10


def test_what_cannot_be_asked_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all(AllSettings(tmp_path, only=("eyes",), language="en")) == 2
    assert "There is no bench eyes. There are: fold," in capsys.readouterr().err.replace("\n", " ")
    assert run_all(AllSettings(tmp_path, only=("photos",), language="en")) == 2
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    assert run_all(AllSettings(tmp_path / "file" / "x", language="en"), ()) == 2
    assert [b.name for b in chosen((), None)] == [b.name for b in BENCHES if b.name != "photos"]
    with pytest.raises(BenchError):
        chosen((), tmp_path / "nowhere")


def test_a_day_has_as_many_files_as_runs(tmp_path: Path) -> None:
    at = datetime(2026, 5, 1, 20, tzinfo=UTC)
    names = []
    for _ in range(3):
        names.append(new_name(tmp_path, at))
        (tmp_path / names[-1]).write_text("{}")
    assert names == ["2026-05-01.json", "2026-05-01-2.json", "2026-05-01-3.json"]
