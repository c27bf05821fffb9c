"""OpenVINO and Ultralytics' own runtime find and read what onnxruntime does (the extra `train` holds both)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assistant.vision.detectors.geometry import iou
from assistant.vision.detectors.ultra import CannotRun, UltralyticsDetector
from assistant.vision.detectors.yolo import YoloDetector
from assistant.vision.reader import IndexReader
from assistant.vision.records import CardQuad, Image
from assistant.vision.runtime import best_engine
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface
from assistant.vision.weights import models_folder

pytestmark = pytest.mark.train


@pytest.fixture(scope="module")
def picture() -> Image:
    deck = draw_deck(0, height=400, wide_fonts=False)
    items = [card_item(deck.faces[c], c, (150 + 180 * i, 240), 9.0 * i, 170) for i, c in enumerate(["Kd", "2s", "9h"])]
    return compose(Scene(640, 480, surface("felt", 640, 480, np.random.default_rng(5)), tuple(items), seed=2)).image


def faces(found: list[CardQuad]) -> list[CardQuad]:
    return [f for f in found if f.kind == "face" and f.score > 0.5]


def test_openvino_is_taken_where_it_is_installed_and_finds_the_same(picture: Image) -> None:
    assert best_engine() == "openvino"
    one = faces(YoloDetector(threads=1, engine="openvino").detect(picture))
    other = faces(YoloDetector(threads=1, engine="onnxruntime").detect(picture))
    assert len(one) == len(other) == 3
    for a, b in zip(one, other, strict=True):
        assert iou(a.corners, b.corners) > 0.98
        assert abs(a.score - b.score) < 0.01


def test_both_engines_read_alike() -> None:
    crops = np.random.default_rng(0).integers(0, 256, (5, 96, 56, 3), np.uint8)
    one = IndexReader(threads=1, engine="openvino").read(crops)
    other = IndexReader(threads=1, engine="onnxruntime").read(crops)
    assert all(np.abs(a.cards - b.cards).max() < 0.01 for a, b in zip(one, other, strict=True))


def test_the_checkpoint_runs_through_ultralytics_itself(picture: Image) -> None:
    found = faces(UltralyticsDetector(models_folder() / "detector.pt", threads=1).detect(picture))
    shipped = faces(YoloDetector(threads=1, engine="onnxruntime").detect(picture))
    assert len(found) == len(shipped) == 3
    for a in shipped:
        assert max(iou(a.corners, b.corners) for b in found) > 0.9


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "junk.pt"
    path.write_bytes(b"no network")
    with pytest.raises(CannotRun):
        UltralyticsDetector(path)
