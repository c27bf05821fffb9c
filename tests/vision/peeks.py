"""Players who lift a closed card to look, under a rendered camera: may any picture show what they saw?

`python tests/vision/peeks.py 200` is the bar; the tests run the same code at a tenth of it. Every picture that could be
sent or stored (the host's, the evidence and its cards) is read by our own reader; so is the raw frame, which never
leaves recognition, to show that there was something to be seen.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.virtual.disturbances import Disturbances
from assistant.virtual.world import World, deck_from
from assistant.vision.detectors import detector_called
from assistant.vision.eye import Eye
from assistant.vision.layout import default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Corners, Image
from assistant.vision.rectify import upright
from assistant.vision.sources.virtual import VirtualSource
from assistant.vision.tableview import Expectation, TableView
from assistant.world import Point, WorldSnapshot

SEATS = ("1", "2", "3", "4")
NEAR = 12.0  # pixels between two readings of one card that lies still
CROP, GAP = 160, 60  # pixels: a stored card's width, and what lies between two of them
PER_TABLE = 10  # peeks before another deck lies on another table


@dataclass
class Peeks:
    """So many peeks; in how many the raw frame could be read, how many pictures were looked at, which showed a face."""

    peeks: int = 0
    readable: int = 0
    pictures: int = 0
    shown: int = 0
    misread: int = 0  # pictures in which an open card is taken for the face: it lies there, or was so before too
    told: int = 0  # views that named the face where it lies


def _decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _where(reader: Recogniser, image: Image, face: str) -> list[tuple[float, float]]:
    """Where our reader finds the face in a picture, sure of it or not: the middles of the cards."""
    return [tuple(np.mean(s.quad, axis=0)) for s in reader.look(image) if s.card == face]


@dataclass(frozen=True)
class Picture:
    """A picture that may be sent or stored, and where a place in it lies on the table, in fractions of the frame."""

    image: Image
    cards: tuple[Corners, ...] = ()  # those that stand side by side in it, in fractions; none for a whole frame

    def at(self, x: float, y: float) -> Point:
        """The fraction of the frame that a pixel shows."""
        h, w = self.image.shape[:2]
        if not self.cards:
            return x / w, y / h
        i = min(int((x - GAP / 2) // (CROP + GAP)), len(self.cards) - 1)
        u, v = (x - GAP - i * (CROP + GAP)) / CROP, (y - GAP / 2) / (h - GAP)
        a, b, c, d = self.cards[i]
        fraction = (1 - u) * (1 - v) * a + u * (1 - v) * b + u * v * c + (1 - u) * v * d
        return float(fraction[0]), float(fraction[1])


def _pictures(eye: Eye) -> tuple[Picture, Picture, Picture]:
    """Everything that may be sent or stored of the present frame: the host's picture, the evidence and its cards."""
    kept, shown = eye.evidence(), eye.picture()
    assert kept is not None and shown is not None and eye.raw is not None
    size = np.array(eye.raw.shape[1::-1], np.float32)
    crops = [c for c in kept.cards if c.jpeg]
    quads = tuple(upright(np.array(c.quad, np.float32) * size) / size for c in crops)
    cards = Picture(_side_by_side([_decoded(c.jpeg) for c in crops]), quads)
    return Picture(_decoded(shown)), Picture(_decoded(kept.jpeg)), cards


def _side_by_side(cards: list[Image]) -> Image:
    """The stored cards in one picture, apart from each other."""
    assert all(c.shape[1] == CROP for c in cards)
    tall = max((c.shape[0] for c in cards), default=0) + GAP
    out = np.full((tall, GAP + len(cards) * (CROP + GAP), 3), 90, np.uint8)
    for i, card in enumerate(cards):
        x = GAP + i * (CROP + GAP)
        out[GAP // 2 : GAP // 2 + card.shape[0], x : x + CROP] = card
    return out


def run(peeks: int, seed: int = 1, threads: int = 1) -> Peeks:
    """So many peeks on tables drawn from ``seed``."""
    found = Peeks()
    detector = detector_called("yolo", threads=threads)
    live, reader = Recogniser(detector, threads=threads, live=True), Recogniser(detector, threads=threads)
    rng = random.Random(f"peeks {seed}")
    world, eye, source = None, None, VirtualSource()
    source.open()
    while found.peeks < peeks:
        if world is None or found.peeks % PER_TABLE == 0:
            world = World(
                SEATS, deck_from("7"), seed=rng.randrange(10**6), disturbances=Disturbances(arm=1.0, noise=3.0)
            )
            eye = Eye(default_layout(SEATS), live, deck_from("7"))
            eye.expect({s: Expectation(2, False, 1) for s in SEATS})
            for up in (False, True, True):
                for seat in SEATS:
                    world.deal(seat, up=up)
            _film(eye, source, world.film(4))
        assert eye is not None
        before = _pictures(eye)  # the card lies closed: what is read there now is some open card
        seat = rng.choice(SEATS)
        glimpse = world._peek(seat)
        (lifted,) = (c for c in glimpse[0].cards if c.bend)
        face = lifted.code
        found.peeks += 1
        readable = False
        for snapshot in (*glimpse, *world.film(3)[-1:]):
            view = _film(eye, source, (snapshot,))
            found.told += any(face in (c.card, c.guess) for c in view.zones.get(seat, ()))
            if snapshot in glimpse and not readable and eye.raw is not None:
                raw = Picture(eye.raw)
                readable = any(_lifted(raw.at(*h), snapshot, lifted.at) for h in _where(reader, raw.image, face))
            for picture, rest in zip(_pictures(eye), before, strict=True):
                found.pictures += 1
                hits = _where(reader, picture.image, face)
                known = _where(reader, rest.image, face) if hits else []
                fresh = [h for h in hits if all(math.dist(h, k) > NEAR for k in known)]
                fresh = [h for h in fresh if _lifted(picture.at(*h), snapshot, lifted.at)]
                found.shown += bool(fresh)
                found.misread += bool(hits) and not fresh
        found.readable += readable
    return found


def _lifted(at: Point, snapshot: WorldSnapshot, place: Point) -> bool:
    """Whether a fraction of the frame is nearer to the middle of the lifted card than to that of any open one."""
    g = snapshot.geometry
    here = at[0] * g.width, at[1] * g.height
    others = [c.at for c in snapshot.cards if c.up and c.bend == 0.0]
    return math.dist(here, place) <= min((math.dist(here, o) for o in others), default=math.inf)


def _film(eye: Eye, source: VirtualSource, snapshots: Sequence[WorldSnapshot]) -> TableView:
    source.push(snapshots)
    view = eye.view()
    for _ in snapshots:
        frame = source.read()
        assert frame is not None
        view = eye.feed(frame)
    return view


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else 200, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1))
