"""Family E: passing and rolling (V-40 to V-48)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Bet, Deal, Direction, Discard, Order, Pass, Roll, SpeakRule, Step, Variant

PASSES = (Pass(3), Pass(2), Pass(1))


def rolled(cards: int, speak: SpeakRule = "high") -> tuple[Step, ...]:
    """The pile is ordered and turned card by card, a bet after each but the last (V-40)."""
    out: list[Step] = [Order()]
    for street in range(1, cards):
        out += [Roll(), Bet(speak, "last" if street == cards - 1 else "street", street=street)]
    return (*out, Roll())


def turned_passes(directions: tuple[Direction, ...]) -> tuple[Pass, ...]:
    """Three, two and one card passed in these directions."""
    return tuple(Pass(3 - i, d) for i, d in enumerate(directions))


ANACONDA = Variant(
    id="anaconda",
    number="V-40",
    name_pt="Jogo de passagem (Anaconda)",
    name_en="Anaconda",
    sentence_pt="Sete cartas; passam-se três, duas e uma à esquerda; as cinco que ficam viram-se uma a uma.",
    sentence_en="Seven cards, three, two and one passed to the left; the five kept are turned one by one with bets.",
    sources=("000",),
    family="E",
    group="anaconda",
    steps=(Ante(), Deal(7, up=False), *PASSES, Discard(2), *rolled(5)),
    split="highlow",
    deck="full",
    cards_each=7,
    most_players=7,
    speech="stick5",
)

ROLL_YOUR_OWN = Variant(
    id="roll_your_own",
    number="V-47",
    name_pt="Roll Your Own",
    name_en="Roll Your Own",
    sentence_pt="Três fechadas; a cada rodada cada um vira a que quiser e recebe outra, até quatro abertas.",
    sentence_en="Three closed cards; each round everyone turns one of his choice and gets another, up to four open.",
    sources=("000",),
    family="E",
    group="roll",
    steps=(
        Ante(),
        Deal(3, up=False),
        Roll("own"),
        Bet("high", street=1),
        Deal(1, up=False),
        Roll("own"),
        Bet("high", street=2),
        Deal(1, up=False),
        Roll("own"),
        Bet("high", street=3),
        Deal(1, up=False),
        Roll("own"),
        Bet("high", street=4),
        Deal(1, up=False),
        Bet("high", "last", street=4),
        Discard(2, named=True),
    ),
    deck="full",
    cards_each=7,
    most_players=7,
    speech="stick5",
)


def _pointed(step: Step) -> Step:
    return replace(step, who="neighbour") if isinstance(step, Roll) else step


ROLL_YOUR_NEIGHBOR = replace(
    ROLL_YOUR_OWN,
    id="roll_your_neighbor",
    number="V-48",
    name_pt="Roll Your Neighbor",
    name_en="Roll Your Neighbor",
    sentence_pt="Como Roll Your Own, mas cada um aponta a carta que o vizinho da esquerda vira.",
    sentence_en="As Roll Your Own, but each points at the card his left neighbour turns; two do not count in the end.",
    steps=(*(_pointed(s) for s in ROLL_YOUR_OWN.steps[:-1]), Roll("neighbour", last=True)),
)

GAMES = (ANACONDA, ROLL_YOUR_OWN, ROLL_YOUR_NEIGHBOR)
