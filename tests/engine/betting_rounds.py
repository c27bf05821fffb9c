"""Betting rounds for tests: start one from a few words, play words through it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.engine.betting import BettingConfig, BettingRound
from assistant.engine.betting_result import BettingResult
from assistant.engine.refusal import Refusal

FOUR = ("A", "B", "C", "D")


def start(
    seats: tuple[str, ...] = FOUR,
    *,
    first: str = "A",
    dealer: str | None = None,
    stacks: Mapping[str, int] | int = 200,
    folded: tuple[str, ...] = (),
    silent: tuple[str, ...] = (),
    **config: Any,
) -> BettingRound:
    """A round of ``seats`` with equal stacks (or those given), the last seat dealing."""
    chips = dict.fromkeys(seats, stacks) if isinstance(stacks, int) else dict.fromkeys(seats, 200) | dict(stacks)
    return BettingRound.start(
        BettingConfig.from_mapping(config), seats, dealer or seats[-1], first, chips, folded=folded, silent=silent
    )


def play(state: BettingRound, *words: str) -> BettingRound:
    """The round after words such as "A aposto 5"; a refusal fails the test."""
    for word in words:
        seat, verb, *amount = word.split()
        after = state.act(seat, verb, int(amount[0]) if amount else None)
        assert not isinstance(after, Refusal), (word, after)
        state = after
    return state


def refused(state: BettingRound, word: str) -> Refusal:
    """The refusal of one word; a word that is taken fails the test."""
    seat, verb, *amount = word.split()
    after = state.act(seat, verb, int(amount[0]) if amount else None)
    assert isinstance(after, Refusal), f"{word} was taken"
    return after


def ended(state: BettingRound) -> BettingResult:
    """The result of a round that is over."""
    assert state.result is not None, f"{state.next} still speaks"
    return state.result


def verbs(state: BettingRound) -> tuple[str, ...]:
    """What the seat in turn may say."""
    assert state.next is not None
    return state.legal(state.next).verbs
