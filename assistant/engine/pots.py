"""Pots: side pots, uncalled chips, halves and quarters, odd chips (R-053…R-061, R-114…R-117, R-120)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assistant.engine.names import join_words, seat_label, tongue

Tiers = Sequence[Collection[str]]  # seats from the winners down; inside a tier they tie

# The parts of a pot by way of playing: (part, whose tiers decide it)
MODES: dict[str, tuple[tuple[str, str], ...]] = {
    "single": (("high", "high"),),
    "highlow": (("high", "high"), ("low", "low")),
    "chicago": (("high", "high"), ("side", "side")),
    "san_francisco": (("high", "high"), ("side", "side")),
    "treze": (("low3", "low"), ("mid5", "side"), ("high5", "high")),
}


@dataclass(frozen=True)
class OddChip:
    """A chip that could not be divided: who took it, how much, and why."""

    seat: str
    amount: int
    why: str  # first_left | high_half

    def sentence(self, lang: str) -> str:
        """The reason in one line (R-117)."""
        who = seat_label(self.seat, lang)
        english = tongue(lang) == "en"
        if self.why == "high_half":
            return (
                f"{who}: odd chip of {self.amount}, it goes with the high hand"
                if english
                else f"{who}: ficha que sobra, {self.amount}, vai com a mão alta"
            )
        return (
            f"{who}: odd chip of {self.amount}, first winner to the dealer's left"
            if english
            else f"{who}: ficha que sobra, {self.amount}, primeiro vencedor à esquerda do carteador"
        )


@dataclass(frozen=True)
class Share:
    """One part of a pot (high, low, side, low3, mid5, high5) and whom it goes to."""

    part: str
    amount: int
    to: dict[str, int]
    odd: tuple[OddChip, ...] = ()


@dataclass(frozen=True)
class Pot:
    """Chips contested by the same seats; the first pot is the main pot."""

    amount: int
    eligible: tuple[str, ...]  # clockwise

    def sentence(self, lang: str) -> str:
        """The pot and who may win it, in one line."""
        alone = len(self.eligible) == 1
        if tongue(lang) == "en":
            words = "for seat" if alone else "between seats"
        else:
            words = "do lugar" if alone else "entre os lugares"
        return f"{self.amount} {words} {join_words(list(self.eligible), lang)}"


@dataclass(frozen=True)
class Award:
    """A pot with its division."""

    pot: Pot
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Payout:
    """The end of a hand in chips: pots with their shares, what nobody called, and all each seat receives."""

    awards: tuple[Award, ...]
    refund: dict[str, int]
    total: dict[str, int]


def uncalled(contrib: Mapping[str, int]) -> dict[str, int]:
    """The part of the largest stake that nobody matched, by its owner; it returns before pots are formed (R-116)."""
    if not contrib:
        return {}
    stakes = sorted(contrib.values(), reverse=True)
    second = stakes[1] if len(stakes) > 1 else 0
    over = stakes[0] - second
    if over <= 0:
        return {}
    owner = max(contrib, key=lambda seat: contrib[seat])
    return {owner: over}


def build_pots(
    seats: Sequence[str], contrib: Mapping[str, int], folded: Collection[str] = (), dead: int = 0
) -> tuple[list[Pot], dict[str, int]]:
    """(pots from the main one up, refund): layers of equal stakes, those with the same contenders merged (R-114).

    ``seats`` clockwise; ``contrib`` what each staked in the whole hand; ``dead`` chips of nobody (carried, or paid
    without being matched) go to the main pot (R-120). A layer that only leavers reached joins the pot below it, so
    that every pot has a possible winner. Raises ValueError for chips without anyone left to win them.
    """
    if any(n < 0 for n in contrib.values()) or dead < 0:
        raise ValueError("stakes cannot be negative")
    refund = uncalled(contrib)
    stake = {seat: contrib.get(seat, 0) - refund.get(seat, 0) for seat in seats}
    live = [seat for seat in seats if seat not in folded]
    layers: list[tuple[int, tuple[str, ...]]] = []
    waiting = dead  # chips not yet in a layer with a contender
    floor = 0
    if dead and any(stake[seat] == 0 for seat in live):
        layers.append((dead, tuple(live)))  # who had nothing left to stake still plays for what was carried
        waiting = 0
    for level in sorted({n for n in stake.values() if n > 0}):
        amount = waiting + sum(min(n, level) - min(n, floor) for n in stake.values())
        eligible = tuple(seat for seat in live if stake[seat] >= level)
        floor = level
        if eligible:
            layers.append((amount, eligible))
            waiting = 0
        elif layers:
            layers[-1] = (layers[-1][0] + amount, layers[-1][1])
            waiting = 0
        else:
            waiting = amount
    if waiting:
        if not live:
            raise ValueError(f"{waiting} chips and nobody left to win them")
        layers.append((waiting, tuple(live)))
    pots: list[Pot] = []
    for amount, eligible in layers:
        if pots and pots[-1].eligible == eligible:
            pots[-1] = Pot(pots[-1].amount + amount, eligible)
        else:
            pots.append(Pot(amount, eligible))
    return pots, refund


def left_of(seats: Sequence[str], dealer: str) -> list[str]:
    """The seats clockwise from the carteador's left, himself last (R-117, R-144)."""
    i = list(seats).index(dealer)
    return [*seats[i + 1 :], *seats[: i + 1]]


