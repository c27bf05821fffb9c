"""A night without its people: names and identities become P1, P2, …; notes, taps, salts and hashes are left out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.facts import (
    GENESIS,
    Asked,
    Contested,
    Corrected,
    Fact,
    Payload,
    PlayerSeated,
    TableOpened,
    decode_payload,
    encode_payload,
)


def anonymised(facts: Iterable[Fact]) -> list[Fact]:
    """The facts with players called P1, P2, … in order of appearance; pictures are left out too."""
    everything = list(facts)
    known: dict[str, str] = {}
    for fact in everything:
        if isinstance(fact.payload, PlayerSeated):
            known.setdefault(fact.payload.player, f"P{len(known) + 1}")
    return [
        dataclasses.replace(
            f, payload=_plain(f.payload, known), tap=None, pictures=(), salt="", prev=GENESIS, hash="", erased=()
        )
        for f in everything
    ]


def _plain(payload: Payload, known: Mapping[str, str]) -> Payload:
    if isinstance(payload, TableOpened):
        return dataclasses.replace(payload, table="mesa")
    if isinstance(payload, PlayerSeated):
        return dataclasses.replace(payload, player=known[payload.player], name=known[payload.player])
    if isinstance(payload, Asked):
        return dataclasses.replace(payload, answer=None)
    if isinstance(payload, Contested):
        return dataclasses.replace(payload, note="")
    if isinstance(payload, Corrected) and payload.payload is not None:
        inner = _plain(decode_payload(payload.payload), known)
        return dataclasses.replace(payload, payload=encode_payload(inner))
    body = encode_payload(payload)
    changed = {k: _named(v, known) for k, v in body.items()}
    for field in type(payload).PRIVATE - {"value"}:
        if isinstance(body[field], str):
            changed[field] = ""
    return decode_payload(changed)


def _named(value: Any, known: Mapping[str, str]) -> Any:
    """Identities in any field of any kind, keys included."""
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, Mapping):
        return {known.get(k, k): _named(v, known) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_named(v, known) for v in value]
    return value
