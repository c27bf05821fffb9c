"""Detectors are plug-ins: a record is replayed, other engines and networks are chosen by name (issue 3, part 7)."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.detectors import detector_called, known
from assistant.vision.detectors.replay import Recorder, RecordError, ReplayDetector, fingerprint
from assistant.vision.reading import run_read
from assistant.vision.records import CardQuad, Image
from assistant.vision.runtime import ENGINES, load_network
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface
from assistant.vision.weights import find_weights


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    deck = draw_deck(0, height=400, wide_fonts=False)
    items = [card_item(deck.faces[c], c, (180 + 240 * i, 220), 6.0 * i, 190) for i, c in enumerate(["Qd", "7s"])]
    done = compose(Scene(640, 440, surface("felt", 640, 440, np.random.default_rng(5)), tuple(items), seed=2))
    path = tmp_path_factory.mktemp("photos") / "two.png"
    path.write_bytes(cv2.imencode(".png", done.image)[1].tobytes())
    return path


def test_what_was_recorded_is_read_again_without_the_network(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "night.jsonl"
    assert run_read([photo], json_out=True, record=record) == 0
    first = json.loads(capsys.readouterr().out)
    assert run_read([photo], json_out=True, detector=f"replay:{record}") == 0
    again = json.loads(capsys.readouterr().out)
    assert [c["card"] for c in again["cards"]] == [c["card"] for c in first["cards"]]
    assert {c["card"] for c in again["cards"] if c["sure"]} == {"Qd", "7s"}


def test_a_picture_that_was_not_recorded_is_no_table_without_cards(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "empty.jsonl"
    record.write_text("")
    assert run_read([photo], detector=f"replay:{record}", lang="pt-BR") == 2
    assert "não está no registro" in capsys.readouterr().err


def test_a_file_that_is_no_record_is_named_with_its_line(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "bad.jsonl"
    record.write_text('{"picture": "a", "found": []}\n{"picture": "b", "found": [{"kind": "dog"}]}\n')
    assert run_read([photo], detector=f"replay:{record}", lang="en") == 2
    assert "line 2" in capsys.readouterr().err
    with pytest.raises(RecordError):
        ReplayDetector(tmp_path / "missing.jsonl")


def test_a_recorder_passes_on_what_it_writes(tmp_path: Path) -> None:
    class One:
        name = "one"

        def detect(self, image: Image) -> list[CardQuad]:
            return [CardQuad("back", ((0, 0), (1, 0), (1, 2), (0, 2)), 0.5)]

    image = np.zeros((8, 8, 3), np.uint8)
    recorder = Recorder(One(), tmp_path / "r.jsonl")
    assert recorder.detect(image) == ReplayDetector(tmp_path / "r.jsonl").detect(image)
    assert fingerprint(image) != fingerprint(np.zeros((8, 4, 6), np.uint8))


@pytest.mark.parametrize(("name", "means"), [("yolo", True), ("contours", True), ("replay:a", True), ("my.pt", True),
                                             ("replay:", False), ("magic", False)])  # fmt: skip
def test_which_names_mean_a_detector(name: str, means: bool) -> None:
    assert known(name) is means
    if not means:
        with pytest.raises(ValueError, match="no detector"):
            detector_called(name)


def test_a_network_of_ones_own_that_is_not_there_is_said(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_read([photo], detector="nowhere.pt", lang="en") == 2
    assert "nowhere.pt" in capsys.readouterr().err


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match=ENGINES[0]):
        load_network(find_weights("reader").path, engine="steam")
