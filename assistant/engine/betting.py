"""One betting round, from the first word to level: an immutable state, the legal words, and the round after a word.

``BettingRound.start`` opens a round, ``legal`` lists what a seat may say, ``act`` returns the round after a word or a
``Refusal``. Rules R-090 to R-130; Escuro's rights R-126 and R-127; the bring-in R-111.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.engine.betting_config import BettingConfig, BettingError
from assistant.engine.betting_end import settle
from assistant.engine.betting_legal import LegalActions
from assistant.engine.betting_limits import smallest_raise
from assistant.engine.betting_result import BettingResult, clockwise
from assistant.engine.betting_speech import chips_for, legal_actions, refuse_turn
from assistant.engine.betting_state import RoundState
from assistant.engine.refusal import Refusal

__all__ = ["BettingConfig", "BettingError", "BettingResult", "BettingRound", "LegalActions"]

Seat = str


@dataclass(frozen=True)
class BettingRound(RoundState):
    """A betting round at one moment; every method returns a new one (R-090 to R-130)."""

    @classmethod
    def start(
        cls,
        config: BettingConfig,
        seats: Sequence[Seat],
        dealer: Seat,
        first: Seat,
        stacks: Mapping[Seat, int],
        *,
        folded: Iterable[Seat] = (),
        silent: Iterable[Seat] = (),
    ) -> BettingRound:
        """A round before its first word.

        ``seats`` clockwise; ``first`` should start (skipped to the next able seat clockwise, R-150); ``stacks`` chips
        behind after pingos and ``config.posted``; ``folded`` seats left earlier in the hand; ``silent`` seats are
        treated as all-in with chips left (R-223). Raises BettingError for seats or amounts that do not fit.
        """
        ring = tuple(seats)
        out = frozenset(folded)
        _fits(config, ring, dealer, first, stacks, out)
        contrib = {s: config.posted.get(s, 0) for s in ring}
        level = max([config.level or 0, *contrib.values()])
        order = clockwise(ring, first)
        opening = max(contrib.values()) if config.bring_in else 0
        waits = {s for s in ring if s not in out and not (opening and contrib[s] == opening)}  # he has opened
        state = cls(
            config=config,
            seats=ring,
            dealer=dealer,
            start_seat=first,
            stacks={s: stacks[s] for s in ring},
            contrib=contrib,
            folded=out,
            silent=frozenset(silent),
            pending=tuple(s for s in order if s in waits),
            level=level,
            opened=level > 0 and not config.bring_in,
        )
        return settle(state)

    def legal(self, seat: Seat) -> LegalActions:
        """What ``seat`` may say now; no verbs when it is not its turn (R-098)."""
        return legal_actions(self, seat)

    def act(self, seat: Seat, verb: str, amount: int | None = None) -> BettingRound | Refusal:
        """The round after ``seat`` said ``verb`` (``repico`` raises BY ``amount``), or why it may not (R-094)."""
        refusal = refuse_turn(self, seat, verb)
        if refusal is not None:
            return refusal
        n = chips_for(self, seat, verb, amount)
        if isinstance(n, Refusal):
            return n
        return settle(self._said(seat, verb, n))

    def treat_as_all_in(self, seat: Seat) -> BettingRound | Refusal:
        """The round with the seat whose time ran out speaking no more in it; his chips stay his (R-222, R-223)."""
        refusal = refuse_turn(self, seat, "saio")
        if refusal is not None:
            return refusal
        pending = tuple(s for s in self.pending if s != seat)
        return settle(self.but(silent=self.silent | {seat}, pending=pending, last_speaker=seat, last_verb=None))

    def _said(self, seat: Seat, verb: str, n: int) -> BettingRound:
        said = self.but(
            pending=tuple(s for s in self.pending if s != seat),
            first_speaker=self.first_speaker or seat,
            last_speaker=seat,
            last_verb=verb,
            must_open=None if self.must_open == seat else self.must_open,
        )
        if verb == "saio" or (verb == "passo" and self.config.passo == "drop"):
            return said.but(folded=self.folded | {seat})
        if verb in ("mesa", "passo"):
            return said.but(passed=self.passed | {seat})
        if verb == "cubro":
            return said._paid(seat, n)
        return said._wagered(seat, verb, n, before=self)

    def _paid(self, seat: Seat, chips: int) -> BettingRound:
        return self.but(
            stacks={**self.stacks, seat: self.stacks[seat] - chips},
            contrib={**self.contrib, seat: self.contrib[seat] + chips},
        )

    def _wagered(self, seat: Seat, verb: str, n: int, before: BettingRound) -> BettingRound:
        """A bet, a raise by ``n`` or a completion: the level rises and the others are asked again (R-100)."""
        config = self.config
        chips = self.owes(seat) + n if verb == "repico" else n
        level = self.contrib[seat] + chips
        if verb == "repico":
            full = n >= smallest_raise(before)
        elif verb == "completo":
            full = level >= config.small
        else:
            full = True
        opening = verb in ("aposto", "completo")
        state = self._paid(seat, chips).but(
            level=level,
            opened=self.opened or (opening and full),
            raises=self.raises + (full and verb == "repico"),
            wagers={**self.wagers, seat: self.wagers.get(seat, 0) + full},
            last_raise=n if full else self.last_raise,
            doubled=self.doubled or (config.structure == "fixed_limit" and n >= config.big),
            escurante_raised=self.escurante_raised or (verb == "repico" and seat == config.escurante),
            first_bettor=self.first_bettor or seat,
            aggressor=seat,
            must_open=None,
        )
        if config.closes_after_one_lap and not opening:
            return state  # a raise in a one-lap round is owed later, the lap is not begun again
        others = state.others_able(seat)
        barred = state.barred
        if full or config.short_allin_reopens:
            barred = frozenset()
        else:
            barred = barred | {s for s in others if s not in before.pending}
        return state.but(pending=others, barred=barred)


def _fits(
    config: BettingConfig,
    seats: tuple[Seat, ...],
    dealer: Seat,
    first: Seat,
    stacks: Mapping[Seat, int],
    folded: frozenset[Seat],
) -> None:
    if len(set(seats)) != len(seats) or len(seats) - len(folded) < 1:
        raise BettingError("seats: each once, and somebody in the hand")
    for name, seat in (("dealer", dealer), ("first", first)):
        if seat not in seats:
            raise BettingError(f"{name}: {seat!r} has no seat in this round")
    missing = [s for s in seats if s not in stacks]
    if missing or any(stacks[s] < 0 for s in seats):
        raise BettingError(f"stacks: missing or below zero ({', '.join(missing)})")
    strangers = sorted(set(config.posted) - set(seats))
    if strangers:
        raise BettingError(f"posted: {', '.join(strangers)} not in this round")
