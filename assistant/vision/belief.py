"""What the camera believes: sightings of many frames become one view of the table, by vote and with its doubts.

One wrong frame changes nothing; only still cards are read; a back gets no face unless its place changed; a card that
something covers is remembered. What the hand does not expect to see open never leaves here with its face.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from assistant.vision.closed_zone import ZoneOutlines
from assistant.vision.gate import Background, Gate
from assistant.vision.layout import DECK, DISCARD, HAND, MACHINE, POT, Layout
from assistant.vision.records import BACK, JOKER, Quad, Sighting
from assistant.vision.sift import on_one_of, one_each, same_card
from assistant.vision.tableview import BelievedCard, Expectation, Problem, ProblemCode, TableView
from assistant.vision.tracks import Track, common_shift, covered_share, long_side, mark_ghosts, match, same_index

__all__ = ["Belief", "BelievedCard", "Expectation", "Problem", "ProblemCode", "TableView"]

JOKER_CODE = "Jk"  # as facts write it
BUSY_SHARE = 0.012  # share of a zone's cells in motion that makes it busy
KNOCK_PIXELS = 6.0
PATIENT = 8  # looks after which a closed card stays outlined as it is
_UNWATCHED = frozenset({DECK, DISCARD, MACHINE, POT})

Placed = tuple[Sighting, str | None]  # a sighting and its zone


class Belief:
    """Takes in what each frame suggests and gives the view; all state is forgotten with ``forget``."""

    def __init__(self, layout: Layout, deck: Collection[str] | None = None) -> None:
        self.layout = layout
        self.deck = frozenset(deck) if deck is not None else None
        self.expected: Mapping[str, Expectation] | None = None
        self.tracks: list[Track] = []
        self._background = Background()
        self._order = 0
        self._version = 0
        self._last: TableView | None = None
        self._knocked = False
        self._moving: list[Quad] = []  # cards seen in motion in the last frame that was read
        self._size = (1, 1)
        self._by_outline: set[Quad] = set()  # closed cards of this frame that their outlines told
        self._lifted: set[Track] = set()  # closed cards of which the table shows a part in this frame
        self.card_pixels: float | None = None  # height of a card, once known
        self.epoch = 0  # hands that have begun, as whoever counts them says

    def forget(self) -> None:
        """The cards were gathered: nothing that lay there counts any more (the bare table is remembered)."""
        self.tracks = []
        self._knocked = False

    def expect(self, zones: Mapping[str, Expectation] | None) -> None:
        """What the hand expects open, zone by zone; zones left out expect nothing. None: no hand, all may show."""
        self.expected = dict(zones) if zones is not None else None

    @property
    def settled(self) -> bool:
        """Whether another frame of the same still table would change nothing."""
        return not self._moving and all(_decided(t) for t in self.tracks)

    def open_matters(self) -> list[Quad]:
        """Places that another frame has to tell about."""
        return self._moving + [t.quad for t in self.tracks if not _decided(t)]

    # --- taking in a frame ------------------------------------------------------------------------------------------

    def at_rest(self, gate: Gate) -> list[Track]:
        """Cards that are known and lie as they lay: looking at them again would tell nothing."""
        known = [t for t in self.tracks if t.sure and t.steady and t.seen >= 3 and not gate.moved(t.quad)]
        return [t for t in known if not self._loose(t)]

    def turned_places(self, gate: Gate) -> list[Quad]:
        """Where closed cards lay that may be turned and whose places changed: a card is mostly turned where it lies."""
        turning = {zone for zone, e in (self.expected or {}).items() if e.turning}
        mine = [t for t in self.tracks if t.zone in turning and t.outlined_at is not None and t.believed == BACK]
        changed = [t for t in mine if t.disturbed or any(v.label != BACK for v in t.votes)]
        return [t.outlined_at for t in changed if t.outlined_at is not None and not gate.moved(t.outlined_at)]

    def _loose(self, track: Track) -> bool:
        """Whether a closed card was outlined badly, and it is worth a few more looks to do better."""
        badly = track.believed == BACK and not track.outlined
        return badly and track.seen < PATIENT and self._closed_at(track.zone) > 0

    def _closed_at(self, zone: str | None) -> int:
        return ((self.expected or {}).get(zone or "") or Expectation(0)).closed or 0

    def read_height(self) -> float | None:
        """Height of a card, pixels, by those that were read, whose edges were sought; None for fewer than three."""
        read = [long_side(t.quad) for t in self.tracks if t.sure and t.believed != BACK and not t.covered]
        return float(np.median(read)) if len(read) >= 3 else None

    def _tall(self) -> float | None:
        return self.read_height() or self.card_pixels

    def observe(
        self,
        gate: Gate,
        sightings: Sequence[Sighting],
        size: tuple[int, int],
        resting: Sequence[Track] = (),
        moving: Sequence[Quad] = (),
        region: tuple[int, int, int, int] | None = None,
    ) -> None:
        """One frame's sightings (pixels of a picture of ``size``), with the gate that has been fed the same frame.

        ``resting`` cards (of ``at_rest``) were found in their places and not read again, ``moving`` places not at all;
        only what lies in ``region`` (pixels; None is everything) was looked at.
        """
        self._size = size
        for track in resting:
            track.missed = track.idle = 0
            track.covered = False
        sightings = one_each(sightings, [t.quad for t in self.tracks if t.sure], self._fanned)
        sightings = [s for s in sightings if not any(same_card(t, s) for t in resting)]
        sightings = self._outlined(gate, sightings, resting)
        placed = [(s, z) for s in sightings if (z := self.layout.zone_of(s.quad, size)) is None or self._watched(z)]
        still = [(s, z) for s, z in placed if not gate.moved(s.quad)]
        self._moving = [*moving, *(s.quad for s, _ in placed if gate.moved(s.quad))]
        others = [s.quad for s, _ in placed] + [t.quad for t in resting] + list(moving)
        self._follow_knock([s for s, _ in placed])
        for track in self.tracks:
            if gate.moved(track.quad):
                track.disturb()
        before = [t for t in self.tracks if t not in resting]
        standing = {t for t in self.tracks if t.patch is not None and gate.alike(t.patch, t.quad)}
        still = self._not_on_closed(still, standing)
        pairs = match(before, still, standing)
        for i, j in pairs.items():
            track, (sighting, zone) = before[i], still[j]
            away = math.dist(track.centre, sighting.centre) > 0.3 * track.width
            stays = away and (track in standing or same_index(track.quad, sighting.quad))
            told = sighting.quad in self._by_outline
            drawn = track.outlined and sighting.card == BACK and not told  # its outline was better than the detector's
            track.vote(sighting, stays=stays, drawn=drawn)
            track.zone = self.layout.zone_of(track.quad, size) if stays or drawn else zone
            track.outlined = told or drawn
            if track.outlined:
                track.outlined_at = track.quad
            if track.believed != BACK or sighting.card == BACK:
                track.patch = gate.patch(track.quad)
        for j, (sighting, zone) in enumerate(still):
            if j not in pairs.values():
                self._order += 1
                fresh = Track(self._order, sighting.quad, zone)
                fresh.vote(sighting)
                fresh.patch = gate.patch(fresh.quad)
                fresh.outlined = fresh.quad in self._by_outline
                fresh.outlined_at = fresh.quad if fresh.outlined else None
                self.tracks.append(fresh)
        for i, track in enumerate(before):
            if i not in pairs and _within(track.quad, region):
                self._miss(track, gate, others)
        self.tracks = [t for t in self.tracks if not self._gone(t)]
        mark_ghosts(self.tracks)
        occupied = [s.quad for s in sightings] + list(moving) + [t.quad for t in self.tracks]
        self._background.learn(gate, occupied)

    def _fanned(self, quad: Quad) -> bool:
        """Whether several closed cards may overlap in a place."""
        expected = (self.expected or {}).get(self.layout.zone_of(quad, self._size) or "")
        return expected is None or expected.closed is None or expected.closed > 1

    def _not_on_closed(self, seen: list[Placed], standing: set[Track]) -> list[Placed]:
        """Sightings without faces upon a closed card that looks as it did: nobody turned it (case 54).

        A face seen there again and again, and nowhere else, is a doubt.
        """
        closed = [t for t in standing if t.believed == BACK]
        known = {t.believed for t in self.tracks if t.sure} | {s.card for s, _ in seen if not on_one_of(s, closed)}
        out: list[Placed] = []
        for sighting, zone in seen:
            under = on_one_of(sighting, closed)
            if under is None:
                out.append((sighting, zone))
            elif sighting.sure and sighting.card not in known:
                under.contradict()
        return out

    def _outlined(self, gate: Gate, seen: Sequence[Sighting], resting: Sequence[Track]) -> list[Sighting]:
        """The same sightings, with the closed cards of each zone that has some as their outlines tell them."""
        out, tall = list(seen), self._tall()
        self._by_outline, self._lifted = set(), set()
        for zone, expected in (self.expected or {}).items():
            if tall is None or zone not in self.layout.areas or not expected.closed:
                continue
            mine = [s for s in out if self.layout.zone_of(s.quad, self._size) == zone]
            tracks = [t for t in self.tracks if t.zone == zone]
            outlines = ZoneOutlines(zone, gate, self._background, self.layout, self._size, tall)
            closed = outlines.closed(expected, tracks, mine, [t for t in resting if t.zone == zone])
            self._lifted |= set(outlines.lifted)
            if closed is not None:
                self._by_outline |= {s.quad for s in closed if s not in mine}
                drop = {id(s) for s in mine if s.card == BACK} | {id(s) for s in outlines.dropped}
                out = [s for s in out if id(s) not in drop] + closed
        return out

    def touch(self, gate: Gate, size: tuple[int, int]) -> None:
        """A frame that was not read, because nothing moved or everything did: only motion is noted."""
        self._size = size
        for track in self.tracks:
            if gate.moved(track.quad):
                track.disturb()

    def _watched(self, zone: str) -> bool:
        return zone not in _UNWATCHED and not zone.startswith(HAND + ":")

    def _follow_knock(self, sightings: list[Sighting]) -> None:
        """The table was pushed: take all cards along, so that backs too are found again."""
        shift = common_shift(self.tracks, sightings)
        if shift is None or max(abs(shift[0]), abs(shift[1])) < KNOCK_PIXELS:
            return
        self._knocked = True
        for track in self.tracks:
            track.shift(*shift)

    def _miss(self, track: Track, gate: Gate, others: list[Quad]) -> None:
        """A card was not seen: still there and overlooked, under another card, taken away, or under something else."""
        track.idle += 1
        if gate.moved(track.quad):
            return
        if track in self._lifted:
            track.missed += 1
            return
        if track.patch is not None and gate.alike(track.patch, track.quad):
            track.missed = 0 if track.established else track.missed + 1
            return
        if any(_overlap(track.quad, quad) > 0.12 for quad in others):
            track.covered = True
            track.missed = 0 if track.established else track.missed + 1
            return
        bare = self._background.bare(gate, track.quad)
        track.missed += 1
        if bare is not True:
            track.covered = True
            if track.established:
                track.missed = 0

    def _gone(self, track: Track) -> bool:
        if not track.established:
            return track.missed >= 2
        if track.missed >= 2:
            return True
        # the same face lies elsewhere now and this place no longer shows it: the card moved
        is_face = track.sure and track.believed != BACK
        return self.deck is not None and track.covered and is_face and self._elsewhere(track)

    def _elsewhere(self, track: Track) -> bool:
        return any(
            t is not track and t.believed == track.believed and t.sure and not t.covered and t.order > track.order
            for t in self.tracks
        )

    # --- giving the view --------------------------------------------------------------------------------------------

    def view(self, gate: Gate, frame: int, at: float, world: int | None = None, stale: bool = False) -> TableView:
        """The view after the last frame; its version rises only when something in it changed."""
        problems: set[Problem] = {Problem("stale")} if stale else set()
        if self._knocked:
            problems.add(Problem("knocked"))
        busy = self._busy(gate)
        problems |= {Problem("busy", zone) for zone in busy}
        zones: dict[str, list[BelievedCard]] = {}
        worth = [t for t in self.tracks if t.established and t.zone is not None and not t.ghost]
        shown = sorted(worth, key=lambda t: t.order)
        self._faceless(shown)
        shown = [t for t in shown if not t.ghost]
        twice = self._twice(shown, problems)
        for zone in dict.fromkeys(t.zone for t in shown if t.zone is not None):
            mine = [t for t in shown if t.zone == zone]
            self._admit(zone, mine, problems)
            zones[zone] = [self._card(t, zone, problems, id(t) in twice) for t in mine]
        view = TableView(
            self._version,
            frame,
            at,
            {z: tuple(cards) for z, cards in zones.items()},
            frozenset(problems),
            not busy and gate.share < 0.02,
            world,
            self.epoch,
        )
        if self._last is None or _content(view) != _content(self._last):
            self._version += 1
            view = replace(view, version=self._version)
        self._last = view
        return view

    def _faceless(self, shown: list[Track]) -> None:
        """Cards that showed no index, where the hand waits for closed ones, are those; and no more than it knows."""
        for zone, expected in (self.expected or {}).items():
            if expected.closed is None:
                continue
            mine = [t for t in shown if t.zone == zone]
            backs = sorted((t for t in mine if t.guess == BACK), key=lambda t: -t.certainty)
            spare = len(backs) - expected.closed
            for i, track in reversed(list(enumerate(backs))):
                better = [t.quad for t in backs[:i]]
                if spare > 0 and better and covered_share(track.quad, better) > 0.3:
                    track.ghost = True  # one card outlined twice
                    spare -= 1
            short = expected.closed - sum(t.believed == BACK for t in mine)
            for track in [t for t in mine if t.believed is None and t.guess is None and t.seen >= 3][: max(short, 0)]:
                track.assume_back()

    def _busy(self, gate: Gate) -> list[str]:
        zones = [z for z in self.layout.areas if self._watched(z)]
        return [z for z in zones if gate.share_in(self.layout.pixels(z, self._size)) > BUSY_SHARE]

    def _twice(self, shown: list[Track], problems: set[Problem]) -> set[int]:
        """Cards that one deck cannot hold: the label stays with the card that was told first, the other is doubted."""
        if self.deck is None:
            return set()
        doubted: set[int] = set()
        by_label: dict[str, list[Track]] = {}
        for track in shown:
            if track.sure and track.believed not in (None, BACK, JOKER) and track.believed:
                by_label.setdefault(track.believed, []).append(track)
        for tracks in by_label.values():
            if len(tracks) > 1:
                first = next((t for t in tracks if t.admitted), None)
                for t in tracks:
                    if t is not first:
                        doubted.add(id(t))
                        problems.add(Problem("duplicate", t.zone))
        return doubted

    def _admit(self, zone: str, mine: list[Track], problems: set[Problem]) -> None:
        """Let out the faces that the hand expects; if more are new than it expects, none is. Read ones come first."""
        if self.expected is None:
            for track in mine:
                track.admitted = True
            return
        expected = self.expected.get(zone, Expectation(0))
        open_ones = [t for t in mine if t.guess != BACK]
        new = [t for t in open_ones if not t.admitted and (expected.turning or not t.was_back)]
        if any(not t.admitted and t.was_back and not expected.turning for t in open_ones):
            problems.add(Problem("exposed", zone))
        room = expected.faces - sum(t.admitted for t in open_ones)
        read = [t for t in new if t.sure]
        if len(read) > room:
            problems.add(Problem("extra" if room > 0 else "exposed", zone))
            return
        unread = [t for t in new if not t.sure]
        for track in read + (unread if len(unread) <= room - len(read) else []):
            track.admitted = True

    def _card(self, track: Track, zone: str, problems: set[Problem], twice: bool) -> BelievedCard:
        w, h = self._size
        quad: Quad = tuple((round(x / w, 4), round(y / h, 4)) for x, y in track.quad)  # type: ignore[assignment]
        if track.covered:
            problems.add(Problem("covered", zone))
        base = BelievedCard(None, False, round(track.certainty, 3), quad, track.order, track.covered)
        if track.conflict:
            problems.add(Problem("conflict", zone))
        if track.guess == BACK:
            return replace(base, card=BACK, sure=track.sure)
        if not track.admitted:  # a face that nobody may know: a card lies there, and that is all
            hidden = BACK if track.was_back or self._limit(zone) == 0 else None
            return replace(base, card=hidden, sure=hidden == BACK, certainty=0.0, reason="" if hidden else "extra")
        guess = _code(track.guess if track.guess != BACK else None)
        if not track.sure:
            return replace(base, guess=guess, reason=track.reason)
        if twice:
            return replace(base, guess=guess, reason="twice")
        if self.deck is not None and guess not in self.deck:
            problems.add(Problem("not_in_deck", zone, guess))
            return replace(base, guess=guess, reason="not_in_deck")
        return replace(base, card=guess, sure=True, guess=guess)

    def _limit(self, zone: str) -> int:
        if self.expected is None:
            return 99
        return self.expected.get(zone, Expectation(0)).faces

    def open_quads(self) -> list[Quad]:
        """Places (pixels) that a picture may show sharply: faces that were told, and backs."""
        return [t.quad for t in self.tracks if t.established and not t.covered and not t.ghost and not self._secret(t)]

    def hidden_quads(self) -> list[Quad]:
        """Places (pixels) that no picture may show: faces nobody has been told of, and whatever is not yet believed."""
        return [t.quad for t in self.tracks if self._secret(t) and not t.ghost]

    def _secret(self, track: Track) -> bool:
        return not track.established or track.disturbed or not (track.believed == BACK or track.admitted)


def _decided(track: Track) -> bool:
    if track.idle >= 4 or track.covered or (track.ghost and track.seen >= 3):
        return True
    if track.disturbed or track.missed:
        return False
    if track.sure and track.steady:
        return track.seen >= 3
    return len(track.votes) >= 5  # since it last moved: a card just turned has to win its vote anew


def _within(quad: Quad, region: tuple[int, int, int, int] | None) -> bool:
    if region is None:
        return True
    x0, y0, x1, y1 = region
    return all(x0 + 4 <= x <= x1 - 4 and y0 + 4 <= y <= y1 - 4 for x, y in quad)


def _code(label: str | None) -> str | None:
    return JOKER_CODE if label == JOKER else label


def _content(view: TableView) -> object:
    """What counts as a change: cards and problems, not places or figures."""
    zones = {z: [(c.card, c.sure, c.covered, c.guess, c.reason) for c in cards] for z, cards in view.zones.items()}
    return zones, view.problems, view.still, view.world, view.epoch


def _overlap(a: Quad, b: Quad) -> float:
    """Share of card ``a`` that card ``b`` overlaps."""
    pa, pb = np.array(a, np.float32), np.array(b, np.float32)
    area, _ = cv2.intersectConvexConvex(pa, pb)
    whole = abs(float(cv2.contourArea(pa)))
    return float(area) / whole if whole > 0 else 0.0
