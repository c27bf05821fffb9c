"""Games and variations as data: every V-number has an id, combinations are built or refused with the reason."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hand_table import begin

from assistant.engine.game import Bet, Deal, Variant
from assistant.engine.game_words import DESCRIBE, step_words
from assistant.engine.hand import start_hand
from assistant.engine.hand_flow import BEGIN
from assistant.engine.hand_setup import deck_of
from assistant.engine.options import Options
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.engine.variants import BASE_OF, GAMES, VARIATIONS, build
from assistant.engine.variants.compat import EXCLUDED, GROUPS, TABLE
from assistant.games_cli import as_json, explain, games_text, list_games

IDS = ("fechado", "stick5", "stick7", "stud7", "five_draw", "seis_para_cinco", "seis_aberto", "colorido", "treze")


def built(game: str, *variations: str) -> Variant:
    made = build(game, variations)
    assert isinstance(made, Variant), refusal_sentence(made, "pt-BR")
    return made


def refused(game: str, *variations: str) -> str:
    no = build(game, variations)
    assert isinstance(no, Refusal)
    assert refusal_sentence(no, "pt-BR") and refusal_sentence(no, "en") and no.allowed
    return no.code


def test_every_number_of_the_games_document_has_an_id() -> None:
    listed = list_games()
    assert {g.number for g in listed} == {f"V-{n:02d}" for n in range(1, 53)}
    assert len({g.id for g in listed}) == len(listed)
    assert set(IDS) <= {g.id for g in listed}
    assert all(g.sentence_pt and g.sentence_en and g.sources for g in listed)
    assert {g["id"]: g["number"] for g in as_json()}["stickao"] == "V-15"
    assert "stick5" in games_text() and "Five-card Stick" in games_text("en")


@pytest.mark.parametrize("name", [*GAMES, *VARIATIONS, "fechado_high_low", "quem_da_manda"])
def test_every_id_can_be_played_by_name_and_explained(name: str) -> None:
    game = built(name)
    players = max(game.least_players, 3) if game.most_players >= 3 else game.most_players
    deck = deck_of(game, players, Options())
    assert not isinstance(deck, Refusal)
    for lang in ("pt-BR", "en"):
        text = explain(name, players, lang=lang)
        assert text.count("\n") >= 6 and str(deck.size + deck.jokers) in text
    assert all(step_words(s, "pt-BR") and step_words(s, "en") for s in game.steps)


def test_every_kind_of_step_has_words() -> None:
    assert set(DESCRIBE) == set(BEGIN)


def test_a_variation_is_a_function_from_game_to_game_so_they_combine() -> None:
    game = built("stick5", "stickao", "chicago_miseria", "ultima_fechada", "beisebol", "follow_the_queen")
    assert (game.hand_set, game.split, game.want, game.wild) == ("standard", "chicago", "low", "follow_the_queen")
    assert (game.open_cards, game.closed_cards) == (3, 2)
    assert game.applied == ("stickao", "chicago_miseria", "ultima_fechada", "beisebol", "follow_the_queen")
    assert [s.up for s in game.steps if isinstance(s, Deal)] == [False, True, True, True, False]


def test_V_19_tudo_aberto_bets_once_less_than_it_deals() -> None:
    for name, cards in (("stick5", 5), ("stick7", 7), ("colorido", 7)):
        game = built(name, "tudo_aberto")
        assert sum(isinstance(s, Deal) for s in game.steps) == cards
        assert sum(isinstance(s, Bet) for s in game.steps) == cards - 1


def test_the_table_of_compatibility_is_whole_and_obeyed() -> None:
    assert set(TABLE) == set(VARIATIONS) and {len(row) for row in TABLE.values()} == {len(GROUPS)}
    assert {g.group for g in GAMES.values()} == set(GROUPS)
    for variation, row in TABLE.items():
        for group, letter in zip(GROUPS, row, strict=True):
            games = [g.id for g in GAMES.values() if g.group == group]
            allowed = [g for g in games if isinstance(build(g, (variation,)), Variant)]
            assert bool(allowed) == (letter in "yh"), (variation, group)


@pytest.mark.parametrize("pair", [sorted(p) for p in EXCLUDED], ids=lambda p: "+".join(p))
def test_what_excludes_each_other_is_refused_in_either_order(pair: list[str]) -> None:
    base = next((g for g in ("stick5", "seis_aberto", "anaconda") if not isinstance(build(g, pair[:1]), Refusal)), "")
    for order in itertools.permutations(pair):
        assert refused(base, *order)


def test_combinations_that_make_no_sense_say_why() -> None:
    assert refused("stick5", "tudo_aberto", "chicago") == "nothing_closed"
    assert refused("escuro", "abertura_minima") == "pointless_here"
    assert refused("stick5", "miseria", "high_low") == "one_split_at_a_time"
    assert refused("stick5", "chicago", "san_francisco") == "one_split_at_a_time"
    assert refused("stick5", "follow_the_queen", "position_poker") == "one_wild_at_a_time"
    assert refused("stick5", "chicago", "chicago") == "same_thing_twice"
    assert refused("colorido", "curinga") == "pointless_here"
    assert refused("stick7", "cartas_substitutas") == "another_in_its_place"
    assert refused("stickao", "stickao") == "built_in"
    assert refused("anaconda", "assassino") == "left_to_the_house"
    assert refused("poquer", "reembaralho") == "needs_draw"
    assert refused("stick7", "segunda_fechada") == "needs_one_closed"
    assert refused("stick5", "bridge") == "no_such_variation"
    assert refused("bridge") == "no_such_game"
    no = build("stick5", ("tudo_aberto", "chicago"))
    assert isinstance(no, Refusal) and "tudo_aberto" in refusal_sentence(no, "pt-BR")


def test_R_010_R_006_R_009_the_deck_a_game_asks_for() -> None:
    def deck(name: str, players: int, **options: object) -> tuple[str, int, int]:
        made = deck_of(built(name), players, Options().with_(**options))
        assert not isinstance(made, Refusal), refusal_sentence(made, "pt-BR")
        return made.low, made.size, made.jokers

    assert deck("stick5", 4) == ("7", 32, 0) and deck("stickao", 6) == ("7", 32, 0)  # sixes out
    assert deck("beisebol", 4) == ("2", 52, 0) and deck("curinga", 4) == ("7", 32, 2)
    assert deck("position_poker", 4) == ("2", 52, 0) and deck("curinga", 4, jokers=1) == ("7", 32, 1)
    no = deck_of(built("treze"), 5, Options())
    assert isinstance(no, Refusal) and no.code == "wrong_number_of_players"
    no = deck_of(built("cartas_substitutas"), 7, Options())
    assert isinstance(no, Refusal)


def test_R_010_a_hand_with_a_deck_that_lacks_its_ranks_is_refused() -> None:
    start = begin("stick5").started
    for game in ("beisebol", "position_poker"):
        no = start_hand(dataclasses.replace(start, game=game))
        assert isinstance(no, Refusal) and no.code == "deck_lacks_ranks"
    fine = start_hand(dataclasses.replace(start, game="position_poker", options={"position_scale": "deck"}))
    assert not isinstance(fine, Refusal)


def test_R_070_conventions_travel_with_the_hand_and_the_tables_word_goes_first() -> None:
    state = begin("stick5", variations=("obrigacao",), obligation="all_rounds")
    assert state.core.setup.options.obligation == "all_rounds"
    assert set(BASE_OF.values()) <= set(GAMES)
