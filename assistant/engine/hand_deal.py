"""Dealing: the cards a step brings, in any order the camera sees them, and what an open card sets off at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from assistant.engine.cards import parse_card
from assistant.engine.choices import NO, YES, Choice, ChoiceOption
from assistant.engine.draw import open_deal
from assistant.engine.events_open import assassino_price, beisebol, beisebol_price, new_pair
from assistant.engine.game import Deal
from assistant.engine.hand_core import (
    CENTRE,
    GAP,
    Core,
    ExpectedCard,
    HeldCard,
    Phase,
    Stage,
    refuse,
    refuse_unwanted,
)
from assistant.engine.refusal import Refusal
from assistant.engine.seating import deal_rounds
from assistant.facts import CardCode, CardDealt, CardTurned, Chosen, Payload, Seat

PAY_THREE = "pay_three"
PAY_PAIR = "pay_pair"


@dataclass(frozen=True, slots=True)
class Slot:
    """A card still to come; ``order`` is its place in the dealing."""

    order: int
    seat: str
    up: bool
    aside: bool = False
    role: Literal["", "shared", "lot"] = ""


@dataclass(frozen=True, slots=True)
class Due:
    """A payment an open card demands at once: pay or leave (R-131, R-132)."""

    code: str
    seat: Seat
    order: int


@dataclass(frozen=True)
class Dealing(Stage):
    """Slots still empty, payments that stand, seats that turn their closed card to get the next one closed, and seats
    that were asked and want it open (``content``)."""

    PHASE: ClassVar[Phase] = "dealing"
    slots: tuple[Slot, ...] = ()
    dues: tuple[Due, ...] = ()
    turning: tuple[Seat, ...] = ()
    content: tuple[Seat, ...] = ()

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """Closed cards to be turned first (V-18), then the empty slots in dealing order."""
        turns = tuple(ExpectedCard(s, True, core.closed_places(s)[0]) for s in self.turning)
        return turns + tuple(ExpectedCard(s.seat, s.up) for s in self.slots if s.seat not in self.turning)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The first payment that is ripe, and the wishes for a closed card (V-18)."""
        return due_choices(core, self.dues, self.slots) + self._wishes(core)

    def done(self, core: Core) -> bool:
        """Every slot filled and every payment settled."""
        return not (self.slots or self.dues or self.turning)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card dealt or turned, a payment answered, a wish spoken."""
        if isinstance(payload, CardDealt):
            return self._card(core, payload)
        if isinstance(payload, CardTurned) and payload.seat in self.turning:
            return self._turned(core, payload)
        if isinstance(payload, Chosen) and payload.choice == "yes_no":
            ripe = ripe_due(self.dues, self.slots)
            if ripe is not None and ripe.seat == payload.seat:
                return answer_due(core, self, ripe, payload.value)
            if any(c.seat == payload.seat for c in self._wishes(core)):
                return self._wish(core, payload.seat, payload.value)
        return refuse_unwanted(core, payload)

    def _card(self, core: Core, payload: CardDealt) -> Core | Refusal:
        card = checked_face(core, payload)
        if isinstance(card, Refusal):
            return card
        open_slots = [s for s in self.slots if s.seat == payload.seat and s.seat not in self.turning]
        if not open_slots:
            return refuse(core, "card_not_expected", "R-077", seat=payload.seat)
        slot = next((s for s in open_slots if s.up == payload.up), None)
        if slot is None:
            return refuse(core, "card_wrong_facing", "R-077", seat=payload.seat, up=int(open_slots[0].up))
        held = HeldCard(payload.up, card, aside=slot.aside, role=slot.role, order=slot.order, shown=slot.order)
        core = core.dealt(payload.seat, held)
        stage = replace(self, slots=tuple(s for s in self.slots if s is not slot))
        if payload.up and card is not None:
            stage, core = fallen(core, stage, slot.seat, card, slot.order)
        return core.but(stage=stage)

    def _turned(self, core: Core, payload: CardTurned) -> Core | Refusal:
        face = face_of(core, payload.card)
        if isinstance(face, Refusal):
            return face
        if payload.place not in core.closed_places(payload.seat):
            return refuse(core, "no_closed_card_there", seat=payload.seat, place=payload.place)
        core = core.turn(payload.seat, payload.place, face)
        slots = tuple(replace(s, up=False) if s.seat == payload.seat else s for s in self.slots)
        stage = replace(self, slots=slots, turning=tuple(s for s in self.turning if s != payload.seat))
        return core.but(stage=stage)

    def _wishes(self, core: Core) -> tuple[Choice, ...]:
        """V-18: who holds one closed card may turn it and ask for the next one closed, before it is dealt."""
        if "closed_option" not in core.game.overlay:
            return ()
        return tuple(
            Choice(
                "yes_no",
                s.seat,
                "closed_next",
                core.decision("closed", s.seat),
                (YES, NO),
                why="why_closed_next",
                optional=True,
            )
            for s in self.slots
            if s.up and s.seat != CENTRE and s.seat not in (*self.turning, *self.content)
            if len(core.closed_places(s.seat)) == 1
        )

    def _wish(self, core: Core, seat: Seat, value: object) -> Core | Refusal:
        if not isinstance(value, bool):
            return refuse(core, "answer_yes_or_no", seat=seat)
        if not value:
            return core.but(stage=replace(self, content=(*self.content, seat)))
        return core.but(stage=replace(self, turning=(*self.turning, seat)))


def begin_deal(core: Core, step: Deal) -> Core:
    """The slots of a deal, clockwise from the left (R-077); where the stock of an open game runs short, R-169."""
    active = core.active
    core, shared = _short_deck(core, step.count) if core.game.open_game else (core, False)
    if shared:
        slots = [Slot(core.order_next + i * GAP, CENTRE, True, role="shared") for i in range(step.count)]
    else:
        seen = step.count - step.aside  # the first ones may be looked at (V-11)
        turns = [(s, i) for i in _rounds(core, step) for s in active for _ in range(i)]
        got = dict.fromkeys(active, 0)
        slots = []
        for i, (seat, _) in enumerate(turns):
            slots.append(Slot(core.order_next + i * GAP, seat, step.up, aside=got[seat] >= seen))
            got[seat] += 1
    return core.but(stage=Dealing(slots=tuple(slots)), order_next=core.order_next + (len(slots) + 1) * GAP)


def _rounds(core: Core, step: Deal) -> tuple[int, ...]:
    """Cards a turn: the house's pattern for closed hands, one by one otherwise (R-077)."""
    return deal_rounds(step.count, "ones" if step.up else core.setup.options.deal_pattern)


