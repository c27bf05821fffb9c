"""Layouts: one JSON form, faults in words, zones by middle or overlap, deck and hands masked (case 91)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant import world
from assistant.vision.layout import Layout, LayoutError, default_layout, load, parse, save
from assistant.vision.records import Quad

GOOD: dict[str, Any] = {
    "about": "two seats",
    "seats_clockwise": ["P1", "P2"],
    "carteador": "P2",
    "areas": {
        "P1": [[0.0, 0.0], [0.4, 0.0], [0.4, 1.0], [0.0, 1.0]],
        "P2": [[0.6, 0.0], [1.0, 0.0], [1.0, 1.0], [0.6, 1.0]],
        "deck": [[0.45, 0.4], [0.55, 0.4], [0.55, 0.6], [0.45, 0.6]],
        "hand:P1": [[0.0, 0.8], [0.4, 0.8], [0.4, 1.0], [0.0, 1.0]],
    },
}


def square(x: float, y: float, half: float = 20) -> Quad:
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def test_a_layout_survives_being_written_and_read(tmp_path: Path) -> None:
    layout = parse(GOOD)
    save(layout, tmp_path / "layout.json")
    again = load(tmp_path / "layout.json")
    assert again == layout and again.to_json() == layout.to_json()
    assert [f.name for f in tmp_path.iterdir()] == ["layout.json"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.pop("seats_clockwise"), "seats_clockwise must be a list"),
        (lambda d: d["seats_clockwise"].append("P1"), "'P1' is named twice"),
        (lambda d: d["seats_clockwise"].append("deck"), "cannot be called 'deck'"),
        (lambda d: d.update(carteador="P9"), "'P9' is no seat"),
        (lambda d: d.update(frame="sky"), "'sky' is neither picture nor table"),
        (lambda d: d.update(seat="P1"), "unknown key 'seat'"),
        (lambda d: d["areas"].pop("P2"), "'P2' has no area"),
        (lambda d: d["areas"].update(P1=[[0, 0], [1, 1]]), "at least three points"),
        (lambda d: d["areas"].update(P1=[[0, 0], [1, 1], [0.5, 0.5]]), "encloses nothing"),
        (lambda d: d["areas"].update(P1=[[0, 0], [100, 0], [100, 50]]), "outside the picture"),
        (lambda d: d["areas"].update(P1=[[0, 0], ["a", 0], [1, 1]]), "is no point"),
        (lambda d: d["areas"].update(P7=d["areas"]["P1"]), "'P7' is neither a seat"),
        (lambda d: d.update(areas=[]), "areas must be an object"),
    ],
)
def test_each_fault_is_named(change: Any, words: str) -> None:
    data = copy.deepcopy(GOOD)
    change(data)
    with pytest.raises(LayoutError, match=words):
        parse(data)


def test_all_faults_are_named_at_once() -> None:
    data = copy.deepcopy(GOOD)
    data["frame"] = "sky"
    data["areas"].pop("P2")
    with pytest.raises(LayoutError, match=r"sky.*P2"):
        parse(data)


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="nowhere"):
        load(tmp_path / "nowhere.json")
    (tmp_path / "torn.json").write_text('{"areas": ', encoding="utf-8")
    with pytest.raises(LayoutError, match=r"torn\.json"):
        load(tmp_path / "torn.json")


def test_a_card_belongs_where_its_middle_lies_else_where_most_of_it_does() -> None:
    layout = parse(GOOD)
    size = (1000, 500)
    assert layout.zone_of(square(200, 100), size) == "P1"
    assert layout.zone_of(square(500, 250), size) == "deck"
    assert layout.zone_of(square(500, 50), size) is None
    assert layout.zone_of(square(402, 100), size) == "P1"  # its middle is just outside, half of it inside
    assert layout.zone_of(square(418, 100), size) is None
    assert layout.zone_of(square(200, 450), size) == "hand:P1"  # the smaller of two areas around it


def test_case_91_deck_and_closed_hands_are_black_before_any_detector() -> None:
    layout = parse(GOOD)
    assert set(layout.masked) == {"deck", "hand:P1"}
    image = np.full((500, 1000, 3), 200, np.uint8)
    seen = layout.blacken(image)
    assert image.min() == 200, "the camera's own picture stays as it was"
    assert seen[250, 500].max() == 0 and seen[450, 200].max() == 0
    assert seen[100, 200].min() == 200


@pytest.mark.parametrize("geometry", [world.SMALL, world.ROUND], ids=lambda g: g.name)
@pytest.mark.parametrize("count", range(2, 11))
def test_the_virtual_table_has_a_layout_for_every_number_of_seats(geometry: world.Geometry, count: int) -> None:
    seats = tuple(str(i + 1) for i in range(count))
    layout = default_layout(seats, geometry)
    assert parse(json.loads(json.dumps(layout.to_json()))).seats == seats
    wide, high = geometry.pixels
    half = world.CARD_WIDTH / 2 * geometry.scale
    for place in world.places(geometry, seats):
        for along in (-place.room / 2 + world.CARD_WIDTH / 2, 0.0, place.room / 2 - world.CARD_WIDTH / 2):
            x, y = place.point(along, 0.0)
            card = square(x * geometry.scale, y * geometry.scale, half)
            assert layout.zone_of(card, (wide, high)) == place.seat


def test_seats_of_the_virtual_table_run_clockwise_as_seen_from_above() -> None:
    for geometry in (world.SMALL, world.ROUND):
        for count in range(3, 11):
            centres = [p.centre for p in world.places(geometry, tuple(map(str, range(count))))]
            turning = 0.0
            middle = (geometry.width / 2, geometry.height / 2)
            for (x0, y0), (x1, y1) in zip(centres, centres[1:] + centres[:1], strict=True):
                turning += (x0 - middle[0]) * (y1 - middle[1]) - (x1 - middle[0]) * (y0 - middle[1])
            assert turning > 0  # y runs down: a positive area is clockwise


def test_layouts_are_values() -> None:
    assert isinstance(parse(GOOD), Layout) and parse(GOOD) == parse(copy.deepcopy(GOOD))
