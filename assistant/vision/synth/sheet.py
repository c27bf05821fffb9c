"""A sheet of random scenes to look at, with their truth drawn in."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.synth.paint import Colour, Picture
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import Rendered, compose


def drawn_truth(rendered: Rendered) -> Picture:
    """A copy of the picture with faces in green, backs in blue, mostly hidden cards in grey, indices in magenta."""
    picture = rendered.image.copy()
    for card in rendered.truth:
        colour: Colour = (255, 140, 40) if card.card == "back" else (60, 220, 60)
        if card.visible_fraction < 0.25:
            colour = (150, 150, 150)
        cv2.polylines(picture, [np.round(card.quad).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
        for index in card.visible_indices:
            cv2.polylines(picture, [np.round(index).astype(np.int32)], True, (230, 40, 230), 1, cv2.LINE_AA)
    return picture


def write_sheet(n: int, seed: int, path: Path, *, width: int = 448, height: int = 448) -> None:
    """Write `n` random scenes from `seed` on, side by side with their truth drawn in, to a picture file.

    Raises ValueError where n is not positive or the file cannot be written.
    """
    if n < 1:
        raise ValueError("a sheet needs at least one scene")
    tiles = [drawn_truth(compose(random_scene(seed + k, width, height))) for k in range(n)]
    columns = math.ceil(math.sqrt(n))
    while len(tiles) % columns:
        tiles.append(np.zeros_like(tiles[0]))
    sheet = np.vstack([np.hstack(tiles[k : k + columns]) for k in range(0, len(tiles), columns)])
    if not cv2.imwrite(str(path), sheet):
        raise ValueError(f"cannot write {path}")
