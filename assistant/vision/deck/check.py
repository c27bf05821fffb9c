"""The deck before the night: which card is missing, which is there twice, which has another back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from assistant.vision.deck.lesson import OTHER_BACK, back_likeness
from assistant.vision.deck.look import framed
from assistant.vision.records import BACK, JOKER, Image, Sighting
from assistant.vision.rectify import Pyramid, upright

SURE_BACK = 0.5  # score of a back that is worth comparing
BACKS_SHOWN = 8  # from so many backs on the deck's backs are being checked, and all of them are to be seen


@dataclass
class DeckCheck:
    """What all the pictures showed: cards by how often, doubtful ones by what they may be, and odd backs.

    ``strange`` are sure cards that the deck does not have. A card counts once a picture, and the pictures of a check
    show different cards: a card in two of them is there twice, unless ``again`` (the pictures overlap) was said.
    """

    wanted: tuple[str, ...]
    again: bool = False
    counts: Counter[str] = field(default_factory=Counter)
    doubtful: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    strange: Counter[str] = field(default_factory=Counter)
    backs: int = 0
    odd_backs: list[int] = field(default_factory=list)
    pictures: int = 0

    def add(self, sightings: Iterable[Sighting]) -> None:
        """One picture's cards."""
        self.pictures += 1
        here: Counter[str] = Counter()
        for s in sightings:
            if s.card == BACK:
                continue
            if not s.sure:
                self.doubtful.append((self.pictures, s.possible or ((s.card,) if s.card else ())))
            elif s.card in self.wanted:
                here[s.card] += 1
            elif s.card is not None:
                self.strange[s.card] += 1
        for card, n in here.items():
            self.counts[card] = max(self.counts[card], n) if self.again else self.counts[card] + n

    def add_backs(self, image: Image, sightings: Iterable[Sighting], known: Sequence[Image]) -> None:
        """The backs of a picture against the taught one, or against each other where none was taught."""
        pyramid = Pyramid(image)
        quads = [np.array(s.quad, np.float32) for s in sightings if s.card == BACK and s.confidence >= SURE_BACK]
        seen = [framed(pyramid, upright(q)) for q in quads]
        self.backs += len(seen)
        if not seen:
            return
        if known:
            odd = [b for b in seen if max(back_likeness(b, k) for k in known) < OTHER_BACK]
        else:
            likes = np.array([[back_likeness(a, b) for b in seen] for a in seen])
            friends = (likes >= OTHER_BACK).sum(1)
            odd = [b for b, n in zip(seen, friends, strict=True) if 2 * n < len(seen)]
        self.odd_backs += [self.pictures] * len(odd)

    @property
    def missing(self) -> tuple[str, ...]:
        """Cards of the deck that no picture shows surely."""
        return tuple(c for c in self.wanted if not self.counts[c] and c != JOKER)

    @property
    def double(self) -> tuple[str, ...]:
        """Cards that are there more than once."""
        return tuple(c for c in self.wanted if self.counts[c] > 1 and c != JOKER)

    @property
    def settled(self) -> tuple[str, ...]:
        """Missing cards that no doubtful one can be: these are missing for sure."""
        maybe = {c for _, may_be in self.doubtful for c in (may_be or self.wanted)}
        return tuple(c for c in self.missing if c not in maybe)

    @property
    def hidden_backs(self) -> int:
        """How many backs are still to be shown, where the backs were shown at all."""
        return max(0, len(self.wanted) - self.backs) if self.backs >= BACKS_SHOWN else 0

    @property
    def complete(self) -> bool:
        """Every card once, nothing strange, nothing open."""
        open_ones = self.missing or self.doubtful or self.hidden_backs
        return not (open_ones or self.double or self.strange or self.odd_backs)

    @property
    def asks(self) -> bool:
        """Whether something must be shown again before the deck can be judged."""
        return bool(self.doubtful) and bool(self.missing)
