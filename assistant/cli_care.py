"""The commands that look after a table's computer: doctor, backup, restore."""

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
