"""Kinds of dealer machine: serial (a board), sim (emulated board), virtual (in this process), none (people deal)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.dealer.device import DealerDevice, Opener
from assistant.dealer.devices.sim import Sim
from assistant.dealer.devices.virtual import Throw, VirtualBoard, opener
from assistant.dealer.line import Line
from assistant.dealer.ports import candidates, open_port
from assistant.dealer.records import LinkDown

KINDS = ("none", "serial", "virtual", "sim")


@dataclass
class Machine:
    """A device and what must be ended with it; ``device`` is None where people deal."""

    kind: str
    device: DealerDevice | None = None
    sim: Sim | None = None
    board: VirtualBoard | None = None

    def close(self) -> None:
        """Let go of the port and end the simulator."""
        if self.device is not None:
            self.device.close()
        if self.sim is not None:
            self.sim.close()


def machine_called(
    kind: str,
    *,
    port: str | None = None,
    cards: int = 52,
    seed: int = 1,
    speed: float = 1.0,
    throw: Throw | None = None,
) -> Machine:
    """The machine of that kind, not yet connected; raises ValueError for an unknown kind, LinkDown without a compiler.

    ``throw`` is told the position of every card that leaves a virtual or emulated machine.
    """
    if kind == "none":
        return Machine(kind)
    if kind == "serial":
        return Machine(kind, DealerDevice(serial_opener(port)))
    if kind == "virtual":
        board = VirtualBoard(cards=cards, throw=throw, speed=speed)
        return Machine(kind, DealerDevice(opener(board)), board=board)
    if kind == "sim":
        sim = Sim(cards=cards, seed=seed, speed=speed)
        if throw is not None:
            tell = throw
            sim.on_truth = lambda _, words: tell(int(words[2])) if words[0] == "out" else None
        return Machine(kind, DealerDevice(sim.open_line), sim=sim)
    raise ValueError(kind)


def serial_opener(port: str | None = None) -> Opener:
    """Opens the given port, or whichever one answers a greeting; the port found is tried first the next time."""
    found: list[str] = [port] if port else []

    async def open_line() -> Line:
        if found:
            return await open_port(found[0])
        path, line = await discover()
        found.append(path)
        return line

    return open_line


async def discover() -> tuple[str, Line]:
    """The first port at which a dealer machine answers; raises LinkDown(none_found) or the best reason there is."""
    reasons: list[LinkDown] = []
    for path in candidates():
        try:
            line = await open_port(path)
        except LinkDown as e:
            reasons.append(e)
            continue

        async def again(line: Line = line) -> Line:
            return line

        probe = DealerDevice(again)
        try:
            await probe.connect()
        except LinkDown as e:
            reasons.append(LinkDown(e.code, **{"port": path, **e.params}))
            line.close()
            continue
        return path, line
    for code in ("forbidden", "busy"):
        for reason in reasons:
            if reason.code == code:
                raise reason
    raise LinkDown("none_found", ports=", ".join(candidates()) or "-")
