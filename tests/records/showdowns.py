"""The judging bar: rendered showdowns of five games, full hands, tilted and badly lit; never a wrong verdict.

What is asked is answered as a person with the table before him would, until there is a verdict: that one may not be
wrong either. `python tests/records/showdowns.py [COUNT] [FIRST SEED]` runs it whole; the suite runs a tenth of it.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace

import cv2
import numpy as np

from assistant.engine.cards import deck_cards
from assistant.engine.game import Variant
from assistant.engine.hand_setup import deck_of
from assistant.engine.options import Options
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import Verdict
from assistant.engine.variants import GAMES
from assistant.judge_case import Ask, Case
from assistant.judging import Ruling, rule
from assistant.open_cards import SeatCards
from assistant.virtual.world import World
from assistant.vision.detectors import detector_called
from assistant.vision.layout import Layout, default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Image
from assistant.vision.sources.virtual import scene_of
from assistant.vision.synth.camera import homography
from assistant.vision.synth.light import Glare, Light, Shadow
from assistant.vision.synth.scene import compose

GAMES_PLAYED = ("stick5", "stickao", "fechado", "stick7", "stud7")


@dataclass(frozen=True)
class Showdown:
    """One showdown: its picture, where its seats are in it, and the truth; ``lies``: where each card's middle is."""

    game: Variant
    image: Image
    layout: Layout
    hands: dict[str, tuple[str, ...]]
    low: str
    verdict: Verdict
    lies: dict[str, dict[str, tuple[float, float]]]


def showdown(seed: int) -> Showdown:
    """Two to four full hands on a virtual table; the camera tilted by up to 14°, the lamp low, warm, aslant."""
    rng = random.Random(f"showdown {seed}")
    game = GAMES[GAMES_PLAYED[seed % len(GAMES_PLAYED)]]
    seats = tuple(str(i) for i in range(1, rng.randint(2, 4) + 1))
    deck = deck_of(game, len(seats), Options())
    assert not isinstance(deck, Refusal)
    world = World(seats, deck_cards(deck.low, 0), seed=seed, cards_each=game.cards_each)
    for _ in range(game.cards_each):
        for seat in seats:
            world.deal(seat, up=True)
    hands = {s: tuple(c.code for c in world.cards(s)) for s in seats}
    scene = scene_of(world.film(1)[0])
    bad = rng.random() < 0.6
    lens = replace(
        scene.camera,
        tilt=rng.uniform(0, 14),
        azimuth=rng.uniform(0, 360),
        roll=rng.uniform(-6, 6),
        zoom=0.9,
        noise=rng.uniform(2, 9) if bad else 3.0,
        defocus=rng.uniform(0, 1.1) if bad else 0.5,
        jpeg=rng.choice((0, 55, 75, 90)),
    )
    light = scene.light
    if bad:
        warm = rng.uniform(0, 0.4)
        light = Light(
            (1 - warm, 1 - warm / 4, 1.0),
            rng.uniform(0.35, 0.9),
            rng.uniform(0, 0.6),
            rng.uniform(0, 360),
            None,
            tuple(
                Glare(rng.uniform(0, 1920), rng.uniform(0, 1080), 130, 90, rng.uniform(0, 180), rng.uniform(0.2, 0.7))
                for _ in range(rng.randint(0, 2))
            ),
            tuple(_shadow(rng) for _ in range(rng.randint(0, 2))),
        )
    scene = replace(scene, camera=lens, light=light)
    image = compose(scene).image
    truth = {s: SeatCards(cards=list(c)) for s, c in hands.items()}
    right = rule(truth, game, deck.low)
    assert right.verdict is not None, right
    h, w = image.shape[:2]
    size = world.geometry.width, world.geometry.height
    lies = {
        s: {
            c.code: _at((c.at[0] / size[0], c.at[1] / size[1]), homography(scene.camera, w, h), w, h)
            for c in world.cards(s)
        }
        for s in seats
    }
    layout = _through(default_layout(seats), scene.camera, image)
    return Showdown(game, image, layout, hands, deck.low, right.verdict, lies)


