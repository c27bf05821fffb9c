"""The renderer's truth: quads, visible shares, open indices, and the same picture for the same scene."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from assistant.vision.synth.camera import Camera, homography
from assistant.vision.synth.clutter import CHIP_COLOURS, chip, random_thing
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.light import Glare, Light, Shadow
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import Item, Scene, card_item, compose
from assistant.vision.synth.surfaces import KINDS, surface

DECK = draw_deck(4, height=280, wide_fonts=False)
FELT = surface("felt", 320, 240, np.random.default_rng(1))


def scene(*items: Item, camera: Camera | None = None, light: Light | None = None) -> Scene:
    return Scene(320, 240, FELT, items, camera or Camera(), light or Light(), 9)


def test_a_lone_card_is_wholly_seen_with_both_indices() -> None:
    (card,) = compose(scene(card_item(DECK.faces["As"], "As", (160, 120), 30, 100))).truth
    assert card.card == "As"
    assert card.visible_fraction == pytest.approx(1, abs=0.02)
    assert len(card.visible_indices) == len(DECK.faces["As"].indices)


def test_the_quad_starts_at_the_cards_own_top_left_and_goes_round_clockwise() -> None:
    (card,) = compose(scene(card_item(DECK.faces["2c"], "2c", (160, 120), 90, 100))).truth
    first, second = card.quad[0], card.quad[1]
    assert first[0] > 160 and first[1] < 120
    assert second[0] > 160 and second[1] > 120
    assert cv2.contourArea(card.quad.astype(np.float32), oriented=True) > 0


def test_a_card_half_covered_is_half_seen_and_its_covered_index_is_not_told() -> None:
    wide = 100 * DECK.faces["As"].image.shape[1] / DECK.faces["As"].image.shape[0]
    lower = card_item(DECK.faces["7d"], "7d", (140, 120), 0, 100)
    upper = card_item(DECK.faces["Kc"], "Kc", (140 + wide / 2, 120), 0, 100)
    below, above = compose(scene(lower, upper)).truth
    assert below.visible_fraction == pytest.approx(0.5, abs=0.05)
    assert above.visible_fraction == pytest.approx(1, abs=0.02)
    assert len(below.visible_indices) * 2 == len(DECK.faces["7d"].indices)
    assert all(q[:, 0].max() < 140 + 2 for q in below.visible_indices)


def test_a_card_covered_altogether_is_not_told() -> None:
    card = card_item(DECK.faces["7d"], "7d", (140, 120), 0, 80)
    (only,) = compose(scene(card, card_item(DECK.back, "back", (140, 120), 0, 100))).truth
    assert only.card == "back"
    assert only.visible_indices == ()


def test_a_card_cut_by_the_frame_keeps_its_whole_quad() -> None:
    (card,) = compose(scene(card_item(DECK.faces["7d"], "7d", (160, 0), 0, 100))).truth
    assert card.quad[:, 1].min() == pytest.approx(-50, abs=0.01)
    assert card.visible_fraction == pytest.approx(0.5, abs=0.03)


def test_glass_does_not_hide_but_a_chip_does() -> None:
    card = card_item(DECK.faces["7d"], "7d", (160, 120), 0, 100)
    cover = chip("red", 1)
    (seen,) = compose(scene(card, Item(cover, (160, 120), 0, 40, ghost=True))).truth
    (less,) = compose(scene(card, Item(cover, (160, 120), 0, 40))).truth
    assert seen.visible_fraction == pytest.approx(1, abs=0.02)
    assert less.visible_fraction < 0.9


def test_tilt_moves_the_truth_with_the_picture() -> None:
    lens = homography(Camera(tilt=30, azimuth=20), 320, 240)
    middle = cv2.perspectiveTransform(np.array([[[160.0, 120.0]]]), lens)[0, 0]
    assert middle == pytest.approx([160, 120])
    flat = compose(scene(card_item(DECK.back, "back", (200, 60), 0, 80)))
    tilted = compose(scene(card_item(DECK.back, "back", (200, 60), 0, 80), camera=Camera(tilt=30)))
    assert np.abs(flat.truth[0].quad - tilted.truth[0].quad).max() > 5


def test_light_darkens_and_glare_washes() -> None:
    plain = compose(scene(card_item(DECK.faces["As"], "As", (160, 120), 0, 150))).image
    dim = compose(scene(card_item(DECK.faces["As"], "As", (160, 120), 0, 150), light=Light(level=0.3))).image
    shine = Light(glares=(Glare(160, 120, 40, 40, 0, 1.0),))
    bright = compose(scene(card_item(DECK.faces["As"], "As", (160, 120), 0, 150), light=shine)).image
    dark = Light(shadows=(Shadow(((0, 0), (320, 0), (320, 240), (0, 240)), 4, 0.5),))
    shaded = compose(scene(card_item(DECK.faces["As"], "As", (160, 120), 0, 150), light=dark)).image
    assert dim.mean() < 0.5 * plain.mean()
    assert bright[110:130, 150:170].min() > plain[110:130, 150:170].min() + 20
    assert shaded.mean() < 0.7 * plain.mean()


@pytest.mark.parametrize("seed", [3, 40, 77, 123])
def test_a_random_scene_is_reproducible_and_its_indices_lie_in_their_cards(seed: int) -> None:
    first, again = (compose(random_scene(seed, 192, 192)) for _ in range(2))
    assert np.array_equal(first.image, again.image)
    assert first.image.shape == (192, 192, 3)
    for card in first.truth:
        assert 0 < card.visible_fraction <= 1
        for index in card.visible_indices:
            assert card.card != "back"
            assert (index >= 0).all() and (index <= 192).all()
            for point in index:
                spot = (float(point[0]), float(point[1]))
                assert cv2.pointPolygonTest(card.quad.astype(np.float32), spot, True) >= -0.5


def test_an_empty_scene_holds_no_truth_and_a_forced_one_does() -> None:
    for seed in range(6):
        assert compose(random_scene(seed, 128, 128, empty=True)).truth == ()
    assert any(compose(random_scene(seed, 128, 128, empty=False)).truth for seed in range(3))


@pytest.mark.parametrize("kind", KINDS)
def test_every_surface_fills_its_size(kind: str) -> None:
    made = surface(kind, 90, 60, np.random.default_rng(2))
    assert made.shape == (60, 90, 3)
    assert made.dtype == np.uint8


def test_every_chip_colour_and_many_things_are_sprites() -> None:
    for colour in CHIP_COLOURS:
        assert chip(colour, 0, 40).shape == (40, 40, 4)
    rng = np.random.default_rng(5)
    for _ in range(12):
        sprite, tall = random_thing(rng)
        assert sprite.shape[2] == 4
        assert tall > 0
