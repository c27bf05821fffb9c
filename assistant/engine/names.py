"""The engine's own words as tables, Portuguese and English: ranks, suits, categories, calls (R-151).

Language is "pt…" or "en…"; anything that is not English is Portuguese.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Word(NamedTuple):
    """A noun with its plural and, in Portuguese, its definite articles."""

    one: str
    many: str
    the: str = "o"
    the_many: str = "os"


RANK_WORDS: dict[str, dict[str, Word]] = {
    "pt": {
        "A": Word("Ás", "Ases"),
        "K": Word("Rei", "Reis"),
        "Q": Word("Dama", "Damas", "a", "as"),
        "J": Word("Valete", "Valetes"),
        "T": Word("Dez", "Dez"),
        "9": Word("Nove", "Noves"),
        "8": Word("Oito", "Oitos"),
        "7": Word("Sete", "Setes"),
        "6": Word("Seis", "Seis"),
        "5": Word("Cinco", "Cincos"),
        "4": Word("Quatro", "Quatros"),
        "3": Word("Três", "Três"),
        "2": Word("Dois", "Dois"),
        "Jk": Word("Curinga", "Curingas"),
    },
    "en": {
        "A": Word("Ace", "Aces"),
        "K": Word("King", "Kings"),
        "Q": Word("Queen", "Queens"),
        "J": Word("Jack", "Jacks"),
        "T": Word("Ten", "Tens"),
        "9": Word("Nine", "Nines"),
        "8": Word("Eight", "Eights"),
        "7": Word("Seven", "Sevens"),
        "6": Word("Six", "Sixes"),
        "5": Word("Five", "Fives"),
        "4": Word("Four", "Fours"),
        "3": Word("Three", "Threes"),
        "2": Word("Two", "Twos"),
        "Jk": Word("Joker", "Jokers"),
    },
}

SUIT_WORDS: dict[str, dict[str, str]] = {
    "pt": {"c": "Paus", "d": "Ouros", "h": "Copas", "s": "Espadas"},
    "en": {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"},
}

# The name of a hand by category: {a} and {b} are the ranks that make it, plural; {h} the head, singular.
HAND_NAMES: dict[str, dict[str, str]] = {
    "pt": {
        "high": "Carta alta: {h}",
        "pair": "Par de {a}",
        "two_pair": "Dois pares: {a} e {b}",
        "trips": "Trinca de {a}",
        "straight": "Seguida até {h}",
        "flush": "Flush até {h}",
        "full": "Full de {a} com {b}",
        "quads": "Quadra de {a}",
        "straight_flush": "Straight flush até {h}",
        "royal": "Royal straight flush",
        "five": "Quina de {a}",
    },
    "en": {
        "high": "High card: {h}",
        "pair": "Pair of {a}",
        "two_pair": "Two pairs: {a} and {b}",
        "trips": "Three {a}",
        "straight": "Straight to the {h}",
        "flush": "Flush to the {h}",
        "full": "Full house: {a} over {b}",
        "quads": "Four {a}",
        "straight_flush": "Straight flush to the {h}",
        "royal": "Royal straight flush",
        "five": "Five {a}",
    },
}

CATEGORY_WORDS: dict[str, dict[str, Word]] = {
    "pt": {
        "high": Word("carta maior", "cartas maiores", "a", "as"),
        "pair": Word("par", "pares"),
        "two_pair": Word("dois pares", "dois pares", "os"),
        "trips": Word("trinca", "trincas", "a", "as"),
        "straight": Word("seguida", "seguidas", "a", "as"),
        "flush": Word("flush", "flushes"),
        "full": Word("full", "fulls"),
        "quads": Word("quadra", "quadras", "a", "as"),
        "straight_flush": Word("straight flush", "straight flushes"),
        "royal": Word("royal straight flush", "royal straight flushes"),
        "five": Word("quina", "quinas", "a", "as"),
    },
    "en": {
        "high": Word("high card", "high cards"),
        "pair": Word("pair", "pairs"),
        "two_pair": Word("two pairs", "two pairs"),
        "trips": Word("three of a kind", "threes of a kind"),
        "straight": Word("straight", "straights"),
        "flush": Word("flush", "flushes"),
        "full": Word("full house", "full houses"),
        "quads": Word("four of a kind", "fours of a kind"),
        "straight_flush": Word("straight flush", "straight flushes"),
        "royal": Word("royal straight flush", "royal straight flushes"),
        "five": Word("five of a kind", "fives of a kind"),
    },
}


def tongue(lang: str) -> str:
    """The key of the tables for a language tag: "en" for English, "pt" for everything else."""
    return "en" if lang.lower().startswith("en") else "pt"


def rank_word(rank: str, lang: str) -> Word:
    """The noun of a rank code ("A" … "2", "Jk")."""
    return RANK_WORDS[tongue(lang)][rank]


def one(rank: str, lang: str) -> str:
    """A rank in the singular: "Dama", "Queen"."""
    return rank_word(rank, lang).one


def many(rank: str, lang: str) -> str:
    """A rank in the plural: "Damas", "Sixes"."""
    return rank_word(rank, lang).many


def card_name(card: str, lang: str) -> str:
    """A card in full: "Dois de Paus", "Two of Clubs", "Curinga"."""
    if card == "Jk":
        return one("Jk", lang)
    t = tongue(lang)
    return f"{RANK_WORDS[t][card[0]].one} {'of' if t == 'en' else 'de'} {SUIT_WORDS[t][card[1]]}"


def join_words(words: Sequence[str], lang: str) -> str:
    """An enumeration as it is spoken: "Ás, Rei e Dez", "Ace, King and Ten"."""
    last = " and " if tongue(lang) == "en" else " e "
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + last + words[-1]


def join_ranks(ranks: Sequence[str], lang: str) -> str:
    """Ranks in the singular, enumerated: "Ás, Rei e Dez"."""
    return join_words([one(r, lang) for r in ranks], lang)


def lower_first(text: str) -> str:
    """The same words inside a sentence: "trinca de Damas"."""
    return text[:1].lower() + text[1:]


def seat_label(seat: str, lang: str) -> str:
    """A place at the table: "Lugar 3", "Seat 3"."""
    return ("Seat " if tongue(lang) == "en" else "Lugar ") + seat
