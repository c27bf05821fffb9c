"""The pages of the games, one a family, in the engine's own words: docs/jogos (pt-BR) and docs/games (English).

`python tools/game_pages.py` writes them; `--check` names those that are not what it would write now, and then fails.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from assistant.engine.deck import Deck
from assistant.engine.game import PickGame, Variant
from assistant.engine.game_words import deck_words, special_words, split_words, step_words
from assistant.engine.hand_setup import deck_of
from assistant.engine.ladder import ladder_for
from assistant.engine.options import Options
from assistant.engine.refusal import Refusal
from assistant.engine.variants import BASE_OF, GAMES, build
from assistant.games_cli import Listed, ladder_words, list_games
from assistant.phrases import say

DOCS = Path(__file__).resolve().parent.parent / "docs"
FOLDERS = {"pt": "jogos", "en": "games"}
PHRASES = {"pt": "pt-BR", "en": "en"}
USUAL_BASE = "stick5"

Both = dict[str, str]


@dataclass(frozen=True)
class Family:
    """The games numbered ``first`` to ``last``; texts by language."""

    first: int
    last: int
    file: Both
    title: Both
    intro: Both


FAMILIES = (
    Family(
        1,
        13,
        {"pt": "fechados", "en": "draw"},
        {"pt": "Jogos fechados", "en": "Draw games"},
        {
            "pt": "Cinco cartas na mão, que só o dono vê; quase sempre uma troca com o monte e duas rodadas de aposta. "
            "A câmera não lê carta fechada: só o que se vira no fim.",
            "en": "Five cards in the hand, seen by their owner alone; nearly always one draw and two betting rounds. "
            "The camera reads no closed card: only what is turned at the end.",
        },
    ),
    Family(
        14,
        32,
        {"pt": "stick", "en": "stick"},
        {"pt": "Stick", "en": "Stick"},
        {
            "pt": "Uma carta fechada, quatro abertas, uma aposta a cada aberta. Quem fala é quem tem as melhores "
            "cartas à mostra: é daí que vem o “Fala o Ás”.",
            "en": "One closed card, four open ones, a bet after each open card. Who shows the best cards speaks: "
            "that is where “Fala o Ás” (the Ace speaks) comes from.",
        },
    ),
    Family(
        33,
        37,
        {"pt": "sete-cartas", "en": "seven-cards"},
        {"pt": "Sete cartas", "en": "Seven cards"},
        {
            "pt": "Sete cartas a cada um, das quais contam as cinco melhores.",
            "en": "Seven cards each, of which the best five count.",
        },
    ),
    Family(
        38,
        39,
        {"pt": "pontos", "en": "points"},
        {"pt": "Jogos de pontos", "en": "Games of points"},
        {
            "pt": "Aqui não há par nem trinca: as pretas dão pontos (Ás 11, figuras e dez 10, as outras o seu número), "
            "as vermelhas nada.",
            "en": "No pairs and no trips here: black cards count (Ace 11, court cards and ten 10, the others their "
            "number), red ones nothing.",
        },
    ),
    Family(
        40,
        48,
        {"pt": "passagem", "en": "passing"},
        {"pt": "Passar e virar", "en": "Passing and rolling"},
        {
            "pt": "Cartas que passam de mão em mão, ou que cada um vira uma a uma, com aposta no meio.",
            "en": "Cards that go from hand to hand, or that everyone turns one by one, with bets in between.",
        },
    ),
    Family(
        49,
        50,
        {"pt": "treze", "en": "thirteen"},
        {"pt": "Três mãos de treze", "en": "Three hands of thirteen"},
        {
            "pt": "Treze cartas a cada um, arrumadas em três mãos: de três, de cinco e de cinco.",
            "en": "Thirteen cards each, arranged in three hands: of three, of five and of five.",
        },
    ),
    Family(
        51,
        52,
        {"pt": "mesa", "en": "table"},
        {"pt": "Da mesa", "en": "Of the table"},
        {
            "pt": "O que a mesa combina por cima dos jogos.",
            "en": "What the table agrees on top of the games.",
        },
    ),
)

WORDS: dict[str, Both] = {
    "note": {
        "pt": "<!-- Escrito por tools/game_pages.py a partir do motor do jogo; não se edita à mão. -->",
        "en": "<!-- Written by tools/game_pages.py from the engine; not edited by hand. -->",
    },
    "usual": {
        "pt": "O que está aqui é o costume, como o programa joga sem ninguém mudar nada; as [regras da casa]"
        "(../anfitriao.md#regras-da-casa) mudam muito disso. [Todos os jogos](README.md).",
        "en": "This is the usual way, as the program plays when nobody changes anything; [house rules]"
        "(../hosting.md#house-rules) change much of it. [All games](README.md).",
    },
    "play": {"pt": "Para jogar: `{command}`", "en": "To play: `{command}`"},
    "players": {"pt": "Jogadores: {a} a {b}", "en": "Players: {a} to {b}"},
    "deck": {"pt": "Baralho, {decks}", "en": "Deck, {decks}"},
    "for": {"pt": "{n} jogadores: {deck}", "en": "{n} players: {deck}"},
    "span": {"pt": "{a} a {b}", "en": "{a} to {b}"},
    "split": {"pt": "Montão: {split}", "en": "Pot: {split}"},
    "ladder": {"pt": "Ordem das mãos: {ladder}", "en": "Ranking: {ladder}"},
    "ladder_for": {"pt": "Ordem das mãos com {n}: {ladder}", "en": "Ranking for {n}: {ladder}"},
    "special": {"pt": "Além disso: {what}", "en": "Besides: {what}"},
    "hand": {"pt": "A mão:", "en": "The hand:"},
    "as_base": {"pt": "A mão corre como a de {game}.", "en": "The hand runs like that of {game}."},
    "shown_on": {
        "pt": "Variação; aqui por cima de {game}. Vai também por cima de: {games}.",
        "en": "A variation; here on top of {game}. It also goes on top of: {games}.",
    },
    "shown_only": {"pt": "Variação de {game}.", "en": "A variation of {game}."},
    "on_top": {"pt": "Variação, por cima de: {games}.", "en": "A variation, on top of: {games}."},
    "named": {
        "pt": "Sozinho (`fala play --game {id}`): {sentence} Cartas, jogadores e ordem das mãos são os do jogo dito.",
        "en": "Alone (`fala play --game {id}`): {sentence} Cards, players and ranking are those of the game named.",
    },
    "takes": {"pt": "Aceita por cima: {games}.", "en": "Takes on top: {games}."},
    "table": {
        "pt": "Faz-se na tela do anfitrião, em *{part}*: *{button}*.",
        "en": "Done on the host's screen, under *{part}*: *{button}*.",
    },
    "index": {"pt": "Os jogos", "en": "The games"},
    "index_intro": {
        "pt": "Uma página por família. No terminal `fala games` lista tudo e `fala games stick5 --explain --players 6` "
        "explica um jogo para seis pessoas. O anfitrião escolhe o jogo e as variações de cada mão na sua tela.",
        "en": "One page a family. In a terminal `fala games` lists all, `fala games stick5 --explain --players 6` "
        "explains one game for six people (in Portuguese). The host chooses game and variations of each "
        "hand on his screen.",
    },
}


@cache
def listed_games() -> tuple[Listed, ...]:
    """Everything `fala games` lists, worked out once."""
    return list_games()


def number_of(game: Listed) -> int:
    """The V-number as a number."""
    return int(game.number.removeprefix("V-"))


def games_of(family: Family) -> tuple[Listed, ...]:
    """The games of a family, in the order of their numbers."""
    return tuple(g for g in listed_games() if family.first <= number_of(g) <= family.last)


def anchor(title: str) -> str:
    """The name a heading gets on the page: small letters and digits, hyphens for spaces, the rest left out."""
    return "".join("-" if c == " " else c for c in title.lower() if c.isalnum() or c in " -_")


def link(id_: str, here: Family | None, lang: str) -> str:
    """A game's name as a link to its place on the pages."""
    game = next(g for g in listed_games() if g.id == id_)
    family = next(f for f in FAMILIES if f.first <= number_of(game) <= f.last)
    page = "" if family is here else f"{family.file[lang]}.md"
    return f"[{game.name(lang)}]({page}#{anchor(game.name(lang))})"


