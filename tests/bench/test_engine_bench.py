"""The bench of the engine runs, names every library and says whether the aims are met."""

from __future__ import annotations

from assistant.bench import engine
from assistant.bench.engine import random_hands, run_bench_engine
from assistant.bench.fold import measure_fold, played_hand


def test_the_bench_lists_us_and_the_others_on_the_same_hands() -> None:
    lines: list[str] = []
    assert run_bench_engine(hands=300, folds=2, lang="en", say=lines.append) in (0, 1)
    text = "\n".join(lines)
    for name in ("phevaluator", "treys", "pokerkit"):
        assert f"{name}, one call" in text
        assert f"{name} puts 300 hands in the same order" in text
    assert "batches, no_one_pair, deck from 7" in text
    assert "facts of 2 whole hands" in text
    assert lines[-2].startswith("Aims:")


def test_hands_played_by_chance_fold_to_their_end() -> None:
    facts, seconds = measure_fold(6)
    assert facts > 6 * 10 and seconds > 0
    assert played_hand("stick5", "7", 3) == played_hand("stick5", "7", 3)


def test_random_hands_hold_no_card_twice_and_only_the_deck() -> None:
    hands = random_hands(500, 7, "7")
    assert all(len(set(hand)) == 7 and min(hand) >= 20 for hand in hands.tolist())
    assert (random_hands(50) == random_hands(50)).all()
    assert engine.AIM_BATCH == 3_000_000
