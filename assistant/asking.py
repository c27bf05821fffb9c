"""Questions and orders that belong to a device: put to the table, answered by the host, a fact each way."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from assistant.facts import Asked, Seat
from assistant.narrator import name_of
from assistant.phrases import say
from assistant.reconcile import SeenZone
from assistant.views import OptionView, QuestionView, Tap, TapResult
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

ANSWER_SECONDS = 12.0  # how long a tap waits for the device to agree


@dataclass(frozen=True)
class DeviceQuestion:
    """Something only a person can see or do; ``answers`` are values with the phrase of their button.

    ``code`` is a phrase; it and the buttons may use {seat}, which becomes the person's name and place.
    """

    key: str
    code: str
    answers: tuple[tuple[str, str], ...]
    seat: Seat | None = None
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class DeviceOrder:
    """A button of the host's screen that a device offers now; ``run`` gives the phrase of what came of it, or ""."""

    value: str
    code: str
    run: Callable[[], Awaitable[str]]
    seat: Seat | None = None
    danger: bool = False


Answered = Callable[[str], Awaitable[bool]]


class Asking:
    """The questions that stand, with who takes their answers; only the session's loop comes here."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open: dict[str, tuple[DeviceQuestion, Answered]] = {}
        self.orders: Callable[[], tuple[DeviceOrder, ...]] = tuple
        self.details: dict[str, tuple[str, Mapping[str, object]]] = {}  # by device: what is the matter, in a phrase
        self.to_turn: frozenset[Seat] = frozenset()  # seats at which a card lies closed that shall lie open

    @property
    def questions(self) -> tuple[DeviceQuestion, ...]:
        """What stands, in the order it was asked."""
        return tuple(q for q, _ in self._open.values())

    async def ask(self, question: DeviceQuestion, answered: Answered) -> None:
        """Put a question; ``answered`` takes the host's value and says whether that ended it."""
        if question.key in self._open:
            return
        self._open[question.key] = (question, answered)
        asked = Asked(question=question.key, seat=question.seat, code=question.code)
        await self._session.propose(asked, source="dealer")
        await self._session.publish()

    async def withdraw(self, key: str) -> None:
        """The question has no object any more."""
        if self._open.pop(key, None) is not None:
            await self._session.publish()

    # --- what the pages show ------------------------------------------------------------------------------------------

    def seat_text(self, seat: Seat | None, lang: str) -> str:
        """A place as people call it: name and seat, or the middle of the table."""
        if not seat:
            return ""
        if not seat.isdigit():
            return say(lang, "dealer.middle")
        return say(lang, "dealer.place", name=name_of(self._session.state, seat), seat=seat)

    def text(self, question: DeviceQuestion, lang: str) -> str:
        """The question in words."""
        return say(lang, question.code, **{"seat": self.seat_text(question.seat, lang), **question.params})

    def views(self, to: Recipient) -> tuple[QuestionView, ...]:
        """The questions as a screen draws them: everybody reads them, the host has the buttons."""
        out = []
        for question in self.questions:
            options = tuple(OptionView(value, say(to.language, code)) for value, code in question.answers)
            text = self.text(question, to.language)
            buttons = options if to.role == "host" else ()
            out.append(QuestionView(id=question.key, seat=question.seat, text=text, kind="info", options=buttons))
        return tuple(out)

    def actions(self, lang: str) -> tuple[OptionView, ...]:
        """The orders as buttons of the host's screen."""
        return tuple(
            OptionView(o.value, say(lang, o.code, seat=self.seat_text(o.seat, lang)), danger=o.danger)
            for o in self.orders()
        )

    def detail(self, device: str, lang: str) -> str:
        """What is the matter with a device, to be added to its state; "" where nothing is."""
        code, params = self.details.get(device, ("", {}))
        return say(lang, code, **params) if code else ""

    # --- the host's tap -----------------------------------------------------------------------------------------------

    async def host(self, tap: Tap, lang: str) -> TapResult | None:
        """Take an answer or an order; None where the tap is about something else."""
        order = next((o for o in self.orders() if o.value == tap.decision), None)
        if order is not None:
            code = await order.run()
            return TapResult(True, "taken", say(lang, code) if code else "", seq=self._session.state.seq)
        verb, _, key = tap.decision.partition(":")
        if verb != "answer_question" or key not in self._open:
            return None
        question, answered = self._open[key]
        if tap.value not in dict(question.answers):
            allowed = tuple(value for value, _ in question.answers)
            return TapResult(False, "answer", say(lang, "dealer.still"), allowed, self._session.state.seq)
        ended = False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                ended = await answered(tap.value)
        if not ended:
            return TapResult(False, "still", say(lang, "dealer.still"), seq=self._session.state.seq)
        self._open.pop(key, None)
        said = Asked(question=key, seat=question.seat, code=question.code, answer=tap.value)
        await self._session.propose(said, source="host", tap=tap.id)
        await self._session.publish()
        return TapResult(True, "taken", "", seq=self._session.state.seq)


class TableMachine(Protocol):
    """What the session asks of a dealer machine."""

    @property
    def deals(self) -> bool:
        """Whether it deals the present hand: then closed cards are told by it, and the camera only counts them."""

    def saw(self, zones: Mapping[Seat, SeenZone]) -> None:
        """One view of the camera."""

    async def settled(self) -> bool:
        """Wait until no card is on its way; False while people are asked whether one came."""
