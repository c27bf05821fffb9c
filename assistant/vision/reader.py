"""The reader of index crops: rank and suit as probabilities, and how crops of one card become one belief."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CARDS, JOKER
from assistant.vision.runtime import load_network
from assistant.vision.weights import Weights, WeightsError, find_weights

NAMES = (*CARDS, JOKER)  # the order of every belief: 52 cards, suits outermost, and the joker
CHUNK = 64  # crops a run of the network
Belief = NDArray[np.float64]  # (53,), sums to at most 1; the rest is "no card to be read here"


@dataclass(frozen=True)
class CropReading:
    """What one crop says: a probability for each card, and for "there is no index here"."""

    cards: Belief
    none: float

    @property
    def best(self) -> int:
        """The number of the likeliest card."""
        return int(self.cards.argmax())

    @property
    def top(self) -> float:
        """The probability of the likeliest card."""
        return float(self.cards.max())


class IndexReader:
    """The network, loaded once; ``threads`` 0 leaves their number to the engine that runs it."""

    def __init__(self, folder: Path | None = None, threads: int = 0, engine: str | None = None) -> None:
        self.weights: Weights = find_weights("reader", folder)
        about = self.weights.about
        if "".join(about.get("ranks", [])[:13]) != "23456789TJQKA" or "".join(about.get("suits", [])[:4]) != "cdhs":
            raise WeightsError(f"{self.weights.path.name} does not read the 52 cards")
        self.network = load_network(self.weights.path, threads, engine)

    def read(self, crops: NDArray[np.uint8]) -> list[CropReading]:
        """One reading for each of the (N, 96, 56, 3) BGR crops."""
        out: list[CropReading] = []
        for i in range(0, len(crops), CHUNK):
            batch = np.ascontiguousarray(crops[i : i + CHUNK].transpose(0, 3, 1, 2), np.float32) / 255.0
            rank, suit = self.network.run(batch, ("rank", "suit"))
            out += readings_from(rank, suit)
        return out


def readings_from(rank: NDArray[Any], suit: NDArray[Any]) -> list[CropReading]:
    """Logits of 15 ranks (13, joker, none) and 5 suits (4, none) as readings."""
    ranks, suits = _softmax(rank), _softmax(suit)
    plain = (suits[:, :4, None] * ranks[:, None, :13]).reshape(len(ranks), 52)
    cards = np.concatenate([plain, ranks[:, 13:14]], 1)
    return [CropReading(c, max(0.0, 1.0 - float(c.sum()))) for c in cards]


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    x = logits.astype(np.float64)
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float64)


def same_index(readings: list[CropReading]) -> CropReading:
    """Several crops of one printed index as one reading: the crop that is cut best speaks loudest."""
    weight = np.array([r.top**2 + 1e-6 for r in readings])
    weight /= weight.sum()
    cards = np.einsum("i,ij->j", weight, np.array([r.cards for r in readings]))
    return CropReading(np.asarray(cards, np.float64), max(0.0, 1.0 - float(cards.sum())))


def same_card(readings: list[CropReading], stray: float = 0.004) -> CropReading:
    """Readings of different indices of one card as one belief: they are multiplied; one that sees nothing says nothing.

    ``stray`` is how often a crop is believed to say something unrelated, so that one index alone never outvotes all.
    """
    belief = np.zeros(len(NAMES))
    seen = 1.0
    for r in readings:
        belief += np.log((1 - stray) * (r.cards + r.none / len(NAMES)) + stray / len(NAMES))
        seen *= r.none
    p = np.exp(belief - belief.max())
    p *= (1.0 - seen) / p.sum()
    return CropReading(np.asarray(p, np.float64), seen)
