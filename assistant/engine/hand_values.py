"""What each hand at the showdown is worth in this game: high, low, points, closed suit, packets (R-050 to R-061)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.engine.hand_core import Core
from assistant.engine.hand_wild import wild_ranks
from assistant.engine.ranking import HandValue, lowest_hand, order_hands, rank_hand
from assistant.engine.showdown import ShownHand
from assistant.facts import CardCode, Seat

Tiers = list[list[Seat]]


def counted_cards(core: Core, seat: Seat) -> tuple[CardCode, ...]:
    """The seat's open cards that count, with a card shared by everybody (R-169)."""
    own = tuple(c.card for c in core.cards[seat] if c.up and not c.aside and c.card is not None)
    return own + tuple(c.card for c in core.centre if c.shared and c.card is not None)


def contenders(core: Core) -> tuple[Seat, ...]:
    """Seats that show: still in and not thrown away (R-182)."""
    return tuple(s for s in core.active if s not in core.mucked)


def shown_hand(core: Core, seat: Seat) -> ShownHand:
    """The seat's hand with everything this game compares."""
    cards = counted_cards(core, seat)
    setup, game = core.setup, core.game
    wild = wild_ranks(core, seat)
    high = rank_hand(cards, setup.ladder, wild)
    low = lowest_hand(cards, setup.low_ladder, wild) if wants_low(core) else None
    told = low if game.want == "low" and low is not None else high
    return ShownHand(
        seat, cards, told.phrase("pt-BR"), told.phrase("en"), category=told.category, value=told, low=low
    )


def wants_low(core: Core) -> bool:
    """Whether a low hand is compared in this game."""
    return core.game.want == "low" or core.game.split == "highlow"


def tiers_of(core: Core, hands: Mapping[Seat, ShownHand]) -> dict[str, Tiers]:
    """The seats in tiers for each criterion the pots are divided by: "high", "low", "side", "whole"."""
    out: dict[str, Tiers] = {"high": order(_values(hands, "value"), low=core.game.want == "low")}
    if core.game.split == "highlow":
        out["low"] = order(_values(hands, "low"), low=True)
    return out


def _values(hands: Mapping[Seat, ShownHand], name: str) -> dict[Seat, HandValue]:
    return {s: v for s, h in hands.items() if (v := getattr(h, name)) is not None}


def order(values: Mapping[Seat, HandValue], *, low: bool = False) -> Tiers:
    """Tiers from the winners down; empty without hands."""
    return order_hands(values, low=low) if values else []


def first_in(tiers: Sequence[Sequence[Seat]], among: Sequence[Seat]) -> tuple[Seat, ...]:
    """The best tier's seats among these."""
    for tier in tiers:
        here = tuple(s for s in tier if s in among)
        if here:
            return here
    return ()
