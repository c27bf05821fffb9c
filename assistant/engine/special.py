"""Split games with criteria of their own: thirteen cards in three hands, the closed suit of Chicago (R-057…R-061)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from assistant.engine.cards import RANK, CardError
from assistant.engine.ladder import Ladder
from assistant.engine.options import Options
from assistant.engine.pots import Tiers
from assistant.engine.ranking import HandValue, check_hand, order_hands, rank_hand

SIDE_SUIT = {"chicago": "s", "san_francisco": "h"}


@dataclass(frozen=True)
class Thirteen:
    """One player's thirteen cards as laid: a low hand of three, a middle and a high hand of five (R-057)."""

    low3: HandValue
    mid5: HandValue
    high5: HandValue

    def legal(self, polones: bool = False) -> bool:
        """Whether the hands rise strictly, or fall strictly in Polonês (R-058, R-059)."""
        if polones:
            return self.low3 > self.mid5 > self.high5
        return self.low3 < self.mid5 < self.high5


def lay_thirteen(
    low3: Collection[str],
    mid5: Collection[str],
    high5: Collection[str],
    ladder: Ladder,
    wild_ranks: Collection[str] = (),
) -> Thirteen:
    """The three hands ranked; raises CardError if they are not 3 + 5 + 5 different cards of the deck."""
    if (len(low3), len(mid5), len(high5)) != (3, 5, 5):
        raise CardError("thirteen")
    check_hand([*low3, *mid5, *high5], ladder)
    return Thirteen(*(rank_hand(hand, ladder, wild_ranks) for hand in (low3, mid5, high5)))


def thirteen_tiers(hands: Mapping[str, Thirteen], *, polones: bool = False) -> dict[str, Tiers]:
    """Tiers of each part, keyed as the division "treze" of the pots: "low" (low3), "side" (mid5), "high" (high5).

    A fouled hand takes no part of the pot (R-058); in Polonês the worst hand wins each part (R-059).
    """
    legal = {seat: hand for seat, hand in hands.items() if hand.legal(polones)}
    return {
        "low": order_hands({seat: hand.low3 for seat, hand in legal.items()}, low=polones),
        "side": order_hands({seat: hand.mid5 for seat, hand in legal.items()}, low=polones),
        "high": order_hands({seat: hand.high5 for seat, hand in legal.items()}, low=polones),
    }


def side_card(cards: Iterable[str], suit: str, *, misery: bool = False, ace_low: bool = False) -> str | None:
    """The closed card of the suit that counts: the highest, or in misery the lowest; None without (R-060, R-061)."""
    own = [card for card in cards if card[1] == suit]
    if not own:
        return None
    if misery:
        return min(own, key=lambda card: -1 if ace_low and card[0] == "A" else RANK[card])
    return max(own, key=RANK.__getitem__)


def side_tiers(
    closed: Mapping[str, Iterable[str]], game: str, options: Options, *, misery: bool = False
) -> list[list[str]]:
    """Seats with a closed card of the suit, winner first; those without are absent (R-060, R-061).

    ``game`` is "chicago" (spades) or "san_francisco" (hearts); ``closed``: the closed cards of those at the showdown.
    """
    ace_low = options.ace_side_low == "low"
    suit = SIDE_SUIT[game]
    found = {
        seat: card
        for seat, cards in closed.items()
        if (card := side_card(cards, suit, misery=misery, ace_low=ace_low)) is not None
    }

    def strength(seat: str) -> int:
        card = found[seat]
        return -1 if misery and ace_low and card[0] == "A" else RANK[card]

    return [[seat] for seat in sorted(found, key=strength, reverse=not misery)]


def whole_pot_to(options: Options, *, misery: bool = False) -> str:
    """Which hand takes everything where nobody has the suit: "high", or in misery as the house says (R-060, R-061)."""
    return options.miseria_no_suit if misery else "high"
