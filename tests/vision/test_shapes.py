"""Closed cards by their outlines: backs over each other have no edge, but a card's size is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_table import table

from assistant.engine.cards import deck_cards
from assistant.vision.belief import Expectation
from assistant.vision.gate import FOREIGN
from assistant.vision.shapes import ASPECT, Cells, Weights, fit_cards, soft

TALL = 30.0
DECK = deck_cards("7", 0)


def laid(*cards: tuple[float, float, float]) -> Cells:
    """The cells under cards at (x, y), turned by so many degrees."""
    cells = np.zeros((120, 200), np.uint8)
    for x, y, degrees in cards:
        box = cv2.boxPoints(((x, y), (TALL / ASPECT, TALL), degrees))
        cv2.fillConvexPoly(cells, np.round(box * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    return np.asarray(cells > 0, np.bool_)


def contrast(cells: Cells) -> Weights:
    return np.where(cells, np.float32(60.0), np.float32(1.0))


def counted(cells: Cells, most: int = 5) -> int:
    return len(fit_cards(cells, cells, contrast(cells), TALL, most))


@pytest.mark.parametrize("step", (12.0, 15.0, 19.0, 24.0))
@pytest.mark.parametrize("turn", (0.0, 20.0, 90.0))
def test_two_backs_over_each_other_are_two(step: float, turn: float) -> None:
    assert counted(laid((80, 60, turn), (80 + step, 61, turn + 4))) == 2


def test_backs_that_lie_apart_are_counted_one_by_one_and_no_more_than_the_hand_waits_for() -> None:
    three = laid((40, 60, 10), (90, 60, 95), (150, 60, 40))
    assert counted(three) == 3 and counted(three, most=2) == 2


def test_a_phone_and_a_napkin_are_no_cards() -> None:
    phone, napkin = (np.zeros((120, 200), np.uint8) for _ in range(2))
    phone[40:91, 60:86] = 1  # 150 by 75 mm where a card is 88 by 63
    napkin[20:88, 60:128] = 1
    assert [counted(np.asarray(thing > 0, np.bool_)) for thing in (phone, napkin)] == [0, 0]


def test_light_that_fades_into_the_table_is_no_card() -> None:
    card = laid((100, 60, 0))
    glow = np.asarray(cv2.GaussianBlur(card.astype(np.float32) * 120, (0, 0), 5), np.float32)
    lit = np.asarray(glow > FOREIGN, np.bool_)
    assert soft(glow, lit) and not soft(contrast(card), card)


def test_a_row_of_backs_grows_card_by_card_though_three_would_cover_five() -> None:
    t = table(DECK)
    t.belief.card_pixels = 62.0
    t.belief.expect({"1": Expectation(0, closed=5), "2": Expectation(0)})
    for k in range(5):
        t.cards[f"c{k}"] = ("back", 60 + 24 * k, 100 + (k % 2))  # steps of little more than half a card
        for _ in range(4):
            view = t.look(blind=tuple(t.cards))
        assert view.backs("1") == k + 1


def test_a_card_thrown_from_a_row_is_gone_at_the_next_look() -> None:
    t = table(DECK)
    t.belief.card_pixels = 62.0
    t.belief.expect({"1": Expectation(0, closed=3)})
    for k in range(3):
        t.cards[f"c{k}"] = ("back", 60 + 30 * k, 100)
        for _ in range(4):
            view = t.look(blind=tuple(t.cards))
    assert view.backs("1") == 3
    del t.cards["c2"]
    for _ in range(3):
        view = t.look(blind=tuple(t.cards))
    assert view.backs("1") == 2


def test_a_turned_card_that_cannot_be_read_is_asked_about_not_called_closed() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(0, closed=1)})
    t.cards["a"] = ("back", 100, 100)
    t.looks(4)
    t.belief.expect({"1": Expectation(1, turning=True, closed=1)})
    t.cards["a"] = ("As", 100, 100)
    for _ in range(6):
        view = t.look(unsure=("a",))
    assert [d.guess for d in view.doubts("1")] == ["As"] and view.backs("1") == 0
