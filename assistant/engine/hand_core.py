"""The bare facts of a hand at one moment, and the small moves every stage of it is made of: pay, leave, deal, turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from assistant.engine.cards import CardProblem, check_cards
from assistant.engine.choices import Choice
from assistant.engine.game import Step, Variant
from assistant.engine.refusal import Allowed, Param, Refusal
from assistant.facts import CardCode, HandStarted, Payload, Seat

if TYPE_CHECKING:
    from assistant.engine.hand_setup import Setup
    from assistant.engine.showdown import Ending

Phase = Literal["dealing", "betting", "choosing", "showdown", "verdict", "over"]
CENTRE = "centre"
GAP = 16  # room between two cards in dealing order for the extra cards an event brings


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card before a seat: ``up`` when its face lies open, ``turned`` when it was dealt closed and opened later.

    ``hidden``: still closed when the last betting ended (R-060). ``order`` is its place in the dealing, ``shown`` its
    place in the order in which faces fell.
    """

    up: bool
    card: CardCode | None = None
    turned: bool = False
    hidden: bool = False
    aside: bool = False  # not looked at (V-11), laid aside or not counting
    role: Literal["", "shared", "lot"] = ""  # in the centre: one card for everybody, or up for auction (V-24)
    order: int = 0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class ExpectedCard:
    """A card the hand waits to see: dealt to ``seat`` (or "centre"), or turned when ``turn_place`` is a place.

    ``any_closed``: any other closed card of the seat will do as well as ``turn_place``. ``among``: it is one of these,
    taken from the centre (V-24).
    """

    seat: str
    up: bool
    turn_place: int | None = None
    any_closed: bool = False
    among: tuple[CardCode, ...] = ()


@dataclass(frozen=True, slots=True)
class SpeakerCall:
    """Who speaks first in a betting round, the call, and why, in Portuguese and English (R-151, R-152)."""

    seat: Seat
    announcement_pt: str
    announcement_en: str
    reason_pt: str
    reason_en: str
    decided_by: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the table must do or know that is no question (shuffle the discards in, a card for everybody)."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)
    rule: str = ""


@dataclass(frozen=True)
class Stage:
    """The step in progress; what it waits for and how it takes a fact."""

    PHASE: ClassVar[Phase] = "dealing"

    def phase(self, core: Core) -> Phase:
        """What the table is doing."""
        return self.PHASE

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """The cards waited for now, in dealing order."""
        return ()

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """The questions that stand now."""
        return ()

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """The core after one fact, or the refusal."""
        return refuse_unwanted(core, payload)

    def done(self, core: Core) -> bool:
        """Whether nothing more is waited for."""
        return True

    def close(self, core: Core) -> Core:
        """The core with the consequences of the finished step."""
        return core

    def resumed(self, core: Core) -> Stage:
        """This stage after an event interrupted it: whoever left meanwhile is waited for no more."""
        return self


