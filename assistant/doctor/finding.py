"""One line of an examination."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from assistant.phrases import say

Level = Literal["ok", "note", "bad"]


@dataclass(frozen=True)
class Finding:
    """What was found of one part: well, worth knowing, or to be put right; ``code`` is a phrase."""

    level: Level
    code: str
    params: dict[str, object] = field(default_factory=dict)
    text: str = ""  # words found elsewhere, instead of a phrase

    def sentence(self, lang: str) -> str:
        """The line in words."""
        return self.text or say(lang, self.code, **self.params)

    def to_json(self, lang: str) -> dict[str, Any]:
        """Plain values."""
        return {"level": self.level, "code": self.code, "text": self.sentence(lang)}


def ok(code: str, **params: object) -> Finding:
    """All is well."""
    return Finding("ok", f"doctor.{code}", params)


def note(code: str, **params: object) -> Finding:
    """Worth knowing; a night goes on without it."""
    return Finding("note", f"doctor.{code}", params)


def bad(code: str, **params: object) -> Finding:
    """To be put right before a night."""
    return Finding("bad", f"doctor.{code}", params)
