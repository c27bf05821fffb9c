"""Ranking hands: the best or the lowest five of up to seven cards under a ladder, with words (R-020…R-052).

A hand's worth is a ``HandValue``, compared with ``>`` and ``==`` under one ladder; no number leaves this room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations, groupby, pairwise

from assistant.engine import names, wild
from assistant.engine.cards import JOKER, RANK, RANK_OF, SUITS, CardError
from assistant.engine.ladder import RUN, Ladder

ACE_LOW_RANK: dict[str, int] = {card: (rank + 1) % 13 for card, rank in RANK.items()}
Key = tuple[int, ...]


class LadderMismatch(ValueError):
    """Two hands ranked under different ladders cannot be compared."""


@dataclass(frozen=True, eq=False)
class HandValue:
    """What a hand is worth: its category, its five cards in telling order, and what each of them stands for.

    ``>`` is better in the ranking in force; in a low game the least hand wins (R-050). Equal is a tie (R-046).
    """

    category: str
    cards: tuple[str, ...]
    plays: tuple[str, ...]  # as cards, but each wild card is the card it stands for
    ladder: Ladder = field(repr=False)
    _key: Key = field(repr=False)

    def _other(self, other: HandValue) -> Key:
        if other.ladder is not self.ladder and other.ladder != self.ladder:
            raise LadderMismatch(f"{self.ladder.order()} against {other.ladder.order()}")
        return other._key

    def __eq__(self, other: object) -> bool:
        return self._key == self._other(other) if isinstance(other, HandValue) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __lt__(self, other: HandValue) -> bool:
        return self._key < self._other(other)

    def __le__(self, other: HandValue) -> bool:
        return self._key <= self._other(other)

    def __gt__(self, other: HandValue) -> bool:
        return self._key > self._other(other)

    def __ge__(self, other: HandValue) -> bool:
        return self._key >= self._other(other)

    @cached_property
    def made_of(self) -> tuple[str, ...]:
        """The ranks that make the combination, weightiest first: ("K", "9") for kings full of nines; else the head."""
        if self.category in ("pair", "two_pair", "trips", "full", "quads", "five"):
            groups = [(rank, len(list(same))) for rank, same in groupby(c[0] for c in self.plays)]
            return tuple(rank for rank, n in groups if n > 1)
        return (self.plays[0][0],)

    @cached_property
    def odd_cards(self) -> tuple[str, ...]:
        """The ranks that can still decide after the combination, in the order in which they are compared."""
        if self.category in ("high", "flush"):
            return tuple(c[0] for c in self.plays[1:])
        if self.category in ("pair", "two_pair", "trips", "quads"):
            return tuple(c[0] for c in self.plays if c[0] not in self.made_of)
        return ()

    def same_combination(self, other: HandValue) -> bool:
        """Whether only odd cards tell the two hands apart: same pair, same two pairs, same trinca (R-154)."""
        return self.category == other.category and self.made_of == other.made_of

    def strength(self) -> tuple[int, ...]:
        """For the engine alone: the ranks in the order in which they decide within the category."""
        return self._key[1 : len(self._key) - 1] if self.ladder.natural_first else self._key[1:]

    def name(self, lang: str) -> str:
        """The name of the hand, "Trinca de Damas", "Three Queens"."""
        made = self.made_of
        return names.HAND_NAMES[names.tongue(lang)][self.category].format(
            h=names.one(made[0], lang), a=names.many(made[0], lang), b=names.many(made[-1], lang)
        )

    def phrase(self, lang: str) -> str:
        """The hand inside a sentence with all that can decide: "trinca de Damas, com Ás e Dez"."""
        text = names.lower_first(self.name(lang))
        if self.odd_cards:
            text += (", with " if names.tongue(lang) == "en" else ", com ") + names.join_ranks(self.odd_cards, lang)
        return text + self.wild_note(lang)

    def wild_note(self, lang: str) -> str:
        """What each wild card stands for, " (Curinga vale Dama de Espadas)"; nothing without wild cards."""
        verb = " stands for " if names.tongue(lang) == "en" else " vale "
        told = [
            names.card_name(card, lang) + verb + names.card_name(as_, lang)
            for card, as_ in zip(self.cards, self.plays, strict=True)
            if card != as_
        ]
        return f" ({'; '.join(told)})" if told else ""

    @property
    def name_pt(self) -> str:
        """The Portuguese name."""
        return self.name("pt-BR")

    @property
    def name_en(self) -> str:
        """The English name."""
        return self.name("en")


def check_hand(cards: Collection[str], ladder: Ladder) -> None:
    """Refuse what is no hand: raises CardError for no card, a card twice, or one not in the deck of the ladder."""
    if not 1 <= len(cards) <= 13:
        raise CardError("hand_size", str(len(cards)))
    floor = RANK_OF[ladder.deck_low]
    seen = set(cards)
    try:
        if len(seen) == len(cards) and min([RANK[card] for card in cards]) >= floor:
            return
    except KeyError:
        pass  # a joker, or no card at all: looked at one by one
    for card in seen:
        if card == JOKER:
            continue
        if card not in RANK:
            raise CardError("unknown_card", card)
        if RANK[card] < floor:
            raise CardError("not_in_deck", card)
    if len(seen) < len(cards) and len(seen) + max(0, list(cards).count(JOKER) - 1) < len(cards):
        twice = next(c for c in seen if c != JOKER and list(cards).count(c) > 1)
        raise CardError("duplicate_card", twice)


def rank_hand(cards: Collection[str], ladder: Ladder, wild_ranks: Collection[str] = ()) -> HandValue:
    """The best five (all, if fewer) of one to thirteen cards; raises CardError for a card twice or not in the deck.

    ``wild_ranks`` are the ranks wild for this hand; jokers are always wild (R-027…R-031, R-047).
    """
    check_hand(cards, ladder)
    if JOKER in cards or wild_ranks:
        wilds = [c for c in cards if c == JOKER or c[0] in wild_ranks]
        if wilds:
            return _best_wild([c for c in cards if c not in wilds], wilds, ladder)
    category, key, five = natural(cards, ladder)
    if ladder.natural_first:
        key = (*key, 0)
    return HandValue(category, five, five, ladder, key)


def lowest_hand(cards: Collection[str], ladder: Ladder, wild_ranks: Collection[str] = ()) -> HandValue:
    """The lowest five of up to thirteen cards (R-050…R-052); wild cards stand for what makes it lowest."""
    check_hand(cards, ladder)
    wilds = [c for c in cards if c == JOKER or c[0] in wild_ranks]
    if not wilds:
        category, key, five = _lowest_natural(cards, ladder)
        if ladder.natural_first:
            key = (*key, 0)
        return HandValue(category, five, five, ladder, key)
    return _lowest_wild([c for c in cards if c not in wilds], wilds, ladder)


def order_hands(values: Mapping[str, HandValue], *, low: bool = False) -> list[list[str]]:
    """Seats in tiers from the winners down; inside a tier they tie (R-046) and keep the order given."""
    ranked = sorted(values, key=lambda seat: values[seat]._key, reverse=not low)
    for a, b in pairwise(ranked):
        values[a]._other(values[b])
    return [list(tier) for _, tier in groupby(ranked, key=lambda seat: values[seat]._key)]


def best_seats(values: Mapping[str, HandValue], *, low: bool = False) -> list[str]:
    """The seats that share the win; raises ValueError when no hand was given."""
    if not values:
        raise ValueError("no hand to compare")
    return order_hands(values, low=low)[0]


# --- hands without wild cards --------------------------------------------------------------------------------


def natural(cards: Collection[str], ladder: Ladder) -> tuple[str, Key, tuple[str, ...]]:
    """(category, key, cards in telling order) of the best five of natural cards; the key compares within the ladder."""
    rank_of = ACE_LOW_RANK if ladder.ace_low else RANK
    groups: dict[int, list[str]] = {}
    for card in cards:
        rank = rank_of[card]
        if rank in groups:
            groups[rank].append(card)
        else:
            groups[rank] = [card]
    order = sorted(groups, reverse=True)
    most = max(map(len, groups.values()))
    pairs = [r for r in order if len(groups[r]) > 1] if most > 1 else []
    windows = ladder.windows
    suited: list[list[str]] = []
    straight = -1
    if windows and len(cards) >= RUN:
        suited = _suited(cards)
        mask = 0
        for rank in order:
            mask |= 1 << rank
        straight = ladder.heads[mask]
    for height, category in ladder.levels:
        if category == "high":
            flat = [c for r in order for c in groups[r]][:RUN]
            return category, (height, *[rank_of[c] for c in flat]), tuple(flat)
        if category == "pair":
            if pairs:
                return _grouped(category, height, [(pairs[0], 2)], groups, order)
        elif category == "two_pair":
            if len(pairs) > 1:
                return _two_pair(height, pairs, groups, order, ladder.kicker_first)
        elif category == "trips":
            if most > 2:
                return _grouped(category, height, [(next(r for r in pairs if len(groups[r]) > 2), 3)], groups, order)
        elif category == "straight":
            if straight >= 0:
                five = tuple(groups[r][0] for r in ladder.straight_ranks(straight))
                return category, (height, straight), five
        elif category == "flush":
            if suited:
                flush = max(([RANK[c] for c in cards_[:RUN]], cards_[:RUN]) for cards_ in suited)
                return category, (height, *flush[0]), tuple(flush[1])
        elif category == "full":
            if most > 2 and len(pairs) > 1:
                three = next(r for r in pairs if len(groups[r]) > 2)
                two = next(r for r in pairs if r != three)
                return category, (height, three, two), (*groups[three][:3], *groups[two][:2])
        elif category == "quads":
            if most > 3:
                return _grouped(category, height, [(next(r for r in pairs if len(groups[r]) > 3), 4)], groups, order)
        elif suited and category in ("straight_flush", "royal"):
            head, five = _straight_flush(suited, ladder)
            if head >= 0 and (category == "royal") == (head == 12):
                return category, (height, head), five
    raise AssertionError(f"no category of {ladder.order()} took {' '.join(cards)}")


def _suited(cards: Iterable[str]) -> list[list[str]]:
    """The suits that hold five cards or more, each as its cards from the highest down."""
    suits = "".join([card[1] for card in cards])
    return [
        sorted([card for card in cards if card[1] == suit], key=RANK.__getitem__, reverse=True)
        for suit in SUITS
        if suits.count(suit) >= RUN
    ]


def _straight_flush(suited: list[list[str]], ladder: Ladder) -> tuple[int, tuple[str, ...]]:
    best: tuple[int, tuple[str, ...]] = (-1, ())
    for same in suited:
        by_rank = {RANK[c]: c for c in same}
        head = ladder.heads[sum(1 << r for r in by_rank)]
        if head > best[0]:
            best = (head, tuple(by_rank[r] for r in ladder.straight_ranks(head)))
    return best


def _grouped(
    category: str, height: int, made: list[tuple[int, int]], groups: dict[int, list[str]], order: list[int]
) -> tuple[str, Key, tuple[str, ...]]:
    """One group of equal cards (or two) and the highest odd cards, at most five in all."""
    cards: list[str] = []
    for rank, n in made:
        cards += groups[rank][:n]
    taken = [rank for rank, _ in made]
    odd = [(r, c) for r in order if r not in taken for c in groups[r]][: RUN - len(cards)]
    return category, (height, *taken, *[r for r, _ in odd]), (*cards, *[c for _, c in odd])


def _two_pair(
    height: int, pairs: list[int], groups: dict[int, list[str]], order: list[int], kicker_first: bool
) -> tuple[str, Key, tuple[str, ...]]:
    high, second = pairs[0], pairs[1]
    if not kicker_first:
        return _grouped("two_pair", height, [(high, 2), (second, 2)], groups, order)
    # the odd card goes before the second pair, so a third pair may serve better as odd card
    options = []
    for low in pairs[1:]:
        odd = next(((r, groups[r][0]) for r in order if r not in (high, low)), None)
        cards = (*groups[high][:2], *groups[low][:2], *((odd[1],) if odd else ()))
        options.append(((height, high, odd[0] if odd else -1, low), cards))
    key, cards = max(options)
    return "two_pair", key, cards


def _lowest_natural(cards: Collection[str], ladder: Ladder) -> tuple[str, Key, tuple[str, ...]]:
    if len(cards) <= RUN:
        return natural(cards, ladder)
    rank_of = ACE_LOW_RANK if ladder.ace_low else RANK
    groups: dict[int, list[str]] = {}
    for card in cards:
        groups.setdefault(rank_of[card], []).append(card)
    if len(groups) >= RUN and "pair" in ladder.categories:
        ranks = sorted(groups)
        for places in _from_lowest(len(ranks)):
            five = [ranks[i] for i in places]
            if ladder.windows:
                if ladder.heads[sum(1 << r for r in five)] >= 0:
                    continue
                chosen = _unsuited([groups[r] for r in five])
                if chosen is None:
                    continue
            else:
                chosen = [groups[r][0] for r in five]
            return "high", (0, *five), tuple(chosen)
    if "pair" not in ladder.categories:  # pairs do no harm, so the cards in order, equal ranks and all
        flat = sorted(cards, key=rank_of.__getitem__)
        for places in _from_lowest(len(flat)):
            found = natural([flat[i] for i in places], ladder)
            if found[0] == "high":
                return found
    return min((natural(five, ladder) for five in combinations(cards, RUN)), key=lambda found: found[1])


@cache
def _from_lowest(count: int) -> tuple[tuple[int, ...], ...]:
    """Every five of ``count`` ascending ranks, each from its highest place down, in order from the lowest hand up."""
    return tuple(sorted(tuple(reversed(five)) for five in combinations(range(count), RUN)))


def _unsuited(choices: list[list[str]]) -> list[str] | None:
    """One card of each rank, not all of one suit, or None if they cannot help being a flush."""
    first = [same[0] for same in choices]
    if any(c[1] != first[0][1] for c in first):
        return first
    for i, same in enumerate(choices):
        if len(same) > 1:
            return [*first[:i], same[1], *first[i + 1 :]]
    return None


# --- hands with wild cards -----------------------------------------------------------------------------------


def _best_wild(naturals: list[str], wilds: list[str], ladder: Ladder) -> HandValue:
    size = min(RUN, len(naturals) + len(wilds))
    best: HandValue | None = None
    for used in range(max(0, size - len(naturals)), min(len(wilds), size) + 1):
        for kept in combinations(naturals, size - used):
            if used:
                category, key, plays = wild.complete_high(kept, used, ladder)
            else:
                category, key, plays = natural(kept, ladder)
            if ladder.natural_first:
                key = (*key, -used)  # fewer wild cards break a tie
            if best is None or key > best._key:
                best = _with_wilds(category, key, kept, wilds[:used], plays, ladder)
    assert best is not None
    return best


def _lowest_wild(naturals: list[str], wilds: list[str], ladder: Ladder) -> HandValue:
    size = min(RUN, len(naturals) + len(wilds))
    best: HandValue | None = None
    for used in range(max(0, size - len(naturals)), min(len(wilds), size) + 1):
        for kept in combinations(naturals, size - used):
            stands = wild.low_stand_ins(kept, used, ladder) if used else ((),)
            for extra in stands:
                category, key, plays = natural((*kept, *extra), ladder)
                if ladder.natural_first:
                    key = (*key, used)
                if best is None or key < best._key:
                    best = _with_wilds(category, key, kept, wilds[:used], plays, ladder)
    assert best is not None
    return best


def _with_wilds(
    category: str, key: Key, kept: Collection[str], wilds: list[str], plays: tuple[str, ...], ladder: Ladder
) -> HandValue:
    """The value with the actual card behind each played one: naturals as themselves, the rest wild cards in order."""
    left = list(kept)
    spare = iter(wilds)
    cards = []
    for play in plays:
        if play in left:
            left.remove(play)
            cards.append(play)
        else:
            cards.append(next(spare))
    return HandValue(category, tuple(cards), plays, ladder, key)
