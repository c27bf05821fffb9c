"""A count that a camera made, offered with its picture: sure colours are taken by one tap, doubtful ones are not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from assistant.bank.rules import counted
from assistant.engine.refusal import Allowed, Refusal

SURE = 990_000  # parts per million: below that a colour is doubtful


@dataclass(frozen=True)
class PileSeen:
    """How many pieces of one colour the camera sees, and how sure it is of it (parts per million)."""

    colour: str
    pieces: int
    certainty: int


@dataclass(frozen=True)
class StackSeen:
    """What a camera made of one stack: piles by colour, the picture (JPEG), or a problem instead (phrase code)."""

    piles: tuple[PileSeen, ...] = ()
    picture: bytes | None = None
    problem: str = ""  # a phrase code below "banking.camera", empty when the piles could be counted


class ChipCounter(Protocol):
    """Counts the chips that lie before a seat; the recogniser of chips is one, a recording in the tests another."""

    async def count_stack(self, seat: str) -> StackSeen:
        """What lies there now; raises nothing: what cannot be counted comes back as a problem."""


Keep = Callable[[bytes], Awaitable[str]]  # stores a picture and gives its name (SHA-256)


@dataclass(frozen=True)
class CountOffer:
    """A camera's count put to people: in pieces and chips, with what is doubtful, beside its picture."""

    id: str
    seat: str
    pieces: Mapping[str, int] = field(default_factory=dict)
    chips: int = 0
    certainty: int = 0  # of the least sure colour
    doubtful: tuple[str, ...] = ()
    picture: str = ""
    problem: str = ""

    @property
    def sure(self) -> bool:
        """Whether one tap may accept it."""
        return not self.problem and not self.doubtful


def offer(id: str, seat: str, values: Mapping[str, int], seen: StackSeen, picture: str) -> CountOffer | Refusal:
    """The offer that a camera's view of a stack makes; refused for a colour that the table does not play with."""
    if seen.problem:
        return CountOffer(id, seat, problem=seen.problem, picture=picture)
    if not values:
        return Refusal("no_chips_agreed", {}, (Allowed("agree_chips"),), "R-191")
    pieces: dict[str, int] = {}
    for pile in seen.piles:
        pieces[pile.colour] = pieces.get(pile.colour, 0) + pile.pieces
    chips = counted(values, pieces)
    if isinstance(chips, Refusal):
        return chips
    doubtful = tuple(dict.fromkeys(p.colour for p in seen.piles if p.certainty < SURE))
    least = min((p.certainty for p in seen.piles), default=0)
    return CountOffer(id, seat, pieces, chips, least, doubtful, picture)
