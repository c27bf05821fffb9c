"""Vectors of ranked hands, high and low, natural and wild, and of ranks that become wild, answered by the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.engine.cards import parse_cards, parse_rank
from assistant.engine.ladder import Ladder, ladder_for, low_ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import HandValue, lowest_hand, order_hands, rank_hand
from assistant.engine.wild_ranks import (
    COMMON,
    change_the_diaper,
    diaper_triggers,
    follow_the_queen,
    position_ranks,
    position_wild,
)
from assistant.vector_rooms.compare import differences
from assistant.vector_rooms.words import same_tiers, spoken_differences

Vector = Mapping[str, Any]


def hands(vector: dict[str, Any]) -> list[str]:
    """Rank every hand of the vector and list what differs: winners, tiers, categories, names, the best five."""
    if "kind" in vector:
        return [f"unknown kind {vector['kind']!r}"]
    want = vector.get("want", "high")
    if want not in ("high", "low"):
        return [f"unknown want {want!r}"]
    values = ranked(vector, low=want == "low")
    tiers = order_hands(values, low=want == "low")
    expect = vector["expect"]
    out = differences(
        {k: v for k, v in expect.items() if k not in ("order", "hands")}, {"winners": tiers[0]}, sets=("winners",)
    )
    if "order" in expect and not same_tiers(expect["order"], tiers):
        out.append(f"order: expected {expect['order']!r}, got {tiers!r}")
    for seat, wanted in expect.get("hands", {}).items():
        out += _hand_differences(seat, wanted, values, vector)
    return out


def ranked(vector: Vector, *, low: bool) -> dict[str, HandValue]:
    """Every seat's hand under the vector's deck, options and wild ranks."""
    options = Options.from_mapping(vector.get("options", {}))
    ladder = (low_ladder_for if low else ladder_for)(vector["deck_low"], options)
    find = lowest_hand if low else rank_hand
    return {
        seat: find(
            parse_cards(cards, deck_low=vector["deck_low"], jokers=vector.get("jokers_in_deck", 4)),
            ladder,
            _wild(vector, seat),
        )
        for seat, cards in vector["hands"].items()
    }


def _wild(vector: Vector, seat: str) -> tuple[str, ...]:
    by_hand = vector.get("wild_ranks_by_hand", {})
    return tuple(parse_rank(r) for r in (*vector.get("wild_ranks", ()), *by_hand.get(seat, ())))


def _hand_differences(
    seat: str, wanted: Mapping[str, Any], values: Mapping[str, HandValue], vector: Vector
) -> list[str]:
    value = values.get(seat)
    if value is None:
        return [f"{seat}: expected a hand, got none"]
    got = {"category": value.category, "name_pt": value.name_pt, "name_en": value.name_en}
    out = spoken_differences({k: v for k, v in wanted.items() if k != "best"}, got, where=f"{seat}.")
    if "best" in wanted and not _as_good(wanted["best"], vector["hands"][seat], value, _wild(vector, seat)):
        out.append(f"{seat}.best: expected {wanted['best']!r}, got {list(value.cards)!r}")
    return out


def _as_good(best: Sequence[str], hand: Sequence[str], value: HandValue, wild: tuple[str, ...]) -> bool:
    """Any five of the hand of equal strength are as good as ours."""
    ladder: Ladder = value.ladder
    return len(best) == 5 and set(best) <= set(hand) and rank_hand(best, ladder, wild) == value


def wild(vector: dict[str, Any]) -> list[str]:
    """Answer one vector of wild.json: hands with wild cards, or which ranks become wild."""
    kind = vector.get("kind")
    if kind is None:
        return hands(vector)
    answer = _WILD_KINDS.get(kind)
    if answer is None:
        return [f"unknown kind {kind!r}"]
    got = answer(vector, Options.from_mapping(vector.get("options", {})))
    return differences(_sorted_ranks(vector["expect"]), _sorted_ranks(got))


def _sorted_ranks(answer: Vector) -> dict[str, Any]:
    """The same answer with every set of wild ranks in one order."""
    out = dict(answer)
    for key in ("wild_ranks", "common"):
        if key in out:
            out[key] = sorted(out[key])
    if "wild_after_each" in out:
        out["wild_after_each"] = [sorted(ranks) for ranks in out["wild_after_each"]]
    if "wild" in out:
        out["wild"] = {seat: sorted(ranks) for seat, ranks in out["wild"].items()}
    return out


def _sequence(vector: Vector) -> list[tuple[str, str]]:
    return [(seat, *parse_cards([card])) for seat, card in vector["open_sequence"]]


def _queen(vector: Vector, options: Options) -> dict[str, Any]:
    after = follow_the_queen(_sequence(vector), options.ftq_replace)
    return {"wild_ranks": after[-1] if after else (), "wild_after_each": after}


def _diaper(vector: Vector, options: Options) -> dict[str, Any]:
    sequence = _sequence(vector)
    centre = parse_cards(vector.get("center_cards", ()))
    return {"wild_ranks": change_the_diaper(sequence, centre), "triggers": diaper_triggers(sequence)}


def _position(vector: Vector, options: Options) -> dict[str, Any]:
    own = position_ranks(vector["seats"], vector["dealer"], vector["deck_low"], options)
    return {"common": [COMMON], "own": own, "wild": {seat: position_wild(rank) for seat, rank in own.items()}}


_WILD_KINDS = {"follow_the_queen": _queen, "change_the_diaper": _diaper, "position_poker": _position}
