"""Vectors of the bank (bank.json), answered by the bank's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from assistant.bank import rules
from assistant.bank.settle import fewest_transfers, results
from assistant.engine.options import OptionError, Options
from assistant.engine.refusal import Refusal
from assistant.vector_rooms.compare import differences

Vector = Mapping[str, Any]


def bank(vector: dict[str, Any]) -> list[str]:
    """Answer one vector of bank.json by its ``kind`` and list what differs from ``expect``."""
    answer = _KINDS.get(str(vector.get("kind")))
    if answer is None:
        return [f"unknown kind {vector.get('kind')!r}"]
    try:
        options = Options.from_mapping(vector.get("options", {}))
    except OptionError as e:
        return [str(e)]
    return differences(vector["expect"], answer(vector, options), sets=("winners", "payments"))


def _buyin(vector: Vector, options: Options) -> dict[str, Any]:
    stacks = rules.buy_in(vector["cacife"], vector["buys"])
    return {"stacks": stacks, "bought": stacks, "bank_total": sum(stacks.values())}


def _rebuy(vector: Vector, options: Options) -> dict[str, Any]:
    got = rules.rebuy(
        vector["stacks"], vector["who"], vector["cacifes"], vector["cacife"], vector["between_hands"], options
    )
    if isinstance(got, Refusal):
        return {"allowed": False, "reason": got.code}
    return {"allowed": True, "new_stack": got}


def _newcomer(vector: Vector, options: Options) -> dict[str, Any]:
    start = rules.newcomer(vector["stacks"], vector["cacife"], options)
    return {"average_stack": [start.total, start.players], "cacifes": start.cacifes, "chips": start.chips}


def _leave(vector: Vector, options: Options) -> dict[str, Any]:
    result, objection = rules.leave(vector["bought"], vector["stack"], vector["cacife"], vector["before_end"], options)
    return {"allowed": objection is None, "result": result}


def _premio(vector: Vector, options: Options) -> dict[str, Any]:
    payments = rules.prize_payments(
        vector["prizes"], vector["holders"], vector["seated"], vector["dealt_in"], vector.get("folded", []), options
    )
    net = dict.fromkeys(vector["seated"], 0)
    for payer, holder, chips in payments:
        net[payer] = net.get(payer, 0) - chips
        net[holder] = net.get(holder, 0) + chips
    return {"net": net, "payments": payments}


def _settlement(vector: Vector, options: Options) -> dict[str, Any]:
    net, discrepancy = results(vector["bought"], vector["final"], vector.get("debts", []))
    got: dict[str, Any] = {"net": net, "discrepancy": discrepancy}
    if discrepancy == 0:
        transfers = fewest_transfers(net)
        got["min_transfers"] = len(transfers)
        example = vector["expect"].get("example")  # any list that clears the results is as good as ours
        ours = clears(net, transfers)
        got["example"] = example if ours and example is not None and clears(net, example) else transfers
    return got


def clears(net: Mapping[str, int], transfers: Iterable[Sequence[Any]]) -> bool:
    """Whether these payments bring every result to zero."""
    left = dict(net)
    for payer, receiver, amount in transfers:
        left[payer] += amount
        left[receiver] -= amount
    return not any(left.values())


def _end(vector: Vector, options: Options) -> dict[str, Any]:
    return {"winners": rules.winners(vector["final"])}


_KINDS: dict[str, Callable[[Vector, Options], dict[str, Any]]] = {
    "buyin": _buyin,
    "rebuy": _rebuy,
    "newcomer": _newcomer,
    "leave": _leave,
    "premio": _premio,
    "settlement": _settlement,
    "end": _end,
}
