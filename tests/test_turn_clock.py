"""The clock of a turn at a real table: quiet, counted, up; what the house does then; pauses and phones that return."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from test_session import HOST, Table, run

from assistant.journal import Store
from assistant.turn_clock import TurnClock
from assistant.views import Tap
from assistant.web.port import Recipient


class Now:
    """Seconds that the test moves."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


async def with_clock(t: Table, action: str = "ask_table") -> Now:
    """A hand played with a clock, up to Ana's first word."""
    now = Now()
    t.session.turn_clock = TurnClock(t.session, now)
    await t.host("rules:clock", "on")
    await t.host("rules:timeout_action", action)
    await t.host("start_hand")
    await t.closed()
    await t.open(s1="As", s2="Kd", s3="9h")
    return now


def shown(t: Table) -> Any:
    return t.session.view(Recipient("player", "2")).extra["clock"]


def test_r220_no_clock_unless_the_house_agreed_on_one(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        assert shown(t) is None and t.session.turn_clock.reading().state == "no_clock"

    run(play, tmp_path)


def test_r220_the_seconds_are_told_to_every_screen_and_begin_anew_with_each_turn(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t)
        began = now.at
        assert shown(t) == {"shows": began + 10, "ends": began + 30}
        now.at += 17
        assert (await t.say("1", "mesa")).ok
        assert shown(t) == {"shows": began + 27, "ends": began + 47}

    run(play, tmp_path)


def test_r222_ask_table_asks_the_table_and_nobody_is_out_by_himself(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t)
        shown(t)
        now.at += 31
        await t.session.turn_clock.expire()
        (question,) = t.session.view(HOST).questions
        assert "Ana" in question.text and [o.value for o in question.options] == ["wait", "saio"]
        assert t.session.view(Recipient("player", "3")).questions[0].options == (), "the host answers for the table"
        await t.host(f"answer_question:{question.id}", "wait")
        assert t.session.view(HOST).questions == () and shown(t)["ends"] == now.at + 20
        now.at += 20
        await t.session.turn_clock.expire()
        (question,) = t.session.view(HOST).questions
        await t.host(f"answer_question:{question.id}", "saio")
        hand = t.session.state.hand
        assert hand is not None and hand.folded == {"1"} and t.session.check()[0].sound

    run(play, tmp_path)


@pytest.mark.parametrize(
    ("action", "out", "silent"), [("fold", True, False), ("allin_if_contributed_else_fold", False, True)]
)
def test_r222_the_house_may_have_agreed_otherwise(tmp_path: Path, action: str, out: bool, silent: bool) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t, action)
        shown(t)
        now.at += 29
        await t.session.turn_clock.expire()
        assert not t.session.state.hand or not t.session.state.hand.folded, "a second too early"
        now.at += 1
        await t.session.turn_clock.expire()
        hand = t.session.state.hand
        assert hand is not None and ("1" in hand.folded) is out and ("1" in hand.all_in) is silent
        assert hand.choices and hand.choices[0].seat == "2"
        fact = next(f for f in reversed(t.session.facts) if f.kind == "acted")
        assert fact.source == "table"

    run(play, tmp_path)


def test_r221_who_comes_back_in_time_has_twenty_seconds(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t)
        t.session.presence("1", True)
        shown(t)
        t.session.presence("1", False)
        now.at += 25
        t.session.presence("1", True)
        assert shown(t)["ends"] == now.at + 20

    run(play, tmp_path)


def test_a_pause_stops_the_clock_and_gives_the_time_back(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t)
        shown(t)
        now.at += 5
        await t.host("pause")
        assert shown(t) is None
        now.at += 600
        await t.session.turn_clock.expire()
        await t.host("resume")
        assert shown(t)["ends"] == now.at + 25 and t.session.view(HOST).questions == ()

    run(play, tmp_path)


def test_the_running_clock_acts_by_itself_and_wakes_at_every_word(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        now = await with_clock(t)
        running = asyncio.create_task(t.session.turn_clock.run())
        await asyncio.sleep(0)
        now.at += 100
        version = t.session.version
        await t.session.publish()
        async with asyncio.timeout(20):
            while not t.session.turn_clock.asked:
                version = await t.session.changed(version)
        question = t.session.view(HOST).questions[0]
        stale = await t.session.host(Tap("late-answer", "answer_question:clock-9-x", 0, "saio"))
        assert not stale.ok and question.id.startswith("clock-1-")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    run(play, tmp_path)
