"""What a hand comes to: its pots, what goes back unmatched, what each seat collects; every format is checked by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.facts import HandVoided, Seat
from assistant.records.hands import HandRecord
from assistant.records.inquiry import before_the_end, ending_of, paid


@dataclass(frozen=True)
class Sums:
    """Chips of one hand; ``ending`` is "won", "void", "carried" or "open" (cut off, or not confirmed yet)."""

    pots: tuple[int, ...]
    refund: int
    collected: Mapping[Seat, int]
    ending: str
    carried: int = 0

    @property
    def sound(self) -> bool:
        """Whether what is collected is what was in the middle."""
        if self.ending in ("open", "carried"):
            return not self.collected
        return sum(self.collected.values()) == sum(self.pots) + self.refund


def sums_of(hand: HandRecord) -> Sums:
    """The sums of a hand as it stands after corrections."""
    state, before, end = hand.state, before_the_end(hand.folding), ending_of(hand.folding)
    if state is None or before is None or not state.over:
        return Sums((), 0, {}, "open")
    if end is not None and isinstance(end[1], HandVoided):
        back = paid(hand.folding)
        return Sums((), sum(back.values()), back, "void", state.carry_out)
    verdict = before.verdict
    if verdict is None or end is None:
        return Sums((), 0, {}, "carried", state.carry_out)
    pots = tuple(p.amount for p in verdict.pots)
    refund = sum(verdict.payout.values()) - sum(pots)
    return Sums(pots, refund, paid(hand.folding), "won", state.carry_out)
