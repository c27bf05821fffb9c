"""What a hand does to the stacks, told by the engine's own fold: the bank posts it and computes nothing of it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from assistant.facts import (
    Acted,
    CardDealt,
    CardTurned,
    Chosen,
    Fact,
    HandShown,
    HandVoided,
    PotAwarded,
)

HAND_KINDS = frozenset(p.KIND for p in (CardDealt, CardTurned, Acted, Chosen, HandShown, PotAwarded, HandVoided))


class HandUnreadable(Exception):
    """A hand (or the next fact of it) that the engine refuses; the text is its reason."""


class HandWatch(Protocol):
    """A hand so far."""

    @property
    def changes(self) -> Mapping[str, int]:
        """By how many chips each seat's stack differs from what it was before the hand."""

    @property
    def over(self) -> bool:
        """Whether nothing more can move in it."""

    def after(self, fact: Fact) -> HandWatch:
        """The hand with one more fact; raises HandUnreadable and leaves this one as it was."""


Watcher = Callable[[Fact], HandWatch]


def watch_engine(started: Fact) -> HandWatch:
    """The hand that a HandStarted fact begins, as the engine folds it; raises HandUnreadable."""
    raise HandUnreadable("the engine folds no hand yet")
