"""Cards as plain codes ("As", "Td", joker "Jk") and everything that can be wrong with them (R-001, R-002, R-009)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from assistant.engine.names import card_name, join_words, tongue

RANKS = "23456789TJQKA"  # lowest to highest
SUITS = "cdhs"  # paus, ouros, copas, espadas: an order of no worth except in R-148
JOKER = "Jk"

RANK_OF: dict[str, int] = {rank: i for i, rank in enumerate(RANKS)}
FULL_DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
RANK: dict[str, int] = {card: RANK_OF[card[0]] for card in FULL_DECK}  # the joker has no rank of its own
SUIT: dict[str, int] = {card: SUITS.index(card[1]) for card in FULL_DECK}

_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}


_ERRORS = {
    "pt": {
        "unknown_card": "{text!r} não é carta: escreva um valor de {ranks} e um naipe de {suits}, como As ou Td; "
        "Jk é o curinga",
        "unknown_rank": "{text!r} não é valor de carta: um de {ranks}",
        "duplicate_card": "{card}: a mesma carta duas vezes",
        "not_in_deck": "{card}: carta fora do baralho",
        "joker_not_in_deck": "mais curingas do que o baralho tem",
        "hand_size": "uma mão tem de uma a treze cartas, não {text}",
        "thirteen": "treze cartas se dispõem em três, cinco e cinco",
        "no_hand": "nenhuma mão para comparar",
    },
    "en": {
        "unknown_card": "{text!r} is no card: write a rank of {ranks} and a suit of {suits}, such as As or Td; Jk is a "
        "joker",
        "unknown_rank": "{text!r} is no rank: one of {ranks}",
        "duplicate_card": "{card}: the same card twice",
        "not_in_deck": "{card}: not in this deck",
        "joker_not_in_deck": "more jokers than the deck holds",
        "hand_size": "a hand has one to thirteen cards, not {text}",
        "thirteen": "thirteen cards are laid as three, five and five",
        "no_hand": "no hand to compare",
    },
}


class CardError(ValueError):
    """A card that is no card, stands twice or is not in the deck in play, or cards that are no hand."""

    def __init__(self, code: str, text: str = "") -> None:
        self.code = code  # a key of the sentences above
        self.text = text  # the card or what was written for it
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """What is wrong, in words."""
        card = card_name(self.text, lang) if self.text in RANK or self.text == JOKER else self.text
        return _ERRORS[tongue(lang)][self.code].format(text=self.text, card=card, ranks=RANKS, suits=SUITS)


def parse_card(text: str) -> str:
    """The code of a card written as "As", "10d", "TD" or "A♠"; raises CardError("unknown_card")."""
    raw = text.strip().replace("\ufe0f", "")
    if raw.lower() == "jk":
        return JOKER
    head, tail = raw[:-1], raw[-1:]
    rank = "T" if head == "10" else head.upper()
    suit = _SYMBOLS.get(tail, tail.lower())
    code = rank + suit
    if code not in RANK:
        raise CardError("unknown_card", text)
    return code


def parse_rank(text: str) -> str:
    """The code of a rank written as "A", "t" or "10"; raises CardError("unknown_rank")."""
    rank = text.strip().upper()
    rank = "T" if rank == "10" else rank
    if rank not in RANK_OF:
        raise CardError("unknown_rank", text)
    return rank


def parse_cards(text: str | Iterable[str], *, deck_low: str = "2", jokers: int = 4) -> tuple[str, ...]:
    """The codes of a hand, "As Kd 9c" or a list, each card once and in the deck in play; raises CardError."""
    parts = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    cards = tuple(parse_card(part) for part in parts)
    problems = check_cards({"": cards}, deck_low=deck_low, jokers=jokers)
    if problems:
        raise CardError(problems[0].code, problems[0].card)
    return cards


def ranks_from(deck_low: str) -> str:
    """The ranks in play, lowest first, of a deck stripped below ``deck_low`` (R-003)."""
    return RANKS[RANK_OF[parse_rank(deck_low)] :]


def deck_cards(deck_low: str, jokers: int = 0) -> tuple[str, ...]:
    """Every card of the stripped deck, jokers last (R-003, R-009)."""
    low = RANK_OF[parse_rank(deck_low)]
    return FULL_DECK[4 * low :] + (JOKER,) * jokers


@dataclass(frozen=True)
class CardProblem:
    """One fault of the cards on the table; all of them are reported at once, never only the first."""

    code: str  # duplicate_card | not_in_deck | joker_not_in_deck
    card: str
    places: tuple[str, ...]  # the seats (or other places) concerned

    def sentence(self, lang: str) -> str:
        """What to tell the table, for instance "dois Ás de copas: mostre o lugar 1 e 3"."""
        name = card_name(self.card, lang)
        seen = [p for p in dict.fromkeys(self.places) if p]
        english = tongue(lang) == "en"
        if self.code == "duplicate_card":
            many = len(self.places)
            if english:
                text = f"{'two' if many == 2 else many} copies of the {name}"
                return text + (f": show seat {join_words(seen, lang)}" if seen else "")
            text = f"{'dois' if many == 2 else many} {name}"
            return text + (f": mostre o lugar {join_words(seen, lang)}" if seen else "")
        where = (" (seat " if english else " (lugar ") + join_words(seen, lang) + ")" if seen else ""
        if self.code == "joker_not_in_deck":
            return ("more jokers than the deck holds" if english else "mais curingas do que o baralho tem") + where
        return f"{name}: " + ("not in this deck" if english else "carta fora do baralho") + where


def check_cards(
    places: Mapping[str, Iterable[str]], *, deck_low: str = "2", jokers: int = 0
) -> tuple[CardProblem, ...]:
    """Every card seen twice, outside the deck, or joker too many, over all places of the table (cases.md 33)."""
    low = RANK_OF[parse_rank(deck_low)]
    seen: dict[str, list[str]] = {}
    for place, cards in places.items():
        for card in cards:
            seen.setdefault(card, []).append(place)
    out: list[CardProblem] = []
    for card, where in seen.items():
        if card == JOKER:
            if len(where) > jokers:
                out.append(CardProblem("joker_not_in_deck", card, tuple(where)))
            continue
        if RANK[card] < low:
            out.append(CardProblem("not_in_deck", card, tuple(where)))
        if len(where) > 1:
            out.append(CardProblem("duplicate_card", card, tuple(where)))
    return tuple(out)
