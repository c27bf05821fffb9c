"""Tables of every kind as a camera sees them, for the tests of calibration: drawn once, kept in memory."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.records import Image
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.tables import Laid, LaidCard, picture_of

FRAME = (1280, 720)


def camera(tilt: float = 0.0, azimuth: float = 0.0) -> Camera:
    """A usual camera, tilted."""
    return Camera(tilt=tilt, azimuth=azimuth, defocus=0.5, noise=3.0)


@cache
def picture(laid: Laid) -> Image:
    """The table's picture."""
    return np.asarray(picture_of(laid), np.uint8)


def four_corners(width: float, depth: float) -> tuple[tuple[float, float, float], ...]:
    """Markers cut along the grey line and put flush into the corners of a table (millimetres)."""
    x, y = width / 2 - 38, depth / 2 - 38
    return ((-x, -y, 0), (x, -y, 90), (x, y, 180), (-x, y, 270))


def filmed(laid: Laid, folder: Path) -> Path:
    """A film folder that shows the table for ever, with a sensor's noise."""
    folder.mkdir(parents=True)
    names = []
    for i in range(3):
        image = picture(laid).astype(np.int16) + np.random.default_rng(i).normal(0, 1.5, picture(laid).shape)
        names.append(f"{i}.jpg")
        cv2.imwrite(str(folder / names[-1]), np.clip(image, 0, 255).astype(np.uint8))
    script = {"fps": 10, "scenes": [{"pictures": [], "rest": names, "mark": 0}]}
    (folder / "film.json").write_text(json.dumps(script), encoding="utf-8")
    return folder


__all__ = ["FRAME", "Laid", "LaidCard", "camera", "filmed", "four_corners", "picture"]
