"""Who is sent away (or goes) in the middle of a hand: out of it at the next turn, paid off when it is over."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from assistant.facts import Acted, Asked, Fact, HandStarted, PlayerLeft, PlayerSeated, Seat
from assistant.phrases import say
from assistant.views import Tap, TapResult

if TYPE_CHECKING:
    from assistant.session import Outcome, Session
    from assistant.table import TableState


OUT = ("saio", "passo", "mesa")  # the word that gives up most and costs nothing


class Leaving:
    """Seats whose people leave as soon as the hand lets them; the session's loop alone comes here.

    A hand without chips left to bet stays in and may win: nobody loses what he has paid for by standing up. Who is to
    leave stands in the journal, so that it holds after a power cut.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._who = _told(session)  # seat → person, so that nobody leaves who took the seat meanwhile
        self._tasks: set[asyncio.Task[None]] = set()
        session.listen(self._fact)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats that are about to become free."""
        return tuple(self._who)

    async def host(self, tap: Tap, lang: str) -> TapResult | None:
        """Take "leave:SEAT" while a hand is played, and "stay:SEAT"; None for anything else."""
        verb, _, seat = tap.decision.partition(":")
        state = self._session.state
        if verb not in ("leave", "stay") or seat not in state.players:
            return None
        name = state.players[seat].name
        if verb == "stay":
            there = self._who.pop(seat, None) is not None
            if there:
                await self._write(seat, verb, tap)
            await self._session.publish()
            text = say(lang, "table.stays" if there else "table.host_nothing", name=name)
            return TapResult(there, "stays" if there else "nothing", text, seq=state.seq)
        if not state.in_hand:
            return None
        written = await self._write(seat, verb, tap)
        if not written.ok:
            return self._session.result(written, lang)
        self._who[seat] = state.players[seat].player
        await self._go_on()
        await self._session.publish()
        return TapResult(True, "leaving", say(lang, "table.leaving", name=name), seq=self._session.state.seq)

    async def _write(self, seat: Seat, verb: str, tap: Tap) -> Outcome:
        said = Asked(question=f"leaving:{seat}", seat=seat, code="leaving", answer=verb)
        return await self._session.propose(said, source="host", tap=tap.id)

    def _fact(self, before: TableState, fact: Fact, after: TableState) -> None:
        if self._who:  # the fact's own proposal still holds the journal
            task = asyncio.get_running_loop().create_task(self._go_on())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _go_on(self) -> None:
        """Let each say "saio" where it is his turn, and see him off once no hand is played."""
        from assistant import people

        state = self._session.state
        self._who = {s: who for s, who in self._who.items() if s in state.players and state.players[s].player == who}
        hand = state.hand
        if state.in_hand and hand is not None:
            for choice in hand.choices:
                words = {o.value for o in choice.options} if choice.kind == "act" else set()
                word = next((w for w in OUT if w in words), None)
                if choice.seat in self._who and word is not None:
                    await self._session.propose(Acted(seat=choice.seat, verb=word), source="host")
                    return  # the fact itself brings us here again
            return
        for seat in list(self._who):
            del self._who[seat]
            tap = Tap(secrets.token_hex(8), f"leave:{seat}", state.seq, "")
            await people.see_off(self._session, seat, tap, "host", self._session.language)


def _told(session: Session) -> dict[Seat, str]:
    """Who was to leave when the journal was last written: since the hand began, and seated all the time."""
    leaving: set[Seat] = set()
    for fact in session.facts:
        match fact.payload:
            case HandStarted():
                leaving = set()
            case PlayerSeated(seat=seat) | PlayerLeft(seat=seat):
                leaving.discard(seat)
            case Asked(code="leaving", seat=str(seat), answer="leave"):
                leaving.add(seat)
            case Asked(code="leaving", seat=str(seat)):
                leaving.discard(seat)
    players = session.state.players
    return {seat: players[seat].player for seat in leaving if seat in players}
