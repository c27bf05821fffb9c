"""Which ranks are wild for a seat in this hand, from the open cards as they fell (R-029 to R-031)."""

from __future__ import annotations

from assistant.engine.hand_core import Core
from assistant.facts import Seat


def wild_ranks(core: Core, seat: Seat) -> frozenset[str]:
    """The ranks wild for this seat now; jokers are wild besides."""
    return frozenset()
