"""Rendered tables through the real recogniser: nothing is ever wrong, and nearly everything is read."""

from __future__ import annotations

from assistant.bench.tables import score_tables
from assistant.engine.deck import deck_for
from assistant.engine.options import Options
from assistant.virtual.disturbances import QUIET
from assistant.virtual.world import World
from assistant.vision.belief import Expectation, TableView
from assistant.vision.detectors import detector_called
from assistant.vision.eye import Eye
from assistant.vision.layout import default_layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.sources.virtual import VirtualSource
from assistant.world import CARD_HEIGHT


def test_whole_stick_tables_are_read_street_by_street_without_a_wrong_card() -> None:
    score = score_tables(2, first=0, trouble="arms", seats=4)
    assert score.wrong == 0, score.failures
    assert score.faces == 32 and score.right >= 30, score.failures
    assert score.right + score.asked + score.missed == score.faces


def test_a_closed_card_turned_at_the_showdown_is_read_anew() -> None:
    names = ("1", "2", "3", "4")
    deck = deck_for(len(names), 5, Options(), game="stick5").cards
    world = World(names, deck, seed=0, disturbances=QUIET)
    recogniser = Recogniser(detector_called("yolo", threads=1), threads=1, live=True)
    eye = Eye(default_layout(names, world.geometry), recogniser, deck, CARD_HEIGHT * world.geometry.scale)
    source = VirtualSource()
    source.open()

    def look() -> TableView:
        source.push(world.film())
        while source.waiting:
            frame = source.read()
            assert frame is not None
            view = eye.feed(frame)
        return view

    look()
    eye.expect(dict.fromkeys(names, Expectation(0, closed=1)))
    for name in names:
        world.deal(name, up=False)
    look()
    eye.expect(dict.fromkeys(names, Expectation(1, closed=1)))
    for name in names:
        world.deal(name, up=True)
    look()
    eye.expect(dict.fromkeys(names, Expectation(2, turning=True, closed=1)))
    turned = world.turn("1", 0)
    assert turned in look().faces("1")
