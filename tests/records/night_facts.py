"""Whole nights of random hands as a journal would hold them: sealed, chained, with people and purchases."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from assistant.engine.cards import deck_cards
from assistant.engine.drive import DriveError, drive
from assistant.engine.hand import HandState
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, build
from assistant.facts import (
    GENESIS,
    CacifeBought,
    CardDealt,
    CardTurned,
    Corrected,
    Fact,
    HandStarted,
    Payload,
    PlayerSeated,
    TableOpened,
    encode_payload,
    seal,
)

NAMES = ("Ana", "Beto", "Caio", "Dora", "Eva", "Fábio", "Gil", "Íris")


@dataclass
class NightFacts:
    """Facts as they come; each is sealed to the one before."""

    seed: int
    seats: tuple[str, ...] = ("1", "2", "3", "4")
    facts: list[Fact] = field(default_factory=list)
    stacks: dict[str, int] = field(default_factory=dict)
    number: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(f"night {self.seed}")
        self.at = datetime(2026, 11, 28, 20, tzinfo=UTC)
        self.write(TableOpened("mesa", self.seats, 200, 5000, {"pingo": 1, "smallest_chip": 1}))
        for seat, name in zip(self.seats, NAMES, strict=False):
            self.write(PlayerSeated(seat, f"p{seat}", name), f"seat:{seat}")
            self.buy(seat, 2)

    def buy(self, seat: str, cacifes: int = 1) -> None:
        """Chips from the bank."""
        self.write(CacifeBought(seat, f"p{seat}", cacifes, 200 * cacifes, 5000 * cacifes), f"seat:{seat}")
        self.stacks[seat] = self.stacks.get(seat, 0) + 200 * cacifes

    def write(
        self, payload: Payload, source: str = "host", hand: int | None = None, pictures: Sequence[str] = ()
    ) -> Fact:
        """One more fact."""
        self.at += timedelta(seconds=self.rng.randint(1, 9))
        fact = seal(
            Fact(
                len(self.facts) + 1,
                payload,
                self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                source,
                hand=hand,
                certainty=998_000 if source == "camera" else 1_000_000,
                tap=f"{self.rng.getrandbits(64):016x}",
                pictures=tuple(pictures),
                salt=f"{self.rng.getrandbits(128):032x}",
                prev=self.facts[-1].hash if self.facts else GENESIS,
            )
        )
        self.facts.append(fact)
        return fact

    def play(self, game: str | None = None, options: dict[str, object] | None = None, **more: object) -> HandState:
        """One whole random hand; players without chips buy first."""
        for seat in self.seats:
            if self.stacks[seat] < 20:
                self.buy(seat)
        for attempt in itertools.count():
            if attempt == 8:  # too few cards for so many with that variation, or its pot goes on and on
                more.pop("variations", None)
            name = game or self.rng.choice(list(GAMES))
            variant = build(name)
            assert not isinstance(variant, Refusal)
            most = min(len(self.seats), variant.most_players)
            seats = self.seats[:most]
            low = "2" if variant.deck == "full" or variant.cards_each * most > 28 else self.rng.choice("27")
            deck = list(deck_cards(low, variant.jokers))
            self.rng.shuffle(deck)
            start = HandStarted(
                self.number + 1,
                name,
                seats,
                self.rng.choice(seats),
                {s: self.stacks[s] for s in seats},
                1,
                low,
                options=dict(options or {}),
                **more,  # type: ignore[arg-type]
            )
            try:
                played = list(drive(start, deck, self.rng.randrange))
            except DriveError:
                continue
            if played[-1][1].carry_out and "carry" not in more:
                continue  # its pot would have to go to the next hand
            break
        self.number += 1
        for payload, _ in played:
            shown = isinstance(payload, CardDealt | CardTurned)
            self.write(payload, "camera" if shown else f"seat:{getattr(payload, 'seat', '1')}", self.number)
        last = played[-1][1]
        self.stacks.update(last.stacks)
        return last

    def correct(self, seq: int, payload: Payload | None) -> None:
        """A correction, by the host."""
        hand = self.facts[seq - 1].hand
        self.write(Corrected(seq, encode_payload(payload) if payload else None, ("host",)), "host", hand)


def night_of(facts: int, seed: int, game: str | None = None) -> list[Fact]:
    """A night of so many facts, cut off in the middle of a hand."""
    made = NightFacts(seed)
    while len(made.facts) < facts:
        made.play(game)
    return made.facts[:facts]
