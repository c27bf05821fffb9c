"""House options: every one has a default it accepts, and nothing else gets in (R-070)."""

from __future__ import annotations

import dataclasses

import pytest

from assistant.engine.options import REGISTER, OptionError, Options, check_option


def test_r070_every_option_of_the_register_is_a_field_with_its_default() -> None:
    fields = {f.name: f.default for f in dataclasses.fields(Options)}
    assert fields == {name: spec.default for name, spec in REGISTER.items()}


@pytest.mark.parametrize("name", sorted(REGISTER))
def test_r070_each_option_takes_its_values_and_nothing_else(name: str) -> None:
    spec = REGISTER[name]
    assert spec.allows(spec.default)
    assert spec.rules
    for value in spec.values:
        assert getattr(Options.from_mapping({name: value}), name) == value
    for bad in ("no such value", 2.5, -1, {"a": 1}):
        with pytest.raises(OptionError) as e:
            Options.from_mapping({name: bad})
        assert e.value.name == name
        assert name in e.value.sentence("pt-BR")


def test_an_unknown_option_is_refused_with_the_near_ones() -> None:
    with pytest.raises(OptionError) as e:
        Options.from_mapping({"full_vs_flsh": "by_deck_40"})
    assert e.value.allowed[0] == "full_vs_flush"
    assert "full_vs_flush" in e.value.sentence("pt-BR")
    with pytest.raises(OptionError) as e:
        Options.from_mapping({"zzz": 1})
    assert set(e.value.allowed) == set(REGISTER)


def test_a_bool_is_no_number_and_a_number_no_bool() -> None:
    for name, value in (("pingo", True), ("jokers", True), ("check_raise", 1), ("escuro_depth", True)):
        with pytest.raises(OptionError):
            check_option(name, value)


def test_constructing_options_by_hand_is_checked_too() -> None:
    with pytest.raises(OptionError):
        Options(full_vs_flush="whatever")
    with pytest.raises(OptionError) as e:
        Options(bet_min=10, bet_max=5)
    assert e.value.sentence("pt-BR") == "o máximo 5 fica abaixo do mínimo 10"


def test_changes_are_what_differs_from_the_default() -> None:
    table = Options().with_(two_pair_tiebreak="kicker_first", escuro_depth="all", cannot_open=["escurante"])
    assert table.changed() == {
        "two_pair_tiebreak": "kicker_first",
        "escuro_depth": "all",
        "cannot_open": ("escurante",),
    }
    assert Options().changed() == {}
    assert hash(table) == hash(Options.from_mapping(table.changed()))
