"""Kept pictures: named by what they hold, for this user alone; only settled nights make room, oldest first."""

from __future__ import annotations

from pathlib import Path

from night_facts import NightFacts

from assistant.facts import CardDealt, CardTurned, Contested, ContestResolved, Fact, NightSettled, TableOpened
from assistant.records.evidence import CardRead, EvidenceStore

QUAD = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))


def kept(store: EvidenceStore, text: str, size: int = 4000) -> tuple[str, str]:
    """A frame and its one card, as large as wanted."""
    frame = text.encode().ljust(size, b".")
    return store.keep(frame, [(CardRead("1", "As", 998_000, True, QUAD), f"crop {text}".encode())])


def night(store: EvidenceStore, made: NightFacts, name: str) -> list[Fact]:
    """One hand with a picture at each of its faces; returns the facts that have one."""
    made.play("stick5")
    out = []
    for i, fact in enumerate(made.facts):
        if isinstance(fact.payload, CardDealt | CardTurned) and fact.hand == made.number and not fact.pictures:
            made.facts[i] = Fact(**{**fact.__dict__, "pictures": kept(store, f"{name} {fact.seq}")})
            out.append(made.facts[i])
    return out


def test_the_same_picture_is_one_file_that_only_its_owner_may_read(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "evidence")
    first, second = kept(store, "a"), kept(store, "a")
    assert first == second
    files = [p for p in (tmp_path / "evidence").rglob("*") if p.is_file()]
    assert len(files) == 3 and all(p.stat().st_mode & 0o777 == 0o600 for p in files)
    shot = store.shot(first)
    assert shot is not None and shot.frame == first[0] and store.read(shot.cards[0].picture) == b"crop a"
    assert (shot.cards[0].card, shot.cards[0].certainty, shot.cards[0].zone) == ("As", 998_000, "1")


def test_a_picture_that_was_changed_on_disk_is_no_evidence(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path)
    name, _ = kept(store, "a")
    (tmp_path / name[:2] / f"{name}.jpg").write_bytes(b"another")
    assert store.read(name) is None and store.read("../../etc/passwd") is None


def test_only_settled_nights_make_room_oldest_first(tmp_path: Path) -> None:
    store, made = EvidenceStore(tmp_path), NightFacts(1)
    old = night(store, made, "old")
    made.write(NightSettled(()))
    made.write(TableOpened("mesa", made.seats, 200, 5000, {}))
    new = night(store, made, "new")
    store.quota = store.used() - 3 * 4000
    gone = store.prune(made.facts)
    assert gone.over == 0 and 3 <= gone.files <= 12
    assert store.shot(old[0].pictures) is None and store.shot(old[-1].pictures) is not None
    store.quota = 0
    assert store.prune(made.facts).over > 0
    assert all(store.shot(f.pictures) is None for f in old)
    assert all(store.shot(f.pictures) is not None for f in new), "the night is not settled: it may be disputed"


def test_a_hand_with_an_open_contest_keeps_its_pictures_even_when_its_night_is_settled(tmp_path: Path) -> None:
    store, made = EvidenceStore(tmp_path, quota=0), NightFacts(2)
    first, second = night(store, made, "a"), night(store, made, "b")
    made.write(Contested("c1", 1, "showdown", "2"))
    made.write(NightSettled(()))
    store.prune(made.facts)
    assert all(store.shot(f.pictures) is not None for f in first)
    assert all(store.shot(f.pictures) is None for f in second)
    made.write(ContestResolved("c1", "keep", ("host",)))
    store.prune(made.facts)
    assert all(store.shot(f.pictures) is None for f in first)
