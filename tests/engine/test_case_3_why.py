"""Case 3: whatever a hand asks of anybody, it says in one sentence why it is his turn, in both languages."""

from __future__ import annotations

import random

from random_hands import playable, random_start

from assistant.engine.drive import drive
from assistant.engine.hand_words import prompt, why

HANDS = 320


def test_every_question_of_every_game_says_why_it_is_asked() -> None:
    met: set[str] = set()
    for n in range(HANDS):
        start, deck = random_start(n * 7 % len(playable()))
        rng = random.Random(n)
        for _, state in drive(start, deck, rng.randrange):
            for choice in state.choices:
                met.add(choice.code)
                for lang in ("pt-BR", "en"):
                    said = why(choice, lang)
                    assert said and said.endswith(".") and "{" not in said, (choice.code, said)
                    assert prompt(choice, lang), choice.code
    assert len(met) >= 20, met
