"""`fala bench engine`: ranking single hands and batches, side by side with well-known libraries, on the same hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from assistant.bench.fold import AIM_FACTS, measure_fold
from assistant.engine.batch import Cards, ranker
from assistant.engine.cards import FULL_DECK, RANK_OF
from assistant.engine.ladder import Ladder, ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import lowest_hand, rank_hand
from assistant.phrases import say as phrase

HAND_SETS = ("standard", "pairs_only", "no_one_pair")
AIM_BATCH = 3_000_000  # hands a second
AIM_SINGLE = 20.0  # µs
SINGLE_HANDS = {"fala": 20_000, "phevaluator": 20_000, "treys": 5_000, "pokerkit": 400}


@dataclass(frozen=True)
class Measured:
    """One line of the table: best of a few runs."""

    label: str
    seconds: float
    hands: int

    @property
    def each(self) -> float:
        """Microseconds a hand."""
        return self.seconds / self.hands * 1e6

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def random_hands(count: int, size: int = 7, deck_low: str = "2", seed: int = 11) -> Cards:
    """Random hands of distinct cards of a stripped deck, shape (count, size), the same for the same seed."""
    rng = np.random.default_rng(seed)
    low = 4 * RANK_OF[deck_low]
    keys = rng.random((count, len(FULL_DECK) - low), dtype=np.float32)
    places = np.argpartition(keys, size, axis=1)[:, :size] + low
    return np.ascontiguousarray(places.astype(np.uint8))


def best_time(run: Callable[[], object], times: int = 3) -> float:
    """Processor seconds of the fastest of a few runs: what else the machine does meanwhile does not count."""
    took = []
    for _ in range(times):
        start = time.process_time()
        run()
        took.append(time.process_time() - start)
    return max(min(took), 1e-9)


def evaluators() -> dict[str, Callable[[Sequence[str]], Callable[[], int]] | None]:
    """For each library a function from a hand to a ready call, greater result is better; None if not installed."""
    out: dict[str, Callable[[Sequence[str]], Callable[[], int]] | None] = {}
    try:
        from phevaluator import evaluate_cards

        def ph(hand: Sequence[str]) -> Callable[[], int]:
            cards = [FULL_DECK.index(card) for card in hand]  # its own numbering, no parsing in the measured call
            return lambda: -int(evaluate_cards(*cards))

        out["phevaluator"] = ph
    except ImportError:
        out["phevaluator"] = None
    try:
        from treys import Card, Evaluator

        evaluator = Evaluator()

        def tr(hand: Sequence[str]) -> Callable[[], int]:
            cards = [Card.new(card) for card in hand]
            return lambda: -int(evaluator.evaluate(cards[:5], cards[5:]))

        out["treys"] = tr
    except ImportError:
        out["treys"] = None
    try:
        from pokerkit import StandardHighHand

        def pk(hand: Sequence[str]) -> Callable[[], int]:
            cards = "".join(hand)
            return lambda: int(StandardHighHand.from_game(cards).entry.index)

        out["pokerkit"] = pk
    except ImportError:
        out["pokerkit"] = None
    return out


def measure_singles(hands: Sequence[Sequence[str]], lang: str) -> list[Measured]:
    """Our one-hand calls, best and lowest, under every hand set."""
    out = []
    for hand_set in HAND_SETS:
        ladder = ladder_for("2", Options(), hand_set)
        for code, find in (("single", rank_hand), ("single_low", lowest_hand)):
            find(hands[0], ladder)

            def run(find: Callable[..., object] = find, ladder: Ladder = ladder) -> None:
                for hand in hands:
                    find(hand, ladder)

            label = phrase(lang, f"bench.engine.{code}", ladder=hand_set)
            out.append(Measured(label, best_time(run), len(hands)))
    return out


def measure_batches(hands: Cards, lang: str) -> list[Measured]:
    """Our batches, best and lowest, under every hand set, and the stripped deck of four players."""
    out = []
    for deck in ("2", "7"):
        dealt = hands if deck == "2" else random_hands(len(hands), deck_low=deck)
        for hand_set in HAND_SETS:
            for code, low in (("batch", False), ("batch_low", True)):
                tables = ranker(ladder_for(deck, Options(), hand_set), low)
                tables.rank(dealt[:8])
                seconds = best_time(lambda t=tables, d=dealt: t.rank(d))  # type: ignore[misc]
                label = phrase(lang, f"bench.engine.{code}", ladder=hand_set, deck=deck)
                out.append(Measured(label, seconds, len(dealt)))
    return out


def measure_other(
    name: str, make: Callable[[Sequence[str]], Callable[[], int]], coded: Sequence[Sequence[str]], lang: str
) -> tuple[Measured, list[Callable[[], int]]]:
    """Another library on as many of the hands as it can do in good time; the calls too, one a hand."""
    calls = [make(hand) for hand in coded[: SINGLE_HANDS[name]]]
    seconds = best_time(lambda: [call() for call in calls], 2)
    return Measured(phrase(lang, "bench.engine.other", name=name), seconds, len(calls)), calls


def measure_others(coded: Sequence[Sequence[str]], lang: str) -> dict[str, Measured]:
    """Every library that is installed."""
    made = {name: make for name, make in evaluators().items() if make is not None}
    return {name: measure_other(name, make, coded, lang)[0] for name, make in made.items()}


def run_bench_engine(
    *, hands: int = 1_000_000, folds: int = 200, lang: str = "pt-BR", say: Callable[[str], None] = print
) -> int:
    """Print the table and whether the aims are met: 0 if they are, otherwise 1; ``folds`` hands are folded."""
    dealt = random_hands(hands)
    coded = [[FULL_DECK[card] for card in row] for row in dealt[: max(SINGLE_HANDS.values())].tolist()]
    say(phrase(lang, "bench.engine.title", hands=f"{hands:,}"))
    columns = [phrase(lang, f"bench.engine.{c}") for c in ("head", "each", "rate")]
    say(f"{columns[0]:64} {columns[1]:>12} {columns[2]:>18}")

    def line(m: Measured) -> None:
        say(f"{m.label:64} {m.each:12.3f} {m.rate:18,.0f}")

    singles = measure_singles(coded[: SINGLE_HANDS["fala"]], lang)
    batches = measure_batches(dealt, lang)
    for m in (*singles, *batches):
        line(m)
    others: dict[str, Measured] = {}
    for name, make in evaluators().items():
        if make is None:
            say(phrase(lang, "bench.engine.missing", name=name))
            continue
        others[name], calls = measure_other(name, make, coded, lang)
        line(others[name])
        same = same_order(dealt[: len(calls)], [call() for call in calls])
        say(phrase(lang, f"bench.engine.{'agrees' if same else 'differs'}", name=name, hands=len(calls)))
    missed = [m.label for m in batches if m.rate < max(AIM_BATCH, _rate(others, "phevaluator"))]
    missed += [m.label for m in singles[::2] if m.each > AIM_SINGLE]
    facts, seconds = measure_fold(folds)
    say(phrase(lang, "bench.engine.fold", facts=f"{facts:,}", hands=folds, rate=f"{facts / seconds:,.0f}"))
    if facts / seconds < AIM_FACTS:
        missed.append(phrase(lang, "bench.engine.fold_short"))
    aims = {"batch": f"{AIM_BATCH:,}", "single": f"{AIM_SINGLE:g}", "facts": f"{AIM_FACTS:,}"}
    say(phrase(lang, "bench.engine.aim", **aims))
    say(phrase(lang, "bench.engine.missed", what="; ".join(missed)) if missed else phrase(lang, "bench.engine.met"))
    return 1 if missed else 0


def _rate(others: dict[str, Measured], name: str) -> float:
    return others[name].rate if name in others else 0.0


def same_order(hands: Cards, theirs: Sequence[int]) -> bool:
    """Whether another library's numbers, greater is better, put these standard hands in our order, ties included."""
    ours = ranker(ladder_for("2", Options(), "standard")).rank(hands).tiers()
    return bool((ours == np.unique(np.asarray(theirs), return_inverse=True)[1]).all())
