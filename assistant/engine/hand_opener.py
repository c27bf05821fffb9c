"""The progressive opener inside a hand: what is required, the claim, and whether cards prove it (R-121 to R-123)."""

from __future__ import annotations

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand_core import Core, refuse
from assistant.engine.ladder import ladder_for
from assistant.engine.names import CATEGORY_WORDS, lower_first, many, tongue
from assistant.engine.opener import PAIRS, may_open, required, steps
from assistant.engine.ranking import rank_hand
from assistant.engine.refusal import Refusal
from assistant.facts import CardCode, Seat


def _ladder(core: Core) -> tuple[str, ...]:
    """The categories of a ranking that knows pairs, lowest first (R-026)."""
    return tuple(reversed(ladder_for(core.start.deck_low, core.setup.options.with_(hand_set="standard")).categories))


def requirement(core: Core) -> str | None:
    """What opens this hand, or None where anybody may (R-121)."""
    o = core.setup.options
    if o.opener != "progressive":
        return None
    return required(core.start.passed_before, _ladder(core), o.opener_ceiling)


def requirement_words(code: str, lang: str) -> str:
    """A requirement in words: "par de Valetes", "dois pares"."""
    if code in PAIRS:
        pair = "pair of" if tongue(lang) == "en" else "par de"
        return f"{pair} {many(code[-1], lang)}"
    return lower_first(CATEGORY_WORDS[tongue(lang)][code].one)


def claim_choice(core: Core, seat: Seat) -> tuple[Choice, ...]:
    """ "Abriu com o quê?", to be answered or not (R-123)."""
    needed = requirement(core)
    if needed is None or core.claim is not None:
        return ()
    all_steps = steps(_ladder(core), "none")
    options = tuple(ChoiceOption(s) for s in all_steps[all_steps.index(needed) :])
    decision = core.decision("opens_with", seat)
    return (Choice("pick_game", seat, "opens_with", decision, options, why="why_opens_with", optional=True),)


def take_claim(core: Core, seat: Seat, value: object) -> Core | Refusal:
    """The claim, if it is one that opens."""
    choices = claim_choice(core, seat)
    if not choices or value not in {o.value for o in choices[0].options}:
        return refuse(core, "does_not_open", "R-121", seat=seat)
    return core.but(claim=str(value))


def proves(core: Core, cards: tuple[CardCode, ...]) -> bool:
    """Whether these cards hold what had to be held to open (R-121; wild cards count)."""
    needed = requirement(core)
    if needed is None:
        return True
    if not cards:
        return False
    ladder = ladder_for(core.start.deck_low, core.setup.options.with_(hand_set="standard"))
    value = rank_hand(cards, ladder)
    return may_open(needed, value.category, value.made_of[0], _ladder(core))
