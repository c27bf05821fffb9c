"""A table's own chips: what each colour looks like and is worth, learnt from one picture and kept with the table."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.colour import HUES, LIGHTS, NAMES, ZONES

FILE, VERSION = "chips.json", 1
BINS = 2 * HUES + 2 * LIGHTS  # of a ring's description that are a histogram
RING = BINS + 7
SCALE = 0.055  # how far (squared Hellinger distance) two pictures of one chip commonly are; fitted on rendered pairs
TRUST = 0.35  # weight of the untaught colour name beside the likeness
TWINS = 0.045  # two taught colours nearer than this are told apart too seldom to be of use
STRANGE = 0.34  # a chip farther than this from every taught colour is none of them


class ChipsError(ValueError):
    """Chips that cannot be taught or counted; ``code`` names the phrase, ``params`` fill it."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code, self.params = code, params


@dataclass(frozen=True)
class ChipKind:
    """One taught colour: its name, what a chip of it is worth (None: not said), and its description."""

    name: str
    value: int | None
    description: tuple[float, ...]


@dataclass(frozen=True)
class ChipSet:
    """The taught colours of one table, in the order in which they were named."""

    kinds: tuple[ChipKind, ...]

    @property
    def values(self) -> dict[str, int]:
        """What a chip of each colour is worth, where that was said."""
        return {k.name: k.value for k in self.kinds if k.value is not None}

    def name(self, described: NDArray[np.float32], named: NDArray[np.float64]) -> tuple[list[str], NDArray[np.float64]]:
        """Names, and for each of n chips a probability of each and of "none of them" (last); ``named``: (n, 10)."""
        held = np.array([k.description for k in self.kinds], np.float32)
        far = np.array([[distance(d, h) for h in held] for d in described])
        prior = np.array([[n[NAMES.index(k.name)] if k.name in NAMES else 0.1 for k in self.kinds] for n in named])
        score = -far / SCALE + TRUST * np.log(prior + 0.01)
        strange = np.full((len(described), 1), -STRANGE / SCALE + TRUST * np.log(0.3))
        score = np.concatenate([score, strange], 1)
        e = np.exp(score - score.max(1, keepdims=True))
        return [k.name for k in self.kinds], np.asarray(e / e.sum(1, keepdims=True), np.float64)


def distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How unlike two descriptions are, 0..1: squared Hellinger distance of the rings' colours where both show them."""
    total, weight = 0.0, 1e-6
    for z, (near, far) in enumerate(pairwise(ZONES)):
        a, b = one[z * RING : (z + 1) * RING], other[z * RING : (z + 1) * RING]
        shown = float(min(a[-1], b[-1])) * (far**2 - near**2)
        pa, pb = a[:BINS] / max(1e-6, float(a[:BINS].sum())), b[:BINS] / max(1e-6, float(b[:BINS].sum()))
        total += shown * (1 - float(np.sqrt(np.clip(pa, 0, None) * np.clip(pb, 0, None)).sum()))
        weight += shown
    return total / weight


def best_names(odds: NDArray[np.float64]) -> list[int]:
    """For n chips (rows) and n names (columns) the one-to-one choice that is likeliest as a whole."""
    n = len(odds)
    logs = np.log(np.clip(odds, 1e-6, 1))
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for row in range(n):
        after: dict[int, tuple[float, tuple[int, ...]]] = {}
        for used, (score, chosen) in best.items():
            for column in range(n):
                if used >> column & 1:
                    continue
                key, worth = used | 1 << column, score + float(logs[row, column])
                if key not in after or worth > after[key][0]:
                    after[key] = worth, (*chosen, column)
        best = after
    return list(best[(1 << n) - 1][1])


def learn(
    described: Sequence[NDArray[np.float32]], named: NDArray[np.float64], wanted: dict[str, int | None]
) -> ChipSet:
    """The set from a picture's chips and the names they are given; ChipsError where it would not tell them apart.

    ``named`` are the untaught probabilities (n, 10); a name that is not among the ten goes to the chip that is left.
    """
    if not wanted:
        names = [NAMES[i] for i in named.argmax(1)]
        twice = sorted({n for n in names if names.count(n) > 1})
        if twice:
            raise ChipsError("same_colour", colour=twice[0])
        wanted = dict.fromkeys(names)
    if len(wanted) != len(described):
        raise ChipsError("chips_and_names", chips=len(described), names=len(wanted))
    order = list(wanted)
    odds = np.array([[row[NAMES.index(n)] if n in NAMES else 0.05 for n in order] for row in named])
    chosen = best_names(odds)
    for i, a in enumerate(described):
        for j, b in enumerate(described[:i]):
            if distance(a, b) < TWINS:
                raise ChipsError("chips_alike", one=order[chosen[j]], other=order[chosen[i]])
    kinds = {order[c]: d for c, d in zip(chosen, described, strict=True)}
    return ChipSet(tuple(ChipKind(n, wanted[n], tuple(round(float(v), 5) for v in kinds[n])) for n in order))


def store(chips: ChipSet, folder: Path) -> Path:
    """Write the set into a table's folder, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    held = {"version": VERSION, "kinds": [
        {"name": k.name, "value": k.value, "description": list(k.description)} for k in chips.kinds]}  # fmt: skip
    part = folder / f".{FILE}.{os.getpid()}"
    part.write_text(json.dumps(held, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(folder / FILE)
    return folder / FILE


def load(folder: Path) -> ChipSet | None:
    """The set of a table's folder, None where none was taught; ChipsError where the file is no such set."""
    path = folder / FILE
    if not path.exists():
        return None
    try:
        held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if held["version"] != VERSION:
            raise ChipsError("chips_version", path=path, version=held["version"])
        kinds = tuple(
            ChipKind(str(k["name"]), None if k["value"] is None else int(k["value"]),
                     tuple(float(v) for v in k["description"]))
            for k in held["kinds"]
        )  # fmt: skip
    except (OSError, KeyError, TypeError, json.JSONDecodeError) as e:
        raise ChipsError("chips_file", path=path) from e
    if not kinds or any(len(k.description) != RING * (len(ZONES) - 1) + 3 for k in kinds):
        raise ChipsError("chips_file", path=path)
    return ChipSet(kinds)
