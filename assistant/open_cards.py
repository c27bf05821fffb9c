"""Who speaks in a still picture: cards sorted to seats, and whether what is doubtful could change the call."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.engine.cards import FULL_DECK, RANKS, SUITS
from assistant.engine.game import Bet, Deal, Variant
from assistant.engine.hand_speech import WAYS
from assistant.engine.options import Options
from assistant.engine.speaker import Speech, first_to_speak
from assistant.vision.layout import Layout
from assistant.vision.records import BACK, JOKER, Sighting

MOST_READINGS = 3000  # possible readings of the doubtful cards that are tried before the doubt just stands


@dataclass(frozen=True)
class Unknown:
    """One open card of a seat that could not be read: its best guess and why ("blur", …, "missing", "extra")."""

    guess: str | None
    reason: str
    possible: tuple[str, ...] = ()  # what it may be; empty: anything
    id: str = ""  # names it in answers


@dataclass
class SeatCards:
    """The open cards of one seat, the unread ones, and how many closed ones lie there."""

    cards: list[str] = field(default_factory=list)
    unknown: list[Unknown] = field(default_factory=list)
    backs: int = 0

    @property
    def shows(self) -> int:
        """How many open cards lie here, read or not."""
        return len(self.cards) + len(self.unknown)


@dataclass(frozen=True)
class Call:
    """The answer: the first speaker (None: nobody, or not certain) with the words, and the seats to ask."""

    seats: Mapping[str, tuple[str, ...]]
    speech: Speech | None
    ask: tuple[tuple[str, Unknown], ...] = ()


def by_seat(sightings: Sequence[Sighting], layout: Layout, size: tuple[int, int]) -> dict[str, SeatCards]:
    """The cards of each seat's area in a picture of ``size`` (width, height); what lies elsewhere is left out."""
    out = {seat: SeatCards() for seat in layout.seats}
    for s in sorted(sightings, key=lambda s: s.centre):
        zone = layout.zone_of(s.quad, size)
        if zone not in out:
            continue
        if s.card == BACK:
            out[zone].backs += 1
        elif s.sure and s.card is not None:
            out[zone].cards.append("Jk" if s.card == JOKER else s.card)
        else:
            guess = None if s.card is None else s.card
            may_be = tuple("Jk" if c == JOKER else c for c in s.possible)
            out[zone].unknown.append(Unknown(guess, s.doubt.code if s.doubt is not None else "unclear", may_be))
    return out


def level(seats: dict[str, SeatCards]) -> int:
    """Make the seats that take part show equally many cards, as on any street; returns how many.

    Most seats decide; a seat with fewer has cards that were not found, one with more has something that is none.
    """
    counts = Counter(c.shows for c in seats.values() if c.shows)
    if not counts:
        return 0
    most = max(counts.values())
    wanted = max(n for n, times in counts.items() if times == most)
    for cards in seats.values():
        if not cards.shows:
            continue
        if len(cards.cards) > wanted:
            cards.unknown.append(Unknown(None, "extra"))
        elif cards.shows > wanted:
            kept = cards.unknown[: wanted - len(cards.cards)]  # which of them are cards is not known, nor what they are
            cards.unknown = [Unknown(u.guess, u.reason) for u in kept]
        while cards.shows < wanted:
            cards.unknown.append(Unknown(None, "missing"))
    return wanted


def check_deck(seats: dict[str, SeatCards], deck: Collection[str]) -> None:
    """Cards that the deck does not hold, or that lie twice, become doubts."""
    counts = Counter(c for s in seats.values() for c in s.cards)
    for cards in seats.values():
        for card in list(cards.cards):
            reason = "not_in_deck" if card not in deck else "twice" if counts[card] > 1 else ""
            if reason:
                cards.cards.remove(card)
                cards.unknown.append(Unknown(card, reason))


