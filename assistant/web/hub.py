"""Who listens: one watcher of the table wakes every stream, and a stream that went silent is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from assistant.web.port import TablePort

SILENT_SECONDS = 45.0  # a phone says "here" every 15 s; three missed and its stream is dead
MOST_STREAMS = 3  # of one phone: tabs; the oldest makes room


@dataclass(eq=False)
class Stream:
    """One open event stream."""

    id: str
    key: str  # of the phone
    seat: str | None
    heard: float
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """Wakes streams when the table or the list of phones changed; nobody waits for anybody else."""

    def __init__(self, port: TablePort, steady: Callable[[], float]) -> None:
        self._port, self._steady = port, steady
        self.revision = 1
        self._wake: asyncio.Event | None = None
        self._watch: asyncio.Task[None] | None = None
        self._streams: dict[str, Stream] = {}
        self.closed = False

    def bump(self) -> None:
        """Something everybody may want to redraw changed."""
        self.revision += 1
        if self._wake is not None:
            self._wake.set()
            self._wake = None

    @property
    def follows(self) -> bool:
        """Whether the watcher runs, so that an equal revision means an unchanged table."""
        return self._watch is not None and not self._watch.done()

    async def _follow(self, version: int) -> None:
        while True:
            version = await self._port.changed(version)
            self.bump()

    async def wait(self, seen: int, seconds: float) -> int:
        """The revision once it differs from ``seen``, or after ``seconds`` whatever it is."""
        if not self.follows:
            self._watch = asyncio.get_running_loop().create_task(self._follow(-1))
        if self.revision != seen or self.closed:
            return self.revision
        if self._wake is None:
            self._wake = asyncio.Event()
        wake = self._wake
        try:
            async with asyncio.timeout(seconds):
                await wake.wait()
        except TimeoutError:
            pass
        return self.revision

    # --- streams ---------------------------------------------------------------------------------------------------

    def open(self, stream: Stream) -> None:
        """Register a stream; the oldest of the same phone ends when it has too many."""
        own = [s for s in self._streams.values() if s.key == stream.key]
        for old in own[: max(0, len(own) - MOST_STREAMS + 1)]:
            self.close(old)
        self._streams[stream.id] = stream
        if stream.seat is not None:
            self._port.presence(stream.seat, True)

    def close(self, stream: Stream) -> None:
        """Forget a stream; harmless when it is gone already."""
        if self._streams.pop(stream.id, None) is None:
            return
        stream.ended.set()
        if stream.seat is not None:
            self._port.presence(stream.seat, False)

    def hear(self, id: str, key: str) -> bool:
        """A phone says it still listens; False when the stream is not its own or gone."""
        stream = self._streams.get(id)
        if stream is None or stream.key != key:
            return False
        stream.heard = self._steady()
        return True

    def alive(self, stream: Stream) -> bool:
        """Whether to go on writing to it; each also lets silent others go, whose own task may hang in a send."""
        limit = self._steady() - SILENT_SECONDS
        for s in [s for s in self._streams.values() if s.heard < limit]:
            self.close(s)
        return stream.id in self._streams and not self.closed

    def listens(self, key: str) -> bool:
        """Whether this phone has a stream open."""
        return any(s.key == key for s in self._streams.values())

    def count(self) -> int:
        """How many streams are open."""
        return len(self._streams)

    def shut(self) -> None:
        """End every stream and the watcher: the server is stopping."""
        self.closed = True
        if self._watch is not None:
            self._watch.cancel()
        for s in list(self._streams.values()):
            self.close(s)
        self.bump()
