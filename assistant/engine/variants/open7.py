"""Family C: open games of seven cards (V-33 to V-37)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Bet, Deal, Swap, Variant
from assistant.engine.variants.open5 import streets

STICK7 = Variant(
    id="stick7",
    number="V-33",
    name_pt="Stick de sete cartas",
    name_en="Seven-card Stick",
    sentence_pt="Duas cartas fechadas e cinco abertas, uma aposta a cada carta aberta; contam cinco das sete.",
    sentence_en="Two closed cards and five open ones, a bet on each open card; five of the seven count.",
    sources=("000",),
    family="C",
    group="stick7",
    steps=streets((Deal(2, up=False), Deal(1, up=True, street=1)), 5),
    hand_set="pairs_only",
    cards_each=7,
    most_players=7,
    speech="stick7",
)

SEIS_ABERTO = replace(
    STICK7,
    id="seis_aberto",
    number="V-34",
    name_pt="Seis aberto",
    name_en="Six Open",
    sentence_pt="Stick de sete em que as três primeiras são uma fechada e duas abertas: seis abertas no fim.",
    sentence_en="Seven-card Stick whose first three cards are one closed and two open: six open in the end.",
    steps=streets((Deal(1, up=False), Deal(2, up=True, street=1)), 5),
)

STICK7_TROCA = replace(
    STICK7,
    id="stick_troca",
    number="V-35",
    name_pt="Stick com troca",
    name_en="Stick with exchange",
    sentence_pt="Stick de sete; depois da última aposta cada um pode trocar uma carta, e aposta-se de novo.",
    sentence_en="Seven-card Stick; after the last bet each may exchange one card, and there is another bet.",
    steps=(*STICK7.steps[:-1], Bet("high", street=5), Swap(), Bet("high", "last", street=5)),
    cards_each=8,
    most_players=6,
)

STICK7_TROCAS = replace(
    STICK7,
    id="stick7_trocas",
    number="V-36",
    name_pt="Stick de sete com duas trocas",
    name_en="Seven-card Stick with two exchanges",
    sentence_pt="Duas fechadas e três abertas, e duas trocas de uma carta, sempre com aposta: cinco na mão.",
    sentence_en="Two closed and three open cards, and twice one card is exchanged, always with a bet: five in hand.",
    sources=("002", "003"),
    steps=(
        Ante(),
        Deal(2, up=False),
        Deal(1, up=True, street=1),
        Bet("high", street=1),
        Deal(1, up=True, street=2),
        Bet("high", street=2),
        Deal(1, up=True, street=3),
        Bet("high", street=3),
        Swap(),
        Bet("high", street=3),
        Swap(),
        Bet("high", "last", street=3),
    ),
)

STUD7 = replace(
    STICK7,
    id="stud7",
    group="stud7",
    number="V-37",
    name_pt="Stud de sete cartas",
    name_en="Seven-card stud",
    sentence_pt="Duas fechadas e uma aberta, três abertas e a última fechada, com limite; a menor carta abre.",
    sentence_en="Two closed and one open, three open and the last closed, in fixed limit; the lowest card opens.",
    sources=("004",),
    steps=(
        Ante(),
        Deal(2, up=False),
        Deal(1, up=True, street=3),
        Bet("low", street=3, bring_in=True),
        Deal(1, up=True, street=4),
        Bet("high", street=4),
        Deal(1, up=True, street=5),
        Bet("high", street=5),
        Deal(1, up=True, street=6),
        Bet("high", street=6),
        Deal(1, up=False, street=7),
        Bet("high", "last", street=7),
    ),
    hand_set="standard",
    deck="full",
    most_players=8,
    stock_guard=False,
    speech="stud7",
    options={"structure": "fixed_limit"},
)

GAMES = (STICK7, SEIS_ABERTO, STICK7_TROCA, STICK7_TROCAS, STUD7)
