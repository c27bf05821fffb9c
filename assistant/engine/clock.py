"""The clock of one turn as arithmetic on given seconds; the engine reads no clock itself (R-220 to R-223)."""

from __future__ import annotations

from dataclasses import dataclass

QUIET = 10  # seconds before anything is shown
COUNTED = 20  # seconds shown counting down; also what a player has who came back in time
TIMEOUT_ACTIONS = ("ask_table", "allin_if_contributed_else_fold", "fold")


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Where a turn stands: no_clock, quiet, counting (with ``seconds_left``) or expired (with its ``result``).

    ``result`` is ask_table, saio or treated_as_all_in (R-222).
    """

    state: str
    seconds_left: int | None = None
    result: str | None = None


def read_clock(
    elapsed: int,
    *,
    on: bool,
    timeout_action: str = "ask_table",
    contributed: int = 0,
    reconnected_at: int | None = None,
) -> ClockReading:
    """The clock ``elapsed`` whole seconds after the turn began.

    ``contributed`` chips of this player in the hand, pingo included; ``reconnected_at`` when his phone came back,
    None if it was never lost: back in time he has twenty seconds from then, never less than he had (R-221). Raises
    ValueError for an unknown ``timeout_action``.
    """
    if timeout_action not in TIMEOUT_ACTIONS:
        raise ValueError(f"timeout_action: {timeout_action!r} is none of {TIMEOUT_ACTIONS}")
    if not on:
        return ClockReading("no_clock")
    deadline = QUIET + COUNTED
    if reconnected_at is not None and reconnected_at < deadline and reconnected_at <= elapsed:
        deadline = max(deadline, reconnected_at + COUNTED)
    if elapsed >= deadline:
        return ClockReading("expired", result=_on_timeout(timeout_action, contributed))
    if elapsed < QUIET:
        return ClockReading("quiet")
    return ClockReading("counting", seconds_left=deadline - elapsed)


def _on_timeout(action: str, contributed: int) -> str:
    if action == "ask_table":
        return "ask_table"
    if action == "allin_if_contributed_else_fold" and contributed > 0:
        return "treated_as_all_in"
    return "saio"
