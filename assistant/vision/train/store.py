"""Training scenes on disk: chunks of JPEG pictures with their labels, made by one process while another trains."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import BACK
from assistant.vision.synth.deck import DrawnDeck
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import Rendered, compose

CLASSES = ("face", "back", "index")
CHUNK = 32
SIZE = 448
ENOUGH = 0.25  # share of a card that must be in view
LITTLE = 0.16  # … where at least one of its indices is open (below that the index alone is the target)


@dataclass(frozen=True)
class Example:
    """One packed picture and its boxes: classes (n,) and quads (n, 4, 2) in px."""

    jpeg: NDArray[np.uint8]
    classes: NDArray[np.int64]
    quads: NDArray[np.float32]


def labels_of(rendered: Rendered) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """What a detector should find in a rendered scene: whole cards with enough in view, and open corner indices."""
    classes: list[int] = []
    quads: list[NDArray[np.float64]] = []
    for card in rendered.truth:
        open_index = bool(card.visible_indices)
        if card.visible_fraction >= ENOUGH or (open_index and card.visible_fraction >= LITTLE):
            classes.append(1 if card.card == BACK else 0)
            quads.append(card.quad)
        for index in card.visible_indices:
            classes.append(2)
            quads.append(index)
    return np.array(classes, np.int64), np.array(quads, np.float32).reshape(-1, 4, 2)


def example(seed: int, extra_decks: Sequence[DrawnDeck] = (), size: int = SIZE) -> Example:
    """The training example of a seed."""
    rendered = compose(random_scene(seed, size, size, extra_decks=extra_decks))
    good, packed = cv2.imencode(".jpg", rendered.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
    if not good:
        raise ValueError("the picture could not be packed as JPEG")
    return Example(np.asarray(packed, np.uint8).reshape(-1), *labels_of(rendered))


def write_chunk(
    folder: Path, number: int, first_seed: int, extra_decks: Sequence[DrawnDeck] = (), size: int = SIZE
) -> Path:
    """Draw the CHUNK scenes of chunk `number` and put them in one npz file, whole or not at all."""
    made = [example(first_seed + number * CHUNK + k, extra_decks, size) for k in range(CHUNK)]
    path = folder / f"chunk-{number:05d}.npz"
    part = folder / f"part-{number:05d}-{os.getpid()}.npz"
    np.savez(
        part,
        sizes=np.array([len(e.jpeg) for e in made]),
        jpegs=np.concatenate([e.jpeg for e in made]),
        counts=np.array([len(e.classes) for e in made]),
        classes=np.concatenate([e.classes for e in made]),
        quads=np.concatenate([e.quads for e in made]),
    )
    part.replace(path)
    return path


def read_chunk(path: Path) -> list[Example]:
    """The examples of one chunk file."""
    with np.load(path) as held:
        jpegs = np.split(held["jpegs"], np.cumsum(held["sizes"])[:-1])
        cuts = np.cumsum(held["counts"])[:-1]
        return [
            Example(j, c, q)
            for j, c, q in zip(jpegs, np.split(held["classes"], cuts), np.split(held["quads"], cuts), strict=True)
        ]


def keep_drawing(folder: Path, first_seed: int, most: int, pace: float, extra_decks: Sequence[DrawnDeck] = ()) -> None:
    """Draw chunks one after another until `most` of them lie in the folder, waiting `pace` seconds between two."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(most):
        if not (folder / f"chunk-{number:05d}.npz").exists():
            write_chunk(folder, number, first_seed, extra_decks)
            time.sleep(pace)


class Shelf:
    """The examples known so far; `refresh` takes in chunks that were written since."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.examples: list[Example] = []
        self._known: set[str] = set()

    def refresh(self) -> int:
        """Read new chunk files and return how many examples there are now."""
        for path in sorted(self.folder.glob("chunk-*.npz")):
            if path.name not in self._known:
                self._known.add(path.name)
                self.examples += read_chunk(path)
        return len(self.examples)
