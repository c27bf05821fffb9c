"""What one recipient may see, as plain frozen records: the session fills them, the pages draw them.

There is one record for everybody (player, host, the table's screen); what a recipient must not know is simply absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["player", "host", "screen"]
ChoiceKind = Literal["act", "pick_cards", "number", "secret_amount", "yes_no", "pick_game", "ready"]


@dataclass(frozen=True)
class CardView:
    """One card before a seat: ``code`` None is a closed card, or an open one not read yet when ``up``."""

    code: str | None
    up: bool
    sure: bool = True
    best: bool = False  # one of the winner's five


@dataclass(frozen=True)
class SeatView:
    """One seat as everybody at the table may know it; chips are whole."""

    seat: str
    name: str | None
    stack: int
    staked: int  # this betting round
    cards: tuple[CardView, ...] = ()
    dealt_in: bool = False
    folded: bool = False
    all_in: bool = False
    dealer: bool = False
    speaking: bool = False
    connected: bool = False
    last_word: str = ""  # "mesa", "cubro 10": in the recipient's language
    connected_since: str | None = None


@dataclass(frozen=True)
class OptionView:
    """One thing that may be chosen: a verb with its amount or range, a card place, a game."""

    value: str  # verb or id sent back
    label: str  # table words: "Cubro 10"
    amount: int | None = None  # fixed amount, chips
    min: int | None = None
    max: int | None = None
    step: int = 1
    presets: tuple[int, ...] = ()
    danger: bool = False  # asks for a second tap


@dataclass(frozen=True)
class ChoiceView:
    """What one seat is asked now; ``decision`` comes back with the tap and goes stale when the question changes."""

    decision: str
    seat: str
    kind: ChoiceKind
    prompt: str
    why: str
    options: tuple[OptionView, ...]
    to_call: int = 0
    pick: tuple[int, int] | None = None  # how many cards, least and most
    cards: tuple[CardView, ...] = ()  # of pick_cards: what lies at each option's place
    verb: tuple[str, str] = ("", "")  # of pick_cards: the button with {n} cards, and with none


@dataclass(frozen=True)
class QuestionView:
    """A doubt put to the table ("lugar 3: mostre a carta"); the host or the seat may answer with a card or again."""

    id: str
    seat: str | None
    text: str
    kind: Literal["card", "count", "yes_no", "info"]
    guess: str | None = None
    options: tuple[OptionView, ...] = ()
    picture: str | None = None


@dataclass(frozen=True)
class ShownHandView:
    """A hand at the showdown with its five marked."""

    seat: str
    name: str
    cards: tuple[CardView, ...]
    words: str  # "trinca de Damas, com Ás e Dez"
    winner: bool


@dataclass(frozen=True)
class PotView:
    """One pot (or half) and who takes it, why."""

    amount: int
    winners: tuple[str, ...]  # seats
    shares: dict[str, int]
    reason: str


@dataclass(frozen=True)
class VerdictView:
    """The answer and why; ``confirmed`` once the pot moved."""

    headline: str  # "Ana leva o montão: 45"
    reason: str
    rule: str
    pots: tuple[PotView, ...]
    hands: tuple[ShownHandView, ...]
    confirmed: bool
    rule_words: tuple[str, ...] = ()  # each rule in a sentence with its number
    doubt: str = ""  # what the table should look at again before the award


@dataclass(frozen=True)
class DeviceView:
    """A device in words; ``since`` is when it began to be blind (UTC seconds), None while it sees."""

    name: str
    ok: bool
    text: str
    since: float | None = None


@dataclass(frozen=True)
class SpokenView:
    """A word of the present hand as it was noted; ``seq`` names its fact when it was heard wrong."""

    seq: int
    seat: str
    text: str  # "Ana: aposto 10"
    verb: str
    amount: int | None


@dataclass(frozen=True)
class RuleView:
    """One house rule: what holds, what else may be agreed (``options`` in words, whole numbers from ``minimum`` up)."""

    name: str
    section: str
    title: str
    value: str
    sentence: str
    options: tuple[OptionView, ...]
    minimum: int | None
    standard: bool


@dataclass(frozen=True)
class HostView:
    """What only the host gets: acting for others, what undo would undo, devices."""

    choices: tuple[ChoiceView, ...] = ()  # of every seat that is asked something
    questions: tuple[QuestionView, ...] = ()
    undo: tuple[str, ...] = ()  # last facts in words, newest first
    actions: tuple[OptionView, ...] = ()  # start_hand, confirm_verdict, void_hand, next_card, pause, end_night …
    games: tuple[OptionView, ...] = ()
    join_requests: tuple[OptionView, ...] = ()
    waiting_cards: tuple[str, ...] = ()  # seats the hand waits to see a card at, next first
    undo_seqs: tuple[int, ...] = ()  # numbers of the facts in ``undo``
    words: tuple[SpokenView, ...] = ()  # the last words of the betting, newest first
    next_dealer: str | None = None  # who deals, in this hand or the next


@dataclass(frozen=True)
class ScreenView:
    """Everything one screen draws."""

    seq: int  # number of the last fact it contains
    version: int  # changes with every publication, facts or not
    role: Role
    language: str
    table: str
    phase: str  # "lobby", "dealing", "betting", "showdown", "verdict", "between", "closed"
    headline: str  # what the dealer says: "Fala o Ás"
    subline: str  # the reason, or whose turn since when
    game: str
    hand: int | None
    pot: int
    seats: tuple[SeatView, ...]
    you: str | None = None
    your_turn: bool = False
    choice: ChoiceView | None = None
    verdict: VerdictView | None = None
    questions: tuple[QuestionView, ...] = ()
    devices: tuple[DeviceView, ...] = ()
    log: tuple[str, ...] = ()
    since: str | None = None  # UTC of the last change of turn
    join_url: str | None = None
    chain_head: str | None = None
    centre: tuple[CardView, ...] = ()  # cards in the middle: up for auction, or one for everybody
    notices: tuple[str, ...] = ()  # what hands must do besides: shuffle the discards in, swap cards
    host: HostView | None = None
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Tap:
    """An answer from a phone: the decision it answers, the last fact it had seen, and an id of its own."""

    id: str
    decision: str
    seen: int
    value: str  # verb, option value, card code, …
    amount: int | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class TapResult:
    """What became of a tap: taken, already taken (same id), stale or refused, with words and what would be allowed."""

    ok: bool
    code: str
    text: str
    allowed: tuple[str, ...] = ()
    seq: int = 0


@dataclass(frozen=True)
class BankTap:
    """What somebody asks of the bank: an act, and what it needs of seat, player, number, words and amounts by name."""

    id: str
    act: str
    seat: str = ""
    who: str = ""  # a player, or payer:receiver
    number: int | None = None
    text: str = ""
    money: str = ""  # as people write it
    amounts: Mapping[str, int] = field(default_factory=dict)
