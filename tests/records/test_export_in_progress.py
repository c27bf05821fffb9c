"""A hand that is still played is not exported: its secret answers and closed cards are nobody's yet."""

from __future__ import annotations

from night_facts import night_of

from assistant.export_cli import without_hand_in_progress
from assistant.facts import HandStarted
from assistant.records.hands import hands_of


def test_a_hand_in_progress_stays_out_of_every_export() -> None:
    facts = night_of(200, 5)
    begun = [i for i, f in enumerate(facts) if isinstance(f.payload, HandStarted)]
    cut = facts[: begun[-1] + 2]  # the last hand has only just begun
    kept, going = without_hand_in_progress(list(cut))
    assert going == hands_of(cut)[-1].number
    assert kept == facts[: begun[-1]]


def test_a_night_whose_hands_are_over_is_exported_whole() -> None:
    facts = night_of(200, 5)
    last = max(i for i, f in enumerate(facts) if isinstance(f.payload, HandStarted))
    whole = list(facts[:last])
    assert without_hand_in_progress(whole) == (whole, None)
