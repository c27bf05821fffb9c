"""The end of the night as plain values: who is still to be counted, what differs, the vote, payments, codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.bank.counts import last_counts
from assistant.bank.ledger import effective
from assistant.bank.money import brl
from assistant.bank.profiles import ProfilesDamaged
from assistant.bank.report import named, refusal_text
from assistant.bank.settle import Transfer, settlement
from assistant.bank.state import BooksState
from assistant.facts import HOUSE, NightSettled, TransferPaid
from assistant.phrases import say
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.banking.bank import Bank


def name(books: BooksState, party: str, lang: str) -> str:
    """A party of the books as people call it: a player's name, the house, or a named account as it is."""
    return say(lang, "banking.house") if party == HOUSE else books.names.get(party) or party


def uncounted(books: BooksState, player: str) -> bool:
    return books.balance(f"stack:{player}") != 0 and player not in last_counts(books)


def payments(bank: Bank) -> tuple[tuple[Transfer, ...], tuple[Transfer, ...]]:
    """The settlement's payments, and those of them that arrived."""
    all_: tuple[Transfer, ...] = ()
    paid: list[Transfer] = []
    if bank.books.settled:
        for fact in effective(bank.session.facts[bank.books.night_from - 1 :]):
            if isinstance(fact.payload, NightSettled):
                all_, paid = fact.payload.payments, []
            elif isinstance(fact.payload, TransferPaid):
                paid.append((fact.payload.payer, fact.payload.receiver, fact.payload.centavos))
    return all_, tuple(paid)


def open_payments(bank: Bank) -> tuple[Transfer, ...]:
    """The settlement's payments that did not arrive yet."""
    all_, paid = payments(bank)
    return tuple(t for t in all_ if t not in paid)


def code_of(bank: Bank, to: Recipient, payment: int) -> str | None:
    """The Pix code of payment ``payment`` of the settlement, for those it concerns; None when there is no key."""
    all_, _ = payments(bank)
    if not 0 <= payment < len(all_):
        return None
    payer, receiver, centavos = all_[payment]
    mine = bank.books.seats.get(to.seat or "")
    if to.role != "host" and mine not in (payer, receiver):
        return None
    try:
        return bank.profiles.payment(receiver, centavos)
    except ProfilesDamaged:
        return None


def end_of_night(bank: Bank, to: Recipient) -> dict[str, Any]:
    """The end of the night as it stands: what is missing, what differs, the vote, the payments."""
    books, lang = bank.books, to.language
    if books.settled:
        return {"payments": _payments(bank, to), "refusal": None, "difference": 0, "vote": None, "pot": 0}
    finals = last_counts(books)
    found = settlement(books, finals)
    missing = [p for p in books.seats.values() if uncounted(books, p)]
    proposal = []
    if found.refusal is None:
        proposal = [
            {"payer": name(books, a, lang), "receiver": name(books, b, lang), "money": brl(n)}
            for a, b, n in found.transfers
        ]
    return {
        "refusal": None if found.refusal is None else refusal_text(named(found.refusal, books.names), lang),
        "code": found.refusal.code if found.refusal else "",
        "missing": missing,
        "difference": found.difference,
        "difference_money": brl(abs(found.difference) * books.chip_centavos),
        "differing": {p: n for p, n in found.differing.items() if n},
        "pot": 0 if bank.session.state.in_hand else books.balance("pot"),
        "proposal": proposal,
        "payments": [],
        "vote": _vote(bank, to),
    }


def _vote(bank: Bank, to: Recipient) -> dict[str, Any] | None:
    vote, books, lang = bank.vote, bank.books, to.language
    if vote is None:
        return None
    if vote.kind == "pot":
        text = say(lang, "banking.vote_pot", chips=books.balance("pot"))
    else:
        gap = settlement(books, last_counts(books)).difference
        borne = [f"{name(books, p, lang)} {n:+d}" for p, n in vote.shares.items() if n]
        code = "vote_shared" if borne else "vote_named"
        text = say(lang, f"banking.{code}", chips=f"{gap:+d}", name=vote.name, shares=", ".join(borne))
    return {
        "id": vote.id,
        "text": text,
        "mine": vote.answers.get(to.seat or ""),
        "yes": [name(books, books.seats[s], lang) for s, yes in vote.answers.items() if yes and s in books.seats],
        "no": [name(books, books.seats[s], lang) for s, yes in vote.answers.items() if not yes and s in books.seats],
        "need": len(books.seats) // 2 + 1,
        "open": [s for s in books.seats if s not in vote.answers],
    }


def _payments(bank: Bank, to: Recipient) -> list[dict[str, Any]]:
    books, lang = bank.books, to.language
    all_, paid = payments(bank)
    mine = books.seats.get(to.seat or "")
    out = []
    for n, (payer, receiver, centavos) in enumerate(all_):
        done = (payer, receiver, centavos) in paid
        code = None if done else code_of(bank, to, n)
        out.append(
            {
                "n": n,
                "payer": payer,
                "receiver": receiver,
                "from": name(books, payer, lang),
                "to": name(books, receiver, lang),
                "money": brl(centavos),
                "paid": done,
                "mine": "pay" if payer == mine else "receive" if receiver == mine else "",
                "may_mark": not done and (receiver == mine or to.role == "host"),
                "code": code,
                "no_key": not done and code is None and to.role != "screen" and mine in (payer, receiver),
            }
        )
    return sorted(out, key=lambda p: (p["paid"], not p["mine"], p["n"]))


def profile(bank: Bank, to: Recipient) -> dict[str, Any] | None:
    """Where this player is paid, his key masked: somebody may look over his shoulder."""
    mine = bank.books.seats.get(to.seat or "")
    if mine is None or to.role != "player":
        return None
    try:
        found = bank.profiles.get(mine)
    except ProfilesDamaged:
        return {"damaged": True}
    if found is None:
        return {}
    return {"kind": found.key.kind, "key": masked(found.key.value), "name": found.name, "city": found.city}


def masked(key: str) -> str:
    """A key with only its last four signs (and an address's host) in clear."""
    local, at, domain = key.partition("@")
    if at:
        return f"{local[:1]}•••@{domain}"
    return f"•••{key[-4:]}"
