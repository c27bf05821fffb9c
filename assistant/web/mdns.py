"""The table's name on the home network (multicast DNS): "fala.local" instead of four numbers, where phones know it."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from types import TracebackType
from typing import Self

from zeroconf import Error, InterfaceChoice
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE = "_http._tcp.local."


def host_label(table: str, usual: str) -> str:
    """The table's name as one DNS label: "fala" for the usual table, "fala-sexta" for another."""
    plain = unicodedata.normalize("NFKD", table).encode("ascii", "ignore").decode().lower()
    label = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    return "fala" if not label or label == usual else f"fala-{label}"


class Announcement:
    """A name told to the network while it is open; ``failed`` says why where the network does not take it."""

    def __init__(self, label: str, addresses: tuple[str, ...], port: int, *, only: tuple[str, ...] = ()) -> None:
        self.name = f"{label}.local"
        self.failed: str | None = None
        self._label, self._port, self._only = label, port, only
        self._addresses = addresses
        self._zeroconf: AsyncZeroconf | None = None
        self._info: AsyncServiceInfo | None = None

    async def __aenter__(self) -> Self:
        """Begin to answer to the name; a network without multicast leaves ``failed`` set and changes nothing else."""
        try:
            self._zeroconf = AsyncZeroconf(interfaces=list(self._only) if self._only else InterfaceChoice.All)
            self._info = self._describe(self._addresses)
            told = await self._zeroconf.async_register_service(self._info, allow_name_change=True)
            await told
        except (OSError, Error, AssertionError) as e:
            self.failed = str(e) or type(e).__name__
            await self._close()
        return self

    async def move(self, addresses: tuple[str, ...]) -> None:
        """Answer with other addresses from now on."""
        if self._zeroconf is None or addresses == self._addresses:
            return
        self._addresses = addresses
        self._info = self._describe(addresses)
        told = await self._zeroconf.async_update_service(self._info)
        await told

    def _describe(self, addresses: tuple[str, ...]) -> AsyncServiceInfo:
        return AsyncServiceInfo(
            SERVICE,
            f"Fala o As {self._label}.{SERVICE}",
            addresses=[ipaddress.ip_address(a).packed for a in addresses],
            port=self._port,
            properties={"path": "/"},
            server=f"{self.name}.",
        )

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Say goodbye to the network."""
        if self._zeroconf is not None and self._info is not None:
            told = await self._zeroconf.async_unregister_service(self._info)
            await told
        await self._close()

    async def _close(self) -> None:
        if self._zeroconf is not None:
            await self._zeroconf.async_close()
            self._zeroconf = None
