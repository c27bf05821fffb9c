"""The showdown: closed cards are turned, hands thrown away where the house lets losers, the verdict awaits one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand_core import Core, ExpectedCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import face_of
from assistant.engine.refusal import Refusal
from assistant.engine.verdict import judge
from assistant.facts import CardTurned, Chosen, HandShown, Payload, PotAwarded, PotSplit, Seat

SHOWS = ("mostra", None)  # the last word of who said that he shows
WAVES = ((0, 3), (3, 8), (8, 13))  # low hands first, then middle, then high


@dataclass(frozen=True)
class Showing(Stage):
    """Who shows in which order (R-181); cards are taken in whatever order they are turned."""

    PHASE: ClassVar[Phase] = "showdown"
    order: tuple[Seat, ...]

    def unseen(self, core: Core, seat: Seat) -> tuple[int, ...]:
        """Places still to be turned by this seat."""
        held = core.cards[seat]
        return tuple(i for i, c in enumerate(held) if not c.up and not c.aside)

    def waiting(self, core: Core) -> tuple[Seat, ...]:
        """Seats that have neither shown nor thrown away, in the order in which they must show."""
        return tuple(s for s in self.order if s not in core.mucked and self.unseen(core, s))

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """Closed cards to be turned; of thirteen, the packet of the present wave only."""
        first = {c.seat for c in self._discards(core) if not c.optional}
        places = [(s, p) for s in self.waiting(core) if s not in first for p in self.unseen(core, s)]
        if core.game.counted == "parts" and places:
            low, high = next(w for w in WAVES if any(w[0] <= p < w[1] for _, p in places))
            places = [(s, p) for s, p in places if low <= p < high]
        return tuple(ExpectedCard(s, True, p) for s, p in places)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """Show or throw away, in turn, where losers may (R-182); which two cards of seven are laid aside (R-185)."""
        return tuple(c for c in (self._muck(core), *self._discards(core)) if c is not None)

    def _muck(self, core: Core) -> Choice | None:
        waiting = self.waiting(core)
        if core.setup.options.muck != "losers_may_muck" or not waiting:
            return None
        seat = waiting[0]
        if self._must_show(core, seat) or core.last_words.get(seat) == SHOWS:
            return None
        options = (ChoiceOption("yes"), ChoiceOption("no", danger=True))
        return Choice(
            "yes_no", seat, "show_or_muck", core.decision("show", seat), options, why="why_show", optional=True
        )

    def _must_show(self, core: Core, seat: Seat) -> bool:
        """R-182: a contested pot is won by a hand that is shown, so the last one for it may not throw it away."""
        if not core.mucked and seat == self.order[0]:
            return True
        others = [s for s in core.active if s != seat and s not in core.mucked]
        mine = core.contributed[seat]
        return not any(core.contributed[s] >= mine for s in others)

    def _discards(self, core: Core) -> tuple[Choice, ...]:
        if core.game.counted != "five" or core.game.cards_each < 7:
            return ()
        forced = core.setup.options.seven_card_select == "player_discards"
        out = []
        for seat in self.waiting(core):
            held = core.cards[seat]
            extra = sum(1 for c in held if not c.aside) - 5
            if extra <= 0 or any(c.turned and c.hidden for c in held):
                continue
            options = tuple(ChoiceOption(str(i), card=c.card) for i, c in enumerate(held) if not c.aside)
            out.append(
                Choice(
                    "pick_cards",
                    seat,
                    "lay_aside",
                    core.decision("aside", seat),
                    options,
                    {"cards": extra},
                    pick=(extra, extra),
                    why="why_lay_aside",
                    optional=not forced,
                )
            )
        return tuple(out)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card turned, a hand thrown away, cards laid aside."""
        if isinstance(payload, CardTurned):
            return self._turned(core, payload)
        if isinstance(payload, HandShown):
            return self._shown(core, payload.seat, payload.shows)
        if isinstance(payload, Chosen) and payload.choice == "yes_no" and isinstance(payload.value, bool):
            return self._shown(core, payload.seat, payload.value)
        if isinstance(payload, Chosen) and payload.choice == "pick_cards":
            return self._aside(core, payload)
        return refuse_unwanted(core, payload)

    def _turned(self, core: Core, payload: CardTurned) -> Core | Refusal:
        seat = payload.seat
        if seat not in core.active or seat in core.mucked:
            return refuse(core, "not_showing", "R-182", seat=seat)
        if payload.place not in self.unseen(core, seat):
            return refuse(core, "no_closed_card_there", seat=seat, place=payload.place)
        if any(c.seat == seat and not c.optional for c in self._discards(core)):
            return refuse(core, "lay_aside_first", "R-185", seat=seat)
        face = face_of(core, payload.card)
        if isinstance(face, Refusal):
            return face
        return core.turn(seat, payload.place, face, hidden=True)

    def _shown(self, core: Core, seat: Seat, shows: bool) -> Core | Refusal:
        if seat not in self.waiting(core):
            return refuse(core, "not_showing", "R-182", seat=seat)
        if shows:
            return core.but(last_words={**core.last_words, seat: SHOWS})
        if core.setup.options.muck != "losers_may_muck":
            return refuse(core, "all_show", "R-182", seat=seat)
        if self._must_show(core, seat):
            return refuse(core, "must_show", "R-182", seat=seat)
        core = core.but(mucked=core.mucked | {seat})
        return core.but(last_words={**core.last_words, seat: ("joga fora", None)})

    def _aside(self, core: Core, payload: Chosen) -> Core | Refusal:
        choice = next((c for c in self._discards(core) if c.seat == payload.seat), None)
        if choice is None or choice.pick is None:
            return refuse_unwanted(core, payload)
        places = picked(payload.value, {int(o.value) for o in choice.options}, choice.pick)
        if places is None:
            return refuse(core, "pick_so_many", "R-185", seat=payload.seat, cards=choice.pick[0])
        held = tuple(replace(c, aside=c.aside or i in places) for i, c in enumerate(core.cards[payload.seat]))
        return core.but(cards={**core.cards, payload.seat: held})

    def done(self, core: Core) -> bool:
        """Everybody still in has shown or thrown away."""
        return not self.waiting(core)

    def close(self, core: Core) -> Core:
        """The verdict, as soon as every hand that counts is seen (R-180)."""
        return core.but(ending=judge(core))


