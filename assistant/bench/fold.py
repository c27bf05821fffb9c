"""Whole hands played by chance, and how many of their facts a second the engine folds: part of `fala bench engine`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from assistant.engine.cards import deck_cards
from assistant.engine.hand import HandState, fold, start_hand
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, HandStarted, Payload, PotAwarded

AIM_FACTS = 20_000  # a second
SEATS = ("1", "2", "3", "4")
GAMES = (("stick5", "7"), ("stickao", "7"))


def played_hand(game: str, deck_low: str, seed: int) -> list[Payload]:
    """The facts of one open hand, shuffled and bet by chance from ``seed``, from the pingo to the award.

    Raises RuntimeError if the engine refuses what it offered itself.
    """
    stacks = dict.fromkeys(SEATS, 200)
    return played_from(HandStarted(seed + 1, game, SEATS, SEATS[seed % len(SEATS)], stacks, 1, deck_low), seed)


def played_from(start: HandStarted, seed: int) -> list[Payload]:
    """The facts of the hand that so begins, ``start`` the first of them.

    Raises RuntimeError if the engine refuses the start, or what it offered itself.
    """
    chance = random.Random(seed)
    cards = list(deck_cards(start.deck_low))
    chance.shuffle(cards)
    state = _checked(start_hand(start))
    facts: list[Payload] = [start]
    while not state.over:
        fact = _next(state, cards, chance)
        state = _checked(state.apply(fact))
        facts.append(fact)
    return facts


def _checked(after: HandState | Refusal) -> HandState:
    if isinstance(after, Refusal):
        raise RuntimeError(refusal_sentence(after, "en"))
    return after


def _next(state: HandState, cards: list[str], chance: random.Random) -> Payload:
    if state.expected_cards:
        wanted = state.expected_cards[0]
        if wanted.turn_place is not None:
            return CardTurned(wanted.seat, wanted.turn_place, cards.pop())
        return CardDealt(wanted.seat, wanted.up, cards.pop() if wanted.up else None)
    if state.verdict is not None:
        return PotAwarded(dict(state.payout))
    choice = next(c for c in state.choices if c.kind == "act")
    option = chance.choice([o for o in choice.options if o.value != "saio" or chance.random() < 0.2] or choice.options)
    amount = option.sizes[0] if option.sizes else option.min
    return Acted(choice.seat, option.value, amount if option.value in ("aposto", "repico") else None)


def measure_fold(hands: int, clock: Callable[[], float] = time.process_time) -> tuple[int, float]:
    """(facts, processor seconds of the faster of two runs) to fold that many hands, each from its first fact."""
    journals = [list(enumerate(played_hand(*GAMES[seed % len(GAMES)], seed), start=1)) for seed in range(hands)]
    took = []
    for _ in range(2):
        start = clock()
        for journal in journals:
            folded = fold(journal)
            if folded.misfits or folded.state is None or not folded.state.over:
                raise RuntimeError("a hand does not fold to the end it was played to")
        took.append(clock() - start)
    return sum(len(journal) for journal in journals), max(min(took), 1e-9)
