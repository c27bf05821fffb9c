"""The guide for adding a language is true: its snippet finds what a new catalogue lacks."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assistant import phrases

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "add-a-language.md"


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A catalogue begun as the guide says: the English one copied."""
    for lang in (*phrases.LANGUAGES, "es"):
        source = ROOT / "assistant" / "phrases" / ("en" if lang == "es" else lang)
        shutil.copytree(source, tmp_path / lang, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(phrases, "files", lambda package: tmp_path)
    phrases.catalogue.cache_clear()
    yield tmp_path / "es"
    phrases.catalogue.cache_clear()


def test_the_snippet_of_the_guide_names_every_sentence_that_is_missing_or_wrong(spanish: Path) -> None:
    found = re.search(r"```python\n(# what a new catalogue lacks.*?)```", GUIDE.read_text("utf-8"), re.S)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    lacking = names["lacking"]
    assert lacking("es") == [] and lacking("en") == []
    storage = spanish / "storage.toml"
    text = storage.read_text("utf-8")
    first = re.search(r"^(\w+) = ", text, re.M)
    assert first is not None
    storage.write_text(text.replace(f"{first[1]} = ", f"{first[1]}x = ", 1), "utf-8")
    phrases.catalogue.cache_clear()
    assert [line.split(": ")[1] for line in lacking("es")] == ["missing", "nobody uses it"]


def test_the_files_that_the_guide_names_are_there() -> None:
    for name in re.findall(r"`(\w+\.py)`", GUIDE.read_text("utf-8")):
        assert list((ROOT / "assistant").rglob(name)), name
