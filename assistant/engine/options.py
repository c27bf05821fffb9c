"""House options: the register of the rule book's section 0, each with default, allowed values and the rules it decides.

``None`` means "as the game says" (or, for a limit, none). An unknown name or value is refused with what is allowed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.engine.names import tongue

_SENTENCES = {
    "pt": {
        "unknown_option": "não existe a opção da casa {name!r}; existem: {allowed}",
        "unknown_option_near": "não existe a opção da casa {name!r}; seria {allowed}?",
        "bad_value": "{name} não pode ser {value!r}: {allowed}",
        "needs_value": "{name!r}: escreva nome=valor",
        "max_below_min": "o máximo {value} fica abaixo do mínimo {allowed}",
        "number": "um número inteiro a partir de {minimum}",
    },
    "en": {
        "unknown_option": "no house option is called {name!r}; there are: {allowed}",
        "unknown_option_near": "no house option is called {name!r}; did you mean {allowed}?",
        "bad_value": "{name} cannot be {value!r}: {allowed}",
        "needs_value": "{name!r}: write name=value",
        "max_below_min": "the maximum {value} is below the minimum {allowed}",
        "number": "a whole number from {minimum} up",
    },
}


class OptionError(ValueError):
    """A house option that does not exist, or a value it does not take; ``allowed`` lists what it does."""

    def __init__(
        self, code: str, name: str, value: object = None, allowed: tuple[str, ...] = (), minimum: int | None = None
    ) -> None:
        self.code = code  # a key of the sentences above
        self.name = name
        self.value = value
        self.allowed = allowed
        self.minimum = minimum  # whole numbers from here up are allowed too
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """What is wrong and what would be allowed, in words."""
        words = _SENTENCES[tongue(lang)]
        allowed = list(self.allowed)
        if self.minimum is not None:
            allowed.append(words["number"].format(minimum=self.minimum))
        between = ", " if self.code.startswith("unknown") else " | "
        return words[self.code].format(name=self.name, value=self.value, allowed=between.join(allowed))


@dataclass(frozen=True)
class OptionSpec:
    """What one option may be: fixed values, or whole numbers from ``minimum`` up, or both."""

    name: str
    default: Any
    values: tuple[Any, ...]
    minimum: int | None
    rules: tuple[str, ...]

    def allows(self, value: object) -> bool:
        """Whether the option takes this value (a bool is no number here)."""
        if any(type(value) is type(v) and value == v for v in self.values):
            return True
        return self.minimum is not None and type(value) is int and value >= self.minimum

    @property
    def allowed(self) -> tuple[str, ...]:
        """The allowed values apart from numbers, as they are written."""
        return tuple("none" if v is None else str(v).lower() if isinstance(v, bool) else str(v) for v in self.values)


REGISTER: dict[str, OptionSpec] = {}


def _spec(name: str, default: Any, values: tuple[Any, ...], rules: str, minimum: int | None = None) -> None:
    REGISTER[name] = OptionSpec(name, default, values, minimum, tuple(rules.split()))


def _flag(name: str, default: bool, rules: str) -> None:
    _spec(name, default, (True, False), rules)


# --- cards and hands -----------------------------------------------------------------------------------------
_spec("deck_rule", "regra_do_11", ("regra_do_11", "tabela_001_40", "tabela_001_36", "completo_52"), "R-003 R-004 R-005")
_spec("stick_deck", "sem_seis", ("sem_seis", "sem_sete", "regra_do_11", "completo_52"), "R-006 R-007")
_spec("jokers", None, (None, 0, 1, 2, 3, 4), "R-009 R-023")
_spec("full_vs_flush", "by_deck_40", ("by_deck_40", "full_over_flush", "flush_over_full"), "R-021")
_spec("low_straight", "ace_below_lowest", ("ace_below_lowest", "only_A2345"), "R-036")
_spec("two_pair_tiebreak", "second_pair_first", ("second_pair_first", "kicker_first"), "R-042")
_spec("hand_set", None, (None, "standard", "pairs_only", "no_one_pair"), "R-024 R-025 R-026")
_spec("five_rank", "top", ("top", "below_royal"), "R-023")
_spec("wild_flush", "no_duplicate", ("no_duplicate", "duplicate_ok"), "R-028")
_flag("natural_beats_wild", False, "R-028")
_spec("low_rule", "reversed", ("reversed", "ace_to_five"), "R-050 R-051")
_spec("miseria_no_suit", "high", ("high", "low"), "R-061")
_spec("ace_side_low", "high", ("high", "low"), "R-061")
_spec("position_scale", "fixed", ("fixed", "deck"), "R-031 R-010")
_spec("ftq_replace", "latest", ("latest", "accumulate"), "R-029")
_spec("colorido_first", "points", ("points", "cards"), "R-153")
_spec("foul_13", "loses_all_three", ("loses_all_three", "house"), "R-058")

# --- dealing, speech, betting --------------------------------------------------------------------------------
_spec("first_dealer", "highest_card", ("highest_card", "draw", "agreed"), "R-072")
_spec("deal_pattern", "ones", ("ones", "3+2", "2+3", "4+1", "1+4"), "R-077")
_spec("pingo", 1, (), "R-090", minimum=0)
_spec("structure", "min_max", ("free", "min_max", "fixed_limit", "pot_limit"), "R-092 R-093 R-106")
_spec("bet_min", None, (None,), "R-093", minimum=1)
_spec("bet_max", None, (None,), "R-093", minimum=1)
_spec("min_raise", "min_bet", ("min_bet", "last_raise"), "R-105")
_spec("passo", None, (None, "drop", "check"), "R-095 R-097")
_flag("check_raise", True, "R-102")
_spec("round_close", "until_level", ("until_level", "one_lap"), "R-103")
_spec("all_mesa_first_round", "redeal_carry", ("redeal_carry", "dealer_must_speak"), "R-118")
_spec("all_mesa_last_round", "showdown", ("showdown", "carry"), "R-119")
_spec("next_dealer_all_pass", "left_of_dealer", ("left_of_dealer", "second_to_left"), "R-118")
_spec(
    "second_round_first",
    "opener_or_last_raiser",
    ("opener_or_last_raiser", "after_last_to_speak", "left_of_dealer"),
    "R-141",
)
_spec("cap_raises", None, (None,), "R-106", minimum=0)
_spec("cap_scope", "round", ("round", "player"), "R-107")
_spec("bringin_suit_order", "clubs_lowest", ("clubs_lowest", "spades_lowest", "left_of_dealer"), "R-148")
_spec("bringin_amount", None, (None,), "R-111", minimum=1)
_flag("short_allin_reopens", False, "R-115")
_spec("obligation", "off", ("off", "first_round", "all_rounds"), "R-128")
_flag("first_street_mesa", True, "R-129")
_spec("stick_later_first", "highest", ("highest", "lowest"), "R-143")
_spec("possible_rank", "as_made", ("as_made", "above_high_card", "ignored"), "R-145 R-146")
_flag("wild_counts_showing", False, "R-143")
_spec("opener", "free", ("free", "progressive"), "R-121")
_spec("opener_ceiling", "two_pairs", ("two_pairs", "none"), "R-122")
_spec("escuro_depth", 3, ("all",), "R-124 R-125", minimum=1)
_flag("escuro_volunteers", True, "R-125")
_spec("raise_right_before", "escurante_only", ("escurante_only", "free"), "R-126")
_spec("raise_right_after", "escurante_only_then_free", ("escurante_only_then_free", "free"), "R-127")
_spec("cannot_open", (), ((), ("escurante",)), "R-127")

# --- draw, showdown, bank, clock -----------------------------------------------------------------------------
_spec("draw_max", 5, (5, 4, 3), "R-161")
_flag("four_first_only", False, "R-161")
_spec("draw_stock", "stub", ("stub", "stub_plus_folded", "stub_plus_discards"), "R-162")
_spec("stick_short_deck", "reshuffle_then_shared", ("reshuffle_then_shared", "shared_card"), "R-169")
_spec("show_order", "last_aggressor", ("last_aggressor", "first_bettor", "all_at_once"), "R-181")
_spec("muck", "all_show", ("all_show", "losers_may_muck"), "R-182")
_spec("seven_card_select", "best_five", ("best_five", "player_discards"), "R-047 R-185")
_spec("contest_vote", "host", ("host", "majority"), "R-180")
_spec("odd_chip", "high_then_left", ("high_then_left",), "R-117")
_spec("smallest_chip", 1, (), "R-117", minimum=1)
_spec("rebuy_when", "empty_or_low", ("empty_or_low", "empty_only", "any_time_between_hands"), "R-193")
_spec("rebuy_cap", "bought_le_max_stack", ("bought_le_max_stack", "stack_after_le_max_stack"), "R-194")
_flag("first_cacife_always", True, "R-194")
_spec("leave_loss_cacifes", 1, (), "R-195", minimum=0)
_spec("newcomer_round", "nearest_half_up", ("nearest_half_up", "floor", "exact"), "R-196")
_spec("premio_payers", "dealt_in", ("dealt_in", "seated", "stayed"), "R-204")
_flag("premio_needs_live_hand", True, "R-204")
_spec("clock", "off", ("off", "on"), "R-220")
_spec("timeout_action", "ask_table", ("ask_table", "allin_if_contributed_else_fold", "fold"), "R-222")


def _likeness(a: str, b: str) -> float:
    """How much two names look alike, 0 to 1, by the pairs of letters they share."""
    pairs = [{word[i : i + 2] for i in range(len(word) - 1)} for word in (a.lower(), b.lower())]
    return 2 * len(pairs[0] & pairs[1]) / max(1, len(pairs[0]) + len(pairs[1]))


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Up to three known names that look like this one, the likest first."""
    return tuple(sorted((n for n in known if _likeness(n, name) > 0.5), key=lambda n: -_likeness(n, name))[:3])


