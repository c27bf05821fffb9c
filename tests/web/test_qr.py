"""The QR code as a phone's camera would meet it: on a page, as a picture, and in a terminal of either colour."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.web import qr

URL = "http://192.168.1.7:8770/"


def read(picture: NDArray[np.uint8]) -> str:
    """What OpenCV's reader finds in a grey picture."""
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return str(text)


def test_the_png_reads_back() -> None:
    picture = cv2.imdecode(np.frombuffer(qr.png(URL), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert read(picture.astype(np.uint8)) == URL


def test_the_svg_draws_the_same_modules() -> None:
    drawn = qr.svg(URL)
    rows = qr.matrix(URL)
    picture = np.full((len(rows), len(rows)), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1", drawn):
        picture[int(y), int(x)] = 0
    assert read(np.kron(picture, np.ones((8, 8), np.uint8)).astype(np.uint8)) == URL


def painted(text: str, light: int, ground: int) -> NDArray[np.uint8]:
    """The half blocks as a terminal paints them: ``light`` where a block is, ``ground`` elsewhere."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        rows.append([light if c in "▀█" else ground for c in line])
        rows.append([light if c in "▄█" else ground for c in line])
    return np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8)).astype(np.uint8)


def test_in_colour_the_terminals_own_colours_do_not_matter() -> None:
    lines = qr.terminal(URL).splitlines()
    assert all(line.startswith("\x1b[38;5;231;48;5;16m") and line.endswith("\x1b[0m") for line in lines)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", qr.terminal(URL))
    assert read(painted(bare, 255, 0)) == URL


@pytest.mark.parametrize(("light", "ground"), [(230, 20), (200, 40)])
def test_without_colour_a_dark_terminal_shows_it_right(light: int, ground: int) -> None:
    assert read(painted(qr.terminal(URL, colour=False), light, ground)) == URL


def test_it_fits_a_narrow_terminal() -> None:
    assert max(map(len, qr.terminal(URL, colour=False).splitlines())) <= 60
