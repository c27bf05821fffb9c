"""Every game of the rule book, and its commonest combinations, played to the end through HTTP phones.

`--eyes truth` here: no pictures, so that a hundred hands take minutes; the same demo's default is the real recogniser,
which three of these games are played with as well.
"""

from __future__ import annotations

import pytest

from assistant.demo import DemoSettings, run_demo
from assistant.games_cli import list_games

EVERY_GAME = [g.id for g in list_games()]  # V-01 to V-52

# Overlays and house options that tables lay over the basic games, by the compatibility table of the games' document
COMBINATIONS = [
    "fechado+curinga",
    "fechado+miseria",
    "fechado+high_low",
    "fechado+curinga+miseria",
    "fechado+abertura_minima+curinga",
    "fechado+abertura_minima+reembaralho",
    "fechado+quem_da_manda+premiacao",
    "fechado draw_stock=stub_plus_discards",
    "fechado structure=pot_limit muck=losers_may_muck",
    "fechado+abertura_minima four_first_only=true",
    "poquer+curinga muck=losers_may_muck",
    "escuro+curinga",
    "escuro+high_low escuro_volunteers=true",
    "stick5+obrigacao",
    "stick5+ultima_fechada",
    "stick5+curinga",
    "stick5 structure=fixed_limit",
    "stickao+obrigacao",
    "stickao+ultima_fechada muck=losers_may_muck",
    "stickao+chicago",
    "stickao+san_francisco+obrigacao",
    "stickao+tudo_aberto",
    "stickao+miseria",
    "stickao+high_low",
    "stickao+leilao",
    "stickao+follow_the_queen",
    "stickao+beisebol+assassino",
    "stick7+stickao seven_card_select=player_discards",
    "stick7+stickao+chicago+obrigacao",
    "anaconda+anaconda_alta+premiacao",
]
# Between them these ask every kind of question: words, numbers, cards to pick, hidden bids, yes or no, games, ready
EVERY_KIND = [
    "fechado",
    "trees",
    "escuro+high_low escuro_volunteers=true",
    "leilao_aposta",
    "twist",
    "segunda_fechada",
    "anaconda",
    "roll_your_neighbor",
    "treze",
    "quem_da_manda",
    "beisebol",
    "sorteio_lugares",
]


def play(played: str, capsys: pytest.CaptureFixture[str], *, seed: int, eyes: str = "truth", hands: int = 1) -> str:
    """One demo to its end; its books must close. Returns what it told."""
    game, *options = played.split(" ")
    settings = DemoSettings(
        game=game, seats=4, hands=hands, seed=seed, fast=True, headless=True, eyes=eyes, options=tuple(options)
    )
    status = run_demo(settings)
    told = capsys.readouterr()
    assert status == 0, told.out[-2500:] + told.err
    return told.out.replace("\n", " ")


def ended(told: str, hands: int = 1) -> None:
    """As many hands as wanted were played, and no card had to be typed in."""
    assert f"{hands} mão(s) jogada(s)" in told and ", 0 carta(s) digitada(s)" in told, told[-2500:]


@pytest.mark.parametrize("played", EVERY_KIND)
def test_every_kind_of_question_is_answered_on_phones(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    ended(play(played, capsys, seed=5))


@pytest.mark.slow
@pytest.mark.parametrize("played", [*EVERY_GAME, *COMBINATIONS])
def test_every_game_and_the_commonest_combinations_are_played_to_the_end(
    played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play(played, capsys, seed=EVERY_GAME.index(played) if played in EVERY_GAME else 90)
    ended(told)


@pytest.mark.slow
@pytest.mark.parametrize("played", ["fechado", "anaconda", "stick_troca"])
def test_exchanges_and_passes_are_followed_by_the_real_recogniser(
    played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = play(played, capsys, seed=4, eyes="camera")
    assert "1 mão(s) jogada(s)" in told, told[-2500:]


def test_there_are_thirty_combinations_and_every_number_of_the_games_document() -> None:
    assert len(COMBINATIONS) == 30 == len(set(COMBINATIONS))
    assert {g.number for g in list_games()} == {f"V-{n:02d}" for n in range(1, 53)}
