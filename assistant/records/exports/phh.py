"""Poker hand histories (PHH): standard where a game coincides with a code of it, otherwise a labelled dialect.

The dialect has the same grammar; its ``variant`` is "fala:GAME" and everything of ours stands in fields that begin with
``_fala_``. ``_fala_facts`` are the journal's own facts, so that nothing is lost on the way.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from assistant.engine.hand import HandState, effective, start_hand
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Acted,
    CardDealt,
    CardTurned,
    Chosen,
    Fact,
    FactError,
    HandShown,
    HandStarted,
    HandVoided,
    PotAwarded,
    PotSplit,
    Seat,
    canonical,
    decode,
    encode,
)
from assistant.records.exports.standard import standard_hand
from assistant.records.exports.sums import Sums, sums_of
from assistant.records.hands import HandRecord

LABEL = "fala:"


class ExportError(ValueError):
    """A file that is no export of ours, with the reason."""


def phh_hand(hand: HandRecord) -> dict[str, Any]:
    """One hand as the fields of a PHH file."""
    sums = sums_of(hand)
    standard = standard_hand(hand) if sums.ending == "won" else None
    return standard if standard is not None else dialect_hand(hand, sums)


def dialect_hand(hand: HandRecord, sums: Sums) -> dict[str, Any]:
    """One hand in the dialect; players p1, p2, … from the carteador's left."""
    start = hand.started
    order = order_of(start)
    number = {s: f"p{i}" for i, s in enumerate(order, 1)}
    state = hand.state
    fields: dict[str, Any] = {
        "variant": LABEL + start.game,
        "antes": [min(start.pingo, start.stacks[s]) for s in order],
        "starting_stacks": [start.stacks[s] for s in order],
        "actions": [a for _, p in effective(hand.folding) for a in _action(p, number)],
        "players": [hand.name(s) for s in order],
        "seats": [int(s) if s.isdigit() else i for i, s in enumerate(order, 1)],
        "hand": hand.number,
        "table": hand.table,
        **_date(hand.facts[0].at),
        "_fala_version": 1,
        "_fala_seats": list(order),
        "_fala_dealer": start.dealer,
        "_fala_variations": list(start.variations),
        "_fala_options": canonical(start.options),
        "_fala_deck_low": start.deck_low,
        "_fala_carry": start.carry,
        "_fala_cards_open": [_cards(state, s, "open") for s in order],
        "_fala_cards_shown": [_cards(state, s, "shown") for s in order],
        "_fala_cards_unknown": [_closed(state, s) for s in order],
        "_fala_mucked": [s for s in order if state is not None and s in state.core.mucked],
        **sums_fields(sums, order),
        "_fala_corrected": any(f.kind == "corrected" for f in hand.facts),
        "_fala_facts": [canonical(encode(f)) for f in hand.facts],
    }
    if state is not None and state.over:
        fields["finishing_stacks"] = [state.stacks[s] for s in order]
    return fields


def sums_fields(sums: Sums, order: Sequence[Seat]) -> dict[str, Any]:
    """Pots and who collected, as every PHH file of ours carries them."""
    return {
        "_fala_ending": sums.ending,
        "_fala_pots": list(sums.pots),
        "_fala_returned": sums.refund,
        "_fala_collected": [sums.collected.get(s, 0) for s in order],
        "_fala_carried": sums.carried,
    }


def order_of(start: HandStarted) -> tuple[Seat, ...]:
    """Seats from the carteador's left, the carteador last."""
    state = start_hand(start)
    if isinstance(state, Refusal):
        return start.seats
    return state.core.setup.order


def _date(at: str) -> dict[str, Any]:
    return {"year": int(at[:4]), "month": int(at[5:7]), "day": int(at[8:10]), "time_zone": "UTC"}


def _action(payload: object, number: Mapping[Seat, str]) -> list[str]:
    """One fact in the grammar of PHH, or nothing where the grammar has no word for it."""
    match payload:
        case CardDealt(seat=seat, up=up, card=card):
            if seat not in number:
                return [f"d db {card or '??'}"]
            return [f"d dh {number[seat]} {card if up and card else '??'}"]
        case CardTurned(seat=seat, card=card):
            return [f"{number[seat]} sm {card}"]
        case HandShown(seat=seat, shows=False):
            return [f"{number[seat]} sm"]
        case Acted(seat=seat, verb=verb, amount=amount):
            who = number[seat]
            if verb == "saio":
                return [f"{who} f"]
            if verb in ("mesa", "passo", "cubro"):
                return [f"{who} cc # {verb}"]
            return [f"{who} cbr {amount if amount is not None else 0} # {verb}"]
        case Chosen(seat=seat, choice=choice):
            return [f"{number[seat]} sd # {choice}"]
        case PotAwarded() | PotSplit() | HandVoided():
            return [f"# {payload.KIND}"]
    return []


def _cards(state: HandState | None, seat: Seat, how: str) -> str:
    """The faces everybody saw in play ("open"), or only at the showdown ("shown")."""
    if state is None:
        return ""
    held = [c for c in state.cards[seat] if c.up and c.card is not None]
    return "".join(c.card or "" for c in held if c.hidden == (how == "shown"))


def _closed(state: HandState | None, seat: Seat) -> int:
    """How many cards nobody but the player ever saw."""
    return sum(not c.up for c in state.cards[seat]) if state is not None else 0


# --- text ------------------------------------------------------------------------------------------------------------


def toml(fields: Mapping[str, Any]) -> str:
    """Fields as TOML: whole numbers, texts, truths and lists of them."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list | tuple):
        parts = [_value(v) for v in value]
        long = sum(map(len, parts)) > 80 and all(isinstance(v, str) for v in value)
        return "[\n  " + ",\n  ".join(parts) + ",\n]" if long else f"[{', '.join(parts)}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def phh(hand: HandRecord) -> str:
    """One hand as a .phh file."""
    return toml(phh_hand(hand))


def phhs(hands: Iterable[HandRecord]) -> str:
    """Many hands as one .phhs file, a table each, numbered from 1."""
    return "\n".join(f"[{i}]\n{toml(phh_hand(h))}" for i, h in enumerate(hands, 1))


def read_phh(text: str) -> list[dict[str, Any]]:
    """The hands of a .phh or .phhs file as their fields; raises ExportError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as e:
        raise ExportError(str(e)) from e
    if "variant" in data:
        return [data]
    hands = [v for v in data.values() if isinstance(v, dict) and "variant" in v]
    if not hands:
        raise ExportError("no hand in it")
    return hands


def facts_of(fields: Mapping[str, Any]) -> list[Fact]:
    """The journal's facts of a hand in the dialect; raises ExportError where they are missing or broken."""
    if "_fala_facts" not in fields:
        raise ExportError("a standard hand carries no facts")
    try:
        return [decode(json.loads(line)) for line in fields["_fala_facts"]]
    except (ValueError, FactError) as e:
        raise ExportError(str(e)) from e
