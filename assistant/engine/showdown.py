"""How a hand ends: a verdict with its pots, winners, five cards and reason, a carried pot, or a hand called off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.engine.ranking import HandValue
from assistant.engine.refusal import Param
from assistant.facts import CardCode, Seat


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand at the showdown: the cards that count, what they are worth, and the words for it.

    ``value`` is None where no combination counts (points); ``words`` name the high hand, ``low`` the low one or points.
    """

    seat: Seat
    cards: tuple[CardCode, ...]
    words_pt: str
    words_en: str
    category: str | None = None
    value: HandValue | None = None
    low: HandValue | None = None
    high: HandValue | None = None
    side: CardCode | None = None  # the closed spade or heart that counts
    points: int | None = None
    parts: Mapping[str, HandValue] = field(default_factory=dict)  # low3, mid5, high5
    fouled: bool = False  # out of order

    @property
    def best(self) -> tuple[CardCode, ...]:
        """The five cards that count, in telling order; all where points are added."""
        return self.value.cards if self.value is not None else self.cards


@dataclass(frozen=True, slots=True)
class PartResult:
    """One part of a pot and who takes it; ``part`` is high, low, side, low3, mid5 or high5."""

    part: str
    amount: int
    winners: tuple[Seat, ...]
    shares: Mapping[Seat, int]
    reason_pt: str
    reason_en: str


@dataclass(frozen=True, slots=True)
class PotResult:
    """One pot, who could win it, and its parts (R-114)."""

    amount: int
    eligible: tuple[Seat, ...]
    parts: tuple[PartResult, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer and why, in words a loser accepts; a seat stands in the texts as "{seat}", see ``fill``.

    ``rules`` are the rules it rests on, ``option`` the house option that decided (or ""); ``doubt`` a code when the
    table should look again (an opener not proved, R-123), or "".
    """

    pots: tuple[PotResult, ...]
    hands: Mapping[Seat, ShownHand]
    payout: Mapping[Seat, int]
    headline_pt: str
    headline_en: str
    reason_pt: str
    reason_en: str
    rules: tuple[str, ...]
    option: str = ""
    doubt: str = ""
    doubt_params: Mapping[str, Param] = field(default_factory=dict)
    uncontested: bool = False
    mucked: tuple[Seat, ...] = ()
    refund: Mapping[Seat, int] = field(default_factory=dict)  # chips nobody matched, part of ``payout``

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Everybody who receives something, the largest share first."""
        return tuple(sorted((s for s, n in self.payout.items() if n), key=lambda s: -self.payout[s]))

    def headline(self, lang: str) -> str:
        """The headline in a language."""
        return self.headline_en if lang.lower().startswith("en") else self.headline_pt

    def reason(self, lang: str) -> str:
        """The reason in a language."""
        return self.reason_en if lang.lower().startswith("en") else self.reason_pt


@dataclass(frozen=True, slots=True)
class Ending:
    """How the hand ended: ``verdict`` (awaits the table's tap), ``carry`` (R-118, R-119) or ``void``."""

    kind: Literal["verdict", "carry", "void"]
    verdict: Verdict | None = None
    carry: int = 0
    next_dealer: Seat | None = None


def fill(text: str, names: Mapping[Seat, str]) -> str:
    """The text with each "{seat}" replaced by its name."""
    for seat, name in names.items():
        text = text.replace("{" + seat + "}", name)
    return text
