"""Reading with a taught deck: the recogniser's sightings, each held against the table's own cards."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from assistant.vision.calibration import Evidence
from assistant.vision.deck.eyes import IndexEyes
from assistant.vision.deck.match import Match, Matcher
from assistant.vision.deck.taught import TaughtDeck
from assistant.vision.detectors.base import Detector
from assistant.vision.recogniser import POSSIBLE, REST, Recogniser
from assistant.vision.records import BACK, CardQuad, Corners, Doubt, Image, Sighting
from assistant.vision.rectify import Pyramid, sides

# From how likely a match on is a card sure; fitted on rendered decks that are in no bar (models/deck.md).
SURE, SURE_LIVE = 0.97, 0.985
SEEN_FACE, SEEN_INDEX = 0.5, 0.4  # a match less like than both is no card of this deck
ALONE_INDEX = 0.45
REACH = 1.25  # card heights between the guessed middles of one card, seen by one index each
SIZES = (0.86, 0.93, 1.0, 1.08, 1.17)  # an index alone shows its card's size only roughly


class TaughtRecogniser(Recogniser):
    """A recogniser that knows the table's deck; where the deck says nothing, the reader's word stands."""

    def __init__(
        self,
        detector: Detector,
        deck: TaughtDeck,
        folder: Path | None = None,
        threads: int = 0,
        *,
        live: bool = False,
    ) -> None:
        super().__init__(detector, folder, threads, live=live)
        self.matcher = Matcher(deck, IndexEyes(folder, threads), self.reader)
        self.sure_from = SURE_LIVE if live else SURE

    def examine(
        self, image: Image, found: list[CardQuad], *, frame: int = 0, at: float = 0.0
    ) -> list[tuple[Sighting, Evidence | None]]:
        """As the recogniser's, every face and index compared with the taught cards."""
        pyramid = Pyramid(image)
        seen = super().examine(image, found, frame=frame, at=at)
        return _each_once([(self._again(pyramid, s, e) if e is not None else s, e) for s, e in seen])

    def _again(self, pyramid: Pyramid, s: Sighting, e: Evidence) -> Sighting:
        if s.card == BACK:
            return s
        quad = np.array(s.quad, np.float32)
        if e.lone:
            match = self.matcher.match(self.matcher.see(pyramid, [_sized(quad, k) for k in SIZES], face=False))
            known = match.index >= ALONE_INDEX
        else:
            match = self.matched(pyramid, quad)
            known = match.face >= SEEN_FACE or match.index >= SEEN_INDEX
        trusted = s.sure and s.card is not None and self.matcher.reads(s.card)
        if not known:
            return s if trusted or not s.sure else replace(s, sure=False, doubt=Doubt("unclear"))
        odds = self.matcher.odds(match, e.belief.cards)
        best = int(odds.argmax())
        certainty = float(odds[best])
        card = self.matcher.names[best]
        sure = certainty >= self.sure_from
        if trusted and not (sure and card != s.card):
            return s  # the reader reads this card of this deck: teaching must not make it less sure
        if s.sure and s.card is not None and self.matcher.unmistaken(s.card):
            if card == s.card or not sure:
                return s
            sure = False  # two voices that no lesson explains: somebody is asked
        if sure:
            return replace(s, card=card, confidence=certainty, sure=True, doubt=None, possible=())
        order = [int(i) for i in np.argsort(-odds) if odds[i] >= POSSIBLE]
        may_be = tuple(self.matcher.names[i] for i in order) if 1 - float(odds[order].sum()) <= REST else ()
        doubt = s.doubt or Doubt("unclear")
        return replace(s, card=card, confidence=certainty, sure=False, doubt=doubt, possible=may_be)

    def matched(self, pyramid: Pyramid, quad: Corners) -> Match:
        """The best match of an outline, quarter turns tried where it is nearly square."""
        a, b = sides(quad)
        turns = (0,) if b > 1.12 * a else (0, 1)
        found = [self.matcher.match(self.matcher.see(pyramid, [np.roll(quad, -t, 0)])) for t in turns]
        return max(found, key=lambda m: float(m.scores[m.best]))


def _each_once(seen: list[tuple[Sighting, Evidence | None]]) -> list[tuple[Sighting, Evidence | None]]:
    """Two sightings of one name within a card's reach are its two indices, now that both are read; one stays."""
    kept: list[tuple[Sighting, Evidence | None]] = []
    for s, e in sorted(seen, key=lambda f: -(f[0].confidence + (f[1] is not None and not f[1].lone))):
        tall = max(sides(np.array(s.quad, np.float32)))
        lone = e is not None and e.lone
        if s.card in (None, BACK) or not any(
            o.card == s.card and (lone or (f is not None and f.lone)) and math.dist(o.centre, s.centre) < REACH * tall
            for o, f in kept
        ):
            kept.append((s, e))
    return kept


def _sized(quad: Corners, k: float) -> Corners:
    """The outline grown from its first corner: an index of another size in the same place."""
    return np.asarray(quad[0] + (quad - quad[0]) * k, np.float32)
