"""The tampering bar: a 1,000-fact night changed at random; `verify` must find it and name the first bad fact.

`python tests/records/tampering.py [TRIALS] [SEED]` runs it whole; the suite runs a tenth of it.
"""

from __future__ import annotations

import dataclasses
import random
import sys
import time
from collections import Counter

from night_facts import night_of

from assistant.chain import Head, StoredFact, stored, verify_chain
from assistant.facts import Acted, Fact, seal

FACTS = 1000
Rows = list[StoredFact]
TEXTS = tuple(f.name for f in dataclasses.fields(StoredFact) if f.name not in ("seq", "hand", "certainty"))


def flip(rows: Rows, rng: random.Random) -> int:
    """One bit of one byte of any field."""
    at = rng.randrange(len(rows))
    row = rows[at]
    name = rng.choice([f.name for f in dataclasses.fields(StoredFact)])
    value = getattr(row, name)
    if value is None or name == "seq":
        name, value = "certainty", row.certainty
    if isinstance(value, int):
        changed: object = value ^ (1 << rng.randrange(20))
    else:
        raw = bytearray(value.encode())
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        changed = raw.decode("utf-8", errors="replace")
    rows[at] = dataclasses.replace(row, **{name: changed})  # type: ignore[arg-type]
    return at + 1


def drop(rows: Rows, rng: random.Random) -> int:
    """One fact taken out, with the gap left or closed."""
    at = rng.randrange(len(rows))
    del rows[at]
    if rng.random() < 0.5:
        rows[at:] = [dataclasses.replace(r, seq=r.seq - 1) for r in rows[at:]]
    return at + 1


def swap(rows: Rows, rng: random.Random) -> int:
    """Two facts in each other's place."""
    a, b = sorted(rng.sample(range(len(rows)), 2))
    rows[a], rows[b] = dataclasses.replace(rows[b], seq=a + 1), dataclasses.replace(rows[a], seq=b + 1)
    return a + 1


def insert(rows: Rows, rng: random.Random) -> int:
    """A fact more: forged to follow the one before it, or a copy of another."""
    at = rng.randrange(len(rows))
    if rng.random() < 0.5:
        previous = rows[at - 1].hash if at else "0" * 64
        forged = stored(seal(Fact(at + 1, Acted("2", "saio"), rows[at].at, "host", salt="00", prev=previous)))
    else:
        copied = rng.randrange(len(rows))
        forged = dataclasses.replace(rows[copied], seq=at + 1)
    rows[at:] = [forged, *(dataclasses.replace(r, seq=r.seq + 1) for r in rows[at:])]
    if at + 1 < len(rows) and rows[at].hash == rows[at + 1].hash:
        return at + 2  # before or after its twin is the same table
    return at + 1


WAYS = (flip, drop, swap, insert)


def trials(count: int, seed: int) -> Counter[str]:
    """So many random changes of one night; returns how many were found and named, by kind; raises at the first miss."""
    whole = [stored(f) for f in night_of(FACTS, seed)]
    head = Head(whole[-1].seq, whole[-1].hash)
    assert len(whole) == FACTS and verify_chain(whole, head).intact
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    trial = 0
    while sum(found.values()) < count:
        trial += 1
        way = rng.choice(WAYS)
        rows = list(whole)
        bad = way(rows, rng)
        if rows == whole:
            continue  # nothing was changed: another one
        said = verify_chain(rows, head)
        assert not said.intact, f"trial {trial} of seed {seed}: {way.__name__} at {bad} was not found"
        assert said.first_bad == bad, f"trial {trial} of seed {seed}: {way.__name__} at {bad}, named {said.first_bad}"
        found[way.__name__] += 1
    return found


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10_000)
    began = time.perf_counter()
    done = trials(number, chosen)
    took = f"{time.perf_counter() - began:.0f} s"
    print(f"seed {chosen}: {sum(done.values())} of {number} found and named, {dict(done)}, {took}")
