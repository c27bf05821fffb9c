"""The words a table agrees on: every option and every value of the register, in both languages (R-070)."""

from __future__ import annotations

import string

import pytest

from assistant.engine.option_words import OPTION_WORDS, SECTIONS, option_sentence, option_title
from assistant.engine.options import REGISTER, OptionError


def test_r070_the_words_cover_the_register_and_nothing_else() -> None:
    assert OPTION_WORDS.keys() == REGISTER.keys()
    assert sum(len(table) for _, _, table in SECTIONS) == len(REGISTER)  # none stands in two sections


@pytest.mark.parametrize("name", sorted(REGISTER))
def test_r070_every_value_has_its_own_sentence_in_both_languages(name: str) -> None:
    spec, words = REGISTER[name], OPTION_WORDS[name]
    values = list(spec.values)
    if spec.minimum is not None:
        values += [spec.minimum, spec.minimum + 1, 17, 2500]
    for lang in ("pt-BR", "en"):
        assert option_title(name, lang)
        said = {str(v): option_sentence(name, v, lang) for v in values}
        assert len(set(said.values())) == len(said), said
        for value, sentence in said.items():
            assert sentence[0].isupper() and sentence.endswith(".") and len(sentence) < 150
            assert "{" not in sentence and "_" not in sentence
            if value in ("17", "2500"):
                assert value in sentence
    assert all(spec.allows(v) for v in words.values), "a sentence for a value that does not exist"
    for text in words.number or ():
        assert [f for _, f, _, _ in string.Formatter().parse(text) if f] == ["n"]
    assert (words.number is not None) == (spec.minimum is not None)


def test_r021_flush_over_full_in_a_short_deck_is_said_plainly() -> None:
    assert option_sentence("full_vs_flush", "by_deck_40", "pt-BR").startswith(
        "Flush ganha de full quando o baralho tem menos de 40 cartas"
    )


def test_a_value_that_does_not_exist_has_no_sentence() -> None:
    with pytest.raises(OptionError):
        option_sentence("pingo", -1, "pt-BR")
    with pytest.raises(OptionError):
        option_sentence("pingo", True, "pt-BR")
    with pytest.raises(OptionError):
        option_sentence("pingos", 1, "pt-BR")
