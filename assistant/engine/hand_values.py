"""What each hand at the showdown is worth in this game: high, low, points, closed suit, packets (R-050 to R-061)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.engine.hand_core import Core, problems_of
from assistant.engine.hand_wild import wild_ranks
from assistant.engine.points import points, points_tiers
from assistant.engine.ranking import HandValue, lowest_hand, order_hands, rank_hand
from assistant.engine.showdown import ShownHand
from assistant.engine.special import SIDE_SUIT as SIDE_SUIT
from assistant.engine.special import Thirteen, lay_thirteen, side_card, side_tiers, thirteen_tiers, whole_pot_to
from assistant.facts import CardCode, Seat

Tiers = list[list[Seat]]


def counted_cards(core: Core, seat: Seat) -> tuple[CardCode, ...]:
    """The seat's open cards that count, with a card shared by everybody (R-169)."""
    own = tuple(c.card for c in core.cards[seat] if c.up and not c.aside and c.card is not None)
    return own + tuple(c.card for c in core.centre if c.role == "shared" and c.card is not None)


def contenders(core: Core) -> tuple[Seat, ...]:
    """Seats that show: still in and not thrown away (R-182)."""
    return tuple(s for s in core.active if s not in core.mucked)


def shown_hand(core: Core, seat: Seat) -> ShownHand:
    """The seat's hand with everything this game compares."""
    cards = counted_cards(core, seat)
    if core.game.counted == "points":
        total = points(cards)
        return ShownHand(seat, cards, f"{total} pontos", f"{total} points", points=total)
    if core.game.counted == "parts":
        return _packets(core, seat, cards)
    setup, game = core.setup, core.game
    wild = wild_ranks(core, seat)
    high = rank_hand(cards, setup.ladder, wild)
    low = lowest_hand(cards, setup.low_ladder, wild) if wants_low(core) else None
    told = low if game.want == "low" and low is not None else high
    return ShownHand(
        seat,
        cards,
        told.phrase("pt-BR"),
        told.phrase("en"),
        category=told.category,
        value=told,
        low=low,
        high=high,
        side=_side(core, seat),
    )


def _packets(core: Core, seat: Seat, cards: tuple[CardCode, ...]) -> ShownHand:
    """Thirteen cards as laid: three, five and five (R-057)."""
    laid = _laid(core, seat, cards)
    parts = {"low3": laid.low3, "mid5": laid.mid5, "high5": laid.high5}
    words = ["; ".join(v.phrase(lang) for v in parts.values()) for lang in ("pt-BR", "en")]
    return ShownHand(
        seat,
        cards,
        words[0],
        words[1],
        category=laid.high5.category,
        parts=parts,
        fouled=not laid.legal(core.game.want == "low"),
    )


def _laid(core: Core, seat: Seat, cards: tuple[CardCode, ...]) -> Thirteen:
    return lay_thirteen(cards[:3], cards[3:8], cards[8:], core.setup.ladder, wild_ranks(core, seat))


def hidden_cards(core: Core, seat: Seat) -> tuple[CardCode, ...]:
    """The seat's cards that were still closed when the last betting ended (R-060)."""
    return tuple(c.card for c in core.cards[seat] if c.hidden and not c.aside and c.card is not None)


def _side(core: Core, seat: Seat) -> CardCode | None:
    if core.game.split not in SIDE_SUIT:
        return None
    o = core.setup.options
    low = core.game.want == "low"
    suit = SIDE_SUIT[core.game.split]
    return side_card(hidden_cards(core, seat), suit, misery=low, ace_low=o.ace_side_low == "low")


PRIZED = ("flush", "full", "quads", "straight_flush", "royal", "five")


def prized_hands(core: Core) -> dict[Seat, str]:
    """Seats whose shown hand is a made game that may win a prize, with its category (R-201, R-202)."""
    if "premiacao" not in core.game.overlay or core.ending is None or core.ending.verdict is None:
        return {}
    verdict = core.ending.verdict
    out: dict[Seat, str] = {}
    for seat in contenders(core):
        cards = counted_cards(core, seat)
        seen = not core.closed_places(seat) or seat in verdict.hands
        if not seen or len(cards) < 5 or problems_of(core):
            continue
        category = rank_hand(cards, core.setup.ladder, wild_ranks(core, seat)).category
        if category in PRIZED:
            out[seat] = category
    return out


def wants_low(core: Core) -> bool:
    """Whether a low hand is compared in this game."""
    return core.game.want == "low" or core.game.split == "highlow"


def tiers_of(core: Core, hands: Mapping[Seat, ShownHand]) -> dict[str, Tiers]:
    """The seats in tiers for each criterion the pots are divided by: "high", "low", "side", "whole"."""
    game, misery = core.game, core.game.want == "low"
    if game.counted == "points":
        cards = {s: h.cards for s, h in hands.items()}
        return {"high": points_tiers(cards), "low": points_tiers(cards, low=True)}
    if game.counted == "parts":
        laid = {s: Thirteen(h.parts["low3"], h.parts["mid5"], h.parts["high5"]) for s, h in hands.items()}
        return {k: [list(t) for t in v] for k, v in thirteen_tiers(laid, polones=misery).items()}
    out: dict[str, Tiers] = {"high": order(_values(hands, "value"), low=misery)}
    if game.split == "highlow":
        out["low"] = order(_values(hands, "low"), low=True)
    if game.split in SIDE_SUIT:
        closed = {s: hidden_cards(core, s) for s in hands}
        out["side"] = side_tiers(closed, game.split, core.setup.options, misery=misery)
        if misery and whole_pot_to(core.setup.options, misery=True) == "high":
            out["whole"] = order(_values(hands, "high"))
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
