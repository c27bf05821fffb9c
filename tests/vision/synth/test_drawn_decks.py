"""Own-drawn decks: complete, reproducible, with indices where they are printed."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.vision.records import CARDS, JOKER
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.glyphs import bundled_fonts

SEEDS = range(0, 60, 7)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deck_has_52_faces_a_joker_and_a_back(seed: int) -> None:
    deck = draw_deck(seed, height=160, wide_fonts=False)
    assert set(deck.faces) == {*CARDS, JOKER}
    assert deck.back.indices == ()
    assert deck.back.image.shape[2] == 4


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["As", "Th", "7d", "Qc", "Ks", JOKER])
def test_indices_lie_on_the_card_come_in_twos_and_hold_ink(seed: int, name: str) -> None:
    card = draw_deck(seed, height=240, wide_fonts=False).faces[name]
    high, wide = card.image.shape[:2]
    assert len(card.indices) in (2, 4)
    for index in card.indices:
        spots = np.array(index)
        assert spots.shape == (4, 2)
        assert (spots >= 0).all() and (spots <= 1).all()
        low = np.floor(spots.min(axis=0) * (wide, high)).astype(int)
        high_end = np.ceil(spots.max(axis=0) * (wide, high)).astype(int)
        inside = card.image[low[1] : high_end[1], low[0] : high_end[0], :3].astype(int)
        assert np.ptp(inside.max(axis=2)) > 40 or np.ptp(inside.min(axis=2)) > 40


def test_the_first_two_indices_are_turned_by_half_to_each_other() -> None:
    upper, lower = draw_deck(3, height=200, wide_fonts=False).faces["9h"].indices[:2]
    for (x, y), (u, v) in zip(upper, lower, strict=True):
        assert x + u == pytest.approx(1, abs=0.02)
        assert y + v == pytest.approx(1, abs=0.02)
    assert upper[0][1] < upper[2][1]
    assert lower[0][1] > lower[2][1]


def test_the_same_seed_draws_the_same_cards_and_another_seed_others() -> None:
    one, same, other = (draw_deck(s, height=160, wide_fonts=False) for s in (11, 11, 12))
    assert np.array_equal(one.faces["Qs"].image, same.faces["Qs"].image)
    assert np.array_equal(one.back.image, same.back.image)
    assert one.faces["Qs"].image.shape != other.faces["Qs"].image.shape or not np.array_equal(
        one.faces["Qs"].image, other.faces["Qs"].image
    )


def test_height_is_as_asked_and_corners_are_clear() -> None:
    image = draw_deck(5, height=320, wide_fonts=False).faces["2c"].image
    assert image.shape[0] == 320
    assert image[0, 0, 3] < 128
    assert image[160, image.shape[1] // 2, 3] == 255


def test_a_card_that_is_none_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_deck(1, height=120, wide_fonts=False).faces["1x"]


def test_fonts_are_shipped_with_their_licences() -> None:
    assert 3 <= len(bundled_fonts()) <= 6
