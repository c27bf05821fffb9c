"""`fala bench table`: whole virtual hands through the real recogniser, with every disturbance and no human help.

A hand is right when every card was taken as it lies, at the seat where it lies, and no question was left for a person;
then speakers and verdict follow from the rules, which have tests of their own. Nobody lays a card anew when it is asked
about: the table only goes on living, and what the camera still does not know after some looks is typed in and counted.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from assistant.engine.cards import deck_cards
from assistant.engine.hand_core import ExpectedCard
from assistant.engine.refusal import Refusal
from assistant.engine.variants import build
from assistant.facts import CardDealt, CardTurned, Fact, PotAwarded
from assistant.phrases import DEFAULT, say
from assistant.play import FULL_LOW, House, attach_camera, open_house, seat_names
from assistant.robots import Robots
from assistant.session import Opening
from assistant.table import TableState
from assistant.virtual.disturbances import ARMS_ONLY, QUIET, Disturbances
from assistant.virtual.world import World
from assistant.virtual_eyes import CameraEyes
from assistant.virtual_hands import zone_of
from assistant.virtual_people import Pace, VirtualPeople
from assistant.vision.layout import default_layout
from assistant.vision.service import Setup
from assistant.world import CARD_HEIGHT, GEOMETRIES

GAMES = ("stick5", "stickao", "stick7", "fechado", "stickao", "stick5")
TROUBLES = {"quiet": QUIET, "arms": ARMS_ONLY, "all": Disturbances.all()}
LONGEST = 600.0  # seconds after which a hand is given up as stuck
OUTCOMES = ("right", "asked", "wrong", "stuck")


@dataclass
class HandScore:
    """One hand: cards taken right and wrong, questions put, cards that a person had to type in; ``notes`` say which."""

    seed: int
    game: str
    seats: int
    geometry: str
    cards: int = 0
    wrong: int = 0
    asked: int = 0
    typed: int = 0
    over: bool = False
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """How the hand counts: one of OUTCOMES."""
        if self.wrong:
            return "wrong"
        if not self.over:
            return "stuck"
        return "asked" if self.typed else "right"


class Watcher:
    """Holds each fact that the camera brought against the virtual table's truth at that moment."""

    def __init__(self, world: World, score: HandScore) -> None:
        self._world, self._score = world, score

    def fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        """Count one fact."""
        p, score = fact.payload, self._score
        score.over |= isinstance(p, PotAwarded) or (after.hand is not None and after.hand.over)  # all may have passed
        if fact.kind == "asked":
            score.asked += 1
        if fact.source != "camera" or not isinstance(p, (CardDealt, CardTurned)):
            return
        lying = self._world.truth().get(zone_of(p.seat), ())
        score.cards += 1
        if p.card is None:
            held = sum(not c.up for c in after.hand.cards[p.seat]) if after.hand and p.seat in after.hand.seats else 0
            true = held <= sum(not up for _, up in lying)
        else:
            true = (p.card, True) in lying
        if not true:
            score.wrong += 1
            score.notes.append(f"{p.seat}: {p.card or 'back'} taken where {lying} lie")


class Unhelped(VirtualPeople):
    """People who deal and play but answer no question of the camera until they give up and type the card in."""

    lays_anew = False
    score: HandScore

    async def _type_in(self, wanted: ExpectedCard, code: str) -> None:
        doubts = [(d.code, d.seat, d.guess, d.detail) for d in self._session.doubts.values()]
        self.score.notes.append(f"{wanted.seat}: {code} typed, {doubts}")
        await super()._type_in(wanted, code)


async def play_hand(
    seed: int, game: str, seats: int, geometry: str, trouble: str = "all", threads: int = 2
) -> HandScore:
    """Play one hand to its end and score it; raises ValueError for an unknown game."""
    built = build(game)
    if isinstance(built, Refusal):
        raise ValueError(f"no game {game}")
    score = HandScore(seed, game, seats, geometry)
    began = time.monotonic()
    place, names = GEOMETRIES[geometry], seat_names(seats)
    opening = Opening(table=f"bench-{seed}", seats=names, game=game)
    with tempfile.TemporaryDirectory(prefix="fala-bench-") as folder:
        where = Path(folder)
        async with open_house(opening, data=where, port=0, address="127.0.0.1", where=where / "b.db") as house:
            world = World(names, deck_cards(FULL_LOW, 0), seed=seed, geometry=place, disturbances=TROUBLES[trouble])
            watcher = Watcher(world, score)
            house.session.listen(watcher.fact)
            setup = Setup(
                source="virtual",
                layout=default_layout(names, place),
                deck=frozenset(deck_cards(FULL_LOW, 0)),
                threads=threads,
                card_pixels=CARD_HEIGHT * place.scale,
            )
            camera = await attach_camera(house, setup)
            await _play(house, world, CameraEyes(camera, world), seed, score)
            score.asked = sum(1 for f in house.session.facts if f.kind == "asked")
    score.seconds = round(time.monotonic() - began, 1)
    return score


async def _play(house: House, world: World, eyes: CameraEyes, seed: int, score: HandScore) -> None:
    robots = Robots(house, random.Random(f"robots {seed}"), 0.0)
    people = Unhelped(house.session, world, eyes, Pace.fast(), hosts=True, thinking=robots.owe)
    people.limit, people.score = 1, score
    await robots.join([f"P{i}" for i in range(1, len(world.seats) + 1)])
    tasks = [asyncio.create_task(robots.run()), asyncio.create_task(people.run(1))]
    try:
        done, _ = await asyncio.wait(tasks, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await robots.close()
        score.typed = people.typed


def plan(seeds: int, first: int = 0) -> Iterator[tuple[int, str, int, str]]:
    """Six hands a seed: every game, four to six players, both geometries."""
    for seed in range(first, first + seeds):
        for k, game in enumerate(GAMES):
            yield seed * 10 + k, game, 4 + (seed + k) % 3, ("small", "round")[(seed + k) % 2]


def run_bench_table(
    seeds: int = 20,
    first: int = 0,
    trouble: str = "all",
    json_out: Path | None = None,
    only: str | None = None,
    lang: str = DEFAULT,
) -> int:
    """Play all hands, print each and the sums; 0 when no card was taken wrongly, 1 when one was, 2 for a bad option."""
    if trouble not in TROUBLES:
        print(say(lang, "bench_table.bad_trouble", name=trouble, names=", ".join(TROUBLES)))
        return 2
    scores: list[HandScore] = []
    for seed, game, seats, geometry in plan(seeds, first):
        if only is not None and only not in (game, geometry):
            continue
        s = asyncio.run(play_hand(seed, game, seats, geometry, trouble))
        scores.append(s)
        more = {"outcome": say(lang, f"bench_table.{s.outcome}"), "n": len(scores)}
        shown = {k: v for k, v in asdict(s).items() if k in ("seed", "game", "seats", "geometry", "cards", "seconds")}
        print(say(lang, "bench_table.hand", **shown, **more, asked=s.asked, typed=s.typed), flush=True)
        for note in s.notes:
            print(f"       {note}", flush=True)
    sums: dict[str, int] = {name: sum(s.outcome == name for s in scores) for name in OUTCOMES}
    sums |= {"hands": len(scores), "cards": sum(s.cards for s in scores), "questions": sum(s.asked for s in scores)}
    percent = round(100 * sums["right"] / max(1, len(scores)), 1)
    print(say(lang, "bench_table.sums", **sums, percent=percent))
    if json_out is not None:
        json_out.write_text(json.dumps({"sums": sums, "hands": [asdict(s) for s in scores]}, indent=1) + "\n")
    return 1 if sums["wrong"] else 0
