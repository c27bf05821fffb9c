"""Every fact a table can record, as frozen records with one encoding: the log format of the journal.

A fact is what happened (a card seen, a word spoken, a purchase), never what follows from it: pots, turns, balances and
verdicts are folds. New kinds and new optional fields may come; what was written once always decodes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

GENESIS = "0" * 64  # the hash before the first fact of a table

Seat = str  # "1".."10", clockwise as seen from above
CardCode = str  # "As", "Td", "Jk"


class FactError(ValueError):
    """A record that is no fact of this format."""


@dataclass(frozen=True)
class Payload:
    """What happened; subclasses name their kind, version and the fields nobody may learn from the hash chain."""

    KIND: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    PRIVATE: ClassVar[frozenset[str]] = frozenset()


_KINDS: dict[str, type[Payload]] = {}


def _kind(cls: type[Payload]) -> type[Payload]:
    _KINDS[cls.KIND] = cls
    return cls


# --- the table and its people --------------------------------------------------------------------------------


@_kind
@dataclass(frozen=True)
class TableOpened(Payload):
    """A night begins: seats in clockwise order, value of a cacife in chips and in centavos, house options."""

    KIND: ClassVar[str] = "table_opened"
    table: str
    seats: tuple[Seat, ...]
    cacife_chips: int
    cacife_centavos: int
    options: dict[str, Any] = field(default_factory=dict)


@_kind
@dataclass(frozen=True)
class PlayerSeated(Payload):
    """A person takes a seat (R-071, R-196); the name never enters the hash in clear."""

    KIND: ClassVar[str] = "player_seated"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"name"})
    seat: Seat
    player: str  # identity for the books, stable over nights
    name: str


@_kind
@dataclass(frozen=True)
class PlayerLeft(Payload):
    """A person gives up a seat (R-195)."""

    KIND: ClassVar[str] = "player_left"
    seat: Seat
    player: str


@_kind
@dataclass(frozen=True)
class CacifeBought(Payload):
    """Chips bought from the bank (R-191, R-193)."""

    KIND: ClassVar[str] = "cacife_bought"
    seat: Seat
    player: str
    cacifes: int
    chips: int
    centavos: int


@_kind
@dataclass(frozen=True)
class CashedOut(Payload):
    """A stack handed back to the bank, for money owed at settlement (R-195, R-212)."""

    KIND: ClassVar[str] = "cashed_out"
    seat: Seat
    player: str
    chips: int
    centavos: int


@_kind
@dataclass(frozen=True)
class ChipsCounted(Payload):
    """A physical count of one stack: an assertion about the books, not a movement (R-214)."""

    KIND: ClassVar[str] = "chips_counted"
    seat: Seat
    chips: int
    by_colour: dict[str, int] = field(default_factory=dict)


@_kind
@dataclass(frozen=True)
class NightSettled(Payload):
    """The night is closed: payments as [payer, receiver, centavos] (R-213)."""

    KIND: ClassVar[str] = "night_settled"
    payments: tuple[tuple[str, str, int], ...]


# --- the hand ------------------------------------------------------------------------------------------------


@_kind
@dataclass(frozen=True)
class HandStarted(Payload):
    """A hand begins with everything its fold needs: game, options, seats dealt in (clockwise), stacks, deck.

    ``options`` are house options of the rule book; ``game`` an id of ``fala games``; ``variations`` ids applied on top.
    """

    KIND: ClassVar[str] = "hand_started"
    number: int
    game: str
    seats: tuple[Seat, ...]
    dealer: Seat
    stacks: dict[Seat, int]
    pingo: int
    deck_low: str
    variations: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    carry: int = 0
    smallest_chip: int = 1
    passed_before: int = 0  # hands passed out in a row, for the progressive opener


@_kind
@dataclass(frozen=True)
class CardDealt(Payload):
    """A card lies before a seat ("centre" for a shared one): open with its face, or closed with ``card`` None."""

    KIND: ClassVar[str] = "card_dealt"
    seat: str
    up: bool
    card: CardCode | None = None


@_kind
@dataclass(frozen=True)
class CardTurned(Payload):
    """A closed card is turned face up; ``place`` counts the seat's cards from 0 in dealing order."""

    KIND: ClassVar[str] = "card_turned"
    seat: Seat
    place: int
    card: CardCode


