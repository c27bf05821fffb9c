"""A photograph of a showdown looked at several times, each with cards of another size, and what the looks agree on.

A card is sure where three looks are sure of it, or one is and another nearly and none reads another card there; every
other is a doubt with what it may be.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.vision.calibration import Evidence, joint
from assistant.vision.detectors.yolo import STILL, YoloDetector
from assistant.vision.layout import Layout
from assistant.vision.reader import NAMES
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, JOKER, CardQuad, Image, Sighting, quad_of
from assistant.vision.search import Region, cut_off

CARD_SIZES = (64.0, 96.0, 128.0)  # pixels that a card is tall in what the detector gets
ROOM = 0.7  # card heights around what was found that are looked at with it
MOSTLY = 0.6  # parts that are more of the picture than this are not worth cutting out
LARGEST = 2048  # long side that the detector is given at most
NEAR = 0.35  # of a card's width: how far apart the same card may lie in two looks
TWIN = 2.0  # of a card's width: how far apart outlines of one named card may be drawn
PARTY = 1.9  # card heights between neighbours of one hand, where no layout says whose cards are whose
LIKELY = 0.002  # a card with less of the pooled belief is not what lies there ...
REST = 0.02  # ... unless all the unlikely ones together have more than this
NEARLY = 0.97  # a certainty that confirms what another look is sure of
SPEAKS = 0.5  # a belief that speaks against another card in the same place


@dataclass(frozen=True)
class Seen:
    """What one look says about one place; ``belief`` over NAMES, None for a back."""

    look: int
    sighting: Sighting
    belief: NDArray[np.float64] | None


def look_closely(recogniser: Recogniser, image: Image, deck: Collection[str] | None = None) -> list[Sighting]:
    """Every card of a picture, sure where looks at several sizes agree; ``deck``: the cards there are, if known."""
    detector = recogniser.detector
    first = detector.detect(image)
    tall = _card_height(first)
    places = [first]
    if isinstance(detector, YoloDetector) and tall is not None:
        size = image.shape[1], image.shape[0]
        parts = _parts(first, tall, size)
        places = [_found(detector, image, parts if i else [(0, 0, *size)], k / tall) for i, k in enumerate(CARD_SIZES)]
    looks = [[Seen(i, s, _belief(e)) for s, e in recogniser.examine(image, found)] for i, found in enumerate(places)]
    return fuse(looks, deck)


def _parts(found: Sequence[CardQuad], tall: float, size: tuple[int, int]) -> list[Region]:
    """The parts of a picture that hold cards, with room around them; the whole where they are most of it."""
    boxes: list[Region] = []
    for f in found:
        xs, ys = zip(*f.quad, strict=True)
        pad = ROOM * tall
        box = max(0, int(min(xs) - pad)), max(0, int(min(ys) - pad)), int(max(xs) + pad), int(max(ys) + pad)
        while (hit := next((b for b in boxes if _meet(b, box)), None)) is not None:
            boxes.remove(hit)
            box = min(box[0], hit[0]), min(box[1], hit[1]), max(box[2], hit[2]), max(box[3], hit[3])
        boxes.append((box[0], box[1], min(size[0], box[2]), min(size[1], box[3])))
    area = sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
    return boxes if boxes and area < MOSTLY * size[0] * size[1] else [(0, 0, *size)]


def _meet(a: Region, b: Region) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _found(detector: YoloDetector, image: Image, parts: Sequence[Region], scale: float) -> list[CardQuad]:
    """What a detector finds in parts of a picture shown to it at a scale, in pixels of the picture."""
    out = []
    size = image.shape[1], image.shape[0]
    for region in parts:
        x0, y0, x1, y1 = region
        part = np.ascontiguousarray(image[y0:y1, x0:x1])
        long = min(LARGEST, max(32, 32 * round(max(part.shape[:2]) * scale / 32)))
        out += [
            CardQuad(f.kind, quad_of((x + x0, y + y0) for x, y in f.quad), f.score)
            for f in detector.look(part, long, STILL)
            if not cut_off(f.quad, region, size)
        ]
    return out


def _belief(e: Evidence | None) -> NDArray[np.float64] | None:
    if e is None:
        return None
    return (e.belief if e.whole is None else joint(e)).cards


def _card_height(found: Sequence[CardQuad]) -> float | None:
    good = [max(_sides(f.quad)) for f in found if f.kind == "face" and f.score > 0.6]
    return float(np.median(good)) if good else None


def _sides(quad: Sequence[tuple[float, float]]) -> list[float]:
    return [math.dist(quad[i], quad[(i + 1) % 4]) for i in range(4)]


# --- several looks as one --------------------------------------------------------------------------------------------


def fuse(looks: Sequence[Sequence[Seen]], deck: Collection[str] | None = None) -> list[Sighting]:
    """Looks at one picture as one: what they read alike is sure, the rest is doubt; backs as first seen."""
    backs = [s.sighting for s in looks[0] if s.sighting.card == BACK]
    seen = [s if deck is None else _of_deck(s, deck) for s in _named_once(looks) if s.sighting.card != BACK]
    groups = _same_places(seen)
    firm = [{c for c in _names(g) if sum(s.sighting.card == c and s.sighting.sure for s in g) >= 2} for g in groups]
    told = []
    for i, group in enumerate(groups):
        others = [
            s for j, g in enumerate(groups) if j != i for s in g if s.sighting.card not in firm[j]
        ]  # a card that lies elsewhere for sure is not what lies here: an outline drawn over its neighbour
        told.append(_agreed(group, others))
    return _once(told) + backs


def _names(group: Sequence[Seen]) -> set[str | None]:
    return {s.sighting.card for s in group}


def _named_once(looks: Sequence[Sequence[Seen]]) -> list[Seen]:
    """The sightings without a card's second outline beside the first in the same look."""
    out: list[Seen] = []
    for look in looks:
        mine: list[Seen] = []
        for s in sorted(look, key=lambda s: -s.sighting.confidence):
            name = s.sighting.card
            twins = name not in (None, BACK, JOKER) and any(
                o.sighting.card == name and _apart(o.sighting, s.sighting) <= TWIN for o in mine
            )
            if not twins:
                mine.append(s)
        out += mine
    return out


