"""A showdown judged cold: rendered hands, real photographs without a showdown, and the rules of doubt."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from showdowns import run

from assistant.engine.variants import GAMES
from assistant.judge_case import Case
from assistant.judge_words import as_json
from assistant.judging import rule, settled
from assistant.open_cards import SeatCards, Unknown, call
from assistant.vision.detectors import detector_called
from assistant.vision.layout import load
from assistant.vision.recogniser import Recogniser
from assistant.vision.stills import open_still

PHOTOS = Path(__file__).parents[3] / "shared" / "data" / "photos" / "epfl-poker-table"
STICK = GAMES["stick5"]


def seats(**hands: str) -> dict[str, SeatCards]:
    return {s.removeprefix("s"): SeatCards(cards=[h[i : i + 2] for i in range(0, len(h), 2)]) for s, h in hands.items()}


def test_the_verdict_has_its_reason_its_rule_and_its_words_in_both_languages() -> None:
    found = rule(seats(s1="As9cThJdAh", s2="KdKhJcQs8d"), STICK, "8")
    assert found.verdict is not None and found.verdict.winners == ("1",)
    said = as_json(found, "pt-BR")
    assert said["headline"] == "Ganha: lugar 1" and said["reason"] == "Par de Ases ganha de par de Reis."
    assert [r["code"] for r in said["rules"]] == ["R-180", "R-041"] and all(r["text"] for r in said["rules"])
    assert as_json(found, "en")["headline"] == "Winner: seat 1"


def test_missing_cards_are_asked_for_and_no_verdict_is_given() -> None:
    found = rule(seats(s1="As9cThJd", s2="KdKhJcQs8d"), STICK, "8")
    assert found.verdict is None
    assert as_json(found, "pt-BR")["questions"] == [
        "Faltam cartas (lugar 1): mostra 4 de 5. Abram todas, sem cobrir os cantos."
    ]


def test_case_33_the_same_card_twice_or_a_card_outside_the_deck_is_asked_about() -> None:
    twice = rule(seats(s1="As9cThJdAh", s2="KdKhJcQsAh"), STICK, "8")
    assert twice.verdict is None and {q.code for q in twice.questions} == {"twice"}
    outside = rule(seats(s1="As9cThJdAh", s2="KdKhJcQs4c"), STICK, "8")
    assert outside.verdict is None and [q.code for q in outside.questions] == ["not_in_deck"]


def test_a_doubt_that_cannot_change_the_verdict_is_no_question_and_one_that_can_is() -> None:
    hands = seats(s1="As9cThJd", s2="KdKhJcQs8d")
    hands["1"].unknown.append(Unknown("Ah", "blur", ("Ah", "Ad")))
    assert rule(hands, STICK, "8").verdict is not None
    hands["1"].unknown[0] = Unknown("Ah", "blur", ("Ah", "9h"))
    asked = rule(hands, STICK, "8")
    assert asked.verdict is None and asked.questions[0].doubt is not None


def test_the_deck_is_asked_for_only_where_it_decides() -> None:
    full, flush = "AsAdAhKcKd", "QhJh9h8hTh"
    assert rule(seats(s1=full, s2="Qs9cThJd8d"), GAMES["fechado"]).verdict is not None
    found = rule(seats(s1=full.replace("Ah", "Ac"), s2=flush.replace("Th", "7h")), GAMES["fechado"])
    assert found.verdict is None and [q.code for q in found.questions] == ["which_deck"]
    assert rule(seats(s1=full.replace("Ah", "Ac"), s2=flush.replace("Th", "7h")), GAMES["fechado"], "7").verdict


def test_both_corners_of_one_card_are_one_card() -> None:
    doubts = [Unknown("As", "small"), Unknown(None, "covered"), Unknown("Jd", "small")]
    seen = SeatCards(["As", "9c", "9c", "Th"], doubts)
    left = settled(seen, 5)
    assert left.cards == ["As", "9c", "Th"] and [u.guess for u in left.unknown] == [None, "Jd"]


@pytest.mark.slow
def test_rendered_showdowns_tilted_and_badly_lit_are_never_judged_wrong() -> None:
    first = random.SystemRandom().randrange(100_000)
    print(f"first seed {first}")
    found = run(20, first)
    assert not found["wrong"] and found["right"] + found["asked"] == 20 and not found["never"]


@pytest.mark.slow
@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs are not beside this checkout")
def test_real_photographs_without_a_showdown_ask_for_cards_and_name_the_right_speaker() -> None:
    truth = json.loads((PHOTOS / "speakers.json").read_text(encoding="utf-8"))["photos"]
    layout, recogniser = load(PHOTOS / "layout.json"), Recogniser(detector_called("yolo"))
    right = asked = 0
    for name, said in truth.items():
        image = open_still(PHOTOS / name)
        size = (image.shape[1], image.shape[0])
        seen = recogniser.look(layout.blacken(image))
        cold = Case(STICK, layout=layout)
        cold.look(recogniser, image)
        ruling = cold.ruling()
        assert ruling.verdict is None, name
        asks = {q.code for q in ruling.questions}
        assert asks & {"missing_cards", "few_hands"}, (name, ruling.questions)
        assert asks <= {"missing_cards", "few_hands", "odd_deck"}, (name, ruling.questions)  # its deck has twos
        speaker = said["speaker"] if said is not None else None
        speech = call(seen, layout, size, STICK).speech
        if speech is None or speech.seat is None:
            asked += speaker is not None
            continue
        assert speech.seat == speaker, name
        right += 1
    print(f"{right} speakers right, {asked} asked about, of {len(truth)} photographs")
    assert right
