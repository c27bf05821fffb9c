"""The rules of one betting round as data: structure, words in use, cap, closing, obligations (R-090 to R-130)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

Seat = str

VERBS = ("aposto", "completo", "cubro", "mesa", "passo", "repico", "saio")
FORCED_DOUBLE_FROM = 5  # the double bet begins on fifth street
OPEN_PAIR_STREET = 4  # single or double on fourth street when a pair shows
LIMIT_RAISES = 3  # bet, repique, contra-repique, cap

_VALUES: dict[str, tuple[object, ...]] = {
    "structure": ("free", "min_max", "pot_limit", "fixed_limit"),
    "cap_scope": ("round", "player"),
    "passo": (None, "check", "drop"),
    "round": ("first", "street", "last"),
    "all_mesa_first_round": ("redeal_carry", "dealer_must_speak"),
    "all_mesa_last_round": ("showdown", "carry"),
    "round_close": ("until_level", "one_lap"),
    "min_raise": ("min_bet", "last_raise"),
    "raise_right": ("free", "escurante_only", "escurante_only_then_free"),
    "second_round_first": ("opener_or_last_raiser", "after_last_to_speak", "left_of_dealer"),
    "next_dealer_all_pass": ("left_of_dealer", "second_to_left"),
    "show_order": ("last_aggressor", "first_bettor", "all_at_once"),
}


class BettingError(ValueError):
    """A configuration or a start that no round can have; the message names the key."""


@dataclass(frozen=True, slots=True)
class BettingConfig:
    """How one round is bet; names, values and defaults as in the rule book's register.

    ``min``/``max`` bound every bet and every single raise (R-093; ``max`` None: no limit); ``small``/``big`` are the
    sizes of ``fixed_limit`` (R-108); ``pot_limit`` bounds a bet by what lies in the middle and a raise by what would
    lie there after the cover. ``posted`` are live chips of this round already in (bring-in, escuro, debts of a one-lap
    round); ``level`` is their nominal height where the last poster was short (R-124). ``cap_raises`` None means the
    structure's own: three in ``fixed_limit``, none elsewhere.
    """

    structure: str = "free"
    min: int = 1
    max: int | None = None
    small: int = 1
    big: int = 2
    street: int | None = None
    open_pair: bool = False
    cap_raises: int | None = None
    cap_scope: str = "round"
    mesa: bool = True
    passo: str | None = "drop"
    check_raise: bool = True
    round: str = "first"
    all_mesa_first_round: str = "redeal_carry"
    all_mesa_last_round: str = "showdown"
    round_close: str = "until_level"
    min_raise: str = "min_bet"
    short_allin_reopens: bool = False
    obliged: frozenset[Seat] = frozenset()
    pot_before: int = 0
    posted: Mapping[Seat, int] = field(default_factory=dict)
    level: int | None = None
    bring_in: bool = False
    escurante: Seat | None = None
    raise_right: str = "free"
    cannot_open: frozenset[Seat] = frozenset()
    second_round_first: str = "opener_or_last_raiser"
    next_dealer_all_pass: str = "left_of_dealer"
    show_order: str = "last_aggressor"

    def __post_init__(self) -> None:
        """Refuse values outside the register with BettingError."""
        for name, values in _VALUES.items():
            if getattr(self, name) not in values:
                raise BettingError(f"{name}: {getattr(self, name)!r} is none of {values}")
        if self.min < 1 or self.small < 1:
            raise BettingError("min, small: the smallest bet is at least one chip")
        if self.max is not None and self.max < self.min:
            raise BettingError(f"max: {self.max} is below min {self.min}")
        if self.big < self.small:
            raise BettingError(f"big: {self.big} is below small {self.small}")
        if self.cap_raises is not None and self.cap_raises < 0:
            raise BettingError("cap_raises: not below zero")
        if self.pot_before < 0 or any(n < 0 for n in self.posted.values()):
            raise BettingError("pot_before, posted: not below zero")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> BettingConfig:
        """A configuration from plain values (a vector, a saved house); an unknown key is a BettingError."""
        known = {f.name for f in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise BettingError(f"unknown keys: {', '.join(unknown)}")
        plain = dict(values)
        for name in ("obliged", "cannot_open"):
            if name in plain:
                plain[name] = frozenset(plain[name])
        if plain.get("structure") == "fixed_limit" and "small" in plain and "big" not in plain:
            plain["big"] = 2 * plain["small"]
        return cls(**plain)

    @property
    def raises_at_most(self) -> int | None:
        """Raises the cap leaves after the bet (R-106); None without a cap."""
        if self.cap_raises is None and self.structure == "fixed_limit":
            return LIMIT_RAISES
        return self.cap_raises

    @property
    def closes_after_one_lap(self) -> bool:
        """Whether the round ends with its last speaker (R-103); the last round has no later one to owe in."""
        return self.round_close == "one_lap" and self.round != "last"

    def limit_sizes(self, doubled: bool) -> tuple[int, ...]:
        """Sizes of ``fixed_limit`` on this street, ascending (R-108, R-109); ``doubled``: a double wager was made."""
        if self.street is not None and self.street >= FORCED_DOUBLE_FROM:
            return (self.big,)
        if self.street == OPEN_PAIR_STREET and self.open_pair and self.big != self.small:
            return (self.big,) if doubled else (self.small, self.big)
        return (self.small,)

    def may_not_open(self, seat: Seat) -> bool:
        """Whether ``seat`` may only raise what others bet (``cannot_open``; the word "escurante" stands for him)."""
        return seat in self.cannot_open or (seat == self.escurante and "escurante" in self.cannot_open)
