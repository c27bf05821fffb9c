"""Rendered tables through the real recogniser: nothing is ever wrong, and nearly everything is read."""

from __future__ import annotations

from assistant.bench.tables import score_tables


def test_whole_stick_tables_are_read_street_by_street_without_a_wrong_card() -> None:
    score = score_tables(2, first=0, trouble="arms", seats=4)
    assert score.wrong == 0, score.failures
    assert score.faces == 32 and score.right >= 30, score.failures
    assert score.right + score.asked + score.missed == score.faces
