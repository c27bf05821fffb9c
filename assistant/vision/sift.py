"""Sightings of one frame made plausible: each card outlined once, no face upon a closed card that was not turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from assistant.vision.records import BACK, Quad, Sighting
from assistant.vision.tracks import Track, centre, covered_share, same_index

UPON = 0.6  # share of a face that lies upon a closed card for it to be seen instead of that
FANNED, LONE = 0.75, 0.3  # share of a closed card under another outline from which both are one card


def one_each(sightings: Sequence[Sighting], known: Sequence[Quad], fanned: Callable[[Quad], bool]) -> list[Sighting]:
    """The sightings without second outlines of one card: drawn from one printed index, or twice around a closed card.

    Of two outlines of an index the one that lies less upon other cards (``known`` and seen) is right. ``fanned`` tells
    where closed cards may overlap.
    """
    quads = [*(s.quad for s in sightings), *known]

    def crowd(s: Sighting) -> float:
        return covered_share(s.quad, [q for q in quads if q is not s.quad and math.dist(s.centre, centre(q)) > 4])

    faces: list[Sighting] = []
    open_ones = [(round(crowd(s), 1), -s.confidence, i) for i, s in enumerate(sightings) if s.card != BACK]
    for _, _, i in sorted(open_ones):
        s = sightings[i]
        if s.card is None or not any(k.card == s.card and same_index(k.quad, s.quad) for k in faces):
            faces.append(s)
    backs: list[Sighting] = []
    for s in sorted((s for s in sightings if s.card == BACK), key=lambda s: -s.confidence):
        if covered_share(s.quad, [b.quad for b in backs]) <= (FANNED if fanned(s.quad) else LONE):
            backs.append(s)
    kept = {id(s) for s in (*faces, *backs)}
    return [s for s in sightings if id(s) in kept]


def on_one_of(sighting: Sighting, closed: Iterable[Track]) -> Track | None:
    """The closed card that a face was seen upon, if any."""
    if sighting.card in (None, BACK):
        return None
    return next((t for t in closed if covered_share(sighting.quad, [t.quad]) > UPON), None)


def same_card(track: Track, sighting: Sighting) -> bool:
    """Whether a sighting is another look at a card that was known anyway."""
    apart = math.dist(track.centre, sighting.centre)
    return apart < (0.9 if sighting.card == track.believed else 0.2) * track.width