@_kind
@dataclass(frozen=True)
class Acted(Payload):
    """A word of the betting: mesa, passo, aposto, cubro, repico, completo, saio (R-094); ``amount`` as spoken."""

    KIND: ClassVar[str] = "acted"
    seat: Seat
    verb: str
    amount: int | None = None


@_kind
@dataclass(frozen=True)
class Chosen(Payload):
    """An answer to a choice the hand waits for that is no betting word.

    ``choice`` is the kind (pick_cards, number, secret_amount, yes_no, pick_game, ready); ``value`` plain JSON.
    """

    KIND: ClassVar[str] = "chosen"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"value"})
    seat: Seat
    choice: str
    value: Any = None


@_kind
@dataclass(frozen=True)
class HandShown(Payload):
    """A player at the showdown shows, or throws the hand away unseen (R-181, R-182)."""

    KIND: ClassVar[str] = "hand_shown"
    seat: Seat
    shows: bool


@_kind
@dataclass(frozen=True)
class PotAwarded(Payload):
    """The table confirms the verdict: ``payout`` is what each seat receives, as the fold computed it (R-180)."""

    KIND: ClassVar[str] = "pot_awarded"
    payout: dict[Seat, int]


@_kind
@dataclass(frozen=True)
class HandVoided(Payload):
    """The hand is called off: everything staked returns to its owner."""

    KIND: ClassVar[str] = "hand_voided"
    reason: str


# --- corrections and the house -------------------------------------------------------------------------------


@_kind
@dataclass(frozen=True)
class Corrected(Payload):
    """Fact ``fact`` is replaced by ``payload`` (encoded) or void when None; the old one stays on record."""

    KIND: ClassVar[str] = "corrected"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"payload"})
    fact: int
    payload: dict[str, Any] | None
    confirmed_by: tuple[str, ...] = ()


@_kind
@dataclass(frozen=True)
class DeviceChanged(Payload):
    """A camera or a dealer machine changed state; recorded once per change."""

    KIND: ClassVar[str] = "device_changed"
    device: str
    state: str


@_kind
@dataclass(frozen=True)
class Asked(Payload):
    """A question put to the table because something was not certain, and (when it comes) how it was answered."""

    KIND: ClassVar[str] = "asked"
    PRIVATE: ClassVar[frozenset[str]] = frozenset({"answer"})
    question: str
    seat: str | None
    code: str
    answer: str | None = None


# --- encoding ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """One numbered record of the journal; ``certainty`` is in parts per million (hashes hold no floats)."""

    seq: int
    payload: Payload
    at: str  # UTC, ISO 8601
    source: str  # "camera", "dealer", "seat:3", "host", "table"
    hand: int | None = None
    certainty: int = 1_000_000
    tap: str | None = None
    pictures: tuple[str, ...] = ()
    salt: str = ""
    prev: str = GENESIS
    hash: str = ""

    @property
    def kind(self) -> str:
        """The payload's kind, as stored."""
        return self.payload.KIND


