"""Every house option and each of its values in plain Portuguese and English: what a table says when it agrees."""

from __future__ import annotations

from assistant.engine.names import tongue
from assistant.engine.option_words_bank import BANK, CLOCK, DRAW_AND_SHOW
from assistant.engine.option_words_cards import CARDS
from assistant.engine.option_words_kind import OptionWords
from assistant.engine.option_words_open import OPEN_GAMES
from assistant.engine.option_words_play import BETTING, DEALING
from assistant.engine.options import check_option

# The page's sections in its order: title in Portuguese and English, and the options under it.
SECTIONS: tuple[tuple[str, str, dict[str, OptionWords]], ...] = (
    ("Cartas e jogos", "Cards and hands", CARDS),
    ("Carteador e cartas dadas", "Dealer and deal", DEALING),
    ("Apostas", "Betting", BETTING),
    ("Jogos abertos", "Open games", OPEN_GAMES),
    ("Troca e hora de mostrar", "Exchange and showdown", DRAW_AND_SHOW),
    ("Banco", "Bank", BANK),
    ("Relógio", "Clock", CLOCK),
)

OPTION_WORDS: dict[str, OptionWords] = {name: words for _, _, table in SECTIONS for name, words in table.items()}


def option_title(name: str, lang: str) -> str:
    """What the option is called at the table; raises KeyError for an unknown one."""
    words = OPTION_WORDS[name]
    return words.title_en if tongue(lang) == "en" else words.title_pt


def option_sentence(name: str, value: object, lang: str) -> str:
    """The convention in one sentence; raises OptionError for an option or a value that does not exist."""
    value = check_option(name, value)
    words = OPTION_WORDS[name]
    pair = next((said for v, said in words.values.items() if type(v) is type(value) and v == value), words.number)
    if pair is None:
        raise KeyError(f"no words for {name}={value!r}")
    return pair[tongue(lang) == "en"].format(n=value)
