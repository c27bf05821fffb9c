"""The dealer machine by the clock: frames to and from the emulated board, and deals with faults on it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.sim import Sim
from assistant.dealer.proving.deals import Tally, run_deals

FRAMES_EACH = 2  # a question and its answer


@dataclass(frozen=True)
class LineResult:
    """Frames over the line, with the seconds of the wall's clock and of the board's."""

    frames: int
    seconds: float
    board_seconds: float


@dataclass(frozen=True)
class BoardResult:
    """The line and the deals."""

    line: LineResult
    deals: Tally


async def frames(questions: int) -> LineResult:
    """Ask the real firmware on the emulated board for its state so often; raises LinkDown where it cannot be built."""
    sim = Sim(boot_ms=900)
    try:
        device = DealerDevice(sim.open_line)
        await device.connect()
        began, board = time.perf_counter(), sim.now_us
        for _ in range(questions):
            await device.status()
        seconds = time.perf_counter() - began
        device.close()
        return LineResult(FRAMES_EACH * questions, max(seconds, 1e-9), max((sim.now_us - board) / 1e6, 1e-9))
    finally:
        sim.close()


async def measure(questions: int, deals: int, seed: int = 1) -> BoardResult:
    """Frames first, then deals of mixed games with faults on a seeded schedule."""
    return BoardResult(await frames(questions), await run_deals(deals, seed))
