"""Chips: found flat from above, named, counted, taught; none where there are none; stacks counted or asked about."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.bank.offers import SURE
from assistant.chip_counting import TableChips
from assistant.teach_cli import parse_card, parse_order, parse_values, run_stacks, run_teach_chips
from assistant.vision.chips.count import ChipCounter
from assistant.vision.chips.seen import ColourSeen, SeatChips
from assistant.vision.chips.stacks import count_stacks
from assistant.vision.chips.taught import ChipsError, best_names, learn, load, store
from assistant.vision.layout import Layout
from assistant.vision.records import Image
from assistant.vision.service import VisionError
from assistant.vision.synth.chip_scenes import CHIP
from assistant.vision.synth.chips import COLOURS, chip_sprite, random_design
from assistant.vision.synth.scene import Item, Scene, compose
from assistant.vision.synth.stacks import stack_picture
from assistant.vision.synth.surfaces import surface
from assistant.vision.taught_table import SeatCounter
from assistant.vision.weights import WeightsError

from .bars import bar


def laid(colours: list[str], design: int = 12, ground: str = "felt", salt: int = 0) -> Image:
    """Chips of one design side by side on a table, straight from above."""
    table = surface(ground, 960, 540, np.random.default_rng(9))
    items = []
    for k, colour in enumerate(colours):
        sprite = chip_sprite(random_design(design, colour), 112, salt + k)
        at = (110.0 + 150 * (k % 6), 140.0 + 170 * (k // 6))
        items.append(Item(sprite, at, 31.0 * k, 92.0, CHIP + colour, lift=3.0))
    return compose(Scene(960, 540, table, tuple(items))).image


@pytest.fixture(scope="module")
def counter() -> ChipCounter:
    return ChipCounter(threads=1)


def test_ten_chips_side_by_side_are_ten_chips(counter: ChipCounter) -> None:
    count = counter.count(laid(list(COLOURS)))
    assert count is not None and len(count.chips) == 10
    assert sum(count.colours.values()) == 10 and set(count.colours) <= set(COLOURS)


@pytest.mark.parametrize("ground", ["felt", "wood", "parquet", "checked", "plain"])
def test_no_chips_are_seen_where_there_are_none(counter: ChipCounter, ground: str) -> None:
    assert counter.count(surface(ground, 800, 600, np.random.default_rng(3))) is None


def test_colours_taught_from_one_picture_are_counted_in_another(counter: ChipCounter, tmp_path: Path) -> None:
    kinds = ["red", "blue", "green", "white", "black"]
    lesson = laid(kinds)
    chips, _ = counter.find(lesson, ())
    described, odds = counter.look(lesson, chips, ())
    assert len(chips) == 5
    store(learn(list(described), odds, dict(zip(kinds, (5, 10, 25, 1, 100), strict=True))), tmp_path)
    taught = load(tmp_path)
    assert taught is not None and taught.values == {"red": 5, "blue": 10, "green": 25, "white": 1, "black": 100}
    seen = ["red", "red", "blue", "green", "white", "white", "white", "black"]
    count = ChipCounter(threads=1, taught=taught).count(laid(seen, salt=7))
    assert count is not None
    assert count.colours == {c: seen.count(c) for c in set(seen)}


def test_a_lesson_with_two_of_a_kind_or_too_few_names_is_refused(counter: ChipCounter) -> None:
    image = laid(["red", "red", "blue"])
    chips, _ = counter.find(image, ())
    described, odds = counter.look(image, chips, ())
    with pytest.raises(ChipsError) as e:
        learn(list(described), odds, {"red": 1, "orange": 5, "blue": 10})
    assert e.value.code == "chips_alike"
    with pytest.raises(ChipsError) as e:
        learn(list(described), odds, {"red": 1, "blue": 10})
    assert e.value.code == "chips_and_names"


def test_names_go_to_the_chips_that_fit_best_together() -> None:
    assert best_names(np.array([[0.6, 0.4], [0.9, 0.1]])) == [1, 0]


def test_a_table_without_taught_chips_counts_nothing_and_says_so(tmp_path: Path) -> None:
    seat = Layout(("1", "2"), "1", {"1": ((0, 0), (1, 0), (1, 1), (0, 1)), "2": ((0, 0), (0.1, 0), (0, 0.1))})
    from assistant.vision.detectors import detector_called
    from assistant.vision.recogniser import Recogniser

    reader = SeatCounter(Recogniser(detector_called("contours"), threads=1), tmp_path, threads=1)
    assert reader.count(laid(["red"]), seat, "1").problem == "untaught"
    image = laid(["red", "blue", "green"])
    cv2.imwrite(str(tmp_path / "one.png"), image)
    found = ChipCounter(threads=1)
    chips, _ = found.find(image, ())
    described, odds = found.look(image, chips, ())
    store(learn(list(described), odds, {"red": 1, "blue": 2, "green": 5}), tmp_path)
    seen = reader.count(laid(["red", "red", "blue"], salt=3), seat, "1")
    assert not seen.problem and {c.colour: c.pieces for c in seen.colours} == {"red": 2, "blue": 1}
    assert seen.picture is not None
    assert reader.count(np.zeros((540, 960, 3), np.uint8), seat, "1").problem == "dark"


class _Service:
    def __init__(self, answer: SeatChips | None) -> None:
        self.answer = answer

    async def chips(self, seat: str) -> SeatChips | None:
        if seat == "9":
            raise VisionError("gone")
        return self.answer


def test_the_bank_is_offered_sure_colours_as_sure_and_doubtful_ones_as_doubtful() -> None:
    seen = SeatChips((ColourSeen("red", 3, 0.97, True), ColourSeen("blue", 1, 0.995, False)), b"jpeg")
    stack = asyncio.run(TableChips(_Service(seen)).count_stack("1"))  # type: ignore[arg-type]
    assert [(p.colour, p.pieces, p.certainty >= SURE) for p in stack.piles] == [("red", 3, True), ("blue", 1, False)]
    assert stack.picture == b"jpeg" and not stack.problem
    gone = asyncio.run(TableChips(_Service(None)).count_stack("9"))  # type: ignore[arg-type]
    assert gone.problem == "away"


def test_teaching_from_a_picture_without_chips_keeps_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "felt.png"
    cv2.imwrite(str(photo), surface("felt", 640, 480, np.random.default_rng(1)))
    assert run_teach_chips(photo, table="t", data=tmp_path, values="red=1", lang="en") == 1
    assert "No chip" in capsys.readouterr().err and not (tmp_path / "tables").exists()
    assert run_teach_chips(photo, table="t", data=tmp_path, values="red=x", lang="pt-BR") == 2


def test_words_on_the_command_line() -> None:
    assert parse_order("A2/sh") == ["As", "2s", "Ah", "2h"] and parse_order("10h, As") == ["Th", "As"]
    assert parse_values("red=1, blue=25 white") == {"red": 1, "blue": 25, "white": None}
    with pytest.raises(ValueError, match="1x"):
        parse_card("1x")


def test_no_stack_is_no_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "plain.png"
    cv2.imwrite(str(photo), np.full((400, 400, 3), 120, np.uint8))
    assert run_stacks([photo], json_out=True, lang="en") == 1
    assert json.loads(capsys.readouterr().out)["stacks"] == []


def test_a_stack_seen_from_the_side_is_counted_by_its_seams(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "stack.png"
    cv2.imwrite(str(photo), stack_picture(2007).image)
    code = run_stacks([photo], json_out=True, lang="pt-BR")
    seen = json.loads(capsys.readouterr().out)["stacks"]
    assert [s["count"] for s in seen] == [stack_picture(2007).count] and code == (0 if seen[0]["sure"] else 1)


@pytest.mark.slow
def test_ten_stacks_are_counted_or_asked_about_and_none_is_sure_and_wrong() -> None:
    result = bar("stack_bars").run(10, 500, tell=True)
    assert not result["wrong"] and result["right"] >= 5, result


def test_without_the_weights_of_stacks_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="chip-stacks"):
        count_stacks(np.zeros((90, 90, 3), np.uint8), tmp_path)
