"""Whole hands of the rule book's vectors, played fact by fact."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.vector_rooms.hands import hands

FILE = Path(__file__).parent.parent / "vectors" / "hands.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_whole_hand(vector: dict[str, Any]) -> None:
    assert hands(vector) == []


def test_a_wrong_expectation_is_a_failure_not_a_skip() -> None:
    vector = json.loads(json.dumps(VECTORS[0]))
    vector["expect"]["stacks"]["A"] += 1
    vector["steps"][1]["expect"]["pot"] = 21
    assert len(hands(vector)) == 2
    assert "nobody knows how to" in hands({**VECTORS[0], "steps": [{"do": "dance"}]})[0]
    assert "no game called" in hands({**VECTORS[0], "game": "bridge"})[0]
    wrong = json.loads(json.dumps(VECTORS[0]))
    wrong["steps"][1]["actions"][0] = ["B", "mesa"]
    assert "not_your_turn" in hands(wrong)[0]


def test_V_20_V_49_other_games_play_from_vectors_too() -> None:
    treze = {
        "game": "treze",
        "mode": "treze",
        "deck_low": "2",
        "options": {},
        "seats": ["A", "B"],
        "dealer": "B",
        "stacks": {"A": 20, "B": 20},
        "steps": [
            {"do": "ante", "amount": 2},
            {"do": "ready", "seats": ["A", "B"]},
            {"do": "bet", "config": {"structure": "free", "min": 1, "mesa": False, "passo": "check"}, "first": "A",
             "actions": [["A", "passo"], ["B", "passo"]]},
            {"do": "show", "hands": {
                "A": ["2c", "2d", "3h", "4c", "4d", "5c", "6h", "7h", "Ac", "Ad", "Kh", "Qc", "Jc"],
                "B": ["3c", "3d", "4h", "5d", "5h", "6c", "8h", "9h", "Kc", "Kd", "Qh", "Js", "Tc"]}},
        ],
        "expect": {"end": "showdown", "stacks": {"A": 19, "B": 21}, "next_dealer": "A"},
    }  # fmt: skip
    assert hands(treze) == []
