"""Single faults in rendered decks before the night: does the deck check find each, or ask?

`python tests/vision/deck_faults.py 200 1` is the bar (faults, seed); the tests run the same code at a tenth of it. A
deck is photographed in pictures of thirteen cards, in a grid or in a fan, face up for missing and double cards and face
down for a card with another back. Found: the faulty card is named (or its picture, for a back), asked: something is to
be shown again, and the deck is not called right.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from assistant.vision.deck.check import DeckCheck
from assistant.vision.deck.lesson import deck_names
from assistant.vision.detectors import detector_called
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CARDS, Image, Sighting
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.deck import DrawnCard, DrawnDeck, draw_deck
from assistant.vision.synth.light import Light
from assistant.vision.synth.scene import Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

KINDS = ("missing", "double", "foreign back")
A_DECK = 20  # faults before another deck is taken
PICTURES = 4
FIRST = 81_000  # decks that no weights were trained on
Placed = list[tuple[DrawnCard, str]]


@dataclass
class Faults:
    """How many faults of each kind were found, asked about, or passed over, and what right decks were called."""

    found: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    passed: list[str] = field(default_factory=list)
    right: Counter[str] = field(default_factory=Counter)

    def text(self) -> str:
        total = self.found.total() + self.asked.total() + len(self.passed)
        kinds = "; ".join(f"{k}: {self.found[k]} found, {self.asked[k]} asked" for k in KINDS)
        return (
            f"{total} faults: {self.found.total()} found, {self.asked.total()} asked, {len(self.passed)} passed over "
            f"({kinds}); right decks: {dict(self.right)}"
        )


def picture(cards: Placed, fan: bool, seed: int) -> Image:
    """Cards in a grid of five columns or in one fan, seen by a webcam."""
    rng = np.random.default_rng((seed, 0xFA))
    w, h = 1600, 1200
    table = surface(("felt", "wood", "plain", "cloth")[int(rng.integers(4))], w, h, rng)
    spots: list[tuple[float, float, float]] = []
    if fan:
        size, radius, step = 330.0, 1050.0, 5.2
        for k in range(len(cards)):
            a = (k - (len(cards) - 1) / 2) * step + float(rng.normal(0, 0.35))
            x, y = w / 2 + radius * math.sin(math.radians(a)), 1500 - radius * math.cos(math.radians(a))
            spots.append((x, y, a))
    else:
        size = 300.0
        for k in range(len(cards)):
            x, y = rng.normal(0, 9, 2)
            spots.append((190 + 305 * (k % 5) + x, 220 + 375 * (k // 5) + y, float(rng.normal(0, 4))))
    items = tuple(
        card_item(card, label, (float(x), float(y)), float(a), size)
        for (card, label), (x, y, a) in zip(cards, spots, strict=True)
    )
    camera = Camera(
        tilt=float(abs(rng.normal(0, 4))), azimuth=float(rng.uniform(0, 360)), noise=float(rng.uniform(1, 6)), jpeg=80,
        defocus=float(rng.uniform(0, 0.8)),
    )  # fmt: skip
    return compose(Scene(w, h, table, items, camera, Light((0.93, 1.0, 1.0), 0.95, 0.15, 70), seed)).image


class Desk:
    """A deck on the table: its right pictures are read once, a fault changes one of them."""

    def __init__(self, recogniser: Recogniser, deck: DrawnDeck, foreign: DrawnDeck, seed: int) -> None:
        self.recogniser, self.deck, self.foreign, self.seed = recogniser, deck, foreign, seed
        order = np.random.default_rng((seed, 1)).permutation(CARDS)
        self.parts: list[Placed] = [
            [(deck.faces[str(n)], str(n)) for n in part] for part in np.array_split(order, PICTURES)
        ]
        self.backs: list[Placed] = [[(deck.back, BACK)] * len(part) for part in self.parts]
        self.known: dict[tuple[bool, int], tuple[Image, list[Sighting]]] = {}

    def read(self, part: Placed, up: bool, n: int) -> tuple[Image, list[Sighting]]:
        image = picture(part, fan=n % 2 == 1, seed=self.seed * 100 + n + (0 if up else 50))
        return image, self.recogniser.look(image)

    def check(self, up: bool, changed: int = -1, part: Placed | None = None) -> DeckCheck:
        """The check of all pictures, one of them changed."""
        check = DeckCheck(deck_names())
        for n, plain in enumerate(self.parts if up else self.backs):
            if n == changed and part is not None:
                image, seen = self.read(part, up, n)
            else:
                if (up, n) not in self.known:
                    self.known[up, n] = self.read(plain, up, n)
                image, seen = self.known[up, n]
            check.add(seen)
            check.add_backs(image, seen, ())
        return check


def run(count: int, seed: int) -> Faults:
    """``count`` faults, each in a deck that is otherwise right."""
    recogniser = Recogniser(detector_called("yolo", threads=1), threads=1)
    out = Faults()
    desk: Desk | None = None
    for k in range(count):
        if k % A_DECK == 0:
            which = FIRST + seed * 1000 + k // A_DECK * 2
            desk = Desk(
                recogniser,
                draw_deck(which, height=380, wide_fonts=False),
                draw_deck(which + 1, height=380, wide_fonts=False),
                which,
            )
            for up in (True, False):
                out.right[("faces " if up else "backs ") + _called(desk.check(up), up)] += 1
        assert desk is not None
        rng = np.random.default_rng((seed, k))
        kind, n = KINDS[k % 3], int(rng.integers(PICTURES))
        name = _fault(desk, kind, n, rng, out)
        if k % 10 == 9:
            print(f"{k + 1}: last {kind} {name}; {out.text()}", file=sys.stderr, flush=True)
    return out


def _called(check: DeckCheck, up: bool) -> str:
    wrong = (check.double or check.strange or check.settled) if up else check.odd_backs
    return "called wrong" if wrong else "right" if not _asks(check, up) else "asked"


def _asks(check: DeckCheck, up: bool) -> bool:
    return bool(check.doubtful or check.missing) if up else bool(check.doubtful or check.hidden_backs)


def _fault(desk: Desk, kind: str, n: int, rng: np.random.Generator, out: Faults) -> str:
    up = kind != "foreign back"
    part = list(desk.parts[n] if up else desk.backs[n])
    at = int(rng.integers(len(part)))
    name = part[at][1]
    if kind == "missing":
        del part[at]
    elif kind == "double":
        name = part[at - 1][1]
        part[at] = (desk.deck.faces[name], name)
    else:
        part[at] = (desk.foreign.back, BACK)
        name = f"{at + 1} of picture {n + 1}"
    check = desk.check(up, n, part)
    if kind == "missing":
        found = name in check.settled
    elif kind == "double":
        found = name in check.double
    else:
        found = set(check.odd_backs) == {n + 1}
    if found:
        out.found[kind] += 1
    elif _asks(check, up) or (kind != "double" and name in check.missing):
        out.asked[kind] += 1
    else:
        out.passed.append(f"{kind} {name}, deck {desk.seed}, picture {n + 1}: odd backs {check.odd_backs}")
    return name


if __name__ == "__main__":
    asked = [int(v) for v in sys.argv[1:]] or [200, 1]
    result = run(asked[0], asked[1] if len(asked) > 1 else 1)
    print(result.text())
    for line in result.passed:
        print(" ", line)
    raise SystemExit(1 if result.passed else 0)
