"""The page of a run, one file that needs no other: figures beside their aims, the machine, what was measured before."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from assistant.bench.suite import plots, words
from assistant.bench.suite.computer import BUSY
from assistant.bench.suite.history import History, slides
from assistant.bench.suite.records import FAILED, MET, MISSED, PLAIN, Figure, Result, Run
from assistant.phrases import catalogue, say

UNIT = re.compile(r"(\d) (%|ms\b|s\b|µs\b|MiB\b|px\b)")  # a number and its unit stay on one line
SIGNS = {FAILED: "✘", MISSED: "▲", MET: "✔", PLAIN: "·"}


@dataclass(frozen=True)
class Row:
    """One figure as the page shows it."""

    label: str
    value: str
    aim: str
    met: bool | None
    bars: Markup | None
    beside: tuple[tuple[str, str], ...]
    line: Markup | None
    since: str


@dataclass(frozen=True)
class Section:
    """One bench as the page shows it."""

    name: str
    title: str
    about: str
    status: str
    sign: str
    verdict: str
    took: str
    rows: tuple[Row, ...]


def page(run: Run, before: History, lang: str) -> str:
    """The whole page as HTML."""
    environment = Environment(
        loader=PackageLoader("assistant.bench.suite", "."), autoescape=True, undefined=StrictUndefined
    )
    left = run.planned[len(run.results) :]
    html = environment.get_template("page.html").render(
        lang=lang,
        say=lambda code, **params: say(lang, f"bench_all.{code}", **params),
        run=run,
        day=words.day(run.at, lang),
        verdict=verdict(run, lang),
        slid=[words.slide_text(s, lang) for s in slides(run, before)],
        before=before,
        left=[say(lang, f"bench_all.name.{name}") for name in left],
        busy=float(run.machine.get("busy", "0").split()[0]) > 100 * BUSY,
        machine=[(say(lang, f"bench_all.machine.{k}"), v) for k, v in run.machine.items()],
        sections=[_section(r, run, before, lang) for r in run.results],
    )
    return UNIT.sub("\\1\u00a0\\2", html)


def verdict(run: Run, lang: str) -> str:
    """All of it in one sentence."""
    counts = {s: sum(r.status == s for r in run.results) for s in SIGNS}
    aims = [f.met for r in run.results for f in r.figures if f.met is not None]
    figures = {"met": sum(aims), "aims": len(aims), "benches": len(run.results), "failed": counts[FAILED]}
    if counts[FAILED]:
        return say(lang, "bench_all.verdict_failed", **figures)
    return say(lang, "bench_all.verdict", **figures)


def status_text(result: Result, lang: str) -> str:
    """How one bench went, in a few words."""
    if result.status == FAILED:
        return say(lang, "bench_all.failed", reason=result.reason)
    if result.status == PLAIN:
        return say(lang, "bench_all.plain")
    aims = [f.met for f in result.figures if f.met is not None]
    return say(lang, f"bench_all.aims_{result.status}", met=sum(aims), missed=len(aims) - sum(aims), aims=len(aims))


def _section(result: Result, run: Run, before: History, lang: str) -> Section:
    return Section(
        result.name,
        say(lang, f"bench_all.name.{result.name}"),
        say(lang, f"bench_all.about.{result.name}"),
        result.status,
        SIGNS[result.status],
        status_text(result, lang),
        words.span(result.seconds, lang),
        tuple(_row(result.name, f, run, before, lang) for f in result.figures),
    )


def _row(bench: str, f: Figure, run: Run, before: History, lang: str) -> Row:
    label, value = words.label(f, lang), words.amount(f.value, f.unit, lang)
    kind = {True: "good", False: "bad", None: "neutral"}[f.met]
    shown = [] if f.value is None else [(kind, f.value)]
    shown += [("theirs", v) for v in f.beside.values()]
    earlier = before.points(bench, f.key)
    line, since = None, ""
    if earlier and f.value is not None:
        values = [v for _, v in earlier] + [f.value]
        first = words.amount(earlier[0][1], f.unit, lang)
        day = words.day(earlier[0][0], lang).partition(" ")[0]
        since = say(lang, "bench_all.since", n=len(earlier), day=day, first=first)
        if any(values):  # a line of nothing but zeros says no more than the sentence
            line = plots.line(values, f.aim, kind, f"{label}: {since}; {value}")
    aim = words.aim_text(f, lang)
    known = catalogue(lang)
    beside = tuple(
        (known.get(f"bench_all.beside.{name}", name), words.amount(v, f.unit, lang)) for name, v in f.beside.items()
    )
    alone = not f.aim and not f.beside  # a single bar to its own scale would show nothing
    bars = None if alone or not shown else plots.bars(shown, f.aim, f"{label}: {value}. {aim}")
    return Row(label, value, aim, f.met, bars, beside, line, since)
