"""The guide for adding a game is true: its worked example is read from the page and played."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from assistant.engine import variants
from assistant.engine.cards import deck_cards
from assistant.engine.drive import drive
from assistant.engine.game import Variant
from assistant.facts import HandStarted

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


def test_the_worked_example_of_the_guide_plays_alone_and_with_a_variation(monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"```python\n(# assistant/engine/variants/.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found.group(1), names)
    game = names["GAMES"][0]
    assert isinstance(game, Variant)
    monkeypatch.setitem(variants.GAMES, game.id, game)
    for seed in range(20):
        rng = random.Random(seed)
        deck = list(deck_cards("7"))
        rng.shuffle(deck)
        on_top = ("chicago",) if seed % 2 else ()
        start = HandStarted(seed, game.id, ("1", "2", "3"), "3", dict.fromkeys("123", 50), 1, "7", on_top)
        *_, (_, last) = drive(start, deck, rng.randrange)
        assert last.over and sum(last.stacks.values()) + last.carry_out == 150
