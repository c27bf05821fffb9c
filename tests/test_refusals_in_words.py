"""Whatever a table refuses, it says why: every refusal named in the session's rooms has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import assistant
import assistant.session
from assistant.engine.phrases import TABLES
from assistant.phrases import LANGUAGES, catalogue

ROOT = Path(assistant.__file__).parent
NAMED = re.compile(r'Refusal\(\s*"([a-z_]+)"')


def test_every_refusal_of_the_session_has_words_in_both_languages() -> None:
    sources = [*ROOT.glob("*.py"), *(ROOT / "banking").glob("*.py"), *(ROOT / "machine").glob("*.py")]
    codes = {code for source in sources for code in NAMED.findall(source.read_text(encoding="utf-8"))}
    assert len(codes) > 8, "the pattern finds nothing any more"
    engine = {code for table in TABLES for code in table}
    for lang in LANGUAGES:
        known = set(catalogue(lang))
        silent = {c for c in codes if c not in engine and f"bank.no.{c}" not in known and f"table.{c}" not in known}
        assert not silent, (lang, silent)
