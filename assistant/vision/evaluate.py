"""Measuring the eye on labelled photographs: rates per source, and whether its certainty keeps its word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.detectors.geometry import iou
from assistant.vision.labelled import LabelledPhoto, labelled
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, Image, Sighting
from assistant.vision.stills import open_still

BINS = 15
MATCH = 0.5  # IoU from which a sighting is held against a labelled quad


@dataclass
class Tally:
    """Counts of one source; rates are over its labelled faces, unread ones counted as wrong."""

    photos: int = 0
    faces: int = 0
    rank: int = 0
    suit: int = 0
    card: int = 0  # best guess right, sure or not
    right: int = 0  # right and sure
    wrong: int = 0  # sure, and not in the photograph (completely labelled ones only)
    asked: int = 0
    backs: int = 0
    backs_found: int = 0
    backs_invented: int = 0
    whole: int = 0
    complete: int = 0
    pairs: list[tuple[float, bool]] = field(default_factory=list)  # certainty and truth of matched faces

    def add(self, other: Tally) -> None:
        """Take another source's counts in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)  # numbers add up, lists are joined

    def rate(self, name: str) -> float:
        """A count over the labelled faces."""
        return float(getattr(self, name)) / self.faces if self.faces else 0.0


def _common(want: Iterable[str], got: Iterable[str]) -> int:
    return sum((Counter(want) & Counter(got)).values())


def tally(photo: LabelledPhoto, sightings: list[Sighting]) -> Tally:
    """One photograph's counts, cards compared as multisets; certainty compared where quads are labelled."""
    t = Tally(photos=1, faces=len(photo.faces))
    guesses = [s.card for s in sightings if s.card not in (None, BACK)]
    sure = [s.card for s in sightings if s.sure and s.card is not None]
    sure_faces = [c for c in sure if c != BACK]
    named = [g for g in guesses if g is not None]
    t.rank = _common((c[0] for c in photo.faces), (g[0] for g in named))
    t.suit = _common((c[-1] for c in photo.faces), (g[-1] for g in named))
    t.card = _common(photo.faces, named)
    t.right = _common(photo.faces, sure_faces)
    t.asked = sum(1 for s in sightings if not s.sure)
    labels = [c.card for c in photo.cards]
    t.backs = labels.count(BACK)
    t.backs_found = min(t.backs, sure.count(BACK))
    if photo.complete:
        t.complete = 1
        t.wrong = len(sure_faces) - t.right
        t.backs_invented = max(0, sure.count(BACK) - t.backs)
        t.whole = int(Counter(sure) == Counter(labels))
    for s in sightings:
        if s.card in (None, BACK):
            continue
        quad = np.array(s.quad, np.float32)
        matched = [c for c in photo.cards if c.quad is not None and iou(c.quad, quad) >= MATCH]
        if matched:
            t.pairs.append((s.confidence, any(c.card == s.card for c in matched)))
    return t


def evaluate(
    root: Path,
    recogniser: Recogniser,
    only: str | None = None,
    spoil: Callable[[Image], Image] | None = None,
    said: Callable[[LabelledPhoto], None] | None = None,
) -> dict[str, Tally]:
    """Every labelled photograph read and counted, by source; ``spoil`` degrades it first, ``said`` hears of each."""
    out: dict[str, Tally] = {}
    for photo in labelled(root, only):
        image = open_still(photo.path)
        if spoil is not None:
            height = image.shape[0]
            image = spoil(image)
            if image.shape[0] != height:
                photo = _scaled(photo, image.shape[0] / height)
        out.setdefault(photo.source, Tally()).add(tally(photo, recogniser.look(image)))
        if said is not None:
            said(photo)
    return out


def _scaled(photo: LabelledPhoto, k: float) -> LabelledPhoto:
    cards = tuple(type(c)(c.card, None if c.quad is None else c.quad * np.float32(k)) for c in photo.cards)
    return LabelledPhoto(photo.source, photo.path, cards, photo.complete)


def reliability(pairs: list[tuple[float, bool]], bins: int = BINS) -> list[tuple[float, float, int]]:
    """Per non-empty bin of certainty: mean certainty, share right, number."""
    out = []
    certainty = np.array([p[0] for p in pairs])
    right = np.array([p[1] for p in pairs], np.float64)
    which = np.clip((certainty * bins).astype(int), 0, bins - 1) if len(pairs) else np.zeros(0, int)
    for b in range(bins):
        members = which == b
        if members.any():
            out.append((float(certainty[members].mean()), float(right[members].mean()), int(members.sum())))
    return out


def expected_error(pairs: list[tuple[float, bool]], bins: int = BINS) -> float:
    """Expected calibration error: the mean distance between what was promised and what was kept."""
    total = max(1, len(pairs))
    return sum(abs(promised - kept) * n / total for promised, kept, n in reliability(pairs, bins))


def plot(pairs: list[tuple[float, bool]], size: int = 640) -> NDArray[np.uint8]:
    """The reliability curve as a picture: promised to the right, kept upwards, dots as large as their bins."""
    edge = size // 10
    inner = size - 2 * edge
    out = np.full((size, size, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return edge + round(x * inner), size - edge - round(y * inner)

    for k in range(11):
        shade = (205, 205, 205) if k % 5 == 0 else (235, 235, 235)
        cv2.line(out, at(k / 10, 0), at(k / 10, 1), shade, 1)
        cv2.line(out, at(0, k / 10), at(1, k / 10), shade, 1)
    for k in (0, 5, 10):
        x, y = at(k / 10, 0)
        cv2.putText(out, f"{k / 10:g}", (x - 12, y + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
        x, y = at(0, k / 10)
        cv2.putText(out, f"{k / 10:g}", (x - 40, y + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (60, 60, 60), 1, cv2.LINE_AA)
    cv2.line(out, at(0, 0), at(1, 1), (150, 150, 150), 2, cv2.LINE_AA)
    curve = reliability(pairs)
    most = max((n for _, _, n in curve), default=1)
    for (x0, y0, _), (x1, y1, _) in pairwise(curve):
        cv2.line(out, at(x0, y0), at(x1, y1), (160, 110, 40), 2, cv2.LINE_AA)
    for promised, kept, n in curve:
        cv2.circle(out, at(promised, kept), 4 + round(10 * (n / most) ** 0.5), (160, 110, 40), -1, cv2.LINE_AA)
    title = f"ECE {expected_error(pairs):.3f}   n = {len(pairs)}"
    cv2.putText(out, title, (edge, edge - 16), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 40, 40), 1, cv2.LINE_AA)
    return out


def table(tallies: dict[str, Tally]) -> str:
    """The counts as lines of text, one source each, and their sum."""
    everything = Tally()
    for t in tallies.values():
        everything.add(t)
    lines = [
        f"{'source':24}{'photos':>7}{'faces':>6}{'rank':>8}{'suit':>8}{'card':>8}{'right':>8}"
        f"{'wrong':>6}{'asked':>6}{'backs':>11}{'whole':>9}{'ECE':>7}"
    ]
    for name, t in [*sorted(tallies.items()), ("ALL", everything)]:
        backs = f"{t.backs_found}/{t.backs}+{t.backs_invented}"
        lines.append(
            f"{name:24}{t.photos:7}{t.faces:6}{t.rate('rank'):8.1%}{t.rate('suit'):8.1%}{t.rate('card'):8.1%}"
            f"{t.rate('right'):8.1%}{t.wrong:6}{t.asked:6}{backs:>11}{f'{t.whole}/{t.complete}':>9}"
            f"{expected_error(t.pairs):7.3f}"
        )
    return "\n".join(lines)
