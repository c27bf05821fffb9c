"""The commands that measure: `fala eval` on labelled photographs, `fala bench eye` by the clock, `fala bench all`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from assistant.phrases import language, say

LANG = language(next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))


def words(code: str) -> str:
    """The help of a command or an option, in the language of the terminal."""
    return say(LANG, f"cli.{code}")


def add_measures(app: typer.Typer, bench: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("eval", help=words("eval"))(evaluate)
    bench.command("eye", help=words("bench_eye"))(bench_eye)
    bench.command("all", help=words("bench_all"))(bench_all)


def evaluate(
    photos: Annotated[Path, typer.Argument(help=words("eval_photos"))],
    only: Annotated[str | None, typer.Option(help=words("eval_only"))] = None,
    detector: Annotated[str, typer.Option(help=words("read_detector"))] = "yolo",
    spoiled: Annotated[str | None, typer.Option(help=words("eval_spoiled"))] = None,
    plot: Annotated[Path | None, typer.Option(help=words("eval_plot"))] = None,
    empty: Annotated[int, typer.Option(min=0, help=words("eval_empty"))] = 0,
    json: Annotated[bool, typer.Option("--json", help=words("json"))] = False,
) -> None:
    from assistant.vision.measuring import run_eval

    code = run_eval(
        photos, only=only, detector=detector, spoiled=spoiled, plot_to=plot, empty=empty, json_out=json, lang=LANG
    )
    raise typer.Exit(code)


def bench_eye(
    rounds: Annotated[int, typer.Option(min=3, help=words("bench_eye_rounds"))] = 30,
    threads: Annotated[int, typer.Option(min=1, help=words("bench_eye_threads"))] = 2,
    json: Annotated[bool, typer.Option("--json", help=words("json"))] = False,
) -> None:
    from assistant.bench.eye import run_bench_eye

    raise typer.Exit(run_bench_eye(rounds=rounds, threads=threads, json_out=json, lang=LANG))


def bench_all(
    out: Annotated[Path, typer.Option(help=words("bench_all_out"))] = Path("bench"),
    only: Annotated[list[str] | None, typer.Option(help=words("bench_all_only"))] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help=words("bench_all_more"))] = None,
    quick: Annotated[bool, typer.Option("--quick", help=words("bench_all_quick"))] = False,
    photos: Annotated[Path | None, typer.Option(help=words("bench_all_photos"))] = None,
    json: Annotated[bool, typer.Option("--json", help=words("bench_all_json"))] = False,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.bench.suite.run import AllSettings, run_all

    names = (*(only or ()), *(more or ()))
    raise typer.Exit(run_all(AllSettings(out, names, quick, photos, json, language(lang))))
