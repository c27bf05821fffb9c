"""The hands of a journal: each with its facts, the people who sat then, and how it stands after corrections; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from assistant.engine.hand import HAND_FACTS, HandState, fold
from assistant.engine.showdown import fill
from assistant.facts import (
    Corrected,
    Fact,
    HandStarted,
    NightSettled,
    Payload,
    PlayerLeft,
    PlayerSeated,
    Seat,
    SeatsMoved,
    TableOpened,
)


@dataclass(frozen=True)
class Person:
    """Who sat at a seat: identity in the books, and name."""

    player: str
    name: str


@dataclass(frozen=True)
class HandRecord:
    """One hand as recorded: all facts that name it, in order, and who sat where when it began."""

    number: int
    facts: tuple[Fact, ...]
    people: Mapping[Seat, Person] = field(default_factory=dict)
    table: str = ""
    night: int = 0  # nights count from 1
    settled: bool = False

    @cached_property
    def folding(self) -> tuple[tuple[int, Payload], ...]:
        """What the hand's fold takes: numbers and payloads, corrections included."""
        return tuple(
            (f.seq, f.payload) for f in self.facts if isinstance(f.payload, (*HAND_FACTS, HandStarted, Corrected))
        )

    @cached_property
    def state(self) -> HandState | None:
        """The hand as it stands; None if it never began."""
        return fold(self.folding).state

    @property
    def started(self) -> HandStarted:
        """What the hand began with."""
        payload = self.facts[0].payload
        assert isinstance(payload, HandStarted)
        return payload

    def name(self, seat: Seat) -> str:
        """The name at a seat, or its number."""
        person = self.people.get(seat)
        return (person.name if person is not None else "") or seat

    def with_names(self, text: str) -> str:
        """The engine's words with names in the place of seats."""
        return fill(text, {s: self.name(s) for s in self.started.seats})

    def fact(self, seq: int) -> Fact | None:
        """The fact of that number, if it is of this hand."""
        return next((f for f in self.facts if f.seq == seq), None)


def hands_of(facts: Iterable[Fact]) -> tuple[HandRecord, ...]:
    """Every hand of these facts, in order."""
    return tuple(_hands(facts))


def _hands(facts: Iterable[Fact]) -> Iterator[HandRecord]:
    people: dict[Seat, Person] = {}
    seated: dict[int, dict[Seat, Person]] = {}
    mine: dict[int, list[Fact]] = {}
    of_night: dict[int, int] = {}
    table, night = "", 0
    settled: set[int] = set()
    for fact in facts:
        p = fact.payload
        if isinstance(p, TableOpened):
            table, night, people = p.table, night + 1, {}
        elif isinstance(p, PlayerSeated):
            people = {**people, p.seat: Person(p.player, p.name)}
        elif isinstance(p, PlayerLeft):
            people = {s: q for s, q in people.items() if s != p.seat}
        elif isinstance(p, SeatsMoved):
            people = _moved(people, p)
        elif isinstance(p, NightSettled):
            settled.add(night)
        elif isinstance(p, HandStarted) and fact.hand is not None:
            mine[fact.hand] = []
            seated[fact.hand], of_night[fact.hand] = people, night
        if fact.hand is not None and fact.hand in mine:
            mine[fact.hand].append(fact)
    for number, own in mine.items():
        yield HandRecord(number, tuple(own), seated[number], table, of_night[number], of_night[number] in settled)


def _moved(people: Mapping[Seat, Person], p: SeatsMoved) -> dict[Seat, Person]:
    was = {q.player: s for s, q in people.items()}
    seats = {**was, **{who: seat for who, seat in p.seats.items() if who in was}}
    return {seat: people[was[who]] for who, seat in seats.items()}


def hand_of(facts: Sequence[Fact], number: int) -> HandRecord | None:
    """The hand of that number."""
    return next((h for h in hands_of(facts) if h.number == number), None)
