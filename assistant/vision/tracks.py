"""One physical card followed over frames: its place, the votes on what it is, and when it may change its mind."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from assistant.vision.gate import Grey
from assistant.vision.records import BACK, Point, Quad, Sighting

NEED = 2  # sure frames that agree before a card is believed
MEMORY = 8  # votes kept since the card last moved
RIVAL_SHARE = 0.34  # a second label with more than this share of the first one's votes is doubt


@dataclass(frozen=True)
class Vote:
    """What one frame said of a card."""

    label: str | None
    sure: bool
    confidence: float
    reason: str


@dataclass(eq=False)
class Track:
    """A card on the table as the belief sees it; ``order`` counts the cards in the order in which they appeared."""

    order: int
    quad: Quad
    zone: str | None
    votes: deque[Vote] = field(default_factory=lambda: deque(maxlen=MEMORY))
    believed: str | None = None
    was_back: bool = False  # believed face down at some time: a face needs a turn the hand waits for
    conflict: bool = False  # two labels on one card
    disturbed: bool = True  # its place changed since the last vote
    seen: int = 0  # still frames it was seen in
    missed: int = 0  # still frames that showed the bare table, or something else, in its place
    idle: int = 0  # frames read since it was last seen
    covered: bool = False
    admitted: bool = False  # its face has been told
    patch: Grey | None = None
    contradicted: int = 0  # frames in which a face was seen upon this closed card
    ghost: bool = False  # no card of its own: another look at cards that are known
    outlined_at: Quad | None = None  # where its outline told that it lay, closed
    outlined: bool = False  # a closed card whose place its outline told, not the detector
    steady: bool = False  # the believed label was confirmed since the card last moved

    @property
    def centre(self) -> Point:
        """Middle of the card, pixels."""
        return centre(self.quad)

    @property
    def width(self) -> float:
        """Length of the short side, pixels."""
        return short_side(self.quad)

    @property
    def established(self) -> bool:
        """Seen in enough frames to be mentioned at all."""
        return self.seen >= NEED

    @property
    def sure(self) -> bool:
        """Whether the label has won its vote and nothing speaks against it."""
        return self.believed is not None and not self.conflict

    @property
    def guess(self) -> str | None:
        """The believed label, or the one with most said for it."""
        if self.believed is not None:
            return self.believed
        scores: dict[str, float] = {}
        for v in self.votes:
            if v.label is not None:
                scores[v.label] = scores.get(v.label, 0.0) + v.confidence
        return max(scores, key=lambda k: scores[k], default=None)

    @property
    def certainty(self) -> float:
        """Mean confidence of the votes for the guess, 0..1."""
        own = [v.confidence for v in self.votes if v.label == self.guess and v.label is not None]
        return sum(own) / len(own) if own else 0.0

    @property
    def reason(self) -> str:
        """Why the card is in doubt, as a code; empty when it is not."""
        if self.conflict:
            return "conflict"
        if self.sure:
            return ""
        reasons = [v.reason for v in self.votes if v.reason]
        return max(set(reasons), key=reasons.count) if reasons else "unclear"

    def vote(self, sighting: Sighting, *, stays: bool = False, drawn: bool = False) -> None:
        """Count one frame; a label already believed falls only after the card's place has changed.

        ``stays``: the card lies where it lay, so an outline elsewhere is drawn wrong (unless it is the better one).
        ``drawn``: the outline it has is the better one in any case.
        """
        better = sighting.confidence > self.certainty
        if self.disturbed:
            self.votes.clear()
            self.conflict = False
            self.disturbed = False
        label, sure = sighting.card, sighting.sure
        if label == BACK:
            sure = sighting.confidence >= 0.5
        reason = sighting.doubt.code if sighting.doubt is not None else ""
        self.votes.append(Vote(label, sure and label is not None, sighting.confidence, reason))
        if not drawn and (better or not stays):
            self.quad = sighting.quad
        self.seen += 1
        self.missed = self.idle = 0
        self.covered = False
        self._decide()

    def _decide(self) -> None:
        counts: dict[str, int] = {}
        for v in self.votes:
            if v.sure and v.label is not None:
                counts[v.label] = counts.get(v.label, 0) + 1
        ranked = sorted(counts, key=lambda k: -counts[k])
        if not ranked:
            if len(self.votes) > NEED and all(v.label == BACK for v in self.votes):
                self._believe(BACK)  # never anything else, however faintly
            elif self.believed == BACK and len(self.votes) > NEED and all(v.label != BACK for v in self.votes):
                self.believed = None  # turned since, and not to be read: that is to be asked about
            return
        top = ranked[0]
        rival = counts[ranked[1]] if len(ranked) > 1 else 0
        won = counts[top] >= NEED and rival <= RIVAL_SHARE * counts[top]
        if self.believed is None:
            if won:
                self._believe(top)
                self.conflict = False
            else:
                self.conflict = rival > RIVAL_SHARE * counts[top]
            return
        own = counts.get(self.believed, 0)
        others = sum(counts.values()) - own
        if won and top != self.believed and own == 0 and not self.steady:
            self._believe(top)  # its place changed since it was last read as anything else: turned or replaced
            self.conflict = False
            return
        recent = [v.label for v in list(self.votes)[-4:] if v.sure]
        if others >= NEED and sum(r != self.believed for r in recent) >= NEED:
            self.conflict = True
        elif others == 0 or (len(recent) == 4 and all(r == self.believed for r in recent)):
            self.conflict = False
        if own:
            self.steady = True

    def _believe(self, label: str) -> None:
        if label == BACK:
            self.was_back = True
            self.admitted = False
        elif self.believed is not None and self.believed != label:
            self.admitted = False
        self.believed = label
        self.steady = True

    def assume_back(self) -> None:
        """Take the card for a closed one: it shows no index, and a closed one is waited for."""
        self.votes.clear()
        self.conflict = False
        self._believe(BACK)

    def contradict(self) -> None:
        """A face was seen where this closed card lies and nothing moved; more than twice is a conflict."""
        self.contradicted += 1
        if self.contradicted > NEED:
            self.conflict = True

    def disturb(self) -> None:
        """The card's place changed: the votes so far may have been for another card or side."""
        self.disturbed = True
        self.steady = False
        self.contradicted = 0

    def shift(self, dx: float, dy: float) -> None:
        """Move with the picture."""
        self.quad = _shifted(self.quad, dx, dy)
        if self.outlined_at is not None:
            self.outlined_at = _shifted(self.outlined_at, dx, dy)


