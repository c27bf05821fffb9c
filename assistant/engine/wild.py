"""What wild cards stand for: the best or lowest completion of the cards kept (R-023, R-027, R-028, R-038, R-052)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from assistant.engine.cards import RANK, RANK_OF, RANKS, SUITS
from assistant.engine.ladder import RUN, Ladder

ACE = RANK_OF["A"]
Found = tuple[str, tuple[int, ...], tuple[str, ...]]


def complete_high(kept: Sequence[str], wilds: int, ladder: Ladder) -> Found:
    """(category, key, cards played in telling order) of the best hand that natural cards and ``wilds`` wild ones make.

    At most five cards in all, at least one of them wild; the key compares within the ladder, as for natural hands.
    """
    size = len(kept) + wilds
    assert wilds > 0 and size <= RUN
    counts = Counter(RANK[c] for c in kept)
    one_suit = len({c[1] for c in kept}) <= 1
    distinct = len(counts) == len(kept)
    in_play = range(RANK_OF[ladder.deck_low], len(RANKS))
    for height, category in ladder.levels:
        ranks: list[int] | None = None
        suited = False
        key: tuple[int, ...] = ()
        if category == "five":
            if size == RUN and len(counts) <= 1:
                rank = next(iter(counts), ACE)
                ranks, key = [rank] * RUN, (rank,)
        elif category in ("royal", "straight_flush", "straight"):
            head = _head(counts, ladder) if size == RUN and distinct else -1
            suited = category != "straight"
            if head >= 0 and (one_suit or not suited) and (not suited or (category == "royal") == (head == ACE)):
                ranks, key = list(ladder.straight_ranks(head)), (head,)
        elif category == "flush":
            if size == RUN and one_suit and distinct and ladder.windows:
                ranks, suited = flush_ranks(counts, wilds, ladder.duplicate_flush), True
                key = tuple(ranks)
        elif category == "high":
            ranks = sorted([*counts.elements(), *_highest(counts, wilds, ladder)], reverse=True)
            key = tuple(ranks)
        else:
            ranks = _groups(category, counts, wilds, size, in_play)
            if ranks is not None:
                key = _group_key(category, ranks, ladder)
        if ranks is not None:
            return category, (height, *key), _dress(ranks, kept, suited)
    raise AssertionError(f"no category of {ladder.order()} took {' '.join(kept)} and {wilds} wild")


def _head(counts: Counter[int], ladder: Ladder) -> int:
    """The highest straight that holds all these ranks, -1 for none (R-038)."""
    mask = sum(1 << r for r in counts)
    return next((head for head, bits in ladder.windows if mask & ~bits == 0), -1)


def flush_ranks(counts: Counter[int], wilds: int, duplicates: bool) -> list[int]:
    """The ranks of the best flush of natural ranks and wild cards: the highest missing ones, or aces (R-028)."""
    if duplicates:
        return sorted([*counts.elements(), *[ACE] * wilds], reverse=True)
    missing = [r for r in range(ACE, -1, -1) if r not in counts]
    return sorted([*counts, *missing[:wilds]], reverse=True)


def _highest(counts: Counter[int], wilds: int, ladder: Ladder) -> list[int]:
    """The highest ranks for cards that make no combination: aces where pairs do not count, else the highest missing."""
    if "pair" in ladder.categories:
        return [r for r in range(ACE, -1, -1) if r not in counts][:wilds]
    out: list[int] = []
    for rank in range(ACE, -1, -1):
        out += [rank] * min(4 - counts[rank], wilds - len(out))
    return out


_SHAPES = {"quads": (4,), "full": (3, 2), "trips": (3,), "two_pair": (2, 2), "pair": (2,)}


def _groups(category: str, counts: Counter[int], wilds: int, size: int, in_play: range) -> list[int] | None:
    """The ranks of the best hand of this shape, groups first, or None if the cards cannot make it."""
    shape = _SHAPES[category]
    if size < sum(shape) or len(counts) - len(shape) > size - sum(shape):
        return None
    from_top = in_play[::-1]
    other = [r for r in from_top if r not in counts][:2]
    ranks = sorted([*counts, *other], reverse=True)  # no rank below these could serve better
    firsts = [(a,) for a in ranks] if len(shape) == 1 else [(a, b) for a in ranks for b in ranks if a != b]
    for made in firsts:
        need = [max(0, n - counts[r]) for r, n in zip(made, shape, strict=True)]
        spare = [max(0, counts[r] - n) for r, n in zip(made, shape, strict=True)]
        if sum(need) > wilds or any(spare) or (len(made) == 2 and shape[0] == shape[1] and made[0] < made[1]):
            continue
        odd = [r for r in counts.elements() if r not in made]
        extra = wilds - sum(need)
        fill = [r for r in from_top if r not in made and r not in odd][:extra]
        rest = sorted([*odd, *fill], reverse=True)
        if sum(shape) + len(rest) != size:
            continue
        return [*(r for r, n in zip(made, shape, strict=True) for _ in range(n)), *rest]
    return None


def _group_key(category: str, ranks: list[int], ladder: Ladder) -> tuple[int, ...]:
    shape = _SHAPES[category]
    made = [ranks[sum(shape[:i])] for i in range(len(shape))]
    rest = ranks[sum(shape) :]
    if category == "two_pair" and ladder.kicker_first:
        return (made[0], rest[0] if rest else -1, made[1])
    return (*made, *rest)


def _dress(ranks: list[int], kept: Sequence[str], suited: bool) -> tuple[str, ...]:
    """Cards for the ranks: the natural ones where they fit, else in a suit that repeats no card if there is one."""
    left = list(kept)
    used = set(kept)
    suit = kept[0][1] if kept else "s"
    out: list[str] = []
    for rank in ranks:
        own = next((c for c in left if RANK[c] == rank), None)
        if own is not None:
            left.remove(own)
            out.append(own)
            continue
        choices = [RANKS[rank] + (suit if suited else s) for s in ((suit,) if suited else reversed(SUITS))]
        card = next((c for c in choices if c not in used), choices[0])
        used.add(card)
        out.append(card)
    return tuple(out)


def low_stand_ins(kept: Sequence[str], wilds: int, ladder: Ladder) -> Iterator[tuple[str, ...]]:
    """Cards that the wild ones may stand for in the lowest hand: never one already in it, only ranks in play (R-052).

    The lowest missing ranks suffice, one or two more in case they make a straight, and the ranks held, which are no
    harm where a pair is no combination.
    """
    low = RANK_OF[ladder.deck_low]
    from_bottom = [ACE, *range(low, ACE)] if ladder.ace_low else list(range(low, ACE + 1))
    held = {RANK[c] for c in kept}
    missing = [r for r in from_bottom if r not in held][: wilds + 2]
    candidates = sorted(held | set(missing))
    for ranks in combinations_with_replacement(candidates, wilds):
        chosen: list[str] = []
        for rank in ranks:
            suits = [s for s in SUITS if RANKS[rank] + s not in kept and RANKS[rank] + s not in chosen]
            if not suits:
                break
            other = [s for s in suits if any(c[1] != s for c in kept)] or suits
            if not kept and chosen and len({c[1] for c in chosen}) == 1:
                other = [s for s in suits if s != chosen[0][1]] or suits
            chosen.append(RANKS[rank] + other[0])
        else:
            yield tuple(chosen)
