"""What a fact is made of: the record of what happened, its kind, and the error for what is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Seat = str  # "1".."10", clockwise as seen from above
CardCode = str  # "As", "Td", "Jk"


class FactError(ValueError):
    """A record that is no fact of this format."""


@dataclass(frozen=True)
class Payload:
    """What happened; subclasses name their kind, version and the fields nobody may learn from the hash chain."""

    KIND: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    PRIVATE: ClassVar[frozenset[str]] = frozenset()


KINDS: dict[str, type[Payload]] = {}


def kind(cls: type[Payload]) -> type[Payload]:
    """Make a record one of the kinds a journal can hold."""
    KINDS[cls.KIND] = cls
    return cls
