"""The reader of whole faces: its training pictures, what it reads, and that it only speaks where the indices doubt."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.vision.calibration import Evidence, WholeCalibration, joint, whole_features
from assistant.vision.quality import CropQuality
from assistant.vision.reader import NAMES, CropReading
from assistant.vision.rectify import Pyramid
from assistant.vision.synth.deck import draw_deck
from assistant.vision.train.face_crops import FaceMaker
from assistant.vision.train.reader_crops import NO_RANK
from assistant.vision.train.reader_faces import FaceSet, face_set
from assistant.vision.wholeface import FACE_H, FACE_W, FaceReader

QUALITY = CropQuality(14.0, 0.2, 0.6, 0.0, 0.8)


@pytest.fixture(scope="module")
def deck() -> FaceSet:
    return face_set("one", draw_deck(0, height=200, wide_fonts=False))


def said(card: str, top: float, none: float = 0.0) -> CropReading:
    cards = np.full(len(NAMES), (1 - top - none) / (len(NAMES) - 1))
    cards[NAMES.index(card)] = top
    return CropReading(cards, none)


def test_the_same_seed_gives_the_same_pictures_with_fair_labels(deck: FaceSet) -> None:
    one, two = FaceMaker([deck], 4).batch(40), FaceMaker([deck], 4).batch(40)
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    pictures, ranks, suits = one
    assert pictures.shape == (40, FACE_H, FACE_W, 3)
    assert ((ranks == NO_RANK) == ((suits == 4) & (ranks != 13))).all()


def test_pips_of_a_plain_card_are_read_without_its_indices() -> None:
    drawn = draw_deck(3, height=300, wide_fonts=False)
    reader = FaceReader()
    right = 0
    for code in ("8d", "5s", "9h", "4c", "7d", "6s"):
        card = drawn.faces[code].image[..., :3].copy()
        high, wide = card.shape[:2]
        paper = card[high // 2, 3].copy()
        for part in (card[: high // 4, : wide // 5], card[-high // 4 :, -wide // 5 :]):
            part[:] = paper  # both corners blank
        canvas = np.full((high + 80, wide + 80, 3), (60, 90, 60), np.uint8)
        canvas[40:-40, 40:-40] = card
        quad = np.array([[40, 40], [40 + wide, 40], [40 + wide, 40 + high], [40, 40 + high]], np.float32)
        reading = reader.read(Pyramid(canvas), [quad])[0]
        right += NAMES[reading.best] == code
    assert right >= 5


def test_two_that_agree_are_surer_than_one_and_two_that_differ_are_not() -> None:
    agreed = joint(Evidence(said("8d", 0.7), (), QUALITY, 0.9, False, said("8d", 0.9)))
    apart = joint(Evidence(said("8d", 0.7), (), QUALITY, 0.9, False, said("5h", 0.9)))
    assert agreed.top > 0.98 > apart.top
    silent = joint(Evidence(said("8d", 0.7), (), QUALITY, 0.9, False, said("8d", 0.0, none=0.98)))
    assert NAMES[silent.best] == "8d" and silent.top < 0.75


def test_without_a_fit_nothing_is_sure_by_the_whole_face() -> None:
    evidence = Evidence(said("8d", 0.9), (), QUALITY, 0.9, False, said("8d", 0.99))
    calibration = WholeCalibration.of({})
    assert calibration.whole_certainty(evidence, 0.9) < calibration.sure_from
    with pytest.raises(ValueError, match="not looked at"):
        whole_features(Evidence(said("8d", 0.9), (), QUALITY, 0.9, False), 0.9)
