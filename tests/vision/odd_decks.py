"""Five decks that no reader was trained on, learnt from one picture of each card, then read in other pictures.

`python tests/vision/odd_decks.py [SCENES [SEED…]]` is the bar (12 scenes a deck): at least 98 % of the cards with an
open index right and sure, at most 0.3 % sure and wrong. Weights and thresholds were set on the decks of SET, never on
those of BAR. The cards lie apart, in pairs and in Stick columns, under three lamps, before a webcam.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from assistant.vision.deck.eyes import IndexEyes
from assistant.vision.deck.lesson import learn
from assistant.vision.deck.reading import TaughtRecogniser
from assistant.vision.deck.taught import DeckError, TaughtDeck
from assistant.vision.detectors import detector_called
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CARDS, Image, Sighting
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.deck import DrawnDeck
from assistant.vision.synth.light import Light
from assistant.vision.synth.odd import odd_deck
from assistant.vision.synth.scene import Rendered, Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

BAR = {"vdr": 1, "spanish": 2, "tiny": 3, "one-colour": 4, "worn": 5}
SET = {kind: 10 + seed for kind, seed in BAR.items()}
LAMPS = ((1.0, 1.0, 1.0), (0.7, 0.9, 1.05), (1.03, 0.97, 0.9))


@dataclass
class Score:
    """Cards with an open index, how many of them are sure and right, sure ones that lie nowhere, and counted twice."""

    faces: int = 0
    right: int = 0
    wrong: int = 0
    twice: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, seen: Sequence[Sighting], there: Sequence[str], open_ones: Sequence[str], where: str = "") -> None:
        """One picture: ``there`` are all its cards, ``open_ones`` those with an index to be seen."""
        said = Counter(s.card for s in seen if s.sure and s.card not in (None, BACK))
        want = Counter(open_ones)
        self.faces += len(open_ones)
        self.right += (said & want).total()
        self.wrong += sum(n for c, n in said.items() if c not in there)
        self.twice += sum(n - 1 for c, n in said.items() if n > 1)
        odd = [c for c in said if c not in there]
        if want - said or odd:
            unsure = [(s.card, round(s.confidence, 2)) for s in seen if not s.sure]
            self.notes.append(f"{where}: missed {' '.join(want - said)}; wrong {odd}; asked {unsure}")

    def text(self) -> str:
        return (
            f"{self.right} of {self.faces} right ({self.right / max(1, self.faces):.1%}), {self.wrong} wrong "
            f"({self.wrong / max(1, self.faces):.2%}), {self.twice} counted twice"
        )


def lesson_picture(deck: DrawnDeck, name: str, seed: int) -> Image:
    """One card (or the back) shown alone to a webcam."""
    w, h = 960, 720
    rng = np.random.default_rng((seed, sum(name.encode())))
    table = surface(("felt", "wood", "plain")[seed % 3], w, h, np.random.default_rng(seed))
    at = (w / 2 + float(rng.normal(0, 40)), h / 2 + float(rng.normal(0, 25)))
    card = deck.back if name == BACK else deck.faces[name]
    item = card_item(card, name, at, float(rng.normal(0, 6)), 430)
    camera = Camera(
        tilt=float(abs(rng.normal(0, 3))), azimuth=float(rng.uniform(0, 360)), noise=3, jpeg=85, defocus=0.4
    )
    return compose(Scene(w, h, table, (item,), camera, Light((0.95, 1.0, 1.02), 0.95, 0.1, 40), seed)).image


def lesson_pictures(deck: DrawnDeck, seed: int) -> list[tuple[Path, Image]]:
    """Every card once and the back, each alone."""
    return [(Path(f"{name}.jpg"), lesson_picture(deck, name, seed)) for name in (*CARDS, BACK)]


def table_picture(deck: DrawnDeck, seed: int) -> Rendered:
    """Fifteen cards apart, eight pairs, or five Stick columns of three, by the seed."""
    rng = np.random.default_rng((seed, 9))
    w, h = 1280, 960
    table = surface(("felt", "wood", "cloth", "parquet")[seed % 4], w, h, rng)
    size = float(rng.uniform(150, 210))
    spots: list[tuple[float, float, float]] = []
    if seed % 3 == 0:
        for j in range(3):
            for i in range(5):
                x, y = rng.normal(0, 15, 2)
                spots.append(
                    (140 + i * 250 + x, 170 + j * 300 + y, float(rng.choice([0, 90, 180, 270])) + rng.normal(0, 12))
                )
    elif seed % 3 == 1:
        for j in range(2):
            for i in range(4):
                x, y, a = (
                    180 + i * 300 + rng.normal(0, 15),
                    240 + j * 460 + rng.normal(0, 20),
                    float(rng.uniform(0, 360)),
                )
                aside = size * 0.3
                spots.append((x, y, a))
                spots.append(
                    (x + aside * math.cos(math.radians(a)), y + aside * math.sin(math.radians(a)), a + rng.normal(4, 5))
                )
    else:
        for i in range(5):
            x, a = 140 + i * 250 + float(rng.normal(0, 12)), float(rng.choice([0, 180]))
            y = 400 + float(rng.normal(0, 110))
            for k in range(3):
                step = k * size * 0.27 * (1 if a == 0 else -1)
                spots.append((x + rng.normal(0, 2), y + step, a + rng.normal(0, 2)))
    names = [str(n) for n in rng.permutation(CARDS)]
    items = tuple(
        card_item(deck.faces[n], n, (float(x), float(y)), float(a), size)
        for n, (x, y, a) in zip(names, spots, strict=False)
    )
    camera = Camera(
        tilt=float(abs(rng.normal(0, 6))), azimuth=float(rng.uniform(0, 360)), noise=float(rng.uniform(2, 8)),
        jpeg=int(rng.integers(60, 90)), defocus=float(rng.uniform(0, 1.0)),
    )  # fmt: skip
    light = Light(
        LAMPS[seed % 3], float(rng.uniform(0.7, 1.05)), float(rng.uniform(0, 0.3)), float(rng.uniform(0, 360))
    )
    return compose(Scene(w, h, table, items, camera, light, seed))


def taught(deck: DrawnDeck, seed: int, recogniser: Recogniser, eyes: IndexEyes) -> TaughtDeck:
    """The deck learnt from one picture of each card; the reader cannot name an odd deck, so the order is given."""
    return learn(lesson_pictures(deck, seed), recogniser, eyes, order=CARDS).deck


def pictures(deck: DrawnDeck, seed: int, scenes: int) -> Iterator[tuple[Image, list[str], list[str]]]:
    """Pictures with the cards in each, and those of them with an open index."""
    for k in range(scenes):
        rendered = table_picture(deck, seed * 100 + k)
        yield rendered.image, [t.card for t in rendered.truth], [t.card for t in rendered.truth if t.visible_indices]


def measure(kind: str, seed: int, scenes: int) -> tuple[Score, Score] | DeckError:
    """The scores before and after teaching, or the refusal of the lesson."""
    deck = odd_deck(kind, seed)
    plain = Recogniser(detector_called("yolo", threads=1), threads=1)
    try:
        known = taught(deck, seed, plain, IndexEyes(threads=1))
    except DeckError as e:
        return e
    wise = TaughtRecogniser(plain.detector, known, threads=1)
    before, after = Score(), Score()
    for k, (image, there, open_ones) in enumerate(pictures(deck, seed, scenes)):
        before.add(plain.look(image), there, open_ones)
        after.add(wise.look(image), there, open_ones, f"scene {k}")
    return before, after


def main(scenes: int, decks: Sequence[tuple[str, int]]) -> int:
    total, met = Score(), True
    for kind, seed in decks:
        result = measure(kind, seed, scenes)
        if isinstance(result, DeckError):
            print(f"{kind} {seed}: the lesson is refused: {result}", flush=True)
            met = False
            continue
        before, after = result
        print(f"{kind} {seed}\n  before: {before.text()}\n  after:  {after.text()}", flush=True)
        for note in after.notes:
            print("   ", note)
        met = met and after.right >= 0.98 * after.faces and after.wrong <= 0.003 * after.faces
        for name in ("faces", "right", "wrong", "twice"):
            setattr(total, name, getattr(total, name) + getattr(after, name))
    print(f"all: {total.text()}; the bar (98 % each, 0.3 % wrong) is {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    given = sys.argv[2:]
    chosen = SET if given == ["set"] else {k: s for k, s in BAR.items() if not given or k in given}
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 12, list(chosen.items())))
