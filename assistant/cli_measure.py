"""The commands that measure: `fala eval` on labelled photographs, `fala bench eye`, `fala bench all`, `fala soak`."""

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
    app.command("soak", help=words("soak"))(soak)
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


def soak(
    hours: Annotated[float, typer.Option(min=0.05, help=words("soak_hours"))] = 6.0,
    seed: Annotated[int, typer.Option(help=words("soak_seed"))] = 1,
    speed: Annotated[str, typer.Option(help=words("soak_speed"))] = "max",
    share: Annotated[float, typer.Option(min=0.0, max=1.0, help=words("soak_share"))] = 0.1,
    hands: Annotated[int, typer.Option(min=0, help=words("soak_hands"))] = 0,
    keep: Annotated[Path | None, typer.Option(help=words("soak_keep"))] = None,
    json: Annotated[Path | None, typer.Option("--json", help=words("soak_json"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.soak.night import SoakSettings
    from assistant.soak.report import run_soak

    said = language(lang)
    if speed != "max":
        typer.echo(say(said, "soak.bad_speed"), err=True)
        raise typer.Exit(2)
    if keep is not None and keep.exists() and any(keep.iterdir()):
        typer.echo(say(said, "soak.not_empty", folder=keep), err=True)
        raise typer.Exit(2)
    raise typer.Exit(run_soak(SoakSettings(hours, seed, share, hands, keep), json_to=json, lang=said))