def _once(told: Sequence[Sighting]) -> list[Sighting]:
    """Each place once: a doubt where a sure card lies is none, and two doubts in one place are one."""
    out: list[Sighting] = []
    for s in sorted(told, key=lambda s: (not s.sure, -s.confidence)):
        there = next((o for o in out if not s.sure and _apart(s, o) <= NEAR), None)
        if there is None:
            out.append(s)
        elif not there.sure:
            both = tuple(dict.fromkeys((*there.possible, *s.possible)))
            out[out.index(there)] = replace(there, possible=both if there.possible and s.possible else ())
    return out


def _apart(a: Sighting, b: Sighting) -> float:
    """How far apart two cards lie, in widths of the narrower."""
    return math.dist(a.centre, b.centre) / max(1.0, min(min(_sides(a.quad)), min(_sides(b.quad))))


def _of_deck(s: Seen, deck: Collection[str]) -> Seen:
    """A sighting with what the deck does not hold left out."""
    if s.belief is None:
        return s
    belief = np.array([b if n in deck or n == JOKER else 0.0 for n, b in zip(NAMES, s.belief, strict=True)])
    if s.sighting.card is None or s.sighting.card in deck or s.sighting.card == JOKER:
        return replace(s, belief=belief)
    card = NAMES[int(belief.argmax())] if belief.max() > 0 else None
    return replace(s, belief=belief, sighting=replace(s.sighting, card=card, sure=False, confidence=0.0))


