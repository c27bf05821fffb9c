"""A contested hand looked into: its cards and words by fact, what another card would change, how to set it right; pure.

A hand is given as its facts (number, payload), corrections among them, as the journal has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant.engine.cards import deck_cards
from assistant.engine.hand import HandState, effective, fold
from assistant.engine.hand_core import Core
from assistant.engine.verdict import judge
from assistant.facts import (
    Acted,
    CardCode,
    CardDealt,
    CardTurned,
    Corrected,
    HandVoided,
    Payload,
    PotAwarded,
    PotSplit,
    Seat,
    encode_payload,
)

HandFacts = Sequence[tuple[int, Payload]]
ENDS = (PotAwarded, PotSplit, HandVoided)


class NoWayOut(Exception):
    """A resolution that cannot be carried out; ``code`` is a phrase (``contest_no.CODE``)."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class CardFact:
    """A face on record: the fact it stands in, whose it is, which of the seat's cards (from 0), how it fell."""

    seq: int
    seat: str
    place: int
    card: CardCode
    turned: bool


@dataclass(frozen=True)
class WordFact:
    """A word of the betting on record."""

    seq: int
    seat: Seat
    verb: str
    amount: int | None


@dataclass(frozen=True)
class WhatIf:
    """What would be paid if the contested card were one of ``cards``; ``payout`` None where that cannot be said."""

    cards: tuple[CardCode, ...]
    payout: Mapping[Seat, int] | None
    same: bool
    words: Mapping[Seat, tuple[str, str]]  # what the seat's hand would be called, Portuguese and English


def card_facts(facts: HandFacts) -> tuple[CardFact, ...]:
    """Every face of the hand as it stands after corrections, in the order of the facts."""
    count: dict[str, int] = {}
    out: list[CardFact] = []
    for seq, p in effective(facts):
        if isinstance(p, CardDealt):
            place = count.get(p.seat, 0)
            count[p.seat] = place + 1
            if p.up and p.card is not None:
                out.append(CardFact(seq, p.seat, place, p.card, False))
        elif isinstance(p, CardTurned):
            out.append(CardFact(seq, p.seat, p.place, p.card, True))
    return tuple(out)


def word_facts(facts: HandFacts) -> tuple[WordFact, ...]:
    """Every word of the betting as it stands after corrections."""
    return tuple(WordFact(s, p.seat, p.verb, p.amount) for s, p in effective(facts) if isinstance(p, Acted))


def ending_of(facts: HandFacts) -> tuple[int, Payload] | None:
    """The fact that closed the hand, as it stands; None while the verdict waits for its tap, or before."""
    return next(((s, p) for s, p in reversed(effective(facts)) if isinstance(p, ENDS)), None)


def before_the_end(facts: HandFacts) -> HandState | None:
    """The hand as it stood when its verdict was known and no chip had moved."""
    return fold([(s, p) for s, p in effective(facts) if not isinstance(p, ENDS)]).state


def paid(facts: HandFacts) -> dict[Seat, int]:
    """What each seat received from the pot; empty while nothing was paid."""
    end = ending_of(facts)
    hand = before_the_end(facts)
    if end is None or hand is None:
        return {}
    payload = end[1]
    if isinstance(payload, HandVoided):
        after = fold(facts).state
        stacks = after.stacks if after is not None else {}
        return {s: n - hand.stacks[s] for s, n in stacks.items() if n != hand.stacks[s]}
    payout = payload.payout if isinstance(payload, PotAwarded | PotSplit) else {}
    return {s: n for s, n in payout.items() if n}


# --- what if ---------------------------------------------------------------------------------------------------------


def rejudged(core: Core, seat: Seat, old: CardCode, new: CardCode) -> Core:
    """The hand at its verdict with one card read otherwise and everything said left as it was."""
    cards = {s: tuple(replace(c, card=new) if s == seat and c.card == old else c for c in held)
             for s, held in core.cards.items()}  # fmt: skip
    fallen = tuple((at, s, new if s == seat and c == old else c) for at, s, c in core.fallen)
    core = core.but(cards=cards, fallen=fallen)
    return core.but(ending=judge(core))


