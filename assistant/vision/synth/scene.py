"""The one renderer: a scene handed to it becomes a picture and the exact truth about every card in it.

A scene is a table top seen by a camera. Its unit is the table pixel: what a camera straight above would see at the
frame's own size, origin top left. Items are painted in order, so the last lies on top.

    scene = Scene(1280, 720, surface("felt", 1280, 720, rng),
                  (card_item(deck.faces["As"], "As", (640, 360), 0.0, 110),))
    image, truth = compose(scene).image, compose(scene).truth
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.records import Quad, quad_of
from assistant.vision.synth.camera import Camera, exposed, homography
from assistant.vision.synth.deck import DrawnCard
from assistant.vision.synth.light import Light, lit
from assistant.vision.synth.paint import Picture

OPEN_INDEX = 0.93  # share of an index's area that must be uncovered for it to count as visible


@dataclass(frozen=True)
class Item:
    """One flat thing on the table: a BGRA sprite, its centre and height in table px, turned clockwise by degrees.

    `label` is the card ("As", "joker", "back") or None for anything else; `indices` as in DrawnCard; `lift` is the
    length of its drop shadow in table px; `gain` brightens or darkens it; a `ghost` (glass) covers nothing.
    """

    sprite: NDArray[np.uint8]
    centre: tuple[float, float]
    angle: float
    height: float
    label: str | None = None
    indices: tuple[Quad, ...] = ()
    lift: float = 0.0
    gain: float = 1.0
    ghost: bool = False


@dataclass(frozen=True)
class Scene:
    """Everything that is in front of a camera; `surface` is stretched over the frame and mirrored beyond it."""

    width: int
    height: int
    surface: Picture
    items: tuple[Item, ...] = ()
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=Light)
    seed: int = 0


@dataclass(frozen=True)
class CardTruth:
    """One card as it truly lies: quads in picture px, (4, 2) float64, from the sprite's top-left clockwise.

    `quad` is the whole card, covered or cut parts too; `visible_fraction` is the share of it in the picture uncovered.
    """

    card: str
    quad: NDArray[np.float64]
    visible_fraction: float
    visible_indices: tuple[NDArray[np.float64], ...]

    @property
    def as_quad(self) -> Quad:
        """The quad as the neutral record's four points."""
        return quad_of(self.quad.tolist())


@dataclass(frozen=True)
class Rendered:
    """A picture, (H, W, 3) uint8 BGR, and the cards in it that are not wholly hidden, bottom to top."""

    image: Picture
    truth: tuple[CardTruth, ...]


def card_item(
    card: DrawnCard,
    label: str,
    centre: tuple[float, float],
    angle: float,
    height: float,
    *,
    lift: float = 1.0,
    gain: float = 1.0,
) -> Item:
    """A card's side laid on the table: `height` table px tall, turned `angle` degrees clockwise."""
    return Item(card.image, centre, angle, height, label, card.indices, lift, gain)


def corners_of(item: Item) -> NDArray[np.float64]:
    """The item's four corners in table px, clockwise from the sprite's top-left, (4, 2)."""
    high, wide = item.sprite.shape[:2]
    h = item.height / 2
    w = h * wide / high
    a = np.deg2rad(item.angle)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return np.asarray(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ turn + np.asarray(item.centre), np.float64)


def _seen(points: NDArray[np.float64], lens: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), lens)[0], np.float64)


