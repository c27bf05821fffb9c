"""From a frame to a view: mask, motion gate, recognition, belief; and the picture that people may see."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from assistant.vision.anchor import Anchor, Push
from assistant.vision.belief import Belief, Expectation, TableView
from assistant.vision.chips.seen import SeatChips
from assistant.vision.chips.taught import ChipsError
from assistant.vision.detectors.geometry import through, unit_map
from assistant.vision.evidence import SeenTable, jpeg, keep
from assistant.vision.gate import Gate
from assistant.vision.layout import Layout
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, CardQuad, Image, Quad
from assistant.vision.search import Region, Search
from assistant.vision.sources.base import Frame
from assistant.vision.taught_table import SeatCounter
from assistant.vision.tracks import Track, centre, long_side
from assistant.vision.weights import WeightsError

QUIET_SHARE = 0.0006  # share of the picture that must have changed and come to rest before it is looked at again
WILD_SHARE = 0.5  # when more than this moves, there is nothing to read
STIRRED = 0.002  # share of the picture in motion above which a table does not lie still
HANDS_SHARE = 0.004  # share of the place to be read in motion: hands are at work there
PATIENCE = 0.3  # seconds that a look waits for them
TURNED = 0.5  # score of a place where a closed card may have been turned
MOSAIC = 3  # blocks in a card's height: too coarse for an index or a pip
PICTURE_WIDTH = 1280


@dataclass
class EyeCounts:
    """What the eye did: frames taken in, frames recognised, milliseconds of the last recognition."""

    frames: int = 0
    looked: int = 0
    ms: float = 0.0


class Eye:
    """One camera's pipeline; not to be shared between threads. No picture leaves it but through ``picture``."""

    def __init__(
        self,
        layout: Layout,
        recogniser: Recogniser,
        deck: Collection[str] | None = None,
        card_pixels: float | None = None,
    ) -> None:
        self.belief = Belief(layout.in_picture(), deck)
        self.anchor = Anchor(layout)
        self._search = Search(recogniser.detector, card_pixels)
        self.counts = EyeCounts()
        self._recogniser = recogniser
        self._gate = Gate()
        self._masked: Image | None = None
        self.raw: Image | None = None  # for a survey inside this process; leaves it never
        self._stirred = True  # something moved since the anchor looked
        self._since: float | None = None  # when a look was first wanted
        self._places: list[CardQuad] = []  # as found last, where, in which frame, and whether they were read twice
        self._looked_at: Region | None = None
        self._read_in = -1
        self._again = False
        self._frame = 0
        self._at = 0.0
        self._world: int | None = None

    def feed(self, frame: Frame) -> TableView:
        """Take in a frame; the deck and closed hands are black before anything looks at it (case 91)."""
        if self.raw is not None and self.raw.shape != frame.image.shape:
            self.belief.forget()  # another resolution: what lay where is to be found anew
            self._search = Search(self._recogniser.detector)
        self.raw = frame.image
        image = self.belief.layout.blacken(frame.image)
        self._masked = image
        self._frame, self._at, self._world = frame.number, frame.at, frame.world
        self._gate.feed(image)
        self._stirred = self._stirred or self._gate.share > STIRRED
        self.counts.frames += 1
        size = (image.shape[1], image.shape[0])
        wanted = (self._gate.news > QUIET_SHARE or not self.belief.settled) and self._gate.share < WILD_SHARE
        if not wanted:
            self._since = None
        region = self._search.region(self._gate, self.belief.open_matters(), size) if wanted else None
        if wanted and not self._better_later(region, size):
            began = time.perf_counter()
            resting, fresh, moving = self._sort(self._found_again() or self._find(image, region))
            region = self._looked_at
            fresh += [CardQuad("face", quad, TURNED) for quad in self.belief.turned_places(self._gate)]
            sightings = self._recogniser.read(image, fresh, frame=frame.number, at=frame.wall)
            self.belief.card_pixels = self._search.card_pixels
            self._search.follow(self.belief.read_height())
            self.belief.observe(self._gate, sightings, size, resting, moving, region)
            self._gate.mark()
            self._since, self._read_in = None, self.counts.frames
            self.counts.looked += 1
            self.counts.ms = (time.perf_counter() - began) * 1000
        else:
            self.belief.touch(self._gate, size)
        return self.view()

    def _find(self, image: Image, region: Region | None) -> list[CardQuad]:
        self._places, self._looked_at, self._again = self._search.find(image, region), region, False
        return self._places

    def _found_again(self) -> list[CardQuad]:
        """The places of the frame before, where not a thing has changed since: only reading them once more tells more.

        Every other look finds the cards anew, so that no place is believed on one finding alone.
        """
        same = (
            self._gate.news <= QUIET_SHARE
            and self._gate.share < QUIET_SHARE
            and self.counts.frames == self._read_in + 1
        )
        reuse = same and not self._again and any(f.kind == "face" for f in self._places)
        self._again = reuse
        return self._places if reuse else []

    def _better_later(self, region: Region | None, size: tuple[int, int]) -> bool:
        """Whether something still moves where there is something to read: a look now would delay a better one.

        For a moment only: where people never rest, what lies still among them is read all the same.
        """
        self._since = self._at if self._since is None else self._since
        if self._at - self._since > PATIENCE or self._gate.share < QUIET_SHARE:
            return False
        x0, y0, x1, y1 = region or (0, 0, *size)
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.int32)
        return self._gate.share_in(corners) > HANDS_SHARE

    def _sort(self, found: list[CardQuad]) -> tuple[list[Track], list[CardQuad], list[Quad]]:
        """Known cards found where they lay, places that move, and the rest of what was found: only that is read."""
        known = self.belief.at_rest(self._gate)
        resting: list[Track] = []
        fresh: list[CardQuad] = []
        moving: list[Quad] = []
        for one in found:
            x, y = centre(one.quad)
            if one.kind == "index":
                if not any(_own_index(t, x, y) for t in known):
                    fresh.append(one)
                continue
            if self._gate.moved(one.quad):
                moving.append(one.quad)
                continue
            own = [t for t in known if math.dist(t.centre, (x, y)) < 0.2 * t.width]
            if own and (one.kind == "back") == (own[0].believed == BACK):
                resting += own
            else:
                fresh.append(one)
        return resting, fresh, moving

    def view(self, *, stale: bool = False) -> TableView:
        """The view as of the last frame."""
        return self.belief.view(self._gate, self._frame, self._at, self._world, stale)

    @property
    def calm(self) -> bool:
        """Whether nothing moves and nothing is to be decided: fewer frames would tell as much."""
        return self._gate.share < STIRRED and self._gate.news <= QUIET_SHARE and self.belief.settled

    @property
    def masked(self) -> Image | None:
        """The last frame, deck and closed hands black; to be shown to nobody while a hand is under way."""
        return self._masked

    def glance(self, frame: Frame) -> None:
        """Take in a frame from which nothing is concluded: the zones are in doubt."""
        self.raw, self._masked = frame.image, self.belief.layout.blacken(frame.image)
        self._gate.feed(self._masked)
        self._stirred = self._stirred or self._gate.share > STIRRED

    def settle(self) -> Push | None:
        """After motion has ended: whether the table or the camera was pushed; a small push is followed at once."""
        if not self._stirred or self._masked is None or self._gate.share > STIRRED:
            return None
        self._stirred = False
        push = self.anchor.look(self._masked)
        if push is not None and push.kind == "small":
            self.belief.layout = self.anchor.layout.in_picture()
        return push

    def use(self, layout: Layout) -> None:
        """Other seats or zones, from the next frame on."""
        self.belief.layout = layout.in_picture()
        self.anchor.use(layout)
        self._stirred = True

    def expect(self, zones: Mapping[str, Expectation] | None) -> None:
        """Which faces may leave this room."""
        self.belief.expect(zones)

    def picture(self) -> bytes | None:
        """The last frame as a JPEG that anybody may see; None before the first."""
        if self._masked is None:
            return None
        out = self.shown(self._masked)
        h, w = out.shape[:2]
        if w > PICTURE_WIDTH:
            size = (PICTURE_WIDTH, round(h * PICTURE_WIDTH / w))
            out = np.asarray(cv2.resize(out, size, interpolation=cv2.INTER_AREA), np.uint8)
        return jpeg(out, 80)

    def chips(self, counter: SeatCounter, seat: str) -> SeatChips | None:
        """A seat's chips in the last frame, counted in full size; its picture shows that seat and no card."""
        if self._masked is None:
            return None
        try:
            return counter.count(self._masked, self.belief.layout, seat)
        except (ChipsError, WeightsError):
            return SeatChips(problem="untaught")

    def evidence(self) -> SeenTable | None:
        """The last frame and its cards as they are to be kept; None before the first."""
        if self._masked is None:
            return None
        return keep(self.view(), self.shown(self._masked), self.belief.layout)

    def shown(self, image: Image) -> Image:
        """A frame in the form that anybody may see, in full size.

        Deck and closed hands are black; the rest is a mosaic too coarse to read a card in, save the places of cards
        that the hand knows to be open.
        """
        quads = self.belief.open_quads()
        h, w = image.shape[:2]
        tall = float(np.median([long_side(q) for q in quads])) if quads else h / 9
        block = max(8.0, tall / MOSAIC)
        # by a whole number first: that is many times faster
        coarse = cv2.resize(
            image, (max(1, w // 4), max(1, h // 4)), interpolation=cv2.INTER_AREA
        )  # whole steps are fast
        small = cv2.resize(coarse, (max(1, round(w / block)), max(1, round(h / block))), interpolation=cv2.INTER_AREA)
        out = cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST)
        mask = np.zeros((h, w), np.uint8)
        for quad in quads:
            cv2.fillConvexPoly(mask, np.round(np.array(quad)).astype(np.int32), (255,))
        for quad in self.belief.hidden_quads():
            cv2.fillConvexPoly(mask, np.round(np.array(quad)).astype(np.int32), (0,))
        shown = np.asarray(cv2.copyTo(image, mask, out), np.uint8)
        return self.belief.layout.blacken(shown)  # a block at the border is the mean of both sides


def _own_index(track: Track, x: float, y: float) -> bool:
    """Whether a point lies where a known face has one of its indices."""
    if track.believed == BACK:
        return False
    corners = np.array(track.quad, np.float32)
    for turn in (0, 2):
        u, v = through(unit_map(np.roll(corners, -turn, 0)), x, y)
        if -0.05 < u < 0.35 and -0.05 < v < 0.4:
            return True
    return False
