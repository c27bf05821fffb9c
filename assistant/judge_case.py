"""One showdown seen cold: its photographs and what people said about them, as one account; and what to ask next.

Photographs of the same table are fused hand by hand: a card read surely in any of them is sure, and what a doubt may be
is what it may be in all. Whatever a person says about a card counts more than any photograph.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assistant.engine.cards import FULL_DECK, RANKS, deck_cards
from assistant.engine.game import Variant
from assistant.engine.options import Options
from assistant.judge_looks import hands_in, look_closely
from assistant.judging import Question, Ruling, rule, settled
from assistant.open_cards import SeatCards, Unknown
from assistant.vision.layout import Layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import JOKER, Image, Quad, Sighting

NEW = "new"  # an answer: a hand that no earlier photograph shows
NONE = "none"  # an answer: what was asked about is no card of this hand
TELL = 0.8  # two photographs that guess alike, each at least so surely, are sure together
WAITING = "?"  # begins the name of a hand of which it is not known whose it is


@dataclass(frozen=True)
class Ask:
    """One question with what is needed to show and answer it.

    ``id`` names what is asked about in an answer: a place "PHOTO.N", "SEAT.+" (a card not seen), "twice.CARD",
    "extra.SEAT" or "deck". ``quad`` is its place in pixels of photograph ``photo`` where there is one.
    """

    id: str
    question: Question
    choices: tuple[str, ...] = ()
    any_card: bool = False  # whether any other card may be named
    none: bool = False  # whether "no card of this hand" makes sense
    photo: int = -1
    quad: Quad | None = None


@dataclass(frozen=True)
class _Place:
    """One sighting of a photograph, with its name in answers."""

    id: str
    photo: int
    sighting: Sighting


@dataclass
class Case:
    """A showdown: photographs come with ``see``, answers with ``answer``; ``ruling`` and ``asks`` say where it is."""

    game: Variant
    deck_low: str | None = None
    options: Options | None = None
    layout: Layout | None = None
    photos: list[dict[str, list[_Place]]] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)  # place or other id: the answer
    added: list[tuple[str, str]] = field(default_factory=list)  # (seat, card) of cards that no photograph shows

    # --- what is known -----------------------------------------------------------------------------------------------

    def look(self, recogniser: Recogniser, image: Image) -> list[Sighting]:
        """Look at one more photograph of the table; returns what was seen in it."""
        masked = self.layout.blacken(image) if self.layout is not None else image
        seen = look_closely(recogniser, masked, deck_cards(self.deck_low) if self.deck_low else None)
        self.see(seen, (image.shape[1], image.shape[0]))
        return seen

    def see(self, sightings: Sequence[Sighting], size: tuple[int, int]) -> None:
        """Take in what one more photograph of ``size`` (width, height) shows."""
        n = len(self.photos) + 1
        hands = hands_in(sightings, self.layout, size)
        count = 0
        mine: dict[str, list[_Place]] = {}
        for seat, seen in hands.items():
            mine[seat] = []
            for s in seen:
                count += 1
                mine[seat].append(_Place(f"{n}.{count}", n - 1, s))
        if self.layout is None and self.photos:
            mine = self._renamed(mine)
        self.photos.append(mine)

    def answer(self, ask: str, value: str) -> bool:
        """Take an answer: a card, "none", a seat or a rank, whatever was asked; False where it makes no sense."""
        head, _, tail = ask.partition(".")
        if ask == "deck":
            if value not in RANKS:
                return False
            self.deck_low = value
        elif tail == "+":
            if not is_card(value) or head not in self._seats():
                return False
            self.added.append((head, value))
        elif head == "hand":
            return self._named(tail, value)
        elif head == "twice":
            if value not in self._seats():
                return False
            self.told[ask] = value
        elif head == "extra":
            places = [p.id for p in self._places(tail) if _name(p.sighting) == value]
            if not places:
                return False
            self.told.update(dict.fromkeys(places, NONE))
        else:
            known = {p.id for photo in self.photos for mine in photo.values() for p in mine}
            if ask not in known or (value != NONE and not is_card(value)):
                return False
            self.told[ask] = value
        return True

    # --- where it is -------------------------------------------------------------------------------------------------

    def ruling(self) -> Ruling:
        """The verdict, or what must be asked."""
        hands = self.hands()
        waiting = [name for photo in self.photos for name in photo if name.startswith(WAITING)]
        if waiting:
            shown = {s: tuple(c.cards) for s, c in hands.items()}
            seats = (*hands, NEW)
            return Ruling(shown, None, tuple(Question("which_hand", w, choices=seats) for w in waiting))
        return rule(hands, self.game, self.deck_low, self.options)

    def hands(self) -> dict[str, SeatCards]:
        """The hands by everything known."""
        return {seat: self._fused(seat) for seat in self._seats()}

    def asks(self, ruling: Ruling) -> tuple[Ask, ...]:
        """The questions of a ruling as they can be answered, the one that helps most first."""
        out: dict[str, Ask] = {}
        for q in ruling.questions:
            one = self._ask(q)
            out.setdefault(one.id, one)
        return tuple(out.values())

    # --- inside ------------------------------------------------------------------------------------------------------

    def _seats(self) -> list[str]:
        names = dict.fromkeys(seat for photo in self.photos for seat in photo)
        order = list(self.layout.seats) if self.layout is not None else sorted(names)
        return [s for s in order if s in names and not s.startswith(WAITING)]

    def _named(self, waiting: str, value: str) -> bool:
        """Put a hand that waits under the name that a person gave it."""
        if value != NEW and value not in self._seats():
            return False
        taken = self._seats()
        name = value if value != NEW else next(c for c in map(chr, range(65, 91)) if c not in taken)
        for photo in self.photos:
            if waiting in photo:
                photo[name] = [*photo.get(name, ()), *photo.pop(waiting)]
                return True
        return False

    def _places(self, seat: str) -> list[_Place]:
        return [p for photo in self.photos for p in photo.get(seat, ())]

    def _renamed(self, mine: Mapping[str, list[_Place]]) -> dict[str, list[_Place]]:
        """The hands of a photograph under the names that the earlier ones gave them.

        A card in common makes two hands one; so many sure cards, none of them in common, that one hand cannot hold
        them all make two. Where neither is so people are asked: the hand waits under a name with a question mark.
        """
        known = {s: _sure(self._places(s)) for s in self._seats()}
        pairs = [(len(known[a] & _sure(places)), a, b) for a in known for b, places in mine.items()]
        names: dict[str, str] = {}
        for common, a, b in sorted(pairs, key=lambda t: -t[0]):
            if common and b not in names and a not in names.values():
                names[b] = a
        letters = (chr(c) for c in range(ord("A"), ord("Z") + 1) if chr(c) not in known)
        for b in (b for b in mine if b not in names):
            free = [a for a in known if a not in names.values()]
            others = [a for a in free if len(known[a]) + len(_sure(mine[b])) <= self.game.cards_each]
            if not others:
                names[b] = next(letters)
            elif len(free) == 1 and len(names) == len(mine) - 1 and len(mine) == len(known):
                names[b] = free[0]
            else:
                names[b] = f"{WAITING}{len(self.photos) + 1}{b}"
        return {names[b]: places for b, places in mine.items()}

    def _fused(self, seat: str) -> SeatCards:
        need = self.game.cards_each
        added = [c for s, c in self.added if s == seat]
        each = [self._of_photo(seat, photo[seat]) for photo in self.photos if seat in photo]
        sure = list(dict.fromkeys([*added, *(c for one in each for c in one.cards)]))
        alike = Counter(
            g for photo in self.photos for g in {_name(p.sighting) for p in photo.get(seat, ()) if self._tells(p)}
        )
        for name, n in alike.items():
            if n >= 2 and name is not None and name not in sure and len(sure) < need:
                sure.append(name)
        options = [settled(SeatCards(sure, one.unknown), need) for one in each]
        return min(options, key=lambda c: _merit(c, need - len(sure)), default=SeatCards(sure))

    def _tells(self, place: _Place) -> bool:
        s = place.sighting
        return not s.sure and s.card is not None and s.confidence >= TELL and place.id not in self.told

    def _of_photo(self, seat: str, places: Sequence[_Place]) -> SeatCards:
        out = SeatCards()
        for p in places:
            told = self.told.get(p.id)
            s = p.sighting
            name = _name(s)
            elsewhere = name is not None and self.told.get(f"twice.{name}", seat) != seat
            if told == NONE:
                continue
            if told is not None:
                out.cards.append(told)
            elif s.sure and name is not None and not elsewhere:
                out.cards.append(name)
            else:
                may_be = tuple("Jk" if c == JOKER else c for c in s.possible if not (elsewhere and c == name))
                code = s.doubt.code if s.doubt is not None else "unclear"
                out.unknown.append(Unknown(None if elsewhere else name, code, may_be, p.id))
        return out

    def _ask(self, q: Question) -> Ask:
        if q.code == "show" and q.doubt is not None:
            doubtful = next(p for photo in self.photos for mine in photo.values() for p in mine if p.id == q.doubt.id)
            return Ask(doubtful.id, q, q.choices, True, True, doubtful.photo, doubtful.sighting.quad)
        if q.code == "missing_cards":
            return Ask(f"{q.seat}.+", q, (), True)
        if q.code == "too_many":
            return Ask(f"extra.{q.seat}", q, q.choices)
        if q.code == "twice":
            place = self._place_of(q)
            at = (place.photo, place.sighting.quad) if place is not None else (-1, None)
            return Ask(f"twice.{dict(q.params)['card']}", q, q.choices, photo=at[0], quad=at[1])
        if q.code == "not_in_deck":
            place = self._place_of(q)
            if place is not None:
                low = RANKS.index(self.deck_low or "2")
                may_be = tuple(c for c in place.sighting.possible if is_card(c) and RANKS.index(c[0]) >= low)
                return Ask(place.id, q, may_be[:4], True, True, place.photo, place.sighting.quad)
        if q.code == "which_hand":
            places = self._places(q.seat)
            return Ask(f"hand.{q.seat}", q, q.choices, photo=places[0].photo, quad=_around(places))
        if q.code in ("which_deck", "odd_deck"):
            return Ask("deck", q, q.choices)
        return Ask(q.code, q)

    def _place_of(self, q: Question) -> _Place | None:
        card = dict(q.params)["card"]
        return next((p for p in self._places(q.seat) if _name(p.sighting) == card), None)


def is_card(text: str) -> bool:
    """Whether an answer is a card: rank and suit ("Th"), or a joker ("Jk")."""
    return text in FULL_DECK or text == "Jk"


def _name(s: Sighting) -> str | None:
    return "Jk" if s.card == JOKER else s.card


def _sure(places: Sequence[_Place]) -> set[str]:
    return {name for p in places if p.sighting.sure and (name := _name(p.sighting)) is not None and name != "Jk"}


def _merit(cards: SeatCards, lacking: int) -> tuple[int, float]:
    """How little a photograph leaves open: cards that it does not show at all, then what the others may be."""
    return max(0, lacking - len(cards.unknown)), sum(math.log(len(u.possible) or 40) for u in cards.unknown)


def _around(places: Sequence[_Place]) -> Quad:
    xs, ys = zip(*(c for p in places for c in p.sighting.quad), strict=True)
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
