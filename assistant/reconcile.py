"""What the camera believes, held against what the hand waits for: facts to propose, and doubts to ask about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from assistant.engine.cards import JOKER
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.facts import CardCode, CardDealt, CardTurned, Payload, Seat


@dataclass(frozen=True)
class SeenZone:
    """What lies in the zone of a seat (or the centre) as believed: sure faces, doubtful ones, closed cards."""

    faces: tuple[CardCode, ...] = ()
    doubts: tuple[CardCode | None, ...] = ()  # best guess or None, one per card that could not be read
    reasons: tuple[str, ...] = ()  # why, one per doubt, in phrase codes
    backs: int = 0
    covered: bool = False


@dataclass(frozen=True)
class Doubt:
    """A question that the camera's view raises; ``key`` stays the same while the doubt does."""

    key: str
    code: str  # phrase: doubt.<code>
    seat: Seat
    guess: CardCode | None = None
    detail: str = ""


@dataclass(frozen=True)
class Reconciled:
    """Payloads that agree with what the hand waits for, and the doubts that stand."""

    payloads: tuple[Payload, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def reconcile(hand: HandState, seen: Mapping[Seat, SeenZone]) -> Reconciled:
    """Compare one table view with one hand; nothing here guesses: an unsure card is a doubt, an unexpected one too."""
    payloads: list[Payload] = []
    doubts: list[Doubt] = []
    zones = (*hand.seats, CENTRE)
    shown = {card for zone in zones if zone not in hand.core.back for card in _open(hand, zone)} - {JOKER}
    new = {seat: _new_faces(hand, seat, zone) for seat, zone in seen.items() if seat in zones}
    faces_seen = Counter(c for cards in new.values() for c in cards if c != JOKER)
    twice = {card for card, n in faces_seen.items() if n > 1}

    opens = Counter(e.seat for e in hand.expected_cards if e.up and e.turn_place is None)
    closed = Counter(e.seat for e in hand.expected_cards if not e.up and e.turn_place is None)
    turns: dict[Seat, list[int]] = {}
    for expected in hand.expected_cards:
        if expected.turn_place is not None:
            turns.setdefault(expected.seat, []).append(expected.turn_place)

    for seat in zones:
        zone = seen.get(seat)
        if zone is None or zone.covered:
            continue
        lots = {c for e in hand.expected_cards if e.seat == seat for c in e.among}  # they come from the centre (V-24)
        faces = new.get(seat, ())
        wanted = opens[seat] + len(turns.get(seat, ()))
        already = len(_open(hand, seat))
        for card in faces:
            if card in twice or (card in shown and card not in lots):
                doubts.append(Doubt(f"twice:{seat}:{card}", "twice", seat, card))
        good = [c for c in faces if c not in twice and (c not in shown or c in lots)]
        if len(good) > wanted:
            if not closed[seat]:  # a face nobody waits for: said, never taken, and not named
                doubts.append(Doubt(f"extra:{seat}:{len(good) - wanted}", "extra", seat))
        else:
            places = list(turns.get(seat, ()))
            for card in good:
                if opens[seat] > 0 and not places:
                    payloads.append(CardDealt(seat=seat, up=True, card=card))
                elif places:
                    payloads.append(CardTurned(seat=seat, place=places.pop(0), card=card))
            missing = wanted - len(good)
            visible = already + len(good) + len(zone.doubts)
            for i, guess in enumerate(zone.doubts):
                if missing > 0 and visible > already:
                    reason = zone.reasons[i] if i < len(zone.reasons) else ""
                    doubts.append(Doubt(f"unsure:{seat}:{already + i}", "unsure", seat, guess, reason))
                    missing -= 1
        if closed[seat]:
            held = sum(1 for c in hand.cards[seat] if not c.up)
            for _ in range(min(closed[seat], max(0, zone.backs - held))):
                payloads.append(CardDealt(seat=seat, up=False))
    return Reconciled(tuple(payloads), tuple(doubts))


def _open(hand: HandState, seat: Seat) -> tuple[CardCode, ...]:
    held = hand.centre if seat == CENTRE else hand.cards[seat]
    return tuple(c.card for c in held if c.card is not None and c.up)


def _new_faces(hand: HandState, seat: Seat, zone: SeenZone) -> tuple[CardCode, ...]:
    """The faces in a zone beyond those the hand already has open there, as a multiset; an exchanged card is on its way
    to the discards, and one picked from the centre on its way to the seat."""
    going = Counter(c for c in hand.core.gone if c != JOKER)
    if seat == CENTRE:
        going += Counter(c for s in hand.seats for c in _open(hand, s) if c != JOKER)
    return tuple((Counter(zone.faces) - Counter(_open(hand, seat)) - going).elements())


def held_in_hand(hand: HandState, seen: Mapping[Seat, SeenZone]) -> tuple[Payload, ...]:
    """Closed cards that nobody will ever see lying: when open cards of the next deal are in view everywhere they are
    taken as dealt, since an open card never falls before the closed ones (R-077)."""
    waiting = [e for e in hand.expected_cards if not e.up and e.turn_place is None]
    if not waiting or len(waiting) != len(hand.expected_cards):
        return ()
    if all(_new_faces(hand, seat, seen.get(seat, SeenZone())) for seat in hand.active):
        return tuple(CardDealt(seat=e.seat, up=False) for e in waiting)
    return ()
