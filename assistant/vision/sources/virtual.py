"""The virtual camera: snapshots of a virtual table, drawn by the one renderer, frame by frame."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from assistant.vision.records import BACK, JOKER, Image
from assistant.vision.sources.base import CameraOptions, Clock, Frame, SourceError, Stamper
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.clutter import arm, chip
from assistant.vision.synth.deck import DrawnCard, DrawnDeck, draw_deck
from assistant.vision.synth.light import Glare, Light, Shadow
from assistant.vision.synth.paint import Picture
from assistant.vision.synth.scene import Item, Rendered, Scene, card_item, compose
from assistant.vision.synth.surfaces import surface
from assistant.world import CARD_HEIGHT, WorldArm, WorldCard, WorldLight, WorldSnapshot

CHIP_ACROSS = 0.040  # metres
DECK_PIXELS = 400  # height of a drawn card, before it is laid on the table
GRAIN = 97  # pixels by which the field of noise is larger than the picture
NOISY = 45.0  # grey levels of a camera whose sensor fails


@lru_cache(maxsize=4)
def _deck(seed: int) -> DrawnDeck:
    return draw_deck(seed, height=DECK_PIXELS, wide_fonts=False)


@lru_cache(maxsize=2)
def _surface(kind: str, size: tuple[int, int], seed: int) -> Picture:
    return surface(kind, size[0], size[1], np.random.default_rng((seed, 0x7AB1E)))


@lru_cache(maxsize=64)
def _chip(colour: str, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return chip(colour, seed, 96)


@lru_cache(maxsize=12)
def _arm(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return arm(np.random.default_rng((seed, 0xA4)), 420)


def scene_of(snapshot: WorldSnapshot) -> Scene:
    """The renderer's scene for a snapshot: metres become pixels of the geometry's picture."""
    g, camera = snapshot.geometry, snapshot.camera
    wide, high = g.pixels
    k = g.scale
    dx, dy = camera.shift[0] * k, camera.shift[1] * k

    def px(x: float, y: float) -> tuple[float, float]:
        return x * k + dx, y * k + dy

    ground = _surface(snapshot.table, (wide // 2, high // 2), snapshot.seed)
    if dx or dy:
        move = np.array([[1, 0, dx / 2], [0, 1, dy / 2]], np.float32)
        ground = np.asarray(
            cv2.warpAffine(ground, move, (ground.shape[1], ground.shape[0]), borderMode=cv2.BORDER_REFLECT), np.uint8
        )
    items = [
        Item(_chip(c.colour, snapshot.seed % 8), px(*c.at), 37.0 * i, CHIP_ACROSS * k, lift=1.0 + 0.3 * c.count)
        for i, c in enumerate(snapshot.chips)
    ]
    deck = _deck(snapshot.deck_style)
    items += [_card(deck, card, px(*card.at), CARD_HEIGHT * k) for card in snapshot.cards]
    items += [_arm_item(a, px(*a.start), px(*a.tip), k) for a in snapshot.arms]
    lens = Camera(roll=camera.turn, defocus=camera.blur, noise=camera.noise)
    light = _light(snapshot.light, px(0, 0), k)
    return Scene(wide, high, ground, tuple(items), lens, light, snapshot.seed * 100_003 + snapshot.frame)


def _card(deck: DrawnDeck, card: WorldCard, at: tuple[float, float], height: float) -> Item:
    label = JOKER if card.code == "Jk" else card.code
    if not card.up:
        return card_item(deck.back, BACK, at, card.angle, height, lift=0.8)
    face = deck.faces[label]
    if card.bend:  # a corner held up: the far part of the face is foreshortened and the light falls flatter on it
        keep = max(8, round(face.image.shape[0] * (1 - 0.4 * card.bend)))
        squeezed = cv2.resize(face.image, (face.image.shape[1], keep), interpolation=cv2.INTER_AREA)
        bent = DrawnCard(np.asarray(squeezed, np.uint8), face.indices)
        return card_item(bent, label, at, card.angle, height * (1 - 0.4 * card.bend), lift=6.0, gain=0.85)
    return card_item(face, label, at, card.angle, height, lift=0.8)


def _arm_item(a: WorldArm, start: tuple[float, float], tip: tuple[float, float], k: float) -> Item:
    """The arm's sprite has its fingertips at the upper end and is half as wide as long; its wrist is a tenth."""
    dx, dy = start[0] - tip[0], start[1] - tip[1]
    lean = math.atan2(dy, dx)
    long = max(math.hypot(dx, dy), a.width * k * 5)
    at = (tip[0] + math.cos(lean) * long * 0.46, tip[1] + math.sin(lean) * long * 0.46)
    return Item(_arm(a.tone), at, math.degrees(lean) - 90, long, lift=8.0)


