"""Steps in which nobody sees what is done: passing, laying aside, ordering, arranging; and picking which cards go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.game import Arrange, Discard, Keep, Order, Pass
from assistant.engine.hand_core import Core, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_show import picked
from assistant.engine.refusal import Param, Refusal
from assistant.facts import Chosen, Payload, Seat

READY = ChoiceOption("ready")


@dataclass(frozen=True)
class Readying(Stage):
    """Everybody says when it is done; ``drop`` closed cards then leave each hand unseen."""

    PHASE: ClassVar[Phase] = "choosing"
    code: str
    waiting: tuple[Seat, ...]
    params: Mapping[str, Param] = field(default_factory=dict)
    per_seat: Mapping[Seat, Mapping[str, Param]] = field(default_factory=dict)
    drop: int = 0

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """ "Pronto?" to everybody at once."""
        return tuple(
            Choice(
                "ready",
                s,
                self.code,
                core.decision(self.code, s),
                (READY,),
                {**self.params, **self.per_seat.get(s, {})},
                why=f"why_{self.code}",
            )
            for s in self.waiting
        )

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """One more is ready."""
        if not isinstance(payload, Chosen) or payload.choice != "ready" or payload.seat not in self.waiting:
            return refuse_unwanted(core, payload)
        if payload.value not in (None, True):
            return refuse(core, "answer_not_wanted", seat=payload.seat)
        return core.but(stage=replace(self, waiting=tuple(s for s in self.waiting if s != payload.seat)))

    def done(self, core: Core) -> bool:
        """All are ready."""
        return not self.waiting

    def close(self, core: Core) -> Core:
        """Cards laid aside are out of the hand; which they were nobody learns."""
        if self.drop:
            for seat in core.active:
                core = core.drop_cards(seat, core.closed_places(seat)[-self.drop :])
        return core


@dataclass(frozen=True)
class Picking(Stage):
    """Each seat concerned lays some of its cards aside, by place; all at once."""

    PHASE: ClassVar[Phase] = "choosing"
    code: str
    asked: Mapping[Seat, tuple[tuple[int, ...], int]]  # seat: places it may pick, how many go

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """Which cards go."""
        return tuple(
            Choice(
                "pick_cards",
                s,
                self.code,
                core.decision(self.code, s),
                tuple(ChoiceOption(str(i), card=core.cards[s][i].card) for i in places),
                {"cards": n},
                pick=(n, n),
                why=f"why_{self.code}",
            )
            for s, (places, n) in self.asked.items()
        )

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """One seat's pick: those cards leave the hand."""
        if not isinstance(payload, Chosen) or payload.choice != "pick_cards" or payload.seat not in self.asked:
            return refuse_unwanted(core, payload)
        places, n = self.asked[payload.seat]
        chosen = picked(payload.value, set(places), (n, n))
        if chosen is None:
            return refuse(core, "pick_so_many", seat=payload.seat, cards=n)
        core = core.drop_cards(payload.seat, chosen)
        asked = {s: a for s, a in self.asked.items() if s != payload.seat}
        return core.but(stage=replace(self, asked=asked))

    def done(self, core: Core) -> bool:
        """Everybody concerned has picked."""
        return not self.asked


def receiver_of(core: Core, seat: Seat, step: Pass) -> Seat:
    """Who gets the cards the seat passes on, among those still in (V-40 to V-42)."""
    ring = core.active
    n = {"left": 1, "right": -1, "across": len(ring) // 2}[step.direction]
    return ring[(ring.index(seat) + n) % len(ring)]


def begin_pass(core: Core, step: Pass) -> Core:
    """All choose their cards and hand them over at once (V-40); only "ready" is told."""
    to: dict[Seat, Mapping[str, Param]] = {s: {"to": receiver_of(core, s, step)} for s in core.active}
    return core.but(stage=Readying("pass_cards", core.active, {"cards": step.count}, to))


def begin_order(core: Core, step: Order) -> Core:
    """Each orders his pile (V-40)."""
    return core.but(stage=Readying("order_cards", core.active))


def begin_arrange(core: Core, step: Arrange) -> Core:
    """Each lays three packets (R-057)."""
    return core.but(stage=Readying("arrange", core.active))


def begin_discard(core: Core, step: Discard) -> Core:
    """Closed cards are laid aside; by place where other cards of the seat lie open."""
    if not step.named:
        return core.but(stage=Readying("discard", core.active, {"cards": step.count}, drop=step.count))
    asked = {s: (core.closed_places(s), step.count) for s in core.active}
    return core.but(stage=Picking("lay_aside", asked))


def begin_keep(core: Core, step: Keep) -> Core:
    """Who holds more cards than the form shows lays the rest aside (V-26, V-27)."""
    asked: dict[Seat, tuple[tuple[int, ...], int]] = {}
    most_closed = core.game.closed_cards if step.closed is None else step.closed
    most_open = core.game.open_cards if step.open is None else step.open
    for seat in core.active:
        closed = core.closed_places(seat)
        opened = tuple(i for i, c in enumerate(core.cards[seat]) if c.up)
        if len(closed) > most_closed:
            asked[seat] = (closed, len(closed) - most_closed)
        elif len(opened) > most_open:
            asked[seat] = (opened, len(opened) - most_open)
    return core.but(stage=Picking("keep_form", asked))
