"""The driver and the dealing on the in-process machine, fault by fault."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from assistant.dealer.dealing import ByHand, Dealing, Dealt, Nothing, Question, next_wanted
from assistant.dealer.device import DealerDevice
from assistant.dealer.devices import machine_called
from assistant.dealer.devices.virtual import VirtualBoard, opener
from assistant.dealer.protocol_table import Error, Fault
from assistant.dealer.records import Out, Unsure, Void
from assistant.engine.hand import HandState, start_hand
from assistant.engine.hand_core import ExpectedCard
from assistant.facts import CardDealt, HandStarted

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


def stick(players: int = 3) -> HandState:
    seats = tuple(str(n) for n in range(1, players + 1))
    hand = start_hand(HandStarted(1, "stick5", seats, seats[-1], dict.fromkeys(seats, 100), 1, "7"))
    assert isinstance(hand, HandState)
    return hand


async def dealer(board: VirtualBoard) -> Dealing:
    device = DealerDevice(opener(board), tries=1)
    await device.connect()
    dealing = Dealing(device)
    assert await dealing.begin() == Nothing()
    return dealing


def board_with(faults: dict[int, str]) -> tuple[VirtualBoard, Counter[int]]:
    thrown: Counter[int] = Counter()
    return VirtualBoard(faults=faults, speed=200.0, throw=lambda p: thrown.update([p])), thrown


def test_cards_go_one_by_one_in_the_order_the_hand_waits_for() -> None:
    async def play() -> None:
        board, thrown = board_with({})
        dealing, hand = await dealer(board), stick()
        order = []
        while isinstance(step := await dealing.step(hand), Dealt):
            order.append((step.seat, step.up))
        assert order == [(e.seat, e.up) for e in hand.expected_cards]
        assert thrown == Counter(int(e.seat) for e in hand.expected_cards)
        assert isinstance(step, Nothing)  # all out, none confirmed: nothing is given twice
        for seat, up in order:
            if not up:
                after = hand.apply(CardDealt(seat, False))
                assert isinstance(after, HandState)
                hand = after
                dealing.confirmed(seat)

    run(play())


def test_a_card_that_lies_or_is_taken_from_the_middle_is_not_asked_of_the_machine() -> None:
    expected = (
        ExpectedCard("1", True, turn_place=0), ExpectedCard("2", True, among=("As",)), ExpectedCard("3", True),
        ExpectedCard("3", True),
    )  # fmt: skip
    wanted = next_wanted(expected, {"3": 1})
    assert wanted is not None and (wanted.seat, wanted.up) == ("3", True)
    assert next_wanted(expected, {"3": 2}) is None


@pytest.mark.parametrize(
    ("fault", "code"), [("double", "double"), ("jam", "jam"), ("lid", "unsure"), ("reboot", "unsure")]
)
def test_each_fault_becomes_a_question_and_the_deal_goes_on_after_it(fault: str, code: str) -> None:
    async def play() -> None:
        board, thrown = board_with({2: fault})
        dealing, hand = await dealer(board), stick()
        assert isinstance(await dealing.step(hand), Dealt)
        question = await dealing.step(hand)
        assert isinstance(question, Question) and question.code == code and question.seat == "2" and question.ticket
        assert await dealing.step(hand) == question  # it stands until answered
        assert await dealing.answer(None) == question
        board.clear_throat()
        board.lid(False)
        came = thrown[2]
        step = await dealing.answer(1 if came else 0)
        assert isinstance(step, Dealt if came else Nothing)
        if not came:
            assert isinstance(await dealing.step(hand), Dealt)
        assert dealing.given == Counter({"1": 1, "2": 1})
        assert isinstance(await dealing.step(hand), Dealt)

    run(play())


def test_an_empty_hopper_is_asked_for_and_not_before_it_is_filled_does_the_deal_go_on() -> None:
    async def play() -> None:
        board, _ = board_with({1: "empty"})
        dealing, hand = await dealer(board), stick()
        assert isinstance(await dealing.step(hand), Dealt)
        question = await dealing.step(hand)
        assert isinstance(question, Question) and question.code == "empty"
        assert await dealing.answer() == question
        board.fill(30)
        assert await dealing.answer() == Nothing()
        assert isinstance(await dealing.step(hand), Dealt)

    run(play())


def test_machine_says_one_and_camera_sees_two() -> None:
    async def play() -> None:
        board, thrown = board_with({2: "stack"})
        dealing, hand = await dealer(board), stick()
        for _ in range(2):
            assert isinstance(await dealing.step(hand), Dealt)
        assert thrown == Counter({1: 1, 2: 2})
        question = dealing.compare({"1": 1, "2": 2})
        assert question is not None and (question.code, question.seat) == ("two_seen", "2")
        assert await dealing.answer() == Nothing()
        assert dealing.compare({"1": 1, "2": 1}) is None

    run(play())


def test_a_card_at_the_wrong_seat_and_a_card_that_is_nowhere() -> None:
    async def play() -> None:
        board, _ = board_with({})
        dealing, hand = await dealer(board), stick()
        assert isinstance(await dealing.step(hand), Dealt)
        question = dealing.compare({"1": 0, "3": 1})
        assert question is not None and (question.code, question.seat) == ("wrong_seat", "3")
        await dealing.answer()
        assert dealing.compare({"3": 0}) is None  # seat 1 has a hand over it: no question
        question = dealing.compare({"1": 0})
        assert question is not None and (question.code, question.cards) == ("missing", (0, 1))
        await dealing.answer(0)
        again = await dealing.step(hand)
        assert isinstance(again, Dealt) and again.seat == "1"

    run(play())


def test_a_machine_that_is_gone_leaves_the_deal_to_people() -> None:
    async def play() -> None:
        board, _ = board_with({1: "unplug"})
        dealing, hand = await dealer(board), stick()
        assert await dealing.step(hand) == ByHand("gone", {"port": "virtual"})

    run(play())


def test_the_driver_says_what_became_of_each_order() -> None:
    async def play() -> None:
        board, _ = board_with({2: "jam"})
        device = DealerDevice(opener(board))
        hello = await device.connect()
        assert hello.version == 1
        assert await device.new_deal() == Out(0, 0)
        assert await device.deal(4) == Out(4, 1)
        unsure = await device.deal(5)
        assert isinstance(unsure, Unsure) and (unsure.fault, unsure.position, unsure.at_gate) == (Fault.JAM, 5, True)
        assert await device.deal(5) == Void(Error.FAULT)
        assert await device.clear(unsure.fault_no) == Error.UNSURE
        assert await device.settle(unsure.ticket, 0) is None
        assert await device.clear(unsure.fault_no) == Error.GATE
        board.clear_throat()
        assert await device.clear(unsure.fault_no) is None
        assert (await device.status()).count == 1
        assert await device.insert() == Void(Error.NODRUM)
        assert await device.setting(12, 190) == 190

    run(play())


def test_kinds_of_machine() -> None:
    assert machine_called("none").device is None
    assert machine_called("serial", port="/dev/nowhere").device is not None
    assert machine_called("virtual").board is not None
    with pytest.raises(ValueError):
        machine_called("magic")