def what_if(facts: HandFacts, seq: int) -> tuple[WhatIf, ...]:
    """Every other card that the contested one could have been, grouped by what would be paid; today's result first."""
    hand = before_the_end(facts)
    fact = next((c for c in card_facts(facts) if c.seq == seq), None)
    if hand is None or fact is None or hand.verdict is None or hand.verdict.uncontested:
        return ()
    if fact.seat not in hand.verdict.hands:
        return ()
    known = {c.card for c in card_facts(facts)} | set(hand.core.gone)
    now = {s: n for s, n in hand.verdict.payout.items() if n}
    groups: dict[tuple[tuple[Seat, int], ...], list[CardCode]] = {}
    words: dict[tuple[tuple[Seat, int], ...], Mapping[Seat, tuple[str, str]]] = {}
    for card in deck_cards(hand.started.deck_low, 0):
        if card in known:
            continue
        ending = rejudged(hand.core, fact.seat, fact.card, card).ending
        if ending is None or ending.verdict is None:
            continue
        payout = tuple(sorted((s, n) for s, n in ending.verdict.payout.items() if n))
        groups.setdefault(payout, []).append(card)
        words.setdefault(payout, {s: (h.words_pt, h.words_en) for s, h in ending.verdict.hands.items()})
    out = [WhatIf(tuple(cards), dict(p), dict(p) == now, words[p]) for p, cards in groups.items()]
    return tuple(sorted(out, key=lambda w: (not w.same, -len(w.cards))))


# --- setting it right ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resolution:
    """What must be written, in order; ``payout`` is what each seat receives then (None while nothing is paid yet)."""

    payloads: tuple[Payload, ...]
    corrections: tuple[int, ...]
    before: Mapping[Seat, int]
    payout: Mapping[Seat, int] | None


def resolve(
    facts: HandFacts,
    outcome: str,
    *,
    fact: int | None = None,
    card: CardCode | None = None,
    amount: int | None = None,
    payout: Mapping[Seat, int] | None = None,
    reason: str = "",
    by: tuple[str, ...] = (),
) -> Resolution:
    """The facts that carry a resolution out; raises NoWayOut with the reason where it cannot be done."""
    before = paid(facts)
    match outcome:
        case "keep":
            return Resolution((), (), before, before or None)
        case "card":
            return _card(facts, fact, card, by, before)
        case "amount":
            return _amount(facts, fact, amount, by, before)
        case "split":
            return _ended(facts, PotSplit(dict(payout or {}), by), by, before)
        case "void":
            return _ended(facts, HandVoided(reason), by, before)
    raise NoWayOut("unknown_outcome")


def _corrected(fact: int, payload: Payload, by: tuple[str, ...]) -> Corrected:
    return Corrected(fact, encode_payload(payload), by)


def _next(facts: HandFacts) -> int:
    return max((s for s, _ in facts), default=0) + 1


def _ended(facts: HandFacts, payload: Payload, by: tuple[str, ...], before: Mapping[Seat, int]) -> Resolution:
    """Another end for the hand: in the place of the one on record, or as its end."""
    end, hand = ending_of(facts), before_the_end(facts)
    if hand is None:
        raise NoWayOut("no_hand")
    if isinstance(payload, PotSplit):
        if hand.verdict is None:
            raise NoWayOut("no_verdict_yet")
        total = sum(hand.verdict.payout.values())
        if sum(payload.payout.values()) != total or any(n < 0 for n in payload.payout.values()):
            raise NoWayOut("split_sum", total=total, given=sum(payload.payout.values()))
        if any(s not in hand.seats for s in payload.payout):
            raise NoWayOut("split_seat")
    one: Payload = payload if end is None else _corrected(end[0], payload, by)
    after = fold([*facts, (_next(facts), one)])
    if after.misfits or after.state is None or not after.state.over:
        raise NoWayOut("does_not_fit")
    return Resolution((one,), (end[0],) if end else (), before, paid([*facts, (_next(facts), one)]))


