"""Decks that nobody's reader was trained on: foreign courts, numbers for ranks, tiny indices, one ink, hard use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np

from assistant.vision.synth.deck import DrawnCard, DrawnDeck, deck_of
from assistant.vision.synth.style import random_style
from assistant.vision.synth.surfaces import noise

KINDS = ("vdr", "spanish", "tiny", "one-colour", "worn")


class _Worn(Mapping[str, DrawnCard]):
    """Cards that have been played with for years: yellow, creased, smudged, each in its own way."""

    def __init__(self, faces: Mapping[str, DrawnCard], seed: int) -> None:
        self._faces, self._seed = faces, seed
        self._held: dict[str, DrawnCard] = {}

    def __getitem__(self, name: str) -> DrawnCard:
        if name not in self._held:
            card = self._faces[name]
            self._held[name] = DrawnCard(_used(card.image, (self._seed, *name.encode())), card.indices)
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)


def _used(sprite: np.ndarray, seed: tuple[int, ...]) -> np.ndarray:
    rng = np.random.default_rng(seed)
    high, wide = sprite.shape[:2]
    out = sprite[..., :3].astype(np.float32)
    out *= np.array([0.74, 0.9, 0.95], np.float32) * float(rng.uniform(0.88, 1.0))
    stain = np.clip(noise(wide, high, 60, rng), 0, 2)[..., None]
    out *= 1 - 0.12 * stain * np.array([1.3, 1.0, 0.8], np.float32)
    for _ in range(int(rng.integers(2, 6))):  # creases: the print has gone along them
        a, b = rng.uniform(0, 1, 2) * (wide, high), rng.uniform(0, 1, 2) * (wide, high)
        mask = np.zeros((high, wide), np.uint8)
        cv2.line(mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (255,), max(1, high // 200), cv2.LINE_AA)
        cover = mask[..., None].astype(np.float32) / 255 * float(rng.uniform(0.3, 0.8))
        out = (out * (1 - cover) + np.array([190, 205, 212], np.float32) * cover).astype(np.float32)
    rub = (noise(wide, high, 9, rng) > 1.5)[..., None] * float(rng.uniform(0.2, 0.5))
    whole = out * (1 - rub) + np.array([185, 205, 215]) * rub
    return np.dstack([np.clip(whole, 0, 255).astype(np.uint8), sprite[..., 3]])


def odd_deck(kind: str, seed: int = 0, height: int = 560) -> DrawnDeck:
    """A deck of one of KINDS, drawn with the bundled fonts so that it is alike on every machine; ValueError else."""
    style = random_style(50_000 + seed, wide_fonts=False)
    style = replace(style, ten="10", four_index=False, suit_beside=False, rank_height=min(style.rank_height, 0.13))
    if kind == "vdr":
        style = replace(style, names={"J": "V", "Q": "D", "K": "R"}, court="english")
    elif kind == "spanish":
        style = replace(style, names={"A": "1", "J": "11", "Q": "12", "K": "13"}, court="portrait")
    elif kind == "tiny":
        style = replace(style, rank_height=0.045, suit_ratio=0.8, margin_x=0.03, margin_y=0.035)
    elif kind == "one-colour":
        ink = (40, 34, 30)
        style = replace(style, inks=dict.fromkeys("shdc", ink), palette=(ink, (120, 118, 115), (205, 205, 205), ink))
    elif kind != "worn":
        raise ValueError(f"{kind!r} is no odd deck; there are: {', '.join(KINDS)}")
    deck = deck_of(style, height, f"odd-{kind}-{seed}")
    return DrawnDeck(deck.name, _Worn(deck.faces, seed), deck.back) if kind == "worn" else deck
