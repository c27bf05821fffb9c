"""Scripted players: each sees what its phone sees, and chooses among what the phone offers, by its own temper."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RANKS = "23456789TJQKA"
STAYS = ("mesa", "passo")  # words that cost nothing
RAISES = ("aposto", "repico", "completo")


@dataclass(frozen=True)
class Personality:
    """A temper, each 0..1: ``loose`` stays in with little, ``bold`` bets and raises, ``steady`` names small amounts."""

    loose: float = 0.6
    bold: float = 0.3
    steady: float = 0.6

    @classmethod
    def from_rng(cls, rng: random.Random) -> Personality:
        """Somebody one could meet at a table."""
        return cls(rng.uniform(0.45, 0.95), rng.uniform(0.1, 0.55), rng.uniform(0.3, 0.95))


def decide(view: Mapping[str, Any], personality: Personality, rng: random.Random) -> dict[str, Any]:
    """A tap's ``value``, ``amount``, ``places`` for the choice in a phone's view (JSON); ValueError without a choice.

    Only what the view offers is chosen; the same view, temper and state of ``rng`` give the same tap.
    """
    choice = view.get("choice")
    if not choice:
        raise ValueError("this phone is asked nothing")
    options: Sequence[Mapping[str, Any]] = choice["options"]
    kind = choice["kind"]
    if kind == "act":
        return _act(view, choice, options, personality, rng)
    if kind == "pick_cards":
        return _pick(choice, options, rng)
    if kind in ("number", "secret_amount"):
        return _number(options, rng)
    if not options:
        return _tap("")
    return _tap(str(rng.choice(list(options))["value"]))


def strength(view: Mapping[str, Any]) -> float:
    """How good one's own known cards look beside the open cards of the others, 0..1."""
    own = _codes(view, str(view.get("you")))
    if not own:
        return 0.5
    mine = _worth(own)
    others = [_worth(_codes(view, s["seat"])) for s in view["seats"] if s["seat"] != view.get("you") and _plays(s)]
    beaten = sum(mine >= other for other in others)
    return (0.5 * min(1.0, mine / 60.0)) + 0.5 * ((beaten + 0.5) / (len(others) + 1))


def _act(
    view: Mapping[str, Any],
    choice: Mapping[str, Any],
    options: Sequence[Mapping[str, Any]],
    personality: Personality,
    rng: random.Random,
) -> dict[str, Any]:
    by_value = {o["value"]: o for o in options}
    feeling = strength(view) + rng.uniform(-0.25, 0.25)
    raises = [v for v in RAISES if v in by_value]
    if raises and rng.random() < personality.bold * (0.35 + feeling):
        verb = rng.choice(raises)
        return _tap(verb, _amount(by_value[verb], personality, rng))
    free = [v for v in STAYS if v in by_value]
    if not choice.get("to_call") and free:
        return _tap(free[0])
    if "cubro" in by_value:
        price = int(by_value["cubro"].get("amount") or 0) / max(1, int(view.get("pot") or 1))
        if feeling + 0.7 * personality.loose > 0.45 + 0.25 * min(price, 2.0):
            return _tap("cubro", by_value["cubro"].get("amount"))
    for verb in ("saio", *STAYS, "cubro", *RAISES):
        if verb in by_value:
            return _tap(verb, _amount(by_value[verb], personality, rng))
    return _tap(str(rng.choice(list(options))["value"]))


def _amount(option: Mapping[str, Any], personality: Personality, rng: random.Random) -> int | None:
    """An amount that the option allows; small ones mostly, for a steady temper."""
    if option.get("amount") is not None:
        return int(option["amount"])
    low, high = option.get("min"), option.get("max")
    if low is None:
        return None
    presets = sorted(int(p) for p in option.get("presets") or ())
    if presets and option["min"] == min(presets) and option.get("max") == max(presets):
        return presets[0] if rng.random() < personality.steady else rng.choice(presets)
    step = max(1, int(option.get("step") or 1))
    most = int(high) if high is not None else int(low)
    reach = int(low) + (most - int(low)) * (0.04 if rng.random() < personality.steady else rng.random() * 0.35)
    wished = int(low) + int((reach - int(low)) // step) * step
    return max(int(low), min(wished, most))


def _pick(choice: Mapping[str, Any], options: Sequence[Mapping[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Some of the own cards by their place, as many as the choice allows."""
    least, most = choice.get("pick") or (0, 0)
    places = list(range(len(choice.get("cards") or ())))
    listed = [o["value"] for o in options if str(o["value"]).isdigit()]
    if listed:
        places = [int(v) for v in listed]
    count = min(rng.randint(int(least), max(int(least), min(int(most), 3))), len(places))
    value = next((str(o["value"]) for o in options if not str(o["value"]).isdigit()), "pick")
    return {"value": value, "amount": None, "places": sorted(rng.sample(places, count))}


def _number(options: Sequence[Mapping[str, Any]], rng: random.Random) -> dict[str, Any]:
    option = rng.choice(list(options))
    if option.get("amount") is not None or option.get("min") is None:
        return _tap(str(option["value"]), option.get("amount"))
    low = int(option["min"])
    high = max(low, int(option.get("max") or low))
    step = max(1, int(option.get("step") or 1))
    most = min(high, low + 10 * step)  # nobody hides all he has in his fist
    return _tap(str(option["value"]), rng.randrange(low, most + 1, step))


def _tap(value: str, amount: int | None = None) -> dict[str, Any]:
    return {"value": value, "amount": amount, "places": []}


def _plays(seat: Mapping[str, Any]) -> bool:
    return bool(seat.get("dealt_in")) and not seat.get("folded")


def _codes(view: Mapping[str, Any], seat: str) -> list[str]:
    for s in view["seats"]:
        if s["seat"] == seat:
            return [c["code"] for c in s["cards"] if c.get("code")]
    return []


def _worth(cards: Sequence[str]) -> float:
    """A rough figure for some open cards: pairs and better first, then the ranks."""
    ranks = Counter(c[0] for c in cards if c[0] in RANKS)
    groups = sum({2: 25, 3: 50, 4: 90}.get(n, 0) + (RANKS.index(r) if n > 1 else 0) for r, n in ranks.items())
    return groups + max((RANKS.index(r) for r in ranks), default=0)
