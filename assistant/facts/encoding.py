"""A numbered fact and its one encoding: canonical JSON, the hash over it, and reading back what was written."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from assistant.facts.base import KINDS, FactError, Payload

GENESIS = "0" * 64  # the hash before the first fact of a table
ERASED = "erased:"  # before the digest that stands in the place of the salt of a fact whose private fields are gone


@dataclass(frozen=True)
class Fact:
    """One numbered record of the journal; ``certainty`` is in parts per million (hashes hold no floats).

    ``erased`` names private fields that are gone, each with the digest that the hash covers.
    """

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
    erased: tuple[tuple[str, str], ...] = ()

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
    cls = KINDS.get(str(kind))
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
    for name, digest in fact.erased:
        body[name] = {"digest": digest}
    return form_of(
        digested(body, fact.salt, type(fact.payload).PRIVATE),
        seq=fact.seq,
        at=fact.at,
        source=fact.source,
        hand=fact.hand,
        certainty=fact.certainty,
        tap=fact.tap,
        pictures=list(fact.pictures),
        salt=fact.salt,
        prev=fact.prev,
    )


def form_of(body: Mapping[str, Any], *, salt: str, **fields: Any) -> dict[str, Any]:
    """The hashed form of a fact whose payload is ``body``, private fields digested already."""
    digest = salt[len(ERASED) :] if salt.startswith(ERASED) else hashlib.sha256(salt.encode()).hexdigest()
    return {**fields, "salt_digest": digest, "payload": body}


def digested(body: Mapping[str, Any], salt: str, private: frozenset[str]) -> dict[str, Any]:
    """An encoded payload with its private fields as salted digests; those of an erased fact are digests already."""
    gone = salt.startswith(ERASED)
    out = dict(body)
    for name in private & body.keys():
        if gone:
            out[name] = {"digest": erased_digest(body[name])}
        else:
            out[name] = {"digest": private_digest(salt, name, body[name])}
    return out


def erased_digest(value: Any) -> str:
    """The digest that stands in the place of an erased field; raises FactError for anything else."""
    if not isinstance(value, Mapping) or set(value) != {"digest"} or not isinstance(value["digest"], str):
        raise FactError(f"no erased field: {value!r}")
    return str(value["digest"])


def erase(fact: Fact) -> Fact:
    """The fact without its private fields; its hash stays true. A fact without private fields is given back as it is.

    Raises FactError for a kind whose fold needs what is private (answers of a hand, corrections).
    """
    private = type(fact.payload).PRIVATE
    if not private or fact.erased:
        return fact
    hints = get_type_hints(type(fact.payload))
    if any(_neutral(hints[name]) is dataclasses.MISSING for name in private):
        raise FactError(f"{fact.kind} cannot be read without what is private in it")
    body = encode_payload(fact.payload)
    digests = tuple((name, private_digest(fact.salt, name, body[name])) for name in sorted(private))
    payload = dataclasses.replace(fact.payload, **{name: _neutral(hints[name]) for name in private})
    salt = ERASED + hashlib.sha256(fact.salt.encode()).hexdigest()
    return dataclasses.replace(fact, payload=payload, erased=digests, salt=salt)


def _neutral(hint: Any) -> Any:
    """What an erased text reads as: nothing said. Anything else a fold may need."""
    if hint is str:
        return ""
    args = get_args(hint)
    return None if str in args and type(None) in args else dataclasses.MISSING


def decode_erased(data: Mapping[str, Any]) -> tuple[Payload, tuple[tuple[str, str], ...]]:
    """The payload of an erased fact, its private fields empty, and the digests that stood there; raises FactError."""
    cls = KINDS.get(str(data.get("kind")))
    if cls is None:
        raise FactError(f"unknown kind of fact: {data.get('kind')!r}")
    hints = get_type_hints(cls)
    digests = tuple((name, erased_digest(data[name])) for name in sorted(cls.PRIVATE & data.keys()))
    rest = {**data, **{name: _neutral(hints[name]) for name, _ in digests}}
    return decode_payload(rest), digests


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
