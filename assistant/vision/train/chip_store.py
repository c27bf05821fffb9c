"""Chip scenes on disk, for the chip detector and for the colour network alike."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.synth.chip_scenes import cards_of, chip_scene, chips_of
from assistant.vision.synth.chips import COLOURS
from assistant.vision.synth.deck import DrawnDeck
from assistant.vision.synth.scene import compose

CHUNK, SIZE = 32, 448


@dataclass(frozen=True)
class ChipExample:
    """One packed picture; colours (n,) in the order of COLOURS, boxes (n, 4, 2) px, visible (n,), cards (m, 4, 2)."""

    jpeg: NDArray[np.uint8]
    colours: NDArray[np.int64]
    boxes: NDArray[np.float32]
    visible: NDArray[np.float32]
    cards: NDArray[np.float32]


def example(seed: int, extra_decks: Sequence[DrawnDeck] = (), size: int = SIZE) -> ChipExample:
    """The example of a seed; `cards` are only faces lying open enough to give the colour of paper."""
    rendered = compose(chip_scene(seed, size, size, extra_decks=extra_decks))
    good, packed = cv2.imencode(".jpg", rendered.image, [cv2.IMWRITE_JPEG_QUALITY, 94])
    if not good:
        raise ValueError("the picture could not be packed as JPEG")
    chips = chips_of(rendered)
    cards = [t.quad for t in cards_of(rendered) if t.card != "back" and t.visible_fraction > 0.6]
    return ChipExample(
        np.asarray(packed, np.uint8).reshape(-1),
        np.array([COLOURS.index(c.colour) for c in chips], np.int64),
        np.array([c.box for c in chips], np.float32).reshape(-1, 4, 2),
        np.array([c.visible for c in chips], np.float32),
        np.array(cards, np.float32).reshape(-1, 4, 2),
    )


def write_chunk(folder: Path, number: int, first_seed: int, extra_decks: Sequence[DrawnDeck] = ()) -> Path:
    """Draw the scenes of chunk `number` into one file, whole or not at all."""
    made = [example(first_seed + number * CHUNK + k, extra_decks) for k in range(CHUNK)]
    path, part = folder / f"chunk-{number:05d}.npz", folder / f"part-{number:05d}-{os.getpid()}.npz"
    np.savez(
        part,
        sizes=np.array([len(e.jpeg) for e in made]),
        jpegs=np.concatenate([e.jpeg for e in made]),
        counts=np.array([len(e.colours) for e in made]),
        colours=np.concatenate([e.colours for e in made]),
        boxes=np.concatenate([e.boxes for e in made]),
        visible=np.concatenate([e.visible for e in made]),
        held=np.array([len(e.cards) for e in made]),
        cards=np.concatenate([e.cards for e in made]),
    )
    part.replace(path)
    return path


def read_chunk(path: Path) -> list[ChipExample]:
    """The examples of one chunk file."""
    with np.load(path) as f:
        cuts, held = np.cumsum(f["counts"])[:-1], np.cumsum(f["held"])[:-1]
        parts = (
            np.split(f["jpegs"], np.cumsum(f["sizes"])[:-1]), np.split(f["colours"], cuts), np.split(f["boxes"], cuts),
            np.split(f["visible"], cuts), np.split(f["cards"], held),
        )  # fmt: skip
        return [ChipExample(*row) for row in zip(*parts, strict=True)]


def keep_drawing(folder: Path, first_seed: int, most: int, step: int = 1, offset: int = 0) -> None:
    """Draw every `step`-th chunk from `offset` until `most` of them lie in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(offset, most, step):
        if not (folder / f"chunk-{number:05d}.npz").exists():
            write_chunk(folder, number, first_seed)
