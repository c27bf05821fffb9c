"""The table as a fold of its facts: people, button, hand; the only place where seats become an order.

Chips are the books' (`with_books`): what a phone shows as a stack is what the bank would pay for.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assistant.bank.state import BooksState
from assistant.engine.hand import HandState, fold
from assistant.facts import (
    ButtonMoved,
    Corrected,
    Fact,
    HandStarted,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    RulesAgreed,
    Seat,
    SeatsMoved,
    TableOpened,
    TablePaused,
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
    stacks: Mapping[Seat, int] = field(default_factory=dict)  # as the books have them
    button: Seat | None = None  # carteador of the present or last hand
    next_button: Seat | None = None
    hand_number: int = 0
    carry: int = 0
    passed_before: int = 0
    hand: HandState | None = None
    hand_facts: tuple[tuple[int, Payload], ...] = ()  # of the present or last hand, Corrected included
    misfits: tuple[tuple[int, str], ...] = ()  # facts that no longer fit after a correction
    past: Mapping[int, tuple[tuple[int, Payload], ...]] = field(default_factory=dict)  # facts of hands before it
    settled: bool = False
    paused: bool = False
    seq: int = 0
    head: str = ""

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and not self.hand.over

    @property
    def practising(self) -> bool:
        """Whether the hand being played is for practice, with chips that count for nothing."""
        return self.hand is not None and not self.hand.over and self.hand.started.practice

    @property
    def shown_stacks(self) -> Mapping[Seat, int]:
        """The chips before each seat: the books' own, or in a practice hand those it is played with."""
        if self.hand is None or not self.practising:
            return self.stacks
        return {**self.stacks, **self.hand.stacks}

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
    """The state after one more fact, chips aside (facts are trusted: whoever proposed them asked the engine first)."""
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
            players={},
            button=None,
            next_button=None,
            passed_before=0,
            hand=None,
            hand_facts=(),
            misfits=(),
            settled=False,
        )
    if isinstance(p, PlayerSeated):
        return dataclasses.replace(state, players={**state.players, p.seat: Player(p.player, p.name)})
    if isinstance(p, PlayerLeft):
        return dataclasses.replace(state, players={s: q for s, q in state.players.items() if s != p.seat})
    if isinstance(p, NightSettled):
        return dataclasses.replace(state, settled=True)
    if isinstance(p, SeatsMoved):
        return _moved(state, p)
    if isinstance(p, ButtonMoved):
        return dataclasses.replace(state, next_button=p.seat)
    if isinstance(p, RulesAgreed):
        return dataclasses.replace(state, options={**state.options, **p.options})
    if isinstance(p, TablePaused):
        return dataclasses.replace(state, paused=p.paused)
    if isinstance(p, HandStarted):
        past = {**state.past, state.hand_number: state.hand_facts} if state.hand_facts else state.past
        state = dataclasses.replace(
            state,
            past=past,
            hand_number=p.number,
            button=state.button if p.practice else p.dealer,
            next_button=state.next_button if p.practice else None,
            hand_facts=((fact.seq, p),),
            misfits=(),
        )
        return _refold(state)
    if fact.hand is not None and fact.hand == state.hand_number and state.hand_facts:
        return _in_hand(state, fact.seq, p)
    if isinstance(p, Corrected) and fact.hand is not None and fact.hand in state.past:
        old = state.past[fact.hand]  # a hand before the last is settled otherwise: the books move the chips
        return dataclasses.replace(state, past={**state.past, fact.hand: (*old, (fact.seq, p))})
    return state


def _moved(state: TableState, p: SeatsMoved) -> TableState:
    """Who is not named keeps his place; chips go along, since they are the players' in the books."""
    was = {player.player: seat for seat, player in state.players.items()}
    seat_of = {**was, **{who: seat for who, seat in p.seats.items() if who in was}}
    people = {seat: state.players[was[who]] for who, seat in seat_of.items()}
    return dataclasses.replace(state, players=people)


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
    """The table's button and passed-out count follow the hand as it stands."""
    hand = state.hand
    if hand is None or hand.started.practice or not hand.over:
        return state
    return dataclasses.replace(state, next_button=hand.next_dealer, passed_before=hand.passed_before_next)


def with_books(state: TableState, books: BooksState) -> TableState:
    """The table with the chips that the books know after the same fact: one truth for stacks and for a carried pot."""
    stacks = {seat: books.balance(f"stack:{books.seats.get(seat, '')}") for seat in state.seats}
    carry = state.carry if books.playing else books.balance("pot")
    return dataclasses.replace(state, stacks=stacks, carry=carry)
