"""Calibration on rendered tables: round and rectangular, off the middle, tilted to 35°, mirrored, 2 to 10 seats."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from rendered_tables import FRAME, Laid, LaidCard, camera, four_corners, picture

from assistant.vision.anchor import Anchor
from assistant.vision.layout import LayoutError, default_layout, load, parse, save
from assistant.vision.markers import write_sheet
from assistant.vision.outline import find_outline
from assistant.vision.records import CardQuad, quad_of
from assistant.vision.seating import laid, seat_areas
from assistant.vision.surveying import Survey, survey
from assistant.vision.synth.tables import corners_seen, seen_at

SEATS = ("1", "2", "3", "4")
WIDE = (1000.0, 640.0)


def off(found: Survey, laid: Laid) -> float:
    """The largest distance in pixels between a corner found and where it is, whichever comes first."""
    w, h = found.pixels
    seen = np.array(found.corners) * (w, h)
    return min(float(np.abs(np.roll(seen, k, 0) - corners_seen(laid)).max()) for k in range(4))


@pytest.mark.parametrize(
    ("tilt", "azimuth", "middle", "top", "floor"),
    [(0, 0, (0.5, 0.5), "felt", "parquet"), (20, 40, (0.47, 0.52), "wood", "carpet"),
     (35, 0, (0.5, 0.5), "cloth", "wood"), (35, 100, (0.52, 0.5), "plain", "parquet")],
)  # fmt: skip
def test_a_rectangular_table_is_found_by_its_edge(
    tilt: float, azimuth: float, middle: tuple[float, float], top: str, floor: str
) -> None:
    table = Laid("rectangle", WIDE, FRAME, 0.72, middle, top, floor, camera(tilt, azimuth), 4.0, seed=int(tilt) + 1)
    found = survey(picture(table), SEATS, size=(640, 1000))
    assert (found.how, found.shape) == ("outline", "rectangle")
    assert off(found, table) < 4
    assert found.size == (1000, 640), "the host may name the sides in any order"
    assert found.tilt is not None and abs(found.tilt - tilt) < 3


@pytest.mark.parametrize(("tilt", "azimuth"), [(0, 0), (20, 60), (35, 0)])
def test_a_round_table_is_found_by_its_edge(tilt: float, azimuth: float) -> None:
    table = Laid("round", (900.0, 900.0), FRAME, 0.65, (0.5, 0.5), "felt", "carpet", camera(tilt, azimuth), seed=5)
    found = survey(picture(table), SEATS)
    assert (found.how, found.shape) == ("outline", "round")
    rim = [(450 * np.cos(a), 450 * np.sin(a)) for a in np.linspace(0, 6.28, 40)]
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    corners = (np.array(found.corners) * FRAME).astype(np.float32)
    to = cv2.getPerspectiveTransform(corners, unit)
    there = cv2.perspectiveTransform(seen_at(table, rim)[None], to)[0] - 0.5
    assert np.abs(np.linalg.norm(there, axis=1) - 0.5).max() < 0.03


@pytest.mark.parametrize(("tilt", "azimuth"), [(0, 0), (35, 30)])
def test_four_printed_corners_give_place_size_scale_and_tilt(tilt: float, azimuth: float) -> None:
    table = Laid(
        "rectangle", WIDE, (1920, 1080), 1.05, (0.5, 0.5), "cloth", "cloth", camera(tilt, azimuth), 5.0,
        markers=four_corners(*WIDE), seed=2,
    )  # fmt: skip
    found = survey(picture(table), SEATS, shape="rectangle")
    assert found.how == "markers" and found.markers == (0, 1, 2, 3)
    assert off(found, table) < 4
    assert found.size is not None and np.allclose(found.size, WIDE, rtol=0.015)
    assert found.tilt is not None and abs(found.tilt - tilt) < 2
    assert found.scale is not None and found.scale < 1.06


def test_a_round_table_with_printed_corners_is_known_to_be_round() -> None:
    r = 450 - 38 * 2**0.5
    spots = tuple((r * np.cos(a), r * np.sin(a), np.degrees(a) + 45) for a in np.radians([40, 130, 220, 310]))
    table = Laid("round", (900.0, 900.0), (1920, 1080), 0.95, camera=camera(15, 0), markers=spots, seed=4)
    found = survey(picture(table), SEATS)
    assert (found.how, found.shape) == ("markers", "round")
    assert found.size is not None and np.allclose(found.size, 900, rtol=0.02)


def test_a_mirrored_picture_is_noticed_and_turned_back() -> None:
    table = Laid("rectangle", WIDE, (1920, 1080), 1.05, markers=four_corners(*WIDE), mirrored=True, seed=3)
    found = survey(picture(table), SEATS, shape="rectangle")
    assert found.how == "markers" and found.mirrored
    assert found.layout is not None and found.layout.mirror


def test_a_table_like_the_floor_is_not_guessed_at() -> None:
    table = Laid("rectangle", WIDE, FRAME, 0.72, (0.45, 0.53), "cloth", "wood", camera(), 8.0, seed=3)
    found = survey(picture(table), SEATS)
    assert found.how == "none" or off(found, table) < 6


def test_a_picture_full_of_table_is_the_table() -> None:
    table = Laid("rectangle", (2000.0, 1400.0), FRAME, 0.9, camera=camera(), seed=7)
    found = find_outline(picture(table))
    assert found is not None and found.whole


def test_a_table_of_120_cm_at_1080p_asks_for_a_nearer_or_better_camera() -> None:
    table = Laid("round", (1200.0, 1200.0), (1920, 1080), 0.86, camera=camera(), seed=6)
    found = survey(picture(table), SEATS, size=(1200, 1200))
    assert found.reads == "too_small"
    assert found.glyph is not None and 6.5 < found.glyph < 8.5
    assert found.nearer is not None and 0.3 < found.nearer < 0.5 and 1.4 < found.times < 1.9


def test_cards_at_hand_tell_the_scale_where_nobody_knows_the_size() -> None:
    where = [(-300.0, 200.0), (300.0, -200.0)]
    table = Laid(
        "rectangle", WIDE, (1920, 1080), 1.3, camera=camera(), cards=tuple(LaidCard("As", *p) for p in where), seed=8
    )
    cards = []
    for x, y in where:
        around = [(x + a * 31.5, y + b * 44) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cards.append(CardQuad("face", quad_of(seen_at(table, around)), 0.9))
    found = survey(picture(table), SEATS, cards=cards)
    assert found.scale is not None and abs(found.scale - 1.3) < 0.08 and found.reads == "too_small"
    assert survey(picture(table), SEATS).reads == "unknown"


@pytest.mark.parametrize("shape", ["rectangle", "round"])
@pytest.mark.parametrize("n", range(2, 11))
def test_two_to_ten_seats_go_clockwise_and_do_not_overlap(shape: str, n: int) -> None:
    seats = tuple(str(i + 1) for i in range(n))
    areas = seat_areas(shape, seats, (1200, 800) if shape == "rectangle" else (1200, 1200))
    middles = np.array([np.mean(areas[s], 0) for s in seats]) - 0.5
    turns = np.mod(np.diff(np.arctan2(middles[:, 1], middles[:, 0])), 2 * np.pi)
    assert (turns > 0.05).all() and turns.sum() < 2 * np.pi
    drawn = np.zeros((400, 400), np.uint8)
    for name in (*seats, "deck", "discard", "board", "pot"):
        one = np.zeros_like(drawn)
        cv2.fillPoly(one, [np.round(np.array(areas[name]) * 398).astype(np.int32)], (1,))
        inner = cv2.erode(one, np.ones((5, 5), np.uint8))
        assert inner.any(), name
        assert not (drawn & inner).any(), name
        drawn |= one


def test_a_layout_of_the_table_is_seen_in_the_picture_and_survives_the_file(tmp_path: Path) -> None:
    table = Laid("rectangle", WIDE, FRAME, 0.72, (0.5, 0.5), "felt", "parquet", camera(25, 20), seed=9)
    found = survey(picture(table), SEATS)
    assert found.layout is not None
    save(found.layout, tmp_path / "layout.json")
    seen = load(tmp_path / "layout.json").in_picture()
    for seat, at in (("1", (0, 240)), ("2", (-420, 0)), ("3", (0, -240)), ("4", (420, 0))):
        x, y = seen_at(table, [at])[0]
        near = ((x - 20, y - 28), (x + 20, y - 28), (x + 20, y + 28), (x - 20, y + 28))
        assert seen.zone_of(near, FRAME) == seat
    assert {f"hand:{s}" for s in SEATS} & set(seen.masked), "closed hands beyond the edge are masked"
    six = laid(found.layout, tuple("123456"))
    assert len(six.seats) == 6 and six.corners == found.layout.corners
    broken = found.layout.to_json() | {"corners": [[0, 0], [1, 0], [0.4, 0.4], [0, 1]]}
    with pytest.raises(LayoutError, match="in no order"):
        parse(broken)


def test_a_small_push_is_followed_and_a_big_one_asked_about_until_it_is_undone() -> None:
    cards = tuple(LaidCard(c, x, y, 10.0) for c, x, y in (("As", -300, 200), ("7d", 300, -200), ("Kh", 0, 0)))
    table = Laid("rectangle", WIDE, FRAME, 0.72, (0.5, 0.5), "wood", "parquet", camera(), cards=cards, seed=10)
    found = survey(picture(table), SEATS, size=WIDE)
    assert found.layout is not None
    anchor = Anchor(found.layout)

    def pushed(x: float, y: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        noise = np.random.default_rng(int(x)).normal(0, 2, (FRAME[1], FRAME[0], 3))
        move = np.array([[1, 0, x], [0, 1, y]], np.float32)
        moved = cv2.warpAffine(picture(table), move, FRAME, borderMode=cv2.BORDER_REFLECT)
        return np.clip(moved + noise, 0, 255).astype(np.uint8)

    assert anchor.look(pushed(0, 0)) is None
    assert anchor.look(pushed(1, 0)) is None, "a breath is no push"
    push = anchor.look(pushed(22, -8))
    assert push is not None and push.kind == "small"
    assert push.millimetres is not None and 25 < push.millimetres < 40
    went = (np.array(anchor.layout.corners) - np.array(found.corners)) * FRAME
    assert np.allclose(went, (22, -8), atol=1.5), "the zones went with the table"
    big = anchor.look(pushed(112, -8))
    assert big is not None and big.kind == "big"
    assert np.allclose((np.array(anchor.layout.corners) - np.array(found.corners)) * FRAME, (22, -8), atol=1.5)
    back = anchor.look(pushed(22, -8))
    assert back is not None and back.kind == "back"


def test_a_person_who_moves_cards_is_no_push() -> None:
    def with_cards(*spots: tuple[float, float]) -> Laid:
        cards = tuple(LaidCard("7d", x, y, 15.0) for x, y in spots)
        return Laid("rectangle", WIDE, FRAME, 0.72, (0.5, 0.5), "felt", "parquet", camera(), cards=cards, seed=11)

    first = with_cards((-300, 200), (0, 0), (250, -150))
    found = survey(picture(first), SEATS)
    assert found.layout is not None
    anchor = Anchor(found.layout)
    anchor.look(picture(first))
    assert anchor.look(picture(with_cards((-280, 200), (20, 0), (270, -150)))) is None


def test_the_sheet_of_corners_is_a_page_of_real_size(tmp_path: Path) -> None:
    words = ("título", "uma linha|outra", "régua")
    write_sheet(tmp_path / "corners.pdf", words)
    assert (tmp_path / "corners.pdf").read_bytes().startswith(b"%PDF")
    write_sheet(tmp_path / "corners.png", words)
    page = cv2.imread(str(tmp_path / "corners.png"))
    assert page is not None and page.shape[:2] == (round(297 / 25.4 * 300), round(210 / 25.4 * 300))
    found = survey(np.asarray(cv2.resize(page, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA), np.uint8), SEATS)
    assert found.markers == (0, 1, 2, 3)
    with pytest.raises(ValueError, match="txt"):
        write_sheet(tmp_path / "corners.txt", words)


def test_a_guess_has_no_corners_to_drag() -> None:
    assert default_layout(SEATS).in_picture() == default_layout(SEATS)
