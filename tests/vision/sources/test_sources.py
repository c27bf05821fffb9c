"""Cameras by their word, the file ones for real: videos, folders, pictures that are none, mirrored and turned."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.vision.sources import CameraOptions, SourceError, asked, make_source
from assistant.vision.sources.base import oriented
from assistant.vision.sources.folder import FolderSource
from assistant.vision.sources.listing import cameras
from assistant.vision.sources.picamera import PiCameraSource, controls
from assistant.vision.sources.stream import StreamSource, without_password
from assistant.vision.sources.usb import UsbSource, settings
from assistant.vision.sources.video import VideoSource
from assistant.vision.sources.virtual import VirtualSource


def picture(level: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = np.full((120, 160, 3), level, np.uint8)
    image[:40, :40] = 255
    return image


def folder(at: Path, count: int = 3) -> Path:
    at.mkdir(exist_ok=True)
    for i in range(count):
        cv2.imwrite(str(at / f"p{i}.png"), picture(40 * i + 20))
    return at


def test_the_word_after_camera_names_the_kind(tmp_path: Path) -> None:
    assert isinstance(make_source("0"), UsbSource)
    assert isinstance(make_source("/dev/video2"), UsbSource)
    assert isinstance(make_source("rtsp://user:secret@camera/live"), StreamSource)
    assert isinstance(make_source("http://phone:8080/video"), StreamSource)
    assert isinstance(make_source("picamera:1"), PiCameraSource)
    assert isinstance(make_source("virtual"), VirtualSource)
    assert isinstance(make_source(str(folder(tmp_path / "f"))), FolderSource)
    assert isinstance(make_source(str(tmp_path / "f" / "p0.png")), FolderSource)
    (tmp_path / "v.mp4").write_bytes(b"")
    assert isinstance(make_source(str(tmp_path / "v.mp4")), VideoSource)
    with pytest.raises(SourceError) as e:
        make_source(str(tmp_path / "nothing"))
    assert e.value.code == "unknown"


def test_only_real_cameras_have_a_clock_of_their_own(tmp_path: Path) -> None:
    assert make_source("0").clocked and make_source("rtsp://x/y").clocked
    assert not make_source(str(folder(tmp_path / "f"))).clocked
    assert VirtualSource(fps=10).clocked and not VirtualSource().clocked


def test_a_password_in_an_address_is_never_shown() -> None:
    assert without_password("rtsp://me:secret@host/live") == "rtsp://host/live"
    assert "secret" not in make_source("rtsp://me:secret@host/live").name


def test_a_folder_shows_each_picture_some_times_in_order(tmp_path: Path) -> None:
    source = FolderSource(folder(tmp_path / "f"), repeat=2, fps=0)
    source.open()
    levels, lasts = [], []
    while (frame := source.read()) is not None:
        levels.append(int(frame.image[100, 100, 0]))
        lasts.append(frame.last)
    assert levels == [20, 20, 60, 60, 100, 100]
    assert lasts == [False, True] * 3


def test_a_file_that_is_no_picture_is_named_and_passed_over(tmp_path: Path) -> None:
    at = folder(tmp_path / "f", 2)
    (at / "p0a.jpg").write_text("no picture", encoding="utf-8")
    source = FolderSource(at, repeat=1, fps=0)
    source.open()
    assert source.read() is not None
    with pytest.raises(SourceError) as e:
        source.read()
    assert (e.value.code, e.value.detail) == ("no_picture", "p0a.jpg")
    frame = source.read()
    assert frame is not None and frame.image[100, 100, 0] == 60
    assert source.read() is None


def test_an_empty_and_a_missing_folder_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path, code in ((tmp_path / "empty", "empty_folder"), (tmp_path / "none", "not_found")):
        with pytest.raises(SourceError) as e:
            FolderSource(path).open()
        assert e.value.code == code


def test_a_video_plays_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, (160, 120))
    for i in range(5):
        writer.write(picture(30 * i + 10))
    writer.release()
    source = VideoSource(path, paced=False)
    source.open()
    frames = []
    while (frame := source.read()) is not None:
        frames.append(frame)
    source.close()
    assert [f.number for f in frames] == [1, 2, 3, 4, 5]
    assert all(abs(int(f.image[100, 100, 0]) - (30 * i + 10)) < 8 for i, f in enumerate(frames))
    (tmp_path / "torn.mp4").write_bytes(b"not a video")
    with pytest.raises(SourceError) as e:
        VideoSource(tmp_path / "torn.mp4").open()
    assert e.value.code == "no_video"


def test_a_camera_that_is_not_there_is_said_to_be_not_there() -> None:
    with pytest.raises(SourceError) as e:
        UsbSource(97).open()
    assert e.value.code in ("not_found", "busy")
    with pytest.raises(SourceError) as e:
        PiCameraSource().open()
    assert e.value.code in ("no_picamera2", "busy")


def test_mirrored_and_turned_pictures_are_put_right() -> None:
    image = picture(10)
    right = oriented(image, CameraOptions(mirror=True))
    assert right[10, 150, 0] == 255 and right[10, 10, 0] == 10
    turned = oriented(image, CameraOptions(rotate=90))
    assert turned.shape == (160, 120, 3) and turned[10, 110, 0] == 255


def test_locks_are_asked_for_after_format_and_size() -> None:
    asked = settings(CameraOptions(exposure=-6, focus=30, fps=30), "linux")
    props = [p for p, _ in asked]
    assert props[0] == cv2.CAP_PROP_FOURCC
    assert props.index(cv2.CAP_PROP_FRAME_WIDTH) < props.index(cv2.CAP_PROP_AUTO_EXPOSURE)
    assert dict(asked)[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0 and dict(asked)[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert cv2.CAP_PROP_EXPOSURE not in dict(settings(CameraOptions(), "linux"))
    assert controls(CameraOptions(exposure=8000, focus=2.5))["ExposureTime"] == 8000


def test_a_device_may_be_named_with_size_rate_and_locks() -> None:
    options = asked("size=3840x2160&fps=15&exposure=-6&focus=30", None)
    assert options == CameraOptions(3840, 2160, 15, -6.0, 30.0)
    assert asked(None, None) is None
    for wrong in ("size=big", "colour=red", "fps="):
        with pytest.raises(SourceError):
            asked(wrong, None)
    assert make_source("2?exposure=-5").name == "2"


def test_cameras_are_listed_by_the_word_that_names_them(tmp_path: Path) -> None:
    for number, index, name in (("0", "0", "Webcam C920"), ("1", "1", "Webcam C920"), ("4", "0", "Capture")):
        device = tmp_path / f"video{number}"
        device.mkdir()
        (device / "index").write_text(index, encoding="utf-8")
        (device / "name").write_text(f"{name}\n", encoding="utf-8")
    found = cameras("linux", tmp_path)
    assert [(c.index, c.name) for c in found if c.index is not None] == [(0, "Webcam C920"), (4, "Capture")]
