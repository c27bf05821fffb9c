"""What runs beside a hand while a table is open: the turn's clock, the look at the machine, its name, its voice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from assistant import running
from assistant.config import Table
from assistant.loudspeaker import Loudspeaker, voice_command
from assistant.upkeep import Upkeep, network_addresses
from assistant.web.mdns import Announcement, host_label
from assistant.web.tls import Certificate, certificate

if TYPE_CHECKING:
    from assistant.play import House


def local_name(table: str) -> str:
    """The table's name on the home network."""
    return f"{host_label(table, Table().name)}.local"


def tls_certificate(folder: Path, table: str, addresses: tuple[str, ...]) -> Certificate:
    """A certificate for the addresses this table has now and for its name."""
    return certificate(folder / "tls", (*addresses, local_name(table), "127.0.0.1"), datetime.now(UTC))


class Services:
    """All of them, until cancelled."""

    def __init__(self, house: House, given: str | None, *, voice: bool = True) -> None:
        self._house, self._given = house, given
        command = voice_command() if voice else None
        session = house.session
        self.speaker = Loudspeaker(session, command, session.language) if command else None
        house.web.spoken = self.speaker is not None
        house.web.door.renewed = lambda pin: self._tell(pin)
        self._tell(house.config.pin)

    def _tell(self, pin: str) -> None:
        config, web = self._house.config, self._house.web
        seats = self._house.session.state.seats
        urls = web.config.urls(web.addresses)
        found = running.Running(config.port, config.scheme, pin, urls, seats, config.wifi, os.getpid())
        self._pin = pin
        running.tell(self._house.folder, found)

    async def run(self, moved: Callable[[str], None] = lambda url: None) -> None:
        """Keep everything going; ``moved`` is told the new address when this machine got another."""
        house = self._house
        try:
            async with AsyncExitStack() as stack:
                announced = await self._announce(stack)
                upkeep = Upkeep(house, self._given, announced, moved=lambda url: self._moved(url, moved))
                async with asyncio.TaskGroup() as group:
                    group.create_task(house.session.turn_clock.run())
                    group.create_task(upkeep.run())
                    if self.speaker is not None:
                        group.create_task(self.speaker.run())
        finally:
            running.forget(house.folder)

    def _moved(self, url: str, moved: Callable[[str], None]) -> None:
        self._tell(self._pin)
        moved(url)

    async def _announce(self, stack: AsyncExitStack) -> Announcement | None:
        """Tell the home network the table's name, where there is a network that phones can reach."""
        config = self._house.config
        there = network_addresses(self._given)
        if not there:
            return None
        label = local_name(self._house.session.opening.table).removesuffix(".local")
        announced = await stack.enter_async_context(Announcement(label, there, config.port))
        if announced.failed is not None:
            return None
        self._house.web.local_names = (announced.name,)
        self._house.web.hub.bump()
        return announced
