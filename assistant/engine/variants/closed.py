"""Family A: closed games (V-01 to V-13)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Bet, Deal, Draw, Posts, Trees, Variant

DRAW_WORDS = (True, "drop")  # draw games know mesa and passo

POQUER = Variant(
    id="poquer",
    number="V-01",
    name_pt="Pôquer",
    name_en="Straight Poker",
    sentence_pt="Cinco cartas fechadas, uma só rodada de apostas, sem troca e sem pingo.",
    sentence_en="Five closed cards, a single betting round, no draw and no ante.",
    sources=("000", "003"),
    family="A",
    group="closed",
    steps=(Deal(5, up=False), Bet("left", "last")),
    deck="full",
    cards_each=5,
    most_players=10,
    words=(False, "check"),
)

FECHADO = Variant(
    id="fechado",
    number="V-06",
    name_pt="Pôquer fechado",
    name_en="Draw Poker",
    sentence_pt="Cinco cartas fechadas, apostas, uma troca de cartas e apostas de novo.",
    sentence_en="Five closed cards, a betting round, one draw and a betting round again.",
    sources=("000", "001", "002", "003"),
    family="A",
    group="closed",
    steps=(Ante(), Deal(5, up=False), Bet("left", "first"), Draw(), Bet("opener", "last")),
    cards_each=5,
    most_players=9,
    words=DRAW_WORDS,
)

ESCURO = replace(
    FECHADO,
    id="escuro",
    group="escuro",
    number="V-10",
    name_pt="Pôquer no escuro",
    name_en="Darkness",
    sentence_pt="Fechado com pingos dobrados no escuro; o último a pôr fala por último e manda nos aumentos.",
    sentence_en="Draw poker with doubling blind posts; the last to post speaks last and rules the raises.",
    sources=("000", "002", "003"),
    steps=(
        Posts(),
        Deal(5, up=False),
        Bet("escurante", "first", raise_right="before", words=(False, None)),
        Draw(),
        Bet("escurante", "last", raise_right="after", words=(True, None)),
    ),
)

FIVE_DRAW = replace(
    FECHADO,
    id="five_draw",
    number="V-11",
    name_pt="5-Draw",
    name_en="5-Draw",
    sentence_pt="Fechado em que só três das cinco cartas podem ser vistas antes da troca, e até três se trocam.",
    sentence_en="Draw poker in which only three of the five cards may be seen, and exchanged, before the draw.",
    sources=("000",),
    steps=(
        Ante(),
        Deal(5, up=False, aside=2),
        Bet("left", "first"),
        Draw("five_draw"),
        Bet("opener", "last"),
    ),
)

SEIS_PARA_CINCO = replace(
    FECHADO,
    id="seis_para_cinco",
    number="V-12",
    name_pt="Seis para cinco",
    name_en="Six for Five",
    sentence_pt="Fechado com seis cartas; na troca volta uma a menos, e ficam cinco.",
    sentence_en="Draw poker with six cards; one fewer comes back in the draw, so five remain.",
    sources=("000",),
    steps=(
        Ante(),
        Deal(6, up=False),
        Bet("left", "first"),
        Draw("seis_para_cinco"),
        Bet("opener", "last"),
    ),
    cards_each=6,
    most_players=8,
)

TREES = replace(
    FECHADO,
    id="trees",
    number="V-13",
    name_pt="Trees",
    name_en="Trees",
    sentence_pt="Fechado em que trocam entre si dois jogadores que queiram o mesmo número de cartas.",
    sentence_en="Draw poker in which two players who want the same number of cards swap them.",
    sources=("000",),
    steps=(Ante(), Deal(5, up=False), Bet("left", "first"), Trees(), Bet("opener", "last")),
)

GAMES = (POQUER, FECHADO, ESCURO, FIVE_DRAW, SEIS_PARA_CINCO, TREES)
