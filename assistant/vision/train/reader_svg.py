"""Decks that lie as one SVG file a card (npm packages do): rendered, their corner indices found, ready for the reader.

Used on the training machine only; nothing of them is kept in the repository. Used so far, unpacked with `npm pack`:
`@heruka_urgyen/react-playing-cards` (MIT, four decks), `@younestouati/playing-cards-standard-deck` (LGPL-3.0) and
`cardsJS` (MIT).
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CARDS, Quad
from assistant.vision.synth.deck import DrawnCard, DrawnDeck

HEIGHT = 420
NUMBERS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
NAME = re.compile(r"(1[0-3]|[1-9TJQKA])([cdhs])", re.IGNORECASE)


def card_of(stem: str) -> str | None:
    """The card a file is named after ("AS", "10h", "13c"), or None."""
    match = NAME.fullmatch(stem)
    if match is None:
        return None
    rank = match[1].upper()
    return NUMBERS.get(rank, rank) + match[2].lower()


def decks_in(root: Path) -> Iterator[DrawnDeck]:
    """Every folder under ``root`` that holds all 52 cards as SVG files, drawn with rsvg-convert."""
    for folder in sorted({p.parent for p in root.rglob("*.svg")}):
        files = {card: p for p in sorted(folder.glob("*.svg")) if (card := card_of(p.stem)) is not None}
        if set(files) != set(CARDS):
            continue
        faces = {card: _drawn(path) for card, path in files.items()}
        blank = np.full_like(faces["As"].image, 255)
        yield DrawnDeck("-".join(folder.parts[-3:]), faces, DrawnCard(blank, ()))


def _drawn(path: Path) -> DrawnCard:
    data = subprocess.run(["rsvg-convert", "-h", str(HEIGHT), str(path)], check=True, capture_output=True).stdout
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.shape[2] != 4:
        raise ValueError(f"{path} was not drawn with transparency")
    ys, xs = np.nonzero(image[..., 3] > 128)
    face = np.ascontiguousarray(image[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], np.uint8)
    return DrawnCard(face, index_quads(face))


def index_quads(image: NDArray[np.uint8]) -> tuple[Quad, ...]:
    """The top-left index (the first glyphs down the left edge), jumbo ones too, and the same turned by half."""
    high, wide = image.shape[:2]
    corner = image[: round(0.46 * high), : round(0.32 * wide)]
    ink = (corner[..., :3].min(-1) < 150) & (corner[..., 3] > 200)
    rim = round(0.018 * high)
    ink[:rim] = False
    ink[:, :rim] = False
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    boxes = [(x, y, x + w, y + h) for x, y, w, h, _ in stats[1:count].tolist() if h > 0.02 * high and x < 0.16 * wide]
    boxes = sorted((b for b in boxes if b[3] - b[1] < 0.27 * high), key=lambda b: b[1])
    if not boxes:
        return ()
    x0, y0, x1, y1 = boxes[0]
    for box in boxes[1:]:
        if box[1] < y1 + 0.06 * high and box[3] < 0.44 * high and box[2] < x1 + 0.1 * wide:
            x0, y0, x1, y1 = min(x0, box[0]), min(y0, box[1]), max(x1, box[2]), max(y1, box[3])
    if y1 - y0 < 0.12 * high:
        return ()
    left, top, right, bottom = x0 / wide - 0.01, y0 / high - 0.007, x1 / wide + 0.01, y1 / high + 0.007
    upper: Quad = ((left, top), (right, top), (right, bottom), (left, bottom))
    lower: Quad = ((1 - left, 1 - top), (1 - right, 1 - top), (1 - right, 1 - bottom), (1 - left, 1 - bottom))
    return (upper, lower)
