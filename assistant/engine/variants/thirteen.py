"""Family F: thirteen cards in three hands (V-49, V-50)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Arrange, Bet, Deal, Variant

TREZE = Variant(
    id="treze",
    number="V-49",
    name_pt="Treze cartas",
    name_en="Thirteen cards",
    sentence_pt="Treze cartas em três mãos, de três, cinco e cinco, cada vez maiores; valem 1/4, 1/2 e 1/4.",
    sentence_en="Thirteen cards in hands of three, five and five, each above the last; worth 1/4, 1/2, 1/4.",
    sources=("000",),
    family="F",
    group="treze",
    steps=(Ante(), Deal(13, up=False), Arrange(), Bet("left", "last")),
    split="treze",
    deck="full",
    cards_each=13,
    most_players=4,
    words=(False, "check"),
    counted="parts",
)

POLONES = replace(
    TREZE,
    id="polones",
    number="V-50",
    name_pt="Pôquer polonês",
    name_en="Polish Poker",
    sentence_pt="Treze cartas ao contrário: a mão de três é a mais forte, e em cada parte ganha a pior combinação.",
    sentence_en="Thirteen cards turned round: the hand of three is the strongest, and the worst hand wins each part.",
    want="low",
)

GAMES = (TREZE, POLONES)
