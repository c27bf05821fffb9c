"""The banker's desk: what may be recorded now, as the payload to record or the refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.bank import rules
from assistant.bank.money import split
from assistant.bank.state import BooksState
from assistant.engine.house import PRIZED
from assistant.engine.options import REGISTER, Options
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import (
    HOUSE,
    CacifeBought,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    DifferenceBooked,
    ExpenseShared,
    Payload,
    PlayerLeft,
    PotShared,
    PrizesAgreed,
    PrizesPaid,
    PurchaseAnswered,
    SideDeal,
    TransferPaid,
)

NOTHING = (Allowed(rules.NOTHING),)


def options_of(books: BooksState) -> Options:
    """The house options the night was opened with; what is no option of the register is not the bank's."""
    given = books.opened.options if books.opened is not None else {}
    return Options.from_mapping({name: value for name, value in given.items() if name in REGISTER})


def _at(books: BooksState, seat: str) -> str | Refusal:
    """The player at a seat of an open night."""
    if books.opened is None:
        return Refusal("no_night", {}, NOTHING, "R-190")
    player = books.seats.get(seat)
    if player is None:
        seats = tuple(Allowed(f"seat:{s}") for s in books.seats) or NOTHING
        return Refusal("nobody_there", {"seat": seat}, seats, "R-190")
    return player


def stacks_of(books: BooksState) -> dict[str, int]:
    """Stacks of everybody seated, by player."""
    return {p: books.balance(f"stack:{p}") for p in books.seats.values()}


def buy(books: BooksState, seat: str, cacifes: int | None = None) -> CacifeBought | Refusal:
    """Cacifes for the player at a seat: the first (R-191), a newcomer's average (R-196), or a rebuy (R-193, R-194).

    ``cacifes`` None takes what the rules give: one, or the average for who comes into a night that is being played.
    """
    player = _at(books, seat)
    if isinstance(player, Refusal):
        return player
    assert books.opened is not None
    if books.settled:
        return Refusal("settled", {}, NOTHING, "R-214")
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-193")
    cacife = books.opened.cacife_chips
    options = options_of(books)
    new = not any(p.player == player for p in books.purchases)
    if new and books.hand is not None:
        start = rules.newcomer({p: n for p, n in stacks_of(books).items() if p != player and n}, cacife, options)
        if cacifes not in (None, start.cacifes):
            exact = start.cacifes if start.cacifes is not None else 0
            return Refusal("newcomer", {"cacifes": exact}, (Allowed("cacifes", exact, exact),), "R-196")
        return _bought(books, seat, player, start.cacifes or 0, start.chips)
    wanted = 1 if cacifes is None else cacifes
    if new:
        if wanted < 1:
            return Refusal("whole_cacifes", {"cacifes": wanted}, (Allowed("cacifes", low=1),), "R-191")
    else:
        after = rules.rebuy(stacks_of(books), player, wanted, cacife, True, options)
        if isinstance(after, Refusal):
            return after
    return _bought(books, seat, player, wanted, wanted * cacife)


def _bought(books: BooksState, seat: str, player: str, cacifes: int, chips: int) -> CacifeBought:
    return CacifeBought(seat, player, cacifes, chips, chips * books.chip_centavos)


def offers(books: BooksState, seat: str, most: int = 5) -> tuple[CacifeBought, ...] | Refusal:
    """Every purchase the player at a seat may make now, smallest first, or why none."""
    first = buy(books, seat)
    if isinstance(first, Refusal):
        return first
    more = [buy(books, seat, n) for n in range(first.cacifes + 1, most + 1)]
    return (first, *(p for p in more if isinstance(p, CacifeBought)))


def undo_purchase(books: BooksState, fact: int) -> Refusal | None:
    """Why a purchase of this night cannot be taken back now; None when it can (between hands, chips still there)."""
    bought = next((p for p in books.purchases if p.seq == fact), None)
    if bought is None:
        return Refusal("no_purchase", {}, NOTHING, "R-190")
    if books.settled:
        return Refusal("settled", {}, NOTHING, "R-214")
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-193")
    have = books.balance(f"stack:{bought.player}")
    if have < bought.chips:
        return Refusal("chips_gone", {"stack": have, "chips": bought.chips}, (Allowed("chips", high=have),), "R-191")
    return None


