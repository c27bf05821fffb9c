"""Holds what became a fact against what truly lies on the virtual table, at that moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from assistant.engine.hand import HandState
from assistant.facts import CardDealt, CardTurned, Fact, PotAwarded
from assistant.table import TableState
from assistant.virtual.world import World
from assistant.virtual_hands import zone_of

Say = Callable[[dict[str, Any]], None]


class Judge:
    """Says ``{"judged": …}`` of each card that the camera brought, and ``{"awarded": …}`` of each hand at its end."""

    def __init__(self, world: World, say: Say) -> None:
        self._world, self._say = world, say

    def fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        """Judge one fact."""
        p = fact.payload
        if fact.source == "camera" and isinstance(p, CardDealt | CardTurned):
            self._say({"judged": fact.seq, "hand": fact.hand, "wrong": self._card(p, after.hand)})
        elif isinstance(p, PotAwarded) and before.hand is not None:
            self._say({"awarded": before.hand.number, "wrong": self._table(before.hand)})

    def _card(self, p: CardDealt | CardTurned, hand: HandState | None) -> str:
        lying = self._world.truth().get(zone_of(p.seat), ())
        if p.card is None:
            held = sum(not c.up for c in hand.cards[p.seat]) if hand is not None and p.seat in hand.seats else 0
            true = held <= sum(not up for _, up in lying)
        else:
            true = (p.card, True) in lying
        return "" if true else f"{p.seat}: {p.card or 'back'} taken where {lying} lie"

    def _table(self, hand: HandState) -> str:
        """Every open card that the hand counts lies open before its player; nobody's word is taken for it here."""
        out = []
        for seat in hand.active:
            lying = Counter(code for code, up in self._world.truth().get(zone_of(seat), ()) if up)
            known = Counter(c.card for c in hand.cards[seat] if c.up and c.card is not None)
            if known - lying:
                out.append(f"{seat}: {sorted((known - lying).elements())} counted where {sorted(lying)} lie")
        return "; ".join(out)
