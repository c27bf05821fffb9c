"""Variations of what wins, of the deck and of the draw (V-02 to V-09, V-15, V-20 to V-23, V-51)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant.engine.game import Bet, Draw, PickGame, Variant, Variation
from assistant.engine.refusal import Allowed, Refusal

Change = Callable[[Variant], Variant | Refusal]


def senseless(code: str, rule: str, game: Variant, **params: str | int) -> Refusal:
    """The refusal of a combination that makes no sense, with its reason."""
    return Refusal(code, {"game": game.id, **params}, (Allowed(f"game:{game.id}"),), rule)


def _one_split(game: Variant) -> Refusal | None:
    if game.want != "high" or game.split != "single":
        return senseless("one_split_at_a_time", "R-053", game)
    return None


def miseria(game: Variant) -> Variant | Refusal:
    """The lowest hand wins (R-050)."""
    return _one_split(game) or replace(game, want="low")


def high_low(game: Variant) -> Variant | Refusal:
    """Half to the highest, half to the lowest; five cards may be drawn (R-053)."""
    return _one_split(game) or replace(game, split="highlow")


def suit_half(split: str, want: str) -> Change:
    """Half to the hand, half to the closed suit card (R-060, R-061)."""

    def apply(game: Variant) -> Variant | Refusal:
        return _one_split(game) or replace(game, split=split, want=want)

    return apply


def curinga(game: Variant) -> Variant | Refusal:
    """Two jokers, unless the house says how many (R-009, R-023)."""
    return replace(game, jokers=2)


def quem_da_manda(game: Variant) -> Variant | Refusal:
    """The carteador names normal, Miséria or High-Low before the pingo (R-054)."""
    return replace(game, steps=(PickGame(), *game.steps))


def with_options(**options: object) -> Change:
    """House options a variation implies; the table's own word still goes first."""

    def apply(game: Variant) -> Variant | Refusal:
        return replace(game, options={**game.options, **options})

    return apply


def needs_draw(change: Change) -> Change:
    """Only where cards are exchanged against the stock."""

    def apply(game: Variant) -> Variant | Refusal:
        if not any(isinstance(s, Draw) for s in game.steps):
            return senseless("needs_draw", "R-162", game)
        return change(game)

    return apply


def needs_opener(change: Change) -> Change:
    """Only where a first round with mesa decides who opens."""

    def apply(game: Variant) -> Variant | Refusal:
        if not any(isinstance(s, Bet) and s.round == "first" for s in game.steps):
            return senseless("needs_first_round", "R-121", game)
        return change(game)

    return apply


def stickao(game: Variant) -> Variant | Refusal:
    """Every combination counts (R-025)."""
    if game.hand_set != "pairs_only":
        return senseless("built_in", "R-025", game)
    return replace(game, hand_set="standard")


def premiacao(game: Variant) -> Variant | Refusal:
    """Prizes for made games besides the pot (R-200)."""
    if game.counted != "five":
        return senseless("no_combinations", "R-200", game)
    return replace(game, overlay=game.overlay | {"premiacao"})


VARIATIONS = (
    Variation(
        "curinga",
        "V-02",
        "Curinga",
        "Jokers",
        "Dois curingas no baralho (ou de um a quatro); cada um vale a carta que melhor servir.",
        "Two jokers in the deck (or one to four); each stands for whatever card serves best.",
        ("000", "001", "003"),
        curinga,
    ),
    Variation(
        "miseria",
        "V-03",
        "Miséria",
        "Misery",
        "Ganha a mão mais baixa.",
        "The lowest hand wins.",
        ("000", "002", "003"),
        miseria,
    ),
    Variation(
        "high_low",
        "V-04",
        "High-Low",
        "High-Low",
        "Metade para a mão mais alta, metade para a mais baixa.",
        "Half to the highest hand, half to the lowest.",
        ("000", "002", "003"),
        high_low,
    ),
    Variation(
        "quem_da_manda",
        "V-05",
        "Quem dá manda",
        "Whoever deals, orders",
        "O carteador diz antes do pingo se a mão é normal, Miséria ou High-Low.",
        "Before the ante the dealer says whether the hand is normal, Misery or High-Low.",
        ("000", "003"),
        quem_da_manda,
    ),
    Variation(
        "reembaralho",
        "V-07",
        "Troca com reembaralho",
        "Draw with reshuffle",
        "As cartas de quem saiu voltam ao monte antes da troca.",
        "The hands of those who left go back into the stock before the draw.",
        ("000", "002", "003"),
        needs_draw(with_options(draw_stock="stub_plus_folded")),
    ),
    Variation(
        "abertura_minima",
        "V-08",
        "Abertura mínima",
        "Minimum opener",
        "Só abre quem tem par de Valetes ou melhor; a cada mão passada a exigência sobe.",
        "Only a pair of Jacks or better opens; each hand passed out raises the requirement.",
        ("000", "002", "003"),
        needs_opener(with_options(opener="progressive")),
    ),
    Variation(
        "stickao",
        "V-15",
        "Stickão",
        "Big Stick",
        "Valem todas as combinações, e falam também as possíveis.",
        "Every combination counts, and possible ones speak too.",
        ("000", "002", "003"),
        stickao,
    ),
    Variation(
        "chicago",
        "V-20",
        "Chicago",
        "Chicago",
        "Metade para a melhor mão, metade para a maior espada fechada.",
        "Half to the best hand, half to the highest closed spade.",
        ("000",),
        suit_half("chicago", "high"),
    ),
    Variation(
        "chicago_miseria",
        "V-21",
        "Chicago Miséria",
        "Chicago Misery",
        "Metade para a mão mais baixa, metade para a menor espada fechada.",
        "Half to the lowest hand, half to the lowest closed spade.",
        ("000",),
        suit_half("chicago", "low"),
    ),
    Variation(
        "san_francisco",
        "V-22",
        "San Francisco",
        "San Francisco",
        "Metade para a melhor mão, metade para a maior copas fechada.",
        "Half to the best hand, half to the highest closed heart.",
        ("000",),
        suit_half("san_francisco", "high"),
    ),
    Variation(
        "san_francisco_miseria",
        "V-23",
        "San Francisco Miséria",
        "San Francisco Misery",
        "Metade para a mão mais baixa, metade para a menor copas fechada.",
        "Half to the lowest hand, half to the lowest closed heart.",
        ("000",),
        suit_half("san_francisco", "low"),
    ),
    Variation(
        "premiacao",
        "V-51",
        "Premiação",
        "Prizes",
        "Jogos feitos ganham prêmio de cada um dos outros, além do montão.",
        "Made games win a prize from each of the others, besides the pot.",
        ("002",),
        premiacao,
    ),
)
