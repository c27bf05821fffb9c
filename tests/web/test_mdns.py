"""The table's name on the network, asked for by another program over real multicast on this machine alone."""

from __future__ import annotations

import asyncio

import pytest
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from assistant.web.mdns import SERVICE, Announcement, host_label

HERE = ("127.0.0.1",)


def test_the_name_answers_with_address_port_and_follows_a_move() -> None:
    async def story() -> None:
        async with Announcement("fala", ("192.168.1.7",), 8770, only=HERE) as told:
            assert told.failed is None and told.name == "fala.local"
            asking = AsyncZeroconf(interfaces=list(HERE))
            try:
                assert await ask(asking) == (["192.168.1.7"], 8770, "fala.local.")
                await told.move(("192.168.1.99",))
            finally:
                await asking.async_close()
            later = AsyncZeroconf(interfaces=list(HERE))
            try:
                assert (await ask(later))[0] == ["192.168.1.99"]
            finally:
                await later.async_close()

    async def ask(zeroconf: AsyncZeroconf) -> tuple[list[str], int | None, str | None]:
        info = AsyncServiceInfo(SERVICE, f"Fala o As fala.{SERVICE}")
        assert await info.async_request(zeroconf.zeroconf, 8000)
        return info.parsed_addresses(IPVersion.V4Only), info.port, info.server

    asyncio.run(story())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the library leaves a socket to the GC
def test_a_network_without_multicast_leaves_the_table_as_it_is() -> None:
    async def story() -> None:
        async with Announcement("fala", ("192.168.1.7",), 8770, only=("203.0.113.9",)) as told:
            assert told.failed

    asyncio.run(story())


@pytest.mark.parametrize(
    ("table", "label"),
    [("mesa", "fala"), ("Sexta à noite!", "fala-sexta-a-noite"), ("♠", "fala"), ("x" * 90, "fala-" + "x" * 40)],
)
def test_every_table_has_a_name_that_can_be_typed(table: str, label: str) -> None:
    assert host_label(table, "mesa") == label
