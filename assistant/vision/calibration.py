"""From what the reader believes to a probability that holds: a small logistic model, fitted on rendered scenes only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.closed import FEATURES as BACK_FEATURES
from assistant.vision.quality import CropQuality
from assistant.vision.reader import NAMES, CropReading, same_card
from assistant.vision.records import JOKER

FEATURES = ("top", "lead", "none", "agree", "small", "soft", "pale", "found", "lone", "lone_top", "lone_found", "joker")


@dataclass(frozen=True)
class Evidence:
    """All that speaks for or against one card's reading; ``indices`` are readings of its different printed corners."""

    belief: CropReading
    indices: tuple[CropReading, ...]
    quality: CropQuality
    found: float  # the detector's score
    lone: bool  # read from an index alone, without the card's outline
    whole: CropReading | None = None  # what the whole face says, where the indices left doubt and it was looked at


def features(e: Evidence) -> NDArray[np.float64]:
    """The evidence as numbers, in the order of FEATURES."""
    first, second = np.sort(e.belief.cards)[::-1][:2]
    best = e.belief.best
    agree = sum(1 for r in e.indices if r.best == best and r.top > 0.5)
    against = sum(1 for r in e.indices if r.best != best and r.top > 0.5)
    return np.array(
        [
            _logit(float(first)),
            min(12.0, float(np.log((first + 1e-9) / (second + 1e-9)))),
            min((r.none for r in e.indices), default=1.0),
            min(2, agree) - 2.0 * against,
            min(3.2, float(np.log(max(e.quality.glyph, 2.0)))),
            float(np.clip(e.quality.edge, 0, 1.0)),
            float(np.clip(e.quality.contrast, 0, 0.8)),
            e.found,
            float(e.lone),
            _logit(float(first)) if e.lone else 0.0,
            e.found if e.lone else 0.0,
            float(NAMES[best] == JOKER),  # words, pictures and backs read like a joker's index
        ]
    )


WHOLE_FEATURES = (
    "joint", "lead", "index", "whole", "index_none", "whole_none", "first", "same", "small", "soft",
    "joker", "against", "second", "court",
)  # fmt: skip


def joint(e: Evidence) -> CropReading:
    """The indices' belief and the whole face's as one; raises ValueError where the whole face was not looked at."""
    if e.whole is None:
        raise ValueError("the whole face was not looked at")
    return same_card([e.belief, e.whole], stray=0.01)


def whole_features(e: Evidence, first: float) -> NDArray[np.float64]:
    """The evidence with the whole face as numbers, in the order of WHOLE_FEATURES; ``first`` is the first certainty."""
    belief = joint(e)
    assert e.whole is not None
    best = belief.best
    top, second = np.sort(belief.cards)[::-1][:2]
    return np.array(
        [
            _logit(float(top)),
            min(12.0, float(np.log((top + 1e-9) / (second + 1e-9)))),
            max(-9.0, float(np.log(e.belief.cards[best] + 1e-6))),
            max(-9.0, float(np.log(e.whole.cards[best] + 1e-6))),
            e.belief.none,
            e.whole.none,
            _logit(float(np.clip(first, 0.002, 0.998))) if e.belief.best == best else -6.0,
            float(e.belief.best == best) + float(e.whole.best == best),
            min(3.2, float(np.log(max(e.quality.glyph, 2.0)))),
            float(np.clip(e.quality.edge, 0, 1.0)),
            float(NAMES[best] == JOKER),
            e.whole.top if e.whole.best != best else 0.0,
            _second(e, best),
            float(NAMES[best][0] in "JQK"),
        ]
    )


def _second(e: Evidence, best: int) -> float:
    """What the weaker of two indices says for the card, as a logit; where there is one alone, as if it said nothing."""
    said = sorted((float(r.cards[best]) for r in e.indices), reverse=True)
    return _logit(said[1]) if len(said) > 1 else _logit(0.0)


def _logit(p: float) -> float:
    p = min(1 - 1e-6, max(1e-6, p))
    return float(np.log(p / (1 - p)))


@dataclass(frozen=True)
class Calibration:
    """``certainty`` = logistic of weighted features; from ``sure_from`` on, at most 1 in 200 rendered ones was wrong
    (1 in 500 for a live table, where nobody looks before a card is taken)."""

    weights: tuple[float, ...]
    bias: float
    knots: tuple[tuple[float, float], ...]  # a monotone correction of the logistic, as (in, out) points
    sure_from: float
    back_from: float
    back_weights: tuple[float, ...] = ()  # a logistic model of a still's closed cards, bias last; none: the score

    @staticmethod
    def of(about: Mapping[str, Any], *, live: bool = False) -> Calibration:
        """What ``reader.json`` holds under "calibration"; before any fit, the belief itself and a strict threshold."""
        c = about.get("calibration")
        if c is None:
            return Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, ((0.0, 0.0), (1.0, 1.0)), 0.97, 0.6)
        if tuple(c["features"]) != FEATURES:
            raise ValueError("the calibration was fitted for other features; fit it again")
        return Calibration(
            tuple(float(w) for w in c["weights"]),
            float(c["bias"]),
            tuple((float(a), float(b)) for a, b in c["knots"]),
            float(c["live_from" if live else "sure_from"]),
            float(c["live_back_from" if live and "live_back_from" in c else "back_from"]),
            tuple(float(w) for w in backs["weights"]) if (backs := _backs_of(c)) else (),
        )

    def of_back(self, evidence: NDArray[np.float64]) -> float:
        """The probability that what looks like a closed card is one, 0..1; ``evidence`` as in ``closed.FEATURES``."""
        x = float(evidence @ np.array(self.back_weights[:-1])) + self.back_weights[-1]
        return float(1 / (1 + np.exp(-np.clip(x, -30, 30))))

    def certainty(self, e: Evidence) -> float:
        """The probability that the likeliest card is the card, 0..1."""
        return self._of(features(e))

    def _of(self, x: NDArray[np.float64]) -> float:
        z = float(x @ np.array(self.weights)) + self.bias
        p = 1 / (1 + np.exp(-np.clip(z, -30, 30)))
        return float(np.interp(p, [k[0] for k in self.knots], [k[1] for k in self.knots]))


def _backs_of(c: Mapping[str, Any]) -> Mapping[str, Any] | None:
    backs: Mapping[str, Any] | None = c.get("backs")
    if backs is not None and tuple(backs["features"]) != BACK_FEATURES:
        raise ValueError("the calibration of backs was fitted for other features; fit it again")
    return backs


class WholeCalibration(Calibration):
    """The same for faces that were looked at whole, from ``face.json``."""

    @staticmethod
    def of(about: Mapping[str, Any], *, live: bool = False) -> WholeCalibration:
        """What ``face.json`` holds under "calibration"; before any fit nothing is sure by the whole face."""
        c = about.get("calibration")
        if c is None:
            return WholeCalibration((1.0, *[0.0] * (len(WHOLE_FEATURES) - 1)), 0.0, ((0.0, 0.0), (1.0, 1.0)), 1.1, 1.1)
        if tuple(c["features"]) != WHOLE_FEATURES:
            raise ValueError("the calibration was fitted for other features; fit it again")
        return WholeCalibration(
            tuple(float(w) for w in c["weights"]),
            float(c["bias"]),
            tuple((float(a), float(b)) for a, b in c["knots"]),
            float(c["live_from" if live else "sure_from"]),
            1.1,
        )

    def whole_certainty(self, e: Evidence, first: float) -> float:
        """The probability that the card both say is the card, 0..1; ``first`` is what the indices alone gave."""
        return self._of(whole_features(e, first))
