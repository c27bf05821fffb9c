"""How much a bet or a raise may be: one small function per question, all answers in chips (R-093, R-105 to R-109)."""

from __future__ import annotations

from assistant.engine.betting_state import RoundState

Seat = str


def bet_range(state: RoundState, seat: Seat) -> tuple[int, int]:
    """Smallest and largest opening bet; a shorter stack may always go in whole (R-093).

    ``pot_limit``: at most what lies in the middle, and never less than the smallest bet.
    """
    config, stack = state.config, state.stacks[seat]
    top = stack
    if config.structure == "min_max" and config.max is not None:
        top = min(top, config.max)
    if config.structure == "pot_limit":
        top = min(top, max(config.min, state.pot))
        if config.max is not None:
            top = min(top, config.max)
    return min(config.min, top), top


def smallest_raise(state: RoundState) -> int:
    """The smallest full raise, before any stack limits it (R-105; in fixed limit the smallest size of the street)."""
    config = state.config
    if config.structure == "fixed_limit":
        return config.limit_sizes(state.doubled)[0]
    floor = config.min
    if config.min_raise == "last_raise":
        floor = max(floor, state.last_raise)
    if config.max is not None and config.structure != "free":
        floor = min(floor, config.max)
    return floor


def raise_range(state: RoundState, seat: Seat) -> tuple[int, int]:
    """Smallest and largest raise above the level; what is left after covering may always go in whole (R-093, R-100).

    ``pot_limit``: at most what would lie in the middle once the raiser has covered.
    """
    config = state.config
    room = state.stacks[seat] - state.owes(seat)
    floor = smallest_raise(state)
    top = room
    if config.structure == "min_max" and config.max is not None:
        top = min(top, config.max)
    if config.structure == "pot_limit":
        top = min(top, max(floor, state.pot + state.owes(seat)))
        if config.max is not None:
            top = min(top, config.max)
    return min(floor, top), top


def bet_sizes(state: RoundState, seat: Seat) -> tuple[int, ...]:
    """The bets of fixed limit, each cut to the stack (R-108, R-109, R-113)."""
    stack = state.stacks[seat]
    return tuple(sorted({min(size, stack) for size in state.config.limit_sizes(state.doubled)}))


def raise_sizes(state: RoundState, seat: Seat) -> tuple[int, ...]:
    """The raises of fixed limit, each cut to what is left after covering."""
    room = state.stacks[seat] - state.owes(seat)
    return tuple(sorted({min(size, room) for size in state.config.limit_sizes(state.doubled)}))


def completion(state: RoundState, seat: Seat) -> int:
    """Chips that complete the bring-in to the small bet, or the whole stack if shorter (R-111)."""
    return min(state.config.small - state.contrib[seat], state.stacks[seat])


def awaits_completion(state: RoundState) -> bool:
    """Whether the bring-in stands and is below the small bet, so that it must be completed before any raise (R-111)."""
    return state.config.bring_in and not state.opened and 0 < state.level < state.config.small


def capped(state: RoundState, seat: Seat) -> bool:
    """Whether the cap leaves ``seat`` no raise (R-106; ``cap_scope=player``: R-107)."""
    limit = state.config.raises_at_most
    if limit is None:
        return False
    if state.config.cap_scope == "player":
        return state.wagers.get(seat, 0) > limit
    return state.raises >= limit
