"""What a seat shows: open cards compared for speech, made games and, in Stickão, possible ones (R-142…R-146, R-155)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from assistant.engine import ranking, wild
from assistant.engine.cards import JOKER, RANK, RANK_OF, RANKS
from assistant.engine.ladder import Ladder, ladder_for
from assistant.engine.options import Options

POSSIBLE = ("possible_straight_flush", "possible_flush", "possible_straight")


@dataclass(frozen=True)
class SpeechLadder:
    """How open cards are compared: the ranking that counts, and where possible games stand among the made ones."""

    made: Ladder
    categories: tuple[str, ...]  # best first
    possible: bool

    def height(self, category: str) -> int:
        """The place of a category, greater is better."""
        return len(self.categories) - self.categories.index(category)


@cache
def speech_ladder(deck_low: str, options: Options, hand_set: str, stud: bool = False) -> SpeechLadder:
    """The comparison of a game: combinations of R-024, or in Stickão all and the possible (R-145, R-146, R-149)."""
    wanted = "pairs_only" if stud else hand_set
    made = ladder_for(deck_low, dataclasses.replace(options, hand_set=wanted))
    if wanted == "pairs_only" or options.possible_rank == "ignored":
        return SpeechLadder(made, made.categories, False)
    out: list[str] = []
    for category in made.categories:
        if options.possible_rank == "above_high_card":
            if category == "high":
                out += POSSIBLE
            out.append(category)
        else:
            out.append(category)
            out += [p for p in POSSIBLE if p == f"possible_{category}"]
    return SpeechLadder(made, tuple(out), True)


@dataclass(frozen=True)
class Showing:
    """What one seat shows, comparable with ``key``: category, ranks that make it, and the odd cards after them."""

    category: str
    made_of: tuple[str, ...]  # of high cards: every open card, high to low
    odd: tuple[str, ...]
    key: tuple[int, ...]

    def same_combination(self, other: Showing) -> bool:
        """Whether only odd cards can tell the two apart (R-154)."""
        return self.category == other.category and self.made_of == other.made_of


def what_shows(
    cards: Sequence[str], ladder: SpeechLadder, *, wild_ranks: Collection[str] = (), wild_counts: bool = False
) -> Showing:
    """The combination of a seat's open cards; a card it lacks is below any card (R-155).

    Wild cards count as what lies on the table, a joker below every card, unless ``wild_counts`` (option
    wild_counts_showing). With five open cards or more only made hands count (R-145).
    """
    wilds = [c for c in cards if c == JOKER or (wild_counts and c[0] in wild_ranks)]
    plain = [c for c in cards if c not in wilds]
    used = len(wilds) if wild_counts else 0
    found = _made(plain, used, ladder, cards)
    if ladder.possible and len(cards) in (3, 4) and (wild_counts or not wilds):
        possible = _possible(plain, used, ladder)
        if possible is not None and possible.key > found.key:
            return possible
    return found


def _made(plain: list[str], used: int, ladder: SpeechLadder, cards: Sequence[str]) -> Showing:
    if not plain and not used:
        return Showing("high", (JOKER,) * len(cards), (), (ladder.height("high"),))
    value = ranking.rank_hand([*plain, *[JOKER] * used], ladder.made)
    ranks = value.strength()
    if value.category == "high":
        shown = [c[0] for c in sorted(plain, key=RANK.__getitem__, reverse=True)]
        shown = [*(["A"] * used), *shown, *[JOKER] * (len(cards) - len(plain) - used)]
        return Showing("high", tuple(shown), (), (ladder.height("high"), *ranks))
    return Showing(value.category, value.made_of, value.odd_cards, (ladder.height(value.category), *ranks))


def _possible(plain: list[str], used: int, ladder: SpeechLadder) -> Showing | None:
    """The possible straight, flush or both of three or four open cards, all of them in sequence or of one suit."""
    counts = Counter(RANK[c] for c in plain)
    if max(counts.values(), default=1) > 1:
        return None
    size = len(plain) + used
    head = _possible_head(set(counts), size, ladder.made)
    flush = len({c[1] for c in plain}) <= 1
    if head >= 0 and flush:
        category, key = "possible_straight_flush", [head]
    elif flush:
        category, key = "possible_flush", wild.flush_ranks(counts, used, ladder.made.duplicate_flush)
    elif head >= 0:
        category, key = "possible_straight", [head]
    else:
        return None
    return Showing(category, (RANKS[key[0]],), (), (ladder.height(category), *key))


def _possible_head(ranks: set[int], size: int, made: Ladder) -> int:
    """The highest head of ``size`` ranks in a row that holds all of these, the ace also below the lowest (R-145)."""
    low = RANK_OF[made.deck_low]
    for head in range(len(RANKS) - 1, low + size - 2, -1):
        if ranks <= set(range(head - size + 1, head + 1)):
            return head
    if made.low_run is not None:
        run = [RANK_OF[r] for r in made.low_run[: size - 1]]
        if ranks <= {RANK_OF["A"], *run}:
            return run[-1]
    return -1
