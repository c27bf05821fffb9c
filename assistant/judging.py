"""A showdown seen cold: photographs to hands, and the verdict only where nothing doubtful could change it.

A picture is looked at twice, in two sizes; a card that both looks do not read alike is a doubt. A doubt is settled by
trying everything it could be: if the verdict stays the same it does not matter, otherwise it is asked about.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

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
from assistant.open_cards import SeatCards, Unknown, by_seat
from assistant.vision.layout import Layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, JOKER, Image, Sighting

SECOND = 0.78  # the size of the second look
MOST_READINGS = 20_000  # possible readings of the doubtful cards that are tried before the doubt just stands
NEAR = 0.35  # of a card's width: how far apart the same card may lie in two looks
PARTY = 1.9  # card heights between neighbours of one hand, where no layout says whose cards are whose


@dataclass(frozen=True)
class Question:
    """What must be answered before there is a verdict: ``code`` is a phrase (``judge.CODE``)."""

    code: str
    seat: str = ""
    params: tuple[tuple[str, str | int], ...] = ()
    doubt: Unknown | None = None


@dataclass(frozen=True)
class Ruling:
    """The hands as read and the verdict, or the questions that stand in its way.

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


# --- looking ---------------------------------------------------------------------------------------------------------


def look_twice(recogniser: Recogniser, image: Image) -> list[Sighting]:
    """Every card of a picture, sure only where two looks in different sizes agree."""
    first = recogniser.look(image)
    h, w = image.shape[:2]
    small = cv2.resize(image, (round(w * SECOND), round(h * SECOND)), interpolation=cv2.INTER_AREA)
    second = [_scaled(s, 1 / SECOND) for s in recogniser.look(np.asarray(small, np.uint8))]
    return combine(first, second)


def combine(first: Sequence[Sighting], second: Sequence[Sighting]) -> list[Sighting]:
    """Two looks at one picture as one: what both read alike is sure, the rest is doubt."""
    out = []
    for s in first:
        twin = _nearest(s, second)
        out.append(s if s.card == BACK else _agreed(s, twin))
    missed = [t for t in second if t.card not in (BACK, None) and t.sure and _nearest(t, first) is None]
    return out + [replace(t, sure=False, possible=()) for t in missed]


def _scaled(s: Sighting, k: float) -> Sighting:
    a, b, c, d = ((x * k, y * k) for x, y in s.quad)
    return replace(s, quad=(a, b, c, d))


def _sides(s: Sighting) -> NDArray[np.float64]:
    q = np.array(s.quad)
    return np.asarray(np.linalg.norm(q - np.roll(q, -1, 0), axis=1), np.float64)


def _width(s: Sighting) -> float:
    return float(_sides(s).min())


def _nearest(s: Sighting, others: Sequence[Sighting]) -> Sighting | None:
    limit = NEAR * _width(s)
    near = [(math.dist(s.centre, o.centre), i) for i, o in enumerate(others) if o.face_up == s.face_up]
    best = min(near, default=None)
    return others[best[1]] if best is not None and best[0] <= limit else None


def _agreed(s: Sighting, twin: Sighting | None) -> Sighting:
    if twin is not None and twin.card == s.card and (s.sure or twin.sure):
        return s if s.sure else replace(s, sure=True, doubt=None, possible=(), confidence=twin.confidence)
    if twin is None:
        return replace(s, sure=False, possible=s.possible)
    names = (s.card, twin.card, *s.possible, *twin.possible)
    both = tuple(dict.fromkeys(c for c in names if c is not None and c != BACK))
    known = (s.sure or s.possible) and (twin.sure or twin.possible)
    return replace(s, sure=False, possible=both if known else ())


# --- whose cards -----------------------------------------------------------------------------------------------------


