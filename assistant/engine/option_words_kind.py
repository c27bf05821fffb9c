"""What one house option is called and how each of its values is said, as a record for the tables of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Pair = tuple[str, str]  # Portuguese, English


@dataclass(frozen=True)
class OptionWords:
    """Title and one sentence a value; ``number`` is the sentence of any other whole number, with {n} in it."""

    title_pt: str
    title_en: str
    values: Mapping[object, Pair]
    number: Pair | None = None
