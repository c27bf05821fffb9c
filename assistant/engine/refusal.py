"""The engine's no: a code with its parameters, the rule behind it, and always what would be allowed instead.

The words are in the phrase tables (``engine/phrases.py``), keyed by the code; nothing here speaks a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Param = str | int

WAIT = "espera"  # nothing to be said by this seat now: it waits for its turn, or for the next step of the hand


@dataclass(frozen=True, slots=True)
class Allowed:
    """One thing that may be said or chosen: a verb or kind of choice, with a range or a closed list of sizes."""

    what: str
    low: int | None = None
    high: int | None = None
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was refused (``code`` with ``params``), by which rule, and what would be allowed (never empty)."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict)
    allowed: tuple[Allowed, ...] = (Allowed(WAIT),)
    rule: str = ""
