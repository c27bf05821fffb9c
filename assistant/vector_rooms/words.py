"""Names and calls are compared without case, accents or trema, and tiers without the order of their seats."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Any


def fold(text: str) -> str:
    """A text without case, accents and trema, spaces evened: "Fala a seqüência" is "fala a sequencia"."""
    plain = unicodedata.normalize("NFD", text.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def same_words(want: Any, got: Any) -> bool:
    """Whether two names or calls are the same to a reader; null only equals null."""
    if isinstance(want, str) and isinstance(got, str):
        return fold(want) == fold(got)
    return bool(want == got)


def same_tiers(want: Iterable[Collection[str]], got: Iterable[Collection[str]]) -> bool:
    """Whether two rankings hold the same seats tier by tier, whatever the order inside a tier."""
    return [sorted(tier) for tier in want] == [sorted(tier) for tier in got]


def spoken_differences(expect: Mapping[str, Any], got: Mapping[str, Any], where: str = "") -> list[str]:
    """One line per expected name or call that is missing or reads otherwise; ``note`` is for people."""
    return [
        f"{where}{key}: expected {want!r}, got {got.get(key)!r}"
        for key, want in expect.items()
        if key != "note" and (key not in got or not same_words(want, got[key]))
    ]
