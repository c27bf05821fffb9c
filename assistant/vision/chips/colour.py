"""What colour a chip is: its pixels as the disc they are on, under white light, told by a small trained network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.finder import Ellipse
from assistant.vision.records import Corners, Image
from assistant.vision.weights import WeightsError, models_folder

NAMES = ("red", "orange", "yellow", "green", "blue", "lightblue", "purple", "magenta", "black", "white")
CROP = 40  # px of the disc's square
ZONES = (0.0, 0.36, 0.62, 0.8, 0.95)  # rings from the middle to the rim
HUES, LIGHTS = 12, 4
SPOTS = 96  # per cent of a chip's pixels that are no white spot
# White spots are at least so light beside the guessed white, at most so coloured; alike within so much of their mean,
# on such a share of the chips; believed so far beside the guess; and their paint reflects so much. Set on drawn scenes.
PALE, COLOURED, TINT, SHARED, TRUST, PAINT = 0.5, 0.35, 0.07, 0.4, 0.6, 0.92
ENOUGH = 0.25  # share of a disc that must belong to it alone for shared pixels to be left out
Vector = NDArray[np.float32]
_Y, _X = np.mgrid[0:CROP, 0:CROP]
_DISC = np.stack([(_X + 0.5) / CROP * 2 - 1, (_Y + 0.5) / CROP * 2 - 1], -1).astype(np.float64)
_RADIUS = np.hypot(_DISC[..., 0], _DISC[..., 1])


def white_of(image: Image, papers: Sequence[Corners] = ()) -> NDArray[np.float64]:
    """What white paper looks like in this light, (3,) BGR: from cards' faces where there are any, else guessed."""
    k = 480 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA) if k < 1 else image
    k = min(k, 1.0)
    seen = []
    for quad in papers:
        middle = quad.mean(0)
        inner = ((quad - middle) * 0.88 + middle) * k
        mask = np.zeros(small.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(inner * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
        pixels = small[mask > 0].astype(np.float64)
        if len(pixels) < 12:
            continue
        unburnt = pixels[pixels.max(1) < 250]  # a channel that is clipped tells nothing of the lamp's colour
        pixels = unburnt if len(unburnt) > 0.25 * len(pixels) else pixels
        light = pixels.sum(1)
        bright = pixels[(light >= np.percentile(light, 55)) & (light <= np.percentile(light, 95))]
        if len(bright):
            seen.append(np.median(bright, 0))
    if seen:
        return np.asarray(np.clip(np.median(seen, 0), 24, 255), np.float64)
    flat = small.reshape(-1, 3).astype(np.float64)
    unburnt = flat[flat.max(1) < 252]
    flat = unburnt if len(unburnt) > 0.2 * len(flat) else flat
    norm = np.power((flat**6).mean(0), 1 / 6)  # "shades of grey": between the mean and the brightest
    norm *= max(float(np.percentile(flat.max(1), 98)), 40.0) / max(float(norm.max()), 1e-6)
    even = float(norm.mean())
    return np.asarray(np.clip(even + 0.6 * (norm - even), 24, 255), np.float64)


def white_among(image: Image, chips: Sequence[Ellipse], guess: NDArray[np.float64]) -> NDArray[np.float64]:
    """What white looks like by white spots and inlays that several chips share; the ``guess`` where they share none."""
    spots, plain = [], []
    for one in chips:
        pixels = cut_chip(image, one, chips)
        own = pixels.crop[pixels.mine].astype(np.float64)
        if len(own) < 30:
            continue
        unburnt = own[own.max(1) < 252]
        own = unburnt if len(unburnt) > 20 else own
        least = own.min(1)
        spots.append(np.median(own[least >= np.percentile(least, SPOTS)], 0))
        plain.append(np.median(own, 0))
    if len(spots) < 2:
        return guess
    pale, usual = np.array(spots), np.array(plain)
    coloured, of_chip = (1 - v.min(1) / np.maximum(v.max(1), 1) for v in (pale, usual))
    stands_out = (of_chip - coloured > 0.12) | (pale.min(1) > 1.8 * np.maximum(usual.min(1), 1))
    able = (pale.min(1) > PALE * guess.max()) & (coloured < COLOURED)
    tint = pale / pale.mean(1, keepdims=True)
    alike = able & (np.abs(tint[:, None] - tint[None]).max(2) < TINT)
    votes = (alike & stands_out).sum(1) * able
    best = int(votes.argmax())
    if votes[best] < 2 or alike[best].sum() < SHARED * len(pale):
        return guess
    white = np.median(pale[alike[best]], 0)
    mixed = guess * ((white / white.mean()) / (guess / guess.mean())) ** TRUST
    level = (guess.mean() + white.mean() / PAINT) / 2
    return np.asarray(np.clip(mixed / mixed.mean() * level, 24, 255), np.float64)


@dataclass(frozen=True)
class ChipPixels:
    """One chip as a disc: ``crop`` (CROP, CROP, 3) BGR, ``mine`` where the disc belongs to it alone."""

    crop: Image
    mine: NDArray[np.bool_]


def cut_chip(image: Image, one: Ellipse, others: Sequence[Ellipse]) -> ChipPixels:
    """The chip seen from above; what other chips' outlines cover is left out where enough remains."""
    to_crop = one.to_picture
    scale = np.array([[2 / CROP, 0, 1 / CROP - 1], [0, 2 / CROP, 1 / CROP - 1], [0, 0, 1]])
    matrix = to_crop @ scale
    shrink = max(1.0, 2 * one.b / CROP)
    if shrink > 1.6:  # averaged before it is sampled
        x0, y0 = math.floor(one.x - one.a - 2), math.floor(one.y - one.a - 2)
        x1, y1 = math.ceil(one.x + one.a + 2), math.ceil(one.y + one.a + 2)
        x0, y0 = max(0, x0), max(0, y0)
        part = image[y0 : max(y0 + 1, y1), x0 : max(x0 + 1, x1)]
        if part.size:
            small = cv2.resize(part, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
            fx, fy = small.shape[1] / part.shape[1], small.shape[0] / part.shape[0]
            image = np.asarray(small, np.uint8)
            matrix = np.array([[fx, 0, -x0 * fx], [0, fy, -y0 * fy]]) @ np.vstack([matrix, [0, 0, 1]])
    crop = cv2.warpAffine(
        image, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    mine = ZONES[-1] > _RADIUS
    points = (_DISC.reshape(-1, 2) @ to_crop[:, :2].T) + to_crop[:, 2]
    alone = mine.copy()
    for other in others:
        if other is not one and math.dist((one.x, one.y), (other.x, other.y)) < one.a + other.a:
            alone &= (other.around(points) > 1.03).reshape(CROP, CROP)
    if alone.sum() >= ENOUGH * mine.sum():
        mine = alone
    return ChipPixels(np.asarray(crop, np.uint8), mine)


def describe(pixels: ChipPixels, white: NDArray[np.float64]) -> Vector:
    """The chip's colours ring by ring, turned as it may lie: soft histograms under white light, and plain means."""
    raw = pixels.crop.astype(np.float32) / 255
    even = np.clip(raw / (white / 255), 0, 1.2).astype(np.float32)
    lab = cv2.cvtColor(np.minimum(even, 1.0), cv2.COLOR_BGR2LAB)
    light, a, b = lab[..., 0] / 100, lab[..., 1], lab[..., 2]
    chroma, hue = np.hypot(a, b), (np.arctan2(b, a) / math.tau * HUES) % HUES
    colourful = np.clip((chroma - 6) / 18, 0, 1)
    strong = np.clip((chroma - 24) / 30, 0, 1)
    level = np.clip(light * LIGHTS - 0.5, 0, LIGHTS - 1)
    out: list[NDArray[np.float64]] = []
    for near, far in pairwise(ZONES):
        ring = pixels.mine & (near <= _RADIUS) & (far > _RADIUS)
        count = int(ring.sum())
        share = count / max(1, int(((near <= _RADIUS) & (far > _RADIUS)).sum()))
        if count < 4:
            out.append(np.zeros(2 * HUES + 2 * LIGHTS + 7))
            continue
        h, c, s, v = hue[ring], colourful[ring], strong[ring], level[ring]
        low = np.floor(h).astype(np.int64) % HUES
        part = h - np.floor(h)
        weak_hues = np.zeros(HUES)
        strong_hues = np.zeros(HUES)
        for bins, weight in ((weak_hues, c * (1 - s)), (strong_hues, c * s)):
            np.add.at(bins, low, weight * (1 - part))
            np.add.at(bins, (low + 1) % HUES, weight * part)
        greys, tints = np.zeros(LIGHTS), np.zeros(LIGHTS)
        floor = np.minimum(np.floor(v).astype(np.int64), LIGHTS - 2)
        for bins, weight in ((greys, 1 - c), (tints, c)):
            np.add.at(bins, floor, weight * (1 - (v - floor)))
            np.add.at(bins, floor + 1, weight * (v - floor))
        hist = np.concatenate([weak_hues, strong_hues, greys, tints]) / count
        out.append(np.concatenate([hist, raw[ring].mean(0), even[ring].mean(0), [share]]))
    return np.concatenate([*out, white / 255]).astype(np.float32)


class ColourNamer:
    """A two-layer network from `describe` to a probability for each of NAMES; its weights are ``chip-colours.npz``."""

    def __init__(self, folder: Path | None = None) -> None:
        path = (folder or models_folder()) / "chip-colours.npz"
        if not path.is_file():
            raise WeightsError(f"{path} is missing")
        with np.load(path) as held:
            self.layers = [(held[f"w{k}"].astype(np.float32), held[f"b{k}"].astype(np.float32)) for k in range(3)]
            self.mean, self.spread = held["mean"].astype(np.float32), held["spread"].astype(np.float32)
            self.heat = float(held["heat"])
            self.sure_from = float(held["sure_from"])

    def name(self, described: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probabilities (n, 10) for descriptions (n, features)."""
        x = (described - self.mean) / self.spread
        for k, (w, b) in enumerate(self.layers):
            x = x @ w + b
            if k < len(self.layers) - 1:
                x = np.maximum(x, 0)
        x = x.astype(np.float64) / self.heat
        e = np.exp(x - x.max(1, keepdims=True))
        return np.asarray(e / e.sum(1, keepdims=True), np.float64)
