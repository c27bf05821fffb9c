"""The commands that look after a table's computer: doctor, backup, restore, and the dealer machine on the bench."""

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


def add_care(app: typer.Typer) -> None:
    """Put the commands on the program."""
    for command in (doctor, backup, restore):
        app.command(help=words(command.__name__))(command)
    bench = typer.Typer(help=words("machine"), no_args_is_help=True)
    app.add_typer(bench, name="machine")
    bench.command("settings", help=words("machine_settings"))(machine_settings)
    bench.command("set", help=words("machine_set"))(machine_set)
    bench.command("throw", help=words("machine_throw"))(machine_throw)
    bench.command("switches", help=words("machine_switches"))(machine_switches)


def doctor(
    camera: Annotated[str | None, typer.Option(help=words("doctor_camera"))] = None,
    dealer: Annotated[str, typer.Option(help=words("doctor_dealer"))] = "auto",
    table: Annotated[str, typer.Option(help=words("play_table"))] = "mesa",
    port: Annotated[int, typer.Option(help=words("play_port"))] = 8770,
    address: Annotated[str | None, typer.Option(help=words("play_address"))] = None,
    json: Annotated[bool, typer.Option("--json", help=words("doctor_json"))] = False,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.doctor.run import DoctorSettings, run_doctor

    settings = DoctorSettings(camera, dealer, table, port, address, data, json, language(lang))
    raise typer.Exit(run_doctor(settings))


def backup(
    file: Annotated[Path, typer.Argument(help=words("backup_file"))],
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.backup import run_backup

    raise typer.Exit(run_backup(file, data=data, lang=language(lang)))


def restore(
    file: Annotated[Path, typer.Argument(help=words("restore_file"))],
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.backup import run_restore

    raise typer.Exit(run_restore(file, data=data, lang=language(lang)))


Port = Annotated[str, typer.Option("--dealer", help=words("machine_dealer"))]


def machine_settings(dealer: Port = "auto") -> None:
    from assistant.machine_cli import run_settings

    raise typer.Exit(run_settings(dealer, LANG))


def machine_set(name: str, value: int, dealer: Port = "auto") -> None:
    from assistant.machine_cli import run_set

    raise typer.Exit(run_set(dealer, name, value, LANG))


def machine_throw(place: str, dealer: Port = "auto") -> None:
    from assistant.machine_cli import run_throw

    raise typer.Exit(run_throw(dealer, place, LANG))


def machine_switches(
    dealer: Port = "auto",
    seconds: Annotated[float, typer.Option(min=0.1, help=words("machine_seconds"))] = 60.0,
) -> None:
    from assistant.machine_cli import run_switches

    raise typer.Exit(run_switches(dealer, seconds, LANG))
