"""Contests as a fold of the journal: who contests what, what is proposed, who agreed, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from assistant.facts import (
    Contested,
    ContestProposed,
    ContestResolved,
    ContestVoted,
    Fact,
    HandStarted,
    NightSettled,
    Seat,
)


@dataclass(frozen=True)
class Contest:
    """One contest; ``hand_seq`` is the number of the fact its hand began with."""

    id: str
    hand: int
    hand_seq: int
    subject: str
    by: str
    at: str
    fact: int | None = None
    note: str = ""
    proposal: ContestProposed | None = None
    proposed_seq: int = 0
    votes: Mapping[Seat, bool] = field(default_factory=dict)
    resolution: ContestResolved | None = None
    resolved_at: str = ""

    @property
    def open(self) -> bool:
        """Whether nobody has resolved it yet."""
        return self.resolution is None

    @property
    def agreed(self) -> tuple[Seat, ...]:
        """Seats that said yes to what is proposed."""
        return tuple(s for s, yes in self.votes.items() if yes)


class ContestFold:
    """All contests of a table, fact by fact."""

    def __init__(self) -> None:
        self._begun: dict[int, int] = {}
        self._contests: dict[str, Contest] = {}
        self.settled_hands: set[int] = set()  # of settled nights: nobody may contest them any more

    def apply(self, fact: Fact) -> None:
        """Take in one more fact; those that are none of contests change nothing."""
        p = fact.payload
        if isinstance(p, HandStarted):
            self._begun[p.number] = fact.seq
        elif isinstance(p, NightSettled):
            self.settled_hands |= set(self._begun)
        elif isinstance(p, Contested):
            at = self._begun.get(p.hand, 0)
            self._contests[p.contest] = Contest(p.contest, p.hand, at, p.subject, p.by, fact.at, p.fact, p.note)
        elif isinstance(p, ContestProposed):
            self._change(p.contest, proposal=p, proposed_seq=fact.seq, votes={})
        elif isinstance(p, ContestVoted):
            known = self._contests.get(p.contest)
            if known is not None:
                self._change(p.contest, votes={**known.votes, p.seat: p.agrees})
        elif isinstance(p, ContestResolved):
            self._change(p.contest, resolution=p, resolved_at=fact.at)

    def _change(self, contest: str, **changes: object) -> None:
        known = self._contests.get(contest)
        if known is not None and known.open:
            self._contests[contest] = replace(known, **changes)  # type: ignore[arg-type]

    @property
    def contests(self) -> tuple[Contest, ...]:
        """All of them, oldest first."""
        return tuple(self._contests.values())

    def get(self, contest: str) -> Contest | None:
        """The contest of that name."""
        return self._contests.get(contest)

    def of_hand(self, hand: int) -> tuple[Contest, ...]:
        """The contests of a hand, oldest first."""
        return tuple(c for c in self._contests.values() if c.hand == hand)


def fold_contests(facts: Iterable[Fact]) -> tuple[Contest, ...]:
    """All contests after these facts."""
    fold = ContestFold()
    for fact in facts:
        fold.apply(fact)
    return fold.contests