def spans(game: Variant, least: int, most: int) -> list[tuple[int, int, Deck]]:
    """The decks from ``least`` to ``most`` players as (from, to, deck); those without a deck left out."""
    out: list[tuple[int, int, Deck]] = []
    for n in range(least, most + 1):
        deck = deck_of(game, n, Options())
        if isinstance(deck, Refusal):
            continue
        if out and out[-1][2] == deck and out[-1][1] == n - 1:
            out[-1] = (out[-1][0], n, deck)
        else:
            out.append((n, n, deck))
    return out


def facts(game: Variant, lang: str) -> list[str]:
    """Players, deck, pot and ranking of a game, a line each."""

    def line(key: str, **params: object) -> str:
        return "- " + WORDS[key][lang].format(**params)

    def how_many(a: int, b: int) -> str:
        return str(a) if a == b else WORDS["span"][lang].format(a=a, b=b)

    found = spans(game, game.least_players, game.most_players)
    decks = "; ".join(
        WORDS["for"][lang].format(n=how_many(a, b), deck=deck_words(game, a, Options(), lang)) for a, b, _ in found
    )
    out = [
        line("players", a=found[0][0], b=found[-1][1]),
        line("deck", decks=decks),
        line("split", split=split_words(game, lang)),
    ]
    if game.counted != "points":
        ladders: list[tuple[int, int, str]] = []
        for a, b, deck in found:
            five = bool(game.wild or game.wild_fixed or deck.jokers)
            text = ladder_words(ladder_for(deck.low, Options(), game.hand_set), lang, five=five)
            if ladders and ladders[-1][2] == text:
                ladders[-1] = (ladders[-1][0], b, text)
            else:
                ladders.append((a, b, text))
        if len(ladders) == 1:
            out.append(line("ladder", ladder=ladders[0][2]))
        else:
            out += [line("ladder_for", n=how_many(a, b), ladder=text) for a, b, text in ladders]
    special = special_words(game, lang)
    if special:
        out.append(line("special", what="; ".join(special)))
    return out


