"""The table as a fold of its facts: people, stacks, button, hand; the only place where seats become an order."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.engine.hand import HandState, fold
from assistant.facts import (
    CacifeBought,
    CashedOut,
    Corrected,
    Fact,
    HandStarted,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    Seat,
    TableOpened,
)


@dataclass(frozen=True)
class Player:
    """Who sits at a seat; ``player`` is the identity in the books."""

    player: str
    name: str


@dataclass(frozen=True)
class TableState:
    """Everything about the table that outlives a hand; chips are whole."""

    name: str = ""
    seats: tuple[Seat, ...] = ()
    cacife_chips: int = 0
    cacife_centavos: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[Seat, Player] = field(default_factory=dict)
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    cacifes: Mapping[str, int] = field(default_factory=dict)  # bought, by player
    button: Seat | None = None  # carteador of the present or last hand
    next_button: Seat | None = None
    hand_number: int = 0
    carry: int = 0
    passed_before: int = 0
    hand: HandState | None = None
    hand_facts: tuple[tuple[int, Payload], ...] = ()  # of the present or last hand, Corrected included
    misfits: tuple[tuple[int, str], ...] = ()  # facts that no longer fit after a correction
    settled: bool = False
    seq: int = 0
    head: str = ""

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and not self.hand.over

    def order_from(self, seat: Seat | None) -> tuple[Seat, ...]:
        """The seats clockwise, beginning with the one to the left of ``seat`` and ending with it."""
        if seat is None or seat not in self.seats:
            return self.seats
        i = self.seats.index(seat) + 1
        return self.seats[i:] + self.seats[:i]

    def ready_seats(self) -> tuple[Seat, ...]:
        """Seats with a person and chips, clockwise: who can be dealt in."""
        return tuple(s for s in self.seats if s in self.players and self.stacks.get(s, 0) > 0)

    def button_for_next(self) -> Seat | None:
        """Who deals next: to the left of the last carteador (R-073), or the first ready seat of a night."""
        ready = self.ready_seats()
        wanted = self.next_button or self.button
        if not ready:
            return None
        if wanted is None:
            return ready[-1]
        if self.next_button is not None and self.next_button in ready:
            return self.next_button
        return next(s for s in self.order_from(wanted) if s in ready)


def apply(state: TableState, fact: Fact) -> TableState:
    """The state after one more fact (facts are trusted: whoever proposed them asked the engine first)."""
    p = fact.payload
    state = dataclasses.replace(state, seq=fact.seq, head=fact.hash)
    if isinstance(p, TableOpened):
        return dataclasses.replace(
            state,
            name=p.table,
            seats=p.seats,
            cacife_chips=p.cacife_chips,
            cacife_centavos=p.cacife_centavos,
            options=p.options,
            settled=False,
        )
    if isinstance(p, PlayerSeated):
        return dataclasses.replace(
            state,
            players={**state.players, p.seat: Player(p.player, p.name)},
            stacks={**state.stacks, p.seat: state.stacks.get(p.seat, 0)},
        )
    if isinstance(p, PlayerLeft):
        return dataclasses.replace(state, players={s: q for s, q in state.players.items() if s != p.seat})
    if isinstance(p, CacifeBought):
        return dataclasses.replace(
            state,
            stacks={**state.stacks, p.seat: state.stacks.get(p.seat, 0) + p.chips},
            cacifes={**state.cacifes, p.player: state.cacifes.get(p.player, 0) + p.cacifes},
        )
    if isinstance(p, CashedOut):
        return dataclasses.replace(state, stacks={**state.stacks, p.seat: state.stacks.get(p.seat, 0) - p.chips})
    if isinstance(p, NightSettled):
        return dataclasses.replace(state, settled=True)
    if isinstance(p, HandStarted):
        state = dataclasses.replace(
            state,
            hand_number=p.number,
            button=p.dealer,
            next_button=None,
            hand_facts=((fact.seq, p),),
            misfits=(),
        )
        return _refold(state)
    if fact.hand is not None and fact.hand == state.hand_number and state.hand_facts:
        return _in_hand(state, fact.seq, p)
    return state


def _in_hand(state: TableState, seq: int, payload: Payload) -> TableState:
    facts = (*state.hand_facts, (seq, payload))
    was = state.hand
    state = dataclasses.replace(state, hand_facts=facts)
    if isinstance(payload, Corrected) or was is None:
        return _refold(state)
    after = was.apply(payload)
    if not isinstance(
        after, HandState
    ):  # a note the hand does not fold, or one that no longer fits: named, not dropped
        return _refold(state)
    return _settle(dataclasses.replace(state, hand=after))


def _refold(state: TableState) -> TableState:
    folded = fold(state.hand_facts)
    misfits = tuple((seq, refusal.code) for seq, refusal in folded.misfits)
    return _settle(dataclasses.replace(state, hand=folded.state, misfits=misfits))


def _settle(state: TableState) -> TableState:
    """The table's stacks, button, carried pot and passed-out count follow the hand as it stands."""
    hand = state.hand
    if hand is None:
        return state
    stacks = {**state.stacks, **hand.stacks}
    if not hand.over:
        return dataclasses.replace(state, stacks=stacks)
    return dataclasses.replace(
        state,
        stacks=stacks,
        next_button=hand.next_dealer,
        carry=hand.carry_out,
        passed_before=hand.passed_before_next,
    )


def fold_table(facts: Iterable[Fact], state: TableState | None = None) -> TableState:
    """The table after all these facts."""
    state = state or TableState()
    for fact in facts:
        state = apply(state, fact)
    return state
