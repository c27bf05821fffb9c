"""A betting round inside a hand: its configuration from game and house, who starts, the words, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from assistant.engine.betting import BettingConfig, BettingRound, LegalActions
from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.events_open import obliged
from assistant.engine.game import Bet
from assistant.engine.hand_core import Core, Phase, Stage, refuse_unwanted
from assistant.engine.hand_opener import claim_choice, requirement, requirement_words, take_claim
from assistant.engine.hand_speech import Speech, who_speaks
from assistant.engine.refusal import Param, Refusal
from assistant.engine.showdown import Ending
from assistant.facts import Acted, Chosen, Payload, Seat

TIME_OUT = "tempo"  # the clock ran out: treated as all-in where the house says so


@dataclass(frozen=True)
class Betting(Stage):
    """A round in progress; ``spoken`` words so far."""

    PHASE: ClassVar[Phase] = "betting"
    step: Bet
    round: BettingRound
    spoken: int = 0

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The question to the seat whose turn it is (R-098)."""
        seat = self.round.next
        if seat is None:
            return ()
        legal = self.round.legal(seat)
        why = why_asked(core, self)
        params: dict[str, Param] = {"to_call": legal.to_call, "pot": core.pot}
        code = "act" if legal.to_call else "act_open"
        first = self.step.round == "first"
        needed = requirement(core) if first and self.round.nobody_bet else None
        if needed is not None:
            code = "act_opener"
            params |= {"pt": requirement_words(needed, "pt-BR"), "en": requirement_words(needed, "en")}
        opener = self.round.first_bettor if first else None
        return (
            *(claim_choice(core, opener) if opener is not None else ()),
            Choice(
                "act",
                seat,
                code,
                core.decision("act", seat, self.spoken, legal.to_call),
                word_options(legal),
                params,
                to_call=legal.to_call,
                why=why,
                why_params={"to_call": legal.to_call},
            ),
        )

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A word of the betting."""
        if isinstance(payload, Chosen) and payload.choice == "pick_game" and self.step.round == "first":
            if payload.seat != self.round.first_bettor:
                return refuse_unwanted(core, payload)
            return take_claim(core, payload.seat, payload.value)
        if not isinstance(payload, Acted):
            return refuse_unwanted(core, payload)
        if payload.verb == TIME_OUT and core.setup.options.timeout_action == "allin_if_contributed_else_fold":
            return self._timed_out(core, payload.seat)
        after = self.round.act(payload.seat, payload.verb, payload.amount)
        if isinstance(after, Refusal):
            return after
        return self.moved(core, after, payload.seat, payload.verb)

    def moved(self, core: Core, after: BettingRound, seat: Seat, verb: str) -> Core:
        """The core after the round moved on: chips, leavers and last words follow."""
        before = self.round
        paid = after.contrib[seat] - before.contrib[seat]
        spoken: int | None = paid if paid else None
        if verb == "repico":
            spoken = paid - before.owes(seat)
        left = seat in after.folded and seat not in core.folded
        return core.but(
            stage=replace(self, round=after, spoken=self.spoken + 1),
            stacks=after.stacks,
            contributed={**core.contributed, seat: core.contributed[seat] + paid} if paid else core.contributed,
            staked=after.contrib,
            folded=(*core.folded, seat) if left else core.folded,
            silent=after.silent,
            last_words={**core.last_words, seat: (verb, spoken)},
        )

    def _timed_out(self, core: Core, seat: Seat) -> Core | Refusal:
        """R-222: who has put anything in is treated as all-in, otherwise he is out."""
        staked = core.contributed.get(seat, 0)
        after = self.round.treat_as_all_in(seat) if staked else self.round.act(seat, "saio")
        if isinstance(after, Refusal):
            return after
        return self.moved(core, after, seat, TIME_OUT)

    def done(self, core: Core) -> bool:
        """Level, or nobody left to speak (R-103)."""
        return self.round.over

    def close(self, core: Core) -> Core:
        """Unmatched chips go back, and the end of the round says what comes next (R-116, R-118, R-119, R-141)."""
        result = self.round.result
        if result is None:
            return core
        stacks, contributed = dict(core.stacks), dict(core.contributed)
        for seat, n in result.refund.items():
            stacks[seat] += n
            contributed[seat] -= n
        owed_level = max(result.owed.values(), default=0)
        owed = {}
        if owed_level:
            common = self.round.level - owed_level
            owed = {s: max(0, n - common) for s, n in self.round.contrib.items() if n > common}
        opener = self.round.first_bettor if self.step.round == "first" else None
        core = core.but(
            stacks=stacks,
            contributed=contributed,
            staked={},
            last_words={s: w for s, w in core.last_words.items() if w[0] in ("saio", "passo")},
            speaker=None,
            rounds=core.rounds + 1,
            opener=core.opener or opener,
            opened=core.opened or self.round.aggressor is not None,
            aggressor=self.round.aggressor or core.aggressor,
            owed=owed,
            owed_level=owed_level,
            next_first=result.next_round_first,
            shows_first=result.shows_first or self._first_to_show(core),
        )
        if result.outcome in ("redeal_carry", "carry"):
            core = core.but(ending=Ending("carry", carry=core.pot, next_dealer=result.next_dealer))
        return core

    def _first_to_show(self, core: Core) -> Seat | None:
        """Who would show first if no other round came (R-181)."""
        moment = self.round
        bettor = moment.first_bettor if moment.config.show_order == "first_bettor" else moment.aggressor
        return bettor or moment.first_speaker or core.shows_first


def begin_bet(core: Core, step: Bet) -> Core:
    """The round opened by whoever speaks first, or nothing where nobody can bet (R-150)."""
    if step.if_exchanged and not core.exchanged:
        return core.but(stage=Stage())
    core = core.but(speaker=None)
    speech = who_speaks(core, step)
    if speech.first is None:
        return core.but(stage=Stage(), shows_first=core.shows_first)
    posted: dict[Seat, int] = dict(core.owed)
    level = core.owed_level or None
    first = speech.first
    if step.bring_in:
        amount = bring_in_amount(core)
        before = core.stacks[first]
        core = core.pay(first, amount)
        posted = {first: before - core.stacks[first]}
        level = amount
    if step.speak == "escurante" and core.rounds == 0:
        posted, level = dict(core.staked), core.owed_level
    config = BettingConfig.from_mapping(config_of(core, step, posted, level))
    opened = BettingRound.start(
        config,
        core.setup.order,
        core.start.dealer,
        _after(core, first) if step.bring_in else first,
        core.stacks,
        folded=core.folded,
        silent=core.silent,
    )
    return _opened(core, step, opened, speech)


def _opened(core: Core, step: Bet, opened: BettingRound, speech: Speech) -> Core:
    speaks = opened.next is not None or step.bring_in
    return core.but(
        stage=Betting(step, opened),
        staked=opened.contrib,
        speaker=speech.call if speaks else None,
        owed={},
        owed_level=0,
    )


def _after(core: Core, seat: Seat) -> Seat:
    return (*core.order_from(seat), seat)[1]


def small_bet(core: Core) -> int:
    """The small bet of a fixed limit: the house's smallest bet, or two pingos (R-106, R-110)."""
    return core.setup.options.bet_min or 2 * max(1, core.start.pingo)


