"""`fala export` and `fala check-export`: hand histories out of the journal, and any export read back and counted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from assistant.config import data_folder
from assistant.facts import Fact, TableOpened
from assistant.journal import StorageUnavailable, Store
from assistant.phrases import DEFAULT, say
from assistant.records.evidence import EvidenceStore
from assistant.records.exports.anonymous import anonymised
from assistant.records.exports.check import check_export
from assistant.records.exports.ohh import ohh
from assistant.records.exports.phh import ExportError, phh, phhs
from assistant.records.exports.stars import stars
from assistant.records.exports.tables import csv_text, jsonl
from assistant.records.hands import HandRecord, hands_of
from assistant.records.replay import replay_html
from assistant.storage import database_of

FORMATS = ("phh", "phhs", "ohh", "stars", "jsonl", "csv", "html")


def run_export(
    table: str,
    *,
    form: str,
    night: int | None = None,
    hand: int | None = None,
    out: Path | None = None,
    anonymous: bool = False,
    data: Path | None = None,
    lang: str = DEFAULT,
) -> int:
    """Write a night (or a hand) in a format: 0, or 2 with the reason in words."""
    if form not in FORMATS:
        return _complain(say(lang, "export.bad_format", format=form, formats=", ".join(FORMATS)))
    try:
        with Store.open(database_of(data_folder(data))) as store:
            names = store.tables()
            if table not in names:
                return _complain(say(lang, "verify.none", table=table, tables=", ".join(names) or "—"))
            facts = list(store.table(table).read())
    except StorageUnavailable as e:
        return _complain(say(lang, f"storage.{e.code}"))
    begun = [f.seq for f in facts if isinstance(f.payload, TableOpened)]
    wanted = night or len(begun)
    if not 1 <= wanted <= len(begun):
        return _complain(say(lang, "verify.no_night", night=wanted, nights=len(begun)))
    last = begun[wanted] - 1 if wanted < len(begun) else facts[-1].seq
    facts = [f for f in facts if begun[wanted - 1] <= f.seq <= last]
    facts, going = without_hand_in_progress(facts)
    if anonymous:
        facts = anonymised(facts)
    hands = [h for h in hands_of(facts) if hand is None or h.number == hand]
    if hand is not None and not hands:
        return _complain(say(lang, "export.no_hand", hand=hand))
    store_of = EvidenceStore(data_folder(data) / "tables" / table / "evidence")
    text, left_out = _text(form, facts, hands, store_of, lang, whole=hand is None)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8", newline="")
    where = str(out) if out is not None else "stdout"
    if going is not None:
        print(say(lang, "export.going", hand=going), file=sys.stderr)
    print(say(lang, "export.done", hands=len(hands) - left_out, left_out=left_out, where=where), file=sys.stderr)
    return 0


def without_hand_in_progress(facts: list[Fact]) -> tuple[list[Fact], int | None]:
    """The facts before a hand that is still played, and that hand's number: its secret answers are nobody's yet."""
    hands = hands_of(facts)
    if not hands or hands[-1].state is None or hands[-1].state.over:
        return facts, None
    begun = hands[-1].facts[0].seq
    return [f for f in facts if f.seq < begun], hands[-1].number


def _text(
    form: str, facts: Sequence[Fact], hands: Sequence[HandRecord], evidence: EvidenceStore, lang: str, *, whole: bool
) -> tuple[str, int]:
    """The export and how many hands its format has no words for."""
    if form == "ohh":
        return ohh(hands)
    if form == "stars":
        return stars(hands)
    if form == "phh" and len(hands) == 1:
        return phh(hands[0]), 0
    if form in ("phh", "phhs"):
        return phhs(hands), 0
    if form == "html":
        return replay_html(hands, evidence, lang), 0
    mine = facts if whole else [f for h in hands for f in h.facts]
    return (jsonl if form == "jsonl" else csv_text)(mine), 0


def run_check_export(files: Sequence[Path], *, lang: str = DEFAULT) -> int:
    """Read exports back, count hands, add pots: 0 if all comes out even, 1 if not, 2 for a file that is none."""
    status = 0
    for path in files:
        try:
            kind, hands = check_export(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, ExportError) as e:
            status = 2
            _complain(say(lang, "export.unreadable", file=path.name, why=str(e)))
            continue
        wrong = [h for h in hands if h.wrong]
        pots, got = sum(h.pots for h in hands), sum(h.collected for h in hands)
        print(say(lang, "export.checked", file=path.name, kind=kind, hands=len(hands), pots=pots, collected=got))
        for h in wrong:
            what = say(lang, f"export.wrong_{h.wrong}")
            print("  " + say(lang, "export.wrong", hand=h.number, pots=h.pots, collected=h.collected, what=what))
        status = status or (1 if wrong else 0)
    return status


def _complain(text: str) -> int:
    print(text, file=sys.stderr)
    return 2
