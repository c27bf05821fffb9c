"""A picture in, sightings out: cards found, edges refined, indices read, doubts named."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from assistant.vision.calibration import Calibration, Evidence, WholeCalibration, joint
from assistant.vision.closed import Closed, closed_cards
from assistant.vision.detectors.base import Detector
from assistant.vision.detectors.geometry import iou, through, unit_map
from assistant.vision.faces import (
    CLEAR,
    FAINT,
    READ,
    ZONE,
    Corner,
    Face,
    adopt,
    beneath,
    closed_boxes,
    double_of,
    index_turns,
    shifted,
    unexplained,
    without_doubles,
)
from assistant.vision.lone import LoneIndex, group, outline
from assistant.vision.quality import why
from assistant.vision.reader import NAMES, CropReading, IndexReader, same_card, same_index
from assistant.vision.records import BACK, JOKER, CardQuad, Corners, Doubt, Image, Sighting, quad_of
from assistant.vision.rectify import (
    IndexCrop,
    Pyramid,
    corner_crop,
    cut,
    index_crop,
    readings_of,
    refine_all,
    sides,
    upright,
)
from assistant.vision.wholeface import FaceReader

WIDE = 0.12  # how far off, in card heights, edges are then sought
POSSIBLE = 0.001  # a card with less of the belief is not what lies there ...
REST = 0.02  # ... unless all the unlikely ones together have more than this
GHOST = 0.45  # a face of a lower score in which nothing can be read is not worth a question
# How a box that is cut a little wrong may be meant: longer or shorter, and shifted, in its own sides.
LOOKS = ((0.8, 0, 0), (1.25, 0, 0), (1.0, 0.16, 0), (1.0, -0.16, 0), (1.0, 0, 0.16), (1.0, 0, -0.16))
SAME_EDGES = 0.85  # IoU from which two refined outlines are of one card
TELLS = 0.8  # a still's index believed more than this speaks for its own card, on whatever face it lies
SECOND = 48  # weak indices at most that are looked at once more


def possible(belief: CropReading) -> tuple[str, ...]:
    """The cards an unsure face may be, likeliest first; empty when too much speaks for all the others."""
    order = np.argsort(belief.cards)[::-1]
    likely = [int(i) for i in order if belief.cards[i] >= POSSIBLE]
    rest = 1.0 - float(belief.cards[likely].sum())
    return tuple(NAMES[i] for i in likely) if likely and rest <= REST else ()


class Recogniser:
    """Detector, reader and calibration, loaded once; not to be shared between threads.

    ``live`` is for a table whose cards are taken without a person looking: it takes more to be sure. ``whole`` false
    reads indices alone, as their calibration is fitted.
    """

    def __init__(
        self,
        detector: Detector,
        folder: Path | None = None,
        threads: int = 0,
        *,
        live: bool = False,
        whole: bool = True,
    ) -> None:
        self.detector = detector
        self.reader = IndexReader(folder, threads)
        self.calibration = Calibration.of(self.reader.weights.about, live=live)
        self.live = live
        self.last_closed: list[Closed] = []  # of the last still, with evidence: calibration is fitted on these
        self.faces = FaceReader(folder, threads) if whole else None
        self.whole_calibration = WholeCalibration.of(self.faces.weights.about if self.faces else {}, live=live)

    def look(self, image: Image, *, frame: int = 0, at: float = 0.0) -> list[Sighting]:
        """Every card of a BGR picture: read, asked about (``sure`` false, with a doubt), or face down."""
        return self.read(image, self.detector.detect(image), frame=frame, at=at)

    def read(self, image: Image, found: list[CardQuad], *, frame: int = 0, at: float = 0.0) -> list[Sighting]:
        """The same for places already known: only their pixels are looked at."""
        return [s for s, _ in self.examine(image, found, frame=frame, at=at)]

    def examine(
        self, image: Image, found: list[CardQuad], *, frame: int = 0, at: float = 0.0
    ) -> list[tuple[Sighting, Evidence | None]]:
        """What ``read`` says, each with the evidence behind it (None for a back): calibration is fitted on these."""
        pyramid = Pyramid(image)
        faces = self._read_faces(image, pyramid, [f for f in found if f.kind == "face"])
        indices = [f for f in found if f.kind == "index"]
        lone = self._read_indices(pyramid, unexplained(indices, faces) if self.live else indices)
        rest = self._assign(faces, lone)
        faces = without_doubles(faces)
        rest = adopt(faces, rest, CLEAR if self.live else TELLS)
        self._look_whole(pyramid, faces)
        faces = without_doubles(faces)  # of two outlines of one card the whole may have told what the indices could not
        backs = closed_boxes(image, [f for f in found if f.kind == "back"], faces)
        out: list[tuple[Sighting, Evidence | None]] = []
        out += [self._face(f, frame, at) for f in faces if f.belief.top > READ or f.found.score >= GHOST]
        out += self._lone(rest, faces, frame, at)
        out += [(self._back(b, frame, at), None) for b in self._closed(image, backs, faces)]
        return out

    def _closed(self, image: Image, backs: list[CardQuad], faces: list[Face]) -> list[CardQuad]:
        """The backs of a still with their probability as score; a live table, seen in parts, keeps the detector's."""
        self.last_closed = []
        if self.live or not backs:
            return backs
        read = [f.shapes[0] for f in faces if f.belief.top > READ]
        heights = [sides(f.shapes[0])[1] for f in faces if f.belief.top > CLEAR and f.found.score > READ]
        self.last_closed = closed_cards(image, backs, read, float(np.median(heights)) if heights else None)
        if not self.calibration.back_weights:
            return [k.found for k in self.last_closed]
        sure = self.calibration.of_back
        return [CardQuad("back", k.found.quad, sure(k.evidence)) for k in self.last_closed]

    # --- reading ---------------------------------------------------------------------------------------------

    def _read_faces(self, image: Image, pyramid: Pyramid, found: list[CardQuad]) -> list[Face]:
        """Each face read through its found and its refined outline; if that says little, edges are sought far off."""
        roughs = [(one, upright(one.corners)) for one in found]
        faces = [Face(one, []) for one, rough in roughs if min(sides(rough)) >= 6]
        if not faces:
            return []
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8)
        for face in faces:
            turns = (0, 1, 2, 3) if len(readings_of(upright(face.found.corners))) == 4 else (0, 2)
            face.corners = {turn: Corner() for turn in turns}
        edges = refine_all(grey, [upright(face.found.corners) for face in faces])
        if self.live:
            faces = self._read_plainly(pyramid, faces, edges)
        else:
            both = zip(faces, edges, strict=True)
            self._look_at(pyramid, [job for f, edge in both for job in ((f, upright(f.found.corners)), (f, edge))])
        weak = [face for face in faces if face.belief.top < CLEAR]
        if self.live:
            plain = [face for face in faces if face.plain()]
            weak = [f for f in weak if not beneath(f, plain)]
        cuts = []
        for face in weak:  # a card seen at a grazing angle may look wider than tall
            for turn in (t for t in (1, 3) if t not in face.corners):
                corner = face.corners[turn] = Corner()
                cuts += [(corner, corner_crop(np.roll(shape, -turn, 0))) for shape in face.shapes]
        self._read_crops(pyramid, cuts)
        far = refine_all(grey, [upright(face.found.corners) for face in weak], WIDE)
        self._look_at(pyramid, list(zip(weak, far, strict=True)))
        return faces

    def _read_plainly(self, pyramid: Pyramid, faces: list[Face], edges: list[Corners]) -> list[Face]:
        """The faces of a live table, read no more than it takes: a plain card once, its other boxes no further.

        Boxes that meet on the same edges are one card, the best-scored of them.
        """
        ranked = sorted(zip(faces, edges, strict=True), key=lambda fe: -fe[0].found.score)
        jobs: list[tuple[Face, Corners]] = []
        for face, edge in ranked:
            if not any(iou(edge, other) > SAME_EDGES for _, other in jobs):
                jobs.append((face, edge))
        self._look_at(pyramid, jobs)
        plain = [face for face, _ in jobs if face.plain()]
        others = [face for face, _ in jobs if not face.plain() and not double_of(face, plain)]
        hidden = [face for face in others if beneath(face, plain)]
        rest = [face for face in others if not beneath(face, plain)]
        self._look_at(pyramid, [(face, upright(face.found.corners)) for face in rest])
        plain += [face for face in rest if face.plain()]
        return plain + [face for face in rest if not face.plain() and not double_of(face, plain)] + hidden

    def _look_at(self, pyramid: Pyramid, jobs: list[tuple[Face, Corners]]) -> None:
        """Read every corner of some faces through one more outline each."""
        cuts = []
        for face, shape in jobs:
            face.shapes.append(shape)
            cuts += [(corner, corner_crop(np.roll(shape, -turn, 0))) for turn, corner in face.corners.items()]
        self._read_crops(pyramid, cuts)
        for face in {id(face): face for face, _ in jobs}.values():
            face.settle()

    def _read_indices(self, pyramid: Pyramid, found: list[CardQuad]) -> list[LoneIndex]:
        out = [LoneIndex(one, index_turns(one.corners)) for one in found]
        tries = [(one, quad, Corner()) for one in out for quad in one.turns]
        self._read_crops(pyramid, [(corner, index_crop(quad)) for _, quad, corner in tries])
        for one, quad, corner in tries:
            one.offer(quad, corner.readings[0], corner.crops[0], corner.pictures[0])
        if not self.live:
            self._look_again(pyramid, sorted((o for o in out if o.reading.top < CLEAR), key=lambda o: -o.found.score))
        return out

    def _look_again(self, pyramid: Pyramid, weak: list[LoneIndex]) -> None:
        """Weak indices cut in some more ways: what most cuts say, loudest those that see most, is the reading."""
        tries = [(one, shifted(one.best_quad, *look), Corner()) for one in weak[:SECOND] for look in LOOKS]
        self._read_crops(pyramid, [(corner, index_crop(quad)) for _, quad, corner in tries])
        said: dict[int, list[CropReading]] = {id(one): [one.reading] for one in weak}
        for one, quad, corner in tries:
            said[id(one)].append(corner.readings[0])
            one.offer(quad, corner.readings[0], corner.crops[0], corner.pictures[0])
        for one in weak[:SECOND]:
            one.reading = same_index(said[id(one)])

    def _read_crops(self, pyramid: Pyramid, jobs: list[tuple[Corner, IndexCrop]]) -> None:
        if not jobs:
            return
        crops = cut(pyramid, [crop for _, crop in jobs])
        for (corner, where), crop, reading in zip(jobs, crops, self.reader.read(crops), strict=True):
            corner.crops.append(where)
            corner.pictures.append(crop)
            corner.readings.append(reading)

    def _assign(self, faces: list[Face], lone: list[LoneIndex]) -> list[LoneIndex]:
        """Give each index box to the card whose corner it is; returns those that no card explains."""
        maps = [[(t, unit_map(np.roll(f.shapes[-1], -t, 0))) for t in f.corners] for f in faces]
        rest, touched = [], set()
        for one in lone:
            x, y = one.found_centre
            owner: tuple[float, int, int] | None = None
            for i, face in enumerate(faces):
                for turn, to_unit in maps[i]:
                    u, v = through(to_unit, x, y)
                    if ZONE[0] < u < ZONE[1] and ZONE[2] < v < ZONE[3]:
                        apart = (
                            one.reading.top > TELLS if not self.live else min(face.belief.top, one.reading.top) > CLEAR
                        )
                        if apart and face.belief.best != one.reading.best:
                            continue  # another card's index that happens to lie there
                        fit = abs(u - 0.1) + abs(v - 0.13) - float(face.belief.cards[one.reading.best])
                        if owner is None or fit < owner[0]:
                            owner = fit, i, turn
            if owner is None:
                rest.append(one)
                continue
            _, i, turn = owner
            corner = faces[i].corners[turn]
            corner.readings.append(one.reading)
            corner.crops.append(one.crop)
            corner.pictures.append(one.picture)
            touched.add(i)
        for i in touched:
            faces[i].settle()
        return rest

    def _look_whole(self, pyramid: Pyramid, faces: list[Face]) -> None:
        """Look at the whole of the faces whose indices leave doubt: pips are larger than any index."""
        if self.faces is None:
            return
        doubtful = [f for f in faces if not self._certain(f)]
        for face, reading in zip(doubtful, self.faces.read(pyramid, [f.quad() for f in doubtful]), strict=True):
            face.whole = reading

    def _certain(self, face: Face) -> bool:
        if face.belief.top <= FAINT or (NAMES[face.belief.best] == JOKER and not self.live):
            return False  # much that is printed reads like a joker's index
        return self.calibration.certainty(face.evidence()) >= self.calibration.sure_from

    # --- what is said ----------------------------------------------------------------------------------------

    def _face(self, face: Face, frame: int, at: float) -> tuple[Sighting, Evidence]:
        evidence = face.evidence()
        belief = face.belief
        certainty = self.calibration.certainty(evidence) if belief.top > FAINT else 0.0
        sure = certainty >= self.calibration.sure_from
        if face.whole is not None:
            certainty, belief = self.whole_calibration.whole_certainty(evidence, certainty), joint(evidence)
            sure = certainty >= self.whole_calibration.sure_from
        card = NAMES[belief.best] if belief.top > 0.15 else None
        doubt = None if sure else why(evidence.quality)
        if doubt is not None and evidence.belief.none > 0.7 and doubt.code == "unclear":
            doubt = Doubt("covered")
        may_be = () if sure else possible(belief)
        return Sighting(card, quad_of(face.quad().tolist()), certainty, sure, doubt, frame, at, may_be), evidence

    def _lone(self, rest: list[LoneIndex], faces: list[Face], frame: int, at: float) -> list[tuple[Sighting, Evidence]]:
        heights = [sides(f.shapes[-1])[1] for f in faces]
        tall = float(np.median(heights)) if heights else None
        known = [(NAMES[f.belief.best], f.shapes[-1].mean(0)) for f in faces if f.belief.top > READ]
        out = []
        for members in group([one for one in rest if one.reading.top > READ], tall, known):
            said = [m.reading for m in members]
            belief = same_card(said)
            best = max(members, key=lambda m: m.reading.top)
            quality = best.quality()
            evidence = Evidence(belief, tuple(said), quality, best.found.score, True)
            certainty = self.calibration.certainty(evidence)
            sure = certainty >= self.calibration.sure_from and (self.live or NAMES[belief.best] != JOKER)
            quad = quad_of(outline(members, tall).tolist())
            doubt = None if sure else why(quality)
            may_be = () if sure else possible(belief)
            out.append((Sighting(NAMES[belief.best], quad, certainty, sure, doubt, frame, at, may_be), evidence))
        return out

    def _back(self, back: CardQuad, frame: int, at: float) -> Sighting:
        sure = back.score >= self.calibration.back_from
        quad = quad_of(upright(back.corners).tolist())
        return Sighting(BACK, quad, back.score, sure, None if sure else Doubt("unclear"), frame, at)