def _short_deck(core: Core, count: int) -> tuple[Core, bool]:
    """R-169: the cards of those who left are shuffled in, or one open card serves everybody."""
    left = [s for s in core.folded if s not in core.back]
    gained = sum(len(core.cards[s]) for s in left)
    plan = open_deal(core.stock, len(core.active), gained, core.setup.options.stick_short_deck, count)
    if isinstance(plan, Refusal):
        return core, False
    if plan.reshuffle:
        core = core.note("leavers_shuffled_in", "R-169", cards=gained)
        core = core.but(stock=core.stock + gained, back=core.back | frozenset(left))
    if plan.shared:
        core = core.note("shared_card", "R-169")
    return core, plan.shared


# --- what an open card sets off ----------------------------------------------------------------------------------


def fallen(core: Core, stage: Dealing, seat: str, card: CardCode, order: int) -> tuple[Dealing, Core]:
    """The stage after an open card: extra cards, payments, a centre card (R-030, R-131, R-132)."""
    if seat == CENTRE:
        return stage, core
    slots, dues = list(stage.slots), list(stage.dues)
    events = core.game.events
    if "beisebol" in events:
        brings = beisebol(card)
        if brings == "extra" and core.stock > len(slots):
            slots.append(Slot(order + 1, seat, True))
        elif brings == "pay":
            dues.append(Due(PAY_THREE, seat, order))
    others = [c.card for c in core.open_cards(seat) if c.card is not None and c.shown != order]
    if new_pair(others, card):
        if "assassino" in events:
            dues.append(Due(PAY_PAIR, seat, order))
        if core.game.wild == "change_the_diaper" and core.stock > len(slots):
            slots.append(Slot(order + 2, CENTRE, True))
    ordered = tuple(sorted(slots, key=lambda s: s.order))
    payable = sorted((d for d in dues if core.stacks[d.seat] > 0), key=lambda d: d.order)
    return replace(stage, slots=ordered, dues=tuple(payable)), core