def answer_purchase(books: BooksState, fact: int, player: str, right: bool) -> PurchaseAnswered | Refusal:
    """What a player says of a purchase that somebody else wrote down for him."""
    if not any(p.seq == fact and p.player == player for p in books.purchases):
        return Refusal("no_purchase", {}, NOTHING, "R-190")
    return PurchaseAnswered(fact, player, right)


def expense(books: BooksState, what: str, payer: str, centavos: int, shared: Sequence[str]) -> ExpenseShared | Refusal:
    """Something one paid for several (pizza), in equal parts; centavos left over fall one by one from the first on."""
    what = " ".join(what.split())[:60]
    if books.opened is None or books.settled:
        return Refusal("settled" if books.settled else "no_night", {}, NOTHING, "R-190")
    known = [p for p in dict.fromkeys(shared) if p in books.names]
    if not what or centavos <= 0 or not known or (payer != HOUSE and payer not in books.names):
        return Refusal("expense_incomplete", {}, (Allowed("centavos", low=1),), "R-190")
    return ExpenseShared(what, payer, split(centavos, known))


def side_deal(books: BooksState, what: str, payer: str, receiver: str, centavos: int) -> SideDeal | Refusal:
    """A deal between two players outside the pots."""
    what = " ".join(what.split())[:60]
    if books.opened is None or books.settled:
        return Refusal("settled" if books.settled else "no_night", {}, NOTHING, "R-190")
    if not what or centavos <= 0 or payer == receiver or not {payer, receiver} <= books.names.keys():
        return Refusal("expense_incomplete", {}, (Allowed("centavos", low=1),), "R-190")
    return SideDeal(what, payer, receiver, centavos)


def agree_chips(
    books: BooksState, values: Mapping[str, int], pieces: Mapping[str, int] | None = None
) -> ChipsAgreed | Refusal:
    """What a piece of each colour is worth, and how many make a cacife (proposed when None)."""
    if books.opened is None:
        return Refusal("no_night", {}, NOTHING, "R-190")
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-191")
    chosen = rules.propose_pieces(values, books.opened.cacife_chips) if pieces is None else dict(pieces)
    refusal = rules.cacife_pieces(values, chosen, books.opened.cacife_chips)
    return refusal if refusal is not None else ChipsAgreed(dict(values), chosen)


def agree_prizes(books: BooksState, amounts: Mapping[str, int]) -> PrizesAgreed | Refusal:
    """The table's prizes in chips by made game, empty for none (R-201)."""
    if books.opened is None:
        return Refusal("no_night", {}, NOTHING, "R-190")
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-201")
    if any(n < 0 for n in amounts.values()) or not amounts.keys() <= set(PRIZED):
        return Refusal("prize_wrong", {}, tuple(Allowed(c, low=0) for c in PRIZED), "R-201")
    return PrizesAgreed({c: n for c, n in amounts.items() if n})


def count(
    books: BooksState, seat: str, chips: int | None = None, pieces: Mapping[str, int] | None = None
) -> ChipsCounted | Refusal:
    """A physical count, in chips or by pieces of each colour; it moves nothing (R-214)."""
    player = _at(books, seat)
    if isinstance(player, Refusal):
        return player
    if pieces:
        total = rules.counted(books.values, pieces)
        if isinstance(total, Refusal):
            return total
        if chips is not None and chips != total:
            return Refusal("count_sum", {"chips": chips, "sum": total}, (Allowed("chips", total, total),), "R-214")
        return ChipsCounted(seat, total, dict(pieces))
    if chips is None or chips < 0:
        return Refusal("count_chips", {}, (Allowed("chips", low=0),), "R-214")
    return ChipsCounted(seat, chips)


def leave(books: BooksState, seat: str) -> tuple[tuple[Payload, ...], Refusal | None] | Refusal:
    """The facts of who leaves now, and the house's objection, which warns and does not hold anybody (R-195)."""
    player = _at(books, seat)
    if isinstance(player, Refusal):
        return player
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-192")
    assert books.opened is not None
    stack = books.balance(f"stack:{player}")
    bought = sum(p.chips for p in books.purchases if p.player == player)
    _, objection = rules.leave(bought, stack, books.opened.cacife_chips, True, options_of(books))
    out = (CashedOut(seat, player, stack, stack * books.chip_centavos),) if stack else ()
    return (*out, PlayerLeft(seat, player)), objection


