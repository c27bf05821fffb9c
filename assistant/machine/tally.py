"""What the journal says about the cards that the machine gave in the present hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.facts import CardDealt, Corrected, Fact, HandStarted, MachineGave, decode_payload


@dataclass(frozen=True)
class Tally:
    """``given`` counts the cards by seat that the machine gave, ``waiting`` those of them that the hand does not know.

    ``ticket`` and ``count`` are the machine's of the last card it gave: in this hand, or (``here`` False) in an
    earlier one.
    """

    given: Counter[str]
    waiting: Counter[str]
    ticket: int = 0
    count: int = 0
    here: bool = False


def tally(facts: Sequence[Fact]) -> Tally:
    """Fold the facts of a table: what the machine gave, and what became of it, since the last hand began.

    A card that was dealt and made void still lies there, unless the machine's tally took it back.
    """
    start = next((i for i in range(len(facts) - 1, -1, -1) if isinstance(facts[i].payload, HandStarted)), 0)
    given: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    dealt: dict[int, str] = {}
    ticket = count = 0
    here = False
    for fact in facts[start:]:
        p = fact.payload
        if isinstance(p, MachineGave):
            given[p.seat] += p.cards
            waiting[p.seat] = max(0, waiting[p.seat] + p.cards)
            if p.ticket:
                ticket, count, here = p.ticket, p.count, True
        elif isinstance(p, CardDealt):
            waiting[p.seat] = max(0, waiting[p.seat] - 1)
            dealt[fact.seq] = p.seat
        elif isinstance(p, Corrected) and p.fact in dealt:
            seat = _seat_after(p)
            if seat != dealt[p.fact]:  # void, or it belongs to another seat
                waiting[dealt[p.fact]] += seat is None
                del dealt[p.fact]
                if seat is not None:
                    dealt[p.fact] = seat
    if not here:
        before = (f.payload for f in reversed(facts[:start]) if isinstance(f.payload, MachineGave) and f.payload.ticket)
        last = next(before, None)
        if last is not None:
            ticket, count = last.ticket, last.count
    return Tally(+given, +waiting, ticket, count, here)


def _seat_after(correction: Corrected) -> str | None:
    if correction.payload is None:
        return None
    payload = decode_payload(correction.payload)
    return payload.seat if isinstance(payload, CardDealt) else None