@dataclass(frozen=True)
class Core:
    """One moment of a hand; every amount in chips, every mapping replaced and never changed in place.

    ``contributed`` are chips put in this hand that count for covering; ``carry`` and ``paid_dead`` (payments nobody
    matches) belong to the main pot (R-120, R-131 to R-133).
    """

    setup: Setup
    stacks: Mapping[Seat, int]
    contributed: Mapping[Seat, int]
    carry: int
    cards: Mapping[Seat, tuple[HeldCard, ...]]
    stage: Stage
    step: int = -1
    centre: tuple[HeldCard, ...] = ()
    gone: tuple[CardCode, ...] = ()  # faces that left the table by an exchange
    fallen: tuple[tuple[int, str, CardCode], ...] = ()  # every open card: place in the order of falling, seat, face
    folded: tuple[Seat, ...] = ()
    back: frozenset[Seat] = frozenset()  # leavers whose cards were shuffled into the stock
    silent: frozenset[Seat] = frozenset()  # treated as all-in
    paid_dead: Mapping[Seat, int] = field(default_factory=dict)
    staked: Mapping[Seat, int] = field(default_factory=dict)
    last_words: Mapping[Seat, tuple[str, int | None]] = field(default_factory=dict)
    speaker: SpeakerCall | None = None
    notices: tuple[Notice, ...] = ()
    order_next: int = GAP
    stock: int = 0
    rounds: int = 0  # betting rounds held
    exchanged: bool = False
    draws: Mapping[Seat, int] = field(default_factory=dict)
    next_first: Seat | None = None  # who speaks after the draw
    shows_first: Seat | None = None
    aggressor: Seat | None = None  # of the last round in which somebody bet
    opener: Seat | None = None
    opened: bool = False
    owed: Mapping[Seat, int] = field(default_factory=dict)  # staked above the common level (one_lap, R-103)
    owed_level: int = 0
    escurante: Seat | None = None
    claim: str | None = None  # with what the opener says he opened
    prize_show: bool | None = None  # whether an uncalled winner shows for the prize; None: not asked yet
    mucked: frozenset[Seat] = frozenset()
    ending: Ending | None = None
    awarded: bool = False

    # --- readings ----------------------------------------------------------------------------------------------

    @property
    def start(self) -> HandStarted:
        """The fact the hand began with."""
        return self.setup.start

    @property
    def game(self) -> Variant:
        """The game played, variations applied."""
        return self.setup.game

    @property
    def active(self) -> tuple[Seat, ...]:
        """Seats still in the hand, clockwise from the carteador's left, the carteador last."""
        return tuple(s for s in self.setup.order if s not in self.folded)

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        return sum(self.contributed.values()) + self.dead

    @property
    def dead(self) -> int:
        """Chips of the main pot that nobody has to match."""
        return self.carry + sum(self.paid_dead.values())

    @property
    def current(self) -> Step | None:
        """The step in progress, None before the first and after the last."""
        steps = self.game.steps
        return steps[self.step] if 0 <= self.step < len(steps) else None

    def all_in(self, seat: Seat) -> bool:
        """Whether the seat is in but speaks no more (R-113, R-223)."""
        return seat not in self.folded and (self.stacks[seat] == 0 or seat in self.silent)

    def order_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats dealt in, clockwise, ``seat`` first."""
        i = self.setup.order.index(seat)
        return self.setup.order[i:] + self.setup.order[:i]

    def open_cards(self, seat: Seat) -> tuple[HeldCard, ...]:
        """The seat's cards that lie open, in dealing order."""
        return tuple(c for c in self.cards.get(seat, ()) if c.up)

    def closed_places(self, seat: Seat) -> tuple[int, ...]:
        """Places of the seat's cards that lie closed."""
        return tuple(i for i, c in enumerate(self.cards.get(seat, ())) if not c.up)

    def decision(self, *parts: object) -> str:
        """A name for a question that changes only when the question does."""
        return ":".join(str(p) for p in (self.start.number, self.step, *parts))

    def but(self, **changes: Any) -> Core:
        """The core with these fields changed: what dataclasses.replace does, at a fraction of its price."""
        new = object.__new__(Core)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    # --- moves -------------------------------------------------------------------------------------------------

    def pay(self, seat: Seat, amount: int, *, dead: bool = False) -> Core:
        """The seat puts in ``amount``, or all it has; dead money is not matched by others."""
        n = min(amount, self.stacks[seat])
        stacks = {**self.stacks, seat: self.stacks[seat] - n}
        if dead:
            return self.but(stacks=stacks, paid_dead={**self.paid_dead, seat: self.paid_dead.get(seat, 0) + n})
        return self.but(stacks=stacks, contributed={**self.contributed, seat: self.contributed[seat] + n})

    def leave(self, seat: Seat) -> Core:
        """The seat leaves the hand; what it staked stays (R-098)."""
        return self.but(folded=(*self.folded, seat))

    def dealt(self, seat: str, held: HeldCard) -> Core:
        """The card lies before the seat or in the centre, in its place of the dealing order."""
        fallen = self.fallen if held.card is None else (*self.fallen, (held.shown, seat, held.card))
        core = self.but(stock=self.stock - 1, fallen=fallen)
        if seat == CENTRE:
            return core.but(centre=(*self.centre, held))
        cards = tuple(sorted((*self.cards[seat], held), key=lambda c: c.order))
        return core.but(cards={**self.cards, seat: cards})

    def turn(self, seat: Seat, place: int, card: CardCode, *, hidden: bool = False) -> Core:
        """The closed card at ``place`` lies open now."""
        cards = list(self.cards[seat])
        cards[place] = replace(
            cards[place], up=True, card=card, turned=True, hidden=hidden, aside=False, shown=self.order_next
        )
        fallen = self.fallen if hidden else (*self.fallen, (self.order_next, seat, card))
        return self.but(cards={**self.cards, seat: tuple(cards)}, fallen=fallen, order_next=self.order_next + GAP)

    def drop_cards(self, seat: Seat, places: Iterable[int]) -> Core:
        """The cards at these places leave the seat; known faces are remembered as gone."""
        out = set(places)
        held = self.cards[seat]
        faces = tuple(c.card for i, c in enumerate(held) if i in out and c.card is not None)
        kept = tuple(c for i, c in enumerate(held) if i not in out)
        return self.but(cards={**self.cards, seat: kept}, gone=(*self.gone, *faces))

    def note(self, code: str, rule: str = "", **params: Param) -> Core:
        """The core with one more notice to the table."""
        return self.but(notices=(*self.notices, Notice(code, params, rule)))


def waiting_for(core: Core) -> tuple[Allowed, ...]:
    """What the hand would accept now, for a refusal."""
    cards = tuple(
        Allowed(f"{'turn' if e.turn_place is not None else 'up' if e.up else 'down'}:{e.seat}")
        for e in core.stage.expected(core)
    )
    asked = tuple(Allowed(f"{c.kind}:{c.seat}") for c in core.stage.choices(core))
    return cards + asked or (Allowed("espera"),)


def refuse(core: Core, code: str, rule: str = "", **params: Param) -> Refusal:
    """A refusal that names what the hand waits for."""
    return Refusal(code, params, waiting_for(core), rule)


def refuse_unwanted(core: Core, payload: Payload) -> Refusal:
    """The refusal of a fact the present step has no use for."""
    seat = getattr(payload, "seat", "")
    return refuse(core, f"unwanted_{payload.KIND}", seat=str(seat), phase=core.stage.PHASE)


def problems_of(core: Core) -> tuple[CardProblem, ...]:
    """All faults of the cards in sight at once (cases.md 33)."""
    places: dict[str, list[CardCode]] = {
        seat: [c.card for c in held if c.card is not None] for seat, held in core.cards.items() if seat not in core.back
    }
    places[CENTRE] = [c.card for c in core.centre if c.card is not None]
    places[""] = list(core.gone)
    return check_cards(places, deck_low=core.start.deck_low, jokers=core.setup.jokers)
