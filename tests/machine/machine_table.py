"""A table at which the emulated board deals: a session on a real journal, a person at the machine, a camera."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from assistant.dealer.device import DealerDevice
from assistant.dealer.devices import Machine
from assistant.dealer.devices.sim import Sim
from assistant.dealer.proving.person import Person
from assistant.engine.cards import deck_cards
from assistant.facts import CardDealt, HandStarted, MachineGave
from assistant.journal import Store
from assistant.machine import DealerMachine, Patience
from assistant.reconcile import SeenZone
from assistant.session import Opening, Session
from assistant.views import QuestionView, Tap
from assistant.web.port import Recipient

SEATS = ("1", "2", "3")
NAMES = ("Ana", "Beto", "Caio")
HOST = Recipient("host")
QUICK = Patience(unseen=0.3, surplus=0.2, wish=0.0, idle=0.01)


class MachineTable:
    """What people at the table do: look, turn cards, answer the host's phone, play their words."""

    store: Store
    task: asyncio.Task[None]

    def __init__(self, session: Session, sim: Sim, machine: DealerMachine, seed: int) -> None:
        self.session, self.sim, self.machine = session, sim, machine
        self.person = Person(sim)
        self.faces = list(deck_cards("2", 0))
        random.Random(seed).shuffle(self.faces)
        self.camera = False
        self.hidden: set[str] = set()  # seats the camera overlooks
        self.asked: list[str] = []
        self._taps = 0
        self._base: dict[str, int] = {}

    def start(self) -> None:
        """The machine's loop runs."""
        self.task = asyncio.create_task(self.machine.run())

    async def stop(self) -> None:
        """The loop ends wherever it is, as when the program is killed; a failure of its own is told."""
        if self.task.done() and not self.task.cancelled():
            self.task.result()
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.machine.device.close()

    async def restart(self) -> None:
        """The program is killed and started again: all it knows is the journal."""
        await self.stop()
        self.session = Session(self.store.table("t"), self.session.opening)
        await self.session.open()
        if self.camera:
            await self.session.device("camera", True, "ok")
        self.machine = machine_of(self.session, self.sim)
        self.start()

    def lying(self, seat: str) -> list[str]:
        """The faces of the cards that truly lie before a seat in this hand, in order."""
        return [self.faces[i] for i in self.person.lies[seat][self._base.get(seat, 0) :]]

    async def see(self) -> None:
        """The camera sees the table as it truly lies; open cards have been turned by their players."""
        hand = self.session.state.hand
        if not self.camera or hand is None:
            return
        zones = {}
        for seat in hand.seats:
            cards = [] if seat in self.hidden else self.lying(seat)
            closed = sum(1 for c in hand.cards[seat] if not c.up)
            closed += sum(1 for e in hand.expected_cards if e.seat == seat and not e.up)
            up = len(cards) - closed
            known = len(hand.open_cards(seat)) + sum(1 for e in hand.expected_cards if e.seat == seat and e.up)
            zones[seat] = SeenZone(
                faces=tuple(cards[closed : closed + min(up, known)]) if up > 0 else (),
                backs=min(len(cards), closed) + max(0, up - known),
            )
        await self.session.see(zones)

    async def open_by_hand(self) -> None:
        """Without a camera the host enters each open card that lies there."""
        hand = self.session.state.hand
        if hand is None or self.camera:
            return
        for seat in self.session.asking.to_turn:
            known = len(hand.cards[seat])
            if len(self.lying(seat)) > known:
                await self.host(f"card:{seat}", self.lying(seat)[known])

    async def host(self, decision: str, value: str = "") -> bool:
        """A tap on the host's phone."""
        self._taps += 1
        return (await self.session.host(Tap(f"host-{self._taps}-{id(self)}", decision, 0, value))).ok

    def question(self) -> QuestionView | None:
        """What the machine asks on the host's screen now."""
        found = [q for q in self.session.view(HOST).questions if q.id.startswith("dealer:")]
        return found[0] if found else None

    async def answer(self) -> str | None:
        """Do what the question asks, and tap the answer; the code of the question."""
        shown = self.question()
        if shown is None:
            return None
        asked = next(q for q in self.session.asking.questions if q.key == shown.id)
        code = asked.code.rpartition(".")[2]
        self.asked.append(code)
        if code in ("load", "cut", "gather"):
            await self.host(f"answer_question:{shown.id}", "done")
            return code
        question = self.machine.dealing.question
        assert question is not None
        held = {i for cards in self.person.lies.values() for i in cards}
        spare = [i for i in range(len(self.faces)) if i not in held]
        said = self.person.help(question, self.machine.dealing, spare)
        await self.see()
        await self.host(f"answer_question:{shown.id}", "done" if said is None else str(said))
        return code

    async def speak(self) -> None:
        """Whoever is asked says the cheapest word that stays in."""
        hand = self.session.state.hand
        for choice in hand.choices if hand is not None and not hand.over else ():
            for verb in ("mesa", "passo", "cubro", "aposto"):
                option = next((o for o in choice.options if o.value == verb), None)
                if option is not None:
                    self._taps += 1
                    amount = option.min if verb == "aposto" else None
                    tap = Tap(f"tap-{self._taps}-{id(self)}", choice.decision, 0, verb, amount)
                    assert (await self.session.tap(Recipient("player", choice.seat), tap)).ok
                    return

    async def until(self, done: Callable[[], bool], *, answering: bool = True, rounds: int = 3000) -> None:
        """Let the table go on, with people doing their part, until something holds."""
        for _ in range(rounds):
            if done():
                return
            await asyncio.sleep(0.002)
            await self.see()
            await self.open_by_hand()
            await self.speak()
            if answering:
                await self.answer()
        hand = self.session.state.hand
        raise AssertionError(f"never: {self.question()} {hand.expected_cards if hand else None} {self.asked}")

    def dealt_all(self) -> bool:
        """Every card of the hand has been dealt and the hand waits for the showdown."""
        hand = self.session.state.hand
        return hand is not None and not any(e.turn_place is None for e in hand.expected_cards) and not hand.choices

    def check(self) -> None:
        """Before every seat lies exactly what the hand knows, and the journal has as many cards from the machine."""
        hand = self.session.state.hand
        assert hand is not None
        for seat in hand.seats:
            assert len(self.lying(seat)) == len(hand.cards[seat]), seat
            opened = [c.card for c in hand.cards[seat] if c.up]
            assert opened == self.lying(seat)[-len(opened) :]
        assert self.session.check()[1].intact

    def gave(self) -> int:
        """Cards the machine says it gave in this hand, less those taken back."""
        start = max(i for i, f in enumerate(self.session.facts) if isinstance(f.payload, HandStarted))
        return sum(f.payload.cards for f in self.session.facts[start:] if isinstance(f.payload, MachineGave))

    def closed_facts(self) -> list[str]:
        """Who told of each closed card."""
        return [f.source for f in self.session.facts if isinstance(f.payload, CardDealt) and not f.payload.up]


def machine_of(session: Session, sim: Sim) -> DealerMachine:
    """The machine as a program that starts finds it."""
    return DealerMachine(session, Machine("sim", DealerDevice(sim.open_line), sim=sim), QUICK)


@asynccontextmanager
async def machine_table(
    path: Path,
    *,
    game: str = "stick5",
    drum: bool = False,
    camera: bool = True,
    seed: int = 1,
    cards: int = 52,
    deck: str | None = "2",
    people: int = 3,
) -> AsyncIterator[MachineTable]:
    """Three people seated, the board emulated by its own clock, the machine's loop running."""
    sim = Sim(cards=cards, seed=seed, drum=drum, boot_ms=300)
    with Store.open(path / "fala.db") as store:
        session = Session(store.table("t"), Opening("t", SEATS, game, deck=deck))
        await session.open()
        for seat, name in list(zip(SEATS, NAMES, strict=True))[:people]:
            if seat not in session.state.players:
                assert (await session.join(name, seat, 1, "pt-BR")).ok
        if camera:
            await session.device("camera", True, "ok")
        table = MachineTable(session, sim, machine_of(session, sim), seed)
        table.camera = camera
        table.store = store
        table.start()
        try:
            yield table
        finally:
            await table.stop()
            sim.close()
