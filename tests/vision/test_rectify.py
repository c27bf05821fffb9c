"""A rough quad becomes a sharp one, and crops lie where an index is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from assistant.vision.rectify import (
    CROP_H,
    CROP_LEFT,
    CROP_RIGHT,
    CROP_TOP,
    CROP_W,
    Pyramid,
    corner_crop,
    cut,
    index_crop,
    readings_of,
    refine,
    sides,
    upright,
)


def card_at(angle: float, height: float = 210, centre: tuple[float, float] = (320, 240)) -> np.ndarray:
    w = height / 1.4
    c, s = np.cos(angle), np.sin(angle)
    corners = np.array([[-w, -height], [w, -height], [w, height], [-w, height]]) / 2
    return (corners @ np.array([[c, s], [-s, c]]) + np.array(centre)).astype(np.float32)


def picture(quad: np.ndarray) -> np.ndarray:
    large = np.full((1920, 2560, 3), (60, 110, 50), np.uint8)
    cv2.fillConvexPoly(large, np.rint((quad + 0.5) * 4 - 0.5).astype(np.int32), (245, 248, 250))
    image = cv2.resize(large, (640, 480), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(0).normal(0, 4, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2, 2.9])
def test_edges_are_found_to_about_a_pixel(angle: float) -> None:
    true = card_at(angle)
    grey = cv2.cvtColor(picture(true), cv2.COLOR_BGR2GRAY).astype(np.uint8)
    rng = np.random.default_rng(3)
    for _ in range(4):
        rough = (true + rng.normal(0, 2.5, (4, 2)) + rng.normal(0, 2.0, 2)).astype(np.float32)
        off = np.linalg.norm(refine(grey, rough) - true, axis=1)
        assert off.max() < 1.4
        assert off.mean() < 0.9


def test_a_picture_without_edges_leaves_the_quad_near() -> None:
    grey = np.full((480, 640), 128, np.uint8)
    quad = card_at(0.3)
    assert np.linalg.norm(refine(grey, quad) - quad, axis=1).max() < 0.1 * 210


def test_any_first_corner_and_any_direction_becomes_upright() -> None:
    quad = card_at(0.7)
    for turn in range(4):
        for way in (1, -1):
            turned = upright(np.roll(quad, turn, 0)[::way].copy())
            across, down = sides(turned)
            assert across < down
            x, y = turned[:, 0], turned[:, 1]
            assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0


def test_a_card_may_lie_two_ways_and_a_square_four() -> None:
    assert len(readings_of(upright(card_at(0.2)))) == 2
    square = np.array([[0, 0], [100, 0], [100, 102], [0, 102]], np.float32)
    assert len(readings_of(square)) == 4


def test_the_crop_holds_the_cards_corner() -> None:
    quad = card_at(0.0)
    crop = corner_crop(quad)
    x, y, w = crop.to_crop @ np.array([quad[0][0], quad[0][1], 1.0])
    assert x / w == pytest.approx(-CROP_LEFT * CROP_W / (CROP_RIGHT - CROP_LEFT), abs=0.01)
    assert y / w == pytest.approx(-CROP_TOP * CROP_H / 0.44, abs=0.01)
    assert crop.glyph == pytest.approx(0.098 * 210, rel=0.02)
    assert cut(Pyramid(picture(quad)), [crop]).shape == (1, CROP_H, CROP_W, 3)


def test_a_wide_index_box_is_seen_whole() -> None:
    box = np.array([[100, 100], [160, 100], [160, 140], [100, 140]], np.float32)
    crop = index_crop(box)
    for x, y in box:
        u, v, w = crop.to_crop @ np.array([x, y, 1.0])
        assert 0 <= u / w <= CROP_W
        assert 0 <= v / w <= CROP_H


def test_a_close_up_is_averaged_not_aliased() -> None:
    stripes = np.zeros((1600, 1600, 3), np.uint8)
    stripes[:, ::2] = 255
    quad = np.array([[100, 50], [1100, 50], [1100, 1450], [100, 1450]], np.float32)
    crop = cut(Pyramid(stripes), [corner_crop(quad)])[0]
    assert crop.std() < 12
    assert 110 < crop.mean() < 145
