"""Opening photographs: turned as the camera was held, whole or refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from assistant.vision.records import Image

SOI, SOS, EOI = 0xD8, 0xDA, 0xD9
ALONE = frozenset({0x01, *range(0xD0, 0xD8)})  # JPEG markers without a length


class NotAPicture(ValueError):
    """A file that holds no picture, or only a part of one; ``code`` names the phrase to say."""

    def __init__(self, code: str, path: Path) -> None:
        super().__init__(f"{path}: {code}")
        self.code, self.path = code, path


def open_still(path: Path) -> Image:
    """The picture of a file as (H, W, 3) BGR, EXIF orientation applied; raises NotAPicture with a reason."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise NotAPicture("missing", path) from None
    except OSError:
        raise NotAPicture("unreadable", path) from None
    if not data:
        raise NotAPicture("empty", path)
    if data[:2] == b"\xff\xd8" and not _jpeg_ends(data):
        raise NotAPicture("torn", path)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND" not in data[-64:]:
        raise NotAPicture("torn", path)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None or image.size == 0:
        raise NotAPicture("not_picture", path)
    if min(image.shape[:2]) < 16:
        raise NotAPicture("tiny", path)
    return np.ascontiguousarray(image, np.uint8)


def _jpeg_ends(data: bytes) -> bool:
    """Whether the picture's own end marker is there; a thumbnail's does not count, nor does what follows."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker == EOI:
            return True
        elif marker in ALONE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if marker == SOS:
                at = _next_marker(data, at)
    return data[at : at + 2] == b"\xff\xd9"


def _next_marker(data: bytes, at: int) -> int:
    """Where coded picture data stops: the first marker that is neither stuffing nor a restart."""
    while (at := data.find(b"\xff", at)) >= 0 and at + 1 < len(data):
        follows = data[at + 1]
        if follows != 0 and follows != 0xFF and not 0xD0 <= follows <= 0xD7:
            return at
        at += 1
    return len(data)
