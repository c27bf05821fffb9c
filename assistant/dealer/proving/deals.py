"""Many deals of mixed games on the simulated board, with faults on a seeded schedule."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from assistant.dealer.dealing import ByHand, Dealing, Dealt, Question, Step, next_wanted
from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.sim import Sim
from assistant.dealer.proving.person import Person
from assistant.engine.cards import deck_cards
from assistant.engine.choices import Choice
from assistant.engine.drive import Cards, next_payload, random_answer
from assistant.engine.hand import HandState, start_hand
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, build
from assistant.facts import CardDealt, HandStarted, Payload, PotAwarded

STUCK = 60.0  # simulated seconds after which a step counts as hanging
FAULTS = (
    "double", "stack", "jam", "slip", "missed", "beam", "lose", "lid", "cut", "dtr", "hang", "noise", "drop", "repeat",
)  # fmt: skip


@dataclass
class Tally:
    """What a run has shown."""

    deals: int = 0
    complete: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    cards: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0  # simulated seconds from a fault to the question about it
    seconds: float = 0.0  # simulated
    wrong: list[str] = field(default_factory=list)
    hangs: list[str] = field(default_factory=list)


def start_of(game: str, rng: random.Random) -> tuple[HandState, list[str]]:
    """A hand about to be dealt and its deck, shuffled; raises ValueError where the game cannot begin."""
    variant = build(game)
    if isinstance(variant, Refusal):
        raise ValueError(game)
    least, most = variant.least_players, min(variant.most_players, 6)
    players = rng.randint(least, max(least, most))
    low = "2" if variant.deck == "full" or players * variant.cards_each > 30 else "7"
    deck = list(deck_cards(low, variant.jokers))
    seats = tuple(str(n) for n in sorted(rng.sample(range(1, 11), players)))
    hand = start_hand(HandStarted(1, game, seats, rng.choice(seats), dict.fromkeys(seats, 200), 1, low))
    if isinstance(hand, Refusal):
        raise ValueError(hand.code)
    rng.shuffle(deck)
    return hand, deck


def schedule(sim: Sim, rng: random.Random, tally: Tally) -> None:
    """Up to three faults for the next deal."""
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        kind = rng.choice(FAULTS)
        tally.faults[kind] += 1
        at = sim.now_us + rng.randrange(500_000, 8_000_000)
        words = {
            "double": f"double {rng.uniform(30, 85):.1f}", "stack": f"double {rng.uniform(0, 20):.1f}",
            "jam": f"jam {rng.uniform(5, 115):.1f}", "slip": "slip", "missed": "missed", "beam": "beam 1",
            "lose": f"lose {rng.randrange(20, 90)}", "lid": "lid 1", "cut": f"cut {rng.randrange(50, 900)}",
            "dtr": "dtr", "hang": "hang", "noise": f"noise {rng.uniform(0.001, 0.01):.4f}",
            "drop": f"drop {rng.uniform(0.001, 0.01):.4f}", "repeat": f"repeat {rng.uniform(0.001, 0.01):.4f}",
        }[kind]  # fmt: skip
        sim.order(f"at {at} {words}")
        if kind in ("noise", "drop", "repeat"):
            sim.order(f"at {at + rng.randrange(200_000, 3_000_000)} {kind} 0")


async def run_deals(count: int, seed: int, games: tuple[str, ...] = tuple(GAMES), faults: bool = True) -> Tally:
    """Deal that many hands to their ends; everything that went wrong is in the tally."""
    tally = Tally()
    for n in range(count):
        await one_deal(n, random.Random(f"{seed}:{n}"), games, tally, faults)
    return tally


async def one_deal(n: int, rng: random.Random, games: tuple[str, ...], tally: Tally, faults: bool) -> None:
    """One hand on a board of its own."""
    game = games[n % len(games)]
    hand, faces = start_of(game, rng)
    sim = Sim(cards=len(faces), seed=rng.randrange(1 << 30), boot_ms=900)
    try:
        device = DealerDevice(sim.open_line)
        await device.connect()
        if faults:
            schedule(sim, rng, tally)
        await Hand(sim, Dealing(device), hand, faces, rng, tally).play()
        tally.seconds += sim.now_us / 1e6
        device.close()
    finally:
        sim.close()
    tally.deals += 1


class Hand:
    """One hand dealt by the machine, checked against the truth after every step."""

    def __init__(
        self, sim: Sim, dealing: Dealing, hand: HandState, faces: list[str], rng: random.Random, tally: Tally
    ) -> None:
        self.sim, self.dealing, self.hand, self.faces, self.rng, self.tally = sim, dealing, hand, faces, rng, tally
        self.name = f"deal {tally.deals} ({hand.started.game}, {len(hand.seats)} players)"
        self.person = Person(sim)
        self.cards = Cards(faces)
        self.used: Counter[str] = Counter()  # cards of each seat that are facts already

    async def play(self) -> None:
        """Deal and play to the end of the hand."""
        first = await self.dealing.begin()
        if isinstance(first, Question):
            await self._help(first)
        while not self.hand.over:
            if self.hand.verdict is None and next_wanted(self.hand.expected_cards, {}) is not None:
                if not await self._card():
                    return
            else:
                payload = next_payload(self.hand, self.cards, self.rng.randrange, self._answer)
                after = self.hand.apply(payload)
                if isinstance(after, Refusal):
                    raise AssertionError(f"{self.name}: {payload}: {after.code}")
                if isinstance(payload, CardDealt):
                    self.cards.dealt(self.hand, after, payload)
                self.hand = after
                if isinstance(payload, PotAwarded):
                    break
        self.tally.complete += 1
        self._check()

    def _answer(self, _: HandState, choice: Choice) -> Payload:
        return random_answer(choice, self.rng.randrange)

    async def _card(self) -> bool:
        began = self.sim.now_us / 1e6
        mark = len(self.sim.truth)
        step = await self.dealing.step(self.hand)
        dealt: Dealt | None = None
        for _ in range(40):
            if isinstance(step, ByHand):
                self.tally.stopped[step.code] += 1
                return False
            if isinstance(step, Dealt):
                dealt = step
            question = step if isinstance(step, Question) else self.dealing.compare(self.person.counts())
            if self.sim.now_us / 1e6 - began > STUCK:
                self.tally.hangs.append(f"{self.name}: {step}")
                return False
            if question is None:
                if dealt is not None:
                    self._fact(dealt)
                return True
            self._late(question, mark)
            given = self.dealing.given.total()
            step = await self._help(question)
            if self.dealing.given.total() < given:
                dealt = None  # it was not there after all
            mark = len(self.sim.truth)
        self.tally.hangs.append(f"{self.name}: asked for ever")
        return False

    async def _help(self, question: Question) -> Step:
        self.tally.questions[question.code] += 1
        spare = []
        if question.code == "empty":
            left = set(self.cards._returned(self.hand))
            spare = [i for i, face in enumerate(self.faces) if face in left]
            self.rng.shuffle(spare)
        return await self.dealing.answer(self.person.help(question, self.dealing, spare))

    def _fact(self, step: Dealt) -> None:
        """The card becomes a fact: its face is what truly lies there."""
        lies = self.person.lies[step.seat]
        if len(lies) <= self.used[step.seat]:
            self.tally.wrong.append(f"{self.name}: a card given to {step.seat} is nowhere")
            return
        face = self.faces[lies[self.used[step.seat]]]
        self.used[step.seat] += 1
        self.cards.last = face
        payload = CardDealt(step.seat, step.up, face if step.up else None)
        after = self.hand.apply(payload)
        if isinstance(after, Refusal):
            self.tally.wrong.append(f"{self.name}: {payload} refused: {after.code}")
            return
        self.cards.dealt(self.hand, after, payload)
        self.hand = after
        self.dealing.confirmed(step.seat)
        self.tally.cards += 1

    def _late(self, question: Question, mark: int) -> None:
        """How long it took from what happened to the question about it."""
        if question.code == "again":
            return
        news = self.sim.truth[mark:]
        starts = [t for t, w in news if w[0] in ("stuck", "slips", "reset") or w[:2] == ("fault", "lid")]
        outs = [t for t, w in news if w[0] == "out"]
        if question.code in ("two_seen", "double", "wrong_seat") and outs:
            starts.append(outs[-1])
        if starts:
            late = self.sim.now_us / 1e6 - max(starts)
            self.tally.slowest = max(self.tally.slowest, late)
            if late > 2.0:
                self.tally.wrong.append(f"{self.name}: {question.code} reported after {late:.2f} s")

    def _check(self) -> None:
        """Every seat has what it was given, nothing more, nothing less, and no card is in two places."""
        for seat in set(self.person.lies) | set(self.dealing.given):
            lie, given, facts = len(self.person.lies[seat]), self.dealing.given[seat], self.used[seat]
            if not lie == given == facts:
                self.tally.wrong.append(f"{self.name}: seat {seat} has {lie} cards, given {given}, facts {facts}")
