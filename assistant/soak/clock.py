"""The night's clock: it goes on with what happens at the table, and jumps when it is told to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from assistant.facts import (
    Acted,
    CacifeBought,
    CardDealt,
    CardTurned,
    ChipsCounted,
    Chosen,
    Fact,
    HandStarted,
    PotAwarded,
)
from assistant.table import TableState

SECONDS: dict[type, float] = {
    HandStarted: 50.0,  # cards gathered, shuffled and cut
    CardDealt: 1.3,
    Acted: 7.0,
    Chosen: 8.0,
    CardTurned: 2.0,
    PotAwarded: 14.0,
    CacifeBought: 20.0,
    ChipsCounted: 30.0,
}  # what each thing takes at a table of people
ELSE = 0.5


class NightClock:
    """Wall and steady time of a simulated night; ``ahead`` is by how many seconds the computer's clock is wrong."""

    def __init__(self, began: datetime, ahead: float = 0.0) -> None:
        self.began = began
        self.ahead = ahead
        self.seconds = 0.0

    def charge(self, fact: Fact) -> None:
        """Let pass what this took."""
        self.seconds += SECONDS.get(type(fact.payload), ELSE)

    def fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        """The same, as a listener of the session."""
        self.charge(fact)

    def now(self) -> datetime:
        """What the computer's clock shows."""
        return (self.began + timedelta(seconds=self.seconds + self.ahead)).astimezone(UTC)

    def wall(self) -> float:
        """The same in seconds."""
        return self.now().timestamp()

    def steady(self) -> float:
        """Seconds that really passed."""
        return self.seconds
