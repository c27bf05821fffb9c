"""Which cameras this computer has, by the words that ``--camera`` takes."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2

from assistant.vision.sources.usb import BACKENDS

TRIED = 6  # device numbers tried where the system cannot be asked for a list
V4L = Path("/sys/class/video4linux")


@dataclass(frozen=True)
class FoundCamera:
    """A camera: its number (None for a Raspberry Pi's own), its name, and its picture's size, None if it is busy."""

    index: int | None
    name: str
    size: tuple[int, int] | None = None


def cameras(platform: str = sys.platform, devices: Path = V4L) -> list[FoundCamera]:
    """Every camera that can be found without disturbing one that is in use longer than a moment."""
    named = sorted(_linux(devices).items()) if platform == "linux" else [(i, f"{i}") for i in range(TRIED)]
    out = []
    for index, name in named:
        size = _size(index, platform)
        if size is not None or platform == "linux":
            out.append(FoundCamera(index, name, size))
    if importlib.util.find_spec("picamera2") is not None:
        out.append(FoundCamera(None, "picamera"))
    return out


def _linux(devices: Path) -> dict[int, str]:
    """Number and name of each capture device; a camera's second device, which only carries metadata, is left out."""
    found: dict[int, str] = {}
    if not devices.is_dir():
        return found
    for entry in devices.iterdir():
        digits = entry.name.removeprefix("video")
        if not digits.isdigit():
            continue
        if _text(entry / "index") not in ("", "0"):
            continue
        found[int(digits)] = _text(entry / "name") or entry.name
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _size(index: int, platform: str) -> tuple[int, int] | None:
    """The size of a device's picture; None when it does not open."""
    if platform == "linux" and not Path(f"/dev/video{index}").exists():
        return None
    capture = cv2.VideoCapture(index, BACKENDS.get(platform, cv2.CAP_ANY))
    try:
        if not capture.isOpened():
            return None
        return int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    finally:
        capture.release()
