"""Chips counted: found, named, doubted where there is reason to, and never seen where there are none."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.vision.chips.colour import NAMES, ColourNamer, cut_chip, describe, white_among, white_of
from assistant.vision.chips.edges import Rim, rims_of
from assistant.vision.chips.finder import ChipFinder, Ellipse, same_chip
from assistant.vision.chips.taught import ChipSet
from assistant.vision.detectors.geometry import inside
from assistant.vision.records import BACK, Corners, Image, Sighting
from assistant.vision.rectify import sides, upright

LOOK = 0.2  # a score from here on is worth a look at the rim
# What makes it a chip: the share of its rim that stands out, and how far above the texture around; a little less rim is
# enough where the finder has no doubt (a chip half under another), and in between somebody is asked.
MAYBE = 0.5
SHARE, CLEAR, EDGE = 0.5, 3.3, 16.0
CONVINCED, SOME_SHARE, SOME_CLEAR = 0.72, 0.4, 2.2
RING_PIXELS, RING_SCORE, RING_SHARE = 20, 0.3, 0.78
ONE_RIM = 0.6  # radii between the middles of two outlines that are one chip, once both are at a rim
NEW_FROM = 1.0  # radii from a chip already proved to the middle of an overlooked one
SEEN = 0.5  # at least one chip of a picture must be seen so well by the finder
IN_CARDS = (0.3, 0.66)  # a chip's width over a card's height: 39 of 88 mm is 0.44
FLATTER = 0.85  # of the others' flatness: what is flatter stands on edge in a tray, or is none
ODD = 1.55  # a chip this many times larger or smaller than the picture's chips is none


@dataclass(frozen=True)
class ChipSighting:
    """One chip: its colour, the probability that this is right, whether that is enough, and where it lies."""

    colour: str
    certainty: float
    sure: bool
    ellipse: Ellipse


@dataclass(frozen=True)
class ChipCount:
    """The chips of a picture; ``maybe`` are places where one may lie. Of a stack only the top chip is seen."""

    chips: tuple[ChipSighting, ...]
    maybe: tuple[Ellipse, ...] = ()

    @property
    def colours(self) -> dict[str, int]:
        """How many of each colour, most first."""
        return dict(Counter(c.colour for c in self.chips).most_common())

    @property
    def sure(self) -> bool:
        """Whether the count may be taken without a person counting again."""
        return not self.maybe and all(c.sure for c in self.chips)

    def as_json(self) -> dict[str, Any]:
        """Each chip with its place, for `fala read --json`."""
        return {
            "sure": self.sure,
            "chips": [
                {"colour": c.colour, "certainty": round(c.certainty, 3), "sure": c.sure, "x": round(c.ellipse.x, 1),
                 "y": round(c.ellipse.y, 1), "width": round(2 * c.ellipse.a, 1)}
                for c in self.chips
            ],
            "maybe": [{"x": round(e.x, 1), "y": round(e.y, 1)} for e in self.maybe],
        }  # fmt: skip


class ChipCounter:
    """Finder and colours, loaded once; ``taught`` are the table's own chips. WeightsError where weights are missing."""

    def __init__(self, folder: Path | None = None, threads: int = 0, taught: ChipSet | None = None) -> None:
        self.finder = ChipFinder(folder, threads)
        self.namer = ColourNamer(folder)
        self.taught = taught

    def count(self, image: Image, sightings: Sequence[Sighting] = ()) -> ChipCount | None:
        """The chips of a BGR picture whose cards are known, None where there is none."""
        chips, maybe = self.find(image, sightings)
        if not chips:
            return None
        described, named = self.look(image, chips, sightings)
        if self.taught is not None:
            names, odds = self.taught.name(described, named)
            names = [*names, ""]
        else:
            names, odds = list(NAMES), named
        out = []
        for e, p, untaught in zip(chips, odds, named, strict=True):
            best = int(p.argmax())
            certainty = float(p[best])
            colour = names[best] or NAMES[int(untaught.argmax())]
            enough = 0.8 if self.taught is not None else self.namer.sure_from
            out.append(ChipSighting(colour, certainty, certainty >= enough and bool(names[best]), e))
        return ChipCount(tuple(out), tuple(maybe))

    def find(self, image: Image, sightings: Sequence[Sighting]) -> tuple[list[Ellipse], list[Ellipse]]:
        """Where chips lie, outlined at their rims, best first; and where one may lie."""
        rims = best_size(image, beside_cards(self.finder.find(image, LOOK), sightings))
        if not any(proved(m) and m.ellipse.score >= SEEN for m in rims):
            return [], []
        sizes = [math.sqrt(m.ellipse.a * m.ellipse.b) for m in rims if proved(m)]
        if len(sizes) >= 2:  # rings of the size of chips already proved: what the network overlooked
            usual, sure_ones = float(np.median(sizes)), [m.ellipse for m in rims if proved(m)]
            fresh = beside_cards(rings(image, usual), sightings)
            for rim in rims_of(image, [*sure_ones, *fresh])[len(sure_ones) :]:
                e = rim.ellipse
                alone = all(math.dist((e.x, e.y), (o.x, o.y)) > NEW_FROM * usual for o in sure_ones)
                if alone and proved(rim) and rim.share >= RING_SHARE:
                    rims.append(rim)
        chips: list[Ellipse] = []
        maybe: list[Ellipse] = []
        flats = [m.ellipse.b / m.ellipse.a for m in rims if proved(m)]
        flat = FLATTER * float(np.median(flats)) if len(flats) >= 3 else 0.0
        for rim in sorted(rims, key=lambda m: -(m.ellipse.score + m.share)):
            one = rim.ellipse
            if any(same_chip(one, other, ONE_RIM) for other in (*chips, *maybe)):
                continue
            if proved(rim) and one.b >= flat * one.a:
                chips.append(one)
            elif proved(rim) or one.score >= MAYBE:
                maybe.append(one)
        return chips, maybe

    def look(
        self, image: Image, chips: Sequence[Ellipse], sightings: Sequence[Sighting]
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Descriptions (n, features) and untaught colour probabilities (n, 10) of found chips."""
        papers = papers_of(sightings)
        white = white_of(image, papers)
        if not papers:
            white = white_among(image, chips, white)
        described = np.stack([describe(cut_chip(image, e, chips), white) for e in chips])
        return described, self.namer.name(described)


def rings(image: Image, radius: float) -> list[Ellipse]:
    """Circles of about that radius (px) in a BGR picture, as suggestions."""
    scale = RING_PIXELS / radius
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    if max(small.shape[:2]) > 2600:
        return []
    out: list[Ellipse] = []
    for channel in (*cv2.split(small), cv2.cvtColor(small, cv2.COLOR_BGR2HSV)[..., 1]):
        soft = cv2.GaussianBlur(channel, (0, 0), 1.2)
        found = cv2.HoughCircles(
            soft, cv2.HOUGH_GRADIENT, 1.5, 0.8 * RING_PIXELS, param1=90, param2=26,
            minRadius=round(0.8 * RING_PIXELS), maxRadius=round(1.25 * RING_PIXELS),
        )  # fmt: skip
        for x, y, r in np.asarray(found if found is not None else np.zeros((1, 0, 3))).reshape(-1, 3)[:60].tolist():
            one = Ellipse(x / scale, y / scale, r / scale, r / scale, 0.0, RING_SCORE)
            if not any(same_chip(one, other) for other in out):
                out.append(one)
    return out


def proved(rim: Rim) -> bool:
    """Whether a rim speaks for a chip."""
    if rim.share >= SHARE and rim.clear >= CLEAR and rim.edge >= EDGE:
        return True
    return rim.ellipse.score >= CONVINCED and rim.share >= SOME_SHARE and rim.clear >= SOME_CLEAR


def papers_of(sightings: Sequence[Sighting]) -> list[Corners]:
    """The faces that show what white is here."""
    return [np.array(s.quad, np.float32) for s in sightings if s.sure and s.card not in (None, BACK)]


def beside_cards(found: Sequence[Ellipse], sightings: Sequence[Sighting]) -> list[Ellipse]:
    """Those of a chip's size beside the cards, where there are some; weak ones on a face are pips or courts."""
    quads = [np.array(s.quad, np.float32) for s in sightings if s.sure and s.card is not None]
    heights = [sides(upright(q))[1] for q in quads]
    if not heights:
        return list(found)
    tall = float(np.median(heights))
    spread = max(max(heights) / tall, tall / min(heights)) if len(heights) > 2 else 1.0
    low, high = IN_CARDS[0] / min(spread, 1.3), IN_CARDS[1] * min(spread, 1.3)
    faces = [np.array(s.quad, np.float32) for s in sightings if s.sure and s.card not in (None, BACK)]
    return [
        e
        for e in found
        if low < 2 * e.a / tall < high and (e.score > 0.75 or not any(inside(q, e.x, e.y, -0.3 * e.b) for q in faces))
    ]


def best_size(image: Image, found: Sequence[Ellipse]) -> list[Rim]:
    """The rims of the size that most speaks for: a chip's spots and its inlay are round too, but smaller."""
    if not found:
        return []
    all_sizes = np.array([math.sqrt(e.a * e.b) for e in found])
    best: list[Rim] = []
    worth = -1.0
    tried: list[float] = []
    for size in np.percentile(all_sizes, (96, 75, 50, 25)):
        if any(1 / 1.2 < size / t < 1.2 for t in tried):
            continue
        tried.append(float(size))
        rims = rims_of(image, [e for e, s in zip(found, all_sizes, strict=True) if 1 / ODD < s / size < ODD])
        value = sum(m.ellipse.score * m.share * m.ellipse.a**2 for m in rims if proved(m))
        if value > worth:
            best, worth = rims, value
    return best
