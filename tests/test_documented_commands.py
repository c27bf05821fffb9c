"""Every command of the documents exists, with the options it is given there, and every game that it names."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import typer

from assistant.bank_fix_cli import bank_app
from assistant.cli import app
from assistant.engine.refusal import Refusal
from assistant.engine.variants import build
from assistant.house_cli import house_app

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "hardware.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs").glob("jogos/*.md")),
    *sorted((ROOT / "docs").glob("games/*.md")),
]
ROOMS = {"": app, "bank": bank_app, "house": house_app}
CODE = re.compile(r"`(?:[\w./-]*/)?fala ([^`\n]+)`|^(?:sudo -u fala )?(?:[\w./-]*/)?fala ([^`\n]+)$", re.MULTILINE)


def commands(page: Path) -> list[list[str]]:
    """The words after ``fala`` of every command on a page, without its comment."""
    found = (m[1] or m[2] for m in CODE.finditer(page.read_text("utf-8")))
    return [re.split(r"\s+#", text, maxsplit=1)[0].split() for text in found]


@cache
def room(name: str) -> Any:
    """The commands under ``fala`` or ``fala NAME``, as what reads a command line."""
    return typer.main.get_command(ROOMS[name])


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that some words call, and the words left for it; raises KeyError where there is none."""
    found, left = (room(words[0]), words[1:]) if words[0] in ROOMS else (room(""), words)
    while hasattr(found, "commands") and left and re.fullmatch(r"[a-z][a-z-]*", left[0]):
        found, left = found.commands[left[0]], left[1:]
    return found, left


def faults(words: list[str]) -> list[str]:
    """What is wrong with a command: no such command, option or game."""
    try:
        command, left = command_of(words)
    except KeyError as e:
        return [f"no command {e}"]
    known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
    out = [f"no option {w}" for w in left if w.startswith("--") and w.split("=")[0] not in known]
    game = left[left.index("--game") + 1] if "--game" in left[:-1] else ""
    if game.islower() and isinstance(build(game), Refusal):
        out.append(f"no game {game}")
    return out


def test_what_the_documents_tell_people_to_type_is_there() -> None:
    told = {(page.name, " ".join(words)): words for page in PAGES for words in commands(page)}
    assert len(told) > 150
    wrong = {where: why for where, words in told.items() if (why := faults(words))}
    assert wrong == {}


def test_a_command_that_is_not_there_is_noticed() -> None:
    assert faults(["play", "--camera", "0", "--game", "stick5"]) == []
    assert faults(["bank", "settle", "--dry-run"]) == []
    assert faults(["deal-cards", "now"]) and faults(["bank", "rob"])
    assert faults(["play", "--cheat"]) and faults(["play", "--game", "truco"])
