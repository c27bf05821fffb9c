"""What is known of a betting round after its last word: an immutable record with derived readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from assistant.engine.betting_config import BettingConfig
from assistant.engine.betting_result import BettingResult, after, clockwise, first_of

Seat = str


@dataclass(frozen=True)
class RoundState:
    """One moment of a betting round; ``seats`` clockwise, all amounts in chips.

    ``stacks`` are chips behind, ``contrib`` live chips of this round; ``silent`` seats are in but speak no more though
    they have chips (R-223); ``pending`` seats still have to speak, in order; ``level`` is the largest (nominal) stake.
    """

    config: BettingConfig
    seats: tuple[Seat, ...]
    dealer: Seat
    start_seat: Seat
    stacks: Mapping[Seat, int]
    contrib: Mapping[Seat, int]
    folded: frozenset[Seat] = frozenset()
    silent: frozenset[Seat] = frozenset()
    pending: tuple[Seat, ...] = ()
    level: int = 0
    opened: bool = False  # a bet or a completion was made in this round
    raises: int = 0  # full raises, for the cap
    wagers: Mapping[Seat, int] = field(default_factory=dict)  # full bets and raises of each seat
    last_raise: int = 0  # size of the last full wager (R-105 last_raise)
    doubled: bool = False  # a double wager was made on fourth street
    passed: frozenset[Seat] = frozenset()  # said mesa, or passo that keeps the hand
    barred: frozenset[Seat] = frozenset()  # spoke before a short all-in raise
    escurante_raised: bool = False
    must_open: Seat | None = None  # R-118 dealer_must_speak
    first_speaker: Seat | None = None
    first_bettor: Seat | None = None
    aggressor: Seat | None = None
    last_speaker: Seat | None = None
    last_verb: str | None = None
    result: BettingResult | None = None

    def but(self, **changes: Any) -> Self:
        """The same state with some fields changed, for this room's own use.

        As ``dataclasses.replace``, which was most of the cost of a word; nothing is validated.
        """
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    @property
    def over(self) -> bool:
        """Whether the round has ended; ``result`` then says how."""
        return self.result is not None

    @property
    def next(self) -> Seat | None:
        """The seat whose turn it is, or None when the round is over."""
        return self.pending[0] if self.pending and self.result is None else None

    @property
    def in_hand(self) -> tuple[Seat, ...]:
        """Seats that have not left, clockwise."""
        return tuple(s for s in self.seats if s not in self.folded)

    @property
    def able(self) -> tuple[Seat, ...]:
        """Seats that can still bet: in the hand, with chips, and not treated as all-in (R-113, R-150, R-223)."""
        return tuple(s for s in self.seats if s not in self.folded and s not in self.silent and self.stacks[s] > 0)

    @property
    def all_in(self) -> tuple[Seat, ...]:
        """Seats in the hand that speak no more."""
        able = self.able
        return tuple(s for s in self.in_hand if s not in able)

    @property
    def pot(self) -> int:
        """Everything in the middle, this round included."""
        return self.config.pot_before + sum(self.contrib.values())

    @property
    def nobody_bet(self) -> bool:
        """Whether mesa is still possible: nothing was bet or posted in this round (R-095)."""
        return self.level == 0

    @property
    def first_to_speak_now(self) -> Seat | None:
        """Who holds the right to speak first: each mesa hands it to the left (R-096)."""
        return self.next

    @property
    def last_to_speak_now(self) -> Seat | None:
        """Who would speak last: the nearest able seat to the right of the first (R-096)."""
        if self.next is None:
            return None
        return first_of(reversed(after(self.seats, self.next)), self.able)

    def owes(self, seat: Seat) -> int:
        """Chips between ``seat`` and the level, not limited by its stack (R-099)."""
        return max(0, self.level - self.contrib[seat])

    def others_able(self, seat: Seat) -> tuple[Seat, ...]:
        """Able seats clockwise after ``seat``: whom a bet of his would address (R-113)."""
        able = self.able
        return tuple(s for s in clockwise(self.seats, seat)[1:] if s in able)
