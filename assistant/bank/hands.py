"""What a hand does to the stacks, told by the engine's own fold: the bank posts it and computes nothing of it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.engine.hand import HAND_FACTS, HandState, start_hand
from assistant.engine.refusal import Refusal
from assistant.facts import Fact, HandStarted

HAND_KINDS = frozenset(payload.KIND for payload in HAND_FACTS)


class HandUnreadable(Exception):
    """A hand (or the next fact of it) that the engine refuses; the text is the refusal's code."""


@dataclass(frozen=True)
class HandWatch:
    """A hand so far."""

    state: HandState

    @classmethod
    def begin(cls, fact: Fact) -> HandWatch:
        """The hand that a HandStarted fact begins; raises HandUnreadable."""
        assert isinstance(fact.payload, HandStarted)
        state = start_hand(fact.payload)
        if isinstance(state, Refusal):
            raise HandUnreadable(state.code)
        return cls(state)

    def after(self, fact: Fact) -> HandWatch:
        """The hand with one more fact; raises HandUnreadable and leaves this one as it was."""
        state = self.state.apply(fact.payload)
        if isinstance(state, Refusal):
            raise HandUnreadable(state.code)
        return HandWatch(state)

    @property
    def changes(self) -> Mapping[str, int]:
        """By how many chips each seat's stack differs from what it was before the hand."""
        before = self.state.started.stacks
        return {seat: chips - before[seat] for seat, chips in self.state.stacks.items()}

    @property
    def order(self) -> tuple[str, ...]:
        """Seats dealt in, clockwise from the carteador's left."""
        return self.state.core.setup.order

    @property
    def over(self) -> bool:
        """Whether nothing more can move in it."""
        return self.state.over
