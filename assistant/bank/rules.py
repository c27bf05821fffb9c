"""Rules of the bank: cacifes, coming, going, prizes and who won (R-190 to R-212); every no says what would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from assistant.engine.options import Options
from assistant.engine.refusal import Allowed, Refusal

DEFAULTS = Options()
USUAL_PRIZES = ("straight_flush", "quads", "full", "flush")
NOTHING = "nada"  # what is allowed when nothing is


def chip_value(cacife_chips: int, cacife_centavos: int) -> int | Refusal:
    """Centavos of one chip; refused with values that would do when that is no whole number (R-191)."""
    if cacife_chips < 1 or cacife_centavos < 0:
        return Refusal("cacife_empty", {}, (Allowed("cacife_chips", low=1), Allowed("cacife_centavos", low=0)), "R-191")
    value, rest = divmod(cacife_centavos, cacife_chips)
    if not rest:
        return value
    money = tuple(n * cacife_chips for n in (value, value + 1) if n > 0)
    chips = _divisors_around(cacife_centavos, cacife_chips)
    params = {"chips": cacife_chips, "centavos": cacife_centavos}
    allowed = (Allowed("cacife_centavos", sizes=money), Allowed("cacife_chips", sizes=chips))
    return Refusal("chip_value", params, allowed, "R-191")


def _divisors_around(number: int, near: int) -> tuple[int, ...]:
    below = next((d for d in range(min(near, number), 0, -1) if number % d == 0), None)
    above = next((d for d in range(near, min(number, near * 100) + 1) if number % d == 0), None)
    return tuple(d for d in (below, above) if d is not None)


def cacife_pieces(values: Mapping[str, int], pieces: Mapping[str, int], cacife_chips: int) -> Refusal | None:
    """Why these pieces by colour are not one cacife (None when they are); proposes pieces that would be."""
    proposal = propose_pieces(values, cacife_chips)
    allowed = tuple(Allowed(colour, sizes=(n,)) for colour, n in proposal.items()) or (Allowed(NOTHING),)
    if not values or any(v < 1 for v in values.values()):
        return Refusal("chip_colours", {}, (Allowed("value", low=1),), "R-191")
    unknown = sorted(set(pieces) - set(values))
    if unknown or any(n < 0 for n in pieces.values()):
        return Refusal("chip_colours", {"colour": ", ".join(unknown)}, allowed, "R-191")
    total = sum(values[c] * n for c, n in pieces.items())
    if total == cacife_chips:
        return None
    return Refusal("cacife_pieces", {"sum": total, "chips": cacife_chips}, allowed, "R-191")


def propose_pieces(values: Mapping[str, int], cacife_chips: int) -> dict[str, int]:
    """Pieces of each colour that make one cacife with small change in it; empty when no mixture can.

    Every colour below the largest gives about its share; the largest takes the rest, the smallest the remainder.
    """
    colours = sorted((c for c, v in values.items() if v > 0), key=lambda c: values[c])
    if not colours:
        return {}
    out = dict.fromkeys(colours, 0)
    left = cacife_chips
    for place, colour in enumerate(colours[:-1]):
        share = left // (2 * (len(colours) - place))
        out[colour] = share // values[colour]
        left -= out[colour] * values[colour]
    for colour in reversed(colours):
        more, left = divmod(left, values[colour])
        out[colour] += more
    return out if left == 0 else {}


def counted(values: Mapping[str, int], pieces: Mapping[str, int]) -> int | Refusal:
    """Chips of a stack counted by colours on the pad; refused for a colour the table does not play with."""
    unknown = sorted(c for c in pieces if c not in values)
    if unknown or any(n < 0 for n in pieces.values()):
        colours = tuple(Allowed(c, low=0) for c in values) or (Allowed(NOTHING),)
        return Refusal("count_colour", {"colour": ", ".join(unknown)}, colours, "R-190")
    return sum(values[c] * n for c, n in pieces.items())


def buy_in(cacife: int, buys: Mapping[str, int]) -> dict[str, int]:
    """Chips of each player who starts with so many cacifes (R-191)."""
    return {player: n * cacife for player, n in buys.items()}


def rebuy(
    stacks: Mapping[str, int], who: str, cacifes: int, cacife: int, between_hands: bool, options: Options = DEFAULTS
) -> int | Refusal:
    """The stack after buying, or why not (R-193, R-194, R-197); ``stacks`` are all on the table, in chips."""
    have = stacks.get(who, 0)
    largest = max(stacks.values(), default=0)
    if not between_hands:
        return Refusal("hand_in_progress", {}, (Allowed("between_hands"),), "R-193")
    if options.rebuy_when == "empty_only" and have > 0:
        return Refusal("stack_not_empty", {"stack": have}, (Allowed("stack", high=0),), "R-193")
    if options.rebuy_when == "empty_or_low" and have * 4 > cacife:
        return Refusal("stack_not_low", {"stack": have}, (Allowed("stack", high=cacife // 4),), "R-193")
    room = largest - (have if options.rebuy_cap == "stack_after_le_max_stack" else 0)
    most = max(room // cacife, 1 if options.first_cacife_always else 0)
    if cacifes < 1:
        return Refusal("whole_cacifes", {"cacifes": cacifes}, (Allowed("cacifes", low=1, high=max(most, 1)),), "R-193")
    if cacifes > most:
        allowed = (Allowed("cacifes", low=1, high=most),) if most else (Allowed(NOTHING),)
        return Refusal("above_largest_stack", {"largest": largest, "cacifes": cacifes}, allowed, "R-194")
    return have + cacifes * cacife


@dataclass(frozen=True)
class Start:
    """What a newcomer starts with: chips, cacifes (None when exact), and the average as total and number of stacks."""

    chips: int
    cacifes: int | None
    total: int
    players: int


def newcomer(stacks: Mapping[str, int], cacife: int, options: Options = DEFAULTS) -> Start:
    """The average of the others, in whole cacifes unless the house says exact (R-196); one cacife at an empty table."""
    total, players = sum(stacks.values()), len(stacks)
    if players == 0:
        return Start(cacife, 1, 0, 0)
    if options.newcomer_round == "exact":
        return Start(total // players, None, total, players)
    unit = players * cacife
    nearest = (2 * total + unit) // (2 * unit)
    cacifes = max(1, total // unit if options.newcomer_round == "floor" else nearest)
    return Start(cacifes * cacife, cacifes, total, players)


def leave(
    bought: int, stack: int, cacife: int, before_end: bool, options: Options = DEFAULTS
) -> tuple[int, Refusal | None]:
    """The result of who leaves now (chips), and the house's objection if it has one (R-195): a warning, not a lock."""
    result = stack - bought
    limit = options.leave_loss_cacifes * cacife
    if before_end and not -result > limit:
        return result, Refusal("stays_until_end", {"result": result}, (Allowed("loss", low=limit + 1),), "R-195")
    return result, None


