"""What a running table looks after besides the hand: its addresses, its name on the network, the disk, the clock."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.web.address import interfaces as all_interfaces
from assistant.web.address import rank, reachable
from assistant.web.mdns import Announcement

if TYPE_CHECKING:
    from assistant.play import House

EVERY = 5.0  # seconds between two looks
LEAST_FREE = 200_000_000  # bytes: a night needs some two, its pictures the rest
_ASK_WIFI = (
    ("iwgetid", "-r"),
    ("nmcli", "-t", "-g", "active,ssid", "device", "wifi", "list", "--rescan", "no"),
)
CLOCK_SLACK = 30.0  # seconds that the computer's clock may be set without a word


def addresses(given: str | None) -> tuple[str, ...]:
    """The addresses phones may use, the one for the QR code first; this machine's own when there is no network."""
    found = tuple(r.address for r in reachable())
    return ((given, *(a for a in found if a != given)) if given else found) or ("127.0.0.1",)


def network_addresses(given: str | None) -> tuple[str, ...]:
    """The addresses a name on the home network may stand for: never this machine's own, a container's or a VPN's."""
    found = tuple(r.address for r in rank(all_interfaces()) if r.good)
    return tuple(a for a in found if a == given) if given else found


def wifi_name() -> str:
    """The network this computer is on, where the system tells (Linux); "" otherwise."""
    for command in _ASK_WIFI:
        if shutil.which(command[0]) is None:
            continue
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=3, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        lines = done.stdout.splitlines()
        active = [line.partition(":")[2] for line in lines if line.startswith(("yes:", "sim:"))]
        name = active[0] if active else (lines[0].strip() if command[0] == "iwgetid" and lines else "")
        if name:
            return name
    return ""


class Upkeep:
    """Looks every few seconds, until cancelled; whatever changed is told on the screens, once."""

    def __init__(
        self,
        house: House,
        given: str | None,
        announcement: Announcement | None = None,
        *,
        look: Callable[[str | None], tuple[str, ...]] = addresses,
        moved: Callable[[str], None] = lambda url: None,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house, self._given, self._announcement = house, given, announcement
        self._look, self._moved, self._free, self._wall, self._steady = look, moved, free, wall, steady
        self._offset = wall() - steady()

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await self.once()
            await asyncio.sleep(EVERY)

    async def once(self) -> None:
        """One look at everything."""
        await self._addresses()
        session = self._house.session
        low = self._free(self._house.folder) < LEAST_FREE
        await self._tell("space", not low, "space_low" if low else "space_ok")
        facts = session.facts
        behind = bool(facts) and self._wall() + CLOCK_SLACK < datetime.fromisoformat(facts[-1].at).timestamp()
        offset = self._wall() - self._steady()
        if abs(offset - self._offset) > CLOCK_SLACK:
            self._offset = offset
            await self._tell("clock", False, "clock_set")
        else:
            await self._tell("clock", not behind, "clock_behind" if behind else "clock_ok")

    async def _tell(self, name: str, ok: bool, state: str) -> None:
        """A device's state; that it is well from the start is shown but is no event of the night."""
        session = self._house.session
        if name not in session.devices and ok:
            session.show_device(name, state)
            await session.publish()
        else:
            await session.device(name, ok, state)

    async def _addresses(self) -> None:
        """A router gave this machine another address: a new QR code, and the name stands for the new one."""
        now = await asyncio.to_thread(self._look, self._given)
        web = self._house.web
        if now == web.addresses or not now:
            return
        web.moved(now)
        first = self._house.config.urls(now)[0]
        self._house.session.join_url = first
        await self._house.session.publish()
        if self._announcement is not None:
            await self._announcement.move(network_addresses(self._given) or now)
        self._moved(first)


__all__ = ["Upkeep", "addresses", "network_addresses", "wifi_name"]
