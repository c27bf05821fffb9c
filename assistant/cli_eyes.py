"""The commands that look after the camera: calibrate, watch, cameras, and their benches."""

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


def add_eyes(app: typer.Typer, bench: typer.Typer) -> None:
    """Put the commands on the program."""
    for command in (calibrate, watch, cameras):
        app.command(help=words(command.__name__))(command)
    bench.command("latency", help=words("bench_latency"))(bench_latency)
    bench.command("faults", help=words("bench_faults"))(bench_faults)
    bench.command("table", help=words("bench_table"))(bench_table)


def calibrate(
    camera: Annotated[str | None, typer.Option(help=words("play_camera"))] = None,
    seats: Annotated[int | None, typer.Option(min=2, max=10, help=words("play_seats"))] = None,
    table: Annotated[str, typer.Option(help=words("play_table"))] = "mesa",
    shape: Annotated[str | None, typer.Option(help=words("calibrate_shape"))] = None,
    size: Annotated[str | None, typer.Option(help=words("calibrate_size"))] = None,
    print_to: Annotated[Path | None, typer.Option("--print", help=words("calibrate_print"))] = None,
    headless: Annotated[bool, typer.Option("--headless", help=words("calibrate_headless"))] = False,
    port: Annotated[int, typer.Option(help=words("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=words("play_address"))] = None,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant import eye_cli

    lang = language(lang)
    if print_to is not None:
        raise typer.Exit(eye_cli.run_print(print_to, lang))
    lengths = eye_cli.parse_size(size, shape) if size is not None else None
    if (size is not None and lengths is None) or shape not in (None, "round", "rectangle"):
        typer.echo(say(lang, "calibrate.bad_size", size=size or shape), err=True)
        raise typer.Exit(2)
    raise typer.Exit(
        eye_cli.run_calibrate(
            eye_cli.EyeSettings(
                camera=camera,
                seats=seats,
                table=table,
                shape=shape,
                size=lengths,
                headless=headless,
                port=port,
                address=address,
                data=data,
                language=lang,
            )
        )
    )


def watch(
    camera: Annotated[str | None, typer.Option(help=words("play_camera"))] = None,
    layout: Annotated[Path | None, typer.Option(help=words("play_layout"))] = None,
    table: Annotated[str, typer.Option(help=words("play_table"))] = "mesa",
    text: Annotated[bool, typer.Option("--text", help=words("watch_text"))] = False,
    port: Annotated[int, typer.Option(help=words("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=words("play_address"))] = None,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant import eye_cli

    raise typer.Exit(
        eye_cli.run_watch(
            eye_cli.EyeSettings(
                camera=camera,
                table=table,
                layout=layout,
                headless=text,
                port=port,
                address=address,
                data=data,
                language=language(lang),
            )
        )
    )


def cameras(lang: Annotated[str, typer.Option(help=words("lang"))] = LANG) -> None:
    from assistant.eye_cli import run_cameras

    raise typer.Exit(run_cameras(language(lang)))


def bench_latency(
    seats: Annotated[int, typer.Option(min=2, max=6, help=words("play_seats"))] = 6,
    hands: Annotated[int, typer.Option(min=1, help=words("bench_hands"))] = 2,
    minutes: Annotated[float, typer.Option(min=0, help=words("bench_minutes"))] = 10.0,
    seed: Annotated[int, typer.Option(help=words("demo_seed"))] = 1,
) -> None:
    from assistant.bench.latency import run_bench_latency

    raise typer.Exit(run_bench_latency(seats=seats, hands=hands, minutes=minutes, seed=seed, lang=LANG))


def bench_faults(seed: Annotated[int, typer.Option(help=words("demo_seed"))] = 1) -> None:
    from assistant.bench.faults import run_bench_faults

    raise typer.Exit(run_bench_faults(seed=seed, lang=LANG))


def bench_table(
    seeds: Annotated[int, typer.Option(min=1, help=words("bench_seeds"))] = 20,
    first: Annotated[int, typer.Option(min=0, help=words("bench_first"))] = 0,
    trouble: Annotated[str, typer.Option(help=words("bench_trouble"))] = "all",
    only: Annotated[str | None, typer.Option(help=words("bench_only"))] = None,
    json: Annotated[Path | None, typer.Option(help=words("bench_json"))] = None,
) -> None:
    from assistant.bench.hands import run_bench_table

    raise typer.Exit(run_bench_table(seeds, first, trouble, json, only, lang=LANG))
