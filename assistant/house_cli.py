"""`fala house`: house rules in a TOML file a table saves under a name: started, checked, printed as a page to sign."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.config import data_folder
from assistant.engine.house import HouseError, HouseRules
from assistant.engine.house_page import house_page
from assistant.engine.option_words import SECTIONS, option_sentence, option_title
from assistant.engine.options import REGISTER
from assistant.phrases import DEFAULT, language, say

ENDING = ".toml"
FOLDER = "regras"

BAD, ABSENT = 1, 2  # exit codes: a document with faults; no document to read, or one already there


class HouseFileError(Exception):
    """A file that cannot be read or written, in the user's words."""


def house_file(name: str, data: Path | None = None) -> Path:
    """Where rules lie: a path as given, or a bare name's file in the tables' own folder."""
    given = Path(name)
    if given.suffix == ENDING or len(given.parts) != 1 or given.exists():
        return given
    return data_folder(data) / FOLDER / f"{name}{ENDING}"


def load_house(path: Path, lang: str = DEFAULT) -> HouseRules:
    """The rules a file holds; raises HouseFileError where it is no TOML file, HouseError where the rules are faulty."""
    try:
        return HouseRules.from_document(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as e:
        raise HouseFileError(say(lang, "house.no_file", file=path)) from e
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise HouseFileError(say(lang, "house.unreadable", file=path, why=e)) from e


def new_house(path: Path, rules: HouseRules, lang: str = DEFAULT) -> None:
    """Write the rules with every option explained beside them; raises HouseFileError if the file is there already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(document_text(rules, lang))
    except FileExistsError as e:
        raise HouseFileError(say(lang, "house.there_already", file=path)) from e
    except OSError as e:
        raise HouseFileError(say(lang, "house.unwritable", file=path, why=e)) from e


# --- the document as text ----------------------------------------------------------------------------------------


def document_text(rules: HouseRules, lang: str) -> str:
    """The whole document as TOML: what is set, and every other option as a comment with what each value means."""
    document = rules.document()
    out = [f"# {say(lang, 'house.file_intro')}", ""]
    out += [f"{key} = {toml_value(document[key])}" for key in ("name", "pingo")]
    out += _set_or_not("until", document, '"02:00"', say(lang, "house.file_until"))
    out += _set_or_not("games", document, '["stick5", "fechado", "stick5+stickao"]', say(lang, "house.file_games"))
    out += ["", "[cacife]", *(f"{k} = {toml_value(v)}" for k, v in document["cacife"].items())]
    out += ["", f"# {say(lang, 'house.file_prizes')}", "[prizes]"]
    out += [f"{k} = {toml_value(v)}" for k, v in document.get("prizes", {}).items()] or ["# quads = 10"]
    out += ["", f"# {say(lang, 'house.file_options')}", "[options]"]
    out += _options(document.get("options", {}), lang)
    return "\n".join(out) + "\n"


def _set_or_not(key: str, document: Mapping[str, Any], example: str, why: str) -> list[str]:
    line = f"{key} = {toml_value(document[key])}" if key in document else f"# {key} = {example}"
    return [f"# {why}", line]


def _options(given: Mapping[str, Any], lang: str) -> Iterator[str]:
    for pt, en, table in SECTIONS:
        yield ""
        yield f"# --- {en if language(lang) == 'en' else pt} ---"
        for name in table:
            if name == "pingo":
                continue
            spec = REGISTER[name]
            yield ""
            yield f"# {option_title(name, lang)}"
            for value in spec.values:
                yield f"#   {toml_value(value)}: {option_sentence(name, value, lang)}"
            if spec.minimum is not None:
                yield f"#   {say(lang, 'house.file_number', minimum=spec.minimum)}"
            set_here = name in given
            yield f"{'' if set_here else '# '}{name} = {toml_value(given[name] if set_here else spec.default)}"


def toml_value(value: object) -> str:
    """One value as TOML; "none" where there is no value, as TOML has no word for it."""
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(v) for v in value)}]"
    return '"' + "".join(_escaped(ch) for ch in str(value)) + '"'


def _escaped(ch: str) -> str:
    if ch in '"\\':
        return "\\" + ch
    return ch if ch.isprintable() else f"\\U{ord(ch):08X}"


# --- the commands ------------------------------------------------------------------------------------------------

house_app = typer.Typer(no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="FILE")]
Data = Annotated[Path | None, typer.Option(help=say(DEFAULT, "cli.data"))]
Lang = Annotated[str, typer.Option(help=say(DEFAULT, "cli.lang"))]


def _read(file: str, data: Path | None, lang: str) -> HouseRules:
    path = house_file(file, data)
    try:
        return load_house(path, lang)
    except HouseFileError as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(ABSENT) from e
    except HouseError as e:
        for sentence in e.sentences(lang):
            typer.echo(f"{path.name}: {sentence}", err=True)
        raise typer.Exit(BAD) from e


@house_app.command(help=say(DEFAULT, "house.show"))
def show(
    file: Which,
    player: Annotated[list[str] | None, typer.Option(help=say(DEFAULT, "house.player"))] = None,
    data: Data = None,
    lang: Lang = DEFAULT,
) -> None:
    lang = language(lang)
    typer.echo(house_page(_read(file, data, lang), lang, player or ()), nl=False)


@house_app.command(help=say(DEFAULT, "house.check"))
def check(file: Which, data: Data = None, lang: Lang = DEFAULT) -> None:
    lang = language(lang)
    rules = _read(file, data, lang)
    typer.echo(say(lang, "house.sound", name=rules.name, changed=len(rules.options.changed())))


@house_app.command(help=say(DEFAULT, "house.new"))
def new(
    file: Which,
    name: Annotated[str | None, typer.Option(help=say(DEFAULT, "house.name"))] = None,
    data: Data = None,
    lang: Lang = DEFAULT,
) -> None:
    lang = language(lang)
    path = house_file(file, data)
    try:
        new_house(path, HouseRules(name or path.stem), lang)
    except HouseFileError as e:
        typer.echo(str(e), err=True)
        raise typer.Exit(ABSENT) from e
    except HouseError as e:
        typer.echo("\n".join(e.sentences(lang)), err=True)
        raise typer.Exit(BAD) from e
    typer.echo(say(lang, "house.written", file=path))