def divide(
    amount: int, winners: Collection[str], order: Sequence[str], unit: int = 1
) -> tuple[dict[str, int], tuple[OddChip, ...]]:
    """Equal shares in chips of ``unit``; odd chips one by one from the first winner to the carteador's left (R-117).

    ``order``: all seats from the carteador's left. What is less than a smallest chip goes with the first odd chip.
    Raises ValueError without winners or for a unit below one.
    """
    ordered = [seat for seat in order if seat in winners]
    if not ordered or unit < 1:
        raise ValueError("a pot is divided among winners, in chips of at least one")
    chips, crumbs = divmod(amount, unit)
    each, odd = divmod(chips, len(ordered))
    out = dict.fromkeys(ordered, each * unit)
    notes = []
    for i, seat in enumerate(ordered):
        extra = (unit if i < odd else 0) + (crumbs if i == 0 else 0)
        out[seat] += extra
        if extra and len(ordered) > 1:
            notes.append(OddChip(seat, extra, "first_left"))
    return out, tuple(notes)


def _winners(tiers: Tiers, eligible: Collection[str]) -> list[str]:
    for tier in tiers:
        here = [seat for seat in tier if seat in eligible]
        if here:
            return here
    return []


def _amounts(mode: str, amount: int, unit: int) -> list[int]:
    """The amounts of a pot's parts: halves, or quarter, half, quarter; what is indivisible goes with the high hand."""
    if mode == "single":
        return [amount]
    if mode == "treze":
        quarter = amount // (4 * unit) * unit
        half = amount // (2 * unit) * unit
        return [quarter, half, amount - quarter - half]
    half = amount // (2 * unit) * unit
    return [amount - half, half]


def share_pot(
    pot: Pot, mode: str, tiers: Mapping[str, Tiers], order: Sequence[str], unit: int = 1
) -> tuple[Share, ...]:
    """One pot divided by ``mode`` among those eligible (R-053, R-056, R-057, R-060, R-061).

    ``tiers``: "high", and as the mode needs "low" and "side"; an optional "whole" is who takes everything where
    nobody eligible has the suit of Chicago or San Francisco (default: the high hand). A part nobody can win goes with
    the others; if nobody can win any, those eligible share it. Raises ValueError for an unknown mode.
    """
    if mode not in MODES:
        raise ValueError(f"no such division: {mode!r}; {' | '.join(MODES)}")
    found = [(part, _winners(tiers.get(source, ()), pot.eligible)) for part, source in MODES[mode]]
    if mode in ("chicago", "san_francisco") and not found[1][1]:
        whole = _winners(tiers["whole"], pot.eligible) if "whole" in tiers else found[0][1]
        found = [("high", whole)]
    amounts = _amounts(mode, pot.amount, unit) if len(found) > 1 else [pot.amount]
    claimed = [i for i, (_, winners) in enumerate(found) if winners]
    if not claimed:
        to, odd = divide(pot.amount, pot.eligible, order, unit)
        return (Share("returned", pot.amount, to, odd),)
    for i, (_, winners) in enumerate(found):
        if not winners:
            amounts[claimed[-1]] += amounts[i]
            amounts[i] = 0
    high = next((i for i, (part, _) in enumerate(found) if part in ("high", "high5")), 0)
    shares = []
    for i, (part, winners) in enumerate(found):
        if not winners:
            continue
        to, odd = divide(amounts[i], winners, order, unit)
        extra = amounts[high] - amounts[0 if mode == "treze" else -1]
        if i == high and len(claimed) == len(found) > 1 and extra > 0:
            odd = (OddChip(next(seat for seat in order if seat in winners), extra, "high_half"), *odd)
        shares.append(Share(part, amounts[i], to, odd))
    return tuple(shares)


def pay_out(
    seats: Sequence[str],
    dealer: str,
    contrib: Mapping[str, int],
    *,
    mode: str,
    tiers: Mapping[str, Tiers],
    folded: Collection[str] = (),
    dead: int = 0,
    unit: int = 1,
) -> Payout:
    """Pots built, divided and added up; what comes out equals stakes plus dead chips, to the chip.

    ``unit`` is the smallest chip on the table. Raises ValueError like ``build_pots`` and ``share_pot``.
    """
    pots, refund = build_pots(seats, contrib, folded, dead)
    order = left_of(seats, dealer)
    awards = tuple(Award(pot, share_pot(pot, mode, tiers, order, unit)) for pot in pots)
    total = {seat: refund.get(seat, 0) for seat in seats}
    for award in awards:
        for share in award.shares:
            for seat, n in share.to.items():
                total[seat] += n
    assert sum(total.values()) == sum(contrib.values()) + dead, "chips are neither made nor lost"
    return Payout(awards, refund, total)
