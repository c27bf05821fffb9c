"""The call of who speaks, "Fala o Ás", and the sentence that says why, in Portuguese and English (R-151…R-154)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.engine.names import card_name, join_ranks, join_words, many, one, rank_word, seat_label, tongue

# {the}: article of the head; {cards}: ranks in the singular, enumerated; {a}, {b}: plurals; {h}: head; {odd}: odd cards
CALLS: dict[str, dict[str, str]] = {
    "pt": {
        "high": "Fala {the} {cards}",
        "pair": "Fala o par de {a}{odd}",
        "two_pair": "Falam os dois pares, {a} e {b}{odd}",
        "trips": "Fala a trinca de {a}{odd}",
        "straight": "Fala a seguida até {h}",
        "flush": "Fala o flush até {h}",
        "full": "Fala o full de {a} com {b}",
        "quads": "Fala a quadra de {a}{odd}",
        "straight_flush": "Fala o straight flush até {h}",
        "royal": "Fala o royal straight flush",
        "five": "Fala a quina de {a}",
        "possible_straight": "Fala a seqüência possível",
        "possible_flush": "Fala o flush possível",
        "possible_straight_flush": "Fala o straight flush possível",
        "left": "Fala quem está à esquerda do carteador",
        "bring_in": "Abre o {card}",
        "bring_in_a": "Abre a {card}",
        "points": "Fala quem mostra {points} pontos",
    },
    "en": {
        "high": "{cards} bets",
        "high_many": "{cards} bet",
        "pair": "Pair of {a}{odd} bets",
        "two_pair": "Two pairs, {a} and {b}{odd}, bet",
        "trips": "Three {a}{odd} bet",
        "straight": "Straight to the {h} bets",
        "flush": "Flush to the {h} bets",
        "full": "Full house, {a} over {b}, bets",
        "quads": "Four {a}{odd} bet",
        "straight_flush": "Straight flush to the {h} bets",
        "royal": "Royal straight flush bets",
        "five": "Five {a} bet",
        "possible_straight": "Possible Sequence bets",
        "possible_flush": "Possible Flush bets",
        "possible_straight_flush": "Possible Straight Flush bets",
        "left": "Left of the dealer bets",
        "bring_in": "{card} opens",
        "bring_in_a": "{card} opens",
        "points": "{points} points showing bets",
    },
}

# The same things as a noun inside the reason
SHOWN: dict[str, dict[str, str]] = {
    "pt": {
        "high": "{cards}",
        "pair": "par de {a}{odd}",
        "two_pair": "dois pares, {a} e {b}{odd}",
        "trips": "trinca de {a}{odd}",
        "straight": "seguida até {h}",
        "flush": "flush até {h}",
        "full": "full de {a} com {b}",
        "quads": "quadra de {a}{odd}",
        "straight_flush": "straight flush até {h}",
        "royal": "royal straight flush",
        "five": "quina de {a}",
        "possible_straight": "seqüência possível até {h}",
        "possible_flush": "flush possível até {h}",
        "possible_straight_flush": "straight flush possível até {h}",
    },
    "en": {
        "high": "{cards}",
        "pair": "pair of {a}{odd}",
        "two_pair": "two pairs, {a} and {b}{odd}",
        "trips": "three {a}{odd}",
        "straight": "straight to the {h}",
        "flush": "flush to the {h}",
        "full": "full house, {a} over {b}",
        "quads": "four {a}{odd}",
        "straight_flush": "straight flush to the {h}",
        "royal": "royal straight flush",
        "five": "five {a}",
        "possible_straight": "possible sequence to the {h}",
        "possible_flush": "possible flush to the {h}",
        "possible_straight_flush": "possible straight flush to the {h}",
    },
}

REASONS: dict[str, dict[str, str]] = {
    "pt": {
        "highest_card": "{seat}: maior carta aberta, {shown}",
        "highest_cards": "{seat}: maiores cartas abertas, {shown}",
        "best": "{seat}: melhor combinação aberta, {shown}",
        "possible": "{seat}: maior jogo à vista, {shown}",
        "lowest": "{seat}: menor combinação aberta, {shown}",
        "bring_in": "{seat}: menor carta aberta, {shown}",
        "points": "{seat}: mais pontos à vista, {shown}",
        "left": "{seat}: primeiro à esquerda do carteador",
        "nobody_can_bet": "Ninguém mais pode apostar: correm as cartas",
        "tie": "; empata com {others} e está mais perto da esquerda do carteador",
        "suit": "; empata com {others}: vale a ordem dos naipes",
        "all_in": "; {others} está sem fichas e não fala",
        "all_in_many": "; {others} estão sem fichas e não falam",
        "place": "o lugar {seat}",
    },
    "en": {
        "highest_card": "{seat}: highest open card, {shown}",
        "highest_cards": "{seat}: highest open cards, {shown}",
        "best": "{seat}: best open combination, {shown}",
        "possible": "{seat}: biggest game in sight, {shown}",
        "lowest": "{seat}: lowest open combination, {shown}",
        "bring_in": "{seat}: lowest open card, {shown}",
        "points": "{seat}: most points showing, {shown}",
        "left": "{seat}: first to the dealer's left",
        "nobody_can_bet": "Nobody else can bet: the cards run out",
        "tie": "; ties with {others} and is nearer to the dealer's left",
        "suit": "; ties with {others}: the order of suits decides",
        "all_in": "; {others} has no chips and does not speak",
        "all_in_many": "; {others} have no chips and do not speak",
        "place": "seat {seat}",
    },
}


def _fill(table: dict[str, str], category: str, made: Sequence[str], odd: Sequence[str], lang: str) -> str:
    joined = (" with " if tongue(lang) == "en" else " com ") + join_ranks(odd, lang) if odd else ""
    return table[category].format(
        the=rank_word(made[0], lang).the,
        cards=join_ranks(made, lang),
        a=many(made[0], lang),
        b=many(made[-1], lang),
        h=one(made[0], lang),
        odd=joined,
    )


def call(category: str, made: Sequence[str], odd: Sequence[str], lang: str) -> str:
    """The call for a combination of open cards; ``odd`` are the odd cards to be named (R-154)."""
    table = CALLS[tongue(lang)]
    if category == "high" and len(made) > 1 and "high_many" in table:
        category = "high_many"
    return _fill(table, category, made, odd, lang)


def shown(category: str, made: Sequence[str], odd: Sequence[str], lang: str) -> str:
    """The combination as a noun, "par de Damas com Dez"."""
    return _fill(SHOWN[tongue(lang)], category, made, odd, lang)


def call_left(lang: str) -> str:
    """The call where the carteador's left speaks (R-147)."""
    return CALLS[tongue(lang)]["left"]


def call_bring_in(card: str, lang: str) -> str:
    """The call of the forced opening, "Abre o Dois de Paus" (R-148)."""
    key = "bring_in_a" if rank_word(card if card == "Jk" else card[0], lang).the == "a" else "bring_in"
    return CALLS[tongue(lang)][key].format(card=card_name(card, lang))


def call_points(points: int, lang: str) -> str:
    """The call of the points games (R-153)."""
    return CALLS[tongue(lang)]["points"].format(points=points)


def reason(code: str, lang: str, *, seat: str = "", shown_words: str = "") -> str:
    """The beginning of the sentence that says why a seat speaks."""
    return REASONS[tongue(lang)][code].format(seat=seat_label(seat, lang), shown=shown_words)


def aside(code: str, others: Sequence[str], lang: str) -> str:
    """What is added to the reason: a tie and what broke it, or who is skipped for lack of chips."""
    table = REASONS[tongue(lang)]
    if code == "all_in" and len(others) > 1:
        code = "all_in_many"
    return table[code].format(others=join_words([table["place"].format(seat=s) for s in others], lang))
