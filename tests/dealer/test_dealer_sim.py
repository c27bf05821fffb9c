"""The driver against the real firmware on an emulated board behind a real pseudo terminal.

Counts here are a tenth of the full runs of `python -m assistant.dealer.proving all`.
"""

from __future__ import annotations

import asyncio
import os
import pty
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
import serial

from assistant.dealer import ports
from assistant.dealer.dealing import Dealing, Question, Shuffled
from assistant.dealer.device import DealerDevice
from assistant.dealer.devices import discover, machine_called
from assistant.dealer.devices.sim import Sim
from assistant.dealer.doctor import examine
from assistant.dealer.line import Line, SerialLine
from assistant.dealer.protocol_table import Cause, Error, Fault, Sensors
from assistant.dealer.proving.__main__ import prove
from assistant.dealer.records import LinkDown, Out, Trouble, Unsure, Void
from assistant.engine.hand import HandState, start_hand
from assistant.facts import HandStarted
from assistant.phrases import say

T = TypeVar("T")
SEED = 20261


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(coroutine)


@asynccontextmanager
async def board(**how: Any) -> AsyncIterator[tuple[Sim, DealerDevice]]:
    sim = Sim(**how)
    device = DealerDevice(sim.open_line)
    try:
        yield sim, device
    finally:
        device.close()
        sim.close()


def outs(sim: Sim) -> list[str]:
    """Positions to which cards truly went."""
    return [words[2] for _, words in sim.truth if words[0] == "out"]


@pytest.mark.parametrize("what", ["deals", "cuts", "fuzz"])
def test_a_tenth_of_the_full_runs(what: str) -> None:
    assert prove(what, {"deals": 20, "cuts": 50, "fuzz": 100_000}[what], SEED)


def test_opening_the_port_of_a_board_that_resets_loses_nothing() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.new_deal()
            assert [await device.deal(p) for p in (3, 4)] == [Out(3, 1), Out(4, 2)]
            device.close()  # another program, or this one again, opens the port: DTR resets the board
            again = DealerDevice(sim.open_line)
            hello = await again.connect()
            assert (hello.cause, hello.ticket) == (Cause.RESET, 3)
            status, last = await again.status(), await again.last()
            assert (status.count, last.ticket, last.position) == (2, 3, 4)
            assert await again.deal(5) == Out(5, 3)
            assert outs(sim) == ["3", "4", "5"]
            again.close()

    run(play())


def test_nothing_is_sent_before_the_board_has_booted() -> None:
    async def play() -> None:
        async with board(boot_ms=3500) as (sim, device):
            began = sim.now_us
            await device.connect()
            assert 3.5 < (sim.now_us - began) / 1e6 < 5.0

    run(play())


def test_a_reset_in_the_middle_of_a_card_is_asked_about_and_names_the_card() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.new_deal()
            await device.deal(2)
            sim.order("at " + str(sim.now_us + 680_000) + " dtr")
            done = await device.deal(7)
            assert isinstance(done, Unsure | Void | Out)
            truly = outs(sim).count("7")
            if isinstance(done, Unsure):
                assert done.position == 7
                assert await device.settle(done.ticket, truly) is None
                sim.order("clear")
                assert await device.clear(done.fault_no) is None
            assert (await device.status()).count == 1 + truly

    run(play())


def test_the_watchdog_ends_a_hanging_firmware() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.new_deal()
            sim.order("fault hang")
            assert await device.deal(3) == Out(3, 1)  # asked again after a new greeting
            assert device.hello is not None and device.hello.cause == Cause.WATCHDOG
            assert outs(sim) == ["3"]

    run(play())


def test_lid_and_hopper_are_told_while_nothing_is_dealt() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.pump(0.2)
            sim.order("fault lid 1")
            names = [type(e).__name__ for e in await device.pump(0.5)]
            assert names == ["LidMoved"]
            assert await device.deal(3) == Void(Error.LID)
            sim.order("fault lid 0")
            sim.order("empty")
            await device.pump(0.5)
            assert Sensors.EMPTY in (await device.status()).sensors
            assert await device.deal(3) == Void(Error.EMPTY)

    run(play())


def test_a_card_in_the_gate_when_the_power_goes_is_named_on_return() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.new_deal()
            sim.order("fault jam 100")
            done = await device.deal(4)
            assert isinstance(done, Unsure) and (done.fault, done.at_gate) == (Fault.JAM, True)
            sim.order("fault cut 300")
            events = await device.pump(3.0)
            assert any(isinstance(e, Trouble) and (e.fault, e.ticket) == (Fault.POWER, done.ticket) for e in events)
            status = await device.status()
            assert status.unsure == done.ticket and Sensors.BEAM in status.sensors
            assert await device.settle(done.ticket, 0) is None
            assert await device.clear(status.fault_no) == Error.GATE
            sim.order("clear")
            await device.rest(0.1)
            assert await device.clear(status.fault_no) is None

    run(play())


def test_the_drum_takes_a_card_where_its_own_noise_says() -> None:
    async def play() -> None:
        async with board(drum=True) as (sim, device):
            await device.connect()
            await device.new_deal()
            for _ in range(3):
                assert await device.insert() == Out(0, 0)
            assert await device.insert(17) in (Out(0, 0), Void(Error.SLOT))
            assert set(outs(sim)) == {"0"}

    run(play())


