"""Paid exchanges, auctions, passing and barter between the betting rounds (R-133, V-13, V-24, V-32, V-39 to V-42)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.engine.betting_result import after
from assistant.engine.refusal import Allowed, Refusal

Card = str
Seat = str

EXCHANGE_ROUNDS = 3  # V-32: one, two, three pingos


# --- Twist and Cartas Substitutas ----------------------------------------------------------------------------


def twist_price(pingo: int, given: str, wanted: str) -> int:
    """Chips a Twist costs: an open card one pingo, a closed one two, and one more for a new card closed (R-133).

    ``given`` and ``wanted`` are "open" or "closed"; anything else is a ValueError.
    """
    for facing in (given, wanted):
        if facing not in ("open", "closed"):
            raise ValueError(f"facing: {facing!r} is neither open nor closed")
    return pingo * ((1 if given == "open" else 2) + (wanted == "closed"))


def substitution_price(pingo: int, exchange_round: int) -> int:
    """Chips an exchange costs in the first, second or third exchange round: one, two, three pingos (R-133)."""
    if not 1 <= exchange_round <= EXCHANGE_ROUNDS:
        raise ValueError(f"exchange_round: {exchange_round} is not 1 to {EXCHANGE_ROUNDS}")
    return pingo * exchange_round


def bets_again(exchange_round: int, anybody: bool) -> bool:
    """Whether betting follows an exchange round of Cartas Substitutas; after the last the cards decide (V-32)."""
    return anybody and exchange_round < EXCHANGE_ROUNDS


def exchanges_again(exchange_round: int, anybody: bool) -> bool:
    """Whether another exchange round is held: somebody exchanged and it was not the third (V-32)."""
    return anybody and exchange_round < EXCHANGE_ROUNDS


def refuse_payment(seat: Seat, price: int, stack: int) -> Refusal | None:
    """An exchange is a choice: who cannot pay it whole keeps his card (R-133, R-112)."""
    if price <= stack:
        return None
    return Refusal("cannot_pay_exchange", {"seat": seat, "price": price, "stack": stack}, (Allowed("keep"),), "R-133")


# --- Leilão --------------------------------------------------------------------------------------------------


def refuse_bid(seat: Seat, amount: int, stack: int) -> Refusal | None:
    """A hidden bid lies between nothing and the stack (V-24)."""
    allowed = (Allowed("secret_amount", 0, stack),)
    if amount < 0:
        return Refusal("bid_below_zero", {"seat": seat, "amount": amount}, allowed, "V-24")
    if amount > stack:
        return Refusal("bid_above_stack", {"seat": seat, "amount": amount, "stack": stack}, allowed, "V-24")
    return None


def pick_order(seats: Sequence[Seat], dealer: Seat, bids: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who picks from the centre first: the highest bid, equals from the carteador's left, he last (V-24)."""
    order = (*after(seats, dealer), dealer)
    return tuple(sorted((s for s in order if s in bids), key=lambda s: -bids[s]))


# --- Passagem ------------------------------------------------------------------------------------------------


def receiver(seats: Sequence[Seat], giver: Seat, direction: str) -> Seat:
    """Who gets the cards ``giver`` passes left, right or across; ValueError for across an odd table (V-40 to V-42)."""
    step = {"left": 1, "right": -1, "across": len(seats) // 2}.get(direction)
    if step is None or (direction == "across" and len(seats) % 2):
        raise ValueError(f"direction: {direction!r} does not exist for {len(seats)} seats")
    return seats[(seats.index(giver) + step) % len(seats)]


def refuse_pass(seat: Seat, hand: Sequence[Card], cards: Sequence[Card], count: int) -> Refusal | None:
    """Why ``seat`` may not pass ``cards``: another number, one twice, or one it does not hold (V-40)."""
    allowed = (Allowed("pick_cards", count, count),)
    if len(cards) != count or len(set(cards)) != len(cards):
        return Refusal("pass_wrong_number", {"seat": seat, "cards": len(set(cards)), "wanted": count}, allowed, "V-40")
    missing = [c for c in cards if c not in hand]
    if missing:
        return Refusal("pass_not_held", {"seat": seat, "card": missing[0]}, allowed, "V-40")
    return None


def pass_cards(
    seats: Sequence[Seat], hands: Mapping[Seat, Sequence[Card]], direction: str, cards: Mapping[Seat, Sequence[Card]]
) -> dict[Seat, tuple[Card, ...]]:
    """The hands after all handed over their cards at once (V-40); cards just received may go on in a later pass.

    Raises ValueError where a seat passes a card it does not hold, or another number than the others.
    """
    counts = {len(cards.get(s, ())) for s in seats}
    if len(counts) != 1:
        raise ValueError("passes: everybody passes the same number of cards")
    for seat in seats:
        no = refuse_pass(seat, hands[seat], cards.get(seat, ()), len(cards.get(seat, ())))
        if no is not None:
            raise ValueError(f"{seat}: {no.code} {dict(no.params)}")
    kept = {s: [c for c in hands[s] if c not in cards.get(s, ())] for s in seats}
    for giver in seats:
        kept[receiver(seats, giver, direction)].extend(cards.get(giver, ()))
    return {s: tuple(kept[s]) for s in seats}


# --- Trees ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Barter:
    """The draw of Trees: who offers how many cards, and who has swapped (V-13, R-160)."""

    offers: Mapping[Seat, int]
    pairs: tuple[tuple[Seat, Seat], ...] = ()

    @property
    def traded(self) -> frozenset[Seat]:
        """Seats that have made their one swap."""
        return frozenset(s for pair in self.pairs for s in pair)

    @property
    def keeps_hand(self) -> tuple[Seat, ...]:
        """Seats that found no partner."""
        return tuple(s for s in self.offers if s not in self.traded)

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Who may still swap with ``seat``: the same number of cards, at least one, neither having swapped."""
        wanted = self.offers.get(seat, 0)
        if not wanted or seat in self.traded:
            return ()
        return tuple(s for s, n in self.offers.items() if n == wanted and s != seat and s not in self.traded)

    def agree(self, one: Seat, other: Seat) -> Barter | Refusal:
        """The barter after two players swapped, or why they cannot; the refusal names who could."""
        if other in self.partners(one):
            return replace(self, pairs=(*self.pairs, (one, other)))
        allowed = tuple(Allowed(f"seat:{s}") for s in self.partners(one)) or (Allowed("keep"),)
        params = {"seat": one, "other": other}
        if one in self.traded or other in self.traded:
            who = one if one in self.traded else other
            return Refusal("traded_already", {**params, "who": who}, allowed, "R-160")
        counts = {"cards": self.offers.get(one, 0), "other_cards": self.offers.get(other, 0)}
        return Refusal("trade_not_equal", {**params, **counts}, allowed, "V-13")
