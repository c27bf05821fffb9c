"""The words of a verdict, Portuguese and English, as tables; a seat stands as "{seat}" for the session to name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.engine.hand_core import Core
from assistant.engine.hand_values import Tiers, first_in
from assistant.engine.names import card_name, join_words, lower_first
from assistant.engine.pots import Payout
from assistant.engine.ranking import HandValue
from assistant.engine.showdown import PotResult, ShownHand
from assistant.facts import Seat

Both = tuple[str, str]

WORDS: dict[str, Both] = {
    "takes_all": ("{who} leva o montão: {n}", "{who} takes the pot: {n}"),
    "share": ("{who} dividem o montão: {n} ({each})", "{who} share the pot: {n} ({each})"),
    "nothing": ("Montão vazio: ninguém leva nada", "An empty pot: nobody takes anything"),
    "uncontested": ("Todos os outros saíram: {who} leva sem mostrar.", "Everybody else left: {who} takes it unseen."),
    "beats": ("{a} ganha de {b}.", "{a} beats {b}."),
    "below": ("{a} é mais baixa que {b}.", "{a} is lower than {b}."),
    "tie": ("Empate de {who}: {a}.", "{who} tie: {a}."),
    "alone": ("Só {who} disputa este monte.", "Only {who} contests this pot."),
    "only": ("{a}, e ninguém mais mostrou.", "{a}, and nobody else showed."),
    "part_high": ("Mão alta: ", "High hand: "),
    "part_low": ("Mão baixa: ", "Low hand: "),
    "part_low3": ("Mão de três: ", "Hand of three: "),
    "part_mid5": ("Mão do meio: ", "Middle hand: "),
    "part_high5": ("Mão alta: ", "High hand: "),
    "side_high": ("Maior carta fechada do naipe: {card}.", "Highest closed card of the suit: {card}."),
    "side_low": ("Menor carta fechada do naipe: {card}.", "Lowest closed card of the suit: {card}."),
    "points": ("{a} pontos contra {b}.", "{a} points against {b}."),
    "points_only": ("{a} pontos.", "{a} points."),
    "points_tie": ("Empate de {who}: {a} pontos.", "{who} tie: {a} points."),
    "returned": ("Ninguém pode ganhar este monte: divide-se.", "Nobody can win this pot: it is shared."),
}

RULE_OF_CATEGORY = {
    "high": "R-040",
    "pair": "R-041",
    "two_pair": "R-042",
    "trips": "R-043",
    "full": "R-043",
    "quads": "R-043",
    "straight": "R-044",
    "straight_flush": "R-044",
    "royal": "R-044",
    "flush": "R-045",
    "five": "R-023",
}


def seat_mark(seat: Seat) -> str:
    """The placeholder of a seat in a text."""
    return "{" + seat + "}"


def both(key: str, pt: Mapping[str, str], en: Mapping[str, str] | None = None) -> Both:
    """The two sentences of a key, filled in."""
    words = WORDS[key]
    return words[0].format(**pt), words[1].format(**(pt if en is None else en))


def people(seats: Sequence[Seat]) -> Both:
    """Seats enumerated, as placeholders."""
    marks = [seat_mark(s) for s in seats]
    return join_words(marks, "pt-BR"), join_words(marks, "en")


def uncontested_headline(seat: Seat, amount: int) -> Both:
    """Who takes what, all others having left."""
    return both("takes_all", {"who": seat_mark(seat), "n": str(amount)})


def uncontested_reason(seat: Seat) -> Both:
    """Why (R-104)."""
    return both("uncontested", {"who": seat_mark(seat)})


def headline(pots: Sequence[PotResult]) -> Both:
    """Who takes the pot, or how it is shared, in one line."""
    amount = sum(p.amount for p in pots)
    total: dict[Seat, int] = {}
    for part in (part for pot in pots for part in pot.parts):
        for seat, n in part.shares.items():
            total[seat] = total.get(seat, 0) + n
    paid = sorted(((n, s) for s, n in total.items() if n), key=lambda x: -x[0])
    if len(paid) == 1:
        return uncontested_headline(paid[0][1], amount)
    if not paid:  # no pingo, and nobody bet
        return both("nothing", {})
    pt, en = people([s for _, s in paid])
    each = [str(n) for n, _ in paid]
    return both(
        "share",
        {"who": pt, "n": str(amount), "each": join_words(each, "pt-BR")},
        {"who": en, "n": str(amount), "each": join_words(each, "en")},
    )


def hand_words(value: HandValue, lang: str, *, odd: bool) -> str:
    """A hand inside a sentence; with its odd cards when only they tell it apart."""
    if odd:
        return value.phrase(lang)
    return lower_first(value.name(lang)).replace(": ", ", ") + value.wild_note(lang)


def part_reason(
    core: Core,
    part: str,
    winners: Sequence[Seat],
    runner_up: Sequence[Seat],
    hands: Mapping[Seat, ShownHand],
    eligible: Sequence[Seat],
) -> Both:
    """Why this part goes where it goes."""
    if part == "returned":
        return WORDS["returned"]
    if len(eligible) == 1:
        return both("alone", {"who": seat_mark(eligible[0])})
    if part == "side":
        return _side_reason(core, hands[winners[0]])
    low = part == "low" or core.game.want == "low"
    prefix = ("", "")
    if core.game.split != "single":
        prefix = WORDS[f"part_{part}"]
    if core.game.counted == "points":
        pt, en = _points_reason(winners, runner_up, hands)
    else:
        pt, en = _compare(part, winners, runner_up, hands, low)
    return _join(prefix[0], pt), _join(prefix[1], en)


def _join(prefix: str, text: str) -> str:
    return prefix + (lower_first(text) if prefix else text[:1].upper() + text[1:])


def _side_reason(core: Core, hand: ShownHand) -> Both:
    assert hand.side is not None
    key = "side_low" if core.game.want == "low" else "side_high"
    return both(key, {"card": card_name(hand.side, "pt-BR")}, {"card": card_name(hand.side, "en")})


def _points_reason(winners: Sequence[Seat], runner_up: Sequence[Seat], hands: Mapping[Seat, ShownHand]) -> Both:
    mine = str(hands[winners[0]].points)
    if len(winners) > 1:
        pt, en = people(winners)
        return both("points_tie", {"who": pt, "a": mine}, {"who": en, "a": mine})
    if not runner_up:
        return both("points_only", {"a": mine})
    return both("points", {"a": mine, "b": str(hands[runner_up[0]].points)})


def _value(hand: ShownHand, part: str) -> HandValue | None:
    if part in hand.parts:
        return hand.parts[part]
    return hand.low if part == "low" else hand.value


def _compare(
    part: str, winners: Sequence[Seat], runner_up: Sequence[Seat], hands: Mapping[Seat, ShownHand], low: bool
) -> Both:
    mine = _value(hands[winners[0]], part)
    assert mine is not None
    if len(winners) > 1:
        pt, en = people(winners)
        return both("tie", {"who": pt, "a": mine.phrase("pt-BR")}, {"who": en, "a": mine.phrase("en")})
    other = _value(hands[runner_up[0]], part) if runner_up else None
    if other is None:
        return both("only", {"a": mine.phrase("pt-BR")}, {"a": mine.phrase("en")})
    odd = mine.same_combination(other) or mine.category == other.category == "high"
    pt_words, en_words = ((hand_words(mine, t, odd=odd), hand_words(other, t, odd=odd)) for t in ("pt-BR", "en"))
    key = "below" if low else "beats"
    return both(key, {"a": pt_words[0], "b": pt_words[1]}, {"a": en_words[0], "b": en_words[1]})


def rules_of(
    core: Core, hands: Mapping[Seat, ShownHand], tiers: Mapping[str, Tiers], payout: Payout
) -> tuple[tuple[str, ...], str]:
    """The rules the verdict rests on, and the house option that decided it ("" if none did)."""
    rules = ["R-180", *SPLIT_RULES.get(core.game.split, ())]
    option = ""
    best = first_in(tiers.get("high", ()), tuple(hands))
    second = first_in(tiers.get("high", ()), [s for s in hands if s not in best])
    value = hands[best[0]].value if best else None
    if core.game.counted != "five":
        rules += {"points": ("R-055", "R-056"), "parts": ("R-057", "R-058")}[core.game.counted]
    elif value is not None:
        other = hands[second[0]].value if second else None
        option = _deciding_option(core, value, other)
        rules.append(_category_rule(core, value, other, option, tie=len(best) > 1))
    if len(payout.awards) > 1:
        rules.append("R-114")
    if any(share.odd for award in payout.awards for share in award.shares):
        rules.append("R-117")
    return tuple(dict.fromkeys(rules)), option


def _category_rule(core: Core, value: HandValue, other: HandValue | None, option: str, *, tie: bool) -> str:
    if option:
        return OPTION_RULE[option.partition("=")[0]]
    if tie:
        return "R-046"
    if other is not None and other.category == value.category:
        return RULE_OF_CATEGORY[value.category]
    hand_set = core.setup.options.hand_set or core.game.hand_set
    return {"pairs_only": "R-024", "no_one_pair": "R-026"}.get(hand_set, "R-020")


SPLIT_RULES = {"highlow": ("R-053",), "chicago": ("R-060",), "san_francisco": ("R-060",)}

OPTION_RULE = {
    "full_vs_flush": "R-021",
    "low_straight": "R-036",
    "two_pair_tiebreak": "R-042",
    "hand_set": "R-024",
    "low_rule": "R-050",
}


def _deciding_option(core: Core, value: HandValue, other: HandValue | None) -> str:
    o = core.setup.options
    if core.game.want == "low":
        return f"low_rule={o.low_rule}"
    if other is None:
        return ""
    if {value.category, other.category} == {"full", "flush"}:
        return f"full_vs_flush={o.full_vs_flush}"
    if value.category == other.category == "two_pair" and value.made_of[0] == other.made_of[0]:
        return f"two_pair_tiebreak={o.two_pair_tiebreak}"
    lowest = {v.category for v in (value, other)} & {"straight", "straight_flush"}
    if lowest and any(v.category in lowest and v.plays[-1][0] == "A" for v in (value, other)):
        return f"low_straight={o.low_straight}"
    return ""
