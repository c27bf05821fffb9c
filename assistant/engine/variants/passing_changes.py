"""The options of the passing game (V-41 to V-46)."""

from __future__ import annotations

from dataclasses import replace

from assistant.engine.game import Ante, Bet, Deal, Discard, Order, Pass, Roll, Step, Variant, Variation
from assistant.engine.refusal import Refusal
from assistant.engine.variants.overlays import senseless
from assistant.engine.variants.passing import rolled, turned_passes


def _passes(game: Variant, passes: tuple[Step, ...]) -> Variant:
    rest = [s for s in game.steps if not isinstance(s, Pass)]
    at = next(i for i, s in enumerate(rest) if isinstance(s, Deal)) + 1
    return game.with_steps((*rest[:at], *passes, *rest[at:]))


def quatro(game: Variant) -> Variant | Refusal:
    """Four players: three to the left, two across, one to the right (V-41)."""
    if sum(isinstance(s, Pass) for s in game.steps) != 3 or any(
        isinstance(s, Bet) and s.speak == "left" for s in game.steps
    ):
        return senseless("needs_plain_passes", "V-41", game)
    return replace(_passes(game, turned_passes(("left", "across", "right"))), most_players=4, least_players=4)


def direita(game: Variant) -> Variant | Refusal:
    """All passes to the right (V-42)."""
    if game.least_players == 4:
        return senseless("needs_plain_passes", "V-42", game)
    return game.with_steps(replace(s, direction="right") if isinstance(s, Pass) else s for s in game.steps)


def sete(game: Variant) -> Variant | Refusal:
    """No discard: seven cards rolled, six betting rounds (V-43)."""
    if not any(isinstance(s, Discard) for s in game.steps):
        return senseless("built_in", "V-43", game)
    head = game.steps[: next(i for i, s in enumerate(game.steps) if isinstance(s, Discard))]
    if any(isinstance(s, Bet) for s in head):
        return senseless("no_rolling_bets", "V-44", game)
    return game.with_steps((*head, *rolled(7)))


def aposta_nos_passes(game: Variant) -> Variant | Refusal:
    """A bet after each pass, then all cards turned at once (V-44)."""
    if not any(isinstance(s, Discard) for s in game.steps):
        return senseless("no_rolling_bets", "V-44", game)
    passes = [s for s in game.steps if isinstance(s, Pass)]
    steps: list[Step] = [Ante(), Deal(7, up=False)]
    for i, step in enumerate(passes):
        steps += [step, Bet("left", "last" if i == len(passes) - 1 else "street")]
    return game.with_steps((*steps, Discard(2), Order(), Roll(count=5)))


def so_alta(game: Variant) -> Variant | Refusal:
    """The whole pot to the high hand (V-45)."""
    return _whole(game, "high")


def so_baixa(game: Variant) -> Variant | Refusal:
    """The whole pot to the low hand (V-45)."""
    return _whole(game, "low")


def _whole(game: Variant, want: str) -> Variant | Refusal:
    if game.split != "highlow" or game.counted != "five":
        return senseless("one_split_at_a_time", "V-45", game)
    return replace(game, split="single", want=want)


def colorida(game: Variant) -> Variant | Refusal:
    """Seven cards rolled, with the points of Colorido (V-46)."""
    whole = game if not any(isinstance(s, Discard) for s in game.steps) else sete(game)
    if isinstance(whole, Refusal):
        return whole
    if whole.split != "highlow":
        return senseless("one_split_at_a_time", "V-46", game)
    by_points = (replace(s, speak="points") if isinstance(s, Bet) else s for s in whole.steps)
    return replace(whole, steps=tuple(by_points), counted="points", speech="colorido")


def _v(id: str, number: str, pt: str, en: str, sentences: tuple[str, str], apply: object) -> Variation:
    return Variation(id, number, pt, en, sentences[0], sentences[1], ("000",), apply)  # type: ignore[arg-type]


VARIATIONS = (
    _v(
        "anaconda_quatro",
        "V-41",
        "Passagem a quatro",
        "Passing for four",
        (
            "Com quatro: três cartas para a esquerda, duas para a frente, uma para a direita.",
            "With four: three cards to the left, two across, one to the right.",
        ),
        quatro,
    ),
    _v(
        "anaconda_direita",
        "V-42",
        "Sempre para a direita",
        "Always to the right",
        ("Todas as passagens para a direita.", "All passes to the right."),
        direita,
    ),
    _v(
        "anaconda_sete",
        "V-43",
        "Todas as sete",
        "All seven",
        ("Não se descarta: viram-se as sete, com seis apostas.", "No discard: all seven are turned, with six bets."),
        sete,
    ),
    _v(
        "anaconda_apostas",
        "V-44",
        "Aposta nos passes",
        "Bet after passes",
        (
            "Aposta-se depois de cada passagem, e as cartas viram-se todas de uma vez.",
            "There is a bet after each pass, and all cards are turned at once.",
        ),
        aposta_nos_passes,
    ),
    _v(
        "anaconda_alta",
        "V-45",
        "Só a mão alta",
        "High only",
        ("O montão inteiro é da mão alta.", "The whole pot goes to the high hand."),
        so_alta,
    ),
    _v(
        "anaconda_baixa",
        "V-45",
        "Só a mão baixa",
        "Low only",
        ("O montão inteiro é da mão baixa.", "The whole pot goes to the low hand."),
        so_baixa,
    ),
    _v(
        "anaconda_colorida",
        "V-46",
        "Anaconda colorida",
        "Coloured Anaconda",
        (
            "Viram-se as sete e contam os pontos do Colorido, do maior e do menor.",
            "All seven are turned and the points of Coloured Poker count, most and fewest.",
        ),
        colorida,
    ),
)
