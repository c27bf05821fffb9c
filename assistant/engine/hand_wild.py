"""Which ranks are wild for a seat in this hand, from the open cards as they fell (R-029 to R-031)."""

from __future__ import annotations

from assistant.engine.hand_core import Core
from assistant.engine.wild_ranks import change_the_diaper, follow_the_queen, position_ranks, position_wild
from assistant.facts import Seat


def wild_ranks(core: Core, seat: Seat) -> frozenset[str]:
    """The ranks wild for this seat now; jokers are wild besides."""
    source = core.game.wild
    if source is None:
        return frozenset(core.game.wild_fixed)
    if source == "position":
        o = core.setup.options
        own = position_ranks(core.start.seats, core.start.dealer, core.start.deck_low, o)
        return frozenset(position_wild(own.get(seat)))
    sequence = [(who, card) for _, who, card in sorted(core.fallen) if who in core.cards]
    if source == "follow_the_queen":
        after = follow_the_queen(sequence, core.setup.options.ftq_replace)
        return frozenset(after[-1]) if after else frozenset()
    centre = [c.card for c in core.centre if c.card is not None and not c.role]
    return frozenset(change_the_diaper(sequence, centre))
