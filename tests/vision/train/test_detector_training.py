"""The detector's training from scenes to a loaded ONNX file, small but real."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import compose
from assistant.vision.train.batches import make_batch, to_box
from assistant.vision.train.store import CLASSES, Shelf, keep_drawing, labels_of, read_chunk, write_chunk


def test_a_chunk_gives_back_what_was_drawn_and_a_shelf_finds_new_ones(tmp_path: Path) -> None:
    path = write_chunk(tmp_path, 0, 500, size=96)
    held = read_chunk(path)
    shelf = Shelf(tmp_path)
    assert len(held) == shelf.refresh() == 32
    classes, quads = labels_of(compose(random_scene(503, 96, 96)))
    assert np.array_equal(held[3].classes, classes)
    assert np.allclose(held[3].quads, quads)
    write_chunk(tmp_path, 1, 500, size=96)
    assert shelf.refresh() == 64


def test_batches_are_reproducible_and_their_boxes_lie_in_the_picture(tmp_path: Path) -> None:
    pool = read_chunk(write_chunk(tmp_path, 0, 900, size=128))
    one, same = (make_batch(pool, np.random.default_rng(5), 6, 96, 128, tiled=0.5) for _ in range(2))
    assert np.array_equal(one.images, same.images)
    assert np.array_equal(one.boxes, same.boxes)
    assert one.images.shape == (6, 3, 96, 96)
    assert len(one.boxes) == len(one.classes) == len(one.owners) > 0
    assert set(one.classes.astype(int)) <= set(range(len(CLASSES)))
    assert (one.boxes[:, 2:4] > 0).all()


def test_a_box_has_the_area_and_the_centre_of_its_quad() -> None:
    quad = np.array([[10, 10], [40, 20], [30, 50], [0, 40]], np.float32)
    x, y, w, h, _ = to_box(quad)
    assert (x, y) == pytest.approx((20, 30), abs=0.1)
    assert w * h == pytest.approx(1000, rel=0.01)


@pytest.mark.parametrize("turn", [-89, -50, -44, -1, 0, 1, 30, 44, 46, 89, 90, 120, 134, 180])
def test_a_box_has_one_form_only_long_side_first(turn: int) -> None:
    a = np.radians(turn)
    along, across = np.array([np.cos(a), np.sin(a)]) * 50, np.array([-np.sin(a), np.cos(a)]) * 30
    quad = np.array([-along - across, along - across, along + across, across - along], np.float32)
    _, _, w, h, angle = to_box(quad)
    assert (w, h) == pytest.approx((100, 60), abs=0.01)
    assert -np.pi / 4 <= angle < 3 * np.pi / 4
    assert np.sin(angle - a) == pytest.approx(0, abs=1e-3)


@pytest.mark.train
@pytest.mark.filterwarnings("ignore")
def test_training_ends_exports_and_resumes(tmp_path: Path) -> None:
    from assistant.vision.detectors.yolo import YoloDetector
    from assistant.vision.train.detector import Recipe, train
    from assistant.vision.train.export import export

    keep_drawing(tmp_path / "scenes", 0, 2, 0)
    recipe = Recipe(minutes=0.15, size=160, batch=8, warm_up=3)
    checkpoint = train(tmp_path / "scenes", tmp_path / "run", recipe, quiet=True)
    export(checkpoint, tmp_path / "models")
    about = json.loads((tmp_path / "models" / "detector.json").read_text())
    assert about["classes"] == list(CLASSES)
    assert about["passes"] >= 8
    assert (tmp_path / "models" / "detector.pt").stat().st_size < 6 * 2**20
    picture = compose(random_scene(3, 320, 256)).image
    assert isinstance(YoloDetector(tmp_path / "models").detect(picture), list)
    longer = Recipe(minutes=0.2, size=160, batch=8, warm_up=3)
    assert train(tmp_path / "scenes", tmp_path / "run", longer, checkpoint, quiet=True).exists()
    tuned = train(tmp_path / "scenes", tmp_path / "tuned", Recipe(minutes=0.05, size=160, batch=8),
                  tmp_path / "models" / "detector.pt", quiet=True)  # fmt: skip
    assert tuned.exists()


@pytest.mark.train
@pytest.mark.filterwarnings("ignore")
def test_scores_alone_may_be_taught_further_and_boxes_stay(tmp_path: Path) -> None:
    import torch

    from assistant.vision.train.detector import load_weights
    from assistant.vision.train.export import export
    from assistant.vision.train.head import HeadRecipe, train_head
    from assistant.vision.weights import models_folder

    keep_drawing(tmp_path / "scenes", 40, 1, 0)
    start = models_folder() / "detector.pt"
    recipe = HeadRecipe(minutes=0.1, size=160, batch=4, a_picture=2)
    checkpoint = train_head(tmp_path / "scenes", tmp_path / "run", recipe, start, quiet=True)
    before = load_weights(start, torch.device("cpu"))["model"]
    after = load_weights(checkpoint, torch.device("cpu"))["model"]
    changed = {name for name, value in after.items() if not torch.equal(value.float(), before[name].float())}
    assert changed
    assert all(".cv3." in name for name in changed)
    export(checkpoint, tmp_path / "models")
    assert json.loads((tmp_path / "models" / "detector.json").read_text())["recipe"]["what"] == "class branches only"
