"""The guide for adding a dealer machine is true: its worked example deals from a board behind a socket."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from typing import Any

import pytest

from assistant.dealer import protocol_table as table
from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.virtual import VirtualBoard
from assistant.dealer.frame import Reader
from assistant.dealer.records import LinkDown, Out

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-dealer.md"


def test_the_worked_example_of_the_guide_deals_over_a_socket_and_says_when_it_is_gone() -> None:
    found = re.search(r"```python\n(# assistant/dealer/.*?)```", GUIDE.read_text("utf-8"), re.S)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    thrown: list[int] = []
    board = VirtualBoard(cards=5, throw=thrown.append, speed=50.0)

    async def bridge(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        frames = Reader(table.MAX_HOST_LINE)
        while not reader.at_eof():
            writer.write(board.output(time.monotonic()))
            try:
                data = await asyncio.wait_for(reader.read(4096), 0.005)
            except TimeoutError:
                continue
            for frame in frames.take(data):
                board.hear(frame, time.monotonic())
        writer.close()

    async def story() -> None:
        server = await asyncio.start_server(bridge, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        device = DealerDevice(names["tcp_opener"]("127.0.0.1", port), tries=1)
        await device.connect()
        await device.new_deal()
        for position in (1, 2, 3):
            assert isinstance(await device.deal(position), Out)
        assert thrown == [1, 2, 3]
        device.close()
        server.close()
        await asyncio.sleep(0.05)
        with pytest.raises(LinkDown) as gone:
            await device.connect()
        assert gone.value.code == "gone"

    asyncio.run(story())
