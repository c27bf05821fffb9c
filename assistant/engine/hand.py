"""The hand as a fold of facts: what it waits for, what is legal, who speaks, and the verdict as soon as it is known.

``start_hand`` opens a hand, ``HandState.apply`` takes one fact or refuses it, ``fold`` replays a list of facts and
honours corrections. States are immutable; a refused fact changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from assistant.engine import hand_words  # noqa: F401  (adds this room's sentences to the engine's tables)
from assistant.engine.cards import CardProblem, check_cards
from assistant.engine.choices import Choice
from assistant.engine.game import Ante, Bet, Deal, Draw, Posts, Step, Trees, Variant
from assistant.engine.hand_bet import begin_bet
from assistant.engine.hand_core import (
    CENTRE,
    Core,
    ExpectedCard,
    HeldCard,
    Notice,
    SpeakerCall,
    Stage,
    refuse,
)
from assistant.engine.hand_deal import begin_deal
from assistant.engine.hand_draw import begin_draw, begin_posts, begin_trees
from assistant.engine.hand_setup import Setup, set_up
from assistant.engine.hand_show import Awarding, Over, Showing, begin_show
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import Ending, Verdict
from assistant.engine.verdict import judge_uncontested
from assistant.facts import (
    Acted,
    CardCode,
    CardDealt,
    CardTurned,
    Chosen,
    Corrected,
    HandShown,
    HandStarted,
    HandVoided,
    Payload,
    PotAwarded,
    Seat,
    decode_payload,
)

HAND_FACTS = (CardDealt, CardTurned, Acted, Chosen, HandShown, PotAwarded, HandVoided)


def _ante(core: Core, step: Ante) -> Core:
    for seat in core.setup.order:
        core = core.pay(seat, core.start.pingo * step.times)
    return replace(core, stage=Stage())


BEGIN: dict[type[Step], Callable[[Core, Any], Core]] = {
    Ante: _ante,
    Posts: begin_posts,
    Deal: begin_deal,
    Bet: begin_bet,
    Draw: begin_draw,
    Trees: begin_trees,
}


@dataclass(frozen=True)
class HandState:
    """One moment of a hand; all amounts in chips, seats clockwise from the carteador's left where an order matters."""

    core: Core

    # --- what stands -----------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """dealing, betting, choosing, showdown, verdict or over."""
        return self.core.stage.phase(self.core)

    @property
    def game(self) -> Variant:
        """The game with its variations applied."""
        return self.core.game

    @property
    def started(self) -> HandStarted:
        """The fact the hand began with."""
        return self.core.start

    @property
    def number(self) -> int:
        """The hand's number in the night."""
        return self.core.start.number

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats dealt in, clockwise, as the hand began with them."""
        return self.core.start.seats

    @property
    def dealer(self) -> Seat:
        """The carteador."""
        return self.core.start.dealer

    @property
    def active(self) -> tuple[Seat, ...]:
        """Seats still in, clockwise from the carteador's left."""
        return self.core.active

    @property
    def folded(self) -> frozenset[Seat]:
        """Seats that left."""
        return frozenset(self.core.folded)

    @property
    def all_in(self) -> frozenset[Seat]:
        """Seats in the hand that speak no more (R-113, R-223)."""
        return frozenset(s for s in self.core.active if self.core.all_in(s))

    @property
    def stacks(self) -> Mapping[Seat, int]:
        """Chips behind, of every seat dealt in."""
        return self.core.stacks

    @property
    def staked(self) -> Mapping[Seat, int]:
        """Chips put in during the present betting round."""
        return self.core.staked

    @property
    def contributed(self) -> Mapping[Seat, int]:
        """Chips put in during the hand that count for covering."""
        return self.core.contributed

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        return self.core.pot

    @property
    def cards(self) -> Mapping[Seat, tuple[HeldCard, ...]]:
        """The cards before each seat in dealing order; those of who left are kept as they were last known."""
        return self.core.cards

    @property
    def centre(self) -> tuple[HeldCard, ...]:
        """Cards in the centre."""
        return self.core.centre

    @property
    def last_words(self) -> Mapping[Seat, tuple[str, int | None]]:
        """The last word of each seat in this round, with its amount in chips (of repico: the raise itself)."""
        return self.core.last_words

    @property
    def speaker(self) -> SpeakerCall | None:
        """Who was called to speak first in the round in progress (R-151)."""
        return self.core.speaker

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the table must do besides: shuffle cards in, give one card for everybody."""
        return self.core.notices

    def open_cards(self, seat: Seat) -> tuple[CardCode, ...]:
        """The faces that lie open before a seat, in dealing order."""
        return tuple(c.card for c in self.core.open_cards(seat) if c.card is not None)

    # --- what is waited for ----------------------------------------------------------------------------------

    @cached_property
    def expected_cards(self) -> tuple[ExpectedCard, ...]:
        """The cards the hand waits to see, in dealing order; taken in any order."""
        return self.core.stage.expected(self.core)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Every question that stands, of every seat."""
        return self.core.stage.choices(self.core)

    @cached_property
    def problems(self) -> tuple[CardProblem, ...]:
        """Cards seen twice or outside the deck; while one stands the hand goes no further and no verdict is given."""
        return problems_of(self.core)

    # --- how it ends -----------------------------------------------------------------------------------------

    @property
    def ending(self) -> Ending | None:
        """How the hand ended or will end with one tap; None while it goes on."""
        return self.core.ending

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, as soon as it can be known."""
        return self.core.ending.verdict if self.core.ending is not None else None

    @property
    def payout(self) -> Mapping[Seat, int]:
        """What each seat receives by the verdict (empty before it)."""
        return self.verdict.payout if self.verdict is not None else {}

    @property
    def over(self) -> bool:
        """Whether the hand takes no more facts."""
        return isinstance(self.core.stage, Over)

    @property
    def voided(self) -> bool:
        """Whether the hand was called off."""
        return self.core.ending is not None and self.core.ending.kind == "void"

    @property
    def passed_out(self) -> bool:
        """Whether nobody bet in the first round and the pot goes to the next hand (R-118)."""
        ending = self.core.ending
        return ending is not None and ending.kind == "carry" and not self.core.opened

    @property
    def passed_before_next(self) -> int:
        """Hands passed out in a row, as the next hand must be told (R-121)."""
        if self.passed_out:
            return self.core.start.passed_before + 1
        return self.core.start.passed_before if self.voided else 0

    @property
    def carry_out(self) -> int:
        """Chips that go to the next hand's main pot (R-120)."""
        return self.core.ending.carry if self.core.ending is not None else 0

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: to the left of the carteador (R-073), as R-118 says after a hand passed out."""
        ending = self.core.ending
        if ending is not None and ending.next_dealer is not None:
            return ending.next_dealer
        return self.core.setup.order[0]

    # --- facts -----------------------------------------------------------------------------------------------

    def apply(self, payload: Payload) -> HandState | Refusal:
        """The state after one more fact, or why it does not fit; the state itself never changes."""
        core = self.core
        if not isinstance(payload, HAND_FACTS):
            return refuse(core, "not_of_this_hand", kind=payload.KIND)
        if isinstance(core.stage, Over):
            return refuse(core, "hand_over")
        seat = getattr(payload, "seat", None)
        if seat is not None and seat != CENTRE and seat not in core.cards:
            return refuse(core, "not_in_round", seat=str(seat))
        if isinstance(payload, HandVoided):
            return HandState(_voided(core))
        after = core.stage.apply(replace(core, notices=()) if core.notices else core, payload)
        if isinstance(after, Refusal):
            return after
        return HandState(settle(after))


def problems_of(core: Core) -> tuple[CardProblem, ...]:
    """All faults of the cards in sight at once (cases.md 33)."""
    places: dict[str, list[CardCode]] = {
        seat: [c.card for c in held if c.card is not None]
        for seat, held in core.cards.items()
        if seat not in core.back
    }
    places[CENTRE] = [c.card for c in core.centre if c.card is not None]
    places[""] = list(core.gone)
    return check_cards(places, deck_low=core.start.deck_low, jokers=core.setup.jokers)


def settle(core: Core) -> Core:
    """Everything that follows by itself, up to the next thing the hand waits for."""
    while core.ending is None:
        if len(core.active) == 1:
            core = core.stage.close(core) if core.stage.PHASE == "betting" else core
            core = replace(core, ending=judge_uncontested(core), speaker=None)
            break
        if not core.stage.done(core):
            return core
        if core.stage.PHASE in ("dealing", "choosing", "showdown") and problems_of(core):
            return core
        core = core.stage.close(core)
        if core.ending is not None:
            break
        core = _begin_next(core)
    if core.ending is not None and not core.awarded:
        if core.ending.kind == "verdict":
            return core if isinstance(core.stage, Awarding) else replace(core, stage=Awarding())
        return replace(core, stage=Over(), speaker=None)
    return core


def _begin_next(core: Core) -> Core:
    core = replace(core, step=core.step + 1)
    step = core.current
    if step is None:
        return begin_show(core)
    return BEGIN[type(step)](core, step)


def _voided(core: Core) -> Core:
    """Everything staked returns to its owner; a carried pot goes on, and the same carteador deals again."""
    back = {s: core.contributed[s] + core.paid_dead.get(s, 0) for s in core.contributed}
    stacks = {s: n + back[s] for s, n in core.stacks.items()}
    ending = Ending("void", carry=core.carry, next_dealer=core.start.dealer)
    return replace(
        core,
        stacks=stacks,
        contributed=dict.fromkeys(core.contributed, 0),
        paid_dead={},
        carry=0,
        staked={},
        speaker=None,
        ending=ending,
        stage=Over(),
    )


def start_hand(start: HandStarted) -> HandState | Refusal:
    """The hand after its first fact, pingos paid, waiting for the first card; or why it cannot begin."""
    setup = set_up(start)
    if isinstance(setup, Refusal):
        return setup
    return HandState(settle(_fresh(setup)))


def _fresh(setup: Setup) -> Core:
    start = setup.start
    return Core(
        setup=setup,
        stacks={s: start.stacks[s] for s in start.seats},
        contributed=dict.fromkeys(start.seats, 0),
        carry=start.carry,
        cards=dict.fromkeys(start.seats, ()),
        stage=Stage(),
        stock=setup.deck_size,
    )


# --- the fold ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folded:
    """A folded list of facts: the hand (None if it never began) and the facts that do not fit, with the reason."""

    state: HandState | None
    misfits: tuple[tuple[int, Refusal], ...] = ()


def effective(facts: Sequence[tuple[int, Payload]]) -> list[tuple[int, Payload]]:
    """The facts as corrected: each replaced or left out as the latest standing correction says, in their own order.

    A correction may itself be corrected: void, it no longer counts.
    """
    said: dict[int, dict[str, Any] | None] = {}
    for seq, payload in reversed(facts):
        if seq in said:
            replacement = said[seq]
            if replacement is None:
                continue
            payload = decode_payload(replacement)
        if isinstance(payload, Corrected):
            said.setdefault(payload.fact, payload.payload)
    out: list[tuple[int, Payload]] = []
    for seq, payload in facts:
        standing: Payload | None = payload
        if seq in said:
            replacement = said[seq]
            standing = None if replacement is None else decode_payload(replacement)
        if standing is not None and not isinstance(standing, Corrected):
            out.append((seq, standing))
    return out


def fold(facts: Sequence[tuple[int, Payload]]) -> Folded:
    """The hand after all these facts, corrections honoured; what no longer fits is named, not dropped."""
    state: HandState | None = None
    misfits: list[tuple[int, Refusal]] = []
    for seq, payload in effective(facts):
        if isinstance(payload, HandStarted):
            if state is not None and not state.over:
                misfits.append((seq, refuse(state.core, "hand_in_progress")))
                continue
            after = start_hand(payload)
        elif not isinstance(payload, HAND_FACTS):
            continue
        elif state is None:
            misfits.append((seq, Refusal("no_hand")))
            continue
        else:
            after = state.apply(payload)
        if isinstance(after, Refusal):
            misfits.append((seq, after))
        else:
            state = after
    return Folded(state, tuple(misfits))


__all__ = ["Folded", "HandState", "Showing", "effective", "fold", "settle", "start_hand"]