def call(
    sightings: Sequence[Sighting],
    layout: Layout,
    size: tuple[int, int],
    game: Variant,
    deck: Collection[str] | None = None,
    options: Options | None = None,
) -> Call:
    """Who speaks first in a picture, or whom to ask; certain only if no reading of a doubtful card changes the call."""
    seats = by_seat(sightings, layout, size)
    if deck is not None:
        check_deck(seats, deck)
    wanted = level(seats)
    found = {s: tuple(c.cards) for s, c in seats.items() if c.cards}
    active = [s for s in layout.seats if seats[s].shows]
    if not wanted:
        return Call(found, None)
    doubts = tuple((s, u) for s in active for u in seats[s].unknown)
    if any(u.reason == "extra" for _, u in doubts):
        return Call(found, None, doubts)
    step = street_of(game, wanted)
    options = options or Options()
    low = min((RANKS.index(c[0]) for c in deck if c[0] in RANKS), default=0) if deck is not None else 0
    hand_set = options.hand_set or game.hand_set
    speeches: dict[tuple[str | None, str | None], Speech] = {}
    for extra in _readings(doubts, seats, deck, hand_set):
        speech = first_to_speak(
            seats=layout.seats,
            dealer=layout.carteador,
            active=active,
            open_cards={s: _apart([*seats[s].cards, *extra.get(s, ())]) for s in active},
            options=options,
            deck_low=RANKS[low],
            way=WAYS[step.speak] if step is not None else "cards",
            hand_set=hand_set,
            street=max(1, step.street) if step is not None else wanted,
        )
        speeches[(speech.seat, speech.announcement("pt-BR"))] = speech
        if len(speeches) > 1:
            return Call(found, None, doubts)
    if not speeches:
        return Call(found, None, doubts)
    return Call(found, next(iter(speeches.values())))


def _apart(cards: Sequence[str]) -> list[str]:
    """The same ranks with each card once: where decks are mixed a twin stands in as the rank's next free suit."""
    out: list[str] = []
    for card in cards:
        if card in out and card in FULL_DECK:
            card = next((card[0] + s for s in SUITS if card[0] + s not in out), card)
        out.append(card)
    return out


def street_of(game: Variant, open_cards: int) -> Bet | None:
    """The betting round that follows when each seat shows so many open cards; None if the game has no such moment."""
    dealt = 0
    for step in game.steps:
        if isinstance(step, Deal) and step.up:
            dealt += step.count
        elif isinstance(step, Bet) and dealt == open_cards:
            return step
    return None


def _readings(
    doubts: Sequence[tuple[str, Unknown]], seats: Mapping[str, SeatCards], deck: Collection[str] | None, hand_set: str
) -> Iterator[dict[str, list[str]]]:
    """Everything the unread cards could be, one card for each doubt; nothing if that is too much."""
    cards = sorted(deck) if deck is not None else list(FULL_DECK)
    if hand_set == "pairs_only" and deck is None:
        cards = [r + "s" for r in RANKS]  # suits say nothing there, and no card is excluded
    else:
        known = {c for s in seats.values() for c in s.cards}
        cards = [c for c in cards if deck is None or c not in known]
    each = [_may_be(unknown, cards, ranks_only=hand_set == "pairs_only" and deck is None) for _, unknown in doubts]
    if math.prod(map(len, each)) > MOST_READINGS:
        return
    for chosen in itertools.product(*each):
        extra: dict[str, list[str]] = {}
        for (seat, _), card in zip(doubts, chosen, strict=True):
            extra.setdefault(seat, []).append(card)
        yield extra


def _may_be(unknown: Unknown, cards: Sequence[str], *, ranks_only: bool) -> Sequence[str]:
    if not unknown.possible or unknown.reason in ("twice", "not_in_deck"):
        return cards
    if not ranks_only:
        return [c for c in unknown.possible if c in cards] or cards
    return list(dict.fromkeys(c if c == "Jk" else c[0] + "s" for c in unknown.possible))
