"""The commands that teach the camera a table: its deck, its chips, and the deck's check before the night."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from assistant.phrases import language, say

LANG = language(next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))


def words(code: str) -> str:
    """The help of a command or an option, in the language of the terminal."""
    return say(LANG, f"teachcli.{code}")


def add_teaching(app: typer.Typer) -> None:
    """Put the commands on the program."""
    app.command("teach", help=words("teach"))(teach)
    app.command("teach-chips", help=words("teach_chips"))(teach_chips)
    app.command("deck-check", help=words("deck_check"))(deck_check)


def teach(
    photos: Annotated[list[Path], typer.Argument(help=words("teach_photos"))],
    table: Annotated[str, typer.Option(help=words("table"))] = "mesa",
    deck: Annotated[str, typer.Option(help=words("deck"))] = "2",
    order: Annotated[str | None, typer.Option(help=words("order"))] = None,
    name: Annotated[list[str] | None, typer.Option(help=words("name"))] = None,
    draw: Annotated[Path | None, typer.Option(help=words("draw"))] = None,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.teach_cli import run_teach

    raise typer.Exit(
        run_teach(
            photos, table=table, data=data, deck=deck, order=order, named=name or (), draw=draw, lang=language(lang)
        )
    )


def teach_chips(
    photo: Annotated[Path, typer.Argument(help=words("chips_photo"))],
    table: Annotated[str, typer.Option(help=words("table"))] = "mesa",
    values: Annotated[str | None, typer.Option(help=words("values"))] = None,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.teach_cli import run_teach_chips

    raise typer.Exit(run_teach_chips(photo, table=table, data=data, values=values, lang=language(lang)))


def deck_check(
    photos: Annotated[list[Path], typer.Argument(help=words("check_photos"))],
    table: Annotated[str | None, typer.Option(help=words("table"))] = None,
    deck: Annotated[str, typer.Option(help=words("deck"))] = "2",
    again: Annotated[bool, typer.Option("--again", help=words("again"))] = False,
    json: Annotated[bool, typer.Option("--json", help=words("json"))] = False,
    data: Annotated[Path | None, typer.Option(help=words("data"))] = None,
    lang: Annotated[str, typer.Option(help=words("lang"))] = LANG,
) -> None:
    from assistant.teach_cli import run_deck_check

    raise typer.Exit(
        run_deck_check(photos, table=table, data=data, deck=deck, again=again, as_json=json, lang=language(lang))
    )