def _light(light: WorldLight, origin: tuple[float, float], k: float) -> Light:
    ox, oy = origin
    warm = max(-1.0, min(1.0, light.warmth))
    lamp = (1.0 - 0.28 * max(warm, 0) + 0.08 * max(-warm, 0), 1.0 - 0.06 * abs(warm), 1.0 - 0.12 * max(-warm, 0))
    glares = tuple(
        Glare(x * k + ox, y * k + oy, r * k, r * k * 0.7, 30.0, strength) for (x, y), r, strength in light.glares
    )
    shadows = tuple(
        Shadow(tuple((x * k + ox, y * k + oy) for x, y in polygon), 18.0, depth) for polygon, depth in light.shadows
    )
    return Light(lamp, light.gain, 0.08, 40.0, None, glares, shadows)


def render(snapshot: WorldSnapshot) -> Rendered:
    """The picture of a snapshot and the truth about its cards; the same snapshot gives the same picture.

    What lies on the table is drawn once; lamp and sensor make each frame of it another one.
    """
    light = replace(snapshot.light, gain=1.0)
    quiet = replace(snapshot.camera, noise=0.0, fault="")
    still = _drawn(replace(snapshot, frame=0, version=0, light=light, camera=quiet))
    sigma = NOISY if snapshot.camera.fault == "noise" else snapshot.camera.noise
    image = cv2.convertScaleAbs(still.image, alpha=snapshot.light.gain, beta=0.0)
    h, w = image.shape[:2]
    rng = np.random.default_rng((snapshot.seed, snapshot.frame))
    y, x = rng.integers(0, GRAIN, 2)
    grain = _grain((h, w), round(sigma, 2))[y : y + h, x : x + w]
    return Rendered(np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8), still.truth)


@lru_cache(maxsize=2)
def _drawn(snapshot: WorldSnapshot) -> Rendered:
    return compose(scene_of(snapshot))


@lru_cache(maxsize=2)
def _grain(size: tuple[int, int], sigma: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    """A field of sensor noise, larger than the picture, so that each frame takes another part of it."""
    h, w = size
    field = np.random.default_rng(0x6A1).standard_normal((h + GRAIN, w + GRAIN, 3), np.float32)
    return np.round(field * sigma).astype(np.int16)


class VirtualSource:
    """A camera over a virtual table. With ``fps`` 0 each pushed snapshot is one frame; otherwise the last is filmed on.

    On demand ``read`` raises SourceError "nothing" when no snapshot waits; ``waiting`` says how many do.
    """

    name = "virtual"

    def __init__(
        self, options: CameraOptions | None = None, *, fps: float = 0.0, clock: Clock = time.monotonic
    ) -> None:
        self._stamper = Stamper(options, clock)
        self._fps = fps
        self._clock = clock
        self._due = 0.0
        self._queue: deque[WorldSnapshot] = deque()
        self._last: WorldSnapshot | None = None
        self._picture: Image | None = None
        self._extra = 0
        self.clocked = fps > 0

    def open(self) -> None:
        """Nothing to open."""
        self._due = self._clock()

    def push(self, snapshots: Sequence[WorldSnapshot]) -> None:
        """More of the world to film."""
        self._queue.extend(snapshots)

    @property
    def waiting(self) -> int:
        """Snapshots that have not been filmed."""
        return len(self._queue)

    def read(self) -> Frame | None:
        """The next frame; camera faults of the world act here: "dead" raises "gone", "frozen" repeats a picture."""
        if self._fps > 0:
            self._due = max(self._due + 1 / (5.0 if self._slow else self._fps), self._clock() - 1.0)
            time.sleep(max(0.0, self._due - self._clock()))
        if self._queue:
            snapshot = self._queue.popleft()
        elif self._fps > 0 and self._last is not None:
            self._extra += 1
            snapshot = _again(self._last, self._extra)
        else:
            raise SourceError("nothing", self.name)
        fault = snapshot.camera.fault
        if fault == "dead":
            self._last = snapshot
            raise SourceError("gone", self.name)
        if fault != "frozen" or self._picture is None:
            self._picture = self._taken(snapshot)
        self._last = snapshot
        return self._stamper.frame(self._picture, snapshot.version, last=not self._queue)

    @property
    def _slow(self) -> bool:
        return self._last is not None and self._last.camera.fault == "slow"

    @staticmethod
    def _taken(snapshot: WorldSnapshot) -> Image:
        fault = snapshot.camera.fault
        if fault == "black":
            dark = np.random.default_rng(snapshot.frame).integers(0, 4, (*snapshot.geometry.pixels[::-1], 3))
            return dark.astype(np.uint8)
        image = render(snapshot).image
        if fault == "resolution":
            return np.asarray(cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA), np.uint8)
        return image

    def close(self) -> None:
        """Nothing to close: what happens at the table goes on, and is filmed when the camera is back."""


def _again(snapshot: WorldSnapshot, extra: int) -> WorldSnapshot:
    """The same instant filmed once more: only the sensor's noise differs."""
    return replace(snapshot, frame=snapshot.frame + 1_000_000 + extra)
