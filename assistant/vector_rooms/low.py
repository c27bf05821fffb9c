"""Vectors of low and split games (low.json): lowest hands, high-low, Colorido, thirteen cards, Chicago."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.engine.cards import parse_cards
from assistant.engine.ladder import ladder_for
from assistant.engine.options import Options
from assistant.engine.points import points, points_tiers
from assistant.engine.ranking import order_hands
from assistant.engine.special import lay_thirteen, side_tiers, thirteen_tiers, whole_pot_to
from assistant.vector_rooms.compare import differences
from assistant.vector_rooms.ranking import hands, ranked

Vector = Mapping[str, Any]


def low(vector: dict[str, Any]) -> list[str]:
    """Answer one vector of low.json by its ``kind``, the lowest hand if it has none."""
    kind = vector.get("kind")
    if kind is None:
        return hands(vector)
    answer = _KINDS.get(kind)
    if answer is None:
        return [f"unknown kind {kind!r}"]
    return differences(vector["expect"], answer(vector), sets=("high", "low", "low3", "mid5", "high5"))


def _highlow(vector: Vector) -> dict[str, Any]:
    return {
        "high": order_hands(ranked(vector, low=False))[0],
        "low": order_hands(ranked(vector, low=True), low=True)[0],
    }


def _colorido(vector: Vector) -> dict[str, Any]:
    cards = {seat: parse_cards(hand) for seat, hand in vector["hands"].items()}
    return {
        "points": {seat: points(hand) for seat, hand in cards.items()},
        "high": points_tiers(cards)[0],
        "low": points_tiers(cards, low=True)[0],
    }


def _treze(vector: Vector) -> dict[str, Any]:
    given = dict(vector.get("options", {}))
    polones = bool(given.pop("polones", False))
    ladder = ladder_for(vector.get("deck_low", "2"), Options.from_mapping(given), "standard")
    laid = {
        seat: lay_thirteen(
            parse_cards(sets["low3"]), parse_cards(sets["mid5"]), parse_cards(sets["high5"]), ladder
        )
        for seat, sets in vector["sets"].items()
    }
    tiers = thirteen_tiers(laid, polones=polones)
    got: dict[str, Any] = {"legal": {seat: hand.legal(polones) for seat, hand in laid.items()}}
    for part, source in (("low3", "low"), ("mid5", "side"), ("high5", "high")):
        got[part] = tiers[source][0] if tiers[source] else []
    return got


def _side(vector: Vector) -> dict[str, Any]:
    options = Options.from_mapping(vector.get("options", {}))
    closed = {seat: parse_cards(cards) for seat, cards in vector["closed"].items()}
    misery = bool(vector.get("misery", False))
    tiers = side_tiers(closed, vector["kind"], options, misery=misery)
    return {
        "side_winner": tiers[0][0] if tiers else None,
        "whole_pot_to": None if tiers else whole_pot_to(options, misery=misery),
    }


_KINDS = {"highlow": _highlow, "colorido": _colorido, "treze": _treze, "chicago": _side, "san_francisco": _side}
