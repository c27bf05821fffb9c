"""What came of a simulated night, as plain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sample:
    """The table's process at the end of a hand: resident MB and open handles, and those of its recogniser."""

    life: int
    hand: int
    table_mb: float
    table_handles: int
    recogniser_mb: float
    recogniser_handles: int


@dataclass
class Outcome:
    """A night: what was played, which faults came, and what was wrong (phrases ``soak.wrong`` with their words)."""

    seed: int
    hours: float
    wanted: float
    table: str = ""
    dealer: str = "none"
    seconds: float = 0.0  # of the wall
    simulated: float = 0.0  # seconds of the evening
    hands: Counter[str] = field(default_factory=Counter)  # by outcome
    games: Counter[str] = field(default_factory=Counter)
    facts: int = 0
    taps: int = 0
    frames: int = 0
    recognised: dict[str, int] = field(default_factory=dict)  # hands and cards that the recogniser read, of how many
    typed: int = 0
    anew: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    planned: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)  # faults that this machine does not allow
    back: list[float] = field(default_factory=list)  # seconds from each power cut's end until the table answers
    questions: Counter[str] = field(default_factory=Counter)
    answers: dict[int, int] = field(default_factory=dict)  # by status
    twice: int = 0
    lost: int = 0
    stale: int = 0
    samples: list[Sample] = field(default_factory=list)
    growth: dict[str, float] = field(default_factory=dict)
    settled: int = 0  # centavos that changed hands
    wrong: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def bad(self, code: str, **params: Any) -> None:
        """Note what should not be."""
        self.wrong.append((code, params))
