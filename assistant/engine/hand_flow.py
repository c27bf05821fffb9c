"""The course of a hand: which step follows, what happens by itself, how it is called off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.engine.game import (
    Ante,
    Arrange,
    Auction,
    Bet,
    Deal,
    Discard,
    Draw,
    Keep,
    Order,
    Pass,
    PickGame,
    Posts,
    Roll,
    Step,
    Swap,
    Trees,
)
from assistant.engine.hand_auction import begin_auction
from assistant.engine.hand_bet import begin_bet
from assistant.engine.hand_core import Core, Stage, problems_of
from assistant.engine.hand_deal import Event, begin_deal
from assistant.engine.hand_draw import begin_draw, begin_posts, begin_trees
from assistant.engine.hand_lap import begin_lap
from assistant.engine.hand_pick import begin_pick
from assistant.engine.hand_ready import begin_arrange, begin_discard, begin_keep, begin_order, begin_pass
from assistant.engine.hand_roll import begin_roll
from assistant.engine.hand_setup import Setup
from assistant.engine.hand_show import Awarding, Over, begin_show
from assistant.engine.hand_swap import begin_swap
from assistant.engine.showdown import Ending
from assistant.engine.verdict import judge_uncontested


def _ante(core: Core, step: Ante) -> Core:
    for seat in core.setup.order:
        core = core.pay(seat, core.start.pingo * step.times)
    return core.but(stage=Stage())


def _bet(core: Core, step: Bet) -> Core:
    return begin_lap(core, step) if step.turning else begin_bet(core, step)


BEGIN: dict[type[Step], Callable[[Core, Any], Core]] = {
    Ante: _ante,
    PickGame: begin_pick,
    Posts: begin_posts,
    Deal: begin_deal,
    Bet: _bet,
    Draw: begin_draw,
    Trees: begin_trees,
    Swap: begin_swap,
    Pass: begin_pass,
    Discard: begin_discard,
    Order: begin_order,
    Arrange: begin_arrange,
    Keep: begin_keep,
    Roll: begin_roll,
    Auction: begin_auction,
}


def settle(core: Core) -> Core:
    """Everything that follows by itself, up to the next thing the hand waits for."""
    while core.ending is None:
        if len(core.active) == 1:
            core = core.stage.close(core) if core.stage.PHASE == "betting" else core
            core = core.but(ending=judge_uncontested(core), speaker=None)
            break
        if not core.stage.done(core):
            return core
        if core.stage.PHASE in ("dealing", "choosing", "showdown") and problems_of(core):
            return core
        if isinstance(core.stage, Event):
            core = core.but(stage=core.stage.resume.resumed(core))
            continue
        core = core.stage.close(core)
        if core.ending is not None:
            break
        core = _begin_next(core)
    if core.ending is not None and not core.awarded:
        if core.ending.kind == "verdict":
            return core if isinstance(core.stage, Awarding) else core.but(stage=Awarding())
        return _emptied(core.but(stage=Over(), speaker=None))
    return core


def _emptied(core: Core) -> Core:
    """The middle is empty: its chips went to their owners, or to the next hand."""
    return core.but(contributed=dict.fromkeys(core.contributed, 0), paid_dead={}, carry=0, staked={})


def _begin_next(core: Core) -> Core:
    core = core.but(step=core.step + 1)
    step = core.current
    if step is None:
        return begin_show(core)
    return BEGIN[type(step)](core, step)


def voided(core: Core) -> Core:
    """Everything staked returns to its owner; a carried pot goes on, and the same carteador deals again."""
    back = {s: core.contributed[s] + core.paid_dead.get(s, 0) for s in core.contributed}
    stacks = {s: n + back[s] for s, n in core.stacks.items()}
    ending = Ending("void", carry=core.carry, next_dealer=core.start.dealer)
    return _emptied(core.but(stacks=stacks, speaker=None, ending=ending, stage=Over()))


def fresh(setup: Setup) -> Core:
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