def _card(
    facts: HandFacts, fact: int | None, card: CardCode | None, by: tuple[str, ...], before: Mapping[Seat, int]
) -> Resolution:
    wrong = next((c for c in card_facts(facts) if c.seq == fact), None)
    hand = before_the_end(facts)
    if wrong is None or card is None or hand is None:
        raise NoWayOut("no_such_card")
    if card == wrong.card:
        raise NoWayOut("same_card")
    if card in {c.card for c in card_facts(facts) if c.seq != wrong.seq} or card not in (
        *deck_cards(hand.started.deck_low, 0),
        "Jk",
    ):
        raise NoWayOut("card_taken")
    right: Payload = (
        CardTurned(wrong.seat, wrong.place, card) if wrong.turned else CardDealt(wrong.seat, up=True, card=card)
    )
    first = _corrected(wrong.seq, right, by)
    whole = fold(_without_end(facts, first))
    if whole.misfits or whole.state is None or (hand.verdict is not None and whole.state.verdict is None):
        return _as_it_was_said(facts, hand, wrong, card, by, before)  # another would have spoken: the words stand
    return _paid_anew(facts, first, whole.state, (wrong.seq,), by, before)


def _as_it_was_said(
    facts: HandFacts, hand: HandState, wrong: CardFact, card: CardCode, by: tuple[str, ...], before: Mapping[Seat, int]
) -> Resolution:
    """The card would have changed the betting: what was said and paid in stands, the hands are compared anew."""
    if hand.verdict is None or wrong.seat not in hand.verdict.hands:
        raise NoWayOut("betting_differs")
    ending = rejudged(hand.core, wrong.seat, wrong.card, card).ending
    if ending is None or ending.verdict is None:
        raise NoWayOut("betting_differs")
    return _ended(facts, PotSplit({s: n for s, n in ending.verdict.payout.items() if n}, by), by, before)


def _without_end(facts: HandFacts, correction: Corrected) -> list[tuple[int, Payload]]:
    standing = effective([*facts, (_next(facts), correction)])
    return [(s, p) for s, p in standing if not isinstance(p, ENDS)]


def _paid_anew(
    facts: HandFacts,
    first: Corrected,
    state: HandState,
    corrected: tuple[int, ...],
    by: tuple[str, ...],
    before: Mapping[Seat, int],
) -> Resolution:
    """The correction, and the payout that follows from it where the pot was paid already."""
    end = ending_of(facts)
    if end is None or isinstance(end[1], HandVoided):
        payout = {s: n for s, n in state.payout.items() if n} if state.verdict is not None else None
        return Resolution((first,), corrected, before, payout)
    payout = {s: n for s, n in state.payout.items() if n}
    if payout == before:
        return Resolution((first,), corrected, before, payout)
    second = _corrected(end[0], PotAwarded(payout), by)
    whole = fold([*facts, (_next(facts), first), (_next(facts) + 1, second)])
    if whole.misfits or whole.state is None or not whole.state.over:
        raise NoWayOut("does_not_fit")
    return Resolution((first, second), (*corrected, end[0]), before, payout)


def _amount(
    facts: HandFacts, fact: int | None, amount: int | None, by: tuple[str, ...], before: Mapping[Seat, int]
) -> Resolution:
    said = next((w for w in word_facts(facts) if w.seq == fact), None)
    if said is None or amount is None:
        raise NoWayOut("no_such_word")
    if said.amount is None:
        raise NoWayOut("no_amount")
    if said.amount == amount:
        raise NoWayOut("same_amount")
    first = _corrected(said.seq, Acted(said.seat, said.verb, amount), by)
    whole = fold(_without_end(facts, first))
    hand = before_the_end(facts)
    if whole.misfits or whole.state is None or (hand is not None and hand.verdict and whole.state.verdict is None):
        raise NoWayOut("amount_does_not_fit", amount=amount)
    return _paid_anew(facts, first, whole.state, (said.seq,), by, before)


def ladder_rows(hand: HandState) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
    """The ranking in force from the best category down, with the seats whose shown hand is of each.

    Five of a kind is left out where no card is wild: nobody can have it.
    """
    shown: Mapping[Seat, Any] = hand.verdict.hands if hand.verdict is not None else {}
    setup, out = hand.core.setup, []
    for category in setup.ladder.categories:
        seats = tuple(s for s, h in shown.items() if h.category == category)
        if seats or category != "five" or setup.jokers or setup.game.wild is not None:
            out.append((category, seats))
    return tuple(out)
