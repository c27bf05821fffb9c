"""Vectors of special events (events.json), one answer a kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from assistant.engine.events_exchange import (
    Barter,
    bets_again,
    exchanges_again,
    pass_cards,
    pick_order,
    substitution_price,
    twist_price,
)
from assistant.engine.events_open import assassino_price, beisebol, beisebol_price, new_pair, obliged
from assistant.engine.refusal import Refusal
from assistant.vector_rooms.compare import differences

Vector = dict[str, Any]
FIRST_STREET = {"stud7": 3}


def events(vector: Vector) -> list[str]:
    """Answer one event; an unknown kind is a failure."""
    answer = _KINDS.get(str(vector.get("kind")))
    if answer is None:
        return [f"unknown kind {vector.get('kind')!r}"]
    unknown = sorted(set(vector.get("options", {})) - {"obligation"})
    if unknown:
        return [f"unknown options: {', '.join(unknown)}"]
    return differences(vector["expect"], answer(vector), sets=("left", "obliged", "keep_hand"))


def _beisebol(v: Vector) -> dict[str, Any]:
    stacks = dict(v["stacks"])
    shown = {s: list(cards) for s, cards in v.get("open_before", {}).items()}
    log: list[dict[str, Any]] = []
    left: list[str] = []
    used = added = 0
    for seat in v["order"]:
        more = True
        while more and used < len(v["stock"]):
            card = v["stock"][used]
            used += 1
            shown.setdefault(seat, []).append(card)
            entry: dict[str, Any] = {"seat": seat, "card": card}
            event = beisebol(card)
            more = event == "extra"
            if event == "extra":
                entry["extra_card"] = True
            elif event == "pay" and seat in v.get("leaves", []):
                entry["left"] = True
                left.append(seat)
            elif event == "pay":
                entry["pays"] = beisebol_price(v["pingo"], stacks[seat]).pays
                stacks[seat] -= entry["pays"]
                added += entry["pays"]
            log.append(entry)
    return {"log": log, "open": shown, "left": left, "added_to_pot": added, "cards_used": used, "stacks": stacks}


def _assassino(v: Vector) -> dict[str, Any]:
    pot, stacks = v["pot"], dict(v["stacks"])
    log: list[dict[str, Any]] = []
    for seat, card in zip(v["order"], v["dealt"], strict=True):
        if not new_pair(v.get("open_before", {}).get(seat, []), card):
            continue
        price = assassino_price(pot, stacks[seat])
        if seat in v.get("leaves", []):
            log.append({"seat": seat, "must_pay": price.must_pay, "left": True})
            continue
        log.append({"seat": seat, "must_pay": price.must_pay, "pays": price.pays})
        stacks[seat] -= price.pays
        pot += price.pays
    return {"log": log, "pot": pot, "stacks": stacks, "left": [e["seat"] for e in log if "left" in e]}


def _leilao(v: Vector) -> dict[str, Any]:
    bids = v["bids"]
    return {
        "pick_order": pick_order(v["seats"], v["dealer"], bids),
        "added_to_pot": sum(bids.values()),
        "cards_in_centre": len(bids),
    }


def _twist(v: Vector) -> dict[str, Any]:
    swaps = v["swaps"]
    return {
        "pays": {s: twist_price(v["pingo"], *swap) if swap else 0 for s, swap in swaps.items()},
        "new_card": {s: swap[1] if swap else None for s, swap in swaps.items()},
        "another_betting_round": any(swaps.values()),
    }


def _cartas_substitutas(v: Vector) -> dict[str, Any]:
    pays: dict[str, int] = {}
    held = extra = 0
    for number, seats in enumerate(v["exchanges"], start=1):
        held = number
        for seat in seats:
            pays[seat] = pays.get(seat, 0) + substitution_price(v["pingo"], number)
        extra += bets_again(number, bool(seats))
        if not exchanges_again(number, bool(seats)):
            break
    return {"exchange_rounds": held, "pays": pays, "extra_betting_rounds": extra}


def _passagem(v: Vector) -> dict[str, Any]:
    hands: dict[str, Any] = v["hands"]
    for one in v["passes"]:
        hands = pass_cards(v["seats"], hands, one["direction"], one["cards"])
    return {"hands": {s: sorted(cards) for s, cards in hands.items()}}


def _trees(v: Vector) -> dict[str, Any]:
    barter = Barter(v["asks"])
    valid: list[bool] = []
    for one, other in v["agreed"]:
        after = barter.agree(one, other)
        valid.append(not isinstance(after, Refusal))
        if not isinstance(after, Refusal):
            barter = after
    return {"valid": valid, "keep_hand": barter.keeps_hand}


def _obrigacao(v: Vector) -> dict[str, Any]:
    first = FIRST_STREET.get(str(v.get("game")), 1)
    option = v.get("options", {}).get("obligation", "off")
    return {"obliged": obliged(v["open"], option, first_round=v["street"] == first)}


_KINDS: dict[str, Callable[[Vector], dict[str, Any]]] = {
    "beisebol": _beisebol,
    "assassino": _assassino,
    "leilao": _leilao,
    "twist": _twist,
    "cartas_substitutas": _cartas_substitutas,
    "passagem": _passagem,
    "trees": _trees,
    "obrigacao": _obrigacao,
}