def check_option(name: str, value: object) -> Any:
    """The value if the option exists and takes it (lists become tuples); raises OptionError otherwise."""
    spec = REGISTER.get(name)
    if spec is None:
        close = nearest(name, REGISTER)
        code = "unknown_option_near" if close else "unknown_option"
        raise OptionError(code, name, allowed=close or tuple(sorted(REGISTER)))
    if isinstance(value, list):
        value = tuple(value)
    if not spec.allows(value):
        raise OptionError("bad_value", name, value, spec.allowed, spec.minimum)
    return value


@dataclass(frozen=True)
class Options:
    """One table's conventions (R-070), all of the register; a field that is None is left to the game."""

    deck_rule: str = "regra_do_11"
    stick_deck: str = "sem_seis"
    jokers: int | None = None
    full_vs_flush: str = "by_deck_40"
    low_straight: str = "ace_below_lowest"
    two_pair_tiebreak: str = "second_pair_first"
    hand_set: str | None = None
    five_rank: str = "top"
    wild_flush: str = "no_duplicate"
    natural_beats_wild: bool = False
    low_rule: str = "reversed"
    miseria_no_suit: str = "high"
    ace_side_low: str = "high"
    position_scale: str = "fixed"
    ftq_replace: str = "latest"
    colorido_first: str = "points"
    foul_13: str = "loses_all_three"

    first_dealer: str = "highest_card"
    deal_pattern: str = "ones"
    pingo: int = 1
    structure: str = "min_max"
    bet_min: int | None = None  # None: the pingo
    bet_max: int | None = None  # None: no maximum
    min_raise: str = "min_bet"
    passo: str | None = None  # None: drop in draw games, check in base Pôquer
    check_raise: bool = True
    round_close: str = "until_level"
    all_mesa_first_round: str = "redeal_carry"
    all_mesa_last_round: str = "showdown"
    next_dealer_all_pass: str = "left_of_dealer"
    second_round_first: str = "opener_or_last_raiser"
    cap_raises: int | None = None  # None: three in fixed limit, otherwise no cap
    cap_scope: str = "round"
    bringin_suit_order: str = "clubs_lowest"
    bringin_amount: int | None = None  # None: half the small bet, at least the pingo
    short_allin_reopens: bool = False
    obligation: str = "off"
    first_street_mesa: bool = True
    stick_later_first: str = "highest"
    possible_rank: str = "as_made"
    wild_counts_showing: bool = False
    opener: str = "free"
    opener_ceiling: str = "two_pairs"
    escuro_depth: int | str = 3
    escuro_volunteers: bool = True
    raise_right_before: str = "escurante_only"
    raise_right_after: str = "escurante_only_then_free"
    cannot_open: tuple[str, ...] = ()

    draw_max: int = 5
    four_first_only: bool = False
    draw_stock: str = "stub"
    stick_short_deck: str = "reshuffle_then_shared"
    show_order: str = "last_aggressor"
    muck: str = "all_show"
    seven_card_select: str = "best_five"
    contest_vote: str = "host"
    odd_chip: str = "high_then_left"
    smallest_chip: int = 1
    rebuy_when: str = "empty_or_low"
    rebuy_cap: str = "bought_le_max_stack"
    first_cacife_always: bool = True
    leave_loss_cacifes: int = 1
    newcomer_round: str = "nearest_half_up"
    premio_payers: str = "dealt_in"
    premio_needs_live_hand: bool = True
    clock: str = "off"
    timeout_action: str = "ask_table"

    def __post_init__(self) -> None:
        for name, spec in REGISTER.items():
            value = getattr(self, name)
            if value is not spec.default:
                object.__setattr__(self, name, check_option(name, value))
        if self.bet_min is not None and self.bet_max is not None and self.bet_max < self.bet_min:
            raise OptionError("max_below_min", "bet_max", self.bet_max, (str(self.bet_min),))

    @classmethod
    def from_mapping(cls, given: Mapping[str, object]) -> Options:
        """Options from names and values, the rest at their defaults; raises OptionError for an unknown one."""
        for name in given:
            if name not in REGISTER:
                check_option(name, given[name])
        values: dict[str, Any] = dict(given)
        return cls(**values)

    def with_(self, **changes: object) -> Options:
        """The same table with some options changed; raises OptionError like ``from_mapping``."""
        return Options.from_mapping({**self.changed(), **changes})

    def changed(self) -> dict[str, Any]:
        """Only what differs from the defaults: what a table has voted."""
        return {f.name: v for f in dataclasses.fields(self) if (v := getattr(self, f.name)) != REGISTER[f.name].default}
