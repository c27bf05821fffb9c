"""Every sentence a person reads, by code and language: a folder of TOML files per language, one catalogue each.

The engine's own words (names of hands, calls, refusals) are tables beside the rules; everything else is here.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("pt-BR", "en")
DEFAULT = "pt-BR"


class PhraseError(KeyError):
    """A code that a catalogue lacks, or a parameter that the sentence needs."""


def language(wanted: str | None) -> str:
    """The catalogue for an HTTP or POSIX language tag: English where asked for, otherwise Brazilian Portuguese."""
    return "en" if (wanted or "").strip().lower().startswith("en") else DEFAULT


def _flatten(prefix: str, table: dict[str, Any], into: dict[str, str], where: Traversable) -> None:
    for key, value in table.items():
        code = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            _flatten(code, value, into, where)
        elif code in into:
            raise PhraseError(f"{code} stands twice ({where})")
        else:
            into[code] = str(value)


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All sentences of one language, keyed "section.code"; raises PhraseError when a code stands twice."""
    out: dict[str, str] = {}
    for entry in sorted(files(__package__).joinpath(lang).iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".toml"):
            _flatten("", tomllib.loads(entry.read_text(encoding="utf-8")), out, entry)
    return out


def say(lang: str, code: str, /, **params: object) -> str:
    """The sentence for ``code`` with its parameters filled in; raises PhraseError for an unknown code or parameter."""
    try:
        return catalogue(lang)[code].format(**params)
    except KeyError as e:
        raise PhraseError(f"no phrase {code!r} in {lang} (or it needs {e})") from e
