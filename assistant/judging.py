"""A showdown seen cold: hands with doubtful cards, and the verdict only where no doubt could change it.

A doubt is settled by trying everything it could be: if the verdict stays the same it does not matter. Otherwise one
thing is asked at a time, first what tells most about the verdict.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.engine.cards import RANKS, deck_cards
from assistant.engine.game import Variant
from assistant.engine.hand_core import Core, HeldCard
from assistant.engine.hand_flow import fresh
from assistant.engine.hand_setup import deck_of, set_up
from assistant.engine.options import Options
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import Verdict
from assistant.engine.verdict import judge
from assistant.facts import HandStarted
from assistant.open_cards import SeatCards, Unknown

MOST_READINGS = 8_000  # possible readings of the doubtful cards that are tried before the doubt just stands
MANY = 6  # players at a large table: below their deck a card is odd
FEW = 2  # so few cards below the usual deck may be misread; more of them are another deck
SAMPLE = 160  # readings from which it is told which question helps most


@dataclass(frozen=True)
class Question:
    """What must be answered before there is a verdict: ``code`` is a phrase (``judge.CODE``)."""

    code: str
    seat: str = ""
    params: tuple[tuple[str, str | int], ...] = ()
    doubt: Unknown | None = None
    choices: tuple[str, ...] = ()  # the likeliest answers: cards, seats or ranks


@dataclass(frozen=True)
class Ruling:
    """The hands as read and the verdict, or the questions that stand in its way, the one that helps most first.

    ``words`` names each hand and ``reason`` tells why, in both languages, where no doubtful card changes that either;
    ``unread`` counts the doubtful cards of a seat.
    """

    hands: Mapping[str, tuple[str, ...]]
    verdict: Verdict | None = None
    questions: tuple[Question, ...] = ()
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    reason: tuple[str, str] = ("", "")
    unread: Mapping[str, int] = field(default_factory=dict)


def judgeable(game: Variant) -> bool:
    """Whether the faces alone decide this game: nothing depends on what lay closed, or on the order of dealing."""
    return game.counted in ("five", "points") and game.split in ("single", "highlow") and game.wild is None


def rule(
    seats: Mapping[str, SeatCards], game: Variant, deck_low: str | None = None, options: Options | None = None
) -> Ruling:
    """The verdict over hands that lie open, or what must be asked; never one that a doubtful card could change."""
    options = options or Options()
    need = game.cards_each
    seats = {s: settled(c, need) for s, c in seats.items()}
    hands = {s: tuple(c.cards) for s, c in seats.items()}
    unread = {s: min(len(c.unknown), max(0, need - len(c.cards))) for s, c in seats.items() if c.unknown}
    asked = tuple(_first_of_all(seats, hands, need, deck_low, game, options))
    if asked:
        return Ruling(hands, None, asked, unread=unread)
    found: dict[object, Verdict] = {}
    words: dict[str, set[tuple[str, str]]] = {s: set() for s in seats}
    reasons: set[tuple[str, str]] = set()
    lows = _lows(seats, game, deck_low, options)
    for low in lows:
        for read, _ in _readings(seats, low, need):
            core = _core(read, game, low, options)
            if isinstance(core, Refusal):
                return Ruling(hands, None, (Question("cannot", params=(("why", core.code),)),), unread=unread)
            verdict = judge(core).verdict
            assert verdict is not None
            found.setdefault(_gist(verdict), verdict)
            reasons.add((verdict.reason_pt, verdict.reason_en))
            for seat, shown in verdict.hands.items():
                words[seat].add((shown.words_pt, shown.words_en))
            if len(found) > 1:
                break
    if len(found) == 1:
        sure = {s: next(iter(w)) for s, w in words.items() if len(w) == 1}
        reason = next(iter(reasons)) if len(reasons) == 1 else ("", "")
        return Ruling(hands, next(iter(found.values())), (), sure, reason, unread)
    doubts = _ordered(seats, game, lows, need, options)
    deck = (Question("which_deck", choices=tuple(lows)),)
    return Ruling(hands, None, doubts or deck, unread=unread)


def settled(cards: SeatCards, need: int) -> SeatCards:
    """A seat's cards without what is seen twice: both corners of one card, a face outlined once more and not read.

    With all cards of the hand sure, nothing else there is one. A doubt that stays keeps what it may be.
    """
    sure = list(dict.fromkeys(cards.cards)) if "Jk" not in cards.cards else list(cards.cards)
    if len(sure) == need:
        return SeatCards(sure, [], cards.backs)
    unknown: list[Unknown] = []
    for u in cards.unknown:
        twin = u.guess is not None and (u.guess in sure or any(u.guess == v.guess for v in unknown))
        if not twin:
            unknown.append(u)
    while len(sure) + len(unknown) > need and any(u.guess is None for u in unknown):
        unknown.remove(next(u for u in unknown if u.guess is None))
    return SeatCards(sure, unknown, cards.backs)


def _first_of_all(
    seats: Mapping[str, SeatCards],
    hands: Mapping[str, Sequence[str]],
    need: int,
    deck_low: str | None,
    game: Variant,
    options: Options,
) -> Iterator[Question]:
    """What no trying can settle: hands or cards that are missing, too many, twice, or of another deck."""
    if len(seats) < 2:
        yield Question("few_hands", params=(("n", len(seats)),))
        return
    for seat, cards in seats.items():
        if cards.shows < need:
            yield Question("missing_cards", seat, (("shown", cards.shows), ("need", need)))
        elif len(cards.cards) > need:
            shown = (("shown", len(cards.cards)), ("need", need))
            yield Question("too_many", seat, shown, choices=tuple(cards.cards))
    twice = [c for c, n in Counter(c for mine in hands.values() for c in mine if c != "Jk").items() if n > 1]
    for card in twice:
        where = tuple(s for s, mine in hands.items() if card in mine)
        yield Question("twice", where[0], (("card", card),), choices=where)
    usual = _usual(MANY, game, options)
    odd = [c for mine in hands.values() for c in mine if c != "Jk" and RANKS.index(c[0]) < RANKS.index(usual)]
    if deck_low is None and 0 < len(odd) <= FEW:
        lowest = min(odd, key=lambda c: RANKS.index(c[0]))
        seat = next(s for s, mine in hands.items() if lowest in mine)
        yield Question("odd_deck", seat, (("card", lowest), ("usual", usual)), choices=(usual, lowest[0]))
    if deck_low is not None and not _lows(seats, game, deck_low, options):
        for seat, mine in hands.items():
            for card in mine:
                if card != "Jk" and RANKS.index(card[0]) < RANKS.index(deck_low):
                    yield Question("not_in_deck", seat, (("card", card),))


def _ordered(
    seats: Mapping[str, SeatCards], game: Variant, lows: Sequence[str], need: int, options: Options
) -> tuple[Question, ...]:
    """The doubts as questions, first the one whose answer is expected to leave least open about the verdict."""
    doubts = [(s, i) for s, c in seats.items() for i in range(len(c.unknown))]
    chance = random.Random(1)  # the same showdown asks the same
    drawn: list[tuple[object, Mapping[tuple[str, int], str]]] = []
    for _ in range(SAMPLE if doubts else 0):
        low = chance.choice(list(lows))
        if (one := _drawn(seats, low, need, chance)) is None:
            continue
        read, which = one
        core = _core(read, game, low, options)
        if not isinstance(core, Refusal) and (verdict := judge(core).verdict) is not None:
            drawn.append((_gist(verdict), which))
    left = {d: _left_open([(gist, which.get(d, "")) for gist, which in drawn]) for d in doubts}
    doubts.sort(key=lambda d: (round(left[d], 3), len(seats[d[0]].unknown[d[1]].possible) or 99))
    return tuple(
        Question("show", s, doubt=seats[s].unknown[i], choices=seats[s].unknown[i].possible[:4]) for s, i in doubts
    )


def _left_open(pairs: Sequence[tuple[object, str]]) -> float:
    """Bits still open about the verdict once a card is known, from drawn (verdict, card) pairs."""
    by_card: dict[str, Counter[object]] = {}
    for gist, card in pairs:
        by_card.setdefault(card, Counter())[gist] += 1
    bits = 0.0
    for counts in by_card.values():
        n = sum(counts.values())
        bits -= sum(k * math.log2(k / n) for k in counts.values())
    return bits / max(1, len(pairs))


def _lows(seats: Mapping[str, SeatCards], game: Variant, given: str | None, options: Options) -> tuple[str, ...]:
    """The lowest ranks the deck may have: the one given, else what the house plays with, and lower ones if seen."""
    ranks = [RANKS.index(c[0]) for s in seats.values() for c in s.cards if c != "Jk"]
    seen = min(ranks, default=len(RANKS) - 1)
    if given is not None:
        return (given,) if RANKS.index(given) <= seen else ()
    usual = _usual(len(seats), game, options)
    if RANKS.index(usual) > seen:
        return tuple(RANKS[i] for i in range(seen + 1))
    return tuple(RANKS[i] for i in range(min(seen, RANKS.index("T")) + 1))


def _usual(players: int, game: Variant, options: Options) -> str:
    """The lowest rank that the house plays with so many at the table (R-003)."""
    deck = deck_of(game, max(players, game.least_players), options)
    return "2" if isinstance(deck, Refusal) else deck.low


Read = dict[str, list[str]]


def _may_be(seats: Mapping[str, SeatCards], low: str) -> dict[tuple[str, int], list[str]]:
    """What each doubtful card may be, likeliest first: each card of the deck is there once."""
    known = {c for s in seats.values() for c in s.cards}
    free = [c for c in deck_cards(low, 0) if c not in known]
    return {
        (s, i): [c for c in u.possible if c in free or c == "Jk"] or free
        for s, c in seats.items()
        for i, u in enumerate(c.unknown)
    }


def _readings(
    seats: Mapping[str, SeatCards], low: str, need: int
) -> Iterator[tuple[Read, Mapping[tuple[str, int], str]]]:
    """Everything the doubtful cards could be together; nothing where that is too much to try.

    Where a seat shows more doubtful cards than its hand lacks, any so many of them may be its cards.
    """
    may_be = _may_be(seats, low)
    each = [list(itertools.combinations(range(len(c.unknown)), need - len(c.cards))) for c in seats.values()]
    ways = list(itertools.product(*each))
    total = 0
    for way in ways:
        picked = [(s, i) for s, mine in zip(seats, way, strict=True) for i in mine]
        total += math.prod(len(may_be[d]) for d in picked)
    if total > MOST_READINGS:
        return
    for way in ways:
        picked = [(s, i) for s, mine in zip(seats, way, strict=True) for i in mine]
        for chosen in itertools.product(*(may_be[d] for d in picked)):
            if len(set(chosen)) == len(chosen):
                which = dict(zip(picked, chosen, strict=True))
                yield _filled(seats, which), which


def _drawn(
    seats: Mapping[str, SeatCards], low: str, need: int, chance: random.Random
) -> tuple[Read, Mapping[tuple[str, int], str]] | None:
    """One reading by chance, likelier ones more often; None where a card would be there twice."""
    may_be = _may_be(seats, low)
    which: dict[tuple[str, int], str] = {}
    for s, c in seats.items():
        for i in chance.sample(range(len(c.unknown)), need - len(c.cards)):
            cards = may_be[s, i]
            weights = [1 / (k + 1) for k in range(len(cards))] if c.unknown[i].possible else None
            which[s, i] = chance.choices(cards, weights)[0]
    return (_filled(seats, which), which) if len(set(which.values())) == len(which) else None


def _filled(seats: Mapping[str, SeatCards], which: Mapping[tuple[str, int], str]) -> Read:
    read = {s: list(c.cards) for s, c in seats.items()}
    for (seat, _), card in which.items():
        read[seat].append(card)
    return read


def _core(read: Mapping[str, Sequence[str]], game: Variant, low: str, options: Options) -> Core | Refusal:
    """A hand at its showdown with these cards and equal stakes."""
    names = tuple(read)
    start = HandStarted(
        1, game.id, names, names[-1], dict.fromkeys(names, 2), 1, low, game.applied, options.changed(), smallest_chip=1
    )
    setup = set_up(start)
    if isinstance(setup, Refusal):
        return setup
    core = fresh(setup)
    for seat in names:
        core = core.pay(seat, 1)
    cards = {s: tuple(HeldCard(True, c, order=i) for i, c in enumerate(mine)) for s, mine in read.items()}
    return core.but(cards=cards)


def _gist(verdict: Verdict) -> object:
    """What a verdict says, but for the cards themselves: who wins each part."""
    return tuple((part.part, tuple(sorted(part.winners))) for pot in verdict.pots for part in pot.parts)
