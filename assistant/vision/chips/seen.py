"""A seat's chips as recognition tells them to the session: plain records, cheap to import."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ColourSeen:
    """The chips of one colour at a seat: how many, the least certainty among them, and whether that is enough."""

    colour: str
    pieces: int
    certainty: float
    sure: bool


@dataclass(frozen=True)
class SeatChips:
    """A seat's chips as counted: by colour, with the picture (JPEG) that shows them; or ``problem``, why not.

    ``problem`` is one of untaught, none, dark, far, covered, away. Cards in the picture are black.
    """

    colours: tuple[ColourSeen, ...] = ()
    picture: bytes | None = None
    problem: str = ""
