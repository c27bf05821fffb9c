#!/usr/bin/env python3
"""Writes what this release writes, for later releases to open: tests/fixtures/release_VERSION (run once a release).

A database with a machine's hands and a whole night of the bank, the folder of a table, a backup, the journals as JSON
lines, and one fact of every kind.
"""

from __future__ import annotations

import dataclasses
import json
import random
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "bank")]

from night_maker import NightMaker  # noqa: E402

from assistant.backup import backup, release  # noqa: E402
from assistant.facts import Fact, Payload, encode, encode_payload  # noqa: E402
from assistant.facts.base import KINDS  # noqa: E402
from assistant.journal import Draft, Store  # noqa: E402
from assistant.places import LAYOUT_FILE, seat_names  # noqa: E402
from assistant.vision import layout as layouts  # noqa: E402


def sample(hint: Any) -> Any:
    """A value of a field's type."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return {"x": [1, "é"]}
    if origin in (Union, UnionType):
        return sample(next(a for a in args if a is not type(None)))
    if origin is tuple:
        return (sample(args[0]),) if args[-1] is Ellipsis else tuple(sample(a) for a in args)
    if origin is dict:
        return {"1": sample(args[1])}
    return {str: "1", int: 1, bool: True, dict: {"x": 1}}[hint]


def one_of_each() -> list[Payload]:
    """A fact of every kind, every field set."""
    out = []
    for cls in KINDS.values():
        hints = get_type_hints(cls)
        out.append(cls(**{f.name: sample(hints[f.name]) for f in dataclasses.fields(cls)}))
    return sorted(out, key=lambda p: p.KIND)


def bank_night(store: Store) -> None:
    """Purchases, hands, prizes, counts, corrections, an end: by the rules, in the journal."""
    log = store.table("noite")
    clock = [datetime(2026, 11, 27, 21, 0, tzinfo=UTC)]

    def write(payload: Payload, hand: int | None) -> Fact:
        clock[0] += timedelta(seconds=20)
        return log.append([Draft(payload, "host", hand)], clock[0])[0]

    NightMaker(random.Random(2), 4, write, log.books).night(3)


def main() -> int:
    """Write the folder; nothing that is there is overwritten."""
    target = ROOT / "tests" / "fixtures" / f"release_{release().replace('.', '_')}"
    if target.exists():
        print(f"{target} is there: a release writes its fixture once", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        data = Path(scratch)
        command = [sys.executable, "-m", "assistant", "demo", "--dealer", "virtual", "--eyes", "truth", "--hands", "2"]
        more = ["--fast", "--headless", "--seed", "7", "--data", str(data)]
        subprocess.run([*command, *more], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        with Store.open(data / "fala.db") as store:
            bank_night(store)
            heads = {name: store.table(name).verify().head for name in store.tables()}
            journals = {name: [encode(f) for f in store.table(name).read()] for name in store.tables()}
        layouts.save(layouts.default_layout(seat_names(4)), data / "tables" / "demo-7" / LAYOUT_FILE)
        target.mkdir(parents=True)
        backup(target / "backup.zip", data)
        with Store.open(data / "fala.db") as store, store.engine.connect() as c:
            c.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(data / "fala.db", target / "fala.db")
    for name, facts in journals.items():
        text = "".join(json.dumps(f, sort_keys=True, ensure_ascii=False) + "\n" for f in facts)
        (target / f"journal-{name}.jsonl").write_text(text, encoding="utf-8")
    every = "".join(json.dumps(encode_payload(p), sort_keys=True, ensure_ascii=False) + "\n" for p in one_of_each())
    (target / "kinds.jsonl").write_text(every, encoding="utf-8")
    about = {"release": release(), "tables": {n: {"seq": h.seq, "hash": h.hash} for n, h in heads.items()}}
    (target / "about.json").write_text(json.dumps(about, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
