"""Which cards are in play for how many players: deck rules, the guard, jokers, ranks a game needs (R-002…R-010)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.engine.cards import RANK_OF, RANKS, deck_cards
from assistant.engine.names import join_ranks, tongue
from assistant.engine.options import Options

FULL = 52
MOST_PLAYERS = 10  # up to ten with the full deck

# lowest rank by number of players; five differ between the two forms
_TABELA = {2: "7", 3: "7", 4: "7", 6: "4", 7: "2"}
_TABELA_FIVE = {"tabela_001_40": "5", "tabela_001_36": "6"}
_STICK_LOW = {"sem_seis": "7", "sem_sete": "8"}

STICK_FIVE = ("stick5", "stickao")  # the games of R-006
NEEDS: dict[str, str] = {"beisebol": "34", "beisebol_cego": "34", "position_poker": "2"}

_SENTENCES = {
    "pt": {
        "players_out_of_range": "{rule} serve para {least} a {most} jogadores, não para {players}",
        "not_enough_cards": "{players} jogadores com {each} cartas pedem {need} cartas; o baralho tem {have}",
        "missing_ranks": "este jogo precisa de {ranks} no baralho; o menor em jogo é {low}",
    },
    "en": {
        "players_out_of_range": "{rule} serves {least} to {most} players, not {players}",
        "not_enough_cards": "{players} players with {each} cards need {need} cards; the deck has {have}",
        "missing_ranks": "this game needs {ranks} in the deck; the lowest in play is {low}",
    },
}


_RULE_WORDS = {
    "pt": {
        "regra_do_11": "a regra do 11",
        "tabela_001_40": "a tabela (40 cartas para cinco)",
        "tabela_001_36": "a tabela (36 cartas para cinco)",
        "completo_52": "o baralho completo",
        "sem_seis": "o Stick sem os seis",
        "sem_sete": "o Stick sem os setes",
    },
    "en": {
        "regra_do_11": "the rule of eleven",
        "tabela_001_40": "the table (40 cards for five)",
        "tabela_001_36": "the table (36 cards for five)",
        "completo_52": "the full deck",
        "sem_seis": "Stick without sixes",
        "sem_sete": "Stick without sevens",
    },
}


class DeckError(ValueError):
    """No deck for so many players or for this game: code players_out_of_range, not_enough_cards or missing_ranks."""

    def __init__(self, code: str, **facts: str | int) -> None:
        self.code = code
        self.facts = facts
        super().__init__(self.sentence("en"))

    def sentence(self, lang: str) -> str:
        """The refusal in words, with what the deck would serve."""
        facts = dict(self.facts)
        for key in ("ranks", "low"):
            if key in facts:
                facts[key] = join_ranks(str(facts[key]), lang)
        if "rule" in facts:
            facts["rule"] = _RULE_WORDS[tongue(lang)][str(facts["rule"])]
        return _SENTENCES[tongue(lang)][self.code].format(**facts)


@dataclass(frozen=True)
class Deck:
    """A deck in play: lowest rank, jokers on top of it (R-009), and whether the guard of R-007 brought ranks back."""

    low: str
    jokers: int = 0
    raised_by_guard: bool = False

    @property
    def ranks(self) -> str:
        """The ranks in play, lowest first."""
        return RANKS[RANK_OF[self.low] :]

    @property
    def size(self) -> int:
        """Cards without jokers, what R-021 counts."""
        return 4 * len(self.ranks)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card in play, jokers last."""
        return deck_cards(self.low, self.jokers)


def _rule_low(players: int, rule: str) -> str:
    """The lowest rank a deck rule gives; raises DeckError("players_out_of_range")."""
    if rule == "completo_52":
        least, most = 2, MOST_PLAYERS
        low = "2"
    elif rule == "regra_do_11":
        least, most = 2, 9
        low = RANKS[max(0, min(9, 11 - players) - 2)]
    else:
        least, most = 2, 7
        low = _TABELA_FIVE[rule] if players == 5 else _TABELA.get(players, "2")
    if not least <= players <= most:
        raise DeckError("players_out_of_range", rule=rule, least=least, most=most, players=players)
    return low


def deck_for(
    players: int,
    cards_per_player: int,
    options: Options,
    *,
    game: str = "",
    needs: str | None = None,
    jokers: int | None = None,
    waive_guard: bool = False,
) -> Deck:
    """The deck for a number of players and the most cards one of them may take; raises DeckError.

    ``game`` "stick5" or "stickao" follows R-006 from six players on; ``needs`` are ranks it cannot do without
    (default: by game, R-010); ``waive_guard`` is the house's choice in Stick and Stud, where players leave on the way
    (R-169).
    """
    need = players * cards_per_player
    full = options.deck_rule == "completo_52" or (game in STICK_FIVE and players >= 6)
    if full and players >= 2 and need > FULL and not waive_guard:
        raise DeckError("not_enough_cards", players=players, each=cards_per_player, need=need, have=FULL)
    if game in STICK_FIVE and players >= 6 and options.stick_deck in _STICK_LOW:
        if players > MOST_PLAYERS:
            raise DeckError(
                "players_out_of_range", rule=options.stick_deck, least=2, most=MOST_PLAYERS, players=players
            )
        low = _STICK_LOW[options.stick_deck]
    else:
        rule = options.stick_deck if game in STICK_FIVE and players >= 6 else options.deck_rule
        low = _rule_low(players, rule)
    if need > FULL and not waive_guard:
        raise DeckError("not_enough_cards", players=players, each=cards_per_player, need=need, have=FULL)
    start = RANK_OF[low]
    guarded = start
    while not waive_guard and 4 * (len(RANKS) - guarded) < need:
        guarded -= 1
    deck = Deck(RANKS[guarded], options.jokers or 0 if jokers is None else jokers, guarded != start)
    wanted = _needs(game, options) if needs is None else needs
    if any(rank not in deck.ranks for rank in wanted):
        raise DeckError("missing_ranks", ranks=wanted, low=deck.low)
    return deck


def _needs(game: str, options: Options) -> str:
    if game == "position_poker" and options.position_scale != "fixed":
        return ""
    return NEEDS.get(game, "")
