"""`fala bench all`: the benches one after another, the time left shown, JSON and page written after each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from assistant.bench.suite.benches import Bench, BenchError, Size, chosen
from assistant.bench.suite.computer import BUSY, busy, describe
from assistant.bench.suite.history import History, history, slides
from assistant.bench.suite.page import SIGNS, page, status_text, verdict
from assistant.bench.suite.records import FAILED, MISSED, Result, Run
from assistant.bench.suite.words import aim_text, amount, label, slide_text, span
from assistant.phrases import DEFAULT, say

PAGE = "index.html"


@dataclass(frozen=True)
class AllSettings:
    """What `fala bench all` was asked."""

    out: Path = Path("bench")
    only: tuple[str, ...] = ()
    quick: bool = False
    photos: Path | None = None
    as_json: bool = False
    language: str = DEFAULT


class _Left(ProgressColumn):
    """Time left of all benches, by the clock: what the others will need, and what this one still should."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang, self.after, self.guess, self.began = lang, 0.0, 0.0, time.monotonic()

    def render(self, task: Task) -> Text:
        here = max(0.0, self.guess - (time.monotonic() - self.began))
        return Text(say(self.lang, "bench_all.time_left", time=span(here + self.after, self.lang)))


def new_name(folder: Path, at: datetime) -> str:
    """A file name of the day that no file has yet: DATE.json, then DATE-2.json and on."""
    stem, number = at.strftime("%Y-%m-%d"), 1
    while (folder / (name := f"{stem}.json" if number == 1 else f"{stem}-{number}.json")).exists():
        number += 1
    return name


def run_one(bench: Bench, size: Size, lang: str) -> Result:
    """One bench; whatever goes wrong in it is its reason, and the others go on."""
    began = time.monotonic()
    try:
        figures, reason = tuple(bench.run(size)), ""
        if not figures:
            reason = say(lang, "bench_all.nothing")
    except BenchError as e:
        figures, reason = (), say(lang, e.code, **e.params)
    except Exception as e:
        figures, reason = (), f"{type(e).__name__}: {e}".strip().rstrip(":")
    return Result(bench.name, round(time.monotonic() - began, 1), figures, reason)


def keep(run: Run, name: str, settings: AllSettings) -> History:
    """Write JSON and page; raises OSError. Returns the runs before this one."""
    settings.out.mkdir(parents=True, exist_ok=True)
    before = history(settings.out, run, name)
    written = {name: json.dumps(run.to_json(), ensure_ascii=False, indent=1) + "\n"}
    written[PAGE] = page(run, before, settings.language)
    for target, text in written.items():
        part = settings.out / f"{target}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(settings.out / target)
    return before


def guesses(benches: Sequence[Bench], size: Size, before: History) -> dict[str, float]:
    """Seconds each bench will take: as the last time on this machine, else as on two ordinary cores."""
    out = {b.name: b.seconds[size.quick] for b in benches}
    for run in before.runs:
        out |= {r.name: r.seconds for r in run.results if r.name in out and r.status != FAILED}
    return out


def run_all(settings: AllSettings, benches: Sequence[Bench] | None = None) -> int:
    """Measure, write, tell; 0 when all aims hold, 1 when one is missed or a bench failed, 2 for a bad request."""
    lang = settings.language
    console = Console(stderr=True, highlight=False, markup=False)
    try:
        benches = chosen(settings.only, settings.photos) if benches is None else benches
        at = datetime.now(UTC).replace(microsecond=0)
        name = new_name(settings.out, at)
        run = Run(at.isoformat(), settings.quick, describe(), tuple(b.name for b in benches))
        before = keep(run, name, settings)
    except BenchError as e:
        console.print(say(lang, e.code, **e.params))
        return 2
    except OSError as e:
        console.print(say(lang, "bench_all.not_written", path=settings.out, reason=e.strerror or e))
        return 2
    if busy() > BUSY:
        console.print(say(lang, "bench_all.busy", load=run.machine["busy"]), style="yellow")
    run = _measured(run, name, benches, before, settings, console)
    before = keep(run, name, settings)
    console.print(verdict(run, lang), style="bold")
    for slide in slides(run, before):
        console.print(slide_text(slide, lang), style="red")
    console.print(say(lang, "bench_all.written", json=settings.out / name, page=settings.out / PAGE))
    if settings.as_json:
        print(json.dumps(run.to_json(), ensure_ascii=False, indent=1), file=sys.stdout)
    return 0 if run.good else 1


def _measured(
    run: Run, name: str, benches: Sequence[Bench], before: History, settings: AllSettings, console: Console
) -> Run:
    lang, size = settings.language, Size(settings.quick, settings.photos)
    seconds, left = guesses(benches, size, before), _Left(lang)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), left)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(benches))
        for k, bench in enumerate(benches):
            left.guess, left.began = seconds[bench.name], time.monotonic()
            left.after = sum(seconds[b.name] for b in benches[k + 1 :])
            title = say(lang, f"bench_all.name.{bench.name}")
            progress.update(task, description=title)
            here, all_left = span(left.guess, lang), span(left.guess + left.after, lang)
            words = {"n": k + 1, "of": len(benches), "what": title, "time": here, "left": all_left}
            console.print(say(lang, "bench_all.begins", **words))
            try:
                result = run_one(bench, size, lang)
            except KeyboardInterrupt:
                console.print(say(lang, "bench_all.stopped"), style="yellow")
                break
            run = replace(run, results=(*run.results, result))
            keep(run, name, settings)
            progress.update(task, completed=k + 1)
            _tell(result, lang, console)
    return run


def _tell(result: Result, lang: str, console: Console) -> None:
    style = "red" if result.status in (FAILED, MISSED) else "green"
    console.print(f"  {SIGNS[result.status]} {status_text(result, lang)} ({span(result.seconds, lang)})", style=style)
    for f in result.figures:
        if f.met is False:
            console.print(f"    {label(f, lang)}: {amount(f.value, f.unit, lang)} – {aim_text(f, lang)}")
