"""House rules as one document: what it takes, what it refuses in which words, and the page a table signs (R-070)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.house import KEYS, HouseError, HouseRules
from assistant.engine.house_page import game_name, house_page, reais
from assistant.engine.house_words import PAGE, PROBLEMS
from assistant.engine.options import REGISTER, Options
from assistant.engine.variants import GAMES, VARIATIONS

FULL_DOCUMENT: dict[str, Any] = {
    "name": "Mesa de quinta",
    "pingo": 2,
    "until": "02:00",
    "games": ["stick5+stickao", "beisebol", "fechado"],
    "cacife": {"chips": 100, "centavos": 5000},
    "prizes": {"straight_flush": 20, "quads": 10, "flush": 1},
    "options": {"full_vs_flush": "flush_over_full", "bet_max": 20, "cannot_open": ["escurante"]},
}

CHIPS_OF_TWO = {"smallest_chip": 2}


def faults(document: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(HouseError) as e:
        HouseRules.from_document(document)
    for lang in ("pt-BR", "en"):
        assert all(s.startswith(p.key) for s, p in zip(e.value.sentences(lang), e.value.problems, strict=True))
    return [(p.code, p.key) for p in e.value.problems]


def test_r070_a_document_reads_back_as_it_was_written() -> None:
    rules = HouseRules.from_document(FULL_DOCUMENT)
    assert rules.document() == FULL_DOCUMENT
    assert HouseRules.from_document(rules.document()) == rules
    assert (rules.pingo, rules.chip_centavos, rules.options.bet_max) == (2, 50, 20)
    assert rules.table_options() == {
        "pingo": 2,
        "full_vs_flush": "flush_over_full",
        "bet_max": 20,
        "cannot_open": ["escurante"],
    }
    bare = HouseRules.from_document({"name": "Mesa"})
    assert bare.options == Options() and bare == HouseRules.from_document(bare.document())


def test_none_may_be_written_where_the_game_decides() -> None:
    rules = HouseRules.from_document({"name": "M", "options": {"jokers": "none", "bet_max": "none"}})
    assert rules.options == Options()
    assert faults({"name": "M", "options": {"muck": "none"}}) == [("option", "options.muck")]


def test_every_fault_is_named_at_once_with_key_value_and_what_is_allowed() -> None:
    document = {
        "nome": "x",
        "pingo": -1,
        "until": "25:00",
        "games": ["stick", "stick5", "stick5", "treze+chicago"],
        "cacife": {"chips": 3, "centavos": 10, "fichas": 1},
        "prizes": {"high": 3, "quads": 0},
        "options": {"full_vs_flush": "often", "pingo": 3, "full_vs_flsh": "by_deck_40"},
    }
    assert faults(document) == [
        ("unknown_key", "nome"),
        ("pingo_on_top", "options.pingo"),
        ("option", "options.full_vs_flush"),
        ("option", "options.full_vs_flsh"),
        ("option", "pingo"),
        ("unknown_key", "cacife.fichas"),
        ("no_name", "name"),
        ("bad_hour", "until"),
        ("chip_value", "cacife.centavos"),
        ("game_near", "games"),
        ("game_twice", "games"),
        ("game", "games"),
        ("bad_prize", "prizes.high"),
        ("bad_number", "prizes.quads"),
    ]
    with pytest.raises(HouseError) as e:
        HouseRules.from_document(document)
    said = "\n".join(e.value.sentences("pt-BR"))
    assert "options.full_vs_flush: full_vs_flush não pode ser 'often': by_deck_40 | full_over_flush" in said
    assert 'games: não conheço o jogo "stick". Seria stick5' in said
    assert "cacife.centavos: 10 centavos não se dividem em fichas de centavos inteiros. Vale: 9, 12" in said
    assert "seria full_vs_flush?" in said


@pytest.mark.parametrize(
    ("change", "code", "key"),
    [
        ({"name": 7}, "bad_name", "name"),
        ({"name": "a\nb"}, "bad_name", "name"),
        ({"name": "x" * 61}, "bad_name", "name"),
        ({"name": "  "}, "no_name", "name"),
        ({"games": "stick5"}, "not_a_list", "games"),
        ({"games": [5]}, "not_a_list", "games"),
        ({"games": ["xyzzy"]}, "game", "games"),
        ({"games": ["stick5+xyzzy"]}, "game", "games"),
        ({"games": [""]}, "game", "games"),
        ({"cacife": 200}, "not_a_table", "cacife"),
        ({"cacife": {"chips": True}}, "bad_number", "cacife.chips"),
        ({"cacife": {"chips": 0}}, "bad_number", "cacife.chips"),
        ({"cacife": {"centavos": 1.5}}, "bad_number", "cacife.centavos"),
        ({"cacife": {"chips": 5, "centavos": 0}, "pingo": 6}, "pot_of_pingos", "cacife.chips"),
        ({"pingo": 3, "options": {"smallest_chip": 5}}, "not_in_chips", "pingo"),
        ({"pingo": 0, "options": {"smallest_chip": 5, "bet_min": 7}}, "not_in_chips", "options.bet_min"),
        ({"cacife": {"chips": 99, "centavos": 0}, "pingo": 0, "options": CHIPS_OF_TWO}, "not_in_chips", "cacife.chips"),
        ({"prizes": []}, "not_a_table", "prizes"),
        ({"prizes": {"flush": True}}, "bad_number", "prizes.flush"),
        ({"options": {"bet_min": 10, "bet_max": 5}}, "option", "options.bet_max"),
        ({"until": 2}, "bad_hour", "until"),
    ],
)  # fmt: skip
def test_each_fault_alone(change: dict[str, Any], code: str, key: str) -> None:
    assert faults({"name": "Mesa", **change}) == [(code, key)]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("chips", "quads", "x")), inner),
    max_leaves=6,
)
OPTIONS = st.dictionaries(st.sampled_from((*REGISTER, "x")), ANYTHING | st.sampled_from(("none", 1, 5, True, "all")))


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from((*KEYS, "x")), ANYTHING), OPTIONS, st.booleans())
def test_any_document_is_either_sound_or_refused_in_words(
    data: dict[str, Any], options: dict[str, Any], set_: bool
) -> None:
    document = {"name": "Mesa", **data, **({"options": options} if set_ else {})}
    try:
        rules = HouseRules.from_document(document)
    except HouseError as e:
        assert e.problems and all(e.sentences("pt-BR")) and all(e.sentences("en"))
    else:
        assert HouseRules.from_document(rules.document()) == rules
        assert house_page(rules, "pt-BR") and house_page(rules, "en")


def test_the_words_of_faults_and_page_exist_in_both_languages() -> None:
    for pt, en in (*PROBLEMS.values(), *PAGE.values()):
        assert pt and en
        assert {p.split("}")[0] for p in pt.split("{")[1:]} == {p.split("}")[0] for p in en.split("{")[1:]}


def test_the_page_says_what_differs_first_then_every_other_option_once() -> None:
    rules = HouseRules.from_document(FULL_DOCUMENT)
    page = house_page(rules, "pt-BR", ["Ana", "Beto"])
    head, _, rest = page.partition("O resto, como de costume")
    for said in (
        "Regras da mesa: Mesa de quinta",
        "Combinamos assim:",
        "Cacife: 100 fichas por R$ 50,00; uma ficha vale R$ 0,50.",
        "Cada um põe 2 fichas de pingo antes das cartas.",
        "Jogamos: Stick de cinco cartas com Stickão, Beisebol e Pôquer fechado.",
        "straight flush 20 fichas, quadra 10 fichas e flush 1 ficha",
        "Paramos às 02:00.",
        "- Flush ganha sempre de full.",
        "A maior aposta, ou o maior aumento, é de 20 fichas.",
    ):
        assert said in head, said
    assert "Flush ganha" not in rest and "pingo antes das cartas" not in rest
    assert page.count("\n- ") == 6 + 3 + len(REGISTER) - 3 - 2  # basics, what differs, the rest
    assert page.rstrip().splitlines()[-2:] == ["_" * 32 + "  Ana", "_" * 32 + "  Beto"]


def test_a_table_without_changes_says_so_and_leaves_six_lines_to_sign() -> None:
    page = house_page(HouseRules("Mesa", cacife_centavos=0), "en")
    assert "- Nothing: everything as is the custom." in page
    assert "without money" in page and "No prizes." in page and "We stop when the table wishes." in page
    assert page.count("_" * 32) == 6


def test_games_go_by_their_own_names() -> None:
    for lang in ("pt-BR", "en"):
        assert all(game_name(g, lang) for g in (*GAMES, *VARIATIONS, "fechado_high_low"))
    assert game_name("stick5 + chicago", "en").endswith("with Chicago")
    with pytest.raises(ValueError, match="xyzzy"):
        game_name("xyzzy", "en")
    assert (reais(5, "pt-BR"), reais(123456, "en")) == ("R$ 0,05", "R$ 1234.56")
