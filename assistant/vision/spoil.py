"""Ways a photograph is spoiled on purpose, to measure that reading fails by asking and not by guessing."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from assistant.vision.records import Image


def _half(image: Image) -> Image:
    return cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _blur(image: Image) -> Image:
    return cv2.GaussianBlur(image, (0, 0), 2.0).astype(np.uint8)


def _dark(image: Image) -> Image:
    return np.asarray(image // 4, np.uint8)


def _motion(image: Image) -> Image:
    kernel = np.full((1, 5), 1 / 5, np.float32)
    return cv2.filter2D(image, -1, kernel).astype(np.uint8)


def _jpeg(image: Image) -> Image:
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


SPOILS: dict[str, Callable[[Image], Image]] = {
    "half": _half,  # half the size
    "blur": _blur,  # out of focus, sigma 2 px
    "dark": _dark,  # a quarter of the light
    "motion": _motion,  # 5 px
    "jpeg": _jpeg,  # quality 40
}