def parties(sightings: Sequence[Sighting]) -> dict[str, SeatCards]:
    """Without a layout: cards that lie close together are one hand, named A, B, … from the left."""
    faces = [s for s in sightings if s.face_up]
    if not faces:
        return {}
    tall = float(np.median([_sides(s).max() for s in faces]))
    group = list(range(len(faces)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for i, j in itertools.combinations(range(len(faces)), 2):
        if math.dist(faces[i].centre, faces[j].centre) <= PARTY / 2 * tall:
            group[root(j)] = root(i)
    clumps: dict[int, list[Sighting]] = {}
    for i, s in enumerate(faces):
        clumps.setdefault(root(i), []).append(s)
    ordered = sorted(clumps.values(), key=lambda c: float(np.mean([s.centre[0] for s in c])))
    return {chr(ord("A") + i): _held(c) for i, c in enumerate(ordered[:26])}


def _held(sightings: Sequence[Sighting]) -> SeatCards:
    out = SeatCards()
    for s in sorted(sightings, key=lambda s: s.centre):
        if s.sure and s.card is not None:
            out.cards.append("Jk" if s.card == JOKER else s.card)
        else:
            may_be = tuple("Jk" if c == JOKER else c for c in s.possible)
            out.unknown.append(Unknown(s.card, s.doubt.code if s.doubt is not None else "unclear", may_be))
    return out


def seats_in(sightings: Sequence[Sighting], layout: Layout | None, size: tuple[int, int]) -> dict[str, SeatCards]:
    """The cards before each seat that shows any, in the layout's order; without a layout, hand by hand."""
    if layout is None:
        return parties(sightings)
    return {s: c for s, c in by_seat(sightings, layout, size).items() if c.shows}


# --- judging ---------------------------------------------------------------------------------------------------------


def rule(
    seats: Mapping[str, SeatCards], game: Variant, deck_low: str | None = None, options: Options | None = None
) -> Ruling:
    """The verdict over hands that lie open, or what must be asked; never one that a doubtful card could change."""
    options = options or Options()
    seats = {s: settled(c, game.cards_each) for s, c in seats.items()}
    hands = {s: tuple(c.cards) for s, c in seats.items()}
    if len(seats) < 2:
        return Ruling(hands, None, (Question("few_hands", params=(("n", len(seats)),)),))
    asked = tuple(_counted(seats, game.cards_each))
    if asked:
        return Ruling(hands, None, asked)
    twice = [c for c, n in Counter(c for mine in hands.values() for c in mine if c != "Jk").items() if n > 1]
    if twice:
        where = [(s, c) for s, mine in hands.items() for c in mine if c in twice]
        return Ruling(hands, None, tuple(Question("twice", s, (("card", c),)) for s, c in where))
    lows = _lows(seats, game, deck_low, options)
    if not lows:
        low = str(deck_low)
        odd = [(s, c) for s, mine in hands.items() for c in mine if c != "Jk" and RANKS.index(c[0]) < RANKS.index(low)]
        return Ruling(hands, None, tuple(Question("not_in_deck", s, (("card", c),)) for s, c in odd))
    found: dict[object, Verdict] = {}
    words: dict[str, set[tuple[str, str]]] = {s: set() for s in seats}
    reasons: set[tuple[str, str]] = set()
    for low in lows:
        for read in _readings(seats, low):
            core = _core(read, game, low, options)
            if isinstance(core, Refusal):
                return Ruling(hands, None, (Question("cannot", params=(("why", core.code),)),))
            verdict = judge(core).verdict
            assert verdict is not None
            found.setdefault(_gist(verdict), verdict)
            reasons.add((verdict.reason_pt, verdict.reason_en))
            for seat, shown in verdict.hands.items():
                words[seat].add((shown.words_pt, shown.words_en))
            if len(found) > 1:
                break
    doubts = tuple(Question("show", s, doubt=u) for s, c in seats.items() for u in c.unknown)
    unread = {s: len(c.unknown) for s, c in seats.items() if c.unknown}
    if len(found) == 1:
        sure = {s: next(iter(w)) for s, w in words.items() if len(w) == 1}
        reason = next(iter(reasons)) if len(reasons) == 1 else ("", "")
        return Ruling(hands, next(iter(found.values())), (), sure, reason, unread)
    return Ruling(hands, None, doubts or (Question("which_deck"),), unread=unread)


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


def _counted(seats: Mapping[str, SeatCards], need: int) -> Iterator[Question]:
    for seat, cards in seats.items():
        if cards.shows < need:
            yield Question("missing_cards", seat, (("shown", cards.shows), ("need", need)))
        elif cards.shows > need:
            yield Question("too_many", seat, (("shown", cards.shows), ("need", need)))


def _lows(seats: Mapping[str, SeatCards], game: Variant, given: str | None, options: Options) -> tuple[str, ...]:
    """The lowest ranks the deck may have: the one given, else what the house plays with, and lower ones if seen."""
    ranks = [RANKS.index(c[0]) for s in seats.values() for c in s.cards if c != "Jk"]
    seen = min(ranks, default=len(RANKS) - 1)
    if given is not None:
        return (given,) if RANKS.index(given) <= seen else ()
    deck = deck_of(game, max(len(seats), game.least_players), options)
    usual = "2" if isinstance(deck, Refusal) else deck.low
    if RANKS.index(usual) > seen:
        return tuple(RANKS[i] for i in range(seen + 1))
    return tuple(RANKS[i] for i in range(min(seen, RANKS.index("T")) + 1))


def _readings(seats: Mapping[str, SeatCards], low: str) -> Iterator[dict[str, list[str]]]:
    """Everything the doubtful cards could be together; nothing where that is too much to try."""
    doubts = [(s, u) for s, c in seats.items() for u in c.unknown]
    known = {c for s in seats.values() for c in s.cards}
    free = [c for c in deck_cards(low, 0) if c not in known]
    each = [[c for c in u.possible if c in free or c == "Jk"] or free for _, u in doubts]
    if math.prod(map(len, each)) > MOST_READINGS:
        return
    for chosen in itertools.product(*each):
        if len(set(chosen)) < len(chosen):
            continue
        read = {s: list(c.cards) for s, c in seats.items()}
        for (seat, _), card in zip(doubts, chosen, strict=True):
            read[seat].append(card)
        yield read


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
