"""What lies under a card and what happens between it and the file: table, light, lens, sensor, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def ground(rng: np.random.Generator, w: int, h: int) -> NDArray[np.float32]:
    """Some table: plain, grained one way, or with an edge in it; (h, w, 3) BGR, 0..255."""
    dull = rng.random() < 0.8
    base = rng.uniform(15, 235) * rng.uniform(0.5, 1.1, 3) if dull else np.full(3, rng.uniform(200, 255))
    out = np.empty((h, w, 3), np.float32)
    out[:] = base
    kind = rng.random()
    if kind < 0.55:  # grain of cloth or wood: noise, stretched one way
        sx, sy = rng.uniform(2, 20, 2)
        grain = rng.normal(0, 1, (max(2, int(h / sy) + 1), max(2, int(w / sx) + 1), 1)).astype(np.float32)
        wide = cv2.resize(grain, (w, h), interpolation=cv2.INTER_CUBIC).reshape(h, w, 1)
        out += wide * rng.uniform(2, 28) * rng.uniform(0.6, 1.0, 3)
    elif kind < 0.7:  # an edge: planks, a drawing, the end of the table
        angle, at = rng.uniform(0, 6.3), rng.uniform(-0.4, 0.4) * max(w, h)
        yy, xx = np.mgrid[:h, :w]
        side = (xx - w / 2) * np.cos(angle) + (yy - h / 2) * np.sin(angle) > at
        out[side] = rng.uniform(10, 245, 3)
    return out


def camera(rng: np.random.Generator, patch: NDArray[np.float32], height: float) -> NDArray[np.uint8]:
    """Light, lens, sensor and JPEG, each by chance; blur grows with the ``height`` of the card in pixels."""
    h, w = patch.shape[:2]
    light = float(np.exp(rng.normal(-0.1, 0.3)))
    if rng.random() < 0.12:
        light *= rng.uniform(0.2, 0.6)
    cast = np.exp(rng.normal(0, 0.07, 3))
    if rng.random() < 0.2:  # yellow lamp
        cast *= np.array([rng.uniform(0.45, 0.8), rng.uniform(0.8, 0.95), 1.0])
    patch = patch * (light * cast).astype(np.float32)
    if rng.random() < 0.5:
        g = rng.normal(0, 0.25, 2)
        slope = np.linspace(-0.5, 0.5, w)[None] * g[0] + np.linspace(-0.5, 0.5, h)[:, None] * g[1]
        patch *= (1 + slope).astype(np.float32)[..., None]
    if rng.random() < 0.14:  # glare: a soft lamp in the varnish, washing the ink out
        yy, xx = np.mgrid[:h, :w].astype(np.float32)
        cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        r = rng.uniform(0.15, 0.8) * max(w, h)
        spot = np.exp(-(((xx - cx) ** 2 + (yy - cy) ** 2 * rng.uniform(0.4, 2.0)) / (r * r)))
        tint = np.array([0.92, 0.97, 1.0], np.float32)
        patch += (spot * rng.uniform(30, 190))[..., None].astype(np.float32) * tint
    if rng.random() < 0.35:
        patch = np.asarray(255 * (np.clip(patch, 0, 255) / 255) ** float(np.exp(rng.normal(0, 0.25))), np.float32)
    glyph = 0.098 * height
    roll = rng.random()
    if roll < 0.5:
        sigma = abs(rng.normal(0, 0.11)) * glyph if rng.random() < 0.75 else rng.uniform(0.08, 0.26) * glyph
        sigma = min(sigma, 4.0)
        if sigma > 0.3:
            patch = cv2.GaussianBlur(patch, (0, 0), sigma).astype(np.float32)
    elif roll < 0.6:
        length = min(11.0, rng.uniform(0.1, 0.7) * glyph)
        if length > 1.5:
            n = int(2 * np.ceil(length / 2) + 1)
            kernel = np.zeros((n, n), np.float32)
            angle = rng.uniform(0, np.pi)
            d = np.array([np.cos(angle), np.sin(angle)]) * length / 2
            cv2.line(kernel, _ip(n // 2 - d), _ip(n // 2 + d), 1.0, 1, cv2.LINE_AA)
            patch = cv2.filter2D(patch, -1, kernel / max(1e-6, float(kernel.sum()))).astype(np.float32)
    if rng.random() < 0.25:  # the phone's own sharpening
        soft = cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.7, 1.6)))
        patch = patch + (patch - soft) * float(rng.uniform(0.3, 1.5))
    if rng.random() < 0.7:
        level = abs(rng.normal(0, 5)) if rng.random() < 0.85 else rng.uniform(6, 18)
        noise = rng.standard_normal((h, w, 1), np.float32) * np.float32(level)
        patch = patch + noise + rng.standard_normal((h, w, 3), np.float32) * np.float32(level * 0.5)
    if rng.random() < 0.08:  # salt and pepper
        grain, share = rng.random((h, w)), float(rng.uniform(0.001, 0.012))
        patch[grain < share] = 0
        patch[grain > 1 - share] = 255
    out = np.clip(patch, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:  # cheap cameras in poor light: colours fade
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        fade = float(rng.uniform(0.3, 0.9))
        out = np.asarray(cv2.addWeighted(grey, fade, out, 1 - fade, 0), np.uint8)
    elif rng.random() < 0.04:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(28, 96))
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(packed, 1), np.uint8)
    return out


def paper(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Old paper and faded ink: the same card, tinted or with its ink thinned or worn."""
    out = image.copy()
    colour = out[..., :3].astype(np.float32)
    if rng.random() < 0.6:
        colour *= rng.uniform([0.72, 0.85, 0.9], 1.0)
    if rng.random() < 0.5:  # ink that is not quite black or red
        fade = rng.uniform(0.0, 0.35)
        colour += (np.array(rng.uniform(120, 255, 3), np.float32) - colour) * fade * 0.6
    out[..., :3] = np.clip(colour, 0, 255)
    return out


def _ip(p: Array) -> tuple[int, int]:
    return round(float(p[0])), round(float(p[1]))
