"""Rendered tables are read right through the real weights: single cards, pairs, backs, and tables without cards."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from assistant.vision.detectors import detector_called
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CardQuad, quad_of
from assistant.vision.synth.camera import Camera
from assistant.vision.synth.deck import DrawnDeck, draw_deck
from assistant.vision.synth.random_scene import random_scene
from assistant.vision.synth.scene import CardTruth, Item, Scene, card_item, compose
from assistant.vision.synth.surfaces import surface

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(detector_called("yolo", threads=1), threads=1)


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return draw_deck(0, height=400, wide_fonts=False)


def table(items: list[Item], ground: str = "felt", tilt: float = 0.0) -> tuple[np.ndarray, tuple[CardTruth, ...]]:
    rng = np.random.default_rng(11)
    scene = Scene(*SIZE, surface(ground, *SIZE, rng), tuple(items), Camera(tilt=tilt) if tilt else Camera(), seed=3)
    done = compose(scene)
    return done.image, done.truth


def laid(deck: DrawnDeck, names: list[str], height: float = 150) -> list[Item]:
    out = []
    for i, name in enumerate(names):
        card = deck.back if name == BACK else deck.faces[name]
        spot = (170 + 235 * (i % 5), 190 + 300 * (i // 5))
        out.append(card_item(card, name, spot, 17.0 * i, height))
    return out


def test_single_cards_are_read(recogniser: Recogniser, deck: DrawnDeck) -> None:
    names = ["As", "Td", "7h", "Qc", "2s", "Kh", "9d", "Jc", "5c", "8h"]
    image, _ = table(laid(deck, names))
    seen = recogniser.look(image)
    sure = Counter(s.card for s in seen if s.sure)
    assert not sure - Counter(names), "sure and wrong"
    assert sum((sure & Counter(names)).values()) >= 9


def test_backs_are_counted_and_not_read(recogniser: Recogniser, deck: DrawnDeck) -> None:
    image, _ = table(laid(deck, [BACK, "Ah", BACK, "6s"]))
    sure = Counter(s.card for s in recogniser.look(image) if s.sure)
    assert sure[BACK] == 2
    assert not sure - Counter([BACK, BACK, "Ah", "6s"])


def test_the_lower_card_of_a_pair_is_counted_once(recogniser: Recogniser, deck: DrawnDeck) -> None:
    lower = card_item(deck.faces["Kd"], "Kd", (500, 360), 0.0, 230)
    upper = card_item(deck.faces["7s"], "7s", (560, 375), 6.0, 230)
    image, _ = table([lower, upper])
    seen = recogniser.look(image)
    assert Counter(s.card for s in seen if s.card != BACK and (s.sure or s.confidence > 0.5)) == Counter(["Kd", "7s"])


def test_an_empty_table_holds_no_sure_card(recogniser: Recogniser) -> None:
    for seed in range(6):
        image = compose(random_scene(70_000_000 + seed, 640, 480, empty=True)).image
        assert not [s for s in recogniser.look(image) if s.sure and s.card != BACK]


def test_a_tiny_card_is_asked_with_its_size(recogniser: Recogniser, deck: DrawnDeck) -> None:
    image, truth = table(laid(deck, ["4c"], height=46))
    found = [CardQuad("face", quad_of(truth[0].quad.tolist()), 0.9)]
    for s in recogniser.read(image, found):
        if not s.sure:
            assert s.doubt is not None
            assert (s.doubt.code, s.doubt.needs) == ("small", 12)
            assert 2 <= s.doubt.pixels <= 7
        else:
            assert s.card == "4c"


def test_places_already_known_are_read_without_searching(recogniser: Recogniser, deck: DrawnDeck) -> None:
    image, truth = table(laid(deck, ["As", "Td"]))
    for turn in range(4):
        quad = np.roll(truth[1].quad, turn, 0)
        seen = recogniser.read(image, [CardQuad("face", quad_of(quad.tolist()), 0.9)], frame=5, at=12.5)
        assert [(s.card, s.frame, s.at) for s in seen] == [("Td", 5, 12.5)]
        corner = np.array(seen[0].quad[0])
        ends = np.linalg.norm(truth[1].quad[[0, 2]] - corner, axis=1)
        assert ends.min() < 6, "the quad starts at an index, whichever corner the place began with"