def picked(value: object, places: set[int], bounds: tuple[int, int]) -> frozenset[int] | None:
    """The places of a pick_cards answer, or None when it is no such pick."""
    if not isinstance(value, list | tuple) or any(type(v) is not int for v in value):
        return None
    chosen = frozenset(value)
    good = len(chosen) == len(value) and chosen <= places and bounds[0] <= len(chosen) <= bounds[1]
    return chosen if good else None


def begin_show(core: Core) -> Core:
    """The showdown opens with the last aggressor, or who spoke first in the last round (R-181)."""
    active = core.active
    first = core.shows_first if core.shows_first in active else core.aggressor
    if core.setup.options.show_order == "all_at_once" or first is None:
        order = active
    else:
        order = tuple(s for s in core.order_from(first) if s in active)
    return core.but(stage=Showing(order), speaker=None)


@dataclass(frozen=True)
class Awarding(Stage):
    """The verdict is known and waits for the table's tap."""

    PHASE: ClassVar[Phase] = "verdict"

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The closed cards of an uncalled winner who shows for the prize (R-202)."""
        if not core.prize_show:
            return ()
        seat = core.active[0]
        return tuple(ExpectedCard(seat, True, p) for p in core.closed_places(seat))

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """An uncalled winner is asked once whether he shows for the prize (R-202)."""
        uncalled = core.ending is not None and core.ending.verdict is not None and core.ending.verdict.uncontested
        if not uncalled or core.prize_show is not None or "premiacao" not in core.game.overlay:
            return ()
        seat, options = core.active[0], (ChoiceOption("yes"), ChoiceOption("no"))
        decision = core.decision("prize", seat)
        return (Choice("yes_no", seat, "show_for_prize", decision, options, why="why_show_for_prize", optional=True),)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """The payout confirmed, exactly as computed; or the showing for the prize."""
        if isinstance(payload, Chosen) and any(c.seat == payload.seat for c in self.choices(core)):
            if payload.choice != "yes_no" or not isinstance(payload.value, bool):
                return refuse(core, "answer_yes_or_no", seat=payload.seat)
            return core.but(prize_show=payload.value)
        if isinstance(payload, CardTurned) and core.prize_show and payload.seat == core.active[0]:
            if payload.place not in core.closed_places(payload.seat):
                return refuse(core, "no_closed_card_there", seat=payload.seat, place=payload.place)
            face = face_of(core, payload.card)
            return face if isinstance(face, Refusal) else core.turn(payload.seat, payload.place, face, hidden=True)
        if not isinstance(payload, PotAwarded | PotSplit):
            return refuse_unwanted(core, payload)
        verdict = core.ending.verdict if core.ending is not None else None
        if verdict is None:
            return refuse(core, "verdict_withheld")
        wanted = {s: n for s, n in verdict.payout.items() if n}
        if isinstance(payload, PotSplit):
            return self._split(core, payload.payout, sum(wanted.values()))
        if {s: n for s, n in payload.payout.items() if n} != wanted:
            return refuse(core, "payout_differs", "R-180", wanted=", ".join(f"{s}: {n}" for s, n in wanted.items()))
        return self._awarded(core, wanted)

    @staticmethod
    def _split(core: Core, payout: Mapping[Seat, int], total: int) -> Core | Refusal:
        """Whatever the table agreed on, of the same chips, among those dealt in."""
        if sum(payout.values()) != total or any(n < 0 or s not in core.stacks for s, n in payout.items()):
            return refuse(core, "payout_differs", "R-180", wanted=str(total))
        return Awarding._awarded(core, payout)

    @staticmethod
    def _awarded(core: Core, wanted: Mapping[Seat, int]) -> Core:
        stacks = {s: n + wanted.get(s, 0) for s, n in core.stacks.items()}
        return core.but(
            stacks=stacks,
            contributed=dict.fromkeys(core.contributed, 0),
            paid_dead={},
            carry=0,
            awarded=True,
            stage=Over(),
        )

    def done(self, core: Core) -> bool:
        """Only the tap ends it."""
        return False


@dataclass(frozen=True)
class Over(Stage):
    """The hand is finished."""

    PHASE: ClassVar[Phase] = "over"

    def done(self, core: Core) -> bool:
        """Nothing follows."""
        return False