def _at(point: tuple[float, float], matrix: object, w: int, h: int) -> tuple[float, float]:
    out = cv2.perspectiveTransform(np.array([[[point[0] * w, point[1] * h]]], np.float64), matrix)[0, 0]  # type: ignore
    return float(out[0]), float(out[1])


def _shadow(rng: random.Random) -> Shadow:
    x, y = rng.uniform(0, 1920), rng.uniform(0, 1080)
    return Shadow(((x, y), (x + 500, y + 80), (x + 420, y + 420), (x - 60, y + 350)), 40.0, rng.uniform(0.2, 0.55))


def _through(layout: Layout, camera: object, image: Image) -> Layout:
    """The layout as it would be drawn on that camera's picture."""
    h, w = image.shape[:2]
    matrix = homography(camera, w, h)  # type: ignore[arg-type]

    def moved(polygon: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        points = np.array([[[x * w, y * h]] for x, y in polygon], np.float64)
        out = cv2.perspectiveTransform(points, matrix)[:, 0] / (w, h)
        return tuple((float(x), float(y)) for x, y in out)

    return replace(layout, areas={a: moved(p) for a, p in layout.areas.items()})


def judged(case: Showdown, recogniser: Recogniser) -> tuple[str, Ruling, int]:
    """ "right", "asked" or "wrong"; the last ruling; and how many answers it took to a verdict (-1: never)."""
    cold = Case(case.game, case.low, layout=case.layout)
    cold.look(recogniser, case.image)
    return settle(case, cold)


def settle(case: Showdown, cold: Case) -> tuple[str, Ruling, int]:
    """Judge what was seen, then answer until there is a verdict."""
    ruling = cold.ruling()
    what = "asked" if ruling.verdict is None else "right"
    answers = 0
    while ruling.verdict is None:
        ask = next(iter(cold.asks(ruling)), None)
        value = answered(case, ask, cold) if ask is not None else None
        if ask is None or value is None or not cold.answer(ask.id, value) or answers > 30:
            return what, ruling, -1
        answers += 1
        ruling = cold.ruling()
    if set(ruling.verdict.winners) != set(case.verdict.winners):
        what = "wrong"
    return what, ruling, answers


def answered(case: Showdown, ask: Ask, cold: Case) -> str | None:
    """What a person who sees the table says to a question; None if there is nothing to say."""
    seat = ask.question.seat
    head, _, tail = ask.id.partition(".")
    if tail == "+":
        known = cold.hands()[seat].cards
        return next((c for c in case.hands[seat] if c not in known), None)
    if head == "extra":
        return next((c for c in ask.choices if c not in case.hands[seat]), None)
    if head == "twice":
        return next((s for s, mine in case.hands.items() if tail in mine), None)
    if ask.quad is None:
        return None
    x, y = (sum(p[i] for p in ask.quad) / 4 for i in (0, 1))
    return min(case.lies[seat], key=lambda c: math.dist(case.lies[seat][c], (x, y)))


def run(count: int, first: int) -> Counter[str]:
    """So many showdowns; prints each wrong one, and each that no answers could decide."""
    recogniser = Recogniser(detector_called("yolo"), live=True)
    found: Counter[str] = Counter()
    for seed in range(first, first + count):
        case = showdown(seed)
        what, ruling, answers = judged(case, recogniser)
        found[what] += 1
        found[f"{case.game.id}: {what}"] += 1
        found["answers"] += max(0, answers)
        found[f"after {answers if answers < 4 else '4 or more'} answers" if answers >= 0 else "never"] += 1
        if what == "wrong" or answers < 0:
            print(f"seed {seed}: {what} {answers} {case.game.id} {case.hands} read as {dict(ruling.hands)}", flush=True)
    return found


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    begin = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(100_000)
    began = time.perf_counter()
    done = run(number, begin)
    print(f"seeds {begin}…{begin + number - 1}: {dict(sorted(done.items()))}, {time.perf_counter() - began:.0f} s")
