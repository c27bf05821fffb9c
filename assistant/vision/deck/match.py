"""A seen card held against the taught ones: prints of both indices as the reader's network sees them, and the face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.vision.deck.eyes import IndexEyes
from assistant.vision.deck.look import FACE_QUAD, Look, face_likeness, framed, look_of
from assistant.vision.deck.taught import TaughtDeck
from assistant.vision.reader import NAMES, Belief, IndexReader
from assistant.vision.records import Corners, Image
from assistant.vision.rectify import Pyramid, corner_crop, cut

# Weights of a log-likelihood, fitted on rendered decks (models/deck.md): the face; rank and suit of the index that is
# more like a taught one, and of the other; the reader's belief.
FACE, RANK, SUIT, SECOND, BELIEF = 32.0, 12.0, 12.0, 0.5, 0.6
EXPLAINS = 0.05  # the reader's belief in another card, in a lesson, that explains a sure misreading of it
KNEW, MISTOOK = 0.5, 0.2  # the reader's belief in a card in its lesson, and in another card's
STRAY = 0.004  # the reader's belief in a card is never believed to be less
Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Seen:
    """One card's prints: rank and suit embeddings of its indices (n, D each), and its face where it is to be seen."""

    ranks: Vectors
    suits: Vectors
    look: Look | None


@dataclass(frozen=True)
class Match:
    """Log-likelihoods in the order of the deck's names, the best card, and how like it is: face 0..1, index -1..1."""

    scores: NDArray[np.float64]
    best: int
    face: float
    index: float


class Matcher:
    """The taught deck's prints, computed once from its pictures."""

    def __init__(self, deck: TaughtDeck, eyes: IndexEyes, reader: IndexReader | None = None) -> None:
        self.deck, self.eyes, self.names = deck, eyes, deck.names
        self.looks = [look_of(deck.pictures[n]) for n in self.names]
        self.blocks = np.stack([k.blocks for k in self.looks])
        crops = np.concatenate([corners_of(deck.pictures[n]) for n in self.names])
        ranks, suits = eyes.embed(crops)
        # What the reader takes each of this deck's cards for: an 11 that it calls an ace is then a jack all the same.
        self.taken_for = np.zeros((len(self.names), len(NAMES)))
        if reader is None:
            self.taken_for[np.arange(len(self.names)), [NAMES.index(n) for n in self.names]] = 1.0
        else:
            said = np.array([r.cards for r in reader.read(crops)])
            self.taken_for = said.reshape(len(self.names), 2, -1).mean(1)
        self.middle = ranks.mean(0), suits.mean(0)
        self.ranks, self.suits = unit(ranks - self.middle[0]), unit(suits - self.middle[1])  # two rows a card

    def reads(self, card: str) -> bool:
        """Whether the reader, in the lesson, knew this card for what it is, and took no other for it."""
        if card not in self.names:
            return False
        taken = self.taken_for[:, NAMES.index(card)]
        mine = self.names.index(card)
        return bool(taken[mine] > KNEW and np.delete(taken, mine).max(initial=0.0) < MISTOOK)

    def unmistaken(self, card: str) -> bool:
        """Whether the reader, in the lesson, took no other card of the deck for this one, nor may well have."""
        if card not in self.names:
            return False
        others = np.delete(self.taken_for[:, NAMES.index(card)], self.names.index(card))
        return bool(others.max(initial=0.0) < EXPLAINS)

    def see(self, pyramid: Pyramid, quads: Sequence[Corners], *, face: bool = True) -> Seen:
        """A card through outlines of it (first corner top left): two indices an outline, and the first one's face."""
        turns = (0, 2) if face else (0,)
        crops = cut(pyramid, [corner_crop(np.roll(q, -t, 0)) for q in quads for t in turns])
        ranks, suits = self.eyes.embed(crops)
        return Seen(ranks, suits, look_of(framed(pyramid, quads[0])) if face else None)

    def match(self, seen: Seen) -> Match:
        """The likelihood of every card; either way up is the same card."""
        ranks = unit(seen.ranks - self.middle[0]) @ self.ranks.T
        suits = unit(seen.suits - self.middle[1]) @ self.suits.T
        n = len(self.names)
        both = (RANK * ranks + SUIT * suits).reshape(len(ranks), n, 2).max(2)  # (indices, cards)
        plain = (ranks + suits).reshape(len(ranks), n, 2).max(2) / 2
        if seen.look is None:
            scores, faces = both.max(0) * (1 + SECOND), np.zeros(n)
        else:
            first, second = both[0::2].max(0), both[1::2].max(0)
            scores = np.maximum(first, second) + SECOND * np.minimum(first, second)
            faces = np.maximum(
                face_likeness(seen.look.blocks, self.blocks), face_likeness(seen.look.turned().blocks, self.blocks)
            )
            scores = scores + FACE * faces
        best = int(scores.argmax())
        return Match(scores, best, float(faces[best]), float(plain[:, best].max()))

    def odds(self, match: Match, belief: Belief | None = None) -> NDArray[np.float64]:
        """Probabilities of the deck's cards from a match and what the reader believes (in the order of its NAMES)."""
        scores = match.scores.copy()
        if belief is not None:
            scores += BELIEF * np.log(self.taken_for @ belief + STRAY)
        e = np.exp(scores - scores.max())
        return np.asarray(e / e.sum(), np.float64)


def corners_of(picture: Image) -> NDArray[np.uint8]:
    """Both index crops (2, 96, 56, 3) of a framed card."""
    pyramid = Pyramid(picture)
    return cut(pyramid, [corner_crop(FACE_QUAD), corner_crop(np.roll(FACE_QUAD, -2, 0))])


def unit(x: Vectors) -> Vectors:
    """Rows of length one."""
    return np.asarray(x / (np.linalg.norm(x, axis=-1, keepdims=True) + 1e-6), np.float32)