def _shifted(quad: Quad, dx: float, dy: float) -> Quad:
    a, b, c, d = quad
    return ((a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), (c[0] + dx, c[1] + dy), (d[0] + dx, d[1] + dy))


def centre(quad: Quad) -> Point:
    """The mean of the corners."""
    return sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4


def short_side(quad: Quad) -> float:
    """The shorter of the two mean side lengths, pixels."""
    a = (math.dist(quad[0], quad[1]) + math.dist(quad[2], quad[3])) / 2
    b = (math.dist(quad[1], quad[2]) + math.dist(quad[3], quad[0])) / 2
    return min(a, b)


def long_side(quad: Quad) -> float:
    """The longer of the two mean side lengths, pixels: a card's height."""
    a = (math.dist(quad[0], quad[1]) + math.dist(quad[2], quad[3])) / 2
    b = (math.dist(quad[1], quad[2]) + math.dist(quad[3], quad[0])) / 2
    return max(a, b)


_STEPS = (np.arange(12) + 0.5) / 12
_U, _V = (g.reshape(-1, 1) for g in np.meshgrid(_STEPS, _STEPS))
_GRID = np.concatenate([(1 - _U) * (1 - _V), _U * (1 - _V), _U * _V, (1 - _U) * _V], 1)  # weights of the corners


def _apart(a: Quad, b: Quad) -> bool:
    """Whether two quads cannot touch, by their extents alone."""
    for mine, its in zip(zip(*a, strict=True), zip(*b, strict=True), strict=True):  # across, then down
        if max(mine) < min(its) or max(its) < min(mine):
            return True
    return False


def covered_share(quad: Quad, others: list[Quad]) -> float:
    """Share of a card that other cards lie over or under, 0..1, on a grid of points."""
    near = [other for other in others if not _apart(quad, other)]
    if not near:
        return 0.0
    points = _GRID @ np.array(quad)
    hit = np.zeros(len(points), np.bool_)
    for other in near:
        corners = np.array(other)
        edges = corners[[1, 2, 3, 0]] - corners
        away = points[:, None, :] - corners[None]
        side = edges[None, :, 0] * away[:, :, 1] - edges[None, :, 1] * away[:, :, 0]
        hit |= (side >= 0).all(1) | (side <= 0).all(1)
    return float(hit.mean())


