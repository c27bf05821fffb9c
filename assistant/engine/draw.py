"""The exchange against the stock: how many each may take, where the cards come from, what happens when they run out.

Only counts are needed: the engine never learns which closed cards were thrown away (R-079). Rules R-160 to R-169.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.engine.refusal import Allowed, Refusal

Seat = str

KINDS = ("fechado", "five_draw", "seis_para_cinco")
STOCKS = ("stub", "stub_plus_folded", "stub_plus_discards")
FIVE_DRAW_MOST = 3  # two of the five stay unseen until after the draw
KEPT_BACK = 1  # the last card of the stock is never given


@dataclass(frozen=True, slots=True)
class DrawRules:
    """How this game draws: ``kind``, the house's ``draw_max``, ``four_first_only`` and ``draw_stock`` (R-161, R-162).

    ``high_low``: all five may go even where ``draw_max`` is smaller (V-04, R-053).
    """

    kind: str = "fechado"
    draw_max: int = 5
    four_first_only: bool = False
    stock: str = "stub"
    high_low: bool = False

    def __post_init__(self) -> None:
        """Refuse an unknown kind or stock with ValueError."""
        if self.kind not in KINDS:
            raise ValueError(f"kind: {self.kind!r} is none of {KINDS}")
        if self.stock not in STOCKS:
            raise ValueError(f"draw_stock: {self.stock!r} is none of {STOCKS}")

    @property
    def hand_size(self) -> int:
        """Cards in hand before the draw."""
        return 6 if self.kind == "seis_para_cinco" else 5

    def limits(self, place: int) -> tuple[int, int]:
        """Fewest and most cards the drawer at ``place`` (0 = first) may throw away (R-161, R-168)."""
        if self.high_low:
            most = 5
        elif self.four_first_only:
            most = min(self.draw_max, 4 if place == 0 else 3)
        else:
            most = self.draw_max
        if self.kind == "five_draw":
            return 0, min(most, FIVE_DRAW_MOST)
        if self.kind == "seis_para_cinco":
            return 1, min(most + 1, self.hand_size)  # one card fewer comes back: draw_max bounds what is received
        return 0, min(most, self.hand_size)

    def receives(self, discards: int) -> int:
        """Cards that come back for so many thrown away (R-168)."""
        return discards - 1 if self.kind == "seis_para_cinco" else discards


@dataclass(frozen=True, slots=True)
class Served:
    """One player's exchange, in cards: ``reshuffle`` before serving him, with the discards of ``joined`` (R-164).

    ``folded_added``: the hands of those who left joined as well; ``last_given``: even the last card went; ``short``: he
    received fewer than he asked. ``says`` is the phrase code of what he announces when he takes none (R-167).
    """

    seat: Seat
    discards: int
    receives: int
    stock_after: int
    reshuffle: bool = False
    joined: tuple[Seat, ...] = ()
    folded_added: bool = False
    last_given: bool = False
    short: bool = False
    says: str | None = None

    @property
    def rule(self) -> str:
        """The rule behind where the cards came from."""
        if self.folded_added or self.short or self.last_given:
            return "R-164"
        return "R-163" if self.reshuffle else "R-160"


@dataclass(frozen=True, slots=True)
class DrawState:
    """The exchange of one hand: who was served, what lies in the stock, whose discards lie on the table (R-160)."""

    rules: DrawRules
    order: tuple[Seat, ...]
    stock: int
    folded_cards: int = 0
    discarded: Mapping[Seat, int] = field(default_factory=dict)
    served: tuple[Served, ...] = ()
    passed_over: frozenset[Seat] = frozenset()

    @classmethod
    def start(cls, rules: DrawRules, order: Sequence[Seat], stock: int, folded_cards: int = 0) -> DrawState:
        """The draw before the first "Quantas?"; ``order`` from the carteador's left, he last (R-160).

        Where the house mixes them, the hands of those who left are in the stock before anybody draws (R-162).
        """
        if rules.stock != "stub":
            stock, folded_cards = stock + folded_cards, 0
        return cls(rules, tuple(order), stock, folded_cards)

    @property
    def next(self) -> Seat | None:
        """Whom the carteador asks "Quantas?" now; None when all were served (R-166)."""
        done = {s.seat for s in self.served} | self.passed_over
        return next((s for s in self.order if s not in done), None)

    def limits(self, seat: Seat) -> Allowed:
        """What ``seat`` may ask, as a range."""
        low, high = self.rules.limits(self.order.index(seat))
        return Allowed("cartas", low, high)

    def ask(self, seat: Seat, discards: int) -> DrawState | Refusal:
        """The draw after ``seat`` threw ``discards`` cards away and was served, or why not (R-160, R-161, R-166)."""
        if seat not in self.order:
            return Refusal("not_drawing", {"seat": seat}, rule="R-160")
        turn = self.next
        if any(s.seat == seat for s in self.served):
            return Refusal("drawn_already", {"seat": seat}, rule="R-160")
        if seat != turn:
            return Refusal("not_your_draw", {"seat": seat, "next": turn or ""}, rule="R-166")
        allowed = self.limits(seat)
        assert allowed.low is not None and allowed.high is not None
        if discards > allowed.high:
            return Refusal(
                "above_draw_limit",
                {"seat": seat, "cards": discards, "maximum": allowed.high},
                (allowed,),
                "R-161",
            )
        if discards < allowed.low:
            code = "must_discard_one" if allowed.low else "below_zero"
            return Refusal(code, {"seat": seat, "cards": discards}, (allowed,), "R-168" if allowed.low else "R-161")
        return self._serve(seat, discards)

    def without(self, seat: Seat) -> DrawState:
        """The draw with ``seat`` passed over: he exchanges nothing."""
        return replace(self, passed_over=self.passed_over | {seat})

    def _serve(self, seat: Seat, discards: int) -> DrawState:
        wanted = self.rules.receives(discards)
        stock, folded, pile = self.stock, self.folded_cards, dict(self.discarded)
        own_back = self.rules.stock == "stub_plus_discards" and discards > 0
        reshuffle, folded_added = own_back, False
        joined: tuple[Seat, ...] = ()
        if own_back:
            stock += discards  # even his own discard may come back to him
        if wanted and stock - wanted < KEPT_BACK and pile:
            stock, joined, pile, reshuffle = stock + sum(pile.values()), tuple(pile), {}, True
        if wanted and stock - wanted < KEPT_BACK and folded:
            stock, folded, folded_added, reshuffle = stock + folded, 0, True, True
        receives = min(wanted, stock)
        one = Served(
            seat,
            discards,
            receives,
            stock - receives,
            reshuffle=reshuffle,
            joined=joined,
            folded_added=folded_added,
            last_given=receives > 0 and stock == receives,
            short=receives < wanted,
            says="served" if discards == 0 else None,
        )
        if discards and not own_back:
            pile[seat] = discards
        return replace(
            self, stock=one.stock_after, folded_cards=folded, discarded=pile, served=(*self.served, one)
        )


def refuse_shuffle(state: DrawState, seat: Seat, discards: int) -> Refusal | None:
    """Why the stock may not be shuffled before serving ``seat``; None where the draw calls for it (R-163, R-164)."""
    after = state.ask(seat, discards)
    if isinstance(after, Refusal):
        return after
    if after.served[-1].reshuffle:
        return None
    return Refusal("no_shuffle_in_hand", {"stock": state.stock}, (state.limits(seat),), "R-163")


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """How one card each can be given in an open game: ``shared`` means one open card in the centre for all (R-169)."""

    shared: bool
    reshuffle: bool
    stock_after: int


def open_deal(
    stock: int, seats: int, left_cards: int, rule: str = "reshuffle_then_shared", cards: int = 1
) -> OpenDeal | Refusal:
    """Whether the stock gives ``cards`` to each of ``seats`` still in, by ``stick_short_deck`` (R-169).

    ``left_cards`` are the cards of those who left. Refused when not even one shared card is left.
    """
    need = seats * cards
    if stock >= need:
        return OpenDeal(False, False, stock - need)
    reshuffle = rule == "reshuffle_then_shared" and left_cards > 0
    if reshuffle:
        stock += left_cards
        if stock >= need:
            return OpenDeal(False, True, stock - need)
    if stock < cards:
        return Refusal("no_cards_left", {"stock": stock, "cards": need}, (Allowed("showdown"),), "R-169")
    return OpenDeal(True, reshuffle, stock - cards)
