"""Lamp, gradient, glare and shadow: what light does to a finished table."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]


@dataclass(frozen=True)
class Glare:
    """A soft bright patch: centre and radii in px of the picture, angle in degrees, strength 0 to about 1."""

    x: float
    y: float
    radius_x: float
    radius_y: float
    angle: float
    strength: float


@dataclass(frozen=True)
class Shadow:
    """A dark shape with soft edges: points and softness in px, depth 0 (none) to 1 (black)."""

    points: tuple[tuple[float, float], ...]
    softness: float
    depth: float


@dataclass(frozen=True)
class Light:
    """The room's light: lamp colour as BGR gains, level, a gradient across (amount and degrees), a spot."""

    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)
    level: float = 1.0
    gradient: float = 0.0
    direction: float = 0.0
    spot: tuple[float, float, float, float] | None = None  # x, y, radius (px), brightness outside it (0..1)
    glares: tuple[Glare, ...] = field(default=())
    shadows: tuple[Shadow, ...] = field(default=())


def lit(picture: Field, light: Light) -> Field:
    """The picture (H, W, 3) float32 0..255 under that light; not clipped."""
    high, wide = picture.shape[:2]
    gain = np.full((high, wide), light.level, np.float32)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    if light.gradient:
        a = np.deg2rad(light.direction)
        along = ((x / wide - 0.5) * np.cos(a) + (y / high - 0.5) * np.sin(a)).astype(np.float32)
        gain *= 1 + light.gradient * along
    if light.spot is not None:
        sx, sy, radius, outside = light.spot
        far = ((x - sx) ** 2 + (y - sy) ** 2) / (radius * radius)
        gain *= outside + (1 - outside) * np.exp(-0.5 * far).astype(np.float32)
    for shadow in light.shadows:
        dark = np.zeros((high // 2 + 1, wide // 2 + 1), np.float32)
        spots = np.round(np.asarray(shadow.points) * 8).astype(np.int32)
        cv2.fillPoly(dark, [spots], (1.0,), cv2.LINE_8, 4)
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), max(0.6, shadow.softness / 2)), np.float32)
        gain *= 1 - shadow.depth * np.asarray(cv2.resize(dark, (wide, high)), np.float32)
    out = picture * gain[..., None] * np.asarray(light.lamp, np.float32)
    for glare in light.glares:
        a = np.deg2rad(glare.angle)
        dx, dy = x - glare.x, y - glare.y
        u = (dx * np.cos(a) + dy * np.sin(a)) / glare.radius_x
        v = (-dx * np.sin(a) + dy * np.cos(a)) / glare.radius_y
        shine = (np.exp(-0.5 * (u * u + v * v)) * glare.strength)[..., None].astype(np.float32)
        white = 255 * np.clip(np.asarray(light.lamp, np.float32), 0.75, 1.15)
        out = out + shine * np.maximum(white - out * 0.35, 0) * (0.35 + 0.65 * out / 255)
    return out.astype(np.float32)