def under(variation: str) -> list[str]:
    """The games that take a variation on top, by id."""
    return [g.id for g in listed_games() if g.id in GAMES and variation in g.options]


def entry(listed: Listed, family: Family, lang: str) -> list[str]:
    """One game or variation as lines of its page."""
    lines = [f"## {listed.name(lang)}", "", f"**{listed.sentence(lang)}**", ""]
    if listed.kind == "table":
        part, button = say(PHRASES[lang], "web.host_page.seating"), say(PHRASES[lang], "web.host.draw_seats")
        return [*lines, WORDS["table"][lang].format(part=part, button=button), ""]
    game = build(listed.id)
    if isinstance(game, Refusal):
        raise ValueError(f"{listed.id} cannot be played by its name: {game.code}")
    if any(isinstance(step, PickGame) and step.wide for step in game.steps):
        names = ", ".join(link(g, family, lang) for g in under(listed.id))
        sentence = game.sentence_en if lang == "en" else game.sentence_pt
        alone = WORDS["named"][lang].format(id=listed.id, sentence=sentence)
        return [*lines, WORDS["on_top"][lang].format(games=names), "", alone, ""]
    base = None if listed.kind == "game" else GAMES[BASE_OF.get(listed.id, USUAL_BASE)]
    if base is not None:
        others = [g for g in under(listed.id) if g != base.id]
        key = "shown_on" if others else "shown_only"
        names = ", ".join(link(g, family, lang) for g in others)
        lines += [WORDS[key][lang].format(game=link(base.id, family, lang), games=names), ""]
    lines += facts(game, lang)
    lines += ["- " + WORDS["play"][lang].format(command=f"fala play --game {listed.id}"), ""]
    if base is not None and base.steps == game.steps:
        lines += [WORDS["as_base"][lang].format(game=link(base.id, family, lang)), ""]
    else:
        steps = (f"{i}. {step_words(step, lang)}" for i, step in enumerate(game.steps, start=1))
        lines += [WORDS["hand"][lang], "", *steps, ""]
    if listed.kind == "game" and listed.options:
        names = ", ".join(link(v, family, lang) for v in listed.options)
        lines += [WORDS["takes"][lang].format(games=names), ""]
    return lines


def family_page(family: Family, lang: str) -> str:
    """The page of one family."""
    lines = [WORDS["note"][lang], "", f"# {family.title[lang]}", "", family.intro[lang], "", WORDS["usual"][lang], ""]
    for listed in games_of(family):
        lines += entry(listed, family, lang)
    return "\n".join(lines).rstrip() + "\n"


def index_page(lang: str) -> str:
    """The page that lists the families and their games."""
    lines = [WORDS["note"][lang], "", f"# {WORDS['index'][lang]}", "", WORDS["index_intro"][lang], ""]
    for family in FAMILIES:
        names = ", ".join(link(g.id, None, lang) for g in games_of(family))
        lines.append(f"- [{family.title[lang]}]({family.file[lang]}.md): {names}")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Every page by its path under docs/."""
    out: dict[str, str] = {}
    for lang, folder in FOLDERS.items():
        out[f"{folder}/README.md"] = index_page(lang)
        for family in FAMILIES:
            out[f"{folder}/{family.file[lang]}.md"] = family_page(family, lang)
    return out


def stale(docs: Path = DOCS) -> list[str]:
    """The pages that are missing, that read otherwise than they would now, or that no longer belong there."""
    wanted = pages()
    there = {f"{folder}/{p.name}" for folder in FOLDERS.values() for p in (docs / folder).glob("*.md")}
    changed = {n for n, text in wanted.items() if n in there and (docs / n).read_text("utf-8") != text}
    return sorted((wanted.keys() ^ there) | changed)


def main() -> int:
    """Write the pages, or with --check say which are stale (then 1)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is stale")
    if parser.parse_args().check:
        old = stale()
        print("\n".join(old) or "Every page is as it would be written now.")
        return 1 if old else 0
    for name, text in pages().items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(f"{len(pages())} pages, {len(listed_games())} games and variations.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
