"""Rendered stacks seen from the side: how many are counted right and sure, asked about, or sure and wrong?

`python tests/vision/stack_bars.py 100 0` is the bar (stacks, first seed): 90 % right and sure, none sure and wrong. The
weights were fitted on the stacks of seeds 2000 to 2239.
"""

from __future__ import annotations

import sys
from collections import Counter

import cv2

from assistant.vision.chips.stacks import Stack, count_stacks
from assistant.vision.synth.stacks import stack_picture


def run(count: int, first: int, tell: bool = False) -> Counter[str]:
    """What became of ``count`` stacks: right, asked (guessed right or not), unseen, or wrong."""
    out: Counter[str] = Counter()
    for seed in range(first, first + count):
        drawn = stack_picture(seed)
        found = count_stacks(drawn.image)
        what = _called(found, drawn.count)
        out[what] += 1
        if tell and what != "right":
            print(f"{seed}: {drawn.count} chips, {what}: {[(s.count, s.sure, round(s.certainty, 2)) for s in found]}")
    return out


def _called(found: list[Stack], count: int) -> str:
    sure = [s for s in found if s.sure]
    if any(s.count != count for s in sure) or len(sure) > 1:
        return "wrong"
    if sure and len(found) == 1:
        return "right"
    if not found:
        return "unseen"
    best = max(found, key=lambda s: (s.box[2] - s.box[0]) * (s.box[3] - s.box[1]))
    return "asked, guessed right" if best.count == count else "asked, guessed wrong"


if __name__ == "__main__":
    cv2.setNumThreads(1)
    numbers = [int(v) for v in sys.argv[1:]] or [100, 0]
    result = run(numbers[0], numbers[1] if len(numbers) > 1 else 0, tell=True)
    print(dict(result))
    raise SystemExit(0 if result["right"] >= 0.9 * numbers[0] and not result["wrong"] else 1)