def canonical(value: object) -> str:
    """JSON with sorted keys, no spaces, UTF-8 kept; raises FactError on a float, which no fact may hold."""
    _refuse_floats(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _refuse_floats(value: object) -> None:
    if isinstance(value, float):
        raise FactError(f"a fact holds no floats: {value!r}")
    if isinstance(value, Mapping):
        for k, v in value.items():
            if not isinstance(k, str):
                raise FactError(f"a key that is no text: {k!r}")
            _refuse_floats(v)
    elif isinstance(value, (list, tuple)):
        for v in value:
            _refuse_floats(v)


def encode_payload(payload: Payload) -> dict[str, Any]:
    """The payload as plain JSON values, with its kind and version under "kind" and "v"."""
    body = {f.name: _plain(getattr(payload, f.name)) for f in dataclasses.fields(payload)}
    return {"kind": payload.KIND, "v": payload.VERSION, **body}


def _plain(value: object) -> Any:
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def decode_payload(data: Mapping[str, Any]) -> Payload:
    """The record an encoded payload stands for; raises FactError for an unknown kind, field or a missing one."""
    kind = data.get("kind")
    cls = _KINDS.get(str(kind))
    if cls is None:
        raise FactError(f"unknown kind of fact: {kind!r}")
    if int(data.get("v", 1)) > cls.VERSION:
        raise FactError(f"fact {kind!r} was written by a newer release (version {data.get('v')})")
    hints = get_type_hints(cls)
    known = {f.name: f for f in dataclasses.fields(cls)}
    extra = set(data) - set(known) - {"kind", "v"}
    if extra:
        raise FactError(f"fact {kind!r} has unknown fields: {', '.join(sorted(extra))}")
    values: dict[str, Any] = {}
    for name, f in known.items():
        if name in data:
            values[name] = _typed(data[name], hints[name], f"{kind}.{name}")
        elif f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            raise FactError(f"fact {kind!r} lacks {name!r}")
    return cls(**values)


def _typed(value: Any, hint: Any, where: str) -> Any:
    if hint is Any:
        return value
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and type(None) in args:
            return None
        return _typed(value, next(a for a in args if a is not type(None)), where)
    if origin is tuple:
        if not isinstance(value, (list, tuple)):
            raise FactError(f"{where} is no list: {value!r}")
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(_typed(v, args[0], where) for v in value)
        if len(value) != len(args):
            raise FactError(f"{where} has {len(value)} entries, not {len(args)}")
        return tuple(_typed(v, a, where) for v, a in zip(value, args, strict=True))
    if origin is dict:
        if not isinstance(value, Mapping):
            raise FactError(f"{where} is no table: {value!r}")
        return {str(k): _typed(v, args[1], where) for k, v in value.items()}
    if hint is int and isinstance(value, bool):
        raise FactError(f"{where} is no whole number: {value!r}")
    if not isinstance(value, hint):
        raise FactError(f"{where} is no {hint.__name__}: {value!r}")
    return value


def hashed_form(fact: Fact) -> dict[str, Any]:
    """What the hash covers: every field, with private ones replaced by salted digests so that they can be erased."""
    body = encode_payload(fact.payload)
    for name in type(fact.payload).PRIVATE:
        body[name] = {"digest": private_digest(fact.salt, name, body[name])}
    return {
        "seq": fact.seq,
        "at": fact.at,
        "source": fact.source,
        "hand": fact.hand,
        "certainty": fact.certainty,
        "tap": fact.tap,
        "pictures": list(fact.pictures),
        "salt_digest": hashlib.sha256(fact.salt.encode()).hexdigest(),
        "prev": fact.prev,
        "payload": body,
    }


def private_digest(salt: str, name: str, value: object) -> str:
    """SHA-256 of a private field under the fact's own salt (hex)."""
    return hashlib.sha256(f"{salt}\x00{name}\x00{canonical(value)}".encode()).hexdigest()


def fact_hash(fact: Fact) -> str:
    """SHA-256 (hex) of the canonical hashed form."""
    return hashlib.sha256(canonical(hashed_form(fact)).encode()).hexdigest()


def seal(fact: Fact) -> Fact:
    """The fact with its own hash filled in."""
    return dataclasses.replace(fact, hash=fact_hash(fact))


def encode(fact: Fact) -> dict[str, Any]:
    """The whole fact as plain JSON values."""
    head = {f.name: _plain(getattr(fact, f.name)) for f in dataclasses.fields(fact) if f.name != "payload"}
    return {**head, "payload": encode_payload(fact.payload)}


def decode(data: Mapping[str, Any]) -> Fact:
    """The fact an encoded one stands for; raises FactError."""
    if "payload" not in data:
        raise FactError("a fact without payload")
    hints = get_type_hints(Fact)
    values = {k: _typed(v, hints[k], k) for k, v in data.items() if k != "payload" and k in hints}
    try:
        return Fact(payload=decode_payload(data["payload"]), **values)
    except TypeError as e:
        raise FactError(str(e)) from e
