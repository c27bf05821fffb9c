"""Frames that decided facts, from recognition to the table's folder of evidence; a full disk never stops the hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from assistant.facts import Fact, NightSettled
from assistant.records.evidence import CardRead, EvidenceStore
from assistant.session import Session
from assistant.table import TableState
from assistant.vision.evidence import SeenTable

FRESH_SECONDS = 1.5  # how long a person's word waits for the camera's picture of it


class EvidenceKeeper:
    """Stores what recognition saw, and says the names under which facts keep it."""

    def __init__(self, session: Session, store: EvidenceStore) -> None:
        self._session = session
        self.store = store
        self._tasks: set[asyncio.Task[None]] = set()
        session.listen(self._fact)

    async def names(self, seen: SeenTable | None) -> tuple[str, ...]:
        """Store a frame with its cards; empty where there is none, or where the disk takes no more (said once)."""
        if seen is None:
            return ()
        cards = [(CardRead(c.zone, c.card, c.certainty, c.sure, c.quad, guess=c.guess), c.jpeg) for c in seen.cards]
        try:
            names = await asyncio.to_thread(self.store.keep, seen.jpeg, cards)
        except OSError:
            await self._session.device("pictures", False, "pictures_lost")
            return ()
        lost = self._session.devices.get("pictures")
        if lost is not None and lost.text == "pictures_lost":
            await self._session.device("pictures", True, "ok")
        if self.store.used() > self.store.quota:
            await self.prune()
        return names

    async def fresh(self, look: Callable[[], Awaitable[SeenTable | None]]) -> tuple[str, ...]:
        """A frame taken now, for a card or a correction that a person enters; empty if the camera does not answer."""
        try:
            seen = await asyncio.wait_for(look(), FRESH_SECONDS)
        except (TimeoutError, RuntimeError):
            return ()
        return await self.names(seen)

    async def prune(self) -> None:
        """Make room among settled nights; says so when there is none."""
        gone = await asyncio.to_thread(self.store.prune, tuple(self._session.facts))
        if gone.over:
            await self._session.device("pictures", False, "pictures_full")
        elif "pictures" in self._session.devices:
            await self._session.device("pictures", True, "ok")

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        if isinstance(fact.payload, NightSettled):
            task = asyncio.get_running_loop().create_task(self.prune())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
