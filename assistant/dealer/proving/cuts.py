"""Power cut at random instants of a deal: then the count is right, or the machine says which card it is unsure of."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.sim import Sim
from assistant.dealer.proving.person import Person
from assistant.dealer.records import Out, Unsure, Void

CARDS_BEFORE = 2  # dealt in peace before the card whose power goes


@dataclass
class Cuts:
    """What a run of power cuts has shown."""

    cuts: int = 0
    sure: int = 0  # the machine knew
    unsure: int = 0  # it named the one card it does not know about
    torn: int = 0  # a byte of its memory was being written
    during: dict[str, int] = field(default_factory=dict)  # the answer the driver gave, by kind
    wrong: list[str] = field(default_factory=list)


async def run_cuts(count: int, seed: int) -> Cuts:
    """Cut the power that often, each on a board of its own."""
    cuts = Cuts()
    for n in range(count):
        await _one(n, random.Random(f"{seed}:{n}"), cuts)
    return cuts


async def _one(n: int, rng: random.Random, cuts: Cuts) -> None:
    sim = Sim(cards=20, seed=rng.randrange(1 << 30), boot_ms=300)
    person = Person(sim)
    try:
        device = DealerDevice(sim.open_line)
        await device.connect()
        await device.new_deal()
        for _ in range(CARDS_BEFORE):
            await device.deal(rng.randrange(1, 11))
        target = rng.randrange(1, 11)
        at = sim.now_us + rng.randrange(0, 1_300_000)
        sim.order(f"fault coast {rng.choice((4000, 12000, 30000))}")
        sim.order(f"at {at} cut {rng.randrange(20, 1500)}")
        done = await device.deal(target)
        await device.pump(max(0.0, at / 1e6 + 3.0 - sim.now_us / 1e6))
        status, last = await device.status(), await device.last()
        truly = sum(person.counts().values())
        cuts.cuts += 1
        cuts.torn += any(w[0] == "torn" for _, w in sim.truth)
        cuts.during[type(done).__name__] = cuts.during.get(type(done).__name__, 0) + 1
        name = f"cut {n} at {at}: {done}, {status}, truly {truly}"
        if status.unsure:
            cuts.unsure += 1
            if truly not in (CARDS_BEFORE, CARDS_BEFORE + 1) or status.count != CARDS_BEFORE:
                cuts.wrong.append(name)
            if status.unsure != last.ticket or last.position != target:
                cuts.wrong.append(name + " names another card")
        else:
            cuts.sure += 1
            if status.count != truly:
                cuts.wrong.append(name)
        told = {Out: (CARDS_BEFORE + 1,), Void: (CARDS_BEFORE,), Unsure: (CARDS_BEFORE, CARDS_BEFORE + 1)}[type(done)]
        if truly not in told:
            cuts.wrong.append(name + " told wrongly")
        device.close()
    finally:
        sim.close()
