"""Evidence on disk: pictures named by their SHA-256 under the table's folder, for this user alone, within a quota.

What a fact names in ``pictures`` is first the frame that decided it, then a record (JSON) of the cards in that frame:
where each lies, what it was read as, how surely, and the name of its own picture.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.facts import Fact, NightSettled, TableOpened
from assistant.records.contests import fold_contests

QUOTA = 2_000_000_000  # bytes: some 8,000 frames with their cards
FRAME, RECORD = ".jpg", ".json"
Quad = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class CardRead:
    """One card in a frame: ``card`` "back" when closed, "" when not read; ``certainty`` in parts per million."""

    zone: str
    card: str
    certainty: int
    sure: bool
    quad: Quad  # fractions of the frame
    picture: str = ""  # name of its crop, "" for a closed card
    guess: str = ""


@dataclass(frozen=True)
class Shot:
    """One kept frame: its name, and its cards."""

    frame: str
    cards: tuple[CardRead, ...] = ()

    def at(self, zone: str, card: str | None = None) -> tuple[CardRead, ...]:
        """The cards of a zone, or only the ones read as ``card``."""
        return tuple(c for c in self.cards if c.zone == zone and (card is None or card in (c.card, c.guess)))


@dataclass(frozen=True)
class Pruned:
    """What a pruning removed: files and bytes; ``over`` is what is still above the quota."""

    files: int = 0
    bytes: int = 0
    over: int = 0


@dataclass
class EvidenceStore:
    """The pictures of one table; safe to use from several threads, since a file never changes once written."""

    folder: Path
    quota: int = QUOTA
    _used: int | None = field(default=None, repr=False)

    # --- writing ---------------------------------------------------------------------------------------------------

    def put(self, data: bytes, suffix: str = FRAME) -> str:
        """Store bytes under their hash, whole or not at all; returns the name. Raises OSError when the disk refuses."""
        name = hashlib.sha256(data).hexdigest()
        path = self._path(name, suffix)
        if path.exists():
            return name
        for folder in (self.folder, path.parent):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = path.with_name(f".{name}.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as f:
                f.write(data)
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)
            raise
        if self._used is not None:
            self._used += len(data)
        return name

    def keep(self, frame: bytes, cards: Iterable[tuple[CardRead, bytes]]) -> tuple[str, str]:
        """Store a frame with its cards and their crops; returns what a fact names: frame, record. Raises OSError."""
        name = self.put(frame)
        read = []
        for card, crop in cards:
            picture = self.put(crop) if crop else ""
            read.append({**_plain(card), "picture": picture})
        body = {"v": 1, "frame": name, "cards": read}
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return name, self.put(text.encode(), RECORD)

    # --- reading ---------------------------------------------------------------------------------------------------

    def read(self, name: str) -> bytes | None:
        """The picture of that name, None when it was pruned or never kept; bytes that do not fit the name are none."""
        return self._read(name, FRAME)

    def has(self, name: str) -> bool:
        """Whether the picture of that name is still here."""
        return self._path(name, FRAME).exists()

    def shot(self, pictures: Sequence[str]) -> Shot | None:
        """What a fact's ``pictures`` stand for, None when nothing of it is here any more."""
        for name in pictures:
            data = self._read(name, RECORD)
            if data is not None:
                return _shot(data)
        frame = next((n for n in pictures if self._path(n, FRAME).exists()), None)
        return Shot(frame) if frame is not None else None

    def _read(self, name: str, suffix: str) -> bytes | None:
        if len(name) != 64 or not all(c in "0123456789abcdef" for c in name):
            return None
        try:
            data = self._path(name, suffix).read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == name else None

    def _path(self, name: str, suffix: str) -> Path:
        return self.folder / name[:2] / f"{name}{suffix}"

    # --- room ------------------------------------------------------------------------------------------------------

    def used(self) -> int:
        """Bytes in use."""
        if self._used is None:
            self._used = sum(p.stat().st_size for p in self._files())
        return self._used

    def _files(self) -> list[Path]:
        return [p for p in self.folder.glob("??/*") if p.suffix in (FRAME, RECORD)]

    def remove(self, names: Iterable[str]) -> Pruned:
        """Delete pictures and records by name."""
        files = size = 0
        for name in names:
            for suffix in (FRAME, RECORD):
                path = self._path(name, suffix)
                if path.exists():
                    size += path.stat().st_size
                    files += 1
                    path.unlink()
        if self._used is not None:
            self._used -= size
        return Pruned(files, size)

    def names_of(self, pictures: Sequence[str]) -> set[str]:
        """Every file behind a fact's pictures: frame, record, crops."""
        shot = self.shot(pictures)
        crops = {c.picture for c in shot.cards if c.picture} if shot is not None else set()
        return {*pictures, *crops}

    def prune(self, facts: Sequence[Fact]) -> Pruned:
        """Make room down to the quota: oldest first, only of settled nights, never of a hand open to dispute."""
        if self.used() <= self.quota:
            return Pruned()
        old = _settled(facts)
        kept: set[str] = set()
        for fact in facts:
            if fact.pictures and fact.seq not in old:
                kept |= self.names_of(fact.pictures)
        files = size = 0
        for fact in facts:
            if self.used() <= self.quota:
                break
            if fact.pictures and fact.seq in old:
                gone = self.remove(self.names_of(fact.pictures) - kept)
                files, size = files + gone.files, size + gone.bytes
        return Pruned(files, size, max(0, self.used() - self.quota))


def _settled(facts: Sequence[Fact]) -> frozenset[int]:
    """Numbers of the facts of nights that are settled, but for hands with a contest that nobody resolved."""
    out: set[int] = set()
    night: list[Fact] = []
    open_hands = {c.hand_seq for c in fold_contests(facts) if c.open}
    for fact in facts:
        if isinstance(fact.payload, TableOpened):
            night = []
        night.append(fact)
        if isinstance(fact.payload, NightSettled):
            out.update(f.seq for f in night)
            night = []
    by_hand = {f.seq: f.hand for f in facts}
    begun = {f.hand: f.seq for f in facts if f.kind == "hand_started"}
    return frozenset(s for s in out if begun.get(by_hand[s]) not in open_hands)


def _plain(card: CardRead) -> dict[str, Any]:
    return {
        "zone": card.zone,
        "card": card.card,
        "certainty": card.certainty,
        "sure": card.sure,
        "quad": [[f"{x:.4f}", f"{y:.4f}"] for x, y in card.quad],
        "guess": card.guess,
    }


def _shot(data: bytes) -> Shot:
    body = json.loads(data)
    cards = tuple(
        CardRead(
            str(c["zone"]),
            str(c["card"]),
            int(c["certainty"]),
            bool(c["sure"]),
            tuple((float(x), float(y)) for x, y in c["quad"]),
            str(c["picture"]),
            str(c["guess"]),
        )
        for c in body["cards"]
    )
    return Shot(str(body["frame"]), cards)