def _same_places(seen: Sequence[Seen]) -> list[list[Seen]]:
    """Sightings of one card together: those that name the same card sure, or lie in much the same place."""
    group = list(range(len(seen)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    def members(r: int) -> list[int]:
        return [k for k in range(len(seen)) if root(k) == r]

    pairs = []
    for i, j in itertools.combinations(range(len(seen)), 2):
        a, b = seen[i].sighting, seen[j].sighting
        apart = _apart(a, b)
        named = a.card is not None and a.card == b.card and a.card != JOKER and apart <= TWIN
        if seen[i].look != seen[j].look and (apart <= NEAR or named):
            pairs.append((apart - (1 if named else 0), i, j))
    for _, i, j in sorted(pairs):  # nearest first; two sure cards of different names never become one
        ri, rj = root(i), root(j)
        if ri == rj:
            continue
        both = members(ri) + members(rj)
        names = {seen[k].sighting.card for k in both if seen[k].sighting.sure}
        looks = [seen[k].look for k in both]
        if len(names) <= 1 and len(set(looks)) == len(looks):
            group[rj] = ri
    out: dict[int, list[Seen]] = {}
    for i, s in enumerate(seen):
        out.setdefault(root(i), []).append(s)
    return list(out.values())


def _agreed(group: Sequence[Seen], others: Sequence[Seen]) -> Sighting:
    sure = [s.sighting for s in group if s.sighting.sure]
    against = [o for o in others if _speaks_against(o, group)]
    best = max(sure or [s.sighting for s in group], key=lambda s: s.confidence)
    near = sum(
        1 for s in group if s.sighting.card == best.card and (s.sighting.sure or s.sighting.confidence >= NEARLY)
    )
    firm = len(sure) >= 3 and not any(o.sighting.sure for o in against)
    if firm or (sure and near >= 2 and not against):
        return best
    may_be = _possible([*group, *against])
    return replace(best, card=may_be[0] if may_be else best.card, sure=False, possible=may_be)


def _speaks_against(other: Seen, group: Sequence[Seen]) -> bool:
    """Whether something in the same place is read as another card, by an index of its own."""
    if other.belief is None or other.belief.max() < SPEAKS:
        return False
    return other.sighting.card not in _names(group) and _apart(other.sighting, group[0].sighting) <= NEAR


def _possible(group: Sequence[Seen]) -> tuple[str, ...]:
    """What a card may be by all looks together, likeliest first; () when it may be anything."""
    beliefs = [s.belief for s in group if s.belief is not None and s.belief.sum() > 0]
    if len(beliefs) < 2:
        return ()
    pooled = np.mean([b / b.sum() for b in beliefs], axis=0)
    order = np.argsort(pooled)[::-1]
    likely = [int(i) for i in order if pooled[i] >= LIKELY]
    rest = 1.0 - float(pooled[likely].sum())
    return tuple(NAMES[i] for i in likely) if rest <= REST else ()


# --- whose cards -----------------------------------------------------------------------------------------------------


def hands_in(sightings: Sequence[Sighting], layout: Layout | None, size: tuple[int, int]) -> dict[str, list[Sighting]]:
    """The open cards before each seat that shows any, in the layout's order; without a layout, hand by hand.

    Without a layout cards that lie close together are one hand, named A, B, … from the left.
    """
    faces = sorted((s for s in sightings if s.face_up), key=lambda s: s.centre)
    if layout is None:
        return _parties(faces)
    zones: dict[str, list[Sighting]] = {seat: [] for seat in layout.seats}
    for s in faces:
        zone = layout.zone_of(s.quad, size)
        if zone in zones:
            zones[zone].append(s)
    return {seat: mine for seat, mine in zones.items() if mine}


def _parties(faces: Sequence[Sighting]) -> dict[str, list[Sighting]]:
    if not faces:
        return {}
    tall = float(np.median([max(_sides(s.quad)) for s in faces]))
    group = list(range(len(faces)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for i, j in itertools.combinations(range(len(faces)), 2):
        if math.dist(faces[i].centre, faces[j].centre) <= PARTY / 2 * tall:
            group[root(j)] = root(i)
    clumps: dict[int, list[Sighting]] = {}
    for i, s in enumerate(faces):
        clumps.setdefault(root(i), []).append(s)
    ordered = sorted(clumps.values(), key=lambda c: float(np.mean([s.centre[0] for s in c])))
    return {chr(ord("A") + i): c for i, c in enumerate(ordered[:26])}
