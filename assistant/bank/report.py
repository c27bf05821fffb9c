"""What the bank answers, as plain values for JSON and pages: status, settlement, a club, and the no in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.bank.corrections import Move
from assistant.bank.counts import mismatches
from assistant.bank.money import brl
from assistant.bank.night import Night
from assistant.bank.settle import Settlement, party_results
from assistant.bank.state import BooksState, Fault, Line
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import (
    HOUSE,
    CacifeBought,
    CashedOut,
    ChipsCounted,
    DifferenceBooked,
    ExpenseShared,
    Payload,
    PotShared,
    PrizesPaid,
    SideDeal,
    TransferPaid,
)
from assistant.phrases import say


def refusal_text(refusal: Refusal, lang: str) -> str:
    """The bank's no in words, with what would do where that is a number or a name."""
    params = dict(refusal.params)
    centavos = params.get("centavos")
    if isinstance(centavos, int):
        params["money"] = brl(centavos)
    text = say(lang, f"bank.no.{refusal.code}", **params)
    would = [w for w in (_allowed(a, lang) for a in refusal.allowed) if w]
    return f"{text} {say(lang, 'bank.allowed.values', values=', '.join(would))}" if would else text


def _allowed(allowed: Allowed, lang: str) -> str:
    what, _, name = allowed.what.partition(":")
    if what in ("recount", "count", "seat") and name:
        return say(lang, f"bank.allowed.{what}", values=name)
    numbers = [str(n) for n in allowed.sizes]
    if not numbers and allowed.low is not None and allowed.high is not None:
        numbers = [str(allowed.low) if allowed.low == allowed.high else f"{allowed.low}–{allowed.high}"]
    if not numbers or what not in ("cacife_centavos", "cacife_chips", "cacifes"):
        return ""
    if what == "cacife_centavos":
        numbers = [brl(n) for n in allowed.sizes]
    return say(lang, f"bank.allowed.{what}", values=" / ".join(numbers))


def named(refusal: Refusal, names: Mapping[str, str]) -> Refusal:
    """The same refusal with names for identities in what would be allowed."""

    def name(what: str) -> str:
        verb, sign, who = what.partition(":")
        return f"{verb}:{names.get(who, who)}" if sign else what

    return replace(refusal, allowed=tuple(replace(a, what=name(a.what)) for a in refusal.allowed))


def refusal_json(refusal: Refusal, lang: str) -> dict[str, Any]:
    """The refusal as plain values."""
    return {
        "ok": False,
        "code": refusal.code,
        "rule": refusal.rule,
        "text": refusal_text(refusal, lang),
        "allowed": [{"what": a.what, "low": a.low, "high": a.high, "sizes": list(a.sizes)} for a in refusal.allowed],
    }


def fault_text(fault: Fault, names: Mapping[str, str], lang: str) -> str:
    """A fault in words, with names for players and accounts."""
    params = dict(fault.params)
    if "player" in params:
        params["player"] = names.get(str(params["player"]), params["player"])
    if "account" in params:
        params["account"] = account_text(str(params["account"]), names, lang)
    return say(lang, f"bank.fault.{fault.code}", seq=fault.seq, **params)


def account_text(account: str, names: Mapping[str, str], lang: str) -> str:
    """An account as people call it: "fichas de Ana", "montão"."""
    kind, _, who = account.partition(":")
    return say(lang, f"bank.account.{kind}", name=names.get(who, who))


def move_text(payload: Payload, player: str, names: Mapping[str, str], lang: str) -> str:
    """A bank fact in one line, with names for players; ``player`` is whose stack a count is of."""

    def name(party: str) -> str:
        return say(lang, "banking.house") if party == HOUSE else names.get(party) or party

    def each(chips: Mapping[str, int]) -> str:
        return ", ".join(f"{name(p)} {n:+d}" for p, n in chips.items() if n)

    match payload:
        case CacifeBought(cacifes=n, chips=chips, centavos=centavos):
            code = "bought_one" if n == 1 else "bought"
            return say(lang, f"bank.move.{code}", name=name(player), n=n, chips=chips, money=brl(centavos))
        case CashedOut(chips=chips, centavos=centavos):
            return say(lang, "bank.move.cashed", name=name(player), chips=chips, money=brl(centavos))
        case ChipsCounted(chips=chips):
            return say(lang, "bank.move.counted", name=name(player), chips=chips)
        case ExpenseShared(what=what, payer=payer, shares=shares):
            money = brl(sum(shares.values()))
            return say(lang, "banking.expense", what=what, name=name(payer), money=money, n=len(shares))
        case SideDeal(what=what, payer=payer, receiver=receiver, centavos=centavos):
            who = {"payer": name(payer), "receiver": name(receiver)}
            return say(lang, "banking.deal", what=what, money=brl(centavos), **who)
        case PrizesPaid(payments=payments):
            won: dict[str, int] = {}
            for payer, holder, chips in payments:
                won[payer], won[holder] = won.get(payer, 0) - chips, won.get(holder, 0) + chips
            return say(lang, "bank.move.prizes", each=each(won))
        case PotShared(shares=shares):
            return say(lang, "bank.move.pot", each=each(shares))
        case DifferenceBooked(name=account, adjust=adjust):
            return say(lang, "bank.move.difference" if account else "bank.move.moved", name=account, each=each(adjust))
        case TransferPaid(payer=payer, receiver=receiver, centavos=centavos):
            return say(lang, "bank.move.paid", payer=name(payer), receiver=name(receiver), money=brl(centavos))
        case _:
            raise ValueError(f"{payload.KIND} is no fact of the bank's book")


