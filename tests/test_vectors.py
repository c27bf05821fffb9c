"""The rule vectors, and a runner that never skips: whatever it does not know is a failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assistant.vector_rooms.words import fold, same_tiers, same_words, spoken_differences
from assistant.vectors import ROOMS, check_file, check_vectors, handler_for

VECTORS = Path(__file__).parent / "vectors"
FILES = sorted(VECTORS.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_vector_of_the_rule_book_passes(path: Path) -> None:
    outcomes = check_file(path)
    assert outcomes
    assert {o.id: o.wrong for o in outcomes if o.wrong} == {}


def test_every_file_of_the_format_has_a_room_and_every_room_a_file() -> None:
    assert {path.stem for path in FILES} == set(ROOMS)
    assert all(callable(handler_for(name)) for name in ROOMS)


def one(name: str, vector: dict[str, Any] | None, tmp_path: Path, **more: Any) -> tuple[int, list[str]]:
    data = {"format": 1, "file": name, "vectors": [] if vector is None else [vector], **more}
    (tmp_path / "some.json").write_text(json.dumps(data), encoding="utf-8")
    lines: list[str] = []
    return check_vectors(tmp_path, lines.append), lines


GOOD: dict[str, Any] = {
    "id": "RK-1",
    "deck_low": "2",
    "hands": {"A": ["As", "Ad", "Kh", "Qs", "Jc"], "B": ["2c", "2d", "3h", "4s", "5c"]},
    "expect": {"winners": ["A"], "order": [["A"], ["B"]], "hands": {"A": {"category": "pair"}}},
}


def test_a_file_never_seen_is_answered(tmp_path: Path) -> None:
    assert one("ranking", GOOD, tmp_path) == (0, ["1 passed, 0 failed"])
    assert one("ranking.json", GOOD, tmp_path)[0] == 0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"expect": {"winners": ["B"]}}, "winners: expected ['B'], got ['A']"),
        ({"expect": {"order": [["B"], ["A"]]}}, "order: expected"),
        ({"expect": {"hands": {"A": {"category": "trips"}}}}, "A.category: expected 'trips', got 'pair'"),
        ({"expect": {"hands": {"A": {"name_pt": "par de asas"}}}}, "A.name_pt"),
        ({"expect": {"hands": {"A": {"colour": "red"}}}}, "A.colour: expected 'red', got None"),
        ({"expect": {"hands": {"C": {"category": "pair"}}}}, "C: expected a hand"),
        ({"expect": {"losers": ["B"]}}, "losers: expected ['B'], got nothing"),
        ({"expect": {}}, "says something"),
        ({"options": {"no_such_option": 1}}, "no_such_option"),
        ({"options": {"full_vs_flush": "sometimes"}}, "full_vs_flush cannot be 'sometimes'"),
        ({"kind": "never heard of"}, "unknown kind"),
        ({"want": "middle"}, "unknown want"),
        ({"hands": {"A": ["As", "As", "Kh", "Qs", "Jc"]}}, "raised CardError"),
        ({"deck_low": "7"}, "raised CardError"),
    ],
)
def test_what_is_wrong_or_unknown_fails_with_expected_and_got(
    change: dict[str, Any], told: str, tmp_path: Path
) -> None:
    code, lines = one("ranking", {**GOOD, **change}, tmp_path)
    assert code == 1
    assert any(told in line and "RK-1" in line for line in lines[:-1]), lines
    assert lines[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize("name", ["wild", "low", "bank", "events"])
def test_an_unknown_kind_is_a_failure_in_every_room_with_kinds(name: str, tmp_path: Path) -> None:
    code, lines = one(name, {"id": "X-1", "kind": "never heard of", "expect": {"a": 1}}, tmp_path)
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")


def test_an_unknown_file_is_a_failure_not_a_skip(tmp_path: Path) -> None:
    code, lines = one("horoscope", GOOD, tmp_path)
    assert (code, lines[-1]) == (1, "0 passed, 1 failed")
    assert "no room answers 'horoscope'" in lines[0]


def test_empty_and_broken_files_are_failures(tmp_path: Path) -> None:
    assert one("ranking", None, tmp_path)[0] == 1
    assert one("ranking", GOOD, tmp_path, format=2)[0] == 1
    (tmp_path / "some.json").write_text("{", encoding="utf-8")
    assert check_vectors(tmp_path, lambda _: None) == 1
    assert check_vectors(tmp_path / "nowhere", lambda _: None) == 1
    empty = tmp_path / "empty"
    empty.mkdir()
    assert check_vectors(empty, lambda _: None) == 1


def test_names_compare_without_case_accents_or_trema() -> None:
    assert fold("Fala a SEQÜÊNCIA  possível") == fold("fala a sequência possível") == "fala a sequencia possivel"
    assert same_words("Três", "tres") and not same_words("Três", "Seis")
    assert same_words(None, None) and not same_words(None, "x")
    assert same_tiers([["A", "B"], ["C"]], [["B", "A"], ["C"]])
    assert not same_tiers([["A"], ["B"]], [["B"], ["A"]])
    assert spoken_differences({"a": "Ás", "note": "x"}, {"a": "as"}) == []
    assert spoken_differences({"a": "Ás"}, {}) == ["a: expected 'Ás', got None"]
