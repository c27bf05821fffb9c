"""Players who lift a closed card to look, under a rendered camera: may any picture show what they saw?

`python tests/vision/peeks.py 200` is the bar; the tests run the same code at a tenth of it. Every picture that could be
sent or stored (the host's, the evidence and its cards) is read by our own reader; so is the raw frame, which never
leaves recognition, to show that there was something to be seen.
"""

from __future__ import annotations

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
from assistant.vision.records import Image
from assistant.vision.sources.virtual import VirtualSource
from assistant.vision.tableview import Expectation, TableView
from assistant.world import WorldSnapshot

SEATS = ("1", "2", "3", "4")
PER_TABLE = 10  # peeks before another deck lies on another table


@dataclass
class Peeks:
    """So many peeks; in how many the raw frame could be read, how many pictures were looked at, which showed a face."""

    peeks: int = 0
    readable: int = 0
    pictures: int = 0
    shown: int = 0
    told: int = 0  # views that named the face


def _decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _names(reader: Recogniser, image: Image, face: str) -> bool:
    """Whether our reader finds the face in a picture, sure of it or not."""
    return any(s.card == face for s in reader.look(image))


def _side_by_side(cards: list[Image]) -> Image:
    """The stored cards in one picture, apart from each other."""
    tall = max((c.shape[0] for c in cards), default=0) + 60
    out = np.full((tall, 60 + sum(c.shape[1] + 60 for c in cards), 3), 90, np.uint8)
    x = 60
    for card in cards:
        out[30 : 30 + card.shape[0], x : x + card.shape[1]] = card
        x += card.shape[1] + 60
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
        glimpse = world._peek(rng.choice(SEATS))
        (face,) = {c.code for c in glimpse[0].cards if c.bend}
        found.peeks += 1
        readable = False
        for snapshot in (*glimpse, *world.film(3)[-1:]):
            view = _film(eye, source, (snapshot,))
            found.told += any(face in (c.card, c.guess) for cards in view.zones.values() for c in cards)
            if snapshot in glimpse and not readable and eye.raw is not None:
                readable = _names(reader, eye.raw, face)
            kept, shown = eye.evidence(), eye.picture()
            assert kept is not None and shown is not None
            cards = [_decoded(c.jpeg) for c in kept.cards if c.jpeg]
            for image in (_decoded(shown), _decoded(kept.jpeg), _side_by_side(cards)):
                found.pictures += 1
                found.shown += _names(reader, image, face)
        found.readable += readable
    return found


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
