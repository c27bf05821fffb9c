"""The draw, the posts of Escuro and the barter of Trees inside a hand (R-124, R-125, R-160 to R-168, V-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from assistant.engine.choices import NO, YES, Choice, ChoiceOption
from assistant.engine.draw import DrawRules, DrawState
from assistant.engine.escuro import EscuroPosts, nominal, post_escuro
from assistant.engine.events_exchange import Barter
from assistant.engine.game import Draw, Posts, Trees
from assistant.engine.hand_core import GAP, Core, ExpectedCard, HeldCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import Slot, checked_face
from assistant.engine.refusal import Refusal
from assistant.facts import CardDealt, Chosen, Payload, Seat


@dataclass(frozen=True)
class Drawing(Stage):
    """Each in turn says how many and is served; the cards come before the next is asked (R-166)."""

    PHASE: ClassVar[Phase] = "choosing"
    draw: DrawState
    slots: tuple[Slot, ...] = ()

    def phase(self, core: Core) -> Phase:
        """Dealing while somebody is being served."""
        return "dealing" if self.slots else "choosing"

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The closed cards of who is being served."""
        return tuple(ExpectedCard(s.seat, s.up) for s in self.slots)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """ "Quantas?" to the next in turn (R-166)."""
        seat = self.draw.next
        if self.slots or seat is None:
            return ()
        limits = self.draw.limits(seat)
        option = ChoiceOption("number", min=limits.low, max=limits.high)
        params = {"least": limits.low or 0, "most": limits.high or 0}
        return (Choice("number", seat, "how_many", core.decision("draw", seat), (option,), params, why="why_draw"),)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A number said, or a card served."""
        if isinstance(payload, Chosen) and payload.choice == "number" and not self.slots:
            return self._asked(core, payload)
        if isinstance(payload, CardDealt):
            return self._served(core, payload)
        return refuse_unwanted(core, payload)

    def _asked(self, core: Core, payload: Chosen) -> Core | Refusal:
        if type(payload.value) is not int:
            return refuse(core, "say_a_number", "R-166", seat=payload.seat)
        after = self.draw.ask(payload.seat, payload.value)
        if isinstance(after, Refusal):
            return after
        one = after.served[-1]
        core = core.drop_cards(one.seat, _thrown(core, one.seat, one.discards))
        if one.folded_added:
            core = core.but(back=core.back | frozenset(core.folded))
        if one.reshuffle:
            core = core.note("discards_shuffled_in", one.rule, seat=one.seat, leavers=int(one.folded_added))
        slots = tuple(Slot(core.order_next + i * GAP, one.seat, False) for i in range(one.receives))
        words = {**core.last_words, one.seat: ("servido", None) if one.says else ("cartas", one.discards)}
        return core.but(
            stage=replace(self, draw=after, slots=slots),
            stock=one.stock_after + one.receives,
            order_next=core.order_next + (one.receives + 1) * GAP,
            draws={**core.draws, one.seat: one.discards},
            last_words=words,
        )

    def _served(self, core: Core, payload: CardDealt) -> Core | Refusal:
        face = checked_face(core, payload)
        if isinstance(face, Refusal):
            return face
        if not self.slots or payload.seat != self.slots[0].seat:
            return refuse(core, "card_not_expected", "R-166", seat=payload.seat)
        if payload.up:
            return refuse(core, "card_wrong_facing", "R-077", seat=payload.seat, up=0)
        slot, *rest = self.slots
        core = core.dealt(slot.seat, HeldCard(False, order=slot.order, shown=slot.order))
        return core.but(stage=replace(self, slots=tuple(rest)))

    def done(self, core: Core) -> bool:
        """Everybody served."""
        return not self.slots and self.draw.next is None

    def close(self, core: Core) -> Core:
        """The cards set aside may be looked at now (V-11)."""
        cards = {s: tuple(replace(c, aside=False) if c.aside else c for c in held) for s, held in core.cards.items()}
        return core.but(cards=cards, last_words=_without(core, ("servido", "cartas")))


def _without(core: Core, verbs: tuple[str, ...]) -> dict[Seat, tuple[str, int | None]]:
    return {s: w for s, w in core.last_words.items() if w[0] not in verbs}


def _thrown(core: Core, seat: Seat, count: int) -> tuple[int, ...]:
    """Places of the cards that go: which ones they are nobody learns (R-079), only never those set aside."""
    places = [i for i, c in enumerate(core.cards[seat]) if not c.aside]
    return tuple(places[len(places) - count :])


def begin_draw(core: Core, step: Draw) -> Core:
    """The exchange opens; where the house mixes them, the leavers' cards go into the stock first (R-162)."""
    o = core.setup.options
    rules = DrawRules(
        step.kind,
        o.draw_max if step.most is None else step.most,
        o.four_first_only,
        o.draw_stock,
        high_low=core.game.split == "highlow",
    )
    left = [s for s in core.folded if s not in core.back]
    folded_cards = sum(len(core.cards[s]) for s in left)
    draw = DrawState.start(rules, core.active, core.stock, folded_cards)
    if o.draw_stock != "stub" and folded_cards:
        core = core.note("leavers_shuffled_in", "R-162", cards=folded_cards)
        core = core.but(back=core.back | frozenset(left))
    return core.but(stage=Drawing(draw), stock=draw.stock)


