"""The taught deck: a picture of each card and of the back, kept in the table's folder, and what is matched to it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.vision.deck.look import MARGIN, TALL, WIDE
from assistant.vision.reader import NAMES
from assistant.vision.records import Image

FOLDER, FILE, VERSION = "deck", "deck.json", 1


class DeckError(ValueError):
    """A lesson or a deck that cannot be used; ``code`` names the phrase, ``params`` fill it."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code, self.params = code, params


@dataclass
class TaughtDeck:
    """A table's deck: ``pictures`` by card as `look.framed` cuts them, ``backs`` likewise, and ``confusable`` pairs."""

    pictures: Mapping[str, Image]
    backs: tuple[Image, ...] = ()
    confusable: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The cards in it, in the order of the reader's names."""
        return tuple(n for n in NAMES if n in self.pictures)


def store(deck: TaughtDeck, folder: Path) -> Path:
    """Write the deck into a table's folder, whole or not at all: what was taught before is replaced at one stroke."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f".{FOLDER}.{os.getpid()}"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    try:
        for name, picture in (*deck.pictures.items(), *((f"back{k}", b) for k, b in enumerate(deck.backs))):
            good, data = cv2.imencode(".png", picture)
            if not good:
                raise OSError(f"{name} could not be packed")
            (part / f"{name}.png").write_bytes(data.tobytes())
        held = {"version": VERSION, "cards": list(deck.names), "backs": len(deck.backs),
                "confusable": [list(p) for p in deck.confusable]}  # fmt: skip
        (part / FILE).write_text(json.dumps(held) + "\n", encoding="utf-8")
        target, old = folder / FOLDER, folder / f".{FOLDER}.old"
        shutil.rmtree(old, ignore_errors=True)
        if target.exists():
            target.rename(old)
        part.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder / FOLDER


def load(folder: Path) -> TaughtDeck | None:
    """The deck of a table's folder, None where none was taught; DeckError where the files are no such deck."""
    target, old = folder / FOLDER, folder / f".{FOLDER}.old"
    if not target.exists() and old.exists():  # the power went between the two renames
        old.rename(target)
    if not target.exists():
        return None
    try:
        held: dict[str, Any] = json.loads((target / FILE).read_text(encoding="utf-8"))
        if held["version"] != VERSION:
            raise DeckError("deck_version", path=target, version=held["version"])
        cards = {str(n): _picture(target / f"{n}.png") for n in held["cards"] if n in NAMES}
        backs = tuple(_picture(target / f"back{k}.png") for k in range(int(held["backs"])))
        pairs = tuple((str(a), str(b)) for a, b in held["confusable"])
    except (OSError, KeyError, TypeError, ValueError) as e:
        if isinstance(e, DeckError):
            raise
        raise DeckError("deck_file", path=target) from e
    if not cards:
        raise DeckError("deck_file", path=target)
    return TaughtDeck(cards, backs, pairs)


def _picture(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None or image.shape[:2] != (TALL + 2 * MARGIN, WIDE + 2 * MARGIN):
        raise ValueError(f"{path} is no picture of a card")
    return np.asarray(image, np.uint8)
