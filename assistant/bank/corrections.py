"""Bank facts put right afterwards: what was written, what stands in its place, and what may (R-190, R-191).

A correction is a fact of its own. The books post the reversal and the right entries with it; the wrong ones stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.bank.ledger import BooksFold, overrides
from assistant.bank.money import split
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import (
    CacifeBought,
    CashedOut,
    ChipsCounted,
    Corrected,
    DifferenceBooked,
    ExpenseShared,
    Fact,
    Payload,
    PlayerLeft,
    PlayerSeated,
    PotShared,
    PrizesPaid,
    SeatsMoved,
    SideDeal,
    TableOpened,
    TransferPaid,
    encode_payload,
)

CHANGED = (CacifeBought, CashedOut, ChipsCounted, ExpenseShared, SideDeal)  # another amount may stand in their place
BANKED = (*CHANGED, PrizesPaid, PotShared, DifferenceBooked, TransferPaid)  # the others only stand or do not
NOTHING = (Allowed("nada"),)


@dataclass(frozen=True)
class Move:
    """A bank fact as written, whose it is, what stands of it (None: nothing), and the correction that says so."""

    fact: Fact
    player: str
    stands: Payload | None
    by: Fact | None = None

    @property
    def state(self) -> str:
        """Whether it "stands", is "changed" or "void"."""
        return "stands" if self.stands == self.fact.payload else "void" if self.stands is None else "changed"


def moves(facts: Sequence[Fact], since: int = 1) -> tuple[Move, ...]:
    """Every bank fact from number ``since`` on, in order, corrected ones included."""
    replaced = overrides(facts)
    number = {f.seq: f for f in facts}
    seats: dict[str, str] = {}
    out = []
    for fact in facts:
        p = fact.payload
        match p:
            case TableOpened():
                seats = {}
            case PlayerSeated(seat=seat, player=player):
                seats[seat] = player
            case PlayerLeft(seat=seat):
                seats.pop(seat, None)
            case SeatsMoved(seats=moved):
                stay = {seat: who for seat, who in seats.items() if who not in moved}
                seats = {**stay, **{seat: who for who, seat in moved.items()}}
        if isinstance(p, BANKED) and fact.seq >= since:
            override = replaced.get(fact.seq)
            stands = p if override is None else override.payload
            out.append(Move(fact, _whose(p, seats), stands, None if override is None else number[override.by]))
    return tuple(out)


def _whose(p: Payload, seats: dict[str, str]) -> str:
    match p:
        case CacifeBought(player=player) | CashedOut(player=player):
            return player
        case ChipsCounted(seat=seat):
            return seats.get(seat, "")
        case ExpenseShared(payer=payer) | SideDeal(payer=payer) | TransferPaid(payer=payer):
            return payer
        case _:
            return ""


def refusal(books: BooksFold, facts: Sequence[Fact], correction: Corrected) -> Refusal | None:
    """Why the books do not take a correction of a bank fact now; None when they do.

    Between hands and before the night is settled (a payment marked as received: also after); the same fact of the same
    person with another amount; and nothing that happened since may become impossible by it.
    """
    state = books.state
    found = next((m for m in moves(facts, state.night_from) if m.fact.seq == correction.fact), None)
    if found is None:
        return Refusal("no_entry", {"fact": correction.fact}, NOTHING, "R-190")
    written = found.fact.payload
    if state.settled and not isinstance(written, TransferPaid):
        return Refusal("settled", {}, NOTHING, "R-214")
    if state.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-193")
    if correction.payload is not None and not _fits(written, correction.payload, books):
        return Refusal("correction_other", {"fact": correction.fact}, NOTHING, "R-190")
    faults = books.faults_of(correction)
    gone = next((f for f in faults if f.code == "negative"), None)
    if gone is not None:
        return Refusal("correction_gone", {"missing": -int(gone.params["amount"])}, NOTHING, "R-191")
    if faults:
        return Refusal("correction_breaks", {"fact": faults[0].seq}, NOTHING, "R-190")
    return None


def _fits(written: Payload, body: dict[str, object], books: BooksFold) -> bool:
    """Whether what would stand is what was written with another amount."""
    if body == encode_payload(bare(written)):
        return True
    match written:
        case CacifeBought() if isinstance(n := body.get("cacifes"), int):
            fewer = cacifes(written, n, books)
            return fewer is not None and body == encode_payload(fewer)
        case CashedOut() if isinstance(n := body.get("chips"), int) and n >= 0:
            return body == encode_payload(chips(written, n, books))
        case ChipsCounted() if isinstance(n := body.get("chips"), int) and n >= 0:
            return body == encode_payload(chips(written, n, books))
        case ExpenseShared(shares=shares) if isinstance(new := body.get("shares"), dict):
            total = sum(new.values())
            return total > 0 and new.keys() == shares.keys() and body == encode_payload(centavos(written, total))
        case SideDeal() if isinstance(n := body.get("centavos"), int) and n > 0:
            return body == encode_payload(centavos(written, n))
    return False


def cacifes(written: CacifeBought, n: int, books: BooksFold) -> CacifeBought | None:
    """The purchase with fewer cacifes; None for more: those are bought anew, under the rules of now (R-193, R-194)."""
    opened = books.state.opened
    if opened is None or not 1 <= n <= written.cacifes:
        return None
    if n == written.cacifes:
        return written
    size = n * opened.cacife_chips
    return replace(written, cacifes=n, chips=size, centavos=size * books.state.chip_centavos)


def chips(written: CashedOut | ChipsCounted, n: int, books: BooksFold) -> CashedOut | ChipsCounted:
    """The same stack with so many chips; what was counted by colour then is forgotten."""
    if isinstance(written, CashedOut):
        return replace(written, chips=n, centavos=n * books.state.chip_centavos)
    return written if n == written.chips else replace(written, chips=n, by_colour={})


def centavos(written: ExpenseShared | SideDeal, n: int) -> ExpenseShared | SideDeal:
    """The same expense among the same people, or the same deal, with another amount."""
    if isinstance(written, SideDeal):
        return replace(written, centavos=n, what="")
    same = n == sum(written.shares.values())
    return replace(written, what="", shares=written.shares if same else split(n, list(written.shares)))


def bare(written: Payload) -> Payload:
    """The fact as a correction says it again: what it was for stays with the written one, where it can be erased."""
    return replace(written, what="") if isinstance(written, ExpenseShared | SideDeal) else written


def changed(
    books: BooksFold, facts: Iterable[Fact], seq: int, *, number: int | None = None, money: int | None = None
) -> Payload | Refusal:
    """What would stand in the place of fact ``seq`` with ``number`` (cacifes or chips) or ``money`` (centavos)."""
    written = next((f.payload for f in facts if f.seq == seq), None)
    new: Payload | None = None
    match written:
        case CacifeBought() if number is not None:
            new = cacifes(written, number, books)
            if new is None:
                return Refusal("correction_more", {}, (Allowed("cacifes", low=1, high=written.cacifes),), "R-193")
        case CashedOut() | ChipsCounted() if number is not None and number >= 0:
            new = chips(written, number, books)
        case ExpenseShared() | SideDeal() if money is not None and money > 0:
            new = centavos(written, money)
    return new if new is not None else Refusal("correction_other", {"fact": seq}, NOTHING, "R-190")