def _window(quad: NDArray[np.float64], pad: float, width: int, height: int) -> tuple[int, int, int, int] | None:
    low, high = np.floor(quad.min(axis=0) - pad).astype(int), np.ceil(quad.max(axis=0) + pad).astype(int) + 1
    x0, y0, x1, y1 = max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])), min(height, int(high[1]))
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _shrunk(sprite: NDArray[np.uint8], quad: NDArray[np.float64]) -> NDArray[np.float32]:
    """The sprite with colour times alpha, averaged down to about the size it will have."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    scale = max(sides[0], sides[2]) / sprite.shape[1], max(sides[1], sides[3]) / sprite.shape[0]
    factor = max(scale)
    small = sprite
    if factor < 0.7:
        size = (max(4, round(sprite.shape[1] * factor * 1.15)), max(4, round(sprite.shape[0] * factor * 1.15)))
        small = np.asarray(cv2.resize(sprite, size, interpolation=cv2.INTER_AREA), np.uint8)
    out = small.astype(np.float32)
    out[..., :3] *= out[..., 3:] / 255
    return out


def _paint(
    canvas: NDArray[np.float32], owner: NDArray[np.int16], item: Item, mark: int, quad: NDArray[np.float64]
) -> None:
    high, wide = canvas.shape[:2]
    box = _window(quad, 2 + item.lift * 3, wide, high)
    if box is None:
        return
    x0, y0, x1, y1 = box
    sprite = _shrunk(item.sprite, quad)
    h, w = sprite.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    target = (quad - (x0, y0) - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, target)
    laid = np.asarray(cv2.warpPerspective(sprite, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR), np.float32)
    cover = laid[..., 3:] / 255
    under = canvas[y0:y1, x0:x1]
    if item.lift > 0.2:
        shift = np.array([[1, 0, item.lift * 0.7], [0, 1, item.lift]], np.float32)
        fall = cv2.warpAffine(cover[..., 0], shift, (x1 - x0, y1 - y0))
        fall = cv2.GaussianBlur(fall, (0, 0), 0.5 + item.lift * 0.6)
        under *= 1 - 0.38 * np.asarray(fall, np.float32)[..., None]
    under *= 1 - cover
    under += laid[..., :3] * item.gain
    if not item.ghost:
        owner[y0:y1, x0:x1][cover[..., 0] > 0.5] = mark


def _share(owner: NDArray[np.int16], mark: int, quad: NDArray[np.float64]) -> float:
    """Share of a quad's full area that belongs to `mark`, parts outside the picture counting as hidden."""
    area = float(cv2.contourArea(quad.astype(np.float32)))
    high, wide = owner.shape
    box = _window(quad, 0, wide, high)
    if box is None or area <= 0:
        return 0.0
    x0, y0, x1, y1 = box
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(inside, [np.round((quad - (x0, y0) - 0.5) * 16).astype(np.int32)], (1,), cv2.LINE_8, 4)
    mine = int(np.count_nonzero((owner[y0:y1, x0:x1] == mark) & (inside > 0)))
    return min(1.0, mine / max(area, 1.0))


def _inside(quad: NDArray[np.float64], width: int, height: int) -> bool:
    return bool((quad >= 0).all() and (quad[:, 0] <= width).all() and (quad[:, 1] <= height).all())


def _truth(
    items: Sequence[Item], quads: Sequence[NDArray[np.float64]], owner: NDArray[np.int16], lens: NDArray[np.float64]
) -> tuple[CardTruth, ...]:
    out: list[CardTruth] = []
    for k, (item, quad) in enumerate(zip(items, quads, strict=True)):
        if item.label is None:
            continue
        seen = _share(owner, k + 1, quad)
        if seen <= 0:
            continue
        open_ones = []
        for index in item.indices:
            flat = corners_of(item)
            across, down = flat[1] - flat[0], flat[3] - flat[0]
            spots = np.array([flat[0] + across * x + down * y for x, y in index])
            spot = _seen(spots, lens)
            if _inside(spot, owner.shape[1], owner.shape[0]) and _share(owner, k + 1, spot) >= OPEN_INDEX:
                open_ones.append(spot)
        out.append(CardTruth(item.label, quad, seen, tuple(open_ones)))
    return tuple(out)


def compose(scene: Scene) -> Rendered:
    """Draw a scene: the same scene gives the same picture and truth, byte for byte."""
    rng = np.random.default_rng((scene.seed, 0x5CE))
    lens = homography(scene.camera, scene.width, scene.height)
    high, wide = scene.surface.shape[:2]
    stretch = np.diag([scene.width / wide, scene.height / high, 1.0])
    ground = cv2.warpPerspective(
        scene.surface,
        lens @ stretch,
        (scene.width, scene.height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    canvas = np.asarray(ground, np.uint8).astype(np.float32)
    owner = np.zeros((scene.height, scene.width), np.int16)
    quads = [_seen(corners_of(item), lens) for item in scene.items]
    for k, (item, quad) in enumerate(zip(scene.items, quads, strict=True)):
        _paint(canvas, owner, item, k + 1, quad)
    truth = _truth(scene.items, quads, owner, lens)
    return Rendered(exposed(lit(canvas, scene.light), scene.camera, rng), truth)
