"""What the pages need from the table: the session offers it, the web room knows only this."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from assistant.views import BankTap, OptionView, Role, RuleView, ScreenView, Tap, TapResult


@dataclass(frozen=True)
class Recipient:
    """Who looks: a role, and the seat when it is a player."""

    role: Role
    seat: str | None = None
    language: str = "pt-BR"


@dataclass(frozen=True)
class JoinResult:
    """Whether a seat was given, and the words if not; ``player`` identifies the person in the books."""

    ok: bool
    code: str  # "seated", "seat_taken", "name_empty", "needs_host", …
    text: str
    seat: str | None = None
    player: str | None = None


class TablePort(Protocol):
    """The table as the web room sees it; every coroutine runs on the session's own event loop."""

    def view(self, to: Recipient) -> ScreenView:
        """The present state as this recipient may see it."""

    async def changed(self, version: int) -> int:
        """Wait until the table's version differs from ``version``; returns the new one."""

    async def join(self, name: str, seat: str, cacifes: int, language: str) -> JoinResult:
        """Seat a person and sell the first cacife(s)."""

    async def tap(self, to: Recipient, tap: Tap) -> TapResult:
        """A player's answer, or the host's on behalf of ``tap.decision``'s seat."""

    async def host(self, tap: Tap) -> TapResult:
        """A host action (start_hand, enter_card, confirm_verdict, undo, void_hand, answer_question, …)."""

    def presence(self, seat: str, connected: bool) -> None:
        """A phone of this seat opened or lost its stream."""

    def owners(self) -> Mapping[str, str]:
        """Who sits where: a key for each taken seat that is one person's alone and goes with him to another seat."""

    def rules(self, lang: str) -> tuple[RuleView, ...]:
        """Every house rule in words, for the host."""

    def variations(self, game: str, lang: str) -> tuple[OptionView, ...]:
        """What may be laid over a game for one hand."""

    def picture(self, to: Recipient, name: str) -> bytes | None:
        """A JPEG this recipient may see, or None."""


class BankPort(Protocol):
    """The bank as the web room sees it; views are plain values, and every coroutine runs on the session's loop."""

    def view(self, to: Recipient) -> dict[str, Any]:
        """Everything the bank's sheet of this recipient draws."""

    async def tap(self, to: Recipient, tap: BankTap) -> TapResult:
        """Buy, count, claim, vote, settle …: what somebody asks of the bank."""

    async def set_profile(self, to: Recipient, kind: str, key: str, name: str, city: str) -> TapResult:
        """Keep (or with an empty key remove) where this player is paid; it never becomes a fact."""

    def code(self, to: Recipient, payment: int) -> str | None:
        """The Pix code of a payment, for those it concerns."""

    def picture(self, to: Recipient, seat: str) -> bytes | None:
        """The JPEG behind a camera's count, for that seat and the host."""

    async def night(self, form: str, number: int | None, lang: str) -> bytes | None:
        """A night as "csv", "html" or "png"."""
