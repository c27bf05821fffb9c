"""Films for the clock: hands of Stick at the virtual table, drawn beforehand, an arm laying or turning each card."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2

from assistant.virtual.disturbances import Disturbances
from assistant.virtual.world import World
from assistant.vision.sources.film import SCRIPT
from assistant.vision.sources.virtual import render
from assistant.world import SMALL, Geometry, WorldArm, WorldSnapshot, places

FPS = 30
STEPS = 9  # positions of an arm on its way in, and out
EACH = 1  # frames that each position lasts: an arm never rests
RESTING = 4  # pictures of a table at rest, shown in turn
FREE = 0.995  # share of a card that is to be seen for it to lie uncovered


@dataclass(frozen=True)
class SceneNote:
    """What a scene shows: "closed", "deal" or "turn" or "gather", the seat and the card's code."""

    what: str
    seat: str = ""
    card: str = ""


class FilmMaker:
    """Draws one scene after another of a world into a folder; ``close`` writes the script."""

    def __init__(self, folder: Path, seats: tuple[str, ...], deck: tuple[str, ...], seed: int) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.seats = seats
        self.geometry: Geometry = SMALL
        self.world = World(seats, deck, seed=seed, geometry=self.geometry, disturbances=Disturbances(noise=3.0))
        self.notes: list[SceneNote] = []
        self._scenes: list[dict[str, object]] = []
        self._rng = random.Random(f"film {seed}")
        self._places = {p.seat: p for p in places(self.geometry, seats)}
        self._drawn = 0
        self.rest(SceneNote("gather"))

    def _picture(self, snapshot: WorldSnapshot) -> str:
        self._drawn += 1
        name = f"{self._drawn:05d}.jpg"
        cv2.imwrite(str(self.folder / name), render(snapshot).image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        return name

    def rest(self, note: SceneNote, before: list[str] | None = None, mark: int = 0) -> None:
        """Close a scene with the table at rest."""
        rest = [self._picture(self.world.snapshot()) for _ in range(RESTING)]
        self._scenes.append({"pictures": before or [], "rest": rest, "mark": mark})
        self.notes.append(note)

    def closed(self) -> None:
        """A closed card to every seat."""
        for seat in self.seats:
            self.world.deal(seat, up=False)
        self.rest(SceneNote("closed"))

    def deal(self, seat: str) -> None:
        """An open card, laid by an arm."""
        self._by_arm(seat, "deal", lambda: self.world.deal(seat, up=True))

    def turn(self, seat: str, place: int) -> None:
        """A closed card turned by its owner."""
        self._by_arm(seat, "turn", lambda: self.world.turn(seat, place))

    def gather(self) -> None:
        """All cards back into the deck, shuffled anew."""
        self.world.gather()
        self.rest(SceneNote("gather"))

    def _by_arm(self, seat: str, what: str, act: Callable[[], str]) -> None:
        before = self.world.snapshot()
        code = act()
        after = self.world.snapshot()
        changed = [c for c in after.cards if c.code == code and c.zone == seat]
        target = changed[-1].at
        start = self._places[seat].point(self._rng.uniform(-0.1, 0.1), 0.35)
        tone, width = self._rng.randrange(6), self._rng.uniform(0.07, 0.1)
        frames: list[str] = []
        mark = None
        way = [(k + 1) / STEPS for k in range(STEPS)]
        for base, share in [(before, s) for s in way] + [(after, s) for s in reversed(way[:-1])]:
            tip = tuple(a + (b - a) * share for a, b in zip(start, target, strict=True))
            arm = WorldArm(start, (tip[0], tip[1]), width, tone)
            for _ in range(EACH):
                seen = replace(base, arms=(arm,), frame=self.world.snapshot().frame)
                if mark is None and base is after and self._free(seen, code):
                    mark = len(frames)
                frames.append(self._picture(seen))
        self.rest(SceneNote(what, seat, code), frames, len(frames) if mark is None else mark)

    @staticmethod
    def _free(snapshot: WorldSnapshot, code: str) -> bool:
        return any(t.card == code and t.visible_fraction >= FREE for t in render(snapshot).truth)

    def close(self) -> None:
        """Write the script."""
        script = {"fps": FPS, "scenes": self._scenes, "notes": [asdict(n) for n in self.notes]}
        (self.folder / SCRIPT).write_text(json.dumps(script), encoding="utf-8")


def stick_film(folder: Path, seats: tuple[str, ...], deck: tuple[str, ...], hands: int, seed: int) -> list[SceneNote]:
    """Whole hands of five-card Stick: closed cards, four open streets, the closed ones turned; notes of all scenes."""
    if (folder / SCRIPT).is_file():  # drawn before
        return [SceneNote(**n) for n in json.loads((folder / SCRIPT).read_text(encoding="utf-8"))["notes"]]
    maker = FilmMaker(folder, seats, deck, seed)
    for _ in range(hands):
        maker.closed()
        for _ in range(4):
            for seat in seats:
                maker.deal(seat)
        for seat in seats:
            maker.turn(seat, 0)
        maker.gather()
    maker.close()
    return maker.notes
