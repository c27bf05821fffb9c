"""`fala read`: one JSON object a line in the documented form, clear words for what is no picture, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.reading import card_text, doubt_text, run_read, with_deck
from assistant.vision.records import Doubt, Sighting
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

QUAD = ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0))


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = draw_deck(0, height=400, wide_fonts=False)
    items = [card_item(deck.faces[c], c, (200 + 280 * i, 240), 12.0 * i, 190) for i, c in enumerate(["As", "Td"])]
    scene = Scene(800, 480, surface("felt", 800, 480, np.random.default_rng(2)), tuple(items), seed=1)
    path = tmp_path_factory.mktemp("photos") / "two.jpg"
    path.write_bytes(cv2.imencode(".jpg", compose(scene).image)[1].tobytes())
    return path


def test_a_line_is_a_reading(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_read([photo], json_out=True) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert set(answer) == {"image", "cards", "chips", "ms"}
    assert answer["image"] == str(photo)
    assert answer["ms"] > 0
    assert {c["card"] for c in answer["cards"] if c["sure"]} == {"As", "Td"}
    for card in answer["cards"]:
        assert 0 <= card["certainty"] <= 1
        assert np.array(card["quad"]).shape == (4, 2)
        assert card["sure"] or card["why"]


def test_other_files_are_read_when_one_is_no_picture(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, empty = tmp_path / "words.jpg", tmp_path / "empty.png"
    words.write_text("no picture at all")
    empty.touch()
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(photo.read_bytes()[:-4000])
    files = [words, photo, empty, torn, tmp_path / "nobody.jpg", photo]
    assert run_read(files, json_out=True, lang="pt-BR") == 2
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    complaints = said.err.splitlines()
    assert len(complaints) == 4
    reasons = {words: "não é uma imagem", empty: "vazio", torn: "cortada", files[4]: "não existe"}
    for file, reason in reasons.items():
        assert any(str(file) in c and reason in c for c in complaints)


def test_the_drawing_is_written_and_marks_the_cards(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "drawn.png"
    assert run_read([photo], draw=out, lang="en") == 0
    before, after = cv2.imread(str(photo)), cv2.imread(str(out))
    assert after.shape == before.shape
    assert (np.abs(after.astype(int) - before).max(-1) > 60).mean() > 0.003
    folder = tmp_path / "many"
    assert run_read([photo, photo], draw=folder, lang="en") == 0
    assert (folder / "two.jpg").exists()


def test_a_picture_of_something_else_holds_no_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rng = np.random.default_rng(8)
    fur = cv2.GaussianBlur(rng.normal(120, 60, (360, 480, 3)).astype(np.float32), (0, 0), 2.5)
    cat = np.clip((fur - fur.mean()) * 4 + (70, 110, 150), 0, 255).astype(np.uint8)
    for x in (190, 290):
        cv2.ellipse(cat, (x, 160), (22, 14), 0, 0, 360, (60, 190, 170), -1, cv2.LINE_AA)
        cv2.ellipse(cat, (x, 160), (5, 13), 0, 0, 360, (10, 10, 10), -1, cv2.LINE_AA)
    for side in (-1, 1):
        ear = np.array([[240 + side * 60, 90], [240 + side * 130, 20], [240 + side * 125, 130]])
        cv2.fillConvexPoly(cat, ear, (60, 90, 120), cv2.LINE_AA)
    path = tmp_path / "cat.png"
    path.write_bytes(cv2.imencode(".png", cat)[1].tobytes())
    assert run_read([path], json_out=True) == 0
    answer = json.loads(capsys.readouterr().out)
    assert not [c for c in answer["cards"] if c["sure"]]


def test_people_are_told_in_their_language(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_read([photo], lang="pt-BR")
    assert "fechadas: 0" in capsys.readouterr().out
    assert doubt_text(Doubt("small", 7, 12), "pt-BR") == "Índice com 7 px; precisa de 12."
    assert card_text("Td", "en") == "10♦"
    assert card_text("back", "pt-BR") == "fechada"


def test_a_deck_turns_conflicts_into_questions() -> None:
    seen = [
        Sighting("6s", QUAD, 0.99, True),
        Sighting("As", QUAD, 0.99, True),
        Sighting("Kd", QUAD, 0.99, True),
        Sighting("Kd", QUAD, 0.98, True),
        Sighting("back", QUAD, 0.9, True),
    ]
    checked = with_deck(seen, "7")
    assert [s.sure for s in checked] == [False, True, False, False, True]
    assert [s.doubt.code for s in checked if s.doubt] == ["not_in_deck", "twice", "twice"]
    assert [s.card for s in checked] == [s.card for s in seen], "nothing is overridden"


@pytest.mark.parametrize("wrong", [{"deck": "Z"}, {"deck": "1"}, {"detector": "magic"}])
def test_options_that_make_no_sense(photo: Path, wrong: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_read([photo], **wrong) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err


def test_a_deck_narrows_what_an_unsure_card_may_be_and_leaves_sure_ones_alone() -> None:
    sure = Sighting("8s", QUAD, 0.99, True)
    unsure = Sighting("3c", QUAD, 0.5, False, Doubt("unclear"), possible=("3c", "8s", "8c"))
    lower = Sighting("5d", QUAD, 0.99, True)
    known, asked, odd = with_deck([sure, unsure, lower], "7")
    assert known == sure
    assert (asked.card, asked.possible, asked.sure) == ("8c", ("8c",), False)
    assert (odd.card, odd.sure, odd.doubt) == ("5d", False, Doubt("not_in_deck"))
