#!/usr/bin/env python3
"""Draws docs/img/first-screen.png: a virtual table as the recogniser reads it, beside a phone's page.

usage: readme_picture.py PHONE.png   (the phone's page as tests/web/test_demo_in_browser.py leaves it in artifacts/web/)
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from assistant.play import seat_names, virtual_world
from assistant.vision.detectors.yolo import YoloDetector
from assistant.vision.drawing import drawn
from assistant.vision.layout import default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.sources import make_source

HEIGHT = 720
GAP = 24


def main(phone: Path) -> None:
    """Render, read, draw and put side by side."""
    seats = seat_names(4)
    world = virtual_world(seats, 7)
    for up in (False, True, True, True):
        for seat in seats:
            world.deal(seat, up=up)
    source = make_source("virtual")
    source.open()
    source.push(world.film(1))  # type: ignore[attr-defined]
    frame = source.read()
    assert frame is not None
    picture = default_layout(seats).blacken(frame.image)
    table = drawn(picture, Recogniser(YoloDetector()).look(picture))
    page = cv2.imread(str(phone))
    assert page is not None, phone

    def scaled(image: cv2.typing.MatLike) -> cv2.typing.MatLike:
        width = round(image.shape[1] * HEIGHT / image.shape[0])
        return cv2.resize(image, (width, HEIGHT), interpolation=cv2.INTER_AREA)

    gap = np.full((HEIGHT, GAP, 3), 255, np.uint8)
    out = Path(__file__).parents[1] / "docs" / "img" / "first-screen.png"
    out.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out), np.hstack([scaled(table), gap, scaled(page)]), [cv2.IMWRITE_PNG_COMPRESSION, 9])


main(Path(sys.argv[1]))