# --- Escuro --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Posting(Stage):
    """The compulsory posts are in; the next may go on if the one before did (R-125)."""

    PHASE: ClassVar[Phase] = "choosing"
    posts: EscuroPosts
    closed: bool = False

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The next to the left is asked whether he goes on."""
        seat = self.posts.next_volunteer
        if self.done(core) or seat is None:
            return ()
        amount = min(nominal(self.posts.unit, len(self.posts.posts) + 1), core.stacks[seat])
        options = (ChoiceOption("yes", amount=amount), NO)
        code = core.decision("volunteer", seat)
        return (Choice("yes_no", seat, "volunteer", code, options, {"amount": amount}, why="why_volunteer"),)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """Yes posts the double, no ends the posting."""
        if not isinstance(payload, Chosen) or payload.choice != "yes_no":
            return refuse_unwanted(core, payload)
        if payload.seat != self.posts.next_volunteer:
            after = self.posts.volunteer(payload.seat)
            return after if isinstance(after, Refusal) else refuse_unwanted(core, payload)
        if not isinstance(payload.value, bool):
            return refuse(core, "answer_yes_or_no", seat=payload.seat)
        if not payload.value:
            return core.but(stage=replace(self, closed=True))
        after = self.posts.volunteer(payload.seat)
        if isinstance(after, Refusal):
            return after
        core = core.pay(payload.seat, after.posts[payload.seat])
        return core.but(stage=replace(self, posts=after))

    def done(self, core: Core) -> bool:
        """Nobody left to ask, or the last one said no."""
        return self.closed or not core.setup.options.escuro_volunteers or self.posts.next_volunteer is None

    def close(self, core: Core) -> Core:
        """The posts are the level everybody covers; the last to post is the escurante (R-124)."""
        posts = self.posts
        return core.but(escurante=posts.escurante, staked=dict(posts.posts), owed_level=posts.level)


def begin_posts(core: Core, step: Posts) -> Core:
    """The compulsory posts of Escuro, from the carteador to the left (R-124)."""
    posts = post_escuro(
        core.start.seats,
        core.start.dealer,
        max(1, core.start.pingo),
        core.stacks,
        depth=core.setup.options.escuro_depth,
    )
    for seat, amount in posts.posts.items():
        core = core.pay(seat, amount)
    return core.but(stage=Posting(posts))


# --- Trees ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bartering(Stage):
    """First all say how many they would swap, then equal numbers agree pair by pair (V-13)."""

    PHASE: ClassVar[Phase] = "choosing"
    order: tuple[Seat, ...]
    barter: Barter
    refused: tuple[tuple[Seat, Seat], ...] = ()
    agreed: tuple[Seat, ...] = ()  # of the pair being asked

    def _asking(self) -> Seat | None:
        return next((s for s in self.order if s not in self.barter.offers), None)

    def _pair(self) -> tuple[Seat, Seat] | None:
        """The next pair to be asked, from the left."""
        if self._asking() is not None:
            return None
        for a in self.order:
            for b in self.order:
                pair = (a, b)
                before = self.order.index(a) < self.order.index(b)
                if before and pair not in self.refused and b in self.barter.partners(a):
                    return pair
        return None

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """How many each would swap, in turn; then both of a pair, at once."""
        seat = self._asking()
        if seat is not None:
            option = ChoiceOption("number", min=0, max=5)
            decision = core.decision("offer", seat)
            return (Choice("number", seat, "how_many_swap", decision, (option,), why="why_trees"),)
        pair = self._pair()
        if pair is None:
            return ()
        return tuple(
            Choice(
                "yes_no",
                s,
                "swap_with",
                core.decision("swap", *pair),
                (YES, NO),
                {"other": pair[1 - i], "cards": self.barter.offers[s]},
                why="why_trees",
            )
            for i, s in enumerate(pair)
            if s not in self.agreed
        )

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A number offered, or a yes or no to a swap."""
        if not isinstance(payload, Chosen):
            return refuse_unwanted(core, payload)
        seat, value = payload.seat, payload.value
        if payload.choice == "number" and seat == self._asking():
            if type(value) is not int or not 0 <= value <= 5:
                return refuse(core, "say_a_number", "V-13", seat=seat)
            offers = {**self.barter.offers, seat: value}
            return core.but(stage=replace(self, barter=Barter(offers)))
        pair = self._pair()
        if payload.choice != "yes_no" or pair is None or seat not in pair or seat in self.agreed:
            return refuse_unwanted(core, payload)
        if not isinstance(value, bool):
            return refuse(core, "answer_yes_or_no", seat=seat)
        if not value:
            return core.but(stage=replace(self, refused=(*self.refused, pair), agreed=()))
        if not self.agreed:
            return core.but(stage=replace(self, agreed=(seat,)))
        swapped = self.barter.agree(*pair)
        if isinstance(swapped, Refusal):
            return swapped
        core = core.note("swap_now", "V-13", one=pair[0], other=pair[1], cards=self.barter.offers[pair[0]])
        return core.but(stage=replace(self, barter=swapped, agreed=()))

    def done(self, core: Core) -> bool:
        """All have offered, and no pair is left to ask."""
        return self._asking() is None and self._pair() is None


def begin_trees(core: Core, step: Trees) -> Core:
    """The barter opens, from the carteador's left."""
    return core.but(stage=Bartering(core.active, Barter({})))
