"""The hand as a fold of facts: what it waits for, what is legal, who speaks, and the verdict as soon as it is known.

``start_hand`` opens a hand, ``HandState.apply`` takes one fact or refuses it, ``fold`` replays a list of facts and
honours corrections. States are immutable; a refused fact changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.engine import hand_words
from assistant.engine.cards import CardProblem
from assistant.engine.choices import Choice
from assistant.engine.game import Variant
from assistant.engine.hand_core import CENTRE, Core, ExpectedCard, HeldCard, Notice, SpeakerCall, problems_of, refuse
from assistant.engine.hand_flow import fresh, settle, voided
from assistant.engine.hand_opener import requirement
from assistant.engine.hand_setup import set_up
from assistant.engine.hand_show import Over
from assistant.engine.hand_values import prized_hands
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import Ending, Verdict
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
    PotSplit,
    Seat,
    decode_payload,
)

hand_words.add_to_tables()

HAND_FACTS = (CardDealt, CardTurned, Acted, Chosen, HandShown, PotAwarded, PotSplit, HandVoided)


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
    def prized(self) -> Mapping[Seat, str]:
        """Made games shown that may win a prize, by seat (R-200 to R-203); empty where no prizes are played."""
        return prized_hands(self.core)

    @property
    def opening_requirement(self) -> str | None:
        """What opens this hand under the progressive opener ("pair_J" …), None where anybody may (R-121)."""
        return requirement(self.core)

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
            return HandState(voided(core))
        after = core.stage.apply(core.but(notices=()) if core.notices else core, payload)
        if isinstance(after, Refusal):
            return after
        return HandState(settle(after))


def start_hand(start: HandStarted) -> HandState | Refusal:
    """The hand after its first fact, pingos paid, waiting for the first card; or why it cannot begin."""
    setup = set_up(start)
    if isinstance(setup, Refusal):
        return setup
    return HandState(settle(fresh(setup)))


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
