"""Every refusal has words in both languages, and names what would be allowed."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from betting_rounds import play, refused, start

import assistant.engine as engine
from assistant.engine.phrases import ALLOWED_TABLES, TABLES, allowed_words, phrase, refusal_sentence
from assistant.engine.refusal import Allowed, Refusal

ROOMS = ("betting_speech", "draw", "escuro", "events_exchange")


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_take_the_same_parameters() -> None:
    for table in (*TABLES, *ALLOWED_TABLES):
        for code, (pt, en) in table.items():
            assert (pt and en) or not code, code  # the empty code is a reason that speaks for itself
            ready_made = {"pt", "en"}  # a sentence that comes finished in each language
            assert fields(en) - ready_made <= fields(pt) | {"seat"}, code


def test_no_code_stands_in_two_tables() -> None:
    codes = [code for table in TABLES for code in table]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("room", ROOMS)
def test_every_code_a_room_refuses_with_has_a_sentence(room: str) -> None:
    folder = Path(engine.__file__).parent
    text = (folder / f"{room}.py").read_text(encoding="utf-8")
    quoted = set(re.findall(r'Refusal\(\s*"([a-z_]+)"', text))
    quoted |= set(re.findall(r'_no\(legal, "([a-z_]+)"', text))
    quoted |= set(re.findall(r'"([a-z_]+)", "[RV]-\d+"', text))
    known = {code for table in TABLES for code in table}
    assert quoted
    assert quoted <= known, quoted - known


def test_a_refusal_in_portuguese_and_english() -> None:
    no = refused(start(min=5), "A aposto 3")
    assert (
        refusal_sentence(no, "pt-BR")
        == "3 é pouco: o mínimo é 5. Pode: aposto de 5 a 200, mesa, passo ou saio."
    )
    assert (
        refusal_sentence(no, "en")
        == "3 is too little: the minimum is 5. You may: bet 5 to 200, check, pass or fold."
    )


def test_amounts_are_named_as_at_the_table() -> None:
    state = play(start(structure="fixed_limit", small=2, big=4, street=4, open_pair=True, passo=None), "A aposto 2")
    no = refused(state, "B repico 3")
    assert refusal_sentence(no, "pt").endswith("Pode: cubro 2, repico 2 ou 4 ou saio.")
    assert refusal_sentence(no, "en").endswith("You may: call 2, raise by 2 or 4 or fold.")
    assert allowed_words(Allowed("seat:3"), "pt") == "lugar 3"
    assert allowed_words(Allowed("cartas", 1, None), "pt") == "cartas 1 ou mais"
    assert allowed_words(Allowed("cartas", None, 3), "en") == "cards up to 3"


def test_an_unknown_code_is_an_error_and_never_silence() -> None:
    with pytest.raises(KeyError, match="no sentence"):
        refusal_sentence(Refusal("because"), "pt-BR")
    with pytest.raises(KeyError):
        phrase("not_your_turn", "pt-BR")
