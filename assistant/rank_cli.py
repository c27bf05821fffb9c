"""`fala rank`: hands written on the command line, compared under a ladder, with the words that say why."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from assistant.engine.cards import CardError, parse_cards, parse_rank
from assistant.engine.ladder import ladder_for, low_ladder_for
from assistant.engine.names import tongue
from assistant.engine.options import REGISTER, OptionError, Options
from assistant.engine.ranking import HandValue, lowest_hand, order_hands, rank_hand


def option_value(text: str) -> Any:
    """A house option's value as written after "name=": whole numbers, true, false and none are meant as such."""
    word = text.strip()
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    if word.lower() == "none":
        return None
    return int(word) if word.isdecimal() else word


def options_from(ladder: str | None, given: Sequence[str]) -> Options:
    """House options from "name=value" words; raises OptionError for an unknown name or value."""
    named: dict[str, Any] = {} if ladder is None else {"hand_set": ladder}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError("needs_value", word)
        spec, text = REGISTER.get(name.strip()), value.strip()
        named[name.strip()] = text if spec is not None and text in spec.values else option_value(text)
    return Options.from_mapping(named)


def run_rank(
    hands: Sequence[str],
    *,
    ladder: str | None = None,
    deck: str = "2",
    options: Sequence[str] = (),
    wild: Sequence[str] = (),
    low: bool = False,
    as_json: bool = False,
    lang: str = "pt-BR",
    say: Callable[[str], None] = print,
) -> int:
    """Print the hands from the winners down, ties on one place; 0, or 2 for a hand or an option that is none.

    ``ladder`` is a hand set (standard, pairs_only, no_one_pair), ``deck`` the lowest rank in play, ``wild`` ranks.
    """
    try:
        if not hands:
            raise CardError("no_hand")
        house = options_from(ladder, options)
        order = (low_ladder_for if low else ladder_for)(deck, house)
        wild_ranks = [parse_rank(r) for r in wild]
        find = lowest_hand if low else rank_hand
        values = {
            str(i): find(parse_cards(text, deck_low=order.deck_low), order, wild_ranks)
            for i, text in enumerate(hands, start=1)
        }
    except (CardError, OptionError) as e:
        say(e.sentence(lang))
        return 2
    tiers = order_hands(values, low=low)
    if as_json:
        say(json.dumps([[_record(number, values[number]) for number in tier] for tier in tiers], ensure_ascii=False))
        return 0
    any_wild = any(value.cards != value.plays for value in values.values())
    steps = [c for c in order.categories if c != "five" or any_wild]  # only with wild cards
    say(("ladder: " if tongue(lang) == "en" else "escada: ") + " > ".join(steps))
    for place, tier in enumerate(tiers, start=1):
        for number in tier:
            value = values[number]
            tie = "=" if len(tier) > 1 else " "
            say(f"{place}{tie} [{number}] {' '.join(value.cards):15} {value.category:15} {value.phrase(lang)}")
    return 0


def _record(number: str, value: HandValue) -> dict[str, Any]:
    return {
        "hand": int(number),
        "category": value.category,
        "cards": list(value.cards),
        "plays": list(value.plays),
        "name_pt": value.name_pt,
        "name_en": value.name_en,
        "phrase_pt": value.phrase("pt-BR"),
        "phrase_en": value.phrase("en"),
    }