def mark_ghosts(tracks: list[Track]) -> None:
    """Mark what is only another look at known cards: unread and covered by them, or the same face in their place."""
    known = [t for t in tracks if t.sure]
    for track in tracks:
        near = [t for t in known if t is not track and math.dist(t.centre, track.centre) < 2.2 * max(t.width, 1.0)]
        twins = [t for t in near if t.believed == track.guess and t.believed != BACK and not _older(track, t)]
        if any(covered_share(track.quad, [t.quad]) > 0.15 or same_index(track.quad, t.quad) for t in twins):
            track.ghost = True
        else:
            # a closed card may come to lie under others, but not upon what lay there first
            older = [t.quad for t in near if t.order < track.order]
            if track.believed == BACK:
                track.ghost = covered_share(track.quad, older) > 0.6
            else:
                track.ghost = track.believed is None and covered_share(track.quad, [t.quad for t in near]) > 0.75


def same_index(a: Quad, b: Quad) -> bool:
    """Whether two outlines of one label may be drawn from one printed index: a corner's index is the same spot.

    Any corner, since some decks print four; so near that two such cards side by side are told apart.
    """
    near = 0.16 * min(short_side(a), short_side(b))
    return any(math.dist(p, q) < near for p in _indices(a) for q in _indices(b))


def _indices(quad: Quad) -> list[Point]:
    """Where a card's indices may lie, in each corner along its long sides."""
    p = list(quad)
    if math.dist(p[0], p[1]) > math.dist(p[1], p[2]):
        p = p[1:] + p[:1]
    out = []
    for i, across, down in ((0, 1, 3), (1, 0, 2), (2, 3, 1), (3, 2, 0)):
        (x, y), (ax, ay), (dx, dy) = p[i], p[across], p[down]
        out.append((x + 0.1 * (ax - x) + 0.13 * (dx - x), y + 0.1 * (ay - y) + 0.13 * (dy - y)))
    return out


def _older(a: Track, b: Track) -> bool:
    """Whether ``a`` has the better right to a label that both show."""
    return a.sure and (a.admitted, -a.order) > (b.admitted, -b.order)


def match(
    tracks: list[Track], sightings: list[tuple[Sighting, str | None]], standing: Collection[Track] = ()
) -> dict[int, int]:
    """Which sighting (by index, with its zone) continues which track (by index): equal labels first, then nearness.

    ``standing`` tracks still look as they did in their places: those cards did not slide away.
    """
    pairs: list[tuple[float, int, int]] = []
    for i, track in enumerate(tracks):
        for j, (sighting, zone) in enumerate(sightings):
            cost = _cost(track, sighting, zone, track in standing)
            if cost is not None:
                pairs.append((cost, i, j))
    out: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(pairs):
        if i not in out and j not in taken:
            out[i] = j
            taken.add(j)
    return out


def _cost(track: Track, sighting: Sighting, zone: str | None, stands: bool) -> float | None:
    """How unlikely it is that both are one card, in card widths; None where it cannot be."""
    apart = math.dist(track.centre, sighting.centre) / max(track.width, 1.0)
    label = track.guess
    same = label is not None and label != BACK and sighting.card == label
    if same and apart < 0.3:
        return apart * 0.2
    if stands and label == BACK and sighting.card not in (None, BACK):
        return None  # it looks as it did: nobody turned it
    if apart < 0.42:
        other = label is not None and sighting.card is not None and label != sighting.card
        return apart + (1.0 if other else 0.3)
    if same and same_index(track.quad, sighting.quad):
        return 0.45
    if stands:
        return None
    if same and track.believed is not None and sighting.sure and (zone == track.zone or apart < 2.0):
        return 0.5 + apart * 0.01  # slid: its face tells where it went
    if label == BACK and sighting.card == BACK and apart < 0.8:
        return 2.0 + apart
    return None


def common_shift(tracks: list[Track], sightings: list[Sighting]) -> Point | None:
    """How far the whole picture moved since the tracks were seen, from faces in both; None for fewer than four."""
    moves: list[Point] = []
    for track in tracks:
        if track.believed in (None, BACK):
            continue
        hits = [s for s in sightings if s.card == track.believed and s.sure]
        if len(hits) == 1:
            a, b = track.centre, hits[0].centre
            moves.append((b[0] - a[0], b[1] - a[1]))
    if len(moves) < 4:
        return None
    dx = sorted(m[0] for m in moves)[len(moves) // 2]
    dy = sorted(m[1] for m in moves)[len(moves) // 2]
    close = sum(math.hypot(m[0] - dx, m[1] - dy) < 6.0 for m in moves)
    return (dx, dy) if close >= 0.7 * len(moves) else None
