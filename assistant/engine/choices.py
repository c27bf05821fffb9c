"""What a hand may ask of a seat: a closed list of kinds, each with its options, so that a screen needs one part a kind.

The words are in ``hand_words``; a choice carries codes and numbers only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assistant.engine.refusal import Allowed, Param
from assistant.facts import CardCode, Seat

Kind = Literal["act", "pick_cards", "number", "secret_amount", "yes_no", "pick_game", "ready"]
KINDS: tuple[Kind, ...] = ("act", "pick_cards", "number", "secret_amount", "yes_no", "pick_game", "ready")


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """One thing that may be chosen: ``value`` comes back (a verb, "yes", a place, an id); amounts in chips.

    ``min``/``max``/``step`` bound a free amount or number, ``sizes`` list a closed set of amounts.
    """

    value: str
    amount: int | None = None
    min: int | None = None
    max: int | None = None
    step: int = 1
    sizes: tuple[int, ...] = ()
    card: CardCode | None = None
    danger: bool = False  # gives up the hand or every chip: worth a second tap


@dataclass(frozen=True, slots=True)
class Choice:
    """A question to one seat; ``code`` with ``params`` is its phrase, ``why`` (a code too) its reason.

    ``decision`` stays the same until the question itself changes. ``optional`` questions do not hold the hand up.
    ``pick`` is the least and most cards or places to choose.
    """

    kind: Kind
    seat: Seat
    code: str
    decision: str
    options: tuple[ChoiceOption, ...] = ()
    params: Mapping[str, Param] = field(default_factory=dict)
    to_call: int = 0
    pick: tuple[int, int] | None = None
    why: str = ""
    why_params: Mapping[str, Param] = field(default_factory=dict)
    optional: bool = False

    def allowed(self) -> tuple[Allowed, ...]:
        """The options as a refusal names them."""
        if self.kind == "act":
            return tuple(
                Allowed(o.value, o.amount if o.min is None else o.min, o.amount if o.max is None else o.max, o.sizes)
                for o in self.options
            )
        if self.pick is not None:
            return (Allowed(self.kind, *self.pick),)
        first = self.options[0] if self.options else None
        return (Allowed(self.kind, first.min if first else None, first.max if first else None),)


YES = ChoiceOption("yes")
NO = ChoiceOption("no")
