"""Ladders: a table's ranking as an ordered list of categories that depends on the deck and the house options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from assistant.engine.cards import RANK_OF, RANKS, parse_rank
from assistant.engine.options import Options

STANDARD = ("royal", "straight_flush", "quads", "full", "flush", "straight", "trips", "two_pair", "pair", "high")
PAIRS_ONLY = ("quads", "full", "trips", "two_pair", "pair", "high")
CATEGORIES = ("five", *STANDARD)  # every category there is
RUN = 5  # cards of a straight and of a hand


@dataclass(frozen=True)
class Ladder:
    """One ranking in force: its categories from the best down, its straights and its tie-breaks (R-020…R-046)."""

    deck_low: str
    categories: tuple[str, ...]
    low_run: str | None  # the ranks of the mínima below its ace, lowest first
    kicker_first: bool = False
    duplicate_flush: bool = False
    natural_first: bool = False
    ace_low: bool = False  # ace below the two; straights and flushes are absent

    @cached_property
    def levels(self) -> tuple[tuple[int, str], ...]:
        """(height, category) from the best down; a greater height is a better category."""
        top = len(self.categories) - 1
        return tuple((top - i, category) for i, category in enumerate(self.categories))

    @cached_property
    def windows(self) -> tuple[tuple[int, int], ...]:
        """Every straight as (head rank, mask of ranks), from the highest head down, the mínima last (R-035…R-037)."""
        if "straight" not in self.categories:
            return ()
        low = RANK_OF[self.deck_low]
        out = [(head, 0b11111 << (head - RUN + 1)) for head in range(len(RANKS) - 1, low + RUN - 2, -1)]
        if self.low_run is not None:
            bits = sum(1 << RANK_OF[r] for r in self.low_run) | 1 << RANK_OF["A"]
            out.append((RANK_OF[self.low_run[-1]], bits))
        return tuple(out)

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The head of the best straight inside a mask of ranks, -1 for none; 8,192 entries."""
        return _heads(self.windows)

    def straight_ranks(self, head: int) -> tuple[int, ...]:
        """The five ranks of the straight with this head, from the head down, the mínima's ace last."""
        if self.low_run is not None and head == RANK_OF[self.low_run[-1]] and head - RUN + 1 < RANK_OF[self.deck_low]:
            return (*(RANK_OF[r] for r in reversed(self.low_run)), RANK_OF["A"])
        return tuple(range(head, head - RUN, -1))

    def order(self) -> str:
        """The ladder in one line, best first, for people who check it by eye."""
        return " > ".join(self.categories)


@cache
def _heads(windows: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    out = [-1] * (1 << len(RANKS))
    for head, bits in reversed(windows):
        rest = ((1 << len(RANKS)) - 1) & ~bits
        sub = rest
        while True:  # every superset of the window
            out[bits | sub] = head
            if not sub:
                break
            sub = (sub - 1) & rest
    return tuple(out)


@cache
def ladder_for(deck_low: str, options: Options, hand_set: str | None = None) -> Ladder:
    """The ranking of a deck under house options; ``hand_set`` is the game's own, used unless the table voted another.

    Cards in the deck decide full against flush (R-021); jokers do not count as cards (R-009). Raises CardError for a
    rank that is none.
    """
    low = parse_rank(deck_low)
    wanted = options.hand_set or hand_set or "standard"
    if wanted == "pairs_only":
        categories: tuple[str, ...] = PAIRS_ONLY
    else:
        cards = 4 * (len(RANKS) - RANK_OF[low])
        flush_first = options.full_vs_flush == "flush_over_full" or (
            options.full_vs_flush == "by_deck_40" and cards < 40
        )
        categories = STANDARD
        if flush_first:
            i = categories.index("full")
            categories = (*categories[:i], "flush", "full", *categories[i + 2 :])
        if wanted == "no_one_pair":
            categories = tuple(c for c in categories if c != "pair")
    if options.five_rank == "below_royal" and "royal" in categories:
        categories = ("royal", "five", *categories[1:])
    else:
        categories = ("five", *categories)
    return Ladder(
        deck_low=low,
        categories=categories,
        low_run=_low_run(low, options.low_straight) if "straight" in categories else None,
        kicker_first=options.two_pair_tiebreak == "kicker_first",
        duplicate_flush=options.wild_flush == "duplicate_ok",
        natural_first=options.natural_beats_wild,
    )


def _low_run(low: str, rule: str) -> str | None:
    start = RANK_OF[low]
    if start > RANK_OF["9"]:
        return None  # with five ranks or fewer A-T-J-Q-K is the máxima itself
    run = RANKS[start : start + RUN - 1]
    return run if rule == "ace_below_lowest" or run == "2345" else None


@cache
def low_ladder_for(deck_low: str, options: Options, hand_set: str | None = None) -> Ladder:
    """The ranking whose lowest hand wins: the very one in force (R-050), or ace-to-five (R-051)."""
    if options.low_rule == "reversed":
        return ladder_for(deck_low, options, hand_set)
    return Ladder(
        deck_low=parse_rank(deck_low),
        categories=("five", *PAIRS_ONLY),
        low_run=None,
        kicker_first=options.two_pair_tiebreak == "kicker_first",
        natural_first=options.natural_beats_wild,
        ace_low=True,
    )
