"""What people and lamps do to a filmed table: arms, shadows, flicker, glare, peeks, slides and knocks."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from assistant.world import Geometry, Place, Point, WorldArm, WorldCamera, WorldLight


@dataclass(frozen=True)
class Disturbances:
    """How often each trouble comes, as a chance per filmed moment; 0.0 everywhere is a quiet table."""

    arm: float = 0.0
    flicker: float = 0.0  # strength of the lamp's flicker, share of the light
    shadow: float = 0.0
    glare: float = 0.0
    peek: float = 0.0
    slide: float = 0.0
    knock: float = 0.0
    noise: float = 2.0  # grey levels

    @classmethod
    def all(cls) -> Disturbances:
        """Every trouble of an ordinary evening."""
        return cls(arm=0.6, flicker=0.05, shadow=0.25, glare=0.12, peek=0.12, slide=0.15, knock=0.01, noise=4.0)


QUIET = Disturbances()
ARMS_ONLY = Disturbances(arm=0.5, flicker=0.02, noise=3.0)


def arm_over(place: Place, target: Point, rng: random.Random, edge: Geometry) -> WorldArm:
    """An arm from the seat's side of the picture to ``target``, its fingertips a little off."""
    start = place.point(rng.uniform(-0.1, 0.1), 0.35)
    tip = (target[0] + rng.uniform(-0.03, 0.03), target[1] + rng.uniform(-0.03, 0.03))
    inside = (min(max(tip[0], 0.0), edge.width), min(max(tip[1], 0.0), edge.height))
    return WorldArm(start, inside, rng.uniform(0.07, 0.1), rng.randrange(6))


def lamp(base: WorldLight, disturbances: Disturbances, rng: random.Random) -> WorldLight:
    """The lamp in one frame: the table's own light, flickering."""
    if not disturbances.flicker:
        return base
    return replace(base, gain=base.gain * (1 + rng.uniform(-1, 1) * disturbances.flicker))


def shadow_of(arm: WorldArm, rng: random.Random) -> tuple[tuple[Point, ...], float]:
    """The shadow an arm throws: a quad beside it and how dark it is."""
    dx, dy = rng.uniform(0.03, 0.08), rng.uniform(0.03, 0.08)
    (x0, y0), (x1, y1), w = arm.start, arm.tip, arm.width / 2
    quad = ((x0 + dx - w, y0 + dy), (x1 + dx - w, y1 + dy), (x1 + dx + w, y1 + dy), (x0 + dx + w, y0 + dy))
    return quad, rng.uniform(0.15, 0.4)


def knocked(camera: WorldCamera, rng: random.Random, most: float = 0.03) -> WorldCamera:
    """The camera after a push: shifted by up to ``most`` metres and turned by up to a degree."""
    shift = (camera.shift[0] + rng.uniform(-most, most), camera.shift[1] + rng.uniform(-most, most))
    return replace(camera, shift=shift, turn=camera.turn + rng.uniform(-1.0, 1.0))
