"""Figures in words: numbers as a language writes them, aims met or missed by how much, what has slid."""

from __future__ import annotations

from datetime import datetime

from assistant.bench.suite.history import Slide
from assistant.bench.suite.records import Figure
from assistant.phrases import say

COMMA = str.maketrans(",.", ".,")


def number(value: float, lang: str) -> str:
    """A number with as many digits as mean something."""
    size = abs(value)
    digits = 0 if size >= 100 or value == int(value) else 1 if size >= 10 else 2
    text = f"{value:,.{digits}f}"
    return text if lang == "en" else text.translate(COMMA)


def amount(value: float | None, unit: str, lang: str) -> str:
    """A value with its unit; a dash where nothing could be measured."""
    if value is None:
        return "—"
    return say(lang, f"bench_all.unit.{unit}", n=number(value, lang))


def label(figure: Figure, lang: str) -> str:
    """What was measured."""
    params = dict(figure.params)
    if "fault" in params:
        params["fault"] = say(lang, f"bench_eye.fault_{params['fault']}")
    return say(lang, f"bench_all.fig.{figure.name}", **params)


def aim_text(figure: Figure, lang: str) -> str:
    """The aim, and whether it is met, or by how much it is missed."""
    if figure.aim is None:
        return say(lang, "bench_all.no_aim")
    aim = amount(figure.aim, figure.unit, lang)
    if figure.aim == 0 and not figure.more:
        aim = say(lang, "bench_all.aim_none")
    else:
        aim = say(lang, "bench_all.aim_least" if figure.more else "bench_all.aim_most", aim=aim)
    if figure.value is None:
        return say(lang, "bench_all.unmeasured", aim=aim)
    by = amount(abs(figure.value - figure.aim), figure.unit, lang)
    percent = number(100 * abs(figure.value - figure.aim) / figure.aim, lang) if figure.aim else ""
    if figure.met:
        if not figure.aim or figure.value == figure.aim:
            return say(lang, "bench_all.met", aim=aim)
        return say(lang, "bench_all.met_by", aim=aim, by=by, percent=percent)
    if not figure.aim:
        return say(lang, "bench_all.missed", aim=aim, by=by)
    return say(lang, "bench_all.missed_by", aim=aim, by=by, percent=percent)


def slide_text(slide: Slide, lang: str) -> str:
    """One plain sentence about a figure that got worse."""
    f = slide.figure
    words = {
        "bench": say(lang, f"bench_all.name.{slide.bench}"),
        "what": label(f, lang),
        "before": amount(slide.before, f.unit, lang),
        "now": amount(f.value, f.unit, lang),
    }
    before = say(lang, "bench_all.last_run" if slide.runs == 1 else "bench_all.last_runs", n=slide.runs)
    if slide.percent is None:
        return say(lang, "bench_all.slid", when=before, **words)
    percent = number(slide.percent, lang)
    return say(lang, "bench_all.slid_less" if f.more else "bench_all.slid_more", when=before, percent=percent, **words)


def day(at: str, lang: str) -> str:
    """An instant as people write it, UTC."""
    when = datetime.fromisoformat(at)
    return when.strftime("%Y-%m-%d %H:%M UTC" if lang == "en" else "%d/%m/%Y %H:%M UTC")


def span(seconds: float, lang: str) -> str:
    """A length of time: seconds, minutes, hours."""
    whole = max(1, round(seconds))
    if whole < 60:
        return say(lang, "bench_all.seconds", n=whole)
    if whole < 3600:
        return say(lang, "bench_all.minutes", m=whole // 60, s=f"{whole % 60:02}")
    return say(lang, "bench_all.hours", h=whole // 3600, m=f"{whole % 3600 // 60:02}")
