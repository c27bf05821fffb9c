"""The simulated machine at the virtual table: its cards really move there, whoever looks at them."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.demo import FULL_LOW
from assistant.engine.cards import deck_cards
from assistant.machine.attach import dealer_at
from assistant.machine.hands import MachineHands
from assistant.play import House, open_house, virtual_world
from assistant.robots import Robots
from assistant.session import Opening
from assistant.verify_cli import run_verify
from assistant.virtual_eyes import TruthEyes
from assistant.virtual_people import Pace, VirtualPeople


def demo(data: Path, *args: str) -> list[str]:
    command = [sys.executable, "-m", "assistant", "demo", "--fast", "--headless", "--lang", "pt-BR", "--seed", "7"]
    done = subprocess.run(
        [*command, "--data", str(data), *args], capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.mark.parametrize("dealer", ["sim", pytest.param("virtual", marks=pytest.mark.slow)])
def test_a_machine_deals_a_whole_night_at_the_virtual_table(tmp_path: Path, dealer: str) -> None:
    lines = demo(tmp_path, "--dealer", dealer, "--eyes", "truth", "--hands", "2", "--game", "stick5")
    assert sum(line.startswith("★") for line in lines) == 2
    assert "   máquina: a máquina dá as cartas" in lines
    assert run_verify("demo-7", data=tmp_path) == 0


def test_cards_for_the_middle_fall_there_and_are_turned(tmp_path: Path) -> None:
    """V-24: the middle and the seat behind it share an angle of the turret."""
    lines = demo(
        tmp_path, "--dealer", "sim", "--eyes", "truth", "--hands", "1", "--seats", "6", "--game", "stick5+leilao"
    )
    assert sum(line.startswith("★") for line in lines) == 1


@pytest.mark.slow
def test_the_recogniser_sees_the_cards_that_the_emulated_board_throws(tmp_path: Path) -> None:
    lines = demo(tmp_path, "--dealer", "sim", "--hands", "1")
    assert sum(line.startswith("★") for line in lines) == 1
    assert run_verify("demo-7", data=tmp_path) == 0


async def night(house: House, faults: tuple[str, ...], hands: int) -> MachineHands:
    """Scripted players, virtual people and the emulated board play; faults come upon the first cards."""
    session = house.session
    world = virtual_world(session.state.seats, 11)
    robots = Robots(house, random.Random("robots 11"), 0.0)
    async with dealer_at(session, "sim", world=world, seed=11, hurried=True) as attached:
        assert attached is not None and attached.hands is not None
        sim = attached.machine.machine.sim
        assert sim is not None
        eyes = TruthEyes(session, world)
        people = VirtualPeople(
            session, world, eyes, Pace.fast(), hosts=True, thinking=robots.owe, dealer=attached.hands
        )
        people.limit = hands
        await robots.join(["Ana", "Beto", "Caio"])
        for i, words in enumerate(faults):
            sim.order(f"at {sim.now_us + 4_000_000 + 2_500_000 * i} {words}")
        watch = asyncio.create_task(robots.run())
        try:
            await asyncio.wait_for(people.run(hands), 120)
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)
            await robots.close()
        return attached.hands


def test_virtual_people_answer_every_fault_and_the_table_stays_right(tmp_path: Path) -> None:
    async def go() -> None:
        opening = Opening("t", ("1", "2", "3"), "stick5", deck=FULL_LOW)
        async with open_house(opening, data=tmp_path, port=0, address=None, hurry=1000) as house:
            faults = ("double 45", "double 6", "jam 60", "cut 600", "lose 71", "lid 1")
            await night(house, faults, 2)
            asked = [f.payload.code for f in house.session.facts if f.kind == "asked"]  # type: ignore[attr-defined]
            assert len(set(asked)) >= 3, asked
            books, chain = house.session.check()
            assert books.sound and chain.intact
            assert house.session.state.hand_number == 2

    asyncio.run(go())


def test_a_dealer_nobody_knows_is_refused_with_those_that_are(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "assistant", "demo", "--headless", "--dealer", "robo", "--lang", "pt-BR"]
    done = subprocess.run([*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2 and "sim, virtual" in done.stderr


def test_the_world_gives_a_card_back_or_on(tmp_path: Path) -> None:
    world = virtual_world(("1", "2"), 3)
    deck = len(deck_cards(FULL_LOW, 0))
    code = world.deal("1", up=False)
    world.take_last("1", "2")
    assert [c.code for c in world.cards("2")] == [code] and not world.cards("1")
    world.take_last("2")
    assert world.left_in_deck == deck and world.deal("1", up=False) != code
