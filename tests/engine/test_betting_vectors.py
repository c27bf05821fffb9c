"""The rule book's vectors of betting, escuro, opener, draw, events and clock; what they do not know is a failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.vectors import handler_for

FOLDER = Path(__file__).parent.parent / "vectors"
FILES = ("betting", "escuro", "opener", "draw", "events", "clock")
VECTORS = [(f, v) for f in FILES for v in json.loads((FOLDER / f"{f}.json").read_text(encoding="utf-8"))["vectors"]]


@pytest.mark.parametrize(("file", "vector"), VECTORS, ids=[v["id"] for _, v in VECTORS])
def test_vector(file: str, vector: dict[str, Any]) -> None:
    assert handler_for(file)(vector) == []


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("betting", {"config": {"structure": "free", "ante": 1}}),
        ("betting", {"actions": [["A", "blefo"]]}),
        ("escuro", {"options": {"escuro_deep": 3}}),
        ("escuro", {"kind": "clarear"}),
        ("opener", {"options": {"opener_celing": "none"}}),
        ("draw", {"options": {"draw_maximum": 3}}),
        ("draw", {"game": "fechadinho"}),
        ("events", {"kind": "rodeio"}),
        ("events", {"options": {"obrigation": "off"}}),
        ("clock", {"options": {"klock": "on"}}),
    ],
)
def test_what_a_room_does_not_know_is_a_failure(file: str, change: dict[str, Any]) -> None:
    first = next(v for f, v in VECTORS if f == file)
    assert handler_for(file)({**first, **change})


@pytest.mark.parametrize("file", FILES)
def test_a_wrong_expectation_is_found(file: str) -> None:
    first = next(v for f, v in VECTORS if f == file)
    expect = {key: ["wrong"] if not isinstance(v, dict) else {"wrong": 1} for key, v in first["expect"].items()}
    assert handler_for(file)({**first, "expect": expect})
