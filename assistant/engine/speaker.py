"""Who speaks first on a street, with the exact call and the reason a phone can show (R-140…R-156)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assistant.engine import calls
from assistant.engine.cards import JOKER, RANK, SUIT
from assistant.engine.names import card_name
from assistant.engine.options import Options
from assistant.engine.points import points
from assistant.engine.pots import left_of
from assistant.engine.showing import POSSIBLE, Showing, speech_ladder, what_shows

WAYS = ("cards", "points", "left", "bring_in")
_NAMED_ODD = ("pair", "two_pair", "trips", "quads")


@dataclass(frozen=True)
class Speech:
    """Whose word it is and why; ``seat`` is None where nobody can bet (R-150)."""

    seat: str | None
    decided_by: str  # strength | position | suit | nobody_can_bet
    way: str  # cards | points | left | bring_in
    why: str  # the code of the reason
    showing: Showing | None = None
    name_odd: bool = False
    card: str | None = None  # the card of the bring-in
    points: int | None = None
    tied: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()  # all-in seats that show more

    def announcement(self, lang: str) -> str | None:
        """The call, "Fala o Ás" (R-151); None where nobody speaks."""
        if self.seat is None:
            return None
        if self.way == "points" and self.points is not None:
            return calls.call_points(self.points, lang)
        if self.card is not None:
            return calls.call_bring_in(self.card, lang)
        if self.showing is None:
            return calls.call_left(lang)
        return calls.call(self.showing.category, self.showing.made_of, self._odd, lang)

    def reason(self, lang: str) -> str:
        """One sentence for the phone: "Lugar 3: maior carta aberta, Ás"."""
        if self.seat is None:
            return calls.reason(self.why, lang)
        if self.points is not None:
            words = str(self.points)
        elif self.card is not None:
            words = card_name(self.card, lang)
        elif self.showing is not None:
            words = calls.shown(self.showing.category, self.showing.made_of, self._odd, lang)
        else:
            words = ""
        text = calls.reason(self.why, lang, seat=self.seat, shown_words=words)
        if self.tied:
            text += calls.aside("suit" if self.decided_by == "suit" else "tie", self.tied, lang)
        if self.skipped:
            text += calls.aside("all_in", self.skipped, lang)
        return text

    @property
    def _odd(self) -> tuple[str, ...]:
        return self.showing.odd if self.showing is not None and self.name_odd else ()


def first_to_speak(
    *,
    seats: Sequence[str],
    dealer: str,
    active: Collection[str],
    open_cards: Mapping[str, Sequence[str]],
    options: Options,
    deck_low: str = "2",
    way: str = "cards",
    hand_set: str = "pairs_only",
    stud: bool = False,
    street: int = 1,
    all_in: Collection[str] = (),
    owing: Collection[str] = (),
    wild_ranks: Mapping[str, Collection[str]] | None = None,
) -> Speech:
    """The seat that starts a betting round; seats clockwise, ``active`` still in the hand, ``all_in`` without chips.

    ``way``: by open "cards" (R-142…R-146, R-149), by "points" (R-153), the carteador's "left" (R-140, R-147), or the
    forced "bring_in" of the lowest card (R-148). ``stud`` is limit stud: only combinations of R-024, always the best.
    ``street`` 1 is the first with open cards. ``owing``: seats that owe chips from the round before (R-103).
    ``wild_ranks`` by seat matter only with the option wild_counts_showing. Raises ValueError for another way.
    """
    if way not in WAYS:
        raise ValueError(f"nobody speaks by {way!r}: {' | '.join(WAYS)}")
    order = [seat for seat in left_of(seats, dealer) if seat in active]
    able = [seat for seat in order if seat not in all_in]
    if not able or (len(able) == 1 and able[0] not in owing):
        return Speech(None, "nobody_can_bet", way, "nobody_can_bet")
    if way == "points" and options.colorido_first == "cards":
        way = "cards"
    if way == "left" or not any(open_cards.get(seat) for seat in able):
        return Speech(able[0], "position", "left", "left")
    if way == "bring_in":
        return _bring_in(able, open_cards, options.bringin_suit_order)
    if way == "points":
        return _by_points(able, order, open_cards)
    ladder = speech_ladder(deck_low, options, hand_set, stud)
    wild = wild_ranks or {}
    shows = {
        seat: what_shows(
            open_cards.get(seat, ()),
            ladder,
            wild_ranks=wild.get(seat, ()),
            wild_counts=options.wild_counts_showing,
        )
        for seat in order
    }
    lowest = options.stick_later_first == "lowest" and street > 1 and not stud
    return _by_cards(able, order, shows, lowest)


def _by_cards(able: list[str], order: list[str], shows: Mapping[str, Showing], lowest: bool) -> Speech:
    wanted = (min if lowest else max)(shows[seat].key for seat in able)
    best = [seat for seat in able if shows[seat].key == wanted]
    seat = best[0]
    mine = shows[seat]

    def beats(a: Showing, b: Showing) -> bool:
        return a.key < b.key if lowest else a.key > b.key

    named = mine.category in _NAMED_ODD and any(
        mine.same_combination(shows[other]) and beats(mine, shows[other]) for other in order if other != seat
    )
    if lowest:
        why = "lowest"
    elif mine.category == "high":
        why = "highest_card" if len(mine.made_of) == 1 else "highest_cards"
    else:
        why = "possible" if mine.category in POSSIBLE else "best"
    return Speech(
        seat,
        "position" if len(best) > 1 else "strength",
        "cards",
        why,
        showing=mine,
        name_odd=named,
        tied=tuple(best[1:]),
        skipped=tuple(other for other in order if other not in able and beats(shows[other], mine)),
    )


def _by_points(able: list[str], order: list[str], open_cards: Mapping[str, Sequence[str]]) -> Speech:
    counted = {seat: points(open_cards.get(seat, ())) for seat in order}
    most = max(counted[seat] for seat in able)
    best = [seat for seat in able if counted[seat] == most]
    return Speech(
        best[0],
        "position" if len(best) > 1 else "strength",
        "points",
        "points",
        points=most,
        tied=tuple(best[1:]),
        skipped=tuple(other for other in order if other not in able and counted[other] > most),
    )


def _bring_in(able: list[str], open_cards: Mapping[str, Sequence[str]], suit_order: str) -> Speech:
    """The lowest open card must open, the ace high, a joker below every card; equal ranks by suit (R-148)."""

    def rank(card: str) -> int:
        return -1 if card == JOKER else RANK[card]

    lowest = {seat: min(open_cards[seat], key=rank) for seat in able if open_cards.get(seat)}
    least = min(rank(card) for card in lowest.values())
    tied = [seat for seat in able if seat in lowest and rank(lowest[seat]) == least]
    seat, decided = tied[0], "strength"
    if len(tied) > 1:
        if suit_order == "left_of_dealer" or least < 0:
            decided = "position"
        else:
            sign = 1 if suit_order == "clubs_lowest" else -1
            seat, decided = min(tied, key=lambda s: sign * SUIT[lowest[s]]), "suit"
    others = tuple(other for other in tied if other != seat)
    return Speech(seat, decided, "bring_in", "bring_in", card=lowest[seat], tied=others)