def prize_of(category: str, prizes: Mapping[str, int]) -> int:
    """Chips each payer owes for a made game: the royal pays as straight flush, the quina too unless listed (R-201)."""
    order = {"royal": ("royal", "straight_flush"), "five": ("five", "straight_flush", "quads")}
    return next((prizes[c] for c in order.get(category, (category,)) if c in prizes), 0)


def prize_payments(
    prizes: Mapping[str, int],
    holders: Mapping[str, str],
    seated: Sequence[str],
    dealt_in: Iterable[str],
    folded: Iterable[str],
    options: Options = DEFAULTS,
) -> tuple[tuple[str, str, int], ...]:
    """Payments of one hand as (payer, holder, chips), holders paying each other too (R-200 to R-204)."""
    in_hand, out = list(dealt_in), set(folded)
    payers = {
        "dealt_in": in_hand,
        "seated": list(seated),
        "stayed": [s for s in in_hand if s not in out],
    }[options.premio_payers]
    payments = []
    for holder, category in holders.items():
        amount = prize_of(category, prizes)
        if amount > 0 and not (options.premio_needs_live_hand and holder in out):
            payments += [(payer, holder, amount) for payer in payers if payer != holder]
    return tuple(payments)


def winners(final: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most chips at the end, ties included (R-211)."""
    most = max(final.values(), default=0)
    return tuple(player for player, chips in final.items() if chips == most)
