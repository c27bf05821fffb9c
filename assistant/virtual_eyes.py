"""Who looks at the virtual table: the real recogniser over rendered pictures, or the truth itself, for mass runs.

`--eyes camera` (the default) renders every frame and reads it as any camera's; `--eyes truth` draws nothing and tells
the session what lies open and how many closed cards lie where, through the same door.
"""

from __future__ import annotations

from typing import Protocol

from assistant.camera import Camera
from assistant.engine.hand_core import CENTRE
from assistant.reconcile import SeenZone
from assistant.session import Session
from assistant.virtual.world import World
from assistant.virtual_hands import zone_of


class Eyes(Protocol):
    """Looks at the virtual table and tells the session what it sees."""

    async def look(self) -> None:
        """Take in the table as it lies now."""


class CameraEyes:
    """The real recogniser: the world is filmed, frame by frame."""

    def __init__(self, camera: Camera, world: World, frames: int = 3) -> None:
        self._camera, self._world, self._frames = camera, world, frames

    async def look(self) -> None:
        """Film what happened since the last look, and the table at rest."""
        await self._camera.film(self._world.film(self._frames))


class TruthEyes:
    """No picture and no recogniser: open faces and the number of closed cards, as they truly lie."""

    def __init__(self, session: Session, world: World) -> None:
        self._session, self._world = session, world

    async def look(self) -> None:
        """Tell the session where each card lies; of closed ones only how many."""
        truth = self._world.truth()
        seen = {}
        for zone in (*self._session.state.seats, CENTRE):
            lying = truth.get(zone_of(zone), ())
            seen[zone] = SeenZone(faces=tuple(c for c, up in lying if up), backs=sum(not up for _, up in lying))
        await self._session.see(seen)
