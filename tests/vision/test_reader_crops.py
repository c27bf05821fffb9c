"""Training crops say what they show, and a seed always gives the same ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assistant.vision.synth.deck import draw_deck
from assistant.vision.train.reader_crops import IGNORE, NO_RANK, NO_SUIT, CropMaker, label_name
from assistant.vision.train.reader_faces import CODES, FaceSet, face_set


@pytest.fixture(scope="module")
def deck() -> FaceSet:
    return face_set("one", draw_deck(0, height=200, wide_fonts=False))


def test_a_deck_survives_the_disk(deck: FaceSet, tmp_path: Path) -> None:
    deck.save(tmp_path)
    again = FaceSet.load(tmp_path / "one.npz")
    assert np.array_equal(again.faces, deck.faces)
    assert all(np.array_equal(a, b) for a, b in zip(again.indices, deck.indices, strict=True))
    assert len(again.indices) == len(CODES) == 53


def test_the_same_seed_gives_the_same_crops(deck: FaceSet) -> None:
    one, two = CropMaker([deck], 9).batch(12), CropMaker([deck], 9).batch(12)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_labels_are_cards_nothing_or_withheld(deck: FaceSet) -> None:
    _, ranks, suits = CropMaker([deck], 2).batch(400)
    assert set(np.unique(ranks)) <= {IGNORE, *range(15)}
    assert set(np.unique(suits)) <= {IGNORE, *range(5)}
    card = (ranks >= 0) & (ranks < 13) & (suits >= 0) & (suits < 4)
    nothing = (ranks == NO_RANK) & (suits == NO_SUIT)
    assert card.mean() > 0.4
    assert 0.1 < nothing.mean() < 0.45


def test_names_of_labels() -> None:
    assert label_name(12, 3) == "As"
    assert label_name(13, NO_SUIT) == "joker"
    assert label_name(NO_RANK, NO_SUIT) == "none"
