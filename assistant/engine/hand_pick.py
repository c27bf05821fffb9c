"""Quem dá manda: the carteador names the modality before the pingo (R-054, V-05)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.game import PickGame
from assistant.engine.hand_core import Core, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_setup import Setup, set_up
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, ORDERS_ID, VARIATIONS
from assistant.facts import Chosen, Payload

NORMAL = "normal"
MODALITIES = (NORMAL, "miseria", "high_low")


@dataclass(frozen=True)
class PickingGame(Stage):
    """The carteador is asked; ``offers`` are the modalities (or games) that this table and deck can play."""

    PHASE: ClassVar[Phase] = "choosing"
    offers: tuple[str, ...]

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """What will it be?"""
        options = tuple(ChoiceOption(o) for o in self.offers)
        seat = core.start.dealer
        return (Choice("pick_game", seat, "pick_game", core.decision("game"), options, why="why_pick_game"),)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """The modality named: the hand goes on as that game."""
        if not isinstance(payload, Chosen) or payload.choice != "pick_game" or payload.seat != core.start.dealer:
            return refuse_unwanted(core, payload)
        if payload.value not in self.offers:
            return refuse(core, "not_on_offer", "R-054", game=str(payload.value))
        setup = picked_setup(core, str(payload.value))
        if isinstance(setup, Refusal):
            return setup
        return core.but(setup=replace(setup, start=core.start), step=-1, stage=Stage(), stock=setup.deck_size)

    def done(self, core: Core) -> bool:
        """Only the carteador's word ends it."""
        return self.offers == ()


def picked_setup(core: Core, pick: str) -> Setup | Refusal:
    """The hand as it would begin with this pick, or why it cannot be played here."""
    start = core.start
    variations = tuple(v for v in start.variations if v != ORDERS_ID)
    if pick in GAMES and start.game == ORDERS_ID:
        start = replace(start, game=pick, variations=variations)
    else:
        start = replace(start, variations=variations if pick == NORMAL else (*variations, pick))
    return set_up(start)


def begin_pick(core: Core, step: PickGame) -> Core:
    """The question opens with everything that can be played by so many with the deck on the table."""
    wanted = tuple(GAMES) if step.wide else tuple(m for m in MODALITIES if m == NORMAL or m in VARIATIONS)
    offers = tuple(o for o in wanted if not isinstance(picked_setup(core, o), Refusal))
    return core.but(stage=PickingGame(offers))
