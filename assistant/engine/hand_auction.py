"""Leilão: cards in the centre, hidden bids opened together, picks from the highest bid down (V-24, V-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.events_exchange import pick_order, refuse_bid
from assistant.engine.game import Auction, Deal
from assistant.engine.hand_core import CENTRE, GAP, Core, ExpectedCard, HeldCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import begin_deal, checked_face, interrupted
from assistant.engine.hand_show import picked
from assistant.engine.refusal import Refusal
from assistant.facts import CardDealt, Chosen, Payload, Seat


@dataclass(frozen=True)
class Auctioning(Stage):
    """``reveal`` cards still to open, then all bid, then ``picks`` in order; then, with ``leave``, who stays."""

    PHASE: ClassVar[Phase] = "choosing"
    step: Auction
    reveal: int
    bids: Mapping[Seat, int] = field(default_factory=dict)
    picks: tuple[Seat, ...] | None = None
    asked_to_stay: tuple[Seat, ...] | None = None

    def phase(self, core: Core) -> Phase:
        """Dealing while the centre opens."""
        return "dealing" if self.reveal else "choosing"

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The cards of the centre; then, at the next to pick, the card he takes."""
        if self.reveal:
            return tuple(ExpectedCard(CENTRE, True) for _ in range(self.reveal))
        if not self.picks:
            return ()
        return (ExpectedCard(self.picks[0], True, among=tuple(c.card for _, c in self._lots(core) if c.card)),)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """A hidden amount of everybody at once; then the pick; then who stays."""
        if self.reveal:
            return ()
        if self.picks is None:
            return tuple(
                Choice(
                    "secret_amount",
                    s,
                    "bid",
                    core.decision("bid", s),
                    (ChoiceOption("amount", min=0, max=core.stacks[s]),),
                    why="why_bid",
                )
                for s in core.active
                if s not in self.bids
            )
        if self.picks:
            options = tuple(ChoiceOption(str(i), card=c.card) for i, c in self._lots(core))
            seat = self.picks[0]
            decision = core.decision("lot", seat)
            return (Choice("pick_cards", seat, "pick_lot", decision, options, pick=(1, 1), why="why_pick_lot"),)
        return tuple(
            Choice(
                "yes_no",
                s,
                "stay",
                core.decision("stay", s),
                (ChoiceOption("yes"), ChoiceOption("no", danger=True)),
                why="why_stay",
            )
            for s in (self.asked_to_stay or ())[:1]
        )

    def _lots(self, core: Core) -> list[tuple[int, HeldCard]]:
        return [(i, c) for i, c in enumerate(core.centre) if c.role == "lot"]

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card of the centre, a bid, a pick (told or seen), a word to stay."""
        if isinstance(payload, CardDealt):
            return self._card(core, payload)
        if not isinstance(payload, Chosen):
            return refuse_unwanted(core, payload)
        if payload.choice == "secret_amount" and self.picks is None and not self.reveal:
            return self._bid(core, payload)
        if payload.choice == "pick_cards" and self.picks and payload.seat == self.picks[0]:
            chosen = picked(payload.value, {i for i, _ in self._lots(core)}, (1, 1))
            if chosen is None:
                return refuse(core, "pick_so_many", "V-24", seat=payload.seat, cards=1)
            return self._taken(core, next(iter(chosen)))
        if payload.choice == "yes_no" and self.asked_to_stay and payload.seat == self.asked_to_stay[0]:
            if not isinstance(payload.value, bool):
                return refuse(core, "answer_yes_or_no", seat=payload.seat)
            rest = replace(self, asked_to_stay=self.asked_to_stay[1:])
            if not payload.value:
                core = core.leave(payload.seat)
                core = core.but(last_words={**core.last_words, payload.seat: ("saio", None)})
            return core.but(stage=rest)
        return refuse_unwanted(core, payload)

    def _card(self, core: Core, payload: CardDealt) -> Core | Refusal:
        face = checked_face(core, payload)
        if isinstance(face, Refusal):
            return face
        if not payload.up:
            return refuse(core, "card_wrong_facing", "V-24", seat=payload.seat, up=1)
        if self.reveal and payload.seat == CENTRE:
            held = HeldCard(True, face, role="lot", order=core.order_next, shown=core.order_next)
            core = replace(core.dealt(CENTRE, held), order_next=core.order_next + GAP)
            broke = {s: 0 for s in core.active if not core.stacks[s]}
            return _opened(core, replace(self, reveal=self.reveal - 1, bids=broke if self.reveal == 1 else {}))
        if self.picks and payload.seat == self.picks[0]:
            place = next((i for i, c in self._lots(core) if c.card == face), None)
            if place is None:
                return refuse(core, "not_in_the_centre", "V-24", seat=payload.seat)
            return self._taken(core, place)
        return refuse(core, "card_not_expected", "V-24", seat=payload.seat)

    def _bid(self, core: Core, payload: Chosen) -> Core | Refusal:
        seat, value = payload.seat, payload.value
        if seat not in core.active or seat in self.bids:
            return refuse_unwanted(core, payload)
        if type(value) is not int:
            return refuse(core, "say_an_amount", "V-24", seat=seat)
        no = refuse_bid(seat, value, core.stacks[seat])
        if no is not None:
            return no
        return _opened(core, replace(self, bids={**self.bids, seat: value}))

    def _taken(self, core: Core, place: int) -> Core:
        """The card goes to the picker; the last one takes what is left."""
        assert self.picks
        seat, *rest = self.picks
        core = _moved(core, seat, place)
        if len(rest) == 1 and not core.game.events and not core.game.wild:
            core = _moved(core, rest[0], self._lots(core)[0][0])
            rest = []
        ask = core.active if self.step.leave and not rest else None
        return interrupted(core, replace(self, picks=tuple(rest), asked_to_stay=ask), seat)

    def resumed(self, core: Core) -> Stage:
        """Whoever left after his pick is not asked to stay."""
        if self.asked_to_stay is None:
            return self
        return replace(self, asked_to_stay=tuple(s for s in self.asked_to_stay if s in core.active))

    def done(self, core: Core) -> bool:
        """Every lot taken and everybody heard."""
        return not self.reveal and self.picks == () and not self.asked_to_stay


def _opened(core: Core, stage: Auctioning) -> Core:
    """Once all hands are full they open together: every bid goes to the pot, picks from the highest (V-24)."""
    if stage.reveal or len(stage.bids) < len(core.active):
        return core.but(stage=stage)
    for seat, amount in stage.bids.items():
        core = core.pay(seat, amount, dead=True)
    words = {**core.last_words, **{s: ("lance", n) for s, n in stage.bids.items()}}
    picks = pick_order(core.start.seats, core.start.dealer, stage.bids)
    return core.but(stage=replace(stage, picks=picks), last_words=words)


def _moved(core: Core, seat: Seat, place: int) -> Core:
    card = core.centre[place]
    core = core.but(centre=tuple(c for i, c in enumerate(core.centre) if i != place), stock=core.stock + 1)
    held = replace(card, role="", order=core.order_next, shown=core.order_next)
    return replace(core.dealt(seat, held), order_next=core.order_next + GAP)


def begin_auction(core: Core, step: Auction) -> Core:
    """As many cards in the centre as players; where the stock is short, as any open deal (R-169)."""
    if core.stock < len(core.active):
        return begin_deal(core, Deal(1, up=True, street=step.street))
    return core.but(stage=Auctioning(step, len(core.active)), last_words={})
