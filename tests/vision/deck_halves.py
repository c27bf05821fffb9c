"""A deck learnt from half of a source's photographs: does that raise what is read in the other half?

`python tests/vision/deck_halves.py PHOTOS` (a folder of labelled photographs) prints, for cardcounter's two decks and
for blackjack-tracker, both halves' figures before and after. From each card's label in the learning half the best
picture of that card becomes its prototype; cards that are nowhere to be cut out whole are left to the reader, and the
figures are those of the other half alone. Labels are used for learning only, nothing is stored.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.vision.calibration import Evidence
from assistant.vision.deck.look import framed, softness
from assistant.vision.deck.outline import Outliner
from assistant.vision.deck.reading import TaughtRecogniser
from assistant.vision.deck.taught import TaughtDeck
from assistant.vision.detectors import detector_called
from assistant.vision.detectors.geometry import iou, through, unit_map
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CARDS, Image, Sighting
from assistant.vision.rectify import Pyramid, sides, upright

DECKS = {
    "cardcounter, webcam": ("cardcounter", "webcam"),
    "cardcounter, phone": ("cardcounter", "phone"),
    "blackjack-tracker": ("blackjack-tracker", ""),
}
SAME = 0.6  # share of a label's outline and a sighting's that must be one
TALL = 60  # px a prototype must be tall


class HalfTaught(TaughtRecogniser):
    """Knows a part of the deck: a sure reading of a card that was not learnt stands."""

    def _again(self, pyramid: Pyramid, s: Sighting, e: Evidence) -> Sighting:
        if s.sure and s.card not in self.matcher.names:
            return s
        return super()._again(pyramid, s, e)


@dataclass
class Half:
    """What was read of some photographs, counted as the scoring tool does."""

    faces: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0

    def add(self, seen: Sequence[Sighting], entry: dict[str, Any]) -> None:
        want = Counter(c["card"] for c in entry["cards"] if c["card"] != BACK)
        sure = Counter(s.card for s in seen if s.sure and s.card not in (None, BACK))
        self.faces += want.total()
        self.right += (want & sure).total()
        self.asked += sum(1 for s in seen if not s.sure)
        if entry["complete"]:
            self.wrong += (sure - want).total()

    def text(self) -> str:
        share = self.right / max(1, self.faces)
        return f"{self.right:4} of {self.faces} right ({share:.1%}), {self.wrong} wrong, {self.asked} asked"


def photographs(root: Path, source: str, note: str) -> list[tuple[Image, dict[str, Any]]]:
    """The labelled photographs of one deck."""
    entries = json.loads((root / source / "labels.json").read_text(encoding="utf-8"))
    out = []
    for entry in entries:
        image = cv2.imread(str(root / source / entry["image"]))
        if note in (entry.get("notes") or "") and image is not None:
            out.append((np.asarray(image, np.uint8), entry))
    return out


def prototypes(photos: Sequence[tuple[Image, dict[str, Any]]], recogniser: Recogniser) -> TaughtDeck:
    """The best picture of each card that the photographs show whole."""
    best: dict[str, tuple[float, Image]] = {}
    for image, entry in photos:
        pyramid, outliner = Pyramid(image), Outliner(image)
        for s, e in recogniser.examine(image, recogniser.detector.detect(image)):
            if e is None or e.lone:
                continue
            quad = outliner.best(np.array(s.quad, np.float32))
            for card, worth in _labels(entry, quad):
                tall = sides(quad)[1]
                if tall < TALL:
                    continue
                picture = framed(pyramid, upright(quad))
                value = worth - 10 * softness(picture) + 0.001 * min(tall, 300)
                if card not in best or value > best[card][0]:
                    best[card] = value, picture
    return TaughtDeck({c: p for c, (_, p) in best.items()})


def _labels(entry: dict[str, Any], quad: np.ndarray) -> Iterator[tuple[str, float]]:
    """The one labelled card that an outline holds, and how wholly it is seen."""
    inside: Counter[str] = Counter()
    for c in entry["cards"]:
        if c["card"] not in CARDS:
            continue
        if c.get("quad"):
            inside[c["card"]] += 2 * int(iou(np.array(c["quad"], np.float32), quad) > SAME)
        for x0, y0, x1, y1 in c.get("index_boxes") or ():
            inside[c["card"]] += int(_in_corner(quad, (x0 + x1) / 2, (y0 + y1) / 2))
    inside += Counter()
    if len(inside) == 1:  # another card's index within the outline is a card that covers it
        yield next((c, float(n)) for c, n in inside.items())


def _in_corner(quad: np.ndarray, x: float, y: float) -> bool:
    for turn in (0, 2):
        u, v = through(unit_map(np.roll(upright(quad), -turn, 0)), x, y)
        if -0.02 < u < 0.34 and -0.02 < v < 0.36:
            return True
    return False


def main(root: Path) -> int:
    detector = detector_called("yolo", threads=1)
    plain = Recogniser(detector, threads=1)
    worse = False
    for name, (source, note) in DECKS.items():
        photos = photographs(root, source, note)
        before, after = Half(), Half()
        for k in (0, 1):
            deck = prototypes(photos[1 - k :: 2], plain)
            wise = HalfTaught(detector, deck, threads=1)
            one, two = Half(), Half()
            for image, entry in photos[k::2]:
                for half, recogniser in ((one, plain), (two, wise)):
                    half.add(recogniser.look(image), entry)
            print(f"{name}, {len(deck.pictures)} cards learnt from {len(photos[1 - k :: 2])} photographs, read in "
                  f"{len(photos[k::2])}:\n  before: {one.text()}\n  after:  {two.text()}", flush=True)  # fmt: skip
            for total, half in ((before, one), (after, two)):
                for field in ("faces", "right", "wrong", "asked"):
                    setattr(total, field, getattr(total, field) + getattr(half, field))
        print(f"{name}, both halves\n  before: {before.text()}\n  after:  {after.text()}", flush=True)
        worse = worse or after.right < before.right or after.wrong > before.wrong
    return int(worse)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    raise SystemExit(main(Path(sys.argv[1])))
