"""A tenth of the bar of deck_faults.py: single faults in rendered decks are found or asked about."""

from __future__ import annotations

import pytest

from assistant.vision.deck.check import DeckCheck
from assistant.vision.deck.lesson import deck_names
from assistant.vision.records import Sighting

from .bars import bar

SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.mark.slow
def test_twenty_faults_in_rendered_decks_are_found_or_asked() -> None:
    result = bar("deck_faults").run(20, 3)
    print(result.text())
    assert not result.passed, result.passed
    assert result.found.total() >= 12


def test_a_deck_whose_backs_are_not_all_seen_is_not_called_right() -> None:
    names = deck_names("7")
    check = DeckCheck(names)
    check.add([Sighting(n, SQUARE, 0.99, True) for n in names])
    assert check.complete
    check.backs = len(names) - 2
    assert not check.complete and check.hidden_backs == 2
    check.backs = 1  # one card that lay face down is no check of the backs
    assert check.complete
