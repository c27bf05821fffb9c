"""Decks packaged as SVG sheets by Debian, for training only: rendered once into a cache and cut into cards.

The sheets (gnome-cards-data) are used where they are installed and are never part of the project.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CARDS
from assistant.vision.synth.deck import DrawnCard, DrawnDeck

FOLDER = Path("/usr/share/aisleriot/cards")
# A deck whose courts are named otherwise (V/D/R, B/D/K, Cyrillic) would teach falsehoods.
FIT = (
    "anglo", "anglo_bitmap", "anglo_modern", "anglo_modern_4_color", "anglo_poker", "gnomangelo", "gnomangelo_bitmap",
    "guyenne-classic", "neoclassical", "neoclassical_4_color", "ornamental", "plastic", "simplistic", "tango",
    "tigullio", "bellot", "dondorf",
)  # fmt: skip
SHEET_RANKS, SHEET_SUITS = "A23456789TJQK", "cdhs"
CARD_HEIGHT = 340


class _Cut(Mapping[str, DrawnCard]):
    def __init__(self, sheet: NDArray[np.uint8]) -> None:
        self._sheet = sheet
        self._cut: dict[str, DrawnCard] = {}

    def __getitem__(self, name: str) -> DrawnCard:
        if name not in self._cut:
            if name not in CARDS:
                raise KeyError(name)
            image = _cell(self._sheet, SHEET_SUITS.index(name[1]), SHEET_RANKS.index(name[0]))
            self._cut[name] = DrawnCard(image, corner_quads(image))
        return self._cut[name]

    def __iter__(self) -> Iterator[str]:
        yield from CARDS

    def __len__(self) -> int:
        return len(CARDS)


def _cell(sheet: NDArray[np.uint8], row: int, column: int) -> NDArray[np.uint8]:
    high, wide = sheet.shape[0] / 5, sheet.shape[1] / 13
    cell = sheet[round(row * high) : round((row + 1) * high), round(column * wide) : round((column + 1) * wide)]
    ys, xs = np.nonzero(cell[..., 3] > 128)
    return np.ascontiguousarray(cell[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def corner_quads(
    image: NDArray[np.uint8],
) -> tuple[tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]], ...]:
    """The two corner indices: the blobs of ink found in the top-left corner, and the same turned by half."""
    high, wide = image.shape[:2]
    corner = image[: round(0.36 * high), : round(0.26 * wide)]
    paper = np.median(
        image[round(0.01 * high) : round(0.5 * high), round(0.02 * wide) : round(0.1 * wide), :3].reshape(-1, 3), axis=0
    )
    ink = (np.abs(corner[..., :3].astype(np.float32) - paper).max(axis=2) > 70) & (corner[..., 3] > 200)
    rim = round(0.012 * high)
    ink[:rim] = False
    ink[:, :rim] = False
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    boxes = [
        (x, y, x + w, y + h)
        for x, y, w, h, area in stats[1:count].tolist()
        if area > 0.0002 * high * wide
        and x + w < corner.shape[1] - 1
        and x < 0.17 * wide
        and y + h < corner.shape[0] - 1
        and h < 0.2 * high
    ]
    boxes.sort(key=lambda b: b[1])
    if not boxes:
        return ()
    x0, y0, x1, y1 = boxes[0]
    for box in boxes[1:]:
        if box[1] < y1 + 0.045 * high and box[3] < 0.33 * high:
            x0, y0, x1, y1 = min(x0, box[0]), min(y0, box[1]), max(x1, box[2]), max(y1, box[3])
    if y1 - y0 < 0.09 * high:
        return ()
    pad = 0.006 * high
    left, top, right, bottom = (x0 - pad) / wide, (y0 - pad) / high, (x1 + pad) / wide, (y1 + pad) / high
    upper = ((left, top), (right, top), (right, bottom), (left, bottom))
    lower = ((1 - left, 1 - top), (1 - right, 1 - top), (1 - right, 1 - bottom), (1 - left, 1 - bottom))
    return (upper, lower)


@lru_cache(maxsize=32)
def _sheet(source: Path, cache: Path) -> NDArray[np.uint8]:
    path = cache / f"{source.stem}-{CARD_HEIGHT}.png"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["rsvg-convert", "--unlimited", "-h", str(CARD_HEIGHT * 5), "-a", "-o", str(path), str(source)],
            check=True, capture_output=True, timeout=600,
        )  # fmt: skip
    held = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if held is None or held.ndim != 3 or held.shape[2] != 4:
        raise ValueError(f"{path} is no picture with alpha")
    return np.asarray(held, np.uint8)


def packaged_decks(cache: Path) -> tuple[DrawnDeck, ...]:
    """The packaged decks found on this machine, rendered into `cache`; empty where none is installed."""
    decks = []
    for name in FIT:
        source = FOLDER / f"{name}.svgz"
        if source.exists():
            sheet = _sheet(source, cache)
            decks.append(DrawnDeck(name, _Cut(sheet), DrawnCard(_cell(sheet, 4, 2), ())))
    return tuple(decks)