@dataclass(frozen=True)
class Event(Stage):
    """What a card set off in the middle of another step; the step goes on when it is settled."""

    PHASE: ClassVar[Phase] = "dealing"
    dealing: Dealing
    resume: Stage

    def phase(self, core: Core) -> Phase:
        """Dealing while a card comes, choosing while a payment is asked."""
        return "dealing" if self.dealing.slots else "choosing"

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The cards the event brings."""
        return self.dealing.expected(core)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The payment the event asks."""
        return self.dealing.choices(core)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A fact of the event."""
        after = self.dealing.apply(core.but(stage=self.dealing), payload)
        if isinstance(after, Refusal):
            return after
        assert isinstance(after.stage, Dealing)
        return after.but(stage=replace(self, dealing=after.stage))

    def done(self, core: Core) -> bool:
        """Cards dealt and payments settled."""
        return self.dealing.done(core)


def interrupted(core: Core, then: Stage, seat: Seat, *, extra_up: bool = True) -> Core:
    """The core after the seat's last open card fell: the event it sets off first, ``then`` the step goes on."""
    card = max(core.open_cards(seat), key=lambda c: c.shown)
    if card.card is None:
        return core.but(stage=then)
    dealing, core = fallen(core, Dealing(), seat, card.card, card.shown)
    if dealing.done(core):
        return core.but(stage=then)
    if not extra_up:
        slots = tuple(replace(s, up=s.seat == CENTRE, order=core.order_next) for s in dealing.slots)
        dealing = replace(dealing, slots=slots)
    return core.but(stage=Event(dealing, then))


def ripe_due(dues: Iterable[Due], slots: Iterable[Slot]) -> Due | None:
    """The first payment, once no earlier card is missing: they are settled in dealing order (R-132)."""
    first = next(iter(dues), None)
    if first is None or any(s.order < first.order for s in slots):
        return None
    return first


def due_amount(core: Core, due: Due) -> int:
    """Chips the payment takes: two pingos, or as much as the pot holds, all-in if short."""
    stack = core.stacks[due.seat]
    price = beisebol_price(core.start.pingo, stack) if due.code == PAY_THREE else assassino_price(core.pot, stack)
    return price.pays


def due_choices(core: Core, dues: tuple[Due, ...], slots: tuple[Slot, ...]) -> tuple[Choice, ...]:
    """The question for the payment that is ripe."""
    due = ripe_due(dues, slots)
    if due is None:
        return ()
    amount = due_amount(core, due)
    decision = core.decision(due.code, due.seat, due.order, amount)
    options = (ChoiceOption("yes", amount=amount), ChoiceOption("no", danger=True))
    why = "why_three" if due.code == PAY_THREE else "why_pair"
    return (Choice("yes_no", due.seat, due.code, decision, options, {"amount": amount}, to_call=amount, why=why),)


def answer_due(core: Core, stage: Dealing, due: Due, value: object) -> Core | Refusal:
    """The payment made, or the hand left."""
    if not isinstance(value, bool):
        return refuse(core, "answer_yes_or_no", seat=due.seat)
    dues = tuple(d for d in stage.dues if d is not due)
    if value:
        amount = due_amount(core, due)
        core = core.pay(due.seat, amount, dead=True)
        core = core.but(last_words={**core.last_words, due.seat: ("pago", amount)})
        dues = tuple(d for d in dues if core.stacks[d.seat] > 0)
        return core.but(stage=replace(stage, dues=dues))
    core = core.leave(due.seat)
    core = core.but(last_words={**core.last_words, due.seat: ("saio", None)})
    return core.but(
        stage=replace(
            stage,
            dues=tuple(d for d in dues if d.seat != due.seat),
            slots=tuple(s for s in stage.slots if s.seat != due.seat),
            turning=tuple(s for s in stage.turning if s != due.seat),
        ),
    )


# --- faces -------------------------------------------------------------------------------------------------------


def face_of(core: Core, text: str) -> CardCode | Refusal:
    """The card's code, or the refusal of something that is no card."""
    try:
        return parse_card(text)
    except ValueError:
        return refuse(core, "no_such_card", "R-001", card=text)


def checked_face(core: Core, payload: CardDealt) -> CardCode | Refusal | None:
    """The face of a card dealt open, None for a closed one; a closed card never has a face (R-079)."""
    if not payload.up:
        return refuse(core, "closed_card_with_face", "R-079", seat=payload.seat) if payload.card else None
    if payload.card is None:
        return refuse(core, "open_card_without_face", seat=payload.seat)
    return face_of(core, payload.card)
