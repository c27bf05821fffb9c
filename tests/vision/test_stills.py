"""Files that are no pictures are refused with a reason; pictures come as the camera was held."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.stills import NotAPicture, open_still


def jpeg(image: np.ndarray) -> bytes:
    return bytes(cv2.imencode(".jpg", image)[1].tobytes())


@pytest.fixture
def photo() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (120, 200, 3)).astype(np.uint8)


def refused(path: Path) -> str:
    with pytest.raises(NotAPicture) as e:
        open_still(path)
    return e.value.code


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_pictures_open(tmp_path: Path, photo: np.ndarray, ending: str) -> None:
    path = tmp_path / f"photo{ending}"
    path.write_bytes(cv2.imencode(ending, photo)[1].tobytes())
    assert open_still(path).shape == (120, 200, 3)


def test_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "nobody.jpg") == "missing"
    assert refused(tmp_path) == "unreadable"


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.jpg"
    path.touch()
    assert refused(path) == "empty"


def test_words_are_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "words.jpg"
    path.write_text("this was a letter")
    assert refused(path) == "not_picture"


@pytest.mark.parametrize("share", [0.3, 0.7, 0.98])
@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_torn_file_is_called_torn(tmp_path: Path, photo: np.ndarray, ending: str, share: float) -> None:
    data = cv2.imencode(ending, photo)[1].tobytes()
    path = tmp_path / f"torn{ending}"
    path.write_bytes(data[: int(len(data) * share)])
    assert refused(path) == "torn"


def test_what_a_phone_appends_after_the_picture_is_ignored(tmp_path: Path, photo: np.ndarray) -> None:
    path = tmp_path / "motion.jpg"
    path.write_bytes(jpeg(photo) + b"\x00\x00\x00\x18ftypmp42" + bytes(range(256)) * 40)
    assert open_still(path).shape == (120, 200, 3)


def test_a_photo_held_upright_comes_upright(tmp_path: Path, photo: np.ndarray) -> None:
    tiff = b"II*\x00\x08\x00\x00\x00\x01\x00" + struct.pack("<HHII", 0x0112, 3, 1, 6) + b"\x00\x00\x00\x00"
    segment = b"Exif\x00\x00" + tiff
    data = jpeg(photo)
    path = tmp_path / "held.jpg"
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + data[2:])
    assert open_still(path).shape == (200, 120, 3)


def test_grey_and_transparent_pictures_become_bgr(tmp_path: Path) -> None:
    for name, image in (("grey", np.zeros((40, 50), np.uint8)), ("alpha", np.zeros((40, 50, 4), np.uint8))):
        path = tmp_path / f"{name}.png"
        path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
        assert open_still(path).shape == (40, 50, 3)
