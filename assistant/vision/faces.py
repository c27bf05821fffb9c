"""A detected face while it is being read, and which of many boxes are the same card."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from assistant.vision.calibration import Evidence
from assistant.vision.detectors.geometry import iou, overlap, through, unit_map
from assistant.vision.lone import LoneIndex
from assistant.vision.quality import CropQuality, measure
from assistant.vision.reader import NAMES, CropReading, same_card, same_index
from assistant.vision.records import CardQuad, Corners, Image, quad_of
from assistant.vision.rectify import IndexCrop, area, readings_of, refine, sides, upright

ZONE = (-0.08, 0.38, -0.07, 0.42)  # where a card's index may lie, in fractions: left, right, top, bottom
CLEAR = 0.9  # a belief below this is worth a second look
FAINT = 0.02  # a belief below this says nothing
READ = 0.5  # a belief above this is a reading, sure or not
SAME_BACK = 0.8  # IoU from which two refined outlines are one back
PRINTED = 0.7  # share of a back's area upon a read face of a greater size from which it is that card's picture
PLAIN = 0.98  # at a live table a card whose two indices both say the same with this belief is read once ...
HALF_PLAIN = 0.8  # ... or one with less, if the other makes up for it: together they leave no more doubt than two such
UNDER = 0.5  # IoU from which a box in which little is read is not looked into further if the other is read plainly


@dataclass
class Corner:
    """One printed index of a card: how it was cut, and what the crops say."""

    crops: list[IndexCrop] = field(default_factory=list)
    pictures: list[Image] = field(default_factory=list)
    readings: list[CropReading] = field(default_factory=list)
    _said: tuple[int, CropReading] | None = None  # of so many crops: it is asked for many times
    _quality: tuple[int, CropQuality] | None = None

    def said(self) -> CropReading:
        """All its crops as one reading."""
        if self._said is None or self._said[0] != len(self.readings):
            self._said = len(self.readings), same_index(self.readings)
        return self._said[1]

    def quality(self) -> CropQuality:
        """How well the crop that sees most can be read."""
        if self._quality is None or self._quality[0] != len(self.readings):
            best = int(np.argmax([r.top for r in self.readings]))
            crop = self.crops[best]
            self._quality = len(self.readings), measure(self.pictures[best], crop.scale, crop.glyph)
        return self._quality[1]


@dataclass
class Face:
    """A detected face while it is being read: per turn of the card the corner that would be its top left."""

    found: CardQuad
    shapes: list[Corners]
    corners: dict[int, Corner] = field(default_factory=dict)
    extra: list[Corner] = field(default_factory=list)
    turn: int = 0
    whole: CropReading | None = None
    belief: CropReading = field(default_factory=lambda: CropReading(np.zeros(len(NAMES)), 1.0))

    def settle(self) -> None:
        """Choose how the card lies, and join its indices to one belief."""
        best = -1.0
        for first in (0, 1):
            pair = [self.corners[t] for t in (first, first + 2) if t in self.corners]
            if not pair:
                continue
            belief = same_card([c.said() for c in pair + self.extra])
            if belief.top > best:
                best, self.belief = belief.top, belief
                self.turn = max((first, first + 2), key=lambda t: self.corners[t].said().cards[self.belief.best])

    def told(self) -> CropReading:
        """What is believed after all that was looked at."""
        return self.belief if self.whole is None else same_card([self.belief, self.whole], stray=0.01)

    def plain(self) -> bool:
        """Whether both its indices say the same card beyond doubt."""
        pair = [self.corners[t].said() for t in (self.turn, (self.turn + 2) % 4) if t in self.corners]
        if len(pair) != 2 or any(r.top < HALF_PLAIN or r.best != self.belief.best for r in pair):
            return False
        return (1 - pair[0].top) * (1 - pair[1].top) < (1 - PLAIN) ** 2

    def used(self) -> list[Corner]:
        """The corners that stand behind the belief."""
        return [self.corners[t] for t in (self.turn, (self.turn + 2) % 4) if t in self.corners] + self.extra

    def evidence(self) -> Evidence:
        """What the calibration weighs."""
        used = self.used()
        said = [c.said() for c in used]
        best = max(range(len(used)), key=lambda i: said[i].cards[self.belief.best])
        return Evidence(self.belief, tuple(said), used[best].quality(), self.found.score, False, self.whole)

    def quad(self) -> Corners:
        """The better of the found and the refined outline, its first corner the top left of the card as read."""
        corner = self.corners[self.turn]
        tops = [r.top for r in corner.readings[: len(self.shapes)]]  # readings of index boxes come after these
        return np.roll(self.shapes[int(np.argmax(tops))], -self.turn, 0)


def unexplained(indices: list[CardQuad], faces: list[Face]) -> list[CardQuad]:
    """The index boxes that are not simply the corners of a card already read without doubt."""
    plain = [f for f in faces if f.plain()]
    maps = [unit_map(np.roll(f.shapes[-1], -t, 0)) for f in plain for t in (f.turn, (f.turn + 2) % 4)]
    out = []
    for one in indices:
        x, y = one.corners.mean(0)
        at = [through(m, float(x), float(y)) for m in maps]
        if not any(ZONE[0] < u < ZONE[1] and ZONE[2] < v < ZONE[3] for u, v in at):
            out.append(one)
    return out


def index_turns(quad: Corners) -> list[Corners]:
    """The ways an index box may be read: two where it is clearly longer than wide, else four."""
    return readings_of(upright(quad), 1.25)


def shifted(quad: Corners, scale: float, across: float, down: float) -> Corners:
    """An index box scaled about its middle and moved, by shares of its own width and height."""
    middle = quad.mean(0)
    move = across * (quad[1] - quad[0]) + down * (quad[3] - quad[0])
    return np.asarray(middle + move + (quad - middle) * scale, np.float32)


def double_of(face: Face, plain: list[Face]) -> bool:
    """Whether it is one more box on one of those cards: it says the same, as far as it says anything."""
    same = [p for p in plain if face.belief.top > FAINT and p.belief.best == face.belief.best]
    return any(iou(face.shapes[0], p.shapes[0]) > 0.3 for p in same)


def beneath(face: Face, plain: list[Face]) -> bool:
    """Whether little is read in it and it lies much where a plain card does.

    A second card under that one shows an index, which is found and read by itself.
    """
    return face.belief.top < CLEAR and any(iou(face.shapes[0], p.shapes[0]) > UNDER for p in plain)


def without_doubles(faces: list[Face]) -> list[Face]:
    """One face for what the detector found twice: same card, or nothing read, in much the same place."""
    kept: list[tuple[Face, CropReading]] = []
    for face, told in sorted(((f, f.told()) for f in faces), key=lambda ft: -(ft[1].top + 0.3 * ft[0].found.score)):
        mine = face.shapes[0]
        for other, said in kept:
            its = other.shapes[0]
            both, part = iou(mine, its), overlap(mine, its) / max(1.0, min(area(mine), area(its)))
            if told.top >= READ and told.best == said.best:
                double = both > 0.3 or part > 0.8
            elif told.top < READ:
                double = both > 0.55 or part > 0.9
            else:
                double = both > 0.85
            if double:
                break
        else:
            kept.append((face, told))
    return [face for face, _ in kept]


def adopt(faces: list[Face], rest: list[LoneIndex], tells: float) -> list[LoneIndex]:
    """Indices lying on a face that explains them after all: one not read itself, or one that was outlined badly.

    One believed less than ``tells`` is a pip or an ornament of the face that it lies on.
    """
    left = []
    for one in rest:
        x, y = one.found_centre
        for face in faces:
            near = cv2.pointPolygonTest(face.shapes[0].astype(np.float32), (x, y), True) / sides(face.shapes[0])[1]
            if face.belief.top < READ and near > -0.08 and one.reading.top > READ:
                face.extra.append(Corner([one.crop], [one.picture], [one.reading]))
                face.settle()
                break
            if near > 0.02 and (one.reading.top < tells or one.reading.best == face.belief.best):
                break  # a pip, a court's ornament, or the face's own index
        else:
            left.append(one)
    return left


def closed_boxes(image: Image, backs: list[CardQuad], faces: list[Face]) -> list[CardQuad]:
    """Backs that are no readable face seen by mistake, each once; an unreadable face yields to a better-scored back.

    Two boxes of one back fall together once their edges are refined; those of two backs stay apart.
    """
    if not backs:
        return []
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    out: list[CardQuad] = []
    edges: list[Corners] = []
    for back in sorted(backs, key=lambda b: -b.score):
        rivals = [f for f in faces if iou(f.shapes[0], back.corners) > 0.5]
        if any(f.belief.top > READ or f.found.score > back.score for f in rivals) or _printed(back, faces):
            continue
        edge = refine(grey, upright(back.corners))
        if any(iou(edge, other) > SAME_BACK for other in edges):
            continue
        for rival in rivals:
            faces.remove(rival)
        out.append(CardQuad("back", quad_of(edge.tolist()), back.score))
        edges.append(edge)
    return out


def _printed(back: CardQuad, faces: list[Face]) -> bool:
    """Whether a back is the picture printed on a read face: it lies upon it and is smaller."""
    mine = area(back.corners)
    return any(
        face.belief.top > CLEAR
        and mine < 0.75 * area(face.shapes[0])
        and overlap(face.shapes[0], back.corners) > PRINTED * mine
        for face in faces
    )
