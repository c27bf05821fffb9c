"""What stands open at the bank as a fold of the journal, so that it outlives a restart: the vote, counts by camera."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.bank.offers import CountOffer
from assistant.bank.state import Line
from assistant.banking.votes import Vote
from assistant.facts import (
    ChipsCounted,
    CountDropped,
    CountingAsked,
    CountOffered,
    DifferenceBooked,
    Fact,
    NightSettled,
    PotShared,
    SeatsMoved,
    TableOpened,
    VoteAnswered,
    VoteDropped,
    VotePut,
)


@dataclass
class Pending:
    """The vote under way, whether everybody was asked to count, and by seat what a camera counted and nobody took."""

    closing: bool = False
    vote: Vote | None = None
    offers: dict[str, CountOffer] = field(default_factory=dict)
    _players: dict[str, str] = field(default_factory=dict)  # whose chips an offer is of, by seat

    def fold(self, fact: Fact, lines: Iterable[Line]) -> None:
        """One more fact and the entries it caused: where chips moved, an older view of them is no count any more."""
        moved = {line.account for line in lines}
        for seat in [s for s, player in self._players.items() if f"stack:{player}" in moved]:
            self._drop(seat)
        match fact.payload:
            case TableOpened() | NightSettled():
                self.closing, self.vote = False, None
                self._clear()
            case CountingAsked(asked=asked):
                self.closing = asked
            case VotePut(vote=vote, subject=subject, name=name, shares=shares):
                self.vote = Vote(vote, subject, name, dict(shares))
            case VoteAnswered(vote=vote, seat=seat, agrees=agrees) if self.vote is not None and self.vote.id == vote:
                self.vote = self.vote.answered(seat, agrees)
            case VoteDropped() | DifferenceBooked() | PotShared():
                self.vote = None
            case CountOffered() as o:
                picture = fact.pictures[0] if fact.pictures else ""
                self._players[o.seat] = o.player
                self.offers[o.seat] = CountOffer(
                    o.offer, o.seat, dict(o.pieces), o.chips, fact.certainty, o.doubtful, picture, o.problem
                )
            case CountDropped(offer=gone):
                for seat in [s for s, o in self.offers.items() if o.id == gone]:
                    self._drop(seat)
            case ChipsCounted(seat=seat):
                self._drop(seat)
            case SeatsMoved():
                self._clear()
            case _:
                pass

    def _drop(self, seat: str) -> None:
        self.offers.pop(seat, None)
        self._players.pop(seat, None)

    def _clear(self) -> None:
        self.offers, self._players = {}, {}
