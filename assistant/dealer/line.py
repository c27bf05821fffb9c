"""A line to a machine: a serial port, or something that behaves as one."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import serial

from assistant.dealer.records import LinkDown


class Line(Protocol):
    """Bytes in both directions and the time that goes with them, in seconds."""

    def now(self) -> float:
        """The line's clock."""

    async def read(self, seconds: float) -> bytes:
        """What arrives, waiting no longer than that; raises LinkDown when the line is gone."""

    async def write(self, data: bytes) -> None:
        """Send; raises LinkDown."""

    def close(self) -> None:
        """Let go of it."""


class SerialLine:
    """An open pyserial port, read in a thread so that nothing else waits."""

    def __init__(self, port: serial.Serial) -> None:
        self.port = port

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def _read(self, seconds: float) -> bytes:
        self.port.timeout = min(seconds, 0.2)
        first: bytes = self.port.read(1)
        rest: bytes = self.port.read(self.port.in_waiting) if first else b""
        return first + rest

    async def read(self, seconds: float) -> bytes:
        """What arrives within the time (0.2 s at most)."""
        try:
            return await asyncio.to_thread(self._read, seconds)
        except (serial.SerialException, OSError, TypeError) as e:  # pyserial: TypeError when closed under a read
            raise LinkDown("unplugged", port=self.port.port) from e

    async def write(self, data: bytes) -> None:
        """Send all of it."""
        try:
            await asyncio.to_thread(self.port.write, data)
        except (serial.SerialException, OSError) as e:
            raise LinkDown("unplugged", port=self.port.port) from e

    def close(self) -> None:
        """Close the port."""
        self.port.close()