def bring_in_amount(core: Core) -> int:
    """The forced opening of stud: the house's, or half the small bet, at least the pingo (R-111)."""
    return core.setup.options.bringin_amount or max(1, core.start.pingo, small_bet(core) // 2)


def config_of(core: Core, step: Bet, posted: Mapping[Seat, int], level: int | None) -> dict[str, Any]:
    """The keys of one round's configuration, from the house's options and the game's words."""
    o, game = core.setup.options, core.game
    mesa, passo = step.words or game.words
    if passo is not None and o.passo is not None:
        passo = o.passo
    if step.speak == "high" and step.street == 1 and not o.first_street_mesa:
        mesa = False
    fixed = o.structure == "fixed_limit"
    small = small_bet(core)
    big = o.bet_max if fixed and o.bet_max is not None and o.bet_max >= small else 2 * small
    return {
        "structure": o.structure,
        "min": o.bet_min or max(1, core.start.pingo),
        "max": None if fixed else o.bet_max,
        "small": small,
        "big": big,
        "street": step.street if game.speech == "stud7" else None,
        "open_pair": step.street == 4 and any(_shows_pair(core, s) for s in core.active),
        "cap_raises": o.cap_raises,
        "cap_scope": o.cap_scope,
        "mesa": mesa,
        "passo": passo,
        "check_raise": o.check_raise,
        "round": step.round,
        "all_mesa_first_round": o.all_mesa_first_round,
        "all_mesa_last_round": o.all_mesa_last_round,
        "round_close": o.round_close,
        "min_raise": o.min_raise,
        "short_allin_reopens": o.short_allin_reopens,
        "obliged": obliged_seats(core),
        "pot_before": core.pot - sum(posted.values()),
        "posted": posted,
        "level": level,
        "bring_in": step.bring_in,
        "escurante": core.escurante,
        "raise_right": _raise_right(core, step),
        "cannot_open": o.cannot_open if core.escurante and step.round == "last" else (),
        "second_round_first": o.second_round_first,
        "next_dealer_all_pass": o.next_dealer_all_pass,
        "show_order": o.show_order,
    }


def _raise_right(core: Core, step: Bet) -> str:
    """Who may raise in Escuro, before and after the draw (R-126, R-127)."""
    if core.escurante is None or step.raise_right == "free":
        return "free"
    o = core.setup.options
    return o.raise_right_before if step.raise_right == "before" else o.raise_right_after


def _shows_pair(core: Core, seat: Seat) -> bool:
    ranks = [c.card[0] for c in core.open_cards(seat) if c.card is not None]
    return len(set(ranks)) < len(ranks)


def obliged_seats(core: Core) -> frozenset[Seat]:
    """Seats that may not leave because an open figure lies before them (R-128)."""
    rule = core.setup.options.obligation
    if rule == "off":
        return frozenset()
    shown = {s: [c.card for c in core.open_cards(s) if c.card is not None] for s in core.active}
    return obliged(shown, rule, first_round=core.rounds == 0)


def word_options(legal: LegalActions) -> tuple[ChoiceOption, ...]:
    """The verbs as options, the harmless first."""
    order = ("mesa", "passo", "cubro", "completo", "aposto", "repico", "saio")
    out = []
    for verb in sorted(legal.verbs, key=order.index):
        option = legal.option(verb)
        if verb in ("cubro", "completo"):
            out.append(ChoiceOption(verb, amount=option.low, danger=option.low == legal.stack))
        elif verb in ("aposto", "repico"):
            out.append(ChoiceOption(verb, min=option.low, max=option.high, sizes=option.sizes))
        else:
            out.append(ChoiceOption(verb, danger=verb == "saio"))
    return tuple(out)


def why_asked(core: Core, stage: Betting) -> str:
    """The code of the one sentence that says why it is this seat's turn."""
    if stage.spoken == 0:
        return "why_first"
    seat = stage.round.next
    if seat is not None and stage.round.owes(seat):
        return "why_owes"
    return "why_next"
