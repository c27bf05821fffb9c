"""Exchanges of one card from the left: Troca, Cartas Substitutas, Twist (R-133, V-32, V-35, V-36, V-39)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.game import Swap
from assistant.engine.hand_core import GAP, Core, ExpectedCard, HeldCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import checked_face, interrupted
from assistant.engine.hand_show import picked
from assistant.engine.refusal import Refusal
from assistant.facts import CardDealt, Chosen, Payload, Seat


@dataclass(frozen=True)
class Swapping(Stage):
    """Each in turn exchanges one card or none; ``picked`` is the place given, ``coming`` the card waited for."""

    PHASE: ClassVar[Phase] = "choosing"
    step: Swap
    queue: tuple[Seat, ...]
    picked: int | None = None
    coming: HeldCard | None = None  # its place in the dealing and its facing, before the face is known

    def phase(self, core: Core) -> Phase:
        """Dealing while the new card comes."""
        return "dealing" if self.coming is not None else "choosing"

    def price(self, core: Core, place: int, *, closed: bool = False) -> int:
        """Chips for exchanging the card at this place; more for a new card that comes closed (R-133)."""
        pingos = self.step.cost_open if core.cards[self.queue[0]][place].up else self.step.cost_closed
        return core.start.pingo * (pingos + (self.step.cost_hidden if closed else 0))

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The new card of who exchanged."""
        return () if self.coming is None else (ExpectedCard(self.queue[0], self.coming.up),)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """Which card the next gives, if any; then whether the new one comes closed (Twist)."""
        if not self.queue or self.coming is not None:
            return ()
        seat = self.queue[0]
        if self.picked is not None:
            amount = self.price(core, self.picked, closed=True)
            facing = (ChoiceOption("yes", amount=amount), ChoiceOption("no", amount=self.price(core, self.picked)))
            decision = core.decision("facing", seat)
            return (Choice("yes_no", seat, "new_card_closed", decision, facing, {"amount": amount}, why="why_twist"),)
        places = self._places(core)
        options = tuple(ChoiceOption(str(i), amount=self.price(core, i), card=core.cards[seat][i].card) for i in places)
        return (
            Choice("pick_cards", seat, "swap_one", core.decision("swap", seat), options, pick=(0, 1), why="why_swap"),
        )

    def _places(self, core: Core) -> tuple[int, ...]:
        """Cards the next in turn can pay to exchange; none once the stock is empty (R-112, R-169)."""
        seat = self.queue[0]
        stack = core.stacks[seat]
        if core.stock < 1:
            return ()
        return tuple(i for i in range(len(core.cards[seat])) if self.price(core, i) <= stack)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card chosen, a facing chosen, the new card dealt."""
        if isinstance(payload, CardDealt):
            return self._dealt(core, payload)
        if not isinstance(payload, Chosen) or self.coming is not None or payload.seat not in self.queue[:1]:
            return refuse_unwanted(core, payload)
        if payload.choice == "yes_no" and self.picked is not None:
            if not isinstance(payload.value, bool):
                return refuse(core, "answer_yes_or_no", seat=payload.seat)
            if payload.value and self.price(core, self.picked, closed=True) > core.stacks[payload.seat]:
                return refuse(core, "cannot_pay", "R-133", seat=payload.seat)
            return self._paid(core, self.picked, up=not payload.value, closed=payload.value)
        if payload.choice != "pick_cards" or self.picked is not None:
            return refuse_unwanted(core, payload)
        chosen = picked(payload.value, set(self._places(core)), (0, 1))
        if chosen is None:
            return refuse(core, "pick_one_or_none", "R-133", seat=payload.seat)
        if not chosen:
            return core.but(stage=self.after(core))
        place = next(iter(chosen))
        if self.step.choose:
            return core.but(stage=replace(self, picked=place))
        return self._paid(core, place, up=core.cards[payload.seat][place].up, closed=False)

    def _paid(self, core: Core, place: int, *, up: bool, closed: bool) -> Core:
        seat = self.queue[0]
        old = core.cards[seat][place]
        amount = self.price(core, place, closed=closed)
        core = core.pay(seat, amount, dead=True).drop_cards(seat, [place])
        words = {**core.last_words, seat: ("troca", amount or None)}
        stage = replace(self, picked=None, coming=HeldCard(up, order=old.order))
        return core.but(stage=stage, exchanged=True, last_words=words)

    def _dealt(self, core: Core, payload: CardDealt) -> Core | Refusal:
        face = checked_face(core, payload)
        if isinstance(face, Refusal):
            return face
        if self.coming is None or payload.seat != self.queue[0]:
            return refuse(core, "card_not_expected", "R-133", seat=payload.seat)
        if payload.up != self.coming.up:
            return refuse(core, "card_wrong_facing", "R-133", seat=payload.seat, up=int(self.coming.up))
        core = core.dealt(payload.seat, replace(self.coming, card=face, shown=core.order_next))
        core = core.but(order_next=core.order_next + GAP)
        return interrupted(core, self.after(core), payload.seat) if payload.up else core.but(stage=self.after(core))

    def after(self, core: Core) -> Swapping:
        """The exchange with the next who has something he could exchange and pay for; others are not asked."""
        rest = replace(self, queue=self.queue[1:], picked=None, coming=None)
        return rest._asked(core)

    def _asked(self, core: Core) -> Swapping:
        rest = self
        while rest.queue and not (rest.queue[0] in core.active and rest._places(core)):
            rest = replace(rest, queue=rest.queue[1:])
        return rest

    def resumed(self, core: Core) -> Stage:
        """An event may have taken chips, or a player."""
        return self._asked(core)

    def done(self, core: Core) -> bool:
        """Everybody was asked."""
        return not self.queue

    def close(self, core: Core) -> Core:
        """Words of the exchange are said."""
        return core.but(last_words={s: w for s, w in core.last_words.items() if w[0] != "troca"})


def begin_swap(core: Core, step: Swap) -> Core:
    """The exchange opens from the carteador's left, unless the one before was left unused."""
    if step.if_exchanged and not core.exchanged:
        return core.but(stage=Stage())
    stage = Swapping(step, ("", *core.active)).after(core)
    return core.but(stage=stage, exchanged=False)
