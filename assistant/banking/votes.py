"""What host and majority decide together: a difference that recounting did not remove, a pot nobody will contest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assistant.bank import desk
from assistant.bank.settle import settlement
from assistant.bank.state import BooksState
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import DifferenceBooked, PotShared


@dataclass(frozen=True)
class Vote:
    """Something the host put to the table; ``answers`` are the seats' yes and no so far."""

    id: str
    kind: str  # "difference" or "pot"
    name: str = ""
    shares: Mapping[str, int] = field(default_factory=dict)  # chips of the difference that each player bears
    answers: Mapping[str, bool] = field(default_factory=dict)

    def answered(self, seat: str, yes: bool) -> Vote:
        """The vote after a seat agreed or did not; it may change its mind until the vote is over."""
        return replace(self, answers={**self.answers, seat: yes})

    @property
    def agreed(self) -> tuple[str, ...]:
        """The seats that agreed."""
        return tuple(seat for seat, yes in self.answers.items() if yes)

    def refusal(self, books: BooksState, finals: Mapping[str, int]) -> Refusal | None:
        """Why this may not even be put to the vote; None when only the majority is missing."""
        if self.kind == "difference":
            found = settlement(books, finals)
            if found.refusal is None or found.refusal.code != "count_differs":
                return found.refusal or Refusal("no_difference", {}, (Allowed("settle"),), "R-214")
        everybody = Vote(self.id, self.kind, self.name, self.shares, dict.fromkeys(books.seats, True))
        booked = everybody.booked(books, finals)
        return booked if isinstance(booked, Refusal) else None

    def booked(self, books: BooksState, finals: Mapping[str, int]) -> DifferenceBooked | PotShared | Refusal:
        """The fact that the vote leads to, or what it lacks."""
        if self.kind == "pot":
            return desk.share_pot(books, self.agreed)
        return desk.book_difference(books, finals, self.name, self.shares, self.agreed)
