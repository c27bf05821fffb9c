"""The conversation without port or clock: repeats, duplicates, noise."""

from __future__ import annotations

import pytest

from assistant.dealer.frame import encode
from assistant.dealer.link import PATIENCE, REPEAT, Link
from assistant.dealer.protocol_table import Cause
from assistant.dealer.records import CardOut, Rebooted


def test_a_command_is_repeated_until_its_own_answer_comes() -> None:
    link = Link()
    link.command(0.0, 12, "DEAL", 3, 4000)
    first = link.take_out()
    assert first == encode(">12 DEAL 3 4000")
    link.tick(REPEAT / 2)
    assert link.take_out() == b""
    link.tick(REPEAT)
    assert link.take_out() == first
    link.receive(encode("<11 DEAL OK") + encode("<12 NEW OK"), 0.3)
    assert link.waiting and link.reply is None
    link.receive(encode("<12 DEAL OK"), 0.4)
    assert link.reply is not None and link.reply.kind == "OK" and not link.waiting


def test_a_line_that_was_not_understood_is_said_again_at_once() -> None:
    link = Link()
    link.command(0.0, 1, "STATE")
    link.take_out()
    link.receive(encode("-CRC"), 0.01)
    link.tick(0.05)
    assert link.take_out() == encode(">1 STATE")


def test_silence_ends_after_a_while() -> None:
    link = Link()
    link.command(0.0, 1, "STATE")
    for i in range(PATIENCE + 2):
        link.tick((i + 1) * REPEAT)
    assert link.dead


def test_an_event_is_acknowledged_each_time_and_delivered_once() -> None:
    link = Link()
    out = encode("!5 OUT 12 3 18")
    link.receive(out + out, 0.0)
    assert link.take_out() == encode("+5") * 2
    assert list(link.events) == [CardOut(12, 3, 18)]


def test_numbers_begin_again_after_a_boot() -> None:
    link = Link()
    link.receive(encode("!0 BOOT 4 POWER") + encode("!1 OUT 1 1 1"), 0.0)
    link.receive(encode("!0 BOOT 5 WATCHDOG") + encode("!0 BOOT 5 WATCHDOG") + encode("!1 OUT 2 2 1"), 1.0)
    assert list(link.events) == [
        Rebooted(4, Cause.POWER), CardOut(1, 1, 1), Rebooted(5, Cause.WATCHDOG), CardOut(2, 2, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("args", [(0, 4000), (12, 4000), (3, 499), (3,), (3, 4000, 1)])
def test_a_command_outside_the_protocol_is_never_sent(args: tuple[int, ...]) -> None:
    link = Link()
    with pytest.raises(ValueError):
        link.command(0.0, 1, "DEAL", *args)
    assert link.take_out() == b""
