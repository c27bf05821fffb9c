"""Reading an export back: which format it is, how many hands it holds, and whether every hand's chips come out even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.facts import Fact
from assistant.records.exports.ohh import read_ohh
from assistant.records.exports.phh import LABEL, ExportError, facts_of, read_phh
from assistant.records.exports.stars import read_stars
from assistant.records.exports.sums import Sums, sums_of
from assistant.records.exports.tables import read_csv, read_jsonl
from assistant.records.hands import hands_of


@dataclass(frozen=True)
class CheckedHand:
    """One hand as read back: number, what its pots hold, what was collected, and what is wrong ("" if nothing)."""

    number: str
    pots: int
    collected: int
    ending: str
    wrong: str = ""


def check_export(text: str) -> tuple[str, tuple[CheckedHand, ...]]:
    """The format and its hands; raises ExportError for a file that is none of ours."""
    start = text.lstrip()[:400]
    try:
        if start.startswith("seq,at,"):
            return "csv", _journal(read_csv(text))
        if start.startswith('{"fala"'):
            return "jsonl", _journal(read_jsonl(text))
        if start.startswith("PokerStars Hand #"):
            read = read_stars(text)
            return "stars", tuple(CheckedHand(h["number"], h["pots"], h["collected"], "won", h["wrong"]) for h in read)
        if start.startswith("{") and '"ohh"' in start:
            return "ohh", tuple(_open(h) for h in read_ohh(text))
    except ValueError as e:
        raise ExportError(str(e)) from e
    if not start:
        return "empty", ()
    hands = read_phh(text)
    kind = "phh" if all(not str(h["variant"]).startswith(LABEL) for h in hands) else "phh (fala)"
    return kind, tuple(_phh(h) for h in hands)


def _journal(facts: Iterable[Fact]) -> tuple[CheckedHand, ...]:
    return tuple(_of_sums(str(h.number), sums_of(h)) for h in hands_of(facts))


def _of_sums(number: str, s: Sums) -> CheckedHand:
    got = sum(s.collected.values())
    return CheckedHand(number, sum(s.pots) + s.refund, got, s.ending, "" if s.sound else "sums")


def _phh(fields: Mapping[str, Any]) -> CheckedHand:
    number, ending = str(fields.get("hand", "?")), str(fields.get("_fala_ending", "won"))
    pots = sum(fields.get("_fala_pots", ())) + int(fields.get("_fala_returned", 0))
    got = sum(fields.get("_fala_collected", ()))
    wrong = ""
    if ending in ("won", "void") and pots != got:
        wrong = "sums"
    before, after = fields.get("starting_stacks", []), fields.get("finishing_stacks")
    carried = int(fields.get("_fala_carried", 0)) - int(fields.get("_fala_carry", 0))
    if after is not None and sum(before) != sum(after) + carried:
        wrong = "stacks"
    if str(fields["variant"]).startswith(LABEL):
        facts = facts_of(fields)
        mine = hands_of(facts)
        if len(mine) != 1:
            return CheckedHand(number, pots, got, ending, "facts")
        again = sums_of(mine[0])
        if (sum(again.pots) + again.refund, sum(again.collected.values()), again.ending) != (pots, got, ending):
            wrong = "facts"
    return CheckedHand(number, pots, got, ending, wrong)


def _open(fields: Mapping[str, Any]) -> CheckedHand:
    pots = sum(int(p["amount"]) for p in fields["pots"])
    won = sum(int(w["win_amount"]) for p in fields["pots"] for w in p["player_wins"])
    back = int(fields.get("_fala_returned", 0))
    put_in = sum(int(a.get("amount", 0)) for r in fields["rounds"] for a in r["actions"])
    wrong = "sums" if pots != won else "actions" if put_in != pots + back else ""
    return CheckedHand(str(fields["game_number"]), pots, won, "won", wrong)