def moves_json(found: Iterable[Move], names: Mapping[str, str], lang: str) -> list[dict[str, Any]]:
    """The night's book as plain values: every bank fact in words, and what stands in its place where it was wrong."""
    return [
        {
            "fact": m.fact.seq,
            "kind": m.fact.kind,
            "at": m.fact.at,
            "source": m.fact.source,
            "player": m.player,
            "text": move_text(m.fact.payload, m.player, names, lang),
            "state": m.state,
            "now": "" if m.stands is None else move_text(m.stands, m.player, names, lang),
            "corrected_by": None if m.by is None else m.by.seq,
            "corrected_at": None if m.by is None else m.by.at,
        }
        for m in found
    ]


def status(books: BooksState, night: Night, entries: Iterable[tuple[int, Line]], lang: str) -> dict[str, Any]:
    """Everybody's chips and money now, purchases, counts placed in time, faults in words."""
    seat_of = {player: seat for seat, player in books.seats.items()}
    net = party_results(books, {})
    bought = night.bought
    players = dict.fromkeys([*books.seats.values(), *(p.player for p in night.purchases), *net])
    return {
        "table": night.table,
        "night": night.number,
        "hands": night.hands,
        "settled": night.settled,
        "chip_centavos": books.chip_centavos,
        "pot": books.balance("pot"),
        "players": [
            {
                "player": p,
                "name": night.name(p),
                "seat": seat_of.get(p),
                "bought": bought.get(p, 0),
                "stack": books.balance(f"stack:{p}"),
                "debt": books.balance(f"debt:{p}"),
                "result_centavos": night.results_centavos.get(p, 0) if night.settled else net.get(p, 0),
                "owed_centavos": books.balance(f"owed:{p}"),
            }
            for p in players
        ],
        "purchases": [
            {
                "fact": p.seq,
                "at": p.at,
                "hand": p.hand,
                "player": p.player,
                "cacifes": p.cacifes,
                "chips": p.chips,
                "centavos": p.centavos,
                "source": p.source,
            }
            for p in night.purchases
        ],
        "counts": [
            {"fact": c.seq, "at": c.at, "hand": c.hand, "player": c.player, "counted": c.counted, "books": c.books}
            for c in books.counts
        ],
        "mismatches": [
            {
                "player": m.player,
                "after": m.after,
                "until": m.until,
                "chips": m.chips,
                "right_again": m.right_again,
                "movements": [{"fact": x.seq, "chips": x.chips} for x in m.movements],
            }
            for m in mismatches(books, entries)
        ],
        "float": {
            a.partition(":")[2] or "unsorted": -n
            for a, n in books.balances.items()
            if a == "bank" or a.startswith("bank:")
        },
        "faults": [{"fact": f.seq, "code": f.code, "text": fault_text(f, night.names, lang)} for f in night.faults],
        "open_payments": payments_json(night.open_payments),
    }


def payments_json(payments: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """Transfers as plain values, in centavos."""
    return [{"payer": a, "receiver": b, "centavos": n} for a, b, n in payments]


def settlement_json(found: Settlement, lang: str) -> dict[str, Any]:
    """A settlement, or what blocks it, as plain values."""
    out: dict[str, Any] = {
        "results_centavos": dict(found.results),
        "difference": found.difference,
        "differing": dict(found.differing),
        "payments": payments_json(found.transfers),
    }
    if found.refusal is not None:
        return {**out, **refusal_json(found.refusal, lang)}
    return {"ok": True, **out}


def club(totals: Mapping[str, int], names: Mapping[str, str]) -> dict[str, Any]:
    """Balances of every player over all nights and tables of a database, and the one bank's (R-212)."""
    players = sorted({a.partition(":")[2] for a in totals if a.startswith(("cash:", "owed:", "stack:", "debt:"))})
    return {
        "players": [
            {
                "player": p,
                "name": names.get(p, p),
                "cash_centavos": totals.get(f"cash:{p}", 0),
                "owed_centavos": totals.get(f"owed:{p}", 0),
                "stack": totals.get(f"stack:{p}", 0),
                "debt": totals.get(f"debt:{p}", 0),
            }
            for p in players
        ],
        "till_centavos": totals.get("till", 0),
        "chips_out": -sum(n for a, n in totals.items() if a == "bank" or a.startswith("bank:")),
        "pots": totals.get("pot", 0),
    }
