"""A dealer machine brought to a table: by the word of `--dealer`, with the hands it needs at a virtual one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant.dealer.devices import machine_called
from assistant.machine.game import DealerMachine, Patience
from assistant.machine.hands import MachineHands
from assistant.session import Session
from assistant.virtual.world import World

SIMULATED = ("sim", "virtual")
WORDS = ("none", "auto", *SIMULATED)
HURRIED = Patience(unseen=20.0, surplus=6.0, wish=0.0, idle=0.05)


class UnknownDealer(ValueError):
    """A word of `--dealer` that names neither a kind of machine nor a port."""


@dataclass(frozen=True)
class Attached:
    """A machine at work; ``hands`` where it is simulated, for virtual people and for its pile."""

    machine: DealerMachine
    hands: MachineHands | None


def is_port(word: str) -> bool:
    """Whether a word looks like a serial port: a path, or COM3 and the like."""
    return word.startswith(("/", "\\\\")) or (word[:3].upper() == "COM" and word[3:].isdigit()) or Path(word).exists()


@asynccontextmanager
async def dealer_at(
    session: Session, word: str, *, world: World | None = None, seed: int | None = None, hurried: bool = False
) -> AsyncIterator[Attached | None]:
    """Run the machine that a word names beside the session; None where people deal.

    Raises UnknownDealer, and LinkDown where a simulated board cannot be built. A board that is not there yet is no
    error: people deal until it is. ``hurried``: a simulated board goes by its own clock, as fast as it can.
    """
    if word == "none":
        yield None
        return
    if word not in WORDS and not is_port(word):
        raise UnknownDealer(word)
    kind = word if word in SIMULATED else "serial"
    port = word if kind == "serial" and word != "auto" else None
    speed = 50.0 if hurried and kind == "virtual" else 0.0 if hurried else 1.0
    chance = int.from_bytes(os.urandom(4)) if seed is None else seed
    made = await asyncio.to_thread(machine_called, kind, port=port, cards=0, seed=chance, speed=speed)
    task: asyncio.Task[None] | None = None
    try:
        machine = DealerMachine(session, made, HURRIED if hurried else None)
        hands = None
        if kind in SIMULATED:
            hands = MachineHands(session, world, machine, sim=made.sim, board=made.board)
            machine.filled = hands.load
        await machine.step()  # one try before anybody deals by hand for want of it
        task = asyncio.create_task(machine.run())
        yield Attached(machine, hands)
        if task.done():
            task.result()  # a failure is told, not swallowed
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        session.machine = None
        await asyncio.to_thread(made.close)
