"""Counts that differ from the books, placed in time and told in words: between which good counts, and what moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.bank.counts import Mismatch, mismatches
from assistant.facts import CacifeBought, CashedOut, Corrected, DifferenceBooked, PotShared, PrizesPaid
from assistant.phrases import say

if TYPE_CHECKING:
    from assistant.session import Session


def windows(session: Session, lang: str) -> list[dict[str, Any]]:
    """Every mismatch of this night, newest first: whose, by how much, between when, and the entries of that window."""
    books = session.books.state
    if not books.counts:
        return []
    return [_window(session, m, lang) for m in reversed(mismatches(books, session.entries))]


def _window(session: Session, m: Mismatch, lang: str) -> dict[str, Any]:
    books = session.books.state
    counts = {c.seq: c for c in books.counts}
    until, after = counts[m.until], counts.get(m.after)
    code = ("missing" if m.chips < 0 else "extra") + ("_one" if abs(m.chips) == 1 else "")
    name = books.names.get(m.player, m.player)
    return {
        "player": m.player,
        "text": say(lang, f"banking.window.{code}", name=name, chips=abs(m.chips)),
        "after": None if after is None else {"at": after.at, "hand": after.hand, "good": after.good},
        "until": {"at": until.at, "hand": until.hand},
        "counted": m.counted,
        "books": m.books,
        "right_again": m.right_again is not None,
        "moves": _moves(session, m, lang),
    }


def _moves(session: Session, m: Mismatch, lang: str) -> list[dict[str, Any]]:
    """The entries of the window, those of one hand together."""
    out: list[dict[str, Any]] = []
    for move in m.movements:
        fact = session.fact(move.seq)
        match fact.payload:
            case CacifeBought():
                text = say(lang, "banking.window.bought")
            case CashedOut():
                text = say(lang, "banking.window.cashed")
            case PrizesPaid():
                text = say(lang, "banking.window.prizes")
            case PotShared():
                text = say(lang, "banking.window.pot")
            case DifferenceBooked():
                text = say(lang, "banking.window.difference")
            case Corrected():
                text = say(lang, "banking.window.corrected", fact=fact.payload.fact)
            case _:
                text = say(lang, "banking.window.hand", n=fact.hand)
        if out and out[-1]["text"] == text and fact.hand is not None:
            out[-1]["chips"] += move.chips
            out[-1]["at"] = fact.at
        else:
            out.append({"text": text, "at": fact.at, "chips": move.chips})
    return out
