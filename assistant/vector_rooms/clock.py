"""Vectors of the clock (clock.json), answered by the engine."""

from __future__ import annotations

from typing import Any

from assistant.engine.clock import read_clock
from assistant.vector_rooms.compare import differences


def clock(vector: dict[str, Any]) -> list[str]:
    """Read the clock once and list what differs from ``expect``."""
    options = vector.get("options", {})
    unknown = sorted(set(options) - {"clock", "timeout_action"})
    if unknown:
        return [f"unknown options: {', '.join(unknown)}"]
    reading = read_clock(
        vector["elapsed"],
        on=options.get("clock", "off") in ("on", True),
        timeout_action=options.get("timeout_action", "ask_table"),
        contributed=vector.get("contributed_this_hand", 0),
        reconnected_at=vector.get("reconnected_at"),
    )
    got = {"state": reading.state, "seconds_left": reading.seconds_left, "result": reading.result}
    return differences(vector["expect"], got)
