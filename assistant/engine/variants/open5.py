"""Family B: open games of five cards (V-14 to V-32)."""

from __future__ import annotations

from assistant.engine.game import Ante, Bet, Deal, Step, Variant


def streets(first: tuple[Step, ...], open_streets: int, start: int = 1) -> tuple[Step, ...]:
    """``first`` deal and its betting, then one open card and a betting round a street, the last round last."""
    out: list[Step] = [Ante(), *first]
    last = start + open_streets - 1
    for street in range(start, last + 1):
        if street > start:
            out.append(Deal(1, up=True, street=street))
        out.append(Bet("high", "last" if street == last else "street", street=street))
    return tuple(out)


STICK5 = Variant(
    id="stick5",
    number="V-14",
    name_pt="Stick de cinco cartas",
    name_en="Five-card Stick",
    sentence_pt="Uma carta fechada e quatro abertas, uma aposta a cada carta aberta; só contam pares, trincas e afins.",
    sentence_en="One closed card and four open ones, a bet on each open card; only pairs and their kin count.",
    sources=("000", "002", "003"),
    family="B",
    group="stick5",
    steps=streets((Deal(1, up=False), Deal(1, up=True, street=1)), 4),
    hand_set="pairs_only",
    deck="stick",
    cards_each=5,
    most_players=10,
)

STICKAO = Variant(
    id="stickao",
    number="V-15",
    name_pt="Stickão",
    name_en="Big Stick",
    sentence_pt="Stick em que valem todas as combinações; da terceira aberta em diante falam também as possíveis.",
    sentence_en="Stick in which every combination counts; from the third open card on possible ones speak too.",
    sources=("000", "002", "003"),
    family="B",
    group="stick5",
    steps=STICK5.steps,
    hand_set="standard",
    deck="stick",
    cards_each=5,
    most_players=10,
)

GAMES = (STICK5, STICKAO)
