"""Settlement: results that add to zero, cleared by the fewest transfers (R-212 to R-214)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assistant.bank.state import BooksState
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import CashedOut, DifferenceBooked, NightSettled, Payload

EXACT = 16  # parties with a result up to which the fewest transfers are proven (a million steps); a table has ten seats

Transfer = tuple[str, str, int]  # payer, receiver, amount


def results(
    bought: Mapping[str, int], final: Mapping[str, int], debts: Iterable[Transfer] = ()
) -> tuple[dict[str, int], int]:
    """Result of each player and the discrepancy: final − bought ± open debts (debtor, creditor, amount) (R-212)."""
    players = list(dict.fromkeys([*bought, *final]))
    net = {p: final.get(p, 0) - bought.get(p, 0) for p in players}
    for debtor, creditor, amount in debts:
        net[debtor] = net.get(debtor, 0) - amount
        net[creditor] = net.get(creditor, 0) + amount
    return net, sum(net.values())


def fewest_transfers(net: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Payments that bring every result to zero; raises ValueError when the results do not add to zero.

    The fewest possible up to EXACT parties with a result: parties minus the largest number of groups that add to zero
    (R-213). Beyond that, equal opposites pay each other first, then the largest loss pays the largest win.
    """
    if sum(net.values()):
        raise ValueError(f"results add to {sum(net.values())}, not to zero")
    open_ = {p: n for p, n in net.items() if n}
    pairs: list[Transfer] = []
    if len(open_) > EXACT:
        pairs = _opposites(open_)
    groups = _groups(tuple(open_.items())) if len(open_) <= EXACT else [list(open_)]
    return tuple(pairs) + tuple(t for group in groups for t in _clear({p: open_[p] for p in group}))


def _opposites(open_: dict[str, int]) -> list[Transfer]:
    """Take out of ``open_`` those who owe exactly what another wins."""
    pairs = []
    for winner in [p for p, n in open_.items() if n > 0]:
        loser = next((p for p, n in open_.items() if n == -open_[winner]), None)
        if loser is not None:
            pairs.append((loser, winner, open_.pop(winner)))
            del open_[loser]
    return pairs


@lru_cache(maxsize=16)  # every phone that looks asks for the same proposal
def _groups(results: tuple[tuple[str, int], ...]) -> list[list[str]]:
    """The largest number of disjoint groups that each add to zero, by dynamic programming over subsets.

    ``best[mask]`` is the largest number of zero-sum prefixes of any order of the mask's members: one per group.
    """
    net = dict(results)
    players = list(net)
    size = 1 << len(players)
    total = [0] * size
    best = [0] * size
    came = [0] * size  # the member that was added last
    for mask in range(1, size):
        low = mask & -mask
        total[mask] = total[mask ^ low] + net[players[low.bit_length() - 1]]
        most, last = -1, 0
        rest = mask
        while rest:
            bit = rest & -rest
            rest ^= bit
            if best[mask ^ bit] > most:
                most, last = best[mask ^ bit], bit
        best[mask] = most + (total[mask] == 0)
        came[mask] = last
    groups: list[list[str]] = []
    mask = size - 1
    while mask:
        if total[mask] == 0:
            groups.append([])
        groups[-1].append(players[came[mask].bit_length() - 1])
        mask ^= came[mask]
    return groups


def _clear(net: dict[str, int]) -> list[Transfer]:
    """One payment fewer than there are members: each closes the account of at least one, the last of two."""
    out: list[Transfer] = []
    while net:
        payer = min(net, key=lambda p: (net[p], p))
        receiver = max(net, key=lambda p: (net[p], p))
        amount = min(-net[payer], net[receiver])
        out.append((payer, receiver, amount))
        for party, change in ((payer, amount), (receiver, -amount)):
            net[party] += change
            if net[party] == 0:
                del net[party]
    return out


@dataclass(frozen=True)
class Settlement:
    """The end of a night as it stands: results in centavos, the difference in chips, payments if none blocks."""

    results: Mapping[str, int]
    difference: int  # chips counted minus chips in the books
    differing: Mapping[str, int]  # player → counted minus books, where not zero
    transfers: tuple[Transfer, ...]  # centavos
    refusal: Refusal | None


def settlement(books: BooksState, finals: Mapping[str, int]) -> Settlement:
    """What the counts of all who have chips lead to; a difference blocks and asks for a recount (R-214)."""
    stacks = {p: n for p, n in books.of("stack").items() if n or p in finals}
    missing = tuple(p for p in stacks if p not in finals)
    differing = {p: finals[p] - stacks.get(p, 0) for p in finals if finals[p] != stacks.get(p, 0)}
    difference = sum(finals.values()) - sum(stacks.get(p, 0) for p in finals)
    net = party_results(books, finals)

    def blocked(code: str, what: str, names: Sequence[str] = (), **params: int) -> Settlement:
        refusal = Refusal(code, params, tuple(Allowed(f"{what}:{n}") for n in names) or (Allowed(what),), "R-214")
        return Settlement(net, difference, differing, (), refusal)

    if books.playing:
        return blocked("hand_in_progress", "between_hands")
    if missing:
        return blocked("count_missing", "count", missing)
    if books.balance("pot"):
        return blocked("pot_left", "award", chips=books.balance("pot"))
    if difference:
        return blocked("count_differs", "recount", tuple(differing), difference=difference)
    return Settlement(net, 0, differing, fewest_transfers(net), None)


def party_results(books: BooksState, finals: Mapping[str, int]) -> dict[str, int]:
    """Each party's result in centavos if the counts hold: money, chips counted, debts, named differences."""
    value = books.chip_centavos
    net = dict(books.of("cash"))
    for chips in ({**books.of("stack"), **finals}, books.of("debt"), books.of("difference")):
        for party, n in chips.items():
            net[party] = net.get(party, 0) + n * value
    return {p: net[p] for p in sorted(net)}


def closing(books: BooksState, finals: Mapping[str, int]) -> tuple[Payload, ...] | Refusal:
    """The facts that close a night whose counts agree: stacks set right among players, cashed out, settled."""
    night = settlement(books, finals)
    if night.refusal is not None:
        return night.refusal
    seat_of = {player: seat for seat, player in books.seats.items()}
    out: list[Payload] = []
    if night.differing:  # chips went from one to another unseen: the total is right, and chips speak
        out.append(DifferenceBooked("", dict(night.differing), {}, ()))
    for player, chips in finals.items():
        if chips:
            out.append(CashedOut(seat_of.get(player, ""), player, chips, chips * books.chip_centavos))
    out.append(NightSettled(night.transfers))
    return tuple(out)
