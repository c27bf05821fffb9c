"""Beisebol Cego: in each lap every seat turns a card of its choice before its first word (V-27, R-131)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.engine.betting import BettingRound
from assistant.engine.betting_end import settle
from assistant.engine.choices import Choice
from assistant.engine.game import Bet
from assistant.engine.hand_bet import Betting, begin_bet
from assistant.engine.hand_core import Core, ExpectedCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import face_of, interrupted
from assistant.engine.refusal import Refusal
from assistant.facts import CardTurned, Payload, Seat


@dataclass(frozen=True)
class Lap(Stage):
    """A betting round (None where nobody can bet) in which ``turned`` seats have opened their card."""

    betting: Betting | None
    turned: tuple[Seat, ...] = ()

    def phase(self, core: Core) -> Phase:
        """Dealing while a card is turned or comes, betting otherwise."""
        return "dealing" if self.expected(core) else "betting"

    def turner(self, core: Core) -> Seat | None:
        """Who turns now: the next to speak and every silent seat before him; after the last word whoever is left."""
        left = [s for s in core.active if s not in self.turned and core.closed_places(s)]
        if not left:
            return None
        speaks = self.betting.round.next if self.betting is not None else None
        if speaks is None:
            return left[0]
        upto = core.active.index(speaks)
        return next((s for s in left if core.active.index(s) <= upto), None)

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The card to be turned."""
        seat = self.turner(core)
        return () if seat is None else (ExpectedCard(seat, True, core.closed_places(seat)[0], any_closed=True),)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The words of the betting, once the card is turned."""
        if self.turner(core) is not None or self.betting is None:
            return ()
        return self.betting.choices(core)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card turned, or a word."""
        seat = self.turner(core)
        if seat is not None:
            if not isinstance(payload, CardTurned):
                return refuse(core, "turn_first", "V-27", seat=seat)
            return self._turned(core, payload, seat)
        if self.betting is None:
            return refuse_unwanted(core, payload)
        after = self.betting.apply(core.but(stage=self.betting), payload)
        return after if isinstance(after, Refusal) else self._back(after)

    def _back(self, core: Core) -> Core:
        """The lap around whatever betting stage the core now has."""
        assert isinstance(core.stage, Betting)
        return core.but(stage=replace(self, betting=core.stage))

    def _turned(self, core: Core, payload: CardTurned, seat: Seat) -> Core | Refusal:
        if payload.seat != seat:
            return refuse(core, "turn_first", "V-27", seat=seat)
        if payload.place not in core.closed_places(seat):
            return refuse(core, "no_closed_card_there", seat=seat, place=payload.place)
        face = face_of(core, payload.card)
        if isinstance(face, Refusal):
            return face
        core = core.turn(seat, payload.place, face)
        return interrupted(core, replace(self, turned=(*self.turned, seat)), seat, extra_up=False)

    def resumed(self, core: Core) -> Stage:
        """The round goes on with the chips and players the event left."""
        if self.betting is None or self.betting.round.over:
            return self
        return replace(self, betting=replace(self.betting, round=_followed(self.betting.round, core)))

    def done(self, core: Core) -> bool:
        """Everybody turned, and the betting is level."""
        over = self.betting is None or self.betting.round.over
        return over and self.turner(core) is None

    def close(self, core: Core) -> Core:
        """As any betting round."""
        return core if self.betting is None else self.betting.close(core)


def _followed(moment: BettingRound, core: Core) -> BettingRound:
    """The round after a payment or a departure that was no word of it."""
    for seat in core.folded:
        if seat not in moment.folded:
            pending = tuple(s for s in moment.pending if s != seat)
            folded = moment.folded | {seat}
            moment = replace(moment, folded=folded, pending=pending, last_speaker=seat, last_verb="saio")
    config = replace(moment.config, pot_before=core.pot - sum(moment.contrib.values()))
    return settle(replace(moment, stacks=dict(core.stacks), config=config))


def begin_lap(core: Core, step: Bet) -> Core:
    """The lap opens at the carteador's left."""
    core = begin_bet(core, replace(step, turning=False))
    betting = core.stage if isinstance(core.stage, Betting) else None
    return core.but(stage=Lap(betting))
