"""House rules as a page of plain words: what differs from the custom, then the rest, then room to sign (R-070)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.engine.game import Variant
from assistant.engine.house import PRIZED, WITH, HouseRules
from assistant.engine.house_words import PAGE
from assistant.engine.names import CATEGORY_WORDS, join_words, tongue
from assistant.engine.option_words import SECTIONS, option_sentence
from assistant.engine.variants import VARIATIONS, build

BASICS = ("pingo", "smallest_chip")  # said on top in any case
LINES_TO_SIGN = 6
LINE = "_" * 32


def house_page(rules: HouseRules, lang: str, players: Sequence[str] = ()) -> str:
    """The whole page as text, a blank line between parts; a line to sign for each player, or six without names."""
    options, changed, basics = rules.options, rules.options.changed(), _basics(rules, lang)
    ours = [option_sentence(n, changed[n], lang) for _, _, table in SECTIONS for n in table if n in changed]
    ours = [s for s in ours if s not in basics] or [_say("ours_none", lang)]
    parts = [
        [_say("title", lang, name=rules.name)],
        [_say("intro", lang), *_bullets(basics)],
        [_say("ours", lang), *_bullets(ours)],
    ]
    for pt, en, table in SECTIONS:
        left = [option_sentence(n, getattr(options, n), lang) for n in table if n not in changed and n not in BASICS]
        if left:
            parts.append([f"{_say('rest', lang)} — {en if tongue(lang) == 'en' else pt}", *_bullets(left)])
    signers = players or ("",) * LINES_TO_SIGN
    parts.append([_say("signed", lang), "", *(f"{LINE}  {name}".rstrip() for name in signers)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _say(code: str, lang: str, **params: object) -> str:
    return PAGE[code][tongue(lang) == "en"].format(**params)


def _bullets(sentences: Sequence[str]) -> list[str]:
    return [f"- {s}" for s in sentences]


def _basics(rules: HouseRules, lang: str) -> list[str]:
    """What every table must have said: cacife, pingo, smallest chip, games, prizes, hour."""
    if rules.cacife_centavos:
        money, one = reais(rules.cacife_centavos, lang), reais(rules.chip_centavos, lang)
        out = [_say("cacife", lang, chips=rules.cacife_chips, money=money, one=one)]
    else:
        out = [_say("cacife_free", lang, chips=rules.cacife_chips)]
    out += [option_sentence(n, getattr(rules.options, n), lang) for n in BASICS]
    games = join_words([game_name(g, lang) for g in rules.games], lang)
    out.append(_say("games", lang, games=games) if games else _say("games_all", lang))
    words = CATEGORY_WORDS[tongue(lang)]
    prizes = [f"{words[c].one} {_chips(rules.prizes[c], lang)}" for c in PRIZED if c in rules.prizes]
    out.append(_say("prizes", lang, prizes=join_words(prizes, lang)) if prizes else _say("prizes_none", lang))
    out.append(_say("until", lang, hour=rules.until) if rules.until else _say("until_none", lang))
    return out


def _chips(n: int, lang: str) -> str:
    return _say("chip" if n == 1 else "chips", lang, n=n)


def game_name(entry: str, lang: str) -> str:
    """An entry of the games list in words ("Stick de cinco com Chicago"); raises ValueError for an unknown one."""
    game, *variations = (part.strip() for part in entry.split(WITH))
    built = build(game)
    if not isinstance(built, Variant) or any(v not in VARIATIONS for v in variations):
        raise ValueError(entry)
    english = tongue(lang) == "en"
    source = VARIATIONS.get(game, built)  # "beisebol" alone goes by its own name
    name = source.name_en if english else source.name_pt
    named = [VARIATIONS[v].name_en if english else VARIATIONS[v].name_pt for v in variations]
    return name + (f" {'with' if english else 'com'} {join_words(named, lang)}" if named else "")


def reais(centavos: int, lang: str) -> str:
    """An amount of money: "R$ 50,00", in English "R$ 50.00"."""
    whole, rest = divmod(centavos, 100)
    return f"R$ {whole}{'.' if tongue(lang) == 'en' else ','}{rest:02d}"
