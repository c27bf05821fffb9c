"""Stacks of chips seen from the side: chips counted, or a question where they cannot be.

Where a stack may stand is sought (`stack_search`), its seams are followed (`stack_fit`); a small logistic model says
what each place between two seams is, and which seam is the topmost chip's rim and which the foot. All together give a
probability for each number of chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.stack_fit import END, PLACE, Measured, measure
from assistant.vision.chips.stack_search import find_runs
from assistant.vision.records import Image
from assistant.vision.weights import WeightsError, models_folder

FIRST, RUNS = 3, 8  # places looked at closely, and how many more where none of these is plainly a stack
CLEAR = 1.8  # mean of what a stack's places say from which it plainly is one
MOST = 3.0  # what one place of a chip can say for or against
PLAIN = 0.5  # mean of what a stack's places say from which it is one
CONTRADICTS = 0.95  # certainty of another number, measured from another place of the stack, that makes it a question
CONFIRMS, CONFIRMED = 0.5, 0.92  # certainty of a second measurement that confirms, and what is then enough to be sure
SECONDARY = 0.4  # of the clearest stack's worth: what is less clear is something else
FEWEST = 3  # chips: lower ones are counted by hand
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Stack:
    """One stack: chips counted, whether that is sure, where it stands (x0, y0, x1, y1 in px), and its probability."""

    count: int
    sure: bool
    box: tuple[float, float, float, float]
    certainty: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """What a measured stack is: its likeliest number of chips, how likely, its first and last place, and its worth."""

    count: int
    certainty: float
    first: int
    last: int
    worth: float

    @property
    def mean(self) -> float:
        """What a place says on average."""
        return self.worth / max(1, self.last - self.first + 1)


@dataclass(frozen=True)
class StackWeights:
    """``chip-stacks.npz``: weights for places, tops and feet; how much places count beside ends; the sure threshold."""

    place: Values
    top: Values
    foot: Values
    share: float
    sure_from: float

    def judge(self, m: Measured) -> Verdict:
        """The stack among the places of a measured run."""
        said = np.clip(m.places @ self.place, -MOST, MOST)
        tops, feet = m.tops @ self.top, m.feet @ self.foot
        n = len(said)
        total = np.concatenate([[0.0], np.cumsum(said)])
        score = np.full((n + 1, n + 1), -np.inf)  # by foot and top seam
        for foot in range(1, n):
            for top in range(foot + 1, n):
                score[foot, top] = tops[top - 1] + feet[foot - 1] + self.share * (total[top] - total[foot])
        odds = np.exp(score - score.max())
        odds /= odds.sum()
        by_count = np.array([np.trace(odds, k) for k in range(n + 1)])
        foot, top = (int(v) for v in np.unravel_index(int(score.argmax()), score.shape))
        count = int(by_count.argmax())
        return Verdict(count, float(by_count[count]), foot, top - 1, float(total[top] - total[foot]))


@lru_cache(maxsize=2)
def stack_weights(folder: Path | None = None) -> StackWeights:
    """The weights, loaded once; WeightsError where they are missing or are not these."""
    path = (folder or models_folder()) / "chip-stacks.npz"
    if not path.is_file():
        raise WeightsError(f"{path} is missing")
    with np.load(path) as held:
        found = StackWeights(held["place"], held["top"], held["foot"], float(held["share"]), float(held["sure_from"]))
    if len(found.place) != PLACE or len(found.top) != END or len(found.foot) != END:
        raise WeightsError(f"{path} is of another version")
    return found


def count_stacks(image: Image, folder: Path | None = None) -> list[Stack]:
    """The stacks of a BGR picture from left to right; empty where none is to be seen."""
    weights = stack_weights(folder)
    seen: list[tuple[Verdict, Measured]] = []
    for k, run in enumerate(find_runs(image)[:RUNS]):
        measured = measure(image, run)
        if measured is not None and len(measured.places) > 2:
            verdict = weights.judge(measured)
            if verdict.mean >= PLAIN and verdict.count >= 2:
                seen.append((verdict, measured))
        if k + 1 >= FIRST and any(v.mean >= CLEAR for v, _ in seen):
            break
    seen.sort(key=lambda s: -s[0].worth * s[0].mean)
    kept: list[tuple[Verdict, Measured, bool]] = []
    confirmed: set[int] = set()  # of those kept, the ones of which a second measurement says the same number
    for verdict, measured in seen:
        box = measured.box(verdict.first, verdict.last)
        twins = [i for i, (v, m, _) in enumerate(kept) if _shared(m.box(v.first, v.last), box) > 0.3]
        if not twins and (not kept or _second(verdict, kept[0][0])):
            kept.append((verdict, measured, True))
        for i in twins:  # measured from two places of it, a stack must be counted alike
            v, m, agreed = kept[i]
            if v.count == verdict.count and verdict.certainty >= CONFIRMS:
                confirmed.add(i)
            kept[i] = v, m, agreed and (v.count == verdict.count or verdict.certainty < CONTRADICTS)
    out = []
    for i, (verdict, measured, agreed) in enumerate(kept):
        box = measured.box(verdict.first, verdict.last)
        inside = box[0] > 0 and box[1] > 0 and box[2] < image.shape[1] and box[3] < image.shape[0]
        enough = CONFIRMED if i in confirmed else weights.sure_from
        sure = agreed and inside and verdict.certainty >= enough and verdict.count >= FEWEST
        sure = sure and verdict.last - verdict.first + 1 == verdict.count
        out.append(Stack(verdict.count, sure, box, verdict.certainty))
    return sorted(out, key=lambda s: s.box[0])


def _second(one: Verdict, best: Verdict) -> bool:
    """Whether it is a further stack beside the clearest one, and no pattern."""
    return one.worth >= SECONDARY * best.worth and one.mean >= 0.5 * best.mean


def _shared(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    least = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return max(0.0, w) * max(0.0, h) / max(1.0, least)
