"""Closed cards of a still: the fewest that explain what is seen, and what speaks for each (issue 3, backs)."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.vision.closed import FEATURES, closed_cards
from assistant.vision.records import CardQuad, Image, quad_of
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Item, Scene, card_item, compose, corners_of
from assistant.vision.synth.surfaces import surface

TALL = 150.0
BACK = draw_deck(11, height=300, wide_fonts=False).back


def laid(*places: tuple[float, float, float]) -> tuple[Image, list[Item]]:
    ground = surface("wood", 640, 480, np.random.default_rng(3))
    items = [card_item(BACK, "back", (x, y), angle, TALL) for x, y, angle in places]
    return compose(Scene(640, 480, ground, tuple(items))).image, items


def told(item: Item, score: float) -> CardQuad:
    return CardQuad("back", quad_of(corners_of(item).tolist()), score)


def box(x: float, y: float, angle: float, score: float, tall: float = TALL) -> CardQuad:
    return told(card_item(BACK, "back", (x, y), angle, tall), score)


def test_a_box_between_two_closed_cards_is_no_third_card() -> None:
    image, items = laid((280, 240, -14), (330, 235, 16))
    between = box(305, 238, 2, 0.8)
    kept = closed_cards(image, [between, *(told(i, 0.7) for i in items)], [], TALL)
    assert sorted(c.found.score for c in kept) == [0.7, 0.7]


def test_two_closed_cards_apart_are_both_kept() -> None:
    image, items = laid((160, 240, 0), (460, 240, 90))
    assert len(closed_cards(image, [told(i, 0.6) for i in items], [], TALL)) == 2


def test_a_box_on_the_bare_table_has_less_to_speak_for_it_than_one_on_a_card() -> None:
    image, items = laid((160, 240, 10))
    kept = closed_cards(image, [told(items[0], 0.6), box(480, 240, 30, 0.6)], [], TALL)
    fill = FEATURES.index("fill")
    on_card, on_table = sorted(kept, key=lambda c: c.found.quad[0][0])
    assert on_card.evidence[fill] > on_table.evidence[fill] + 0.3


def test_no_boxes_no_closed_cards() -> None:
    image, _ = laid()
    assert closed_cards(image, [], [], None) == []


@pytest.mark.parametrize("tall", [20.0, 400.0])
def test_boxes_of_any_size_and_over_the_frame_are_measured(tall: float) -> None:
    image, _ = laid((320, 240, 0))
    (one,) = closed_cards(image, [box(5, 5, 40, 0.5, tall)], [], None)
    assert np.isfinite(one.evidence).all()
    assert one.evidence[FEATURES.index("cut")] > 0.3
