"""Vectors of betting rounds (betting.json) and of Escuro (escuro.json), answered by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assistant.engine.betting import BettingConfig, BettingError, BettingRound
from assistant.engine.refusal import Refusal
from assistant.vector_rooms.compare import differences

SETS = ("in_hand", "legal")


def betting(vector: dict[str, Any]) -> list[str]:
    """Play one betting round and list what differs from ``expect``; a word the engine refuses is a difference."""
    try:
        config = BettingConfig.from_mapping(vector["config"])
        state = BettingRound.start(config, vector["seats"], vector["dealer"], vector["first"], vector["stacks"])
    except BettingError as e:
        return [f"no round: {e}"]
    for seat, verb, *rest in vector.get("actions", []):
        after = state.act(seat, verb, *rest)
        if isinstance(after, Refusal):
            return [f"{seat} {verb} {rest}: refused as {after.code} {dict(after.params)}"]
        state = after
    got = reading(state)
    if "try" in vector:
        seat, verb, *rest = vector["try"]
        got["try_allowed"] = not isinstance(state.act(seat, verb, *rest), Refusal)
    return differences(vector["expect"], got, sets=SETS)


def reading(state: BettingRound) -> dict[str, Any]:
    """Everything a vector may ask of a round, in the words of the format."""
    got: dict[str, Any] = {
        "over": state.over,
        "pot": state.pot,
        "contrib": state.contrib,
        "in_hand": state.in_hand,
    }
    got.update(_running(state) if state.result is None else _ended(state))
    return got


def _running(state: BettingRound) -> dict[str, Any]:
    seat = state.next
    assert seat is not None
    legal = state.legal(seat)
    return {
        "next": seat,
        "to_call": legal.to_call,
        "legal": legal.verbs,
        "cubro_amount": legal.cubro_amount,
        "bet_min": legal.bet_min,
        "bet_max": legal.bet_max,
        "bet_sizes": legal.bet_sizes,
        "raise_min": legal.raise_min,
        "raise_max": legal.raise_max,
        "raise_sizes": legal.raise_sizes,
        "completo_amount": legal.completo_amount,
        "first_to_speak_now": state.first_to_speak_now,
        "last_to_speak_now": state.last_to_speak_now,
    }


def _ended(state: BettingRound) -> dict[str, Any]:
    result = state.result
    assert result is not None
    return {
        "reason": result.reason,
        "refund": result.refund,
        "winner": result.winner,
        "must_show": result.must_show,
        "wins": result.wins,
        "outcome": result.outcome,
        "carry": result.carry,
        "next_dealer": result.next_dealer,
        "next_round_first": result.next_round_first,
        "shows_first": result.shows_first,
        "last_word": result.last_word,
        "owed": result.owed,
    }


def escuro(vector: dict[str, Any]) -> list[str]:
    """Answer escuro.json: ``kind: betting`` as a round, otherwise the posts."""
    if "kind" in vector:
        return betting(vector) if vector["kind"] == "betting" else [f"unknown kind {vector['kind']!r}"]
    return _posts(vector)


def _posts(vector: Mapping[str, Any]) -> list[str]:
    from assistant.engine.escuro import post_escuro

    options = vector.get("options", {})
    unknown = sorted(set(options) - {"escuro_depth", "escuro_volunteers"})
    if unknown:
        return [f"unknown options: {', '.join(unknown)}"]
    posts = post_escuro(
        vector["seats"],
        vector["dealer"],
        vector["unit"],
        vector["stacks"],
        depth=vector.get("depth", options.get("escuro_depth", 3)),
        volunteers=vector.get("volunteers", 0) if options.get("escuro_volunteers", True) else 0,
    )
    got = {
        "posts": posts.posts,
        "escurante": posts.escurante,
        "level": posts.level,
        "order_before_draw": posts.order,
        "first_before_draw": posts.first_before_draw,
        "to_call": posts.to_call,
        "pot": posts.pot,
        "order_after_draw": posts.order,
    }
    return differences(vector["expect"], got)