def test_the_pile_is_shuffled_through_the_drum_until_the_hopper_is_empty() -> None:
    async def play() -> None:
        async with board(drum=True, cards=9) as (sim, device):
            await device.connect()
            dealing = Dealing(device)
            await dealing.begin()
            assert await dealing.shuffle() == Shuffled(9)
            assert outs(sim) == ["0"] * 9 and dealing.given.total() == 0
        async with board(cards=9) as (sim, device):
            await device.connect()
            question = await Dealing(device).shuffle()
            assert isinstance(question, Question) and question.code == "no_drum"

    run(play())


def test_a_wrong_baud_rate_is_told_from_silence() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            device.close()

            async def slow() -> Line:
                line = await sim.open_line()
                line.port.baudrate = 9600  # type: ignore[attr-defined]
                return line

            with pytest.raises(LinkDown) as e:
                await DealerDevice(slow).connect()
            assert e.value.code in ("garbled", "silent")

    run(play())


def test_doctor_says_what_is_wrong_in_words() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            sim.order("fault lid 1")
            lines = [(f.ok, f.sentence("pt-BR")) for f in await examine(device)]
            assert (False, "Tampa aberta, ou o fio da tampa solto.") in lines
            assert (True, "A máquina responde (programa 1, protocolo 1).") in lines
            assert not outs(sim)

    run(play())


def test_discovery_greets_every_port_and_takes_the_one_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    machine = machine_called("sim", speed=8.0)
    assert machine.sim is not None and machine.device is not None
    names = [os.ttyname(slave), "/dev/does-not-exist", machine.sim.pty]
    monkeypatch.setattr("assistant.dealer.devices.candidates", lambda: names)

    async def find() -> str:
        path, line = await discover()
        line.close()
        return path

    try:
        assert run(find()) == machine.sim.pty
        monkeypatch.setattr("assistant.dealer.devices.candidates", list)
        with pytest.raises(LinkDown) as e:
            run(find())
        assert e.value.code == "none_found"
    finally:
        machine.close()
        os.close(master)
        os.close(slave)


def test_by_the_walls_clock_it_is_a_serial_device_like_any_other() -> None:
    thrown: list[int] = []
    machine = machine_called("sim", speed=10.0, throw=thrown.append)
    device = machine.device
    assert device is not None

    async def play() -> None:
        await device.connect()
        assert isinstance(device.line, SerialLine)
        await device.new_deal()
        assert await device.deal(6) == Out(6, 1)
        for _ in range(100):
            if thrown:
                break
            await asyncio.sleep(0.01)

    try:
        run(play())
        assert thrown == [6]
    finally:
        machine.close()


def test_a_port_in_use_names_who_holds_it_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "SETTLE", (0.01,))
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    holder = serial.Serial(path, exclusive=True)
    try:
        with pytest.raises(LinkDown) as e:
            run(ports.open_port(path))
        assert e.value.code == "busy"
        assert path in say("pt-BR", "dealer.problem.busy", **e.value.params)
    finally:
        holder.close()
        os.close(master)
        os.close(slave)


def test_a_forbidden_port_is_retried_before_the_group_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []

    def refuse(path: str, baud: int) -> serial.Serial:
        tries.append(time.monotonic())
        raise serial.SerialException(13, f"could not open port {path}: Permission denied")

    monkeypatch.setattr(ports, "_open", refuse)
    monkeypatch.setattr(ports, "SETTLE", (0.01, 0.01, 0.01))
    with pytest.raises(LinkDown) as e:
        run(ports.open_port("/dev/ttyACM0"))
    assert len(tries) == 4 and e.value.code == "forbidden"
    assert "usermod" in say("en", "dealer.problem.forbidden", **e.value.params)
    monkeypatch.undo()
    with pytest.raises(LinkDown) as gone:
        run(ports.open_port("/dev/ttyDOESNOTEXIST"))
    assert gone.value.code == "gone"


def test_an_unplugged_board_is_found_again_and_the_deal_resumes_from_its_own_count() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            await device.new_deal()
            await device.deal(1)
            assert device.line is not None
            device.line.close()  # the cable
            assert isinstance(await device.deal(2), Void)  # it never began
            assert device.reconnects == 1
            assert (await device.status()).count == 1
            assert await device.deal(2) == Out(2, 2)
            assert outs(sim) == ["1", "2"]

    run(play())


def test_a_jam_is_a_sentence_on_the_hosts_phone() -> None:
    async def play() -> None:
        async with board() as (sim, device):
            await device.connect()
            dealing = Dealing(device)
            await dealing.begin()
            sim.order("fault jam 60")
            hand = start_hand(HandStarted(1, "stick5", ("1", "2"), "2", {"1": 100, "2": 100}, 1, "7"))
            assert isinstance(hand, HandState)
            question = await dealing.step(hand)
            assert isinstance(question, Question) and question.code == "jam"
            assert say("pt-BR", "dealer.ask.jam", seat=question.seat).startswith("Carta presa: abra a tampa")

    run(play())
