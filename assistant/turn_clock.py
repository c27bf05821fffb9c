"""The clock of the turn that is being taken: counts for the house where it plays with one, and acts when time is up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant.engine.choices import Choice
from assistant.engine.clock import COUNTED, QUIET, ClockReading, read_clock
from assistant.engine.hand_bet import TIME_OUT
from assistant.engine.options import Options
from assistant.facts import Acted, Payload
from assistant.narrator import name_of
from assistant.phrases import say
from assistant.views import OptionView, QuestionView

if TYPE_CHECKING:
    from assistant.session import Session

WAIT, LEAVES = "wait", "saio"


class TurnClock:
    """One turn at a time (R-220 to R-223); a pause stops it, and a table opened again gives the turn its time anew."""

    def __init__(self, session: Session, now: Callable[[], float] = time.time) -> None:
        self._session, self._now = session, now
        self._turn: tuple[int, str] | None = None
        self._began = 0.0
        self._paused_at: float | None = None
        self._back: int | None = None  # elapsed seconds when his phone came back
        self.asked = False

    # --- what is shown ---------------------------------------------------------------------------------------------

    def view(self) -> dict[str, float] | None:
        """From when to when (UTC seconds) the seconds are shown; None where no clock counts."""
        self._follow()
        turn = self._choice()
        if turn is None or self.asked or self._paused_at is not None:
            return None
        return {"shows": self._began + QUIET, "ends": self._ends()}

    def question(self, lang: str) -> QuestionView | None:
        """Time is up: what the house asks the table then (R-222, ask_table)."""
        turn = self._choice()
        if not self.asked or turn is None:
            return None
        name = name_of(self._session.state, turn.seat)
        options = (
            OptionView(WAIT, say(lang, "clock.wait", n=COUNTED)),
            OptionView(LEAVES, say(lang, "clock.leaves", name=name)),
        )
        return QuestionView(self.question_id, turn.seat, say(lang, "clock.up", name=name), "info", options=options)

    @property
    def question_id(self) -> str:
        """The name of the question about this very turn."""
        return f"clock-{self._turn[0]}-{self._turn[1]}" if self._turn else "clock"

    # --- what happens ----------------------------------------------------------------------------------------------

    def returned(self, seat: str) -> None:
        """The phone of a seat came back (R-221)."""
        turn = self._choice()
        if turn is not None and turn.seat == seat and not self.asked:
            self._back = int(self._now() - self._began)

    async def run(self) -> None:
        """Watch the table until cancelled."""
        while True:
            version = self._session.version
            self._follow()
            left = self._left()
            if left is not None and left <= 0:
                await self.expire()
                await asyncio.sleep(0.05)
                continue
            try:
                async with asyncio.timeout(left):
                    await self._session.changed(version)
            except TimeoutError:
                continue

    async def expire(self) -> None:
        """Do what the house does when time is up; where that word is refused, or it is no bet, the table is asked."""
        turn = self._choice()
        reading = self.reading()
        if turn is None or reading.state != "expired" or self._paused_at is not None:
            return
        word: Payload | None = None
        if turn.kind == "act" and reading.result == "saio":
            word = Acted(seat=turn.seat, verb="saio")
        elif turn.kind == "act" and reading.result == "treated_as_all_in":
            word = Acted(seat=turn.seat, verb=TIME_OUT)
        if word is not None and (await self._session.propose(word, source="table")).ok:
            return
        self.asked = True
        await self._session.publish()

    async def wait_longer(self) -> None:
        """The table gives him the counted seconds once more."""
        self._began, self._back, self.asked = self._now() - QUIET, None, False
        await self._session.publish()

    def leaves(self) -> Payload | None:
        """The fact that he is out, as the table decided; None when the turn is another's by now."""
        turn = self._choice()
        return Acted(seat=turn.seat, verb="saio") if turn is not None and self.asked else None

    def reading(self) -> ClockReading:
        """Where the turn stands now."""
        hand = self._session.state.hand
        turn = self._choice()
        if hand is None or turn is None:
            return ClockReading("no_clock")
        options = Options.from_mapping(hand.started.options)
        return read_clock(
            int(self._now() - self._began),
            on=options.clock == "on",
            timeout_action=options.timeout_action if turn.kind == "act" else "ask_table",
            contributed=hand.contributed.get(turn.seat, 0),
            reconnected_at=self._back,
        )

    # --- inside ----------------------------------------------------------------------------------------------------

    def _choice(self) -> Choice | None:
        """The turn that a clock may count: one question to one seat, in a hand played with a clock."""
        hand = self._session.state.hand
        if hand is None or hand.over or hand.started.options.get("clock") != "on":
            return None
        asked = [c for c in hand.choices if not c.optional]
        return asked[0] if len(asked) == 1 else None

    def _follow(self) -> None:
        turn, paused = self._choice(), self._session.state.paused
        key = (self._session.state.hand_number, turn.decision) if turn is not None else None
        if key != self._turn:
            self._turn, self._began, self._back, self.asked = key, self._now(), None, False
            self._paused_at = self._now() if paused else None
        elif paused and self._paused_at is None:
            self._paused_at = self._now()
        elif not paused and self._paused_at is not None:
            self._began += self._now() - self._paused_at
            self._paused_at = None

    def _ends(self) -> float:
        deadline = QUIET + COUNTED
        if self._back is not None and self._back < deadline:
            deadline = max(deadline, self._back + COUNTED)
        return self._began + deadline

    def _left(self) -> float | None:
        if self._choice() is None or self.asked or self._paused_at is not None:
            return None
        return max(0.0, self._ends() - self._now())
