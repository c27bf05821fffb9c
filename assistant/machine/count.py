"""The camera's count of cards seat by seat, held against what the machine gave."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from assistant.engine.hand import HandState
from assistant.facts import Seat
from assistant.reconcile import SeenZone

NO_NEWS = 4  # a camera that tells nothing at all since the card gets that many times the patience
VIEWS = 2  # after a card, before its absence says anything
ASKED_TWICE = 2  # where people saw nothing wrong so often, that count of the camera's is not asked about again


def cards_in(zone: SeenZone) -> int:
    """How many cards lie in a zone, whatever is known of their faces."""
    return len(zone.faces) + len(zone.doubts) + zone.backs


class CameraCount:
    """One hand's counting. ``live`` says whether the camera sees; without it nothing is held against the machine."""

    def __init__(self, unseen: float, surplus: float) -> None:
        self.live = False
        self._unseen = unseen  # seconds until a card that the camera does not see is asked about
        self._surplus = surplus  # seconds until a card too many is: until then the count may put itself right
        self.zones: Mapping[Seat, SeenZone] = {}
        self._most: Counter[Seat] = Counter()  # cards it has counted at a seat in this hand
        self._insisted: Counter[tuple[Seat, int]] = Counter()
        self._since = 0.0
        self._views = 0  # since the last card
        self._looks = 0
        self._more: dict[Seat, tuple[float, int]] = {}  # since when, and since which view, too many were counted

    def forget(self) -> None:
        """The cards were gathered."""
        self._most.clear()
        self._insisted.clear()
        self._more.clear()
        self.zones = {}

    def saw(self, zones: Mapping[Seat, SeenZone]) -> None:
        """One table view."""
        self.zones = zones
        self._views += 1
        self._looks += 1
        for seat, zone in zones.items():
            if not zone.covered:
                self._most[seat] = max(self._most[seat], cards_in(zone))

    def given(self) -> None:
        """A card was given just now: the camera gets its time."""
        self._since = time.monotonic()
        self._views = 0

    @property
    def age(self) -> float:
        """Seconds since the last card, or the last word about one."""
        return time.monotonic() - self._since

    def overlooked(self, hand: HandState, given: Mapping[Seat, int]) -> dict[Seat, int]:
        """Seats whose cards all lie where it counts them (not those held in the hand), fewer so far than given."""
        if not (self.live and hand.game.open_game):
            return {}
        free = [s for s in hand.active if not self.zones.get(s, SeenZone()).covered]
        return {s: self._most[s] for s in free if self._most[s] < given.get(s, 0)}

    def surplus(self, hand: HandState, given: Mapping[Seat, int]) -> dict[Seat, int]:
        """Seats where more cards are counted than were given, unless people saw twice that it is not so."""
        if not self.live or not (hand.game.open_game or hand.phase == "dealing"):
            return {}
        many = {s: n for s, n in self._seen(hand).items() if n > given.get(s, 0)}
        return {s: n for s, n in many.items() if self._insisted[s, n] < ASKED_TWICE}

    def wrong(self, hand: HandState, given: Mapping[Seat, int]) -> dict[Seat, int]:
        """The counts to be asked about, too many or too few, once patience with them ends; empty where all is well.

        One picture may count a card twice while it falls, or before the machine has told of it.
        """
        many = self.surplus(hand, given)
        self._more = {s: self._more.get(s, (time.monotonic(), self._looks)) for s in many}
        late = self.overlooked(hand, given)
        now = time.monotonic()
        stands = [
            s
            for s, (since, look) in self._more.items()
            if now - since > self._surplus * (1 if self._looks - look >= VIEWS else NO_NEWS)
        ]
        if stands:
            return {**late, **{s: many[s] for s in stands}}
        patience = self._unseen * (1 if self._views >= VIEWS else NO_NEWS)
        return late if self.age > patience and not many else {}

    def settled(self, hand: HandState, given: Mapping[Seat, int], seat: Seat, *, exactly: bool) -> bool:
        """Whether the count is right again at a seat and nowhere too high (``exactly``: nor too low)."""
        seen = self._seen(hand)
        if not self.live or seat not in seen or any(n > given.get(s, 0) for s, n in seen.items()):
            return False
        return not exactly or all(n == given.get(s, 0) for s, n in seen.items())

    def believe(self, seat: Seat, given: int, *, there: bool) -> None:
        """People looked themselves: ``there`` says that the cards given lie there."""
        seen = cards_in(self.zones.get(seat, SeenZone()))
        if seen > given:
            self._insisted[seat, seen] += 1
        self._most[seat] = given if there else min(self._most[seat], given)
        self._more.pop(seat, None)
        self.given()

    def _seen(self, hand: HandState) -> dict[Seat, int]:
        return {s: cards_in(z) for s, z in self.zones.items() if s in hand.active and not z.covered}
