"""Decks by number of players (R-003 to R-010)."""

from __future__ import annotations

import pytest

from assistant.engine.deck import Deck, DeckError, deck_for
from assistant.engine.options import Options


@pytest.mark.parametrize("players", range(2, 10))
def test_r003_rule_of_eleven(players: int) -> None:
    deck = deck_for(players, 5, Options())
    assert deck.size == 4 * (players + 4)
    assert deck.low == "23456789TJQKA"[11 - players - 2]
    assert not deck.raised_by_guard


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [("tabela_001_40", [32, 32, 32, 40, 44, 52]), ("tabela_001_36", [32, 32, 32, 36, 44, 52])],
)
def test_r004_the_table_of_001(rule: str, sizes: list[int]) -> None:
    options = Options(deck_rule=rule)
    assert [deck_for(n, 5, options).size for n in range(2, 8)] == sizes
    with pytest.raises(DeckError) as e:
        deck_for(8, 5, options)
    assert e.value.code == "players_out_of_range"


def test_r005_full_deck_for_up_to_ten() -> None:
    options = Options(deck_rule="completo_52")
    assert all(deck_for(n, 5, options).size == 52 for n in range(2, 11))


@pytest.mark.parametrize(("players", "code"), [(1, "players_out_of_range"), (11, "players_out_of_range")])
def test_r008_nobody_plays_alone_and_not_more_than_ten(players: int, code: str) -> None:
    with pytest.raises(DeckError) as e:
        deck_for(players, 4, Options(deck_rule="completo_52"))
    assert e.value.code == code


@pytest.mark.parametrize(
    ("stick", "players", "low", "raised"),
    [
        ("sem_seis", 5, "6", False),
        ("sem_seis", 6, "7", False),
        ("sem_seis", 7, "6", True),
        ("sem_seis", 9, "3", True),
        ("sem_seis", 10, "2", True),
        ("sem_sete", 6, "7", True),
        ("regra_do_11", 6, "5", False),
        ("completo_52", 6, "2", False),
    ],
)
def test_r006_r007_stick_from_six_players_on(stick: str, players: int, low: str, raised: bool) -> None:
    deck = deck_for(players, 5, Options(stick_deck=stick), game="stick5")
    assert (deck.low, deck.raised_by_guard) == (low, raised)


def test_r007_the_guard_brings_ranks_back_until_everybody_can_be_dealt() -> None:
    assert deck_for(6, 7, Options()) == Deck("4", 0, True)
    with pytest.raises(DeckError) as e:
        deck_for(8, 7, Options(deck_rule="completo_52"))
    assert e.value.code == "not_enough_cards"
    assert e.value.sentence("pt-BR") == "8 jogadores com 7 cartas pedem 56 cartas; o baralho tem 52"


def test_r169_the_house_may_waive_the_guard() -> None:
    assert deck_for(8, 7, Options(deck_rule="completo_52"), waive_guard=True).size == 52
    assert deck_for(7, 5, Options(), game="stick5", waive_guard=True).low == "7"


def test_r009_jokers_do_not_count_towards_the_deck() -> None:
    deck = deck_for(5, 5, Options(jokers=4))
    assert (deck.size, len(deck.cards), deck.jokers) == (36, 40, 4)
    assert deck_for(5, 5, Options(), jokers=2).jokers == 2


@pytest.mark.parametrize("game", ["beisebol", "beisebol_cego"])
def test_r010_beisebol_needs_threes_and_fours(game: str) -> None:
    with pytest.raises(DeckError) as e:
        deck_for(6, 5, Options(), game=game)
    assert e.value.code == "missing_ranks"
    assert "Três e Quatro" in e.value.sentence("pt-BR")
    assert deck_for(8, 5, Options(), game=game).low == "3"


def test_r010_position_poker_needs_the_two_only_on_the_fixed_scale() -> None:
    with pytest.raises(DeckError):
        deck_for(7, 5, Options(), game="position_poker")
    assert deck_for(7, 5, Options(position_scale="deck"), game="position_poker").low == "4"


def test_r010_is_checked_after_the_guard() -> None:
    assert deck_for(7, 7, Options(), game="beisebol").low == "2"
