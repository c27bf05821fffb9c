"""The table's camera as the bank's counter of chips: what recognition saw of a seat becomes piles for an offer."""

from __future__ import annotations

import asyncio

from assistant.bank.offers import SURE, PileSeen, StackSeen
from assistant.vision.service import VisionError, VisionService

PATIENCE = 12.0  # seconds a count may take on a slow computer


class TableChips:
    """Implements the bank's `ChipCounter` with the recognition process."""

    def __init__(self, service: VisionService) -> None:
        self._service = service

    async def count_stack(self, seat: str) -> StackSeen:
        """What lies before a seat; a camera that does not answer is a problem, not an error."""
        try:
            seen = await asyncio.wait_for(self._service.chips(seat), PATIENCE)
        except (TimeoutError, VisionError):
            return StackSeen(problem="away")
        if seen is None:
            return StackSeen(problem="away")
        if seen.problem:
            return StackSeen(picture=seen.picture, problem=seen.problem)
        piles = tuple(
            PileSeen(c.colour, c.pieces, _parts(c.certainty, c.sure))
            for c in sorted(seen.colours, key=lambda c: -c.pieces)
        )
        return StackSeen(piles, seen.picture)


def _parts(certainty: float, sure: bool) -> int:
    """Parts per million as the bank reads them: its threshold is met exactly where recognition is sure."""
    found = round(1_000_000 * certainty)
    return max(SURE, found) if sure else min(SURE - 1, found)
