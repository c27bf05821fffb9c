"""The emulated board: the real firmware under simavr behind a pseudo terminal, by its own clock or by ours."""

from __future__ import annotations

import asyncio
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

import serial

from assistant.dealer import protocol_table as table
from assistant.dealer.line import Line, SerialLine
from assistant.dealer.records import LinkDown

FIRMWARE = Path(__file__).resolve().parents[3] / "firmware"
BUILD = FIRMWARE / "build"
CENTRE = table.POSITIONS
TOOLS = ("make", "cc", "avr-gcc", "avr-objcopy")


@cache
def build() -> tuple[Path, Path]:
    """The simulator and the firmware, compiled if need be; raises LinkDown naming what is missing."""
    if not FIRMWARE.is_dir():
        raise LinkDown("no_firmware")
    lack = [tool for tool in TOOLS if shutil.which(tool) is None]
    if lack:
        raise LinkDown("no_tools", tools=" ".join(lack))
    done = subprocess.run(["make", "-s", "sim"], cwd=FIRMWARE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise LinkDown("no_build", reason=(done.stderr.strip().splitlines() or ["?"])[-1])
    return BUILD / "dealer_sim", BUILD / "dealer.elf"


class Sim:
    """A running simulator; ``truth`` is what really happened, as (seconds, words), which no driver sees."""

    def __init__(
        self, *, cards: int = 52, seed: int = 1, drum: bool = False, boot_ms: int = 1600, speed: float = 0.0
    ) -> None:
        program, elf = build()
        args = [str(program), str(elf), "--cards", str(cards), "--seed", str(seed), "--boot-ms", str(boot_ms)]
        args += ["--drum"] if drum else []
        args += ["--free", str(speed)] if speed else []
        self.process = subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.truth: list[tuple[float, tuple[str, ...]]] = []
        self.on_truth: Callable[[float, tuple[str, ...]], None] | None = None
        self.free = speed > 0
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.now_us = 0
        self.sent = 0  # bytes from the board to the host so far
        self.written = 0  # and the other way
        self.pty = self._line().split()[1]
        if self.free:  # by the wall's clock it talks whenever it likes, so somebody must always listen
            threading.Thread(target=self._listen, daemon=True).start()
        for position, steps in enumerate(table.ANGLES[:CENTRE]):
            self.order(f"position {position} {steps}")

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise LinkDown("sim_ended", status=self.process.wait())
        return line.strip()

    def _listen(self) -> None:
        try:
            while True:
                line = self._line()
                if line.startswith("!"):
                    self._told(line.split()[1:])
                else:
                    self._answers.put(line)
        except (LinkDown, ValueError):  # it has ended, or its pipe was closed
            self._answers.put("")

    def order(self, words: str) -> None:
        """Send an order to the simulator and take in what it tells until it has obeyed."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(words + "\n")
            self.process.stdin.flush()
        except OSError as e:
            raise LinkDown("sim_ended", status=self.process.wait()) from e
        while True:
            line = self._answers.get() if self.free else self._line()
            if not line:
                raise LinkDown("sim_ended", status=self.process.wait())
            mark, *rest = line.split()
            if mark == "=":
                self.now_us, self.sent = int(rest[0]), int(rest[1])
                return
            if mark == "?":
                raise ValueError(f"the simulator does not know {words!r}")
            self._told(rest)

    def _told(self, rest: list[str]) -> None:
        fact = (int(rest[0]) / 1e6, tuple(rest[1:]))
        self.truth.append(fact)
        if self.on_truth is not None:
            self.on_truth(*fact)

    def close(self) -> None:
        """End the simulator."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    async def open_line(self) -> Line:
        """A line to the board, through pyserial; opening it resets the board."""
        try:
            port = await asyncio.to_thread(serial.Serial, self.pty, table.BAUD, timeout=0.2, exclusive=True)
        except (serial.SerialException, OSError) as e:
            raise LinkDown("broken", port=self.pty, reason=str(e)) from e
        return SerialLine(port) if self.free else SteppedLine(self, port)


class SteppedLine:
    """A line whose clock is the simulated board's, which moves only while somebody listens: the same every time."""

    def __init__(self, sim: Sim, port: serial.Serial) -> None:
        self.sim = sim
        self.port = port
        self.port.timeout = 0
        self.sim.order(f"run {self.sim.now_us + 1} 0")  # it notices the opening and resets
        self.port.reset_input_buffer()
        self.received = self.sim.sent

    def now(self) -> float:
        """Simulated seconds."""
        return self.sim.now_us / 1e6

    async def read(self, seconds: float) -> bytes:
        """Let the board run until it says something or the time is over."""
        until = self.sim.now_us + max(1, int(seconds * 1e6))
        self.sim.order(f"run {until} {self.sim.written}")
        data = bytearray()
        while self.received + len(data) < self.sim.sent:
            try:
                got: bytes = self.port.read(4096)
            except (serial.SerialException, OSError, TypeError) as e:
                raise LinkDown("unplugged", port=self.sim.pty) from e
            data += got
            if not got:
                os.sched_yield()
        self.received += len(data)
        return bytes(data)

    async def write(self, data: bytes) -> None:
        """Hand bytes to the port."""
        try:
            self.port.write(data)
        except (serial.SerialException, OSError) as e:
            raise LinkDown("unplugged", port=self.sim.pty) from e
        self.sim.written += len(data)

    def close(self) -> None:
        """Close the port; the simulator notices."""
        if self.port.is_open:
            self.sim.order(f"run {self.sim.now_us + 1} {self.sim.written}")
            self.port.close()
            self.sim.order(f"run {self.sim.now_us + 1} 0")
