"""Random and mutated bytes at the firmware and at the driver: nothing moves, nothing crashes, the link comes back."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.sim import Sim, SteppedLine
from assistant.dealer.frame import encode
from assistant.dealer.link import Link
from assistant.dealer.protocol_table import State

CHUNK = 400  # bytes at a time, then the board runs as long as they take


@dataclass
class Fuzzed:
    """What a run of garbage has shown."""

    to_board: int = 0
    to_driver: int = 0
    moved: list[str] = field(default_factory=list)
    slowest_return: float = 0.0  # simulated seconds from the last garbage to an answered question
    delivered: int = 0  # events the driver believed; must be 0


def mutated(frame: bytes, rng: random.Random) -> bytes:
    """A frame with something wrong in it: one to four bytes changed, cut out, doubled or put in."""
    data = bytearray(frame)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at]
            case 2:
                data.insert(at, data[at])
            case _:
                data[at] = rng.randrange(256)
        if not data:
            break
    return bytes(data)


def garbage(frames: list[bytes], size: int, rng: random.Random) -> bytes:
    """About ``size`` bytes: mutated frames, random bytes, over-long lines."""
    out = bytearray()
    while len(out) < size:
        match rng.randrange(10):
            case 0:
                out += rng.randbytes(rng.randrange(1, 60))
            case 1:
                out += bytes(rng.randrange(32, 127) for _ in range(rng.randrange(41, 120))) + b"\n"
            case _:
                out += mutated(rng.choice(frames), rng)
    whole = {frame.rstrip(b"\n") for frame in frames}
    lines = bytes(out).split(b"\n")  # a mutation may leave a frame whole behind a line end: that is no garbage
    return b"\n".join(line for line in lines if line.rstrip(b"\r") not in whole) + b"\n"


def commands(ticket: int) -> list[bytes]:
    """Frames that would move something if they were whole."""
    bodies = [f">{ticket} DEAL 3 4000", f">{ticket} NEW 5000", f">{ticket} INSERT 0 4000", f">{ticket} DEAL 11 900"]
    return [encode(b) for b in [*bodies, ">1 HELLO 1", ">5 STATE", ">6 STOP", ">7 GET 3", "+1"]]


async def fuzz_board(size: int, seed: int) -> Fuzzed:
    """Garbage at a greeted, homed, loaded board: any step, card or reset is recorded."""
    rng, result = random.Random(seed), Fuzzed()
    sim = Sim(cards=30, seed=seed, boot_ms=300, drum=True)
    try:
        device = DealerDevice(sim.open_line)
        await device.connect()
        await device.new_deal()
        line = device.line
        assert isinstance(line, SteppedLine)
        before, mark = await device.last(), len(sim.truth)
        while result.to_board < size:
            data = garbage(commands(before.ticket + 1), CHUNK, rng)
            await line.write(data)
            result.to_board += len(data)
            end = line.now() + len(data) * 10 / 57600
            while line.now() < end:
                device.link.receive(await line.read(end - line.now()), line.now())
            if rng.randrange(20) == 0:
                result.slowest_return = max(result.slowest_return, await _comes_back(device))
        result.slowest_return = max(result.slowest_return, await _comes_back(device))
        status, last = await device.status(), await device.last()
        if last != before or status.count or status.state != State.IDLE:
            result.moved.append(f"{before} became {last}, {status}")
        result.moved += [f"{t:.3f} {' '.join(w)}" for t, w in sim.truth[mark:]]
        device.close()
    finally:
        sim.close()
    return result


async def _comes_back(device: DealerDevice) -> float:
    """Simulated seconds until a question is answered."""
    assert device.line is not None
    began = device.line.now()
    await device.status()
    return device.line.now() - began


def fuzz_driver(size: int, seed: int) -> Fuzzed:
    """Garbage at the driver's side of the conversation, in whole frames' neighbourhood: nothing may be believed."""
    rng, result = random.Random(seed), Fuzzed()
    link = Link()
    link.command(0.0, 12, "DEAL", 3, 4000)
    frames = [encode(b) for b in ("<12 DEAL OK", "!7 OUT 12 3 18", "!8 BOOT 3 POWER", "<12 DEAL ERR LID", "-CRC")]
    now = 0.0
    while result.to_driver < size:
        data = garbage(frames, CHUNK, rng)
        now += 0.07
        link.receive(data, now)
        link.take_out()
        result.to_driver += len(data)
    result.delivered = len(link.events) + (link.reply is not None)
    link.receive(b"\n" + frames[0], now)
    if result.delivered == 0 and link.reply is None:
        result.moved.append("the driver no longer hears a whole frame")
    return result
