"""The table looks after its machine: a new address, little room, a clock that was set; and it speaks."""

from __future__ import annotations

import asyncio
import wave
from pathlib import Path

import httpx
import pytest

from assistant import running
from assistant.evidence_keeper import EvidenceKeeper
from assistant.loudspeaker import Loudspeaker, voice_command
from assistant.phrases import say
from assistant.play import House, open_house
from assistant.records.evidence import EvidenceStore
from assistant.session import Opening
from assistant.upkeep import Upkeep
from assistant.vision.evidence import SeenTable
from assistant.web.port import Recipient

HOST = Recipient("host")


async def house_story(folder: Path, story: object) -> None:
    opening = Opening("sexta", ("1", "2", "3"), "stick5")
    async with open_house(opening, data=folder, port=8770, address="192.168.1.7", where=folder / "f.db") as house:
        await story(house)  # type: ignore[operator]


def client(house: House, host: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=house.app, client=("192.168.1.40", 5))
    return httpx.AsyncClient(transport=transport, base_url=f"http://{host}:8770")


def test_case_75_a_new_address_is_on_the_screen_in_the_qr_code_and_answered(tmp_path: Path) -> None:
    now = ("192.168.1.7",)
    told: list[str] = []

    async def story(house: House) -> None:
        nonlocal now
        house.web.moved(now)
        upkeep = Upkeep(house, None, look=lambda given: now, moved=told.append)
        await upkeep.once()
        assert told == []
        async with client(house, "192.168.1.7") as old:
            before = (await old.get("/qr.svg")).text
        now = ("192.168.1.99",)
        await upkeep.once()
        assert told == ["http://192.168.1.99:8770/"]
        assert house.session.view(HOST).join_url == told[0]
        async with client(house, "192.168.1.99") as new, client(house, "192.168.1.7") as old:
            assert (await new.get("/qr.svg")).text != before
            assert (await old.get("/")).status_code == 421, "the old address is not ours any more"
        await upkeep.once()
        assert len(told) == 1, "told once"

    asyncio.run(house_story(tmp_path, story))


def test_little_room_and_a_clock_that_was_set_are_told_once_and_in_words(tmp_path: Path) -> None:
    free, wall = 10**10, 1_800_000_000.0

    async def story(house: House) -> None:
        nonlocal free, wall
        upkeep = Upkeep(
            house,
            None,
            look=lambda given: house.web.addresses,
            free=lambda f: free,
            wall=lambda: wall,
            steady=lambda: 0,
        )
        await upkeep.once()
        facts = len(house.session.facts)
        devices = {d.name: d for d in house.session.view(HOST).devices}
        assert devices["espaço em disco"].ok and devices["relógio do computador"].ok
        free = 10**8
        for _ in range(3):
            await upkeep.once()
        devices = {d.name: d for d in house.session.view(HOST).devices}
        assert not devices["espaço em disco"].ok and "200 MB" in devices["espaço em disco"].text
        assert len(house.session.facts) == facts + 1
        wall += 3600
        await upkeep.once()
        assert "acertou a hora" in {d.name: d for d in house.session.view(HOST).devices}["relógio do computador"].text
        await upkeep.once()
        assert {d.name: d for d in house.session.view(HOST).devices}["relógio do computador"].ok
        wall = 1_000_000_000.0
        await upkeep.once()
        await upkeep.once()
        assert "atrasado" in {d.name: d for d in house.session.view(HOST).devices}["relógio do computador"].text

    asyncio.run(house_story(tmp_path, story))


def test_the_table_speaks_aloud_what_the_screen_shows(tmp_path: Path) -> None:
    if voice_command() is None:
        pytest.fail("this test needs Debian's package espeak-ng: run `make deps`")
    sound = tmp_path / "said.wav"

    async def story(house: House) -> None:
        speaker = Loudspeaker(house.session, ("espeak-ng", "-w", str(sound)), "pt-BR")
        task = asyncio.create_task(speaker.run())
        await asyncio.sleep(0)
        for seat, name in (("1", "Ana"), ("2", "-w Beto")):
            assert (await house.session.join(name, seat, 1, "pt-BR")).ok
        await house.session.propose(house.session.next_hand("stick5"), source="host")  # type: ignore[arg-type]
        async with asyncio.timeout(30):
            while "Carteador, dê as cartas" not in speaker.said:
                await asyncio.sleep(0.05)
        assert await speaker.finished() == 0
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(house_story(tmp_path, story))
    with wave.open(str(sound)) as said:
        assert said.getnframes() / said.getframerate() > 0.8


def test_a_table_that_is_not_open_has_no_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left = running.Running(9, "http", "123456", ("http://x/",), ("1",), "", 1)
    running.tell(tmp_path / "tables" / "mesa", left)  # a power cut left it there
    assert running.run_pin("mesa", data=tmp_path, new=False, lang="pt-BR") == 2
    shown = capsys.readouterr().out
    assert "123" not in shown and "fala play --table mesa" in shown


def test_a_disk_that_takes_no_picture_is_said_and_taken_back_when_it_does(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        class Full(EvidenceStore):
            def keep(self, frame: bytes, cards: object) -> tuple[str, ...]:
                raise OSError(28, "No space left on device")

        seen = SeenTable(1, 1, b"a frame", ())
        keeper = EvidenceKeeper(house.session, Full(tmp_path / "evidence"))
        assert await keeper.names(seen) == ()
        assert [d.text for d in house.session.view(HOST).devices if not d.ok] == [say("pt-BR", "device.pictures_lost")]
        keeper.store = EvidenceStore(tmp_path / "evidence")
        assert await keeper.names(seen)
        assert all(d.ok for d in house.session.view(HOST).devices)

    asyncio.run(house_story(tmp_path, story))
