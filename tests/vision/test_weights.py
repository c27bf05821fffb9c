"""Weights are the ones their description names, or they are not used."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from assistant.vision.weights import WeightsError, find_weights, models_folder


def write(folder: Path, data: bytes, sha: str | None) -> None:
    (folder / "thing.onnx").write_bytes(data)
    (folder / "thing.json").write_text(json.dumps({} if sha is None else {"sha256": sha}))


def test_the_right_weights_are_found(tmp_path: Path) -> None:
    write(tmp_path, b"abc", hashlib.sha256(b"abc").hexdigest())
    assert find_weights("thing", tmp_path).size == 3


def test_other_weights_are_refused(tmp_path: Path) -> None:
    write(tmp_path, b"abd", hashlib.sha256(b"abc").hexdigest())
    with pytest.raises(WeightsError, match="SHA-256"):
        find_weights("thing", tmp_path)


def test_undescribed_or_missing_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="missing"):
        find_weights("thing", tmp_path)
    write(tmp_path, b"abc", None)
    with pytest.raises(WeightsError, match="describe"):
        find_weights("thing", tmp_path)


@pytest.mark.parametrize("name", ["reader", "detector"])
def test_the_weights_of_the_house_are_whole_and_small(name: str) -> None:
    weights = find_weights(name)
    assert weights.size < 14_000_000
    half = models_folder() / f"{name}.pt"
    assert half.stat().st_size <= 6_300_000
