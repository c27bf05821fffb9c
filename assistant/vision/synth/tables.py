"""Whole tables as a camera sees them: round or rectangular, on a floor, off the middle, tilted, with cards, markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.markers import SIDE
from assistant.vision.synth.camera import Camera, homography
from assistant.vision.synth.deck import draw_deck
from assistant.vision.synth.light import Light
from assistant.vision.synth.paint import Picture
from assistant.vision.synth.scene import Item, Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

CARD = 88.0  # millimetres of a card's height


@dataclass(frozen=True)
class LaidCard:
    """A card on the table: millimetres from the table's middle, degrees clockwise."""

    code: str  # "As", "back"
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True)
class Laid:
    """A table in a room: size in millimetres, pixels a millimetre, its middle in fractions of the frame."""

    shape: str = "rectangle"
    size: tuple[float, float] = (1000.0, 700.0)
    frame: tuple[int, int] = (1920, 1080)
    scale: float = 1.2
    middle: tuple[float, float] = (0.5, 0.5)
    top: str = "felt"
    floor: str = "parquet"
    camera: Camera = field(default_factory=lambda: Camera(defocus=0.6, noise=3.0))
    turn: float = 0.0  # degrees that the table is turned clockwise
    cards: tuple[LaidCard, ...] = ()
    markers: tuple[tuple[float, float, float], ...] = ()  # middle in millimetres, degrees
    mirrored: bool = False
    seed: int = 0


def picture_of(t: Laid) -> Picture:
    """The camera's picture, (H, W, 3) BGR."""
    w, h = t.frame
    rng = np.random.default_rng((t.seed, 0x7AB))
    ground = surface(t.floor, w, h, rng).copy()
    top = surface(t.top, w, h, rng)
    outline = np.round(np.array(_outline(t)) * 8).astype(np.int32)
    shadow, mask = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    cv2.fillPoly(shadow, [outline + 8 * round(12 * t.scale)], (255,), cv2.LINE_AA, 3)
    cv2.fillPoly(mask, [outline], (255,), cv2.LINE_AA, 3)
    dark = cv2.GaussianBlur(shadow, (0, 0), 14 * t.scale).astype(np.float32)[..., None] / 255
    cover = mask.astype(np.float32)[..., None] / 255
    room = ground * (1 - 0.4 * dark) * (1 - cover) + top * cover
    deck = draw_deck(t.seed + 11, height=400, wide_fonts=False)
    items: list[Item] = []
    for code in t.cards:
        card = deck.back if code.code == "back" else deck.faces[code.code]
        at = _at(t, code.x, code.y)
        items.append(card_item(card, code.code, at, code.angle + t.turn, CARD * t.scale, lift=0.8))
    items += [_marker(t, i, m) for i, m in enumerate(t.markers)]
    light = Light((0.95, 1.0, 1.0), 0.95, 0.1, 30.0)
    scene = Scene(w, h, np.asarray(room, np.uint8), tuple(items), t.camera, light, t.seed)
    image = compose(scene).image
    return np.ascontiguousarray(image[:, ::-1]) if t.mirrored else image


def seen_at(t: Laid, points: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """Where points of the table (millimetres from its middle) lie in the picture, pixels, (N, 2)."""
    flat = np.array([[_at(t, x, y) for x, y in points]], np.float64)
    out = cv2.perspectiveTransform(flat, homography(t.camera, *t.frame))[0]
    if t.mirrored:
        out[:, 0] = t.frame[0] - out[:, 0]
    return np.asarray(out, np.float64)


def corners_seen(t: Laid) -> NDArray[np.float64]:
    """The corners of the table (of a round one's square) in the picture, pixels, (4, 2)."""
    x, y = t.size[0] / 2, t.size[1] / 2
    return seen_at(t, ((-x, -y), (x, -y), (x, y), (-x, y)))


def _at(t: Laid, x: float, y: float) -> tuple[float, float]:
    a = np.deg2rad(t.turn)
    u, v = x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)
    return float(t.middle[0] * t.frame[0] + u * t.scale), float(t.middle[1] * t.frame[1] + v * t.scale)


def _outline(t: Laid) -> list[tuple[float, float]]:
    x, y = t.size[0] / 2, t.size[1] / 2
    if t.shape == "round":
        ring = np.linspace(0, 2 * np.pi, 180, endpoint=False)
        return [_at(t, x * float(np.cos(a)), x * float(np.sin(a))) for a in ring]
    return [_at(t, *p) for p in ((-x, -y), (x, -y), (x, y), (-x, y))]


def _marker(t: Laid, number: int, where: tuple[float, float, float]) -> Item:
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    art = cv2.aruco.generateImageMarker(words, number, 240)
    paper = cv2.copyMakeBorder(art, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=(255,))
    sprite = np.dstack([paper, paper, paper, np.full_like(paper, 255)])
    x, y, angle = where
    side = SIDE * t.scale * paper.shape[0] / 240
    return Item(np.asarray(sprite, np.uint8), _at(t, x, y), angle + t.turn, side, lift=0.5)
