"""The dealer machine as the session sees it: give a card, and what became of it; never two cards for one order.

One coroutine at a time talks to the machine; between orders ``pump`` (or the task of ``watch``) takes its events.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from assistant.dealer import protocol_table as table
from assistant.dealer.line import Line
from assistant.dealer.link import Link, Reply
from assistant.dealer.protocol_table import Capabilities, Cause, Error, Fault, Result, Sensors, State
from assistant.dealer.records import (
    CardOut,
    CardVoid,
    Done,
    Event,
    Hello,
    Last,
    LinkDown,
    Out,
    Ready,
    Rebooted,
    Status,
    Trouble,
    Unsure,
    Void,
)

BOOT_WAIT = 5.0  # seconds a board may need from opening its port to its first word
PAUSES = (0.3, 0.5, 1.0, 2.0, 4.0, 5.0)  # between tries to come back
DEAL_MS = 6000
NEW_MS = 8000

Opener = Callable[[], Awaitable[Line]]


class DealerDevice:
    """One machine at the end of a line that ``opener`` can open again."""

    def __init__(self, opener: Opener, *, tries: int = 6) -> None:
        self.opener = opener
        self.tries = tries  # to come back after the line is lost, before giving the deal to people
        self.line: Line | None = None
        self.link = Link()
        self.hello: Hello | None = None
        self.ticket = 0  # the last one used
        self.news: deque[Event] = deque()  # for the session, in order
        self.reconnects = 0
        self._number = 0
        self._lock = asyncio.Lock()

    # --- connecting ----------------------------------------------------------------------------------------------

    async def connect(self) -> Hello:
        """Open the line and greet; raises LinkDown with what to do about it."""
        self.close()
        self.line = await self.opener()
        self.link = Link()
        return await self._greet(BOOT_WAIT)

    async def _greet(self, seconds: float) -> Hello:
        line = self._line()
        end = line.now() + seconds
        damaged = self.link.reader.damaged
        self._number = self._number % 60000 + 1
        self.link.command(line.now(), self._number, "HELLO", table.VERSION)
        while self.link.reply is None:
            if line.now() >= end:
                self.link.abandon()
                raise LinkDown("garbled" if self.link.reader.damaged > damaged + 2 else "silent")
            await self._once(min(0.5, end - line.now()))
        reply = self.link.reply
        if reply.kind != "OK":
            raise LinkDown("version", ours=table.VERSION)
        version, firmware, bits, boot, cause, ticket = reply.words
        self.hello = Hello(
            int(version), int(firmware), Capabilities(int(bits)), int(boot), Cause(cause), int(ticket)
        )
        self.ticket = self.hello.ticket
        return self.hello

    async def _return(self, why: LinkDown) -> None:
        """Come back after the line was lost, at a measured pace; raises the last LinkDown when it does not."""
        last = why
        for i in range(self.tries):
            if self.line is not None:
                self.line.close()
            await asyncio.sleep(0 if i == 0 else PAUSES[min(i, len(PAUSES) - 1)])
            try:
                await self.connect()
            except LinkDown as e:
                last = e
            else:
                self.reconnects += 1
                return
        raise last

    def close(self) -> None:
        """Let go of the port."""
        if self.line is not None:
            self.line.close()
            self.line = None

    def _line(self) -> Line:
        if self.line is None:
            raise LinkDown("closed")
        return self.line

    # --- talking -------------------------------------------------------------------------------------------------

    async def _once(self, seconds: float) -> None:
        """Write what waits, read what comes, repeat what is due."""
        line = self._line()
        if data := self.link.take_out():
            await line.write(data)
        got = await line.read(max(0.001, min(seconds, self.link.due(line.now()))))
        self.link.receive(got, line.now())
        self.link.tick(line.now())
        if data := self.link.take_out():
            await line.write(data)
        self.news.extend(self.link.events)
        self.link.events.clear()

    async def _ask(self, verb: str, *args: int, number: int | None = None) -> Reply:
        line = self._line()
        if number is None:
            self._number = self._number % 60000 + 1
            number = self._number
        self.link.command(line.now(), number, verb, *args)
        while self.link.reply is None:
            if self.link.dead:
                self.link.abandon()
                raise LinkDown("silent")
            await self._once(1.0)
        return self.link.reply

    async def _settled_ask(self, verb: str, *args: int) -> Reply:
        """A command that may meet a machine still writing its memory: asked again for a second or so."""
        for _ in range(20):
            reply = await self._ask(verb, *args)
            if reply.kind != "ERR" or reply.words[0] != Error.BUSY:
                break
            await self._pump(0.1)
        return reply

    async def _pump(self, seconds: float) -> None:
        line = self._line()
        end = line.now() + seconds
        while line.now() < end:
            await self._once(end - line.now())

    async def pump(self, seconds: float) -> tuple[Event, ...]:
        """Listen for a while; the events that came. A lost line is opened again; raises LinkDown when it stays lost."""
        async with self._lock:
            try:
                await self._pump(seconds)
                if any(isinstance(e, Rebooted) for e in self.news):
                    await self._greet(BOOT_WAIT)
            except LinkDown as e:
                await self._return(e)
            got = tuple(self.news)
            self.news.clear()
            return got

    async def rest(self, seconds: float) -> None:
        """Let some time go by; what is told meanwhile stays for ``pump``."""
        async with self._lock:
            await self._pump(seconds)

    async def status(self) -> Status:
        """Ask what stands."""
        async with self._lock:
            return await self._status()

    async def _status(self) -> Status:
        state, fault, fault_no, count, sensors, unsure = (await self._ask("STATE")).words
        return Status(State(state), Fault(fault), int(fault_no), int(count), Sensors(int(sensors)), int(unsure))

    async def last(self) -> Last:
        """Ask for the last ticket."""
        async with self._lock:
            return await self._last()

    async def _last(self) -> Last:
        ticket, position, result, count = (await self._ask("LAST")).words
        return Last(int(ticket), int(position), Result(result), int(count))

    async def setting(self, key: int, value: int | None = None) -> int:
        """Read a setting, or write it and read what stands."""
        async with self._lock:
            reply = await (self._ask("GET", key) if value is None else self._settled_ask("SET", key, value))
            if reply.kind != "OK":
                raise LinkDown("refused", why=" ".join(reply.words))
            return int(reply.words[1])

    async def settle(self, ticket: int, cards: int) -> Error | None:
        """Tell the machine how many cards of an unsure ticket lie on the table; None when it took that."""
        async with self._lock:
            return _error(await self._settled_ask("SETTLE", ticket, cards))

    async def clear(self, fault_no: int) -> Error | None:
        """End a fault; None when ended, otherwise what still stands in the way."""
        async with self._lock:
            return _error(await self._settled_ask("CLEAR", fault_no))

    async def stop(self) -> None:
        """Stop every motor."""
        async with self._lock:
            await self._ask("STOP")

    # --- orders --------------------------------------------------------------------------------------------------

    async def new_deal(self) -> Done:
        """Find home and count from 0."""
        return await self._order("NEW", NEW_MS)

    async def deal(self, position: int) -> Done:
        """One card to a position."""
        return await self._order("DEAL", position, DEAL_MS)

    async def insert(self, slot: int = 0) -> Done:
        """One card into the drum; 0: the machine draws the slot and tells nobody."""
        return await self._order("INSERT", slot, DEAL_MS)

    async def _order(self, verb: str, *args: int) -> Done:
        async with self._lock:
            try:
                return await self._run(verb, args)
            except LinkDown as e:
                return await self._after_loss(e)

    async def _run(self, verb: str, args: tuple[int, ...]) -> Done:
        self.news = deque(e for e in self.news if not isinstance(e, CardOut | CardVoid | Ready))
        for _ in range(3):
            ticket = self.ticket = self.ticket % 65535 + 1
            reply = await self._ask(verb, *args, number=ticket)
            if reply.kind == "ERR" and reply.words[0] in (Error.GREET, Error.OLD, Error.AHEAD):
                await self._greet(BOOT_WAIT)  # it has started anew, or another host has been here
                continue
            if reply.kind == "ERR" and reply.words[0] == Error.BUSY:
                await self._pump(0.1)
                continue
            break
        if reply.kind == "ERR":
            return Void(Error(reply.words[0]))
        return await self._outcome(ticket, args[-1] / 1000 + 4.0)

    async def _outcome(self, ticket: int, seconds: float) -> Done:
        line = self._line()
        end = line.now() + seconds
        look = line.now() + 2.5
        while line.now() < end:
            for event in tuple(self.news):
                match event:
                    case CardOut(ticket=t) if t == ticket:
                        self.news.remove(event)
                        return Out(event.position, event.count)
                    case Ready(ticket=t) if t == ticket:
                        self.news.remove(event)
                        return Out(0, 0)
                    case CardVoid(ticket=t) if t == ticket:
                        self.news.remove(event)
                        return Void(event.fault)
                    case Trouble(ticket=t) if t == ticket:
                        self.news.remove(event)
                        return await self._what_became(ticket)
                    case Rebooted():
                        self.news.remove(event)
                        await self._greet(BOOT_WAIT)
                        return await self._what_became(ticket)
            if line.now() >= look:  # an event may have been lost with a reset: ask the machine's memory
                look = line.now() + 2.5
                status = await self._status()
                if status.state in (State.IDLE, State.FAULT):
                    return await self._what_became(ticket)
            await self._once(min(end, look) - line.now())
        return await self._what_became(ticket)

    async def _after_loss(self, why: LinkDown) -> Done:
        ticket = self.ticket
        await self._return(why)
        return await self._what_became(ticket)

    async def _what_became(self, ticket: int) -> Done:
        """What the machine's own memory says about a ticket, once it is at rest."""
        status = await self._status()
        for _ in range(100):
            if status.state not in (State.BUSY, State.BOOT):
                break
            await self._pump(0.1)
            status = await self._status()
        last = await self._last()
        stale = [e for e in self.news if isinstance(e, CardOut | CardVoid | Ready) and e.ticket == ticket]
        for event in stale:
            self.news.remove(event)
        if last.ticket != ticket:
            return Void(status.fault if status.fault != Fault.NONE else Fault.POWER)  # it never began
        if last.result in (Result.OUT, Result.SETTLED):
            return Out(last.position, last.count)
        if last.result == Result.READY:
            return Out(0, 0)
        if last.result in (Result.STARTED, Result.DOUBLE):
            gate = Sensors.BEAM in status.sensors
            return Unsure(status.fault, status.fault_no, ticket, last.position, gate)
        return Void(status.fault if status.fault != Fault.NONE else Fault.STOPPED)


def _error(reply: Reply) -> Error | None:
    return Error(reply.words[0]) if reply.kind == "ERR" else None
