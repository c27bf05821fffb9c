"""The chain tells what was done to it: altered, removed, inserted, reordered, written anew (issue 9, tampering)."""

from __future__ import annotations

import dataclasses
import random

import pytest

from assistant.chain import Head, StoredFact, stored, verify_chain
from assistant.facts import GENESIS, Acted, Fact, PlayerSeated, seal


def chain(length: int, seed: int = 1) -> list[StoredFact]:
    """A whole chain of facts."""
    rng = random.Random(seed)
    rows: list[StoredFact] = []
    previous = GENESIS
    for seq in range(1, length + 1):
        payload = PlayerSeated(str(seq), f"p{seq}", "Zé") if seq % 7 == 0 else Acted("1", "aposto", rng.randrange(100))
        fact = seal(
            Fact(seq, payload, "2026-11-30T20:00:00.000Z", "seat:1", tap=f"t{seq}", salt=f"{seq:032x}", prev=previous)
        )
        rows.append(stored(fact))
        previous = fact.hash
    return rows


def head(rows: list[StoredFact]) -> Head:
    """The head of a whole chain."""
    return Head(rows[-1].seq, rows[-1].hash)


def test_a_whole_chain_is_intact() -> None:
    rows = chain(50)
    found = verify_chain(rows, head(rows), [Head(10, rows[9].hash), Head(0, GENESIS)])
    assert found.intact and found.facts == 50 and found.head == head(rows)
    assert verify_chain([], Head(0, GENESIS)).intact


@pytest.mark.parametrize("seed", range(60))
def test_any_byte_flipped_is_found_and_named(seed: int) -> None:
    rng = random.Random(seed)
    rows = chain(30)
    last = head(rows)
    at = rng.randrange(30)
    texts = [f.name for f in dataclasses.fields(StoredFact) if isinstance(getattr(rows[at], f.name), str)]
    name = rng.choice(texts)
    raw = bytearray(getattr(rows[at], name).encode())
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    rows[at] = dataclasses.replace(rows[at], **{name: raw.decode("utf-8", errors="replace")})
    found = verify_chain(rows, last)
    assert not found.intact and found.first_bad == at + 1 and found.why == "altered", (name, found)


@pytest.mark.parametrize(("field", "value"), [("hand", 3), ("certainty", 5), ("tap", None)])
def test_numbers_and_nothings_are_covered_too(field: str, value: object) -> None:
    rows = chain(5)
    last = head(rows)
    rows[2] = dataclasses.replace(rows[2], **{field: value})  # type: ignore[arg-type]
    assert verify_chain(rows, last).first_bad == 3


@pytest.mark.parametrize("seed", range(40))
def test_removed_with_or_without_a_gap(seed: int) -> None:
    rng = random.Random(seed)
    rows = chain(30)
    last = head(rows)
    at = rng.randrange(30)
    gap = rows[:at] + rows[at + 1 :]
    closed = rows[:at] + [dataclasses.replace(r, seq=r.seq - 1) for r in rows[at + 1 :]]
    for tampered in (gap, closed):
        found = verify_chain(tampered, last)
        assert not found.intact and found.first_bad == at + 1 and found.why == "removed", found


@pytest.mark.parametrize("seed", range(40))
def test_two_facts_exchanged(seed: int) -> None:
    rng = random.Random(seed)
    rows = chain(30)
    last = head(rows)
    a, b = sorted(rng.sample(range(30), 2))
    rows[a], rows[b] = dataclasses.replace(rows[b], seq=a + 1), dataclasses.replace(rows[a], seq=b + 1)
    found = verify_chain(rows, last)
    assert not found.intact and found.first_bad == a + 1 and found.why == "reordered", found


@pytest.mark.parametrize("seed", range(40))
def test_a_fact_slipped_in_between(seed: int) -> None:
    rng = random.Random(seed)
    rows = chain(30)
    last = head(rows)
    at = rng.randrange(30)
    previous = rows[at - 1].hash if at else GENESIS
    forged = stored(seal(Fact(at + 1, Acted("2", "saio"), rows[at].at, "host", salt="00", prev=previous)))
    rows = rows[:at] + [forged] + [dataclasses.replace(r, seq=r.seq + 1) for r in rows[at:]]
    found = verify_chain(rows, last)
    assert not found.intact and found.first_bad == at + 1 and found.why == "inserted", found


@pytest.mark.parametrize("at", [0, 1, 13, 29])
def test_a_fact_altered_and_sealed_again(at: int) -> None:
    rows = chain(30)
    last = head(rows)
    forged = dataclasses.replace(rows[at].decoded(), payload=Acted("9", "saio"))
    rows[at] = stored(seal(forged))
    found = verify_chain(rows, last)
    assert not found.intact and found.first_bad == at + 1 and found.why == "altered", found


def test_a_chain_written_anew_differs_from_the_heads_people_hold() -> None:
    rows, other = chain(20), chain(20, seed=2)
    held = [Head(5, rows[4].hash), Head(12, rows[11].hash)]
    found = verify_chain(other, head(other), held)
    assert not found.intact and found.first_bad == 5 and found.why == "head"
    short = chain(4)
    assert verify_chain(short, head(short), held).why == "removed"


def test_facts_added_behind_the_head() -> None:
    rows = chain(12)
    found = verify_chain(rows, Head(10, rows[9].hash))
    assert not found.intact and found.first_bad == 11 and found.why == "inserted"
