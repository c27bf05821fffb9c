"""Scripted players choose only what their phone offers, and the same from the same seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from assistant.virtual.players import Personality, decide, strength


def option(value: str, **more: Any) -> dict[str, Any]:
    return {"value": value, "label": value, "amount": None, "min": None, "max": None, "step": 1, "presets": [], **more}


def view(options: list[dict[str, Any]], kind: str = "act", **choice: Any) -> dict[str, Any]:
    seats = [
        {"seat": "1", "dealt_in": True, "folded": False, "cards": [{"code": None, "up": False}, {"code": "As"}]},
        {"seat": "2", "dealt_in": True, "folded": False, "cards": [{"code": None, "up": False}, {"code": "9d"}]},
        {"seat": "3", "dealt_in": True, "folded": True, "cards": [{"code": "Kd"}, {"code": "Kh"}]},
    ]
    asked = {"decision": "d", "seat": "1", "kind": kind, "options": options, "to_call": 0, "pick": None, "cards": []}
    return {"you": "1", "pot": 12, "seats": seats, "choice": {**asked, **choice}}


OPENING = [option("mesa"), option("aposto", min=2, max=60, step=2, presets=[2, 4, 12, 60])]
FACING = [option("cubro", amount=7), option("repico", min=5, max=40), option("saio", danger=True)]


def test_only_what_is_offered_is_tapped_and_amounts_are_allowed() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        temper = Personality.from_rng(rng)
        tap = decide(view(OPENING), temper, rng)
        assert tap["value"] in ("mesa", "aposto")
        if tap["value"] == "aposto":
            assert 2 <= tap["amount"] <= 60 and tap["amount"] % 2 == 0
        tap = decide(view(FACING, to_call=7), temper, rng)
        assert tap["value"] in ("cubro", "repico", "saio")
        assert tap["amount"] == 7 or tap["value"] != "cubro"
        assert tap["value"] != "repico" or 5 <= tap["amount"] <= 40


def test_the_same_seed_taps_the_same() -> None:
    def taps(seed: int) -> list[dict[str, Any]]:
        rng = random.Random(seed)
        temper = Personality.from_rng(rng)
        return [decide(view(FACING, to_call=7), temper, rng) for _ in range(20)]

    assert taps(5) == taps(5) and taps(5) != taps(6)


def test_tempers_differ() -> None:
    def share(temper: Personality, word: str) -> float:
        rng = random.Random(1)
        return sum(decide(view(FACING, to_call=7), temper, rng)["value"] == word for _ in range(300)) / 300

    assert share(Personality(loose=1.0, bold=0.0), "saio") < share(Personality(loose=0.0, bold=0.0), "saio")
    assert share(Personality(bold=0.9), "repico") > share(Personality(bold=0.05), "repico") + 0.2


def test_a_better_hand_feels_better_and_a_closed_card_of_another_tells_nothing() -> None:
    strong, weak = view(OPENING), view(OPENING)
    weak["seats"][0]["cards"][1]["code"] = "7c"
    assert strength(strong) > strength(weak)
    secret = view(OPENING)
    secret["seats"][1]["cards"][0] = {"up": False}
    assert strength(secret) == strength(strong)


def test_other_kinds_of_questions_are_answered_within_their_bounds() -> None:
    rng = random.Random(2)
    cards = [{"code": None, "up": False}] * 5
    for _ in range(100):
        tap = decide(view([option("pick")], kind="pick_cards", pick=[0, 5], cards=cards), Personality(), rng)
        assert len(set(tap["places"])) == len(tap["places"]) <= 3 and set(tap["places"]) <= set(range(5))
        tap = decide(view([option("n", min=1, max=4)], kind="number"), Personality(), rng)
        assert 1 <= tap["amount"] <= 4
        tap = decide(view([option("yes"), option("no")], kind="yes_no"), Personality(), rng)
        assert tap["value"] in ("yes", "no")
    with pytest.raises(ValueError, match="asked nothing"):
        decide({"you": "1", "choice": None}, Personality(), rng)
