"""The bank's sheet as plain values: what one recipient sees of purchases, counts, prizes and the settlement.

Money comes as people write it, times as UTC (the phone shows its own hours), players under their identity and name.
A Pix code goes to who pays, who receives and the host; the key itself is in nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assistant.bank import desk
from assistant.bank.corrections import moves
from assistant.bank.counts import last_counts
from assistant.bank.ledger import effective
from assistant.bank.money import brl
from assistant.bank.report import fault_text, moves_json, refusal_text
from assistant.bank.settle import party_results
from assistant.bank.state import BooksState, Purchase
from assistant.banking.ending import end_of_night, name, open_payments, payments, profile, uncounted
from assistant.banking.windows import windows
from assistant.engine.house import PRIZED
from assistant.engine.names import CATEGORY_WORDS, tongue
from assistant.engine.refusal import Refusal
from assistant.facts import (
    CacifeBought,
    CashedOut,
    ChipsCounted,
    ExpenseShared,
    PrizesPaid,
    SideDeal,
    TransferPaid,
)
from assistant.people import before_sales
from assistant.phrases import DEFAULT, catalogue, say
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.banking.bank import Bank


RARELY_PRIZED = ("royal", "two_pair", "pair")  # the royal pays as straight flush


def bank_view(bank: Bank, to: Recipient) -> dict[str, Any]:
    """Everything the sheet of this recipient draws."""
    books, lang, host = bank.books, to.language, to.role == "host"
    seats = list(books.seats) if host else [to.seat] if to.seat in books.seats else []
    return {
        "seq": bank.session.state.seq,
        "role": to.role,
        "seat": to.seat,
        "me": books.seats.get(to.seat or ""),
        "hand": books.hand,
        "playing": bank.session.state.in_hand,
        "settled": books.settled,
        "closing": bank.closing,
        "cacife": _cacife(books, lang) | {"may": host and (books.settled or before_sales(books))},
        "people": _people(bank, lang),
        "buy": {seat: _offers(books, seat, lang) for seat in seats if seat is not None},
        "leave": {seat: _leaving(books, seat, lang) for seat in seats if seat is not None},
        "confirm": [_purchase(bank, p, lang) for p in unanswered(books, to)],
        "purchases": [_purchase(bank, p, lang) for p in reversed(books.purchases)],
        "book": _book(bank, to),
        "pieces": _pieces(books),
        "camera": bank.counter is not None,
        "offers": {s: _offer(bank, s, lang) for s in bank.offers if host or s == to.seat},
        "windows": windows(bank.session, lang),
        "prizes": _prizes(bank, lang),
        "shared": _shared(bank, lang),
        "end": end_of_night(bank, to),
        "faults": [fault_text(f, books.names, lang) for f in books.faults if f.seq >= books.night_from] if host else [],
        "profile": profile(bank, to),
    }


def whisper(bank: Bank, to: Recipient) -> dict[str, Any]:
    """What the player's or the host's page says of the bank without opening the sheet."""
    books, lang = bank.books, to.language
    if to.role == "screen":
        return {}
    mine = books.seats.get(to.seat or "")
    waiting = len(unanswered(books, to))
    prompt = ""
    if bank.vote is not None and to.seat is not None and to.seat not in bank.vote.answers:
        waiting += 1
        prompt = say(lang, "banking.prompt_vote")
    elif bank.closing and not books.settled and mine is not None and uncounted(books, mine):
        waiting += 1
        prompt = say(lang, "banking.prompt_count")
    elif waiting:
        prompt = say(lang, "banking.prompt_confirm")
    elif mine is not None and books.opened is not None and not books.settled and not books.balance(f"stack:{mine}"):
        first = not any(p.player == mine for p in books.purchases)
        if not bank.session.state.in_hand:
            prompt = say(lang, "banking.prompt_first" if first else "banking.prompt_rebuy")
        elif first:
            prompt = say(lang, "banking.prompt_wait")
    elif books.settled and mine is not None and any(mine in (a, b) for a, b, _ in open_payments(bank)):
        waiting += 1
        prompt = say(lang, "banking.prompt_pay")
    if to.role == "host":
        waiting += sum(1 for f in books.faults if f.seq >= books.night_from)
        waiting += sum(1 for p in books.purchases if p.right is False) + prizes_off(bank)
    return {"waiting": waiting, "prompt": prompt, "prizes": claim(bank) is not None}


def unanswered(books: BooksState, to: Recipient) -> list[Purchase]:
    """Purchases that somebody else wrote down for this player and that he has said nothing of yet."""
    mine = books.seats.get(to.seat or "")
    return [p for p in books.purchases if p.player == mine and p.right is None and not p.confirmed]


def claim(bank: Bank) -> PrizesPaid | None:
    """The prizes of the hand just confirmed, if any are owed and not paid yet (R-200 to R-204)."""
    books, hand = bank.books, bank.session.state.hand
    if not books.prizes or hand is None or not hand.over or hand.voided or hand.started.practice:
        return None
    if books.prized_hand == books.hand or books.settled:
        return None
    return desk.prizes(books, hand.prized, hand.seats, tuple(hand.folded))


def prizes_off(bank: Bank) -> bool:
    """Whether the prizes paid for the last hand are no longer those of the hand as corrected since (R-200)."""
    books, hand = bank.books, bank.session.state.hand
    if books.settled or hand is None or not hand.over or books.hand is None or books.prized_hand != books.hand:
        return False
    then = books.copy()
    then.seats = dict(books.hand_seats)  # who sat there then
    due = None if hand.voided else desk.prizes(then, hand.prized, hand.seats, tuple(hand.folded))
    standing = (m.stands for m in reversed(moves(bank.session.facts, max(1, books.night_from))))
    paid = next((p for p in standing if isinstance(p, PrizesPaid)), None)
    return paid != due


# --- parts -----------------------------------------------------------------------------------------------------------


def _cacife(books: BooksState, lang: str) -> dict[str, Any]:
    chips = books.opened.cacife_chips if books.opened is not None else 0
    centavos = books.opened.cacife_centavos if books.opened is not None else 0
    text = say(lang, "banking.cacife", chips=chips, money=brl(centavos), chip=brl(books.chip_centavos))
    return {"chips": chips, "money": brl(centavos), "text": text}


def _people(bank: Bank, lang: str) -> list[dict[str, Any]]:
    books = bank.books
    seat_of = {player: seat for seat, player in books.seats.items()}
    results = _results(bank)
    last = {c.player: c for c in books.counts}
    fresh = last_counts(books)
    known = dict.fromkeys([*books.seats.values(), *(p.player for p in books.purchases), *results])
    out = []
    for player in known:
        count = last.get(player)
        bought = [p for p in books.purchases if p.player == player]
        result = results.get(player, 0)
        out.append(
            {
                "player": player,
                "name": name(books, player, lang),
                "seat": seat_of.get(player),
                "phone": bank.session.connected(seat_of.get(player, "")),
                "stack": books.balance(f"stack:{player}"),
                "debt": books.balance(f"debt:{player}"),
                "cacifes": sum(p.cacifes for p in bought),
                "bought": sum(p.chips for p in bought),
                "money": brl(sum(p.centavos for p in bought)),
                "result": brl(result, sign=True),
                "sign": (result > 0) - (result < 0),
                "count": None
                if count is None
                else {
                    "chips": count.counted,
                    "off": count.counted - count.books,
                    "at": count.at,
                    "hand": count.hand,
                    "fresh": player in fresh,
                },
            }
        )
    return out


def _results(bank: Bank) -> dict[str, int]:
    if not bank.books.settled:
        return party_results(bank.books, {})
    out: dict[str, int] = {}
    for payer, receiver, centavos in payments(bank)[0]:
        out[payer] = out.get(payer, 0) - centavos
        out[receiver] = out.get(receiver, 0) + centavos
    return out


def _offers(books: BooksState, seat: str, lang: str) -> dict[str, Any]:
    found = desk.offers(books, seat)
    if isinstance(found, Refusal):
        return {"offers": [], "why": refusal_text(found, lang)}
    player = books.seats[seat]
    first = not any(p.player == player for p in books.purchases)
    code = "why_first" if first and books.hand is None else "why_newcomer" if first else "why_rebuy"
    largest = max(desk.stacks_of(books).values(), default=0)
    why = say(lang, f"banking.{code}", largest=largest)
    return {
        "offers": [{"cacifes": p.cacifes, "chips": p.chips, "money": brl(p.centavos)} for p in found],
        "why": why,
    }


def _leaving(books: BooksState, seat: str, lang: str) -> dict[str, Any]:
    found = desk.leave(books, seat)
    if isinstance(found, Refusal):
        return {"may": False, "text": refusal_text(found, lang)}
    stack = books.balance(f"stack:{books.seats[seat]}")
    text = say(lang, "banking.leaving", chips=stack, money=brl(stack * books.chip_centavos))
    objection = "" if found[1] is None else refusal_text(found[1], lang)
    return {"may": True, "text": text, "objection": objection}


def _purchase(bank: Bank, p: Purchase, lang: str) -> dict[str, Any]:
    books = bank.books
    by = "self" if p.source.startswith("seat:") else "yes" if p.right else "open" if p.right is None else "no"
    return {
        "fact": p.seq,
        "player": p.player,
        "name": name(books, p.player, lang),
        "cacifes": p.cacifes,
        "chips": p.chips,
        "money": brl(p.centavos),
        "text": say(
            lang, "banking.bought_one" if p.cacifes == 1 else "banking.bought_more", n=p.cacifes, money=brl(p.centavos)
        ),
        "at": p.at,
        "hand": p.hand,
        "by": by,
        "undo": desk.undo_purchase(books, p.seq) is None,
    }


def _book(bank: Bank, to: Recipient) -> list[dict[str, Any]]:
    """Every bank fact of the night, newest first; what was wrong is there with what stands in its place."""
    books, lang = bank.books, to.language
    found = moves(bank.session.facts, max(1, books.night_from))
    told = moves_json(found, books.names, lang)
    mine = books.seats.get(to.seat or "")
    for move, line in zip(found, told, strict=True):
        p = move.fact.payload
        paid = isinstance(p, TransferPaid)
        may = to.role == "host" or (isinstance(p, TransferPaid) and p.receiver == mine)
        line["may"] = may and not bank.session.state.in_hand and paid == books.settled
        line["fix"] = FIXES.get(p.KIND, "") if to.role == "host" else ""
    return told[::-1]


FIXES = {
    CacifeBought.KIND: "cacifes",
    CashedOut.KIND: "chips",
    ChipsCounted.KIND: "chips",
    ExpenseShared.KIND: "money",
    SideDeal.KIND: "money",
}  # what is asked for when the entry is corrected


def _pieces(books: BooksState) -> list[dict[str, Any]]:
    ordered = sorted(books.values.items(), key=lambda cv: (-cv[1], cv[0]))
    return [{"colour": c, "value": v, "cacife": books.pieces.get(c, 0)} for c, v in ordered]


def _offer(bank: Bank, seat: str, lang: str) -> dict[str, Any]:
    found = bank.offers[seat]
    doubtful = [say(lang, f"banking.colour.{c}") if _known(c) else c for c in found.doubtful]
    if found.problem:
        text = say(lang, f"banking.camera.{found.problem}")
    elif doubtful:
        text = say(lang, "banking.camera_doubt", colours=", ".join(doubtful))
    else:
        text = say(lang, "banking.camera_sure", chips=found.chips)
    return {
        "id": found.id,
        "pieces": dict(found.pieces),
        "chips": found.chips,
        "doubtful": list(found.doubtful),
        "sure": found.sure,
        "picture": bool(found.picture),
        "text": text,
    }


def _known(colour: str) -> bool:
    return f"banking.colour.{colour}" in catalogue(DEFAULT)


def _prizes(bank: Bank, lang: str) -> dict[str, Any]:
    books, words = bank.books, CATEGORY_WORDS[tongue(lang)]
    paid = claim(bank)
    hand = bank.session.state.hand
    claims = []
    if paid is not None and hand is not None:
        for holder in dict.fromkeys(h for _, h, _ in paid.payments):
            seat = next(s for s, p in books.seats.items() if p == holder)
            chips = [n for _, h, n in paid.payments if h == holder]
            claims.append(
                say(
                    lang,
                    "banking.claim",
                    name=name(books, holder, lang),
                    made=words[hand.prized[seat]].one,
                    chips=chips[0],
                    total=sum(chips),
                )
            )
    listed = [c for c in PRIZED if c in books.prizes or c not in RARELY_PRIZED]
    agreed = [{"made": c, "name": words[c].one, "chips": books.prizes.get(c, 0)} for c in listed]
    off = say(lang, "banking.prizes_off") if prizes_off(bank) else ""
    return {"agreed": agreed, "on": bool(books.prizes), "claims": claims, "off": off}


def _shared(bank: Bank, lang: str) -> list[dict[str, Any]]:
    """Expenses and side deals of the night, newest first."""
    books = bank.books
    out = []
    for fact in effective(bank.session.facts[max(0, books.night_from - 1) :]):
        if isinstance(fact.payload, ExpenseShared):
            p = fact.payload
            who = name(books, p.payer, lang)
            text = say(
                lang, "banking.expense", what=p.what, name=who, money=brl(sum(p.shares.values())), n=len(p.shares)
            )
            out.append({"text": text, "at": fact.at})
        elif isinstance(fact.payload, SideDeal):
            d = fact.payload
            names = {"payer": name(books, d.payer, lang), "receiver": name(books, d.receiver, lang)}
            out.append({"text": say(lang, "banking.deal", what=d.what, money=brl(d.centavos), **names), "at": fact.at})
    return out[::-1]
