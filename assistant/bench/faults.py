"""`fala bench faults`: the camera fails in every way in the middle of a hand; how soon is it said, how soon is it back?

A real house with its pages, the virtual camera filming in real time, a hand of Stick under way. While a fault lasts the
host enters the next card by hand; after it the camera must read the next one by itself.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assistant.camera import Camera
from assistant.engine.cards import deck_cards
from assistant.facts import DeviceChanged, Fact
from assistant.phrases import DEFAULT, say
from assistant.play import FULL_LOW, House, attach_camera, open_house
from assistant.session import Opening
from assistant.table import TableState
from assistant.views import Tap
from assistant.virtual.disturbances import Disturbances
from assistant.virtual.world import World
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup
from assistant.web.port import Recipient
from assistant.world import Geometry

NAMED_WITHIN, BACK_WITHIN = 2.0, 10.0  # seconds
FPS = 15.0
SEATS = ("1", "2")
TABLE = Geometry("bench", 0.975, 0.975 * 9 / 16, (1440, 810), "rectangle")  # cards as large as on the small table
FAULTS = ("dead", "frozen", "noise", "black", "slow", "resolution", "knock")
KNOCK = (0.024, 0.018)  # metres: 3 cm
NAMES = {"noise": "noisy", "slow": "slow", "resolution": "resized", "knock": "knocked"}  # as the camera says it


@dataclass(frozen=True)
class FaultResult:
    """Seconds until it was named and, once it had passed, until all was well; whether play went on then and after."""

    fault: str
    named: float | None
    back: float | None
    by_hand: bool
    read_after: bool

    @property
    def met(self) -> bool:
        """Whether the aims hold."""
        in_time = self.named is not None and self.named <= NAMED_WITHIN
        return in_time and self.back is not None and self.back <= BACK_WITHIN and self.by_hand and self.read_after


class _Bench:
    """One house with a virtual camera in real time; notes what the host's screen is told of the camera."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.session = house.session
        self.world = World(
            SEATS, deck_cards(FULL_LOW, 0), seed=seed, geometry=TABLE, disturbances=Disturbances(noise=3.0)
        )
        self.told: list[tuple[float, str]] = []
        self.camera: Camera | None = None
        self.hand = 0
        self.session.listen(self._fact)

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        if isinstance(fact.payload, DeviceChanged) and fact.payload.device == "camera":
            self.told.append((time.monotonic(), fact.payload.state))

    async def start(self) -> None:
        layout = default_layout(SEATS, TABLE)
        deck = frozenset(deck_cards(FULL_LOW, 0))
        self.camera = await attach_camera(self.house, Setup("virtual", layout, deck=deck, virtual_fps=FPS))
        for seat, name in zip(SEATS, ("Ana", "Beto"), strict=True):
            await self.session.join(name, seat, 5, DEFAULT)
        self.show()
        await self.until(lambda: bool(self.told) and self.told[-1][1] == "ok", 20)

    def show(self) -> None:
        """The table as it lies now is what the camera films from here on."""
        assert self.camera is not None
        self.camera.service.see_soon((self.world.snapshot(),))

    async def until(self, truth: Callable[[], bool], seconds: float) -> float | None:
        """Seconds until something is so; None when it is not in time."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if truth():
                return time.monotonic() - began
            await asyncio.sleep(0.02)
        return None

    async def host(self, decision: str, value: str = "") -> bool:
        return (await self.session.host(Tap(secrets.token_hex(8), decision, self.session.state.seq, value))).ok

    async def advance(self) -> str:
        """Play on until the hand waits for an open card; the seat it waits for."""
        while True:
            hand = self.session.state.hand
            if hand is None or hand.over:
                await self.host("start_hand", "stick5")
                self.world.new_deck(deck_cards(self.session.state.hand.started.deck_low, 0))  # type: ignore[union-attr]
                self.show()
                await asyncio.sleep(0.6)
            elif hand.verdict is not None:
                await self.host("confirm_verdict")
            elif hand.choices:
                choice = hand.choices[0]
                view = self.session.view(Recipient("player", choice.seat)).choice
                assert view is not None
                words = [o.value for o in view.options]
                word = next(w for w in ("mesa", "passo", "cubro", *words) if w in words)
                tap = Tap(secrets.token_hex(8), view.decision, self.session.state.seq, word)
                await self.session.tap(Recipient("player", choice.seat), tap)
            elif not hand.expected_cards[0].up and hand.expected_cards[0].turn_place is None:
                for expected in hand.expected_cards:
                    self.world.deal(expected.seat, up=False)
                self.show()
                await self.host("closed_dealt")
            else:
                return hand.expected_cards[0].seat

    def lay(self, seat: str) -> str:
        """The dealer lays (or the player turns) what the hand waits for; its code."""
        hand = self.session.state.hand
        assert hand is not None
        expected = next(e for e in hand.expected_cards if e.seat == seat)
        if expected.turn_place is None:
            return self.world.deal(seat, up=True)
        return self.world.turn(seat, expected.turn_place)

    def known(self, seat: str, card: str) -> bool:
        hand = self.session.state.hand
        return hand is not None and card in (c.card for c in hand.cards.get(seat, ()))

    async def read(self) -> bool:
        """One card is laid and the camera takes it by itself."""
        seat = await self.advance()
        card = self.lay(seat)
        self.show()
        return await self.until(lambda: self.known(seat, card), 6) is not None

    async def fault(self, what: str) -> FaultResult:
        """One fault in the middle of a hand."""
        code = NAMES.get(what, what)
        mark = len(self.told)
        if what == "knock":
            self.world.shift_camera(KNOCK)
        else:
            self.world.camera_fault(what)
        self.show()
        named = await self.until(lambda: any(c == code for _, c in self.told[mark:]), 6)
        seat = await self.advance()
        card = self.lay(seat)
        self.show()
        by_hand = await self.host(f"card:{seat}", card) and self.known(seat, card)
        await asyncio.sleep(1.5)
        self.world.camera_fault("")
        self.show()
        back = await self.until(lambda: self.told[-1][1] == "ok", 15)
        await asyncio.sleep(0.3)
        return FaultResult(what, named, back, by_hand, await self.read())


async def measure(seed: int, faults: tuple[str, ...] = FAULTS) -> list[FaultResult]:
    """Every fault once, one after another, at one table; each is preceded by a card that the camera reads."""
    with tempfile.TemporaryDirectory(prefix="fala-faults-") as folder:
        opening = Opening(table="faults", seats=SEATS, game="stick5")
        async with open_house(opening, data=Path(folder), port=0, address="127.0.0.1") as house:
            bench = _Bench(house, seed)
            await bench.start()
            await bench.read()
            return [await bench.fault(what) for what in faults]


def run_bench_faults(*, seed: int = 1, lang: str = DEFAULT, tell: Callable[[str], None] = print) -> int:
    """Measure and print a table; 0 when every aim is met."""
    results = asyncio.run(measure(seed))
    for r in results:
        named = "—" if r.named is None else f"{r.named:.1f}"
        back = "—" if r.back is None else f"{r.back:.1f}"
        words = {"named": named, "back": back, "hand": _tick(r.by_hand), "after": _tick(r.read_after)}
        tell(say(lang, "bench_eye.fault", what=say(lang, f"bench_eye.fault_{r.fault}"), **words))
    met = all(r.met for r in results)
    tell(say(lang, "bench_eye.faults_met" if met else "bench_eye.faults_not_met"))
    return 0 if met else 1


def _tick(yes: bool) -> str:
    return "✓" if yes else "✗"
