"""Whole decks as arrays, drawn once and kept on disk, so that crops can be made from hundreds of them at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import CARDS, JOKER
from assistant.vision.synth.deck import DrawnDeck

CODES = (*CARDS, JOKER)
FACE_H, FACE_W = 320, 229  # pixels of a stored face


@dataclass(frozen=True)
class FaceSet:
    """One deck, ready to be laid: faces (53, 320, 229, 4) BGRA, the back, and each face's index quads in fractions."""

    name: str
    faces: NDArray[np.uint8]
    back: NDArray[np.uint8]
    indices: tuple[NDArray[np.float32], ...]  # per face (n, 4, 2), the first point top left as read upright
    aspect: float  # height over width

    def save(self, folder: Path) -> None:
        """Write the deck as ``NAME.npy`` (the faces, mapped when read) and ``NAME.npz`` (the rest; no pickle)."""
        folder.mkdir(parents=True, exist_ok=True)
        counts = np.array([len(q) for q in self.indices], np.int64)
        flat = np.concatenate([q.reshape(-1, 4, 2) for q in self.indices]).astype(np.float32)
        np.save(folder / f"{self.name}.npy", self.faces)
        part = folder / f"{self.name}.part.npz"
        np.savez(part, back=self.back, counts=counts, quads=flat, aspect=np.array(self.aspect))
        part.rename(folder / f"{self.name}.npz")  # last and at once: a deck is there or not

    @staticmethod
    def load(path: Path) -> FaceSet:
        """Read the deck whose ``NAME.npz`` is ``path``."""
        with np.load(path, allow_pickle=False) as z:
            ends = np.cumsum(z["counts"])
            quads = tuple(np.split(z["quads"], ends[:-1]))
            faces = np.load(path.with_suffix(".npy"), mmap_mode="r")
            return FaceSet(path.stem, faces, z["back"], quads, float(z["aspect"]))


def face_set(name: str, deck: DrawnDeck) -> FaceSet:
    """A deck drawn by ``vision.synth`` at the reader's size; the joker of a deck without one stays blank."""
    faces = np.zeros((len(CODES), FACE_H, FACE_W, 4), np.uint8)
    quads: list[NDArray[np.float32]] = []
    aspect = 1.4
    for i, code in enumerate(CODES):
        card = deck.faces.get(code)
        if card is None:
            quads.append(np.zeros((0, 4, 2), np.float32))
            continue
        aspect = card.image.shape[0] / card.image.shape[1]
        faces[i] = cv2.resize(card.image, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA)
        quads.append(np.array(card.indices, np.float32).reshape(-1, 4, 2))
    back = cv2.resize(deck.back.image, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return FaceSet(name, faces, back, tuple(quads), aspect)
