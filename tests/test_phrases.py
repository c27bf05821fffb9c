"""Both catalogues say the same things: the same codes, the same parameters."""

from __future__ import annotations

import string

from assistant.phrases import LANGUAGES, catalogue


def parameters(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_language_has_every_phrase_with_the_same_parameters() -> None:
    first, *others = (catalogue(lang) for lang in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys(), sorted(first.keys() ^ other.keys())
        for code, sentence in first.items():
            assert parameters(sentence) == parameters(other[code]), code
