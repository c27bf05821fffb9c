"""The table's process as the night sees it: started, told what happens, killed, listened to, weighed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from assistant.soak.outcome import Sample

START_LIMIT = 300.0  # seconds until a started table must answer
ORDER_LIMIT = 60.0


class TableEnded(RuntimeError):
    """The table ended by itself, or does not answer; the text is the end of what it wrote."""


class TableProcess:
    """One table over all its lives; ``told`` gets every line it says."""

    def __init__(
        self, folder: Path, arguments: list[str], command: tuple[str, ...], told: Callable[[Any], None]
    ) -> None:
        self.folder, self._arguments, self._command, self._told = folder, arguments, command, told
        self.process: asyncio.subprocess.Process
        self.life = 0
        self._listening: asyncio.Task[None] | None = None
        self._obeyed: asyncio.Queue[str] = asyncio.Queue()
        self._killed = False

    async def start(self, *more: str) -> None:
        """Power on."""
        self.life += 1
        self._killed = False
        program = (sys.executable, "-m", "assistant.soak.table", *self._arguments, *more)
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        env["PYTHONPYCACHEPREFIX"] = str(self.folder / "compiled")
        with (self.folder / "table.log").open("ab") as errors:
            self.process = await asyncio.create_subprocess_exec(
                *self._command, *program, env=env, stderr=errors,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 20,
            )  # fmt: skip
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            with contextlib.suppress(ValueError):  # half a line, where the power went
                said = json.loads(line)
                if "obeyed" in said:
                    self._obeyed.put_nowait(said["obeyed"])
                self._told(said)

    async def answers(self, url: str, since: float) -> float:
        """Seconds from ``since`` until the pages answer; raises TableEnded when they do not."""
        async with httpx.AsyncClient(base_url=url, timeout=5.0) as page:
            while time.monotonic() - since < START_LIMIT:
                self.check()
                with contextlib.suppress(httpx.HTTPError, OSError):
                    if (await page.get("/host")).status_code == 200:
                        return time.monotonic() - since
                await asyncio.sleep(0.02)
        raise TableEnded(self.tail())

    def check(self) -> None:
        """Raise TableEnded when it ended by itself."""
        if self.process.returncode is not None and not self._killed:
            raise TableEnded(self.tail())

    def tail(self) -> str:
        """The end of what it wrote of its troubles."""
        log = self.folder / "table.log"
        return log.read_text("utf-8", "replace")[-1500:] if log.exists() else ""

    async def order(self, do: str, **more: Any) -> None:
        """Let something happen to the room, and wait until it has; raises TableEnded."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.write(json.dumps({"do": do, **more}).encode() + b"\n")
            await self.process.stdin.drain()
        while True:
            try:
                async with asyncio.timeout(ORDER_LIMIT):
                    if await self._obeyed.get() == do:
                        return
            except TimeoutError:
                raise TableEnded(f"{do}: {self.tail()}") from None

    async def kill(self) -> None:
        """The power goes."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self._ended()

    async def stop(self) -> int:
        """End it politely; its exit status."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            async with asyncio.timeout(30):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
        await self._ended()
        return self.process.returncode or 0

    async def _ended(self) -> None:
        await self.process.wait()
        if self._listening is not None:
            await self._listening
        while not self._obeyed.empty():
            self._obeyed.get_nowait()

    def weigh(self, hand: int, recogniser: int | None) -> Sample | None:
        """Memory and handles now; None where the system does not tell (only Linux does)."""
        try:
            table = _weight(self.process.pid)
            eye = _weight(recogniser) if recogniser is not None else (0.0, 0)
        except OSError:
            return None
        return Sample(self.life, hand, *table, *eye)


def _weight(pid: int) -> tuple[float, int]:
    """Resident MB and open handles of a process; raises OSError when it is gone."""
    status = Path(f"/proc/{pid}/status").read_text()
    kilobytes = next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), None)
    if kilobytes is None:  # it has just died, and nobody has buried it yet
        raise OSError(f"process {pid} is gone")
    return kilobytes / 1024, len(list(Path(f"/proc/{pid}/fd").iterdir()))
