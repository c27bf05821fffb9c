"""Labelled photographs as a measuring set: folders with a ``labels.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.vision.records import Corners


@dataclass(frozen=True)
class Label:
    """One labelled card: its name ("As", "back", "joker") and, where known, its quad in pixels."""

    card: str
    quad: Corners | None


@dataclass(frozen=True)
class LabelledPhoto:
    """A photograph of a source with its cards; ``complete`` is None where nobody checked that all are labelled."""

    source: str
    path: Path
    cards: tuple[Label, ...]
    complete: bool | None

    @property
    def faces(self) -> list[str]:
        """The labelled cards that lie face up."""
        return [c.card for c in self.cards if c.card != "back"]


def labelled(root: Path, only: str | None = None) -> Iterator[LabelledPhoto]:
    """The photographs with cards under ``root``, one source per folder with a labels.json, in a fixed order."""
    for described in sorted(root.rglob("labels.json")):
        source = described.parent.name
        if only is not None and source != only:
            continue
        for entry in json.loads(described.read_text(encoding="utf-8")):
            path = described.parent / str(entry["image"])
            if not entry["cards"] or not path.exists():
                continue
            quads = [np.array(c["quad"], np.float32) if c.get("quad") else None for c in entry["cards"]]
            cards = tuple(Label(str(c["card"]), q) for c, q in zip(entry["cards"], quads, strict=True))
            yield LabelledPhoto(source, path, cards, entry.get("complete"))
