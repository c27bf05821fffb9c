"""Boxes of one card told from boxes of two (case 49: one nine with both corners in view, or two nines?)."""

import numpy as np

from assistant.vision.faces import Corner, Face, double_of, unexplained
from assistant.vision.reader import NAMES, CropReading
from assistant.vision.records import CardQuad, quad_of


def said(card: str | None, top: float) -> CropReading:
    cards = np.zeros(len(NAMES))
    if card is not None:
        cards[NAMES.index(card)] = top
    return CropReading(cards, 1.0 - top)


def face(card: str | None, top: float, x: float = 0.0) -> Face:
    quad = np.array([[x, 0], [x + 100, 0], [x + 100, 140], [x, 140]], np.float32)
    out = Face(CardQuad("face", quad_of(quad.tolist()), 0.9), [quad])
    out.corners = {turn: Corner(readings=[said(card, top)]) for turn in (0, 2)}
    out.settle()
    return out


def index_box(x: float, y: float) -> CardQuad:
    quad = np.array([[x, y], [x + 14, y], [x + 14, y + 30], [x, y + 30]], np.float32)
    return CardQuad("index", quad_of(quad.tolist()), 0.6)


def test_a_second_box_that_says_the_same_is_the_same_card() -> None:
    assert double_of(face("2c", 0.7, 20.0), [face("2c", 0.999)])


def test_a_box_in_which_nothing_is_read_is_not_taken_for_the_card_beside_it() -> None:
    assert not double_of(face(None, 0.0, 20.0), [face("2c", 0.999)])


def test_another_card_half_over_a_plain_one_is_kept() -> None:
    assert not double_of(face("9h", 0.7, 20.0), [face("2c", 0.999)])


def test_the_indices_of_a_plain_card_are_not_read_again_and_another_cards_are() -> None:
    own, other = index_box(5.0, 6.0), index_box(150.0, 6.0)
    assert unexplained([own, other], [face("2c", 0.999)]) == [other]
    assert unexplained([own, other], [face("2c", 0.7)]) == [own, other]
