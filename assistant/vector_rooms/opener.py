"""Vectors of the progressive opener (opener.json), answered by the engine."""

from __future__ import annotations

from typing import Any

from assistant.engine.cards import CardError
from assistant.engine.ladder import ladder_for
from assistant.engine.opener import cards_open, opening_ladder, required
from assistant.engine.options import OptionError, Options
from assistant.vector_rooms.compare import differences


def opener(vector: dict[str, Any]) -> list[str]:
    """Name what opens after so many passed hands and whether this hand does."""
    try:
        options = Options.from_mapping({"opener": "progressive", **vector.get("options", {})})
        ladder = ladder_for(vector["deck_low"], options)
        worst_first = tuple(reversed(opening_ladder(ladder).categories))
        wanted = required(vector["all_passed_before"], worst_first, options.opener_ceiling)
        opens = cards_open(wanted, vector["hand"], ladder)
    except (OptionError, CardError) as e:
        return [str(e)]
    return differences(vector["expect"], {"required": wanted, "may_open": opens})
