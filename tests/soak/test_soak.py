"""The simulated night: its plan comes from the seed, its clock from the play, and a short one holds under fire."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.engine.cards import deck_cards
from assistant.facts import Acted, CardDealt, Fact
from assistant.soak.clock import NightClock
from assistant.soak.disk import SmallDisk
from assistant.soak.judge import Judge
from assistant.soak.plan import CALM, make_plan
from assistant.soak.room import KeptWorld
from assistant.table import TableState

EVERY = {"camera", "dealer", "sleep", "kill", "clock", "disk", "address"}


def fact(payload: object, source: str = "camera") -> Fact:
    return Fact(seq=7, payload=payload, at="2026-11-30T20:00:00.000Z", source=source, hand=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(20))
def test_a_seed_is_a_plan_with_every_kind_of_fault_before_the_night_is_over(seed: int) -> None:
    plan = make_plan(6, seed)
    assert plan == make_plan(6, seed) != make_plan(6, seed + 1)
    assert {f.what for f in plan.faults} == EVERY
    assert all(2 <= f.hand < plan.hands for f in plan.faults)
    assert {f.detail for f in plan.faults if f.what == "camera"} == {"recogniser", "cable"}
    cuts = [f.hand / plan.hands for f in plan.faults if f.what == "kill"]
    assert not any(CALM[0] < share < CALM[1] - 0.05 for share in cuts)  # there memory is watched
    assert all(f.hand in plan.recognised for f in plan.faults if f.what == "camera")


def test_a_short_night_has_every_kind_of_fault_too_but_those_the_machine_does_not_allow() -> None:
    assert {f.what for f in make_plan(0.5, 1, most=5).faults} == EVERY
    assert {f.what for f in make_plan(0.5, 1, disk=False, address=False).faults} == EVERY - {"disk", "address"}


def test_the_clock_goes_with_the_play_and_jumps_when_it_is_told() -> None:
    clock = NightClock(datetime(2026, 11, 30, 20, 0, tzinfo=UTC))
    clock.charge(fact(Acted(seat="1", verb="mesa")))
    assert clock.seconds > 0 and clock.now().hour == 20
    clock.ahead = 3600.0
    assert clock.now().hour == 21 and clock.steady() < 60


def test_the_judge_sees_a_card_that_does_not_lie_where_it_was_taken(tmp_path: Path) -> None:
    said: list[dict[str, object]] = []
    world = KeptWorld(("1", "2"), deck_cards("2", 0), seed=3)
    code = world.deal("1", up=True)
    judge = Judge(world, said.append)
    nothing = TableState()
    judge.fact(nothing, fact(CardDealt(seat="1", up=True, card=code)), nothing)
    judge.fact(nothing, fact(CardDealt(seat="2", up=True, card=code)), nothing)
    assert [bool(line["wrong"]) for line in said] == [False, True]


def test_no_power_cut_touches_the_cards(tmp_path: Path) -> None:
    world = KeptWorld(("1", "2"), deck_cards("2", 0), seed=3)
    world.kept = tmp_path / "table"
    for up in (False, True):
        world.deal("1", up=up)
    found = KeptWorld.found(tmp_path / "table")
    assert found is not None and found.truth() == world.truth()
    assert Counter(found.deal("2", up=True) for _ in range(9)) == Counter(world.deal("2", up=True) for _ in range(9))


def test_the_small_disk_fills_and_is_emptied_where_this_account_may_mount_one(tmp_path: Path) -> None:
    disk = SmallDisk.mount(tmp_path)
    if disk is None:  # then `fala soak` leaves these faults out and says so
        return
    try:
        free = disk.free
        disk.fill(free - 3_000_000)
        assert free - 4_500_000 < disk.free <= free - 2_900_000
        disk.clear()
        assert disk.free == free
    finally:
        disk.close()


@pytest.mark.slow
def test_a_few_hands_under_fire_end_clean(tmp_path: Path) -> None:
    """A tenth of a night and every kind of fault; the whole ones are run by hand (docs/soak.md)."""
    out = tmp_path / "night.json"
    command = [
        sys.executable,
        "-m",
        "assistant",
        "soak",
        "--hours",
        "0.5",
        "--hands",
        "5",
        "--seed",
        "3",
        "--lang",
        "en",
    ]
    done = subprocess.run([*command, "--json", str(out)], capture_output=True, text=True, timeout=550, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    night = json.loads(out.read_text("utf-8"))
    assert night["wrong"] == [] and sum(night["hands"].values()) >= 4
    assert set(night["faults"]) == EVERY - set(night["left_out"])
