"""Before the cards: drawing seats and first carteador, shuffling, cutting, the pattern of the deal (R-071 to R-077).

Every draw comes from outside; these functions say what follows from it and what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.engine.cards import JOKER, RANK
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import CardCode, Seat

SHUFFLES = 3
CUT_LEAST = 5  # lifted, and left


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """Who deals first, or the seats that tied for it and draw again (R-072)."""

    seat: Seat | None
    again: tuple[Seat, ...] = ()


def first_dealer(drawn: Mapping[Seat, CardCode]) -> FirstDealer:
    """The highest card drawn deals first, suits being equal; those who tie draw again (R-072, R-001)."""
    if not drawn:
        raise ValueError("nobody has drawn a card")
    best = max(_height(card) for card in drawn.values())
    tied = tuple(seat for seat, card in drawn.items() if _height(card) == best)
    return FirstDealer(tied[0]) if len(tied) == 1 else FirstDealer(None, tied)


def _height(card: CardCode) -> int:
    return -1 if card == JOKER else RANK[card]


def drawn_seats(places: Mapping[Seat, CardCode], players: Mapping[str, CardCode]) -> dict[str, Seat]:
    """Who sits where: one open card a place, equal cards (from a second deck) dealt to the players (R-071).

    Raises ValueError when the cards of places and players are not the same.
    """
    where = {card: seat for seat, card in places.items()}
    if len(where) != len(places) or sorted(where) != sorted(players.values()):
        raise ValueError("places and players must have drawn the same cards, each once")
    return {player: where[card] for player, card in players.items()}


def who_cuts(seats: Sequence[Seat], dealer: Seat, unwilling: Sequence[Seat] = ()) -> Seat | None:
    """The carteador's right-hand neighbour cuts, or whoever else will; None: nobody does, deal as it is (R-076)."""
    i = list(seats).index(dealer)
    order = [seats[(i - k) % len(seats)] for k in range(1, len(seats))]
    return next((seat for seat in order if seat not in unwilling), None)


def refuse_cut(lifted: int, cards: int) -> Refusal | None:
    """Why a cut does not hold: at least five cards are lifted and five remain (R-075)."""
    if CUT_LEAST <= lifted <= cards - CUT_LEAST:
        return None
    allowed = (Allowed("cartas", CUT_LEAST, cards - CUT_LEAST),)
    return Refusal("cut_too_thin", {"lifted": lifted, "least": CUT_LEAST}, allowed, "R-075")


def must_shuffle(shuffles: int, *, exposed_in_cut: bool = False) -> bool:
    """Whether the carteador shuffles (again): three times, and after a card turned over in the cut (R-074, R-076)."""
    return shuffles < SHUFFLES or exposed_in_cut


def deal_rounds(count: int, pattern: str) -> tuple[int, ...]:
    """Cards each gets per turn of the deal: one by one, or by a fixed pattern such as "3+2" where it fits (R-077)."""
    if "+" in pattern:
        rounds = tuple(int(n) for n in pattern.split("+"))
        if sum(rounds) == count:
            return rounds
    return (1,) * count
