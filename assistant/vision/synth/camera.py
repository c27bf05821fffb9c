"""The camera over the table: where a point of the table lands in the picture, and what lens and sensor do to it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.paint import Picture


@dataclass(frozen=True)
class Camera:
    """A camera and its faults; the defaults are a perfect one straight above.

    Angles in degrees, blur and motion in px, noise in grey levels; `jpeg` is a quality or 0 for none; `soften` is the
    share of the resolution that survives (1.0 all); `sharpen` is an unsharp amount.
    """

    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    zoom: float = 1.0
    defocus: float = 0.0
    motion: float = 0.0
    motion_angle: float = 0.0
    noise: float = 0.0
    jpeg: int = 0
    gamma: float = 1.0
    saturation: float = 1.0
    contrast: float = 1.0
    soften: float = 1.0
    sharpen: float = 0.0


def homography(camera: Camera, width: int, height: int) -> NDArray[np.float64]:
    """The 3 × 3 map from table px (frame px of an untilted camera) to picture px."""
    focal = 1.4 * max(width, height)
    a, t, r = np.deg2rad([camera.azimuth, camera.tilt, camera.roll])
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(t), -np.sin(t)], [0, np.sin(t), np.cos(t)]])
    roll = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    pose = roll @ turn @ tilt @ turn.T
    plane = np.column_stack([pose[:, 0], pose[:, 1], [0, 0, focal / camera.zoom]])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    whole = lens @ plane @ centred
    return np.asarray(whole / whole[2, 2], np.float64)


def exposed(picture: NDArray[np.float32], camera: Camera, rng: np.random.Generator) -> Picture:
    """The light that fell in, (H, W, 3) float32 0..255, as the camera delivers it: 8-bit BGR."""
    high, wide = picture.shape[:2]
    out = picture
    if camera.soften < 0.999:
        small = (max(8, round(wide * camera.soften)), max(8, round(high * camera.soften)))
        out = np.asarray(cv2.resize(out, small, interpolation=cv2.INTER_AREA), np.float32)
        out = np.asarray(cv2.resize(out, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)
    if camera.defocus > 0.3:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), camera.defocus), np.float32)
    if camera.motion >= 2:
        size = int(camera.motion) | 1
        kernel = np.zeros((size, size), np.float32)
        a, c = np.deg2rad(camera.motion_angle), size // 2
        reach = (round(c * np.cos(a)), round(c * np.sin(a)))
        cv2.line(kernel, (c - reach[0], c - reach[1]), (c + reach[0], c + reach[1]), (1.0,), 1)
        out = np.asarray(cv2.filter2D(out, -1, kernel / kernel.sum()), np.float32)
    if camera.sharpen > 0:
        out = out + camera.sharpen * (out - np.asarray(cv2.GaussianBlur(out, (0, 0), 1.2), np.float32))
    if camera.saturation != 1.0:
        grey = out @ np.array([0.114, 0.587, 0.299], np.float32)
        out = grey[..., None] + (out - grey[..., None]) * camera.saturation
    if camera.contrast != 1.0:
        out = (out - 128) * camera.contrast + 128
    if camera.noise > 0:
        grain = rng.standard_normal((high, wide, 3), np.float32)
        out = out + grain * camera.noise * np.sqrt(0.3 + 0.7 * np.clip(out, 0, 255) / 255)
    byte = np.clip(out, 0, 255).astype(np.uint8)
    if camera.gamma != 1.0:
        table = (255 * (np.arange(256) / 255) ** camera.gamma).astype(np.uint8)
        byte = np.asarray(cv2.LUT(byte, table), np.uint8)
    if camera.jpeg:
        good, packed = cv2.imencode(".jpg", byte, [cv2.IMWRITE_JPEG_QUALITY, camera.jpeg])
        if not good:
            raise ValueError("the picture could not be packed as JPEG")
        byte = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return byte
