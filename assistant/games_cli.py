"""`fala games`: every game and variation with its one sentence, and one game explained for so many players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from assistant.engine.game import Variant
from assistant.engine.game_words import deck_words, special_words, split_words, step_words
from assistant.engine.hand_setup import deck_of
from assistant.engine.ladder import Ladder, ladder_for
from assistant.engine.names import CATEGORY_WORDS, tongue
from assistant.engine.options import Options
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.engine.variants import COMBINED, GAMES, VARIATIONS, build

SEATING = (
    "sorteio_lugares",
    "V-52",
    ("Sorteio de lugares", "Seating draw"),
    (
        "Os lugares são sorteados e sorteados de novo de hora em hora; é da mesa, não de uma mão.",
        "Seats are drawn, and drawn again every hour; it belongs to the table, not to a hand.",
    ),
    ("001",),
)


@dataclass(frozen=True)
class Listed:
    """One line of the list; ``kind`` is game, variation or table."""

    id: str
    number: str
    kind: str
    name_pt: str
    name_en: str
    sentence_pt: str
    sentence_en: str
    sources: tuple[str, ...]
    options: tuple[str, ...] = ()

    def name(self, lang: str) -> str:
        """The name in a language."""
        return self.name_en if tongue(lang) == "en" else self.name_pt

    def sentence(self, lang: str) -> str:
        """The one sentence in a language."""
        return self.sentence_en if tongue(lang) == "en" else self.sentence_pt


def list_games() -> tuple[Listed, ...]:
    """Everything that can be played, by number of the games' document (V-01 to V-52)."""
    out = [
        Listed(g.id, g.number, "game", g.name_pt, g.name_en, g.sentence_pt, g.sentence_en, g.sources, options_of(g))
        for g in (*GAMES.values(), COMBINED)
    ]
    out += [
        Listed(v.id, v.number, "variation", v.name_pt, v.name_en, v.sentence_pt, v.sentence_en, v.sources)
        for v in VARIATIONS.values()
        if v.id not in GAMES
    ]
    id_, number, names, sentences, sources = SEATING
    out.append(Listed(id_, number, "table", names[0], names[1], sentences[0], sentences[1], sources))
    return tuple(sorted(out, key=lambda g: (g.number, g.id)))


def options_of(game: Variant) -> tuple[str, ...]:
    """The variations that may be laid over a game, by id."""
    return tuple(v for v in VARIATIONS if not isinstance(build(game.id, (v,)), Refusal))


def as_json() -> list[dict[str, Any]]:
    """The list as plain values: id, V-number, kind, names, sentences, sources and what goes on top."""
    return [
        {
            "id": g.id,
            "number": g.number,
            "kind": g.kind,
            "name": {"pt": g.name_pt, "en": g.name_en},
            "sentence": {"pt": g.sentence_pt, "en": g.sentence_en},
            "sources": list(g.sources),
            "options": list(g.options),
        }
        for g in list_games()
    ]


LABELS = {
    "pt": {
        "players": "Jogadores: {a} a {b}",
        "deck": "Baralho para {n}: {deck}",
        "steps": "A mão:",
        "ladder": "Ordem das mãos: {ladder}",
        "split": "Montão: {split}",
        "special": "Além disso: {what}",
        "options": "Combina com: {what}",
        "sources": "Fontes: {what}",
    },
    "en": {
        "players": "Players: {a} to {b}",
        "deck": "Deck for {n}: {deck}",
        "steps": "The hand:",
        "ladder": "Ranking: {ladder}",
        "split": "Pot: {split}",
        "special": "Besides: {what}",
        "options": "Goes with: {what}",
        "sources": "Sources: {what}",
    },
}


def explain(
    game: str, players: int = 4, *, variations: Sequence[str] = (), options: Options | None = None, lang: str = "pt-BR"
) -> str:
    """A game in plain words: streets, deck for so many, ladder, split; or the refusal of what does not exist."""
    options = options or Options()
    built = build(game, variations)
    if isinstance(built, Refusal):
        return refusal_sentence(built, lang)
    say = LABELS[tongue(lang)]
    english = tongue(lang) == "en"
    out = [
        f"{built.number} {built.id}: {built.name_en if english else built.name_pt}",
        built.sentence_en if english else built.sentence_pt,
        say["players"].format(a=built.least_players, b=built.most_players),
        say["deck"].format(n=players, deck=deck_words(built, players, options, lang)),
        say["steps"],
        *(f"  {i}. {step_words(step, lang)}" for i, step in enumerate(built.steps, start=1)),
        say["split"].format(split=split_words(built, lang)),
    ]
    deck = deck_of(built, players, options)
    if built.counted != "points" and not isinstance(deck, Refusal):
        ladder = ladder_for(deck.low, options, built.hand_set)
        wild = bool(built.wild or built.wild_fixed or deck.jokers)
        out.append(say["ladder"].format(ladder=ladder_words(ladder, lang, five=wild)))
    special = special_words(built, lang)
    if special:
        out.append(say["special"].format(what="; ".join(special)))
    goes = options_of(built) if game in GAMES and not variations else ()
    if goes:
        out.append(say["options"].format(what=", ".join(goes)))
    out.append(say["sources"].format(what=", ".join(built.sources)))
    return "\n".join(out)


def ladder_words(ladder: Ladder, lang: str, *, five: bool) -> str:
    """The ladder in one line, best first; five of a kind only where wild cards make it possible (R-023)."""
    words = CATEGORY_WORDS[tongue(lang)]
    return " > ".join(words[c].one for c in ladder.categories if five or c != "five")


def games_text(lang: str = "pt-BR") -> str:
    """The list as lines: number, id, name and sentence."""
    listed = list_games()
    wide = max(len(g.id) for g in listed)
    return "\n".join(f"{g.number}  {g.id:<{wide}}  {g.name(lang)}: {g.sentence(lang)}" for g in listed)
