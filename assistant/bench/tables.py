"""Whole virtual tables through the real eye, street by street: what is right, asked or wrong, and the time of a frame.

    python -m assistant.bench.tables --tables 50 --geometry small --trouble all
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field

import numpy as np

from assistant.engine.deck import deck_for
from assistant.engine.options import Options
from assistant.virtual.disturbances import ARMS_ONLY, QUIET, Disturbances
from assistant.virtual.world import World
from assistant.vision.belief import Expectation, TableView
from assistant.vision.detectors import detector_called
from assistant.vision.eye import Eye
from assistant.vision.layout import default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.sources.virtual import VirtualSource
from assistant.world import CARD_HEIGHT, GEOMETRIES

TROUBLES = {"quiet": QUIET, "arms": ARMS_ONLY, "all": Disturbances.all()}
STREETS = 4


@dataclass
class TableScore:
    """Cards over all tables; ``whole`` tables have every face and back right, in order, at every street."""

    tables: int = 0
    whole: int = 0
    faces: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    missed: int = 0
    backs: int = 0
    backs_right: int = 0
    streets: int = 0
    streets_right: int = 0
    ms: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def take(self, world: World, view: TableView, street: int) -> bool:
        """Hold one street's view against the truth; whether all of it was right."""
        good = True
        last = street == STREETS
        for seat in world.seats:
            cards = world.truth().get(seat, ())
            want = [c for c, up in cards if up]
            got, doubts, backs = list(view.faces(seat)), view.doubts(seat), view.backs(seat)
            fine = got == want and backs == len(cards) - len(want) and not doubts
            good &= fine
            if not fine:
                asked = [f"{d.guess}?{d.reason}" for d in doubts]
                self.failures.append(f"{world.seed}/{street}/{seat}: {want} seen {got} asked {asked} backs {backs}")
            self.wrong += sum((Counter(got) - Counter(want)).values())
            if last:
                right = sum((Counter(got) & Counter(want)).values())
                self.faces += len(want)
                self.right += right
                self.asked += min(len(doubts), len(want) - right)
                self.missed += max(0, len(want) - right - len(doubts))
                self.backs += len(cards) - len(want)
                self.backs_right += min(backs, len(cards) - len(want))
        self.streets += 1
        self.streets_right += good
        return good

    def summary(self) -> dict[str, float | int]:
        """The counts, with the milliseconds of a frame (recognition included, drawing left out)."""
        out: dict[str, float | int] = {k: v for k, v in asdict(self).items() if isinstance(v, int)}
        out["ms_p50"] = round(float(np.percentile(self.ms, 50)), 1) if self.ms else 0.0
        out["ms_p95"] = round(float(np.percentile(self.ms, 95)), 1) if self.ms else 0.0
        return out


def _expected(seats: tuple[str, ...], street: int) -> dict[str, Expectation]:
    """What the hand tells recognition on each street of Stick: one closed card, and an open one a street."""
    return dict.fromkeys(seats, Expectation(street, closed=1))


def score_tables(
    count: int,
    *,
    first: int = 0,
    geometry: str = "small",
    trouble: str = "all",
    seats: int | None = None,
    threads: int = 0,
) -> TableScore:
    """Deal ``count`` Stick tables of 4 to 6 seats from seeds ``first`` up, look after each street, score the views."""
    recogniser = Recogniser(detector_called("yolo", threads=threads), threads=threads, live=True)
    score = TableScore()
    place = GEOMETRIES[geometry]
    for seed in range(first, first + count):
        names = tuple(str(i + 1) for i in range(seats or 4 + seed % 3))
        deck = deck_for(len(names), 5, Options(), game="stick5").cards
        world = World(names, deck, seed=seed, geometry=place, disturbances=TROUBLES[trouble])
        eye = Eye(default_layout(names, place), recogniser, deck, CARD_HEIGHT * place.scale)
        source = VirtualSource()
        source.open()

        def look(world: World = world, eye: Eye = eye, source: VirtualSource = source) -> TableView:
            source.push(world.film())
            while source.waiting:
                frame = source.read()
                assert frame is not None
                began = time.perf_counter()
                view = eye.feed(frame)
                score.ms.append((time.perf_counter() - began) * 1000)
            return view

        look()
        eye.expect(_expected(names, 0))
        for name in names:
            world.deal(name, up=False)
        look()
        whole = True
        for street in range(1, STREETS + 1):
            for name in names:
                world.deal(name, up=True)
            eye.expect(_expected(names, street))
            whole &= score.take(world, look(), street)
        score.tables += 1
        score.whole += whole
    return score


def main() -> None:
    """Print the score of many tables as JSON, and each seat that was not right."""
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tables", type=int, default=50)
    ap.add_argument("--first", type=int, default=0)
    ap.add_argument("--geometry", choices=sorted(GEOMETRIES), default="small")
    ap.add_argument("--trouble", choices=sorted(TROUBLES), default="all")
    ap.add_argument("--seats", type=int)
    ap.add_argument("--threads", type=int, default=0)
    a = ap.parse_args()
    score = score_tables(
        a.tables, first=a.first, geometry=a.geometry, trouble=a.trouble, seats=a.seats, threads=a.threads
    )
    for line in score.failures:
        print(line)
    print(json.dumps(score.summary()))


if __name__ == "__main__":
    main()
