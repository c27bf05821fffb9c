"""`fala machine`: what a maker does before a machine deals in a game: read and write its settings, throw a card, watch
its switches.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable

from assistant.dealer.device import DealerDevice
from assistant.dealer.devices import machine_called
from assistant.dealer.protocol_table import ANGLES, POSITIONS, SETTINGS, Sensors
from assistant.dealer.records import LinkDown, Out, Unsure
from assistant.machine.attach import SIMULATED, WORDS, is_port
from assistant.phrases import DEFAULT, say

NAMES = {"drum": 0, **{f"seat{n}": n for n in range(1, POSITIONS)}, "middle": POSITIONS} | {
    name: key for name, (key, _) in SETTINGS.items()
}
USUAL = dict(enumerate(ANGLES)) | dict(SETTINGS.values())
SHOWN = (Sensors.BEAM, Sensors.EMPTY, Sensors.LID, Sensors.HOME, Sensors.DRUM)


def run_settings(dealer: str, lang: str = DEFAULT) -> int:
    """Every setting of the machine with its value, and whether that is the factory's."""

    async def show(device: DealerDevice) -> int:
        for name, key in NAMES.items():
            value = await device.setting(key)
            code = "usual" if value == USUAL[key] else "changed"
            print(say(lang, f"machine.{code}", name=name, value=value, usual=USUAL[key], what=_what(name, lang)))
        return 0

    return _with(dealer, show, lang)


def run_set(dealer: str, name: str, value: int, lang: str = DEFAULT) -> int:
    """Write one setting into the machine's memory, and read it back."""
    if name not in NAMES or not 0 <= value <= 60000:
        print(say(lang, "machine.no_setting", name=name, names=", ".join(NAMES)), file=sys.stderr)
        return 2

    async def write(device: DealerDevice) -> int:
        stands = await device.setting(NAMES[name], value)
        print(say(lang, "machine.set", name=name, value=stands, what=_what(name, lang)))
        return 0 if stands == value else 1

    return _with(dealer, write, lang)


def run_throw(dealer: str, place: str, lang: str = DEFAULT) -> int:
    """Find home and throw one card to a place ("3", "middle"): to see where it lands and how long it takes."""
    key = NAMES.get(place if place in ("middle", "drum") else f"seat{place}", 0)
    if not 1 <= key <= POSITIONS:
        print(say(lang, "machine.no_place", place=place, last=POSITIONS - 1), file=sys.stderr)
        return 2

    async def throw(device: DealerDevice) -> int:
        done = await device.new_deal()
        if isinstance(done, Out):
            began = device.line.now() if device.line is not None else 0.0
            done = await device.deal(key)
            if isinstance(done, Out) and device.line is not None:
                print(say(lang, "machine.thrown", place=place, ms=round(1000 * (device.line.now() - began))))
                return 0
        why = done.fault if isinstance(done, Unsure) else getattr(done, "why", "?")
        print(say(lang, "machine.not_thrown", place=place, why=str(why)), file=sys.stderr)
        await _end_fault(device)
        return 1

    return _with(dealer, throw, lang)


async def _end_fault(device: DealerDevice) -> None:
    """Nobody plays: whatever lies there is no question, so that the next try can begin."""
    status = await device.status()
    if status.unsure:
        await device.settle(status.unsure, 0)
    await device.clear(status.fault_no)


def run_switches(dealer: str, seconds: float, lang: str = DEFAULT) -> int:
    """Say which switch changes while somebody moves them by hand."""

    async def look(device: DealerDevice) -> int:
        last: Sensors | None = None
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            status = await device.status()
            if last is None or status.sensors != last:
                for bit in SHOWN:
                    if last is None or (bit in status.sensors) != (bit in last):
                        on = "on" if bit in status.sensors else "off"
                        print(say(lang, f"machine.switch_{str(bit.name).lower()}_{on}"), flush=True)
                last = status.sensors
            await device.pump(0.1)
        return 0

    return _with(dealer, look, lang)


def _what(name: str, lang: str) -> str:
    return (
        say(lang, "machine.what_seat", seat=name[4:]) if name.startswith("seat") else say(lang, f"machine.what_{name}")
    )


def _with(dealer: str, work: Callable[[DealerDevice], Awaitable[int]], lang: str) -> int:
    """Connect, do it, let go; 2 with the reason where there is no machine."""
    if dealer == "none" or (dealer not in WORDS and not is_port(dealer)):
        print(say(lang, "play.no_dealer", dealer=dealer), file=sys.stderr)
        return 2
    simulated = dealer in SIMULATED

    async def go() -> int:
        port = None if simulated or dealer == "auto" else dealer
        machine = await asyncio.to_thread(machine_called, dealer if simulated else "serial", port=port)
        assert machine.device is not None
        try:
            await machine.device.connect()
            return await work(machine.device)
        finally:
            await asyncio.to_thread(machine.close)

    try:
        return asyncio.run(go())
    except LinkDown as e:
        print(say(lang, f"dealer.problem.{e.code}", **e.params), file=sys.stderr)
        return 2
