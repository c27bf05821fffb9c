"""Family D: games of points (V-38, V-39)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Bet, Deal, Step, Swap, Variant


def point_streets(closed: int, first_open: int, more: int) -> tuple[Step, ...]:
    """The deal of seven-card Stick with speech by points (R-153)."""
    out: list[Step] = [Ante(), Deal(closed, up=False), Deal(first_open, up=True, street=1), Bet("points", street=1)]
    for street in range(2, more + 2):
        last = street == more + 1
        out += [Deal(1, up=True, street=street), Bet("points", "last" if last else "street", street=street)]
    return tuple(out)


COLORIDO = Variant(
    id="colorido",
    number="V-38",
    name_pt="Pôquer colorido",
    name_en="Coloured Poker",
    sentence_pt="Duas fechadas e cinco abertas; só as pretas dão pontos, e o montão é do maior e do menor total.",
    sentence_en="Two closed and five open cards; only black cards score; most and fewest share the pot.",
    sources=("000",),
    family="D",
    group="colorido",
    steps=point_streets(2, 1, 4),
    split="highlow",
    deck="full",
    cards_each=7,
    most_players=7,
    speech="colorido",
    counted="points",
)

TWIST = replace(
    COLORIDO,
    id="twist",
    number="V-39",
    name_pt="Twist",
    name_en="Twist",
    sentence_pt="Colorido; no fim cada um pode trocar uma carta pagando, e aposta-se de novo se alguém trocou.",
    sentence_en="Coloured Poker; in the end each may pay to exchange one card, with another bet if anybody did.",
    steps=(
        *COLORIDO.steps[:-1],
        Bet("points", street=5),
        Swap(cost_open=1, cost_closed=2, cost_hidden=1, choose=True),
        Bet("points", "last", street=5, if_exchanged=True),
    ),
    cards_each=8,
    most_players=6,
)

GAMES = (COLORIDO, TWIST)
