"""Many hands at once, without wild cards: the same ladders as ``ranking``, as NumPy tables built from it.

A card is its place in ``FULL_DECK`` (0..51, rank × 4 + suit); hands are uint8 arrays of shape (n, 5), (n, 6) or (n, 7).
A set of ranks is found without search: its ranks from 9 up and those below it are each a number in base five, and
the sum of two small tables at those numbers is the place of the whole set in one table of strengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from assistant.engine.cards import FULL_DECK, JOKER, RANK_OF, RANKS, SUITS
from assistant.engine.ladder import RUN, Ladder
from assistant.engine.ranking import natural

Cards = NDArray[np.uint8]
Ints = NDArray[np.int32]

CHUNK = 1 << 14  # hands worked at a time: their intermediate arrays stay in the processor's cache
LOW_RANKS = 7  # ranks 2..8 make the low number, 9..A the high one
_HIGH_SHIFT = 17  # 5 ** 7 < 2 ** 17
_SUIT_SHIFT = 32
_FIVE_OF_SUIT = 0x8888 << _SUIT_SHIFT  # each suit counts up from 3, so that five set the fourth bit
_THREES = 0x3333 << _SUIT_SHIFT

CARD_CODES: dict[str, int] = {card: i for i, card in enumerate(FULL_DECK)}


def _card_keys() -> NDArray[np.int64]:
    keys = np.zeros(len(FULL_DECK), np.int64)
    for i in range(len(FULL_DECK)):
        rank, suit = divmod(i, 4)
        place = 5**rank if rank < LOW_RANKS else (5 ** (rank - LOW_RANKS)) << _HIGH_SHIFT
        keys[i] = place + (1 << (_SUIT_SHIFT + 4 * suit))
    return keys


_KEYS = _card_keys()
_RANK_BIT = np.array([1 << (i // 4) for i in range(len(FULL_DECK))], np.int32)
_SUIT = np.array([i % 4 for i in range(len(FULL_DECK))], np.uint8)


def encode(hands: Iterable[Sequence[str]]) -> Cards:
    """Card codes as an array of shape (n, cards a hand); raises ValueError for a joker or hands of unequal size."""
    rows = []
    for hand in hands:
        if JOKER in hand:
            raise ValueError("hands with wild cards are ranked one by one")
        rows.append([CARD_CODES[card] for card in hand])
    if len({len(row) for row in rows}) != 1:
        raise ValueError("hands of one batch have the same number of cards")
    return np.array(rows, np.uint8)


@cache
def every_five(deck_low: str = "2") -> Cards:
    """Every five-card hand of a stripped deck, shape (n, 5), each row ascending."""
    low = 4 * RANK_OF[deck_low]
    if low:
        full = every_five()
        return full[full[:, 0] >= low]
    count = len(FULL_DECK)
    hands: Cards = np.arange(count, dtype=np.uint8)[:, None]
    for _ in range(RUN - 1):  # prolong each row by every higher card
        last = hands[:, -1].astype(np.int64)
        more = count - 1 - last
        rows = np.repeat(np.arange(len(hands)), more)
        offset = np.arange(len(rows)) - np.repeat(np.cumsum(more) - more, more)
        hands = np.column_stack([hands[rows], (last[rows] + 1 + offset).astype(np.uint8)])
    return hands


class _RankSets:
    """Every multiset of ``size`` ranks, at most four of each: its ranks, and the tables that find its place."""

    def __init__(self, size: int) -> None:
        high_count = len(RANKS) - LOW_RANKS
        highs = _numbers(high_count, size)
        lows = _numbers(LOW_RANKS, size)
        self.low_place = np.zeros(5**LOW_RANKS, np.int32)
        for group in lows:
            self.low_place[[number for number, _ in group]] = np.arange(len(group))
        self.high_place = np.zeros(5**high_count, np.int32)
        ranks: list[list[int]] = []
        for n_high, group in enumerate(highs):
            for number, high in group:
                self.high_place[number] = len(ranks)
                shifted = [r + LOW_RANKS for r in high]
                ranks += [[*low, *shifted] for _, low in lows[size - n_high]]
        self.ranks = np.array(ranks, np.int64)

    def place(self, key: NDArray[np.int64]) -> Ints:
        """The row of each summed card key."""
        found: Ints = self.low_place[key & ((1 << _HIGH_SHIFT) - 1)]
        found += self.high_place[(key >> _HIGH_SHIFT) & ((1 << (_SUIT_SHIFT - _HIGH_SHIFT)) - 1)]
        return found


def _numbers(ranks: int, most: int) -> list[list[tuple[int, tuple[int, ...]]]]:
    """By number of cards 0..most: (base-five number, ranks) of every set of ``ranks`` ranks, at most four of each."""
    return [
        [
            (sum(5**r for r in held), held)
            for held in combinations_with_replacement(range(ranks), n)
            if all(held[i] != held[i + 4] for i in range(n - 4))
        ]
        for n in range(most + 1)
    ]


@cache
def _rank_sets(size: int) -> _RankSets:
    return _RankSets(size)


class BatchValues:
    """What each hand of a batch is worth, comparable within one ranker; better is greater, as for ``HandValue``."""

    def __init__(self, strength: Ints, ranker: BatchRanker) -> None:
        self._strength = strength
        self._ranker = ranker

    def __len__(self) -> int:
        return len(self._strength)

    def _same(self, other: BatchValues) -> Ints:
        if other._ranker is not self._ranker:
            raise ValueError("hands of two rankers cannot be compared")
        return other._strength

    def __gt__(self, other: BatchValues) -> NDArray[np.bool_]:
        return np.asarray(self._strength > self._same(other))

    def __lt__(self, other: BatchValues) -> NDArray[np.bool_]:
        return np.asarray(self._strength < self._same(other))

    def ties(self, other: BatchValues) -> NDArray[np.bool_]:
        """Which hands are worth exactly the same (R-046)."""
        return np.asarray(self._strength == self._same(other))

    def order(self) -> NDArray[np.int64]:
        """The places of the hands from the lowest up; hands that tie keep their order."""
        return np.asarray(np.argsort(self._strength, kind="stable"), np.int64)

    def tiers(self) -> NDArray[np.int64]:
        """For each hand how many different strengths of this batch are below it: order and ties, nothing else."""
        return np.asarray(np.unique(self._strength, return_inverse=True)[1], np.int64)

    def categories(self) -> NDArray[np.str_]:
        """The category of each hand."""
        return np.asarray(np.array(self._ranker.ladder.categories)[self._ranker._category[self._strength]])

    def counts(self) -> dict[str, int]:
        """How many hands fall in each category, best category first."""
        per = np.bincount(self._ranker._category[self._strength], minlength=len(self._ranker.ladder.categories))
        return {category: int(n) for category, n in zip(self._ranker.ladder.categories, per, strict=True)}


class BatchRanker:
    """Ranks batches of five to seven cards under one ladder: the best five, or the lowest (R-020…R-051)."""

    def __init__(self, ladder: Ladder, *, low: bool = False) -> None:
        self.ladder = ladder
        self.low = low
        sets = _rank_sets(RUN)
        unsuited = [natural(_cards(row, "cdhsc"), ladder)[1] for row in sets.ranks.tolist()]
        suited = {
            sum(1 << r for r in five): natural([RANKS[r] + "s" for r in five], ladder)[1]
            for five in combinations(range(len(RANKS)), RUN)
        }
        keys = sorted({*unsuited, *suited.values()})
        strength = {key: i for i, key in enumerate(keys)}
        top = len(ladder.categories) - 1
        self._category = np.array([top - key[0] for key in keys], np.int8)
        self._five: Ints = np.array([strength[key] for key in unsuited], np.int32)
        self._suits_matter = bool(ladder.windows)
        self._by_size: dict[int, Ints] = {RUN: self._five}
        self._flush = np.full(1 << len(RANKS), -1, np.int32)
        for mask, key in suited.items():
            self._flush[mask] = strength[key]
        for mask in range(1 << len(RANKS)):
            if mask.bit_count() > RUN:  # the best five of more cards of one suit
                rest = [mask & ~(1 << r) for r in range(len(RANKS)) if mask >> r & 1]
                self._flush[mask] = self._flush[rest].max()

    def _table(self, size: int) -> Ints:
        """Strengths of every set of ``size`` ranks, suits aside: the best or the lowest of its sets of five."""
        if size not in self._by_size:
            fives = _rank_sets(RUN)
            keys = _KEYS[4 * _rank_sets(size).ranks]  # any suit: only the rank part is looked at
            pick = np.minimum if self.low else np.maximum
            best: Ints | None = None
            for columns in combinations(range(size), RUN):
                found = self._five[fives.place(keys[:, columns].sum(axis=1))]
                best = found if best is None else pick(best, found)
            assert best is not None
            self._by_size[size] = best
        return self._by_size[size]

    def rank(self, hands: Cards) -> BatchValues:
        """Strengths of hands of shape (n, 5..7), cards of the ladder's deck; raises ValueError for another shape.

        Cards are not checked one by one: of a hand that holds a card twice, or one out of the deck, nothing is known.
        """
        if hands.ndim != 2 or not RUN <= hands.shape[1] <= 7:
            raise ValueError(f"a batch has shape (n, 5..7), not {hands.shape}")
        table, sets = self._table(hands.shape[1]), _rank_sets(hands.shape[1])
        out = np.empty(len(hands), np.int32)
        for start in range(0, len(hands), CHUNK):
            part = hands[start : start + CHUNK]
            key = np.take(_KEYS, part[:, 0])
            for column in range(1, part.shape[1]):
                key += np.take(_KEYS, part[:, column])
            strength = table[sets.place(key)]
            if self._suits_matter:
                suits = (key + _THREES) & _FIVE_OF_SUIT
                rows = np.flatnonzero(suits)
                if len(rows):
                    strength[rows] = self._with_flush(part[rows], suits[rows], strength[rows])
            out[start : start + CHUNK] = strength
        return BatchValues(out, self)

    def _with_flush(self, hands: Cards, suits: NDArray[np.int64], strength: Ints) -> Ints:
        """Strengths of hands that hold five of a suit: better for it, or in a low game five that avoid it."""
        if self.low and hands.shape[1] > RUN:
            fives = [self._fives(hands[:, columns]) for columns in combinations(range(hands.shape[1]), RUN)]
            return np.asarray(np.minimum.reduce(fives), np.int32)
        flush = self._flush[self._suit_mask(hands, suits)]
        return np.asarray(flush if hands.shape[1] == RUN else np.maximum(strength, flush), np.int32)

    def _fives(self, hands: Cards) -> Ints:
        key = _KEYS[hands].sum(axis=1)
        strength = self._five[_rank_sets(RUN).place(key)]
        suits = (key + _THREES) & _FIVE_OF_SUIT
        rows = np.flatnonzero(suits)
        strength[rows] = self._flush[self._suit_mask(hands[rows], suits[rows])]
        return np.asarray(strength, np.int32)

    @staticmethod
    def _suit_mask(hands: Cards, suits: NDArray[np.int64]) -> Ints:
        """The ranks held of the one suit of which there are five."""
        which = ((suits[:, None] >> (_SUIT_SHIFT + 3 + 4 * np.arange(len(SUITS)))) & 1).argmax(axis=1)
        own = _SUIT[hands] == which[:, None].astype(np.uint8)
        return np.asarray(np.where(own, _RANK_BIT[hands], 0).sum(axis=1), np.int32)


def _cards(ranks: Sequence[int], suits: str) -> list[str]:
    """Cards of these ranks, not all of one suit and none twice: equal ranks stand together."""
    return [RANKS[rank] + suits[i] for i, rank in enumerate(ranks)]


@cache
def ranker(ladder: Ladder, low: bool = False) -> BatchRanker:
    """The ranker of a ladder, built once."""
    return BatchRanker(ladder, low=low)
