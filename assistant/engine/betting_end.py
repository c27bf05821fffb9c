"""When a betting round is over and what follows from how it ended (R-103, R-104, R-116 to R-119, R-141, R-181)."""

from __future__ import annotations

from typing import TypeVar

from assistant.engine.betting_result import BettingResult, after, clockwise, first_of, unmatched
from assistant.engine.betting_state import RoundState

Seat = str
S = TypeVar("S", bound=RoundState)

PAGO_PRA_VER = "pago pra ver"


def settle(state: S) -> S:
    """The state with the round closed, if its last word closed it, or with the next seat to speak."""
    in_hand = state.in_hand
    if len(in_hand) == 1:
        return _close(state, "uncontested")
    able = state.able
    pending = tuple(s for s in state.pending if s in able)
    unasked = len(able) == 1 and bool(pending) and not state.owes(able[0])
    if unasked or not able:
        pending = ()  # one alone who owes nothing is not asked
    if pending:
        return state if pending == state.pending else state.but(pending=pending)
    state = state.but(pending=())
    if state.last_speaker is None:
        return _close(state, "no_action")
    if state.nobody_bet:
        if unasked:
            return _close(state, "no_action")
        forced = _who_must_open(state)
        if forced is not None:
            order = clockwise(state.seats, forced)
            return state.but(pending=tuple(s for s in order if s in able), must_open=forced)
        return _close(state, "all_mesa")
    if state.config.closes_after_one_lap and any(state.owes(s) for s in able):
        return _close(state, "one_lap")
    return _close(state, "level")


def _who_must_open(state: RoundState) -> Seat | None:
    """The carteador, or the nearest able seat to his right, where all mesa makes him speak (R-118); else None."""
    config = state.config
    if config.round != "first" or config.all_mesa_first_round != "dealer_must_speak":
        return None
    able = state.able
    if len(able) < 2:
        return None
    to_the_right = (state.dealer, *reversed(after(state.seats, state.dealer)))
    return first_of(to_the_right, [s for s in able if not config.may_not_open(s)])


def _close(state: S, reason: str) -> S:
    in_hand = state.in_hand
    refund = {} if reason == "one_lap" else unmatched(state.contrib, in_hand)
    if reason == "uncontested":
        result = BettingResult(
            reason, refund, winner=in_hand[0], must_show=False, wins=state.pot - sum(refund.values())
        )
        return state.but(pending=(), result=result)
    outcome = _outcome(state, reason)
    carries = outcome in ("redeal_carry", "carry")
    able = state.able
    result = BettingResult(
        reason,
        refund,
        outcome=outcome,
        carry=state.pot if carries else None,
        next_dealer=next_dealer(state) if carries else None,
        next_round_first=_next_round_first(state) if outcome == "draw" else None,
        shows_first=_shows_first(state) if outcome == "showdown" else None,
        last_word=PAGO_PRA_VER if outcome == "showdown" and state.last_verb == "cubro" else None,
        owed={s: state.owes(s) for s in able if state.owes(s)} if reason == "one_lap" else {},
    )
    return state.but(pending=(), result=result)


def _outcome(state: RoundState, reason: str) -> str:
    config = state.config
    if reason == "all_mesa":
        if config.round == "first":
            return "redeal_carry"
        if config.round == "last":
            return config.all_mesa_last_round
    return {"first": "draw", "street": "next_street", "last": "showdown"}[config.round]


def next_dealer(state: RoundState) -> Seat:
    """Who deals after a hand everybody passed (R-118, ``next_dealer_all_pass``)."""
    left = after(state.seats, state.dealer)
    second = state.config.next_dealer_all_pass == "second_to_left" and len(left) > 1
    return left[1] if second else left[0]


def _next_round_first(state: RoundState) -> Seat | None:
    """Who speaks first after the draw, or the next able seat; None when no betting is possible (R-141, R-150)."""
    able = state.able
    if len(able) < 2 and not any(state.owes(s) for s in able):
        return None
    config = state.config
    if config.escurante is not None and config.escurante in state.seats:
        return first_of((*after(state.seats, config.escurante), config.escurante), able)
    if config.second_round_first == "opener_or_last_raiser" and state.aggressor is not None:
        return first_of(clockwise(state.seats, state.aggressor), able)
    if config.second_round_first == "after_last_to_speak" and state.last_speaker is not None:
        return first_of((*after(state.seats, state.last_speaker), state.last_speaker), able)
    return first_of((*after(state.seats, state.dealer), state.dealer), able)


def _shows_first(state: RoundState) -> Seat | None:
    """Who opens his cards first at the showdown (R-181); None where all show at once."""
    order = state.config.show_order
    if order == "all_at_once":
        return None
    bettor = state.first_bettor if order == "first_bettor" else state.aggressor
    start = bettor or state.first_speaker or state.start_seat
    return first_of(clockwise(state.seats, start), state.in_hand)
