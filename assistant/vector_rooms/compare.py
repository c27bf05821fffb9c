"""Comparing what a vector expects with what the engine says, as readable differences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def plain(value: Any) -> Any:
    """Tuples and sets as lists, mappings as dicts, so that values compare as JSON does."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(v) for v in value)
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def differences(
    expect: Mapping[str, Any], got: Mapping[str, Any], *, sets: Iterable[str] = (), where: str = ""
) -> list[str]:
    """One line per expected key that is missing or differs; ``note`` is for people, ``sets`` compare without order."""
    unordered = set(sets)
    out: list[str] = []
    for key, want in expect.items():
        if key == "note":
            continue
        have = plain(got.get(key))
        if key not in got:
            out.append(f"{where}{key}: expected {want!r}, got nothing")
        elif (sorted(have or []) != sorted(want or [])) if key in unordered else (have != want):
            out.append(f"{where}{key}: expected {want!r}, got {have!r}")
    return out
