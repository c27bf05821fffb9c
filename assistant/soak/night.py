"""A simulated night driven from outside: the table's process, six phones, the host, and everything that goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from assistant.bench.ports import free_port
from assistant.dealer.devices.sim import FIRMWARE, TOOLS
from assistant.phrases import DEFAULT, say
from assistant.soak.checks import check_night
from assistant.soak.disk import LOW_FREE, SmallDisk
from assistant.soak.ending import settle_up
from assistant.soak.outcome import Outcome
from assistant.soak.phones import NightHost, NightPhone, Wire
from assistant.soak.plan import Fault, Plan, make_plan
from assistant.soak.process import TableEnded, TableProcess

NAMES = ("Ana", "Beto", "Caio", "Dora", "Edu", "Fabi")
HOME = "127.0.0.1"
STUCK = 120.0  # seconds without a fact after which a hand is given up
GIVEN_UP = 3  # hands given up after which the night is
HOUR = 3600.0
LONGER = 1.25  # of the night, at most, where faults are still to come
ADDRESSES = tuple(f"127.0.0.{n}" for n in range(11, 250))


@dataclass(frozen=True)
class SoakSettings:
    """What `fala soak` was asked; ``most`` hands end the night earlier, 0 does not."""

    hours: float = 6.0
    seed: int = 1
    share: float = 0.1
    most: int = 0
    keep: Path | None = None


Tell = Callable[[str, dict[str, Any]], None]


class Night:
    """One night; ``outcome`` has what came of it."""

    def __init__(self, settings: SoakSettings, folder: Path, tell: Tell) -> None:
        self.settings, self.folder, self.tell = settings, folder, tell
        self.outcome = Outcome(settings.seed, settings.hours, settings.hours * HOUR)
        self.data, self.room = folder / "data", folder / "room"
        self.data.mkdir()
        self.room.mkdir()
        self.disk = SmallDisk.mount(self.data)
        self.addresses = [a for a in ADDRESSES if _is_here(a)]
        self.stuck = 0
        self.plan: Plan = make_plan(
            settings.hours, settings.seed, share=settings.share, most=settings.most, disk=self.disk is not None,
            address=len(self.addresses) > 1,
        )  # fmt: skip
        self.port = free_port()
        self.address = self.addresses[0] if self.addresses else HOME
        self.ahead = 0.0
        self.wire = Wire()
        self.judged: dict[int, dict[str, Any]] = {}  # number of a camera's fact → what the room says of it
        self.awarded: dict[int, str] = {}
        self.report: dict[str, Any] = {}
        self.sums: Counter[str] = Counter()  # what each life of the table counted
        self._life_counts: Counter[str] = Counter()
        self.began = datetime.now(UTC).replace(microsecond=0)
        self._new_hand = (0, 0)
        self.coming = list(self.plan.faults)
        without = [("disk", self.disk is None), ("address", len(self.addresses) < 2)]
        self.outcome.left_out = [name for name, lacks in without if lacks]
        self.outcome.planned.update(f.what for f in self.plan.faults)
        emulated = FIRMWARE.is_dir() and all(shutil.which(tool) for tool in TOOLS)
        self.outcome.dealer = "sim" if emulated else "virtual"
        self.table = TableProcess(folder, self._arguments(), self.disk.command if self.disk else (), self._told)

    def _arguments(self) -> list[str]:
        numbers = ",".join(map(str, sorted(self.plan.recognised)))
        return [
            "--data", str(self.data), "--room", str(self.room), "--port", str(self.port),
            "--seats", str(len(NAMES)), "--seed", str(self.settings.seed), "--began", self.began.isoformat(),
            "--dealer", self.outcome.dealer, "--recognised", numbers,
        ]  # fmt: skip

    @property
    def there(self) -> Path:
        """What was left of the night, for those who check it: a copy where the disk goes away with it."""
        return self.folder / "left" if self.disk is not None else self.data

    @property
    def url(self) -> str:
        """Where phones find the table."""
        return f"http://{self.address}:{self.port}"

    # --- what the table says -----------------------------------------------------------------------------------------

    def _told(self, said: dict[str, Any]) -> None:
        if "judged" in said:
            self.judged[int(said["judged"])] = said
        elif "awarded" in said:
            self.awarded[int(said["awarded"])] = str(said["wrong"])
        elif "clock" in said:
            self.report = said
            looks = Counter(said["looks"])
            counts = Counter({"typed": said["typed"], "anew": said["anew"], "frames": said["frames"]}) + looks
            self._life_counts = counts
            if "ended" in said:
                sample = self.table.weigh(int(said["ended"] or 0), said["recogniser"])
                if sample is not None:
                    self.outcome.samples.append(sample)

    # --- the night ---------------------------------------------------------------------------------------------------

    async def run(self) -> Outcome:
        """Play it, settle, check; whatever was wrong is in the outcome."""
        began = time.monotonic()
        try:
            await self._start()
            await self._enter()
            try:
                await self._play()
                await settle_up(self.host, self.players, self.outcome)
            finally:
                for phone in (self.host.phone, *self.players):
                    await phone.close()
                self._hosting.cancel()
                await asyncio.gather(self._hosting, return_exceptions=True)
            if await self.table.stop():
                self.outcome.bad("not_ended", status=self.table.process.returncode)
        except TableEnded as e:
            self.outcome.bad("ended", why=str(e))
            await self.table.kill()
        except (httpx.HTTPError, OSError) as e:
            self.outcome.bad("ended", why=repr(e))
            await self.table.kill()
        self._sum_up()
        if self.disk is not None:
            await asyncio.to_thread(shutil.copytree, self.disk.there, self.there)
            self.disk.close()
        await asyncio.to_thread(check_night, self)
        self.outcome.seconds = time.monotonic() - began
        return self.outcome

    async def _start(self) -> None:
        await self.table.start("--address", self.address, "--ahead", str(self.ahead))
        await self.table.answers(f"http://{HOME}:{self.port}", time.monotonic())

    async def _enter(self) -> None:
        seed = self.settings.seed
        host = NightPhone(f"http://{HOME}:{self.port}", "host", "", seed, self.wire)
        self.players = [NightPhone(self.url, "player", str(n), seed, self.wire) for n in range(1, len(NAMES) + 1)]
        self.host = NightHost(host, self.players, self.plan)
        await host.enter()
        for phone, name in zip(self.players, NAMES, strict=True):
            await phone.enter(name)
            await phone.learn_code()
        for phone in (host, *self.players):
            phone.wake()
        self._hosting = asyncio.create_task(self.host.run())

    async def _play(self) -> None:
        faults = self.coming
        last, quiet = -1, time.monotonic()
        told_hand = 0
        while not self._over():
            self.table.check()
            if self._hosting.done():
                self._hosting.result()
            if self.host.phone.known != last:
                last, quiet = self.host.phone.known, time.monotonic()
            if time.monotonic() - quiet > STUCK:
                await self._stuck()
                quiet = time.monotonic()
                if self.stuck >= GIVEN_UP:
                    break
            if self.host.hand != self._new_hand[0]:
                self._new_hand = (self.host.hand, self.host.phone.known)
            if self.host.hand != told_hand:
                told_hand = self.host.hand
                self._progress()
            if faults and self._due(faults[0]):
                await self._fault(faults.pop(0))
                quiet = time.monotonic()
            await asyncio.sleep(0.02)
        await self._last_hand()

    def _over(self) -> bool:
        played = self.report.get("clock", 0.0) / self.outcome.wanted
        done = played >= (LONGER if self.coming else 1.0)
        return done or bool(self.settings.most and self.host.hand > self.settings.most)

    def _due(self, fault: Fault) -> bool:
        hand, first = self._new_hand
        if hand != fault.hand:
            return hand > fault.hand
        return self.host.phone.known - first >= fault.after

    async def _last_hand(self) -> None:
        """No hand begins any more; the present one is played to its end."""
        self.host.open = False
        end = time.monotonic() + STUCK
        while not self.host.between and time.monotonic() < end:
            self.table.check()
            await asyncio.sleep(0.05)
        if not self.host.between:
            await self._stuck()

    def _progress(self) -> None:
        words = {
            "clock": f"{int(self.report.get('clock', 0)) // 3600}:{int(self.report.get('clock', 0)) % 3600 // 60:02d}",
            "hours": f"{self.settings.hours:g}",
            "hand": self.host.hand,
            "facts": self.host.phone.known,
            "faults": self.outcome.faults.total(),
            "planned": len(self.plan.faults),
            "wrong": len(self.outcome.wrong) + len(self.wire.wrong) + len(self.wire.fives),
        }
        self.tell("progress", words)

    async def _stuck(self) -> None:
        """Say where the hand hangs, and let the host give it up."""
        state = self.host.phone.state
        host = state.get("host") or {}
        about = {
            "phase": state.get("phase"),
            "headline": state.get("headline"),
            "waits_for": host.get("waiting_cards"),
            "choices": [c["seat"] for c in host.get("choices", ())],
            "questions": [q["text"] for q in state.get("questions", ())],
            "devices": [d["text"] for d in state.get("devices", ()) if not d["ok"]],
        }
        self.stuck += 1
        self.outcome.bad("stuck", hand=self.host.hand, about=str(about))
        with contextlib.suppress(httpx.HTTPError):
            await self.host.phone.word("void_hand", "soak")

    # --- what goes wrong ---------------------------------------------------------------------------------------------

    async def _fault(self, fault: Fault) -> None:
        self.tell("fault", {"hand": self.host.hand, "what": fault.what, "detail": fault.detail})
        await getattr(self, f"_fault_{fault.what}")(fault.detail)
        self.outcome.faults[fault.what] += 1

    async def _facts(self, more: int, seconds: float = 20.0) -> bool:
        """Wait until so many facts more are known, or for some seconds at most."""
        before, end = self.host.phone.known, time.monotonic() + seconds
        while self.host.phone.known < before + more and time.monotonic() < end:
            self.table.check()
            await asyncio.sleep(0.02)
        return self.host.phone.known >= before + more

    async def _fault_camera(self, what: str) -> None:
        await self.table.order("camera", what=what)
        if what == "cable":
            await self._facts(15)
            await self.table.order("camera", what="")

    async def _fault_dealer(self, words: str) -> None:
        await self.table.order("dealer", words=words)

    async def _fault_sleep(self, phones: str) -> None:
        asleep = self.players[-int(phones) :]
        for phone in asleep:
            await phone.sleep()
        await self._facts(30)
        for phone in asleep:
            phone.wake()

    async def _fault_kill(self, _: str) -> None:
        await self.table.kill()
        self.sums += self._life_counts
        self._life_counts = Counter()
        began = time.monotonic()
        await self.table.start("--address", self.address, "--ahead", str(self.ahead))
        self.outcome.back.append(await self.table.answers(f"http://{HOME}:{self.port}", began))

    async def _fault_clock(self, which: str) -> None:
        self.ahead += HOUR if which == "ahead" else -HOUR
        await self.table.order("clock", ahead=self.ahead)
        await self._facts(10)

    async def _fault_disk(self, which: str) -> None:
        """The disk is nearly full, which the screens must say; or full, when taps are refused until room is made."""
        assert self.disk is not None
        await asyncio.to_thread(self.disk.fill, LOW_FREE)
        await self.table.order("look")
        if not await self._device("space_low", shown=True):
            self.outcome.bad("not_said", what="disk")
        if which == "full":
            await asyncio.to_thread(self.disk.fill, 0)
            await asyncio.sleep(3.0)
        else:
            await self._facts(10)
        self.disk.clear()
        await self.table.order("look")
        if not await self._facts(1, 30) or not await self._device("space_low", shown=False):
            self.outcome.bad("not_back", what="disk")

    async def _device(self, state: str, *, shown: bool) -> bool:
        """Whether the host's screen says this of a device (or does not any more), within ten seconds."""
        end, text = time.monotonic() + 10.0, say(DEFAULT, f"device.{state}")
        while time.monotonic() < end:
            devices = self.host.phone.state.get("devices", ())
            if any(d["text"] == text for d in devices) == shown:
                return True
            await asyncio.sleep(0.05)
        return False

    async def _fault_address(self, _: str) -> None:
        """A router gave the table another address: phones scan the new code and come back with their six digits."""
        old = self.address
        new = self.addresses[(self.addresses.index(old) + 1) % len(self.addresses)]
        await self.table.order("address", to=new)
        end = time.monotonic() + 10.0
        while new not in str(self.host.phone.state.get("url")) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        if new not in str(self.host.phone.state.get("url")):
            self.outcome.bad("not_said", what="address")
        self.address = new
        for i, before in enumerate(self.players):
            await before.sleep()
            after = NightPhone(
                self.url, "player", before.seat, self.settings.seed + len(self.outcome.faults), self.wire
            )
            answer = await after.http.post("/api/take", json={"seat": before.seat, "code": before.code})
            if answer.status_code != 200:
                self.outcome.bad("no_seat", seat=before.seat, status=answer.status_code)
            after.acknowledged, after.heads, after.known = before.acknowledged, before.heads, before.known
            await after.learn_code()
            self.players[i] = after
            await before.close()
            after.wake()
        async with httpx.AsyncClient(base_url=f"http://{old}:{self.port}") as stranger:
            if (await stranger.get("/")).status_code == 200:
                self.outcome.bad("old_address", address=old)

    def _sum_up(self) -> None:
        sums, o, wire = self.sums + self._life_counts, self.outcome, self.wire
        o.typed, o.anew, o.frames = sums["typed"], sums["anew"], sums["frames"]
        o.simulated = float(self.report.get("clock", 0.0))
        o.games = self.host.games if hasattr(self, "host") else Counter()
        o.answers = dict(sorted(wire.answers.items()))
        o.twice, o.lost, o.stale = wire.twice, wire.lost, wire.stale
        o.wrong += wire.wrong
        for code, times in Counter(wire.fives).items():
            o.bad("five", answer=code, times=times)


def _is_here(address: str) -> bool:
    """Whether this machine answers to an address of its own loop (Linux does to all of them)."""
    import socket

    with socket.socket() as s:
        try:
            s.bind((address, 0))
        except OSError:
            return False
    return True


async def soak(settings: SoakSettings, tell: Tell) -> Outcome:
    """Play one night in a folder of its own, which is kept where ``keep`` says so."""
    if settings.keep is not None:
        settings.keep.mkdir(parents=True, exist_ok=True)
        return await Night(settings, settings.keep.resolve(), tell).run()
    with tempfile.TemporaryDirectory(prefix="fala-soak-", ignore_cleanup_errors=True) as folder:
        return await Night(settings, Path(folder), tell).run()
