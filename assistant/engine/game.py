"""A game as data: rows of steps in the notation of the games' document; variations are functions from game to game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeGuard

from assistant.engine.refusal import Refusal

SpeakRule = Literal["left", "high", "low", "opener", "points", "escurante"]
RoundKind = Literal["first", "street", "last"]
Direction = Literal["left", "right", "across"]


@dataclass(frozen=True)
class Step:
    """One line of a game; subclasses say what happens, the hand knows how."""


@dataclass(frozen=True)
class PickGame(Step):
    """The carteador names the modality before the pingo (R-054); ``wide``: any game, not only how the pot goes."""

    wide: bool = False


@dataclass(frozen=True)
class Ante(Step):
    """Everybody puts in ``times`` pingos, all-in if short (R-090)."""

    times: int = 1


@dataclass(frozen=True)
class Posts(Step):
    """The doubling blind posts of Escuro in place of the pingo (R-124, R-125)."""


@dataclass(frozen=True)
class Deal(Step):
    """``count`` cards to each active seat, clockwise from the carteador's left, all open or all closed (R-077).

    ``street`` numbers the streets of open games as R-142 does; ``aside`` of the cards may not be looked at (V-11).
    """

    count: int
    up: bool
    street: int = 0
    aside: int = 0


@dataclass(frozen=True)
class Bet(Step):
    """A betting round: who starts, what "everybody mesa" does (R-118, R-119), which limit sizes apply.

    ``if_exchanged``: only when the exchange before it was used (R-133). ``turning``: each seat turns a card before its
    first word (V-27). ``words``: the pair (mesa exists, passo) where the game's own words do not apply (R-095).
    """

    speak: SpeakRule
    round: RoundKind = "street"
    street: int = 0
    bring_in: bool = False
    if_exchanged: bool = False
    turning: bool = False
    raise_right: Literal["free", "before", "after"] = "free"  # Escuro, before and after the draw
    words: tuple[bool, str | None] | None = None
    last_closed: bool = False  # announced as the closed last street


@dataclass(frozen=True)
class Draw(Step):
    """The exchange against the stock (R-160 to R-168); ``kind`` is fechado, five_draw or seis_para_cinco."""

    kind: str = "fechado"
    most: int | None = None  # overrides the house's draw_max


@dataclass(frozen=True)
class Trees(Step):
    """Barter in place of the draw (V-13)."""


@dataclass(frozen=True)
class Swap(Step):
    """From the left each may exchange one card; costs in pingos (R-133); ``choose``: the new card may come closed."""

    cost_open: int = 0
    cost_closed: int = 0
    cost_hidden: int = 0  # more pingos for a new card that comes closed, where that is not the old one's facing
    choose: bool = False
    if_exchanged: bool = False  # held only when the exchange before it was used


@dataclass(frozen=True)
class Pass(Step):
    """All hand over ``count`` cards at once (V-40)."""

    count: int
    direction: Direction = "left"


@dataclass(frozen=True)
class Discard(Step):
    """Each lays ``count`` closed cards aside; ``named``: which ones matters, as some others lie open."""

    count: int
    named: bool = False


@dataclass(frozen=True)
class Order(Step):
    """Each puts his closed cards in the order in which they will be turned (V-40)."""


@dataclass(frozen=True)
class Arrange(Step):
    """Each arranges thirteen cards as three, five and five (R-057, R-058)."""


@dataclass(frozen=True)
class Roll(Step):
    """Each turns a closed card: the top of the pile, one of his own choice, or the one his neighbour points at."""

    who: Literal["pile", "own", "neighbour"] = "pile"
    count: int = 1
    last: bool = False  # what stays closed does not count (V-48)


@dataclass(frozen=True)
class Auction(Step):
    """Cards in the centre are bid for with hidden amounts (V-24); ``leave``: who wants leaves right after it (V-25)."""

    street: int = 0
    leave: bool = False


@dataclass(frozen=True)
class Keep(Step):
    """Whoever holds more closed (or open) cards than the form shows lays the rest aside (V-26, V-27)."""

    closed: int | None = None  # None: as many as the game deals
    open: int | None = None


@dataclass(frozen=True)
class Variant:
    """A game: its steps, ladder, words and split; every text in Portuguese and English.

    ``split`` is the mode of the pots (single, highlow, chicago, san_francisco, treze); ``want`` what the
    (first) part goes to: "high" or "low". ``cards_each`` is the most a player may hold (R-007). ``events`` are checked
    as open cards fall (beisebol, assassino); ``wild`` is the source of wild ranks (follow_the_queen, change_the_diaper,
    position). ``counted``: five (the best five), points (all cards) or parts (thirteen cards).
    """

    id: str
    number: str
    name_pt: str
    name_en: str
    sentence_pt: str
    sentence_en: str
    sources: tuple[str, ...]
    family: str
    group: str  # column of the compatibility table
    steps: tuple[Step, ...]
    hand_set: str = "standard"
    split: str = "single"
    want: str = "high"
    deck: str = "rule"  # rule (deck_rule), stick or full
    cards_each: int = 5
    least_players: int = 2
    most_players: int = 10
    words: tuple[bool, str | None] = (True, None)  # mesa exists, passo: None, "check" or "drop"
    events: frozenset[str] = frozenset()
    wild: str | None = None
    wild_fixed: str = ""  # ranks wild from the start, for everybody
    jokers: int = 0
    stock_guard: bool = True  # False: players leave on the way, R-169 helps
    speech: str = "stick5"  # whose rule of first speech: stick5, stick7, stud7, colorido
    counted: str = "five"
    missing_ranks: str = ""  # ranks the deck must hold
    options: dict[str, object] = field(default_factory=dict)  # house options this game implies
    applied: tuple[str, ...] = ()  # variations on top, in order
    overlay: frozenset[str] = frozenset()  # premiacao, closed_option …

    @property
    def open_game(self) -> bool:
        """Whether cards are dealt or turned open before the showdown."""
        return any(isinstance(s, Roll | Auction) or (isinstance(s, Deal) and s.up) for s in self.steps)

    @property
    def open_cards(self) -> int:
        """How many open cards the form shows in the end."""
        return sum(1 if isinstance(s, Auction) else s.count for s in self.steps if _brings_open(s))

    @property
    def closed_cards(self) -> int:
        """How many closed cards the form shows in the end."""
        return sum(s.count for s in self.steps if isinstance(s, Deal) and not s.up)

    def with_steps(self, steps: Iterable[Step]) -> Variant:
        """The same game with other steps."""
        return replace(self, steps=tuple(steps))


def _brings_open(step: Step) -> TypeGuard[Deal | Auction]:
    return isinstance(step, Auction) or (isinstance(step, Deal) and step.up)


@dataclass(frozen=True)
class Variation:
    """A change laid over a game: ``apply`` returns the changed game, or why it makes no sense there."""

    id: str
    number: str
    name_pt: str
    name_en: str
    sentence_pt: str
    sentence_en: str
    sources: tuple[str, ...]
    apply: Callable[[Variant], Variant | Refusal]
