"""Vectors of decks (deck.json) and of pots (pots.json), answered by the engine."""

from __future__ import annotations

from typing import Any

from assistant.engine.deck import DeckError, deck_for
from assistant.engine.options import Options
from assistant.engine.pots import pay_out
from assistant.vector_rooms.compare import differences


def deck(vector: dict[str, Any]) -> list[str]:
    """Find the deck for a number of players, or why there is none."""
    options = Options.from_mapping(
        {**vector.get("options", {}), **{k: vector[k] for k in ("deck_rule", "stick_deck") if k in vector}}
    )
    try:
        found = deck_for(vector["players"], vector["cards_per_player"], options, game=vector.get("game", ""))
    except DeckError as e:
        return differences(vector["expect"], {"error": e.code})
    got = {"low": found.low, "ranks": found.ranks, "cards": found.size, "raised_by_guard": found.raised_by_guard}
    return differences(vector["expect"], got)


def pots(vector: dict[str, Any]) -> list[str]:
    """Build and divide the pots of one hand, to the chip."""
    unknown = [s for s in (*vector["contrib"], *vector.get("folded", ())) if s not in vector["seats"]]
    if unknown:
        return [f"not at this table: {', '.join(unknown)}"]
    paid = pay_out(
        vector["seats"],
        vector["dealer"],
        vector["contrib"],
        mode=vector["mode"],
        tiers={key: vector[key] for key in ("high", "low", "side", "whole") if key in vector},
        folded=vector.get("folded", ()),
        dead=vector.get("dead", 0),
        unit=vector.get("smallest_chip", 1),
    )
    got = {
        "pots": [
            {
                "amount": award.pot.amount,
                "eligible": sorted(award.pot.eligible),
                "parts": [{"part": s.part, "amount": s.amount, "to": s.to} for s in award.shares],
            }
            for award in paid.awards
        ],
        "refund": paid.refund,
        "payout": paid.total,
    }
    expect = dict(vector["expect"])
    if "pots" in expect:
        expect["pots"] = [{**pot, "eligible": sorted(pot.get("eligible", ()))} for pot in expect["pots"]]
    return differences(expect, got)