def prizes(
    books: BooksState, holders: Mapping[str, str], dealt_in: Sequence[str], folded: Sequence[str]
) -> PrizesPaid | None:
    """The prizes of a hand just played, from seats with their category; None when nobody is owed one (R-200)."""
    payments = rules.prize_payments(books.prizes, holders, list(books.seats), dealt_in, folded, options_of(books))
    by_player = tuple((books.seats[a], books.seats[b], n) for a, b, n in payments if {a, b} <= books.seats.keys())
    return PrizesPaid(by_player) if by_player else None


def book_difference(
    books: BooksState,
    finals: Mapping[str, int],
    name: str,
    shares: Mapping[str, int],
    confirmed_by: Sequence[str],
) -> DifferenceBooked | Refusal:
    """A difference that recounting did not remove, booked to a named account by host and majority (R-214).

    ``finals`` are counted chips by player, ``shares`` what each bears (chips), ``confirmed_by`` the seats that agreed;
    shares of the difference must not be larger than it, nor of the other sign.
    """
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-214")
    if (refusal := _majority(books, confirmed_by)) is not None:
        return refusal
    agreed = set(confirmed_by) & books.seats.keys()
    adjust = {p: n - books.balance(f"stack:{p}") for p, n in finals.items() if n != books.balance(f"stack:{p}")}
    gap = -sum(adjust.values())  # what the sum of results lacks to zero
    borne = sum(shares.values())
    sign = 1 if gap > 0 else -1
    if borne * sign < 0 or borne * sign > gap * sign or any(n * sign < 0 for n in shares.values()):
        return Refusal("shares_differ", {"difference": gap, "shares": borne}, (Allowed("sum", gap, gap),), "R-214")
    if not name and borne != gap:
        return Refusal("shares_differ", {"difference": gap, "shares": borne}, (Allowed("name"),), "R-214")
    return DifferenceBooked(name, adjust, {p: n for p, n in shares.items() if n}, tuple(sorted(agreed)))


def share_pot(books: BooksState, confirmed_by: Sequence[str]) -> PotShared | Refusal:
    """A pot carried past the last hand, in equal parts to those dealt into that hand, by host and majority (R-210).

    Chips left over go one by one from the first winner's side: the carteador's left (R-117).
    """
    if books.playing:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-210")
    pot = books.balance("pot")
    if pot <= 0 or books.watch is None:
        return Refusal("pot_empty", {}, NOTHING, "R-210")
    if (refusal := _majority(books, confirmed_by)) is not None:
        return refusal
    order = [books.hand_seats[s] for s in books.watch.order if s in books.hand_seats]
    shares = {player: n for player, n in split(pot, order).items() if n}
    return PotShared(shares, tuple(sorted(set(confirmed_by) & books.seats.keys())))


def _majority(books: BooksState, confirmed_by: Sequence[str]) -> Refusal | None:
    """More than half of those seated must agree, the host asking."""
    agreed = set(confirmed_by) & books.seats.keys()
    if 2 * len(agreed) > len(books.seats):
        return None
    need = len(books.seats) // 2 + 1
    return Refusal("needs_majority", {"have": len(agreed), "need": need}, (Allowed("seats", low=need),), "R-214")


def received(
    books: BooksState, payer: str, receiver: str, open_payments: Sequence[tuple[str, str, int]]
) -> TransferPaid | Refusal:
    """The receiver marks a payment of the settlement that is still open as arrived."""
    if not books.settled:
        return Refusal("not_settled", {}, (Allowed("settle"),), "R-213")
    amount = next((n for a, b, n in open_payments if (a, b) == (payer, receiver)), None)
    if amount is None:
        allowed = tuple(Allowed(f"{a}:{b}", n, n) for a, b, n in open_payments) or NOTHING
        return Refusal("no_payment", {}, allowed, "R-213")
    return TransferPaid(payer, receiver, amount)
