"""How well a crop can be read at all: size, edges, contrast, glare; measured, so that a bad crop is asked about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Doubt

NEEDED_GLYPH = 12  # pixels of a rank glyph that read well even with a webcam's noise (measured: docs and model card)
SOFT_EDGE = 0.34  # of the glyph's height: an edge that takes longer from paper to ink is blur
PALE, GLARING = 0.28, 0.85  # least contrast, and the share of burnt-out pixels that makes it glare


@dataclass(frozen=True)
class CropQuality:
    """Marks of one crop: ``glyph`` in picture pixels, ``edge`` as a share of the glyph's height, the rest 0..1."""

    glyph: float
    edge: float
    contrast: float
    burnt: float
    light: float


def measure(crop: NDArray[np.uint8], scale: float, glyph: float) -> CropQuality:
    """Marks of a (96, 56, 3) BGR crop; ``scale``: picture pixels a crop pixel, ``glyph``: expected height in them."""
    green = crop[..., 1].astype(np.float32)  # dark for red and for black ink alike
    low, high = (float(v) for v in np.percentile(green, (3, 97)))
    span = high - low
    steps = np.hypot(green[1:-1, 2:] - green[1:-1, :-2], green[2:, 1:-1] - green[:-2, 1:-1]) / 2
    steepest = float(np.percentile(steps, 99.5))
    edge = span / max(steepest, 0.5) * scale / max(glyph, 1e-6)
    burnt = float((crop.min(-1) >= 249).mean())
    return CropQuality(glyph, edge, span / max(high, 24.0), burnt, high / 255)


def why(quality: CropQuality | None) -> Doubt:
    """The reason to give for a doubtful reading, the plainest first."""
    if quality is None:
        return Doubt("covered")
    if quality.glyph < NEEDED_GLYPH:
        return Doubt("small", max(1, round(quality.glyph)), NEEDED_GLYPH)
    if quality.contrast < PALE:
        return Doubt("glare" if quality.burnt > GLARING or quality.light > 0.75 else "dark")
    if quality.edge > SOFT_EDGE:
        return Doubt("blur")
    return Doubt("unclear")
