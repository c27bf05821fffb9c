"""Case 91: what lies under a masked place is in no kept picture, not in a frame and not in a card cut out of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from assistant.records.evidence import CardRead, EvidenceStore
from assistant.virtual.world import World, deck_from
from assistant.vision.detectors import detector_called
from assistant.vision.evidence import SeenTable
from assistant.vision.eye import Eye
from assistant.vision.layout import Layout, Polygon, default_layout, mapped
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Image
from assistant.vision.sources.base import Frame
from assistant.vision.sources.virtual import VirtualSource
from assistant.vision.tableview import Expectation

SEATS = ("1", "2")
CORNERS: Polygon = ((0.04, 0.03), (0.97, 0.02), (0.98, 0.97), (0.03, 0.98))


def filmed() -> tuple[list[Frame], Layout]:
    """Open cards before two people, the deck between them; the second one's last card lies half in his hand's place."""
    world = World(SEATS, deck_from("7"), seed=11)
    for card in ("As", "9h", "Qd"):
        world.deal_card(card, "1", up=True)
    for card in ("Kc", "Th", "8s"):
        world.deal_card(card, "2", up=True)
    source = VirtualSource()
    source.open()
    film = world.film(4)
    source.push(film)
    frames = [f for f in (source.read() for _ in film) if f is not None]
    size = world.geometry.width, world.geometry.height
    x, y = (a / b for a, b in zip(world.cards("2")[-1].at, size, strict=True))
    layout = default_layout(SEATS)
    areas = {**layout.areas, "hand:2": ((x, y - 0.2), (x + 0.2, y - 0.2), (x + 0.2, y + 0.2), (x, y + 0.2))}
    return frames, replace(layout, areas=areas)


def masks(layout: Layout, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Where a picture of ``size`` is masked."""
    out = np.zeros((size[1], size[0]), np.uint8)
    for area in layout.masked:
        cv2.fillPoly(out, [layout.pixels(area, size)], (255,))
    return np.asarray(out > 0)


def scribbled(image: Image, where: NDArray[np.bool_], seed: int) -> Image:
    """The picture with secrets in its masked places: noise as loud as any card."""
    noise = np.random.default_rng(seed).integers(0, 256, image.shape, np.uint8)
    return np.asarray(np.where(where[..., None], noise, image), np.uint8)


def kept(frames: list[Frame], layout: Layout, recogniser: Recogniser, seed: int) -> SeenTable:
    """The evidence of the last frame, with these secrets under the masks."""
    eye = Eye(layout, recogniser, deck_from("7"))
    eye.expect({s: Expectation(3, True, 0) for s in SEATS})
    hidden = masks(layout.in_picture(), (frames[0].image.shape[1], frames[0].image.shape[0]))
    for frame in frames:
        eye.feed(replace(frame, image=scribbled(frame.image, hidden, seed)))
    found = eye.evidence()
    assert found is not None
    return found


def decoded(data: bytes) -> Image:
    """A kept picture."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def dark(image: Image, where: NDArray[np.bool_], edge: int) -> bool:
    """Whether a picture is black there, but for so many pixels at the edge where JPEG and scaling smear."""
    inside = cv2.erode(where.astype(np.uint8), np.ones((2 * edge + 1, 2 * edge + 1), np.uint8)) > 0
    return bool(inside.any()) and int(image[inside].max()) < 40


@pytest.mark.parametrize("corners", [(), CORNERS], ids=["as the camera sees it", "rectified"])
def test_case_91_nothing_under_a_mask_is_in_any_kept_picture(corners: Polygon, tmp_path: Path) -> None:
    frames, layout = filmed()
    recogniser = Recogniser(detector_called("yolo", threads=1), threads=1, live=True)
    if corners:
        to = cv2.getPerspectiveTransform(
            np.array(corners, np.float32), np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        )
        areas = {name: mapped(np.asarray(to, np.float64), area) for name, area in layout.areas.items()}
        layout = replace(layout, areas=areas, frame="table", corners=corners)
    first, second = (kept(frames, layout, recogniser, seed) for seed in (1, 2))
    assert first.jpeg == second.jpeg, "the kept frame depends on what lies under a mask"
    assert [c.jpeg for c in first.cards] == [c.jpeg for c in second.cards]
    assert first.cards == second.cards and len([c for c in first.cards if c.jpeg]) >= 3

    frame = decoded(first.jpeg)
    size = frame.shape[1], frame.shape[0]
    flat = replace(layout, frame="picture", corners=()) if corners else layout
    hidden = masks(flat, size)
    assert hidden.mean() > 0.02 and dark(frame, hidden, 6)
    cut = 0
    for card in first.cards:
        if not card.jpeg:
            continue
        crop = decoded(card.jpeg)
        h, w = crop.shape[:2]
        quad = np.array([(x * size[0], y * size[1]) for x, y in card.quad], np.float32)
        to = cv2.getPerspectiveTransform(quad, np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32))
        inside = cv2.warpPerspective(hidden.astype(np.uint8), to, (w, h)) > 0
        turned = [np.rot90(inside, k) for k in (0, 2)]
        if inside.mean() > 0.2:
            cut += 1
            assert any(dark(crop, np.asarray(t), 8) for t in turned), card
    assert cut, "no card lies under a mask: nothing was tried"

    store = EvidenceStore(tmp_path)
    names = store.keep(
        first.jpeg, [(CardRead(c.zone, c.card, c.certainty, c.sure, c.quad), c.jpeg) for c in first.cards]
    )
    shot = store.shot(names)
    assert shot is not None and store.read(shot.frame) == first.jpeg
