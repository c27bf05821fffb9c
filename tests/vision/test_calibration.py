"""Certainty is a probability: what the fit promises on one half of made-up evidence, the other half keeps."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from assistant.vision.calibration import FEATURES, Calibration, Evidence, features
from assistant.vision.quality import CropQuality, why
from assistant.vision.reader import CropReading, same_card, same_index
from assistant.vision.train.reader_calibrate import Sample, error_of, fit, monotone, sure_from


def reading(card: int, p: float, none: float = 0.0) -> CropReading:
    cards = np.full(53, (1 - p - none) / 52)
    cards[card] = p
    return CropReading(cards, none)


GOOD = CropQuality(20.0, 0.15, 0.8, 0.1, 0.9)


def test_two_corners_that_agree_are_surer_than_one() -> None:
    one = same_card([reading(7, 0.8)])
    two = same_card([reading(7, 0.8), reading(7, 0.8)])
    assert two.best == one.best == 7
    assert two.top > one.top


def test_a_corner_that_sees_nothing_says_nothing() -> None:
    alone = same_card([reading(7, 0.9)])
    with_blank = same_card([reading(7, 0.9), reading(0, 0.0, none=1.0)])
    assert abs(alone.top - with_blank.top) < 0.01


def test_corners_that_disagree_leave_doubt() -> None:
    assert same_card([reading(7, 0.9), reading(8, 0.9)]).top < 0.6


def test_the_better_cut_crop_of_an_index_speaks_loudest() -> None:
    said = same_index([reading(7, 0.95), reading(30, 0.2, none=0.6)])
    assert said.best == 7
    assert said.top > 0.85


def test_evidence_becomes_the_named_numbers() -> None:
    evidence = Evidence(reading(7, 0.9), (reading(7, 0.9), reading(7, 0.9)), GOOD, 0.8, False)
    x = features(evidence)
    assert x.shape == (len(FEATURES),)
    assert np.isfinite(x).all()
    assert x[FEATURES.index("agree")] == 2


def test_before_any_fit_the_belief_is_the_certainty() -> None:
    evidence = Evidence(reading(7, 0.9), (reading(7, 0.9),), GOOD, 0.8, False)
    assert abs(Calibration.of({}).certainty(evidence) - 0.9) < 1e-6


def test_a_fit_keeps_its_word_and_sure_is_sure() -> None:
    rng = np.random.default_rng(5)
    x = rng.normal(0, 1, (12_000, len(FEATURES)))
    truth = 1 / (1 + np.exp(-(2.5 * x[:, 0] - 1.2 * x[:, 5] + 2)))
    right = rng.random(len(x)) < truth
    samples = [Sample(a, bool(b)) for a, b in zip(x, right, strict=True)]
    weights, bias = fit(samples[:8000])
    p = 1 / (1 + np.exp(-(x @ weights + bias)))
    knots = monotone(p[:8000], right[:8000])
    assert all(b[0] >= a[0] and b[1] >= a[1] for a, b in pairwise(knots))
    certainty = np.interp(p, [k[0] for k in knots], [k[1] for k in knots])
    assert error_of(certainty[8000:], right[8000:]) < 0.03
    threshold = sure_from(p[:8000], right[:8000])
    sure = p[8000:] >= threshold
    assert sure.mean() > 0.05
    assert (~right[8000:][sure]).mean() < 0.01


def test_every_doubt_has_its_reason() -> None:
    assert why(None).code == "covered"
    small = why(CropQuality(7.2, 0.2, 0.8, 0.0, 0.9))
    assert (small.code, small.pixels, small.needs) == ("small", 7, 12)
    assert why(CropQuality(20, 0.2, 0.1, 0.9, 1.0)).code == "glare"
    assert why(CropQuality(20, 0.2, 0.1, 0.0, 0.2)).code == "dark"
    assert why(CropQuality(20, 0.6, 0.7, 0.0, 0.9)).code == "blur"
    assert why(GOOD).code == "unclear"
