"""Counting what a detector found, on photographs' labels and on rendered truth."""

from __future__ import annotations

import numpy as np

from assistant.vision.records import CardQuad, quad_of
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface
from assistant.vision.train.heldout import count, short_of
from assistant.vision.train.measure import score

SQUARE = [[10.0, 10.0], [50.0, 10.0], [50.0, 70.0], [10.0, 70.0]]
ENTRY = {"complete": True, "cards": [{"card": "As", "quad": SQUARE}]}


def test_a_label_is_found_once_and_a_double_lowers_precision() -> None:
    twice = [CardQuad("face", quad_of(SQUARE), 0.9), CardQuad("face", quad_of(SQUARE), 0.6)]
    told = score(ENTRY, twice, 0.5)
    assert (told["quads"], told["found"], told["detections"], told["right"]) == (1, 1, 2, 1)
    assert score(ENTRY, twice, 0.7)["detections"] == 1


def test_a_far_or_weak_detection_finds_nothing() -> None:
    far = [[x + 200, y] for x, y in SQUARE]
    assert score(ENTRY, [CardQuad("face", quad_of(far), 0.9)], 0.5)["found"] == 0
    assert score(ENTRY, [CardQuad("face", quad_of(SQUARE), 0.3)], 0.5)["found"] == 0


def test_rendered_truth_counts_cards_by_what_is_in_view_and_their_indices() -> None:
    deck = draw_deck(4, height=280, wide_fonts=False)
    felt = surface("felt", 320, 240, np.random.default_rng(1))
    scene = Scene(320, 240, felt, (card_item(deck.faces["7d"], "7d", (160, 120), 0, 200),))
    rendered = compose(scene)
    (card,) = rendered.truth
    found = [CardQuad("face", card.as_quad, 0.9)]
    found += [CardQuad("index", quad_of(q.tolist()), 0.8) for q in card.visible_indices]
    told = count(rendered, found)
    assert (told["faces open"], told["faces open found"]) == (1, 1)
    assert told["indices"] == told["indices found"] == len(card.visible_indices)
    assert count(rendered, [])["faces open found"] == 0


def test_a_run_that_finds_clearly_less_is_no_reproduction() -> None:
    shipped = {"faces open": 0.99, "indices": 0.80}
    assert short_of({"faces open": 0.96, "indices": 0.84}, shipped) == {}
    assert list(short_of({"faces open": 0.99, "indices": 0.70}, shipped)) == ["indices"]
    assert list(short_of({"faces open": 0.99}, shipped)) == ["indices"]
