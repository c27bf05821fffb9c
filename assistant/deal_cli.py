"""`fala deal --sim`: a hand dealt by the emulated machine, card by card, with whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from assistant.dealer.dealing import ByHand, Dealing, Dealt, Nothing, Question, Step
from assistant.dealer.device import DealerDevice
from assistant.dealer.devices.sim import Sim
from assistant.dealer.proving.person import Person
from assistant.dealer.records import LinkDown
from assistant.engine.cards import deck_cards
from assistant.engine.choices import Choice
from assistant.engine.drive import Cards, next_payload, random_answer
from assistant.engine.hand import HandState, start_hand
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, build
from assistant.facts import Acted, CardDealt, HandStarted, Payload
from assistant.phrases import DEFAULT, say


def run_deal(
    *,
    game: str = "stick5",
    players: int = 5,
    seed: int | None = None,
    faults: tuple[str, ...] = (),
    lang: str = DEFAULT,
) -> int:
    """Deal a whole hand in which everybody stays to the end; ``faults`` are orders to the simulator ("jam 60").

    0 when the table ends with what the game waited for; 1 when not or when people had to go on; 2 for a bad request.
    """
    variant = build(game)
    if isinstance(variant, Refusal) or not variant.least_players <= players <= min(variant.most_players, 10):
        print(say(lang, "dealer.deal.bad_game", game=game, players=players, games=", ".join(GAMES)))
        return 2
    seed = random.SystemRandom().randrange(1 << 30) if seed is None else seed
    low = "2" if variant.deck == "full" or players * variant.cards_each > 30 else "7"
    seats = tuple(str(n) for n in range(1, players + 1))
    hand = start_hand(HandStarted(1, game, seats, seats[-1], dict.fromkeys(seats, 200), 1, low))
    if isinstance(hand, Refusal):
        print(say(lang, "dealer.deal.bad_game", game=game, players=players, games=", ".join(GAMES)))
        return 2
    faces = list(deck_cards(low, variant.jokers))
    random.Random(seed).shuffle(faces)
    print(say(lang, "dealer.deal.begins", game=game, players=players) + " " + say(lang, "dealer.deal.seed", seed=seed))
    try:
        return asyncio.run(_show(hand, faces, seed, faults, lang))
    except LinkDown as e:
        print(say(lang, f"dealer.problem.{e.code}", **e.params))
        return 1


async def _show(hand: HandState, faces: list[str], seed: int, faults: tuple[str, ...], lang: str) -> int:
    sim = Sim(cards=len(faces), seed=seed)
    try:
        device = DealerDevice(sim.open_line)
        await device.connect()
        for words in faults:
            sim.order(f"fault {words}")
        show = _Show(sim, Dealing(device), hand, faces, lang)
        status = await show.play()
        device.close()
        return status
    finally:
        sim.close()


class _Show:
    """Plays a hand in which nobody leaves, and prints what the machine does."""

    def __init__(self, sim: Sim, dealing: Dealing, hand: HandState, faces: list[str], lang: str) -> None:
        self.sim, self.dealing, self.hand, self.faces, self.lang = sim, dealing, hand, faces, lang
        self.person = Person(sim)
        self.cards = Cards(faces)
        self.used: Counter[str] = Counter()

    async def play(self) -> int:
        """To the end of the hand."""
        step: Step = await self.dealing.begin()
        while not self.hand.over:
            if isinstance(step, Nothing):
                step = await self.dealing.step(self.hand) if self.hand.verdict is None else Nothing()
            if isinstance(step, Nothing):
                self._take(next_payload(self.hand, self.cards, lambda _: 0, _stay))
            elif isinstance(step, Question):
                step = await self._help(step)
            elif isinstance(step, ByHand):
                reason = say(self.lang, f"dealer.problem.{step.code}", **{"port": self.sim.pty, **step.params})
                print(say(self.lang, "dealer.deal.by_hand", reason=reason))
                return 1
            else:
                seen = self.dealing.compare(self.person.counts())
                if seen is not None:
                    await self._help(seen)
                self._dealt(step)
                step = Nothing()
        return self._end()

    async def _help(self, question: Question) -> Step:
        words = say(self.lang, f"dealer.ask.{question.code}", seat=say(self.lang, "dealer.bare", seat=question.seat))
        print(say(self.lang, "dealer.deal.asks", question=words))
        held = {self.faces[i] for cards in self.person.lies.values() for i in cards}
        spare = [i for i, face in enumerate(self.faces) if face not in held]
        answer = self.person.help(question, self.dealing, spare)
        shown = say(self.lang, "dealer.deal.done") if answer is None else answer
        print(say(self.lang, "dealer.deal.person", answer=shown))
        return await self.dealing.answer(answer)

    def _dealt(self, step: Dealt) -> None:
        self.cards.last = self.faces[self.person.lies[step.seat][self.used[step.seat]]]
        self.used[step.seat] += 1
        self._take(CardDealt(step.seat, step.up, self.cards.last if step.up else None))
        self.dealing.confirmed(step.seat)
        count = self.used.total()
        print(say(self.lang, f"dealer.deal.{'up' if step.up else 'down'}", seat=step.seat, count=count), flush=True)

    def _take(self, payload: Payload) -> None:
        after = self.hand.apply(payload)
        if isinstance(after, Refusal):
            raise RuntimeError(f"{payload}: {after.code}")
        if isinstance(payload, CardDealt):
            self.cards.dealt(self.hand, after, payload)
        self.hand = after

    def _end(self) -> int:
        wrong = [
            f"{seat}: {len(self.person.lies[seat])} / {n}"
            for seat, n in self.dealing.given.items()
            if not len(self.person.lies[seat]) == n == self.used[seat]
        ]
        if wrong:
            print(say(self.lang, "dealer.deal.ends_wrong", what=", ".join(wrong)))
            return 1
        seconds = round(self.sim.now_us / 1e6)
        print(say(self.lang, "dealer.deal.ends", cards=self.used.total(), questions=self.person.asked, seconds=seconds))
        return 0


def _stay(_: HandState, choice: Choice) -> Payload:
    """Nobody bets or leaves: the cheapest word that stays in."""
    if choice.kind != "act":
        return random_answer(choice, lambda n: 0)
    for verb in ("mesa", "passo", "cubro", "aposto"):
        for option in choice.options:
            if option.value == verb:
                amount = option.sizes[0] if option.sizes else option.min
                return Acted(choice.seat, verb, amount)
    return Acted(choice.seat, choice.options[0].value)
