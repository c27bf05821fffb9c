"""The pages of the games say what the engine plays now, hold every game once, and lead nowhere that is not there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from assistant.games_cli import list_games

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("game_pages", ROOT / "tools" / "game_pages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look for their own names
    spec.loader.exec_module(module)
    return module


def headings(text: str) -> list[str]:
    return re.findall(r"(?m)^#{1,6} (.+)$", text)


def test_the_committed_pages_are_what_the_engine_says_now(tool: ModuleType) -> None:
    assert tool.stale() == [], "run tools/game_pages.py: the games changed after their pages were written"


def test_a_page_changed_by_hand_or_left_over_is_noticed(tool: ModuleType, tmp_path: Path) -> None:
    for name, text in tool.pages().items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    assert tool.stale(tmp_path) == []
    (tmp_path / "jogos" / "stick.md").write_text("# Stick\n", "utf-8")
    (tmp_path / "games" / "old.md").write_text("# Old\n", "utf-8")
    (tmp_path / "games" / "draw.md").unlink()
    assert tool.stale(tmp_path) == ["games/draw.md", "games/old.md", "jogos/stick.md"]


@pytest.mark.parametrize(("lang", "folder"), [("pt-BR", "jogos"), ("en", "games")])
def test_every_game_stands_on_the_pages_exactly_once(lang: str, folder: str) -> None:
    found = [
        title
        for page in (DOCS / folder).glob("*.md")
        for title in re.findall(r"(?m)^## (.+)$", page.read_text("utf-8"))
    ]
    assert sorted(found) == sorted(g.name(lang) for g in list_games())


def test_links_between_the_documents_lead_to_pages_and_headings_that_are_there(tool: ModuleType) -> None:
    pages = [ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("jogos/*.md"), *DOCS.glob("games/*.md")]
    wrong = []
    for page in pages:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
            if "://" in target:
                continue
            path, _, name = target.partition("#")
            to = (page.parent / path).resolve() if path else page
            if not to.exists() or (name and name not in {tool.anchor(h) for h in headings(to.read_text("utf-8"))}):
                wrong.append(f"{page.name}: {target}")
    assert wrong == []
