"""Several photographs and answers as one showdown: what adds up, what is asked, and what an answer changes."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from record_kit import rendered

from assistant.engine.variants import GAMES
from assistant.judge_case import NEW, NONE, Case
from assistant.judge_cli import card_code, run_judge
from assistant.judge_words import as_json
from assistant.vision.records import Doubt, Sighting

STICK = GAMES["stick5"]
SIZE = (2000, 1000)


def lying(at: float, *cards: str | tuple[str, ...], confidence: float = 0.7) -> list[Sighting]:
    """A hand in a picture: a name is a sure card, a tuple what an unsure one may be (empty: anything)."""
    out = []
    for i, c in enumerate(cards):
        x = at + 45 * i
        quad = ((x, 100.0), (x + 60, 100.0), (x + 60, 190.0), (x, 190.0))
        if isinstance(c, str):
            out.append(Sighting(c, quad, 0.999, True))
        else:
            out.append(Sighting(c[0] if c else None, quad, confidence, False, Doubt("small"), possible=c))
    return out


def seen(*hands: list[Sighting], low: str | None = "8") -> Case:
    """A showdown of one photograph."""
    case = Case(STICK, low)
    case.see([s for hand in hands for s in hand], SIZE)
    return case


ACES = lying(100, "As", "9c", "Th", "Jd", "Ah")
KINGS = lying(1200, "Kd", "Kh", "Jc", "Qs", "8d")


def test_one_tap_on_what_a_card_is_gives_the_verdict() -> None:
    case = seen(lying(100, "As", "9c", "Th", "Jd", ("Ah", "9h")), KINGS)
    (ask,) = case.asks(case.ruling())
    said = as_json(case.ruling(), "pt-BR", (ask,))["asks"][0]
    assert said["text"] == "Mão A: A♥ ou 9♥?" and ask.quad is not None
    assert [c["text"] for c in said["choices"]] == ["A♥", "9♥", "não é carta desta mão"] and said["any_card"]
    assert case.answer(ask.id, "Ah")
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)
    assert case.answer(ask.id, "9h")  # said again, otherwise: the last word counts
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("B",)


def test_only_what_matters_is_asked_and_what_tells_most_comes_first() -> None:
    case = seen(
        lying(100, "As", "9c", "Th", ("Jd", "Jc"), ("Ah", "9h")), lying(1200, "Kd", "Kh", "Js", "Qs", ("8d", "8h"))
    )
    asks = case.asks(case.ruling())
    assert asks[0].choices == ("Ah", "9h")
    assert case.answer(asks[0].id, "Ah") and case.ruling().verdict is not None


def test_more_outlines_than_cards_leave_the_verdict_open_until_one_is_said_to_be_none() -> None:
    case = seen(lying(100, "As", "9c", "Th", "Jd", ("Ah",), ("8s",)), KINGS)
    asks = case.asks(case.ruling())
    assert case.ruling().verdict is None and {a.choices for a in asks} == {("Ah",), ("8s",)}
    wrong = next(a for a in asks if a.choices == ("8s",))
    assert case.answer(wrong.id, NONE)
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)


def test_a_card_that_no_picture_shows_can_be_told() -> None:
    case = seen(lying(100, "As", "9c", "Th", "Jd"), KINGS)
    (ask,) = case.asks(case.ruling())
    assert ask.question.code == "missing_cards" and ask.any_card
    assert not case.answer(ask.id, "xx") and case.answer(ask.id, "Ah")
    assert case.ruling().verdict is not None


def test_case_33_one_card_in_two_hands_is_given_to_one_and_asked_about_in_the_other() -> None:
    case = seen(ACES, lying(1200, "Kd", "Kh", "Jc", "Qs", "Ah"))
    (ask,) = case.asks(case.ruling())
    assert ask.id == "twice.Ah" and ask.choices == ("A", "B")
    assert case.answer(ask.id, "A")
    (ask,) = case.asks(case.ruling())
    assert ask.question.seat == "B" and ask.question.code == "show" and "Ah" not in ask.choices
    assert case.answer(ask.id, "8d")
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)


def test_an_odd_card_is_asked_about_before_it_is_believed() -> None:
    case = seen(ACES, lying(1200, "Kd", "Kh", "Jc", "Qs", "2d"), low=None)
    (ask,) = case.asks(case.ruling())
    assert ask.id == "deck" and ask.choices[-1] == "2"
    assert case.answer("deck", "2") and case.ruling().verdict is not None
    other = seen(ACES, lying(1200, "Kd", "Kh", "Jc", "Qs", "2d"), low=None)
    assert other.answer("deck", "8")
    (ask,) = other.asks(other.ruling())
    assert ask.question.code == "not_in_deck" and other.answer(ask.id, "Qd")
    assert other.ruling().verdict is not None


def test_two_photographs_of_one_table_are_one_account_wherever_the_second_was_taken_from() -> None:
    case = seen(lying(100, "As", "9c", "Th", (), ()), KINGS)
    assert case.ruling().verdict is None
    from_the_other_side = lying(100, "8d", "Qs", ("Jc", "Js"), "Kh", "Kd") + lying(1200, "Ah", "Jd", (), "9c", "As")
    case.see(from_the_other_side, SIZE)
    assert set(case.hands()["A"].cards) == {"As", "9c", "Th", "Jd", "Ah"}
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)


def test_a_close_up_of_one_hand_is_that_hand_by_the_cards_it_shows() -> None:
    case = seen(lying(100, "As", "9c", "Th", "Jd", ()), KINGS)
    case.see(lying(600, (), "9c", "Th", "Jd", "Ah"), SIZE)
    verdict = case.ruling().verdict
    assert list(case.hands()) == ["A", "B"] and verdict is not None and verdict.winners == ("A",)


def test_each_hand_on_a_picture_of_its_own() -> None:
    case = seen(ACES)
    assert [q.code for q in case.ruling().questions] == ["few_hands"]
    case.see(lying(600, "Kd", "Kh", "Jc", "Qs", "8d"), SIZE)
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)


def test_a_hand_that_may_be_any_of_two_is_asked_about_not_guessed() -> None:
    case = seen(lying(100, "As", (), (), (), ()), lying(1200, "Kd", (), (), (), ()))
    case.see(lying(600, "9c", "Th", (), (), ()), SIZE)
    (ask,) = case.asks(case.ruling())
    assert ask.question.code == "which_hand" and ask.choices == ("A", "B", NEW)
    assert case.answer(ask.id, "A")
    assert set(case.hands()["A"].cards) == {"As", "9c", "Th"} and list(case.hands()) == ["A", "B"]


def test_two_photographs_that_guess_alike_are_sure_together() -> None:
    doubtful = lying(100, "As", "9c", "Th", "Jd", ("Ah", "9h"), confidence=0.9)
    case = seen(doubtful, KINGS)
    assert case.ruling().verdict is None
    case.see([*doubtful, *KINGS], SIZE)
    verdict = case.ruling().verdict
    assert verdict is not None and verdict.winners == ("A",)


def test_photographs_that_contradict_each_other_give_no_verdict() -> None:
    case = seen(ACES, KINGS)
    case.see(lying(100, "As", "9c", "Th", "Jd", "9h") + KINGS, SIZE)
    assert case.ruling().verdict is None
    (ask,) = case.asks(case.ruling())
    assert ask.id == "extra.A" and case.answer(ask.id, "9h") and case.ruling().verdict is not None


def test_cards_are_typed_as_people_write_them() -> None:
    assert [card_code(c) for c in ("kh", "10C", "Td", " as ", "none")] == ["Kh", "Tc", "Td", "As", "none"]


@pytest.mark.slow
def test_fala_judge_asks_at_the_terminal_until_it_knows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame, cards = rendered((("1", ("As", "9c", "Th", "Jd", "Ah")), ("2", ("Kd", "Kh", "Jc", "Qs", "8d"))))
    image = cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    h, w = image.shape[:2]
    quad = np.array([(x * w, y * h) for x, y in cards[4][0].quad])
    x, y = quad.mean(0).astype(int)
    cv2.circle(image, (int(x), int(y)), int(h * 0.07), (90, 60, 30), -1)  # somebody's hand on the second ace
    photo = tmp_path / "photo.jpg"
    assert cv2.imwrite(str(photo), image)
    asked: list[str] = []
    told = iter(("Ah", "10h", "jd"))

    def person(question: str) -> str:
        asked.append(question)
        if "Kh" in question:  # any card may be typed
            return next(told)
        numbered = {m[2]: m[1] for m in re.finditer(r"(\d)\) (\S+)", question)}
        return next((numbered[c] for c in ("A♥", "10♥", "J♦", "9♣", "A♠") if c in numbered), numbered.get("outra", ""))

    assert run_judge([photo], game="stick5", deck="8", lang="pt-BR", ask=person) == 0
    assert "★ Ganha: mão" in capsys.readouterr().out and 1 <= len(asked) <= 8
    assert run_judge([photo], game="stick5", deck="8", lang="pt-BR") == 1
    assert "--say" in capsys.readouterr().out
