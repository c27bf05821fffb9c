"""Whole hands of limit seven-card stud (V-37) through HandState and pokerkit's FixedLimitSevenCardStud, word by word.

Compared at every word: whose turn it is, what he owes, what a single bet or raise comes to; on every street who opens
it; at the end every pot with who may win it, and every stack. The deliberate differences:

1. When the best open hand is all-in, pokerkit lets its left neighbour speak; R-150 the best of those who can still bet.
   Their queue is turned to our speaker, and the hand goes on.
2. The opener of third street may complete at once in pokerkit; R-111 makes him put in the bring-in and wait his turn.
3. On fourth street with an open pair R-109 allows a double bet, which pokerkit does not know: only single bets here.
4. After an all-in bet or raise below the size of the street the two differ on who may raise, and to how much: R-115
   counts it as no raise, and the next full one goes above it. What both allow is said; the pots are still compared.
5. Where no opponent can reach above the level, pokerkit offers no raise; R-113 withholds it only if all are all-in.
6. When all others leave, pokerkit gives the last one's whole bet of the round back before it shows a pot, R-116 only
   what nobody matched: of such hands the stacks are compared, which are the same.
7. Odd chips of a tie all go to the first winner in pokerkit; R-117 gives them one by one.
8. Left out: stacks that do not reach the bring-in (ours is owed in full all the same, theirs as far as it was paid),
   leaving where nothing is owed (forbidden there), and seven or more players (theirs burns a card a street).

One hand in eight is dealt so that everybody holds the same ranks: absolute ties would hardly come up by chance.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from pokerkit import Automation, FixedLimitSevenCardStud

from assistant.engine.cards import FULL_DECK
from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand import HandState, start_hand
from assistant.engine.hand_core import ExpectedCard
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, HandStarted, Payload, PotAwarded

AUTO = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.CHIPS_PULLING,
)


class TwoTables:
    """The same hand at two tables: what is dealt and said at ours is repeated at theirs, and compared."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = random.Random(seed)
        n = rng.randint(2, 6)
        self.ante = rng.choice((1, 2))
        self.small = rng.choice((2, 4, 6)) * self.ante
        self.bring_in = self.small // 2
        deep = rng.random() < 0.5
        least, most = (300, 400) if deep else (self.ante + self.bring_in, 12 * self.small)
        stacks = [rng.randint(least, most) for _ in range(n)]
        self.seats = tuple(str(i) for i in range(n))  # from the carteador's left, the carteador last, as pokerkit sits
        options = {"bet_min": self.small, "bet_max": 2 * self.small, "bringin_amount": self.bring_in}
        chips = dict(zip(self.seats, stacks, strict=True))
        start = HandStarted(1, "stud7", self.seats, self.seats[-1], chips, self.ante, "2", (), options)
        begun = start_hand(start)
        assert isinstance(begun, HandState)
        self.ours = begun
        self.theirs: Any = FixedLimitSevenCardStud.create_state(
            AUTO, True, self.ante, self.bring_in, self.small, 2 * self.small, stacks, n
        )
        self.deck = rng.sample(FULL_DECK, 52)
        if n <= 4 and rng.random() < 0.2:  # the same ranks for everybody, in suits that go round
            twins = [(rank, rng.sample("cdhs", n)) for rank in rng.sample("23456789TJQKA", 7)]
            self.twins = [[rank + suits[i] for rank, suits in twins] for i in range(n)]
        else:
            self.twins = []
        self.dealt: dict[str, list[str]] = {s: [] for s in self.seats}
        self.step = -1  # of the round compared last
        self.short = False  # an all-in bet or raise below the size of the street was made in this round
        self.seen: Counter[str] = Counter()

    def play(self) -> Counter[str]:
        """The whole hand; returns what happened in it, by kind."""
        while self.ours.phase in ("dealing", "betting"):
            if self.ours.expected_cards:
                self.deal(self.ours.expected_cards[0])
                continue
            if self.ours.core.step != self.step:
                self.open_round()
            self.speak(self.ours.choices[0])
        self.end()
        return self.seen

    def do(self, payload: Payload) -> None:
        """One fact at our table, which must fit."""
        after = self.ours.apply(payload)
        assert not isinstance(after, Refusal), (payload, after)
        self.ours = after

    def deal(self, expected: ExpectedCard) -> None:
        """The next card, at both tables; theirs burns before a street, unseen and from elsewhere."""
        mine = self.dealt[expected.seat]
        card = self.twins[int(expected.seat)][len(mine)] if self.twins else self.deck.pop()
        mine.append(card)
        self.do(CardDealt(expected.seat, expected.up, card if expected.up else None))
        self.follow()

    def follow(self) -> None:
        """Theirs as far as it goes by itself: everybody shows, burns, and the cards dealt at ours."""
        while True:
            if self.theirs.can_show_or_muck_hole_cards(True):
                self.theirs.show_or_muck_hole_cards(True)
            elif self.theirs.can_burn_card("??"):
                self.theirs.burn_card("??")
            elif self.theirs.can_deal_hole():
                seat = self.theirs.hole_dealee_index
                waiting = self.dealt[str(seat)][len(self.theirs.hole_cards[seat]) :]
                if not waiting:
                    return
                self.theirs.deal_hole(waiting[0])
            else:
                return

    def open_round(self) -> None:
        """The speaker of the street; where theirs is all-in, theirs goes on with ours."""
        self.step, self.short = self.ours.core.step, False
        speaker = self.ours.speaker
        assert speaker is not None
        first, street = int(speaker.seat), self.theirs.street_index + 3
        best = self.theirs.opener_index
        if best != first:
            assert str(best) in self.ours.all_in, (best, first, street)
            self.seen["best open hand all-in"] += 1
            queue = self.theirs.actor_indices
            queue.rotate(-queue.index(first))
        self.seen[f"opener on {street}"] += 1
        if street == 3:
            self.theirs.post_bring_in()
            assert self.ours.staked[speaker.seat] == self.theirs.bets[first] == self.bring_in

    def speak(self, choice: Choice) -> None:
        """One word, chosen among what both tables allow."""
        seat = int(choice.seat)
        assert self.theirs.actor_index == seat, (self.theirs.actor_index, seat)
        words = {o.value: o for o in choice.options}
        owed = choice.to_call
        assert min(owed, self.theirs.stacks[seat]) == self.theirs.checking_or_calling_amount
        up = next((words[v] for v in ("completo", "aposto", "repico") if v in words), None)
        to = None if up is None else self.raise_to(up, seat, owed)
        theirs_to = self.theirs.min_completion_betting_or_raising_to_amount
        if to != theirs_to:
            assert self.short or not self.reached(choice.seat), (to, theirs_to)
            self.seen["raise differs"] += 1
            to = None
        roll = self.rng.random()
        if to is not None and up is not None and roll < 0.35:
            size = self.small if self.theirs.street_index < 2 else 2 * self.small
            full = size if up.value == "completo" else max(self.theirs.bets) + size
            self.short = self.short or to < full
            self.theirs.complete_bet_or_raise_to(to)
            self.say(choice, up.value, None if up.value == "completo" else self.amount(up))
        elif owed and roll > 0.85:
            self.theirs.fold()
            self.say(choice, "saio")
        else:
            self.theirs.check_or_call()
            self.say(choice, "cubro" if owed else "mesa")

    def reached(self, seat: str) -> bool:
        """Whether another seat has chips above the level of the round."""
        level = max(self.ours.staked.values())
        others = [s for s in self.ours.active if s != seat]
        return any(self.ours.stacks[s] + self.ours.staked[s] > level for s in others)

    def amount(self, up: ChoiceOption) -> int:
        """The single size of the street, also on fourth street with an open pair."""
        return up.sizes[0] if up.sizes else up.min or 0

    def raise_to(self, up: ChoiceOption, seat: int, owed: int) -> int:
        """What the seat would have in after betting, completing or raising."""
        have = self.ours.staked[str(seat)]
        if up.value == "completo":
            return have + (up.amount or 0)
        return have + owed + self.amount(up)

    def say(self, choice: Choice, verb: str, amount: int | None = None) -> None:
        """The word at our table."""
        self.seen[verb] += 1
        self.do(Acted(choice.seat, verb, amount))

    def end(self) -> None:
        """Showdown or not, pots and payouts are the same."""
        while self.ours.phase == "showdown":
            turn = self.ours.expected_cards[0]
            assert turn.turn_place is not None
            self.do(CardTurned(turn.seat, turn.turn_place, self.dealt[turn.seat][turn.turn_place]))
        self.follow()
        verdict = self.ours.verdict
        assert verdict is not None
        if verdict.uncontested:
            self.seen["uncontested"] += 1
        else:
            theirs = [(p.amount, p.player_indices) for p in self.theirs.pots]
            assert theirs == [(p.amount, tuple(sorted(int(s) for s in p.eligible))) for p in verdict.pots]
            self.seen[f"{min(len(theirs), 3)} pots"] += 1
        while self.theirs.can_kill_hand():
            self.theirs.kill_hand()
        while self.theirs.can_push_chips():
            self.theirs.push_chips()
        self.do(PotAwarded(dict(self.ours.payout)))
        assert not self.theirs.status
        stacks = [self.ours.stacks[s] for s in self.seats]
        for part in (part for pot in verdict.pots for part in pot.parts):
            self.seen["split"] += len(part.winners) > 1
            first, *others = sorted(part.winners)  # from the carteador's left
            for seat in others[: max(0, part.amount % len(part.winners) - 1)]:
                stacks[int(first)] += 1
                stacks[int(seat)] -= 1
                self.seen["odd chips"] += 1
        assert stacks == self.theirs.stacks
        self.seen["hands"] += 1


def compare(seeds: range) -> Counter[str]:
    """What happened in all these hands together; each agrees or fails."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += TwoTables(seed).play()
    return seen


def test_r108_r111_r114_r149_hands_of_limit_stud_agree_with_pokerkit() -> None:
    seen = compare(range(60))
    assert seen["hands"] == 60 and seen["2 pots"] and seen["3 pots"] and seen["uncontested"] and seen["split"]


@pytest.mark.slow
def test_r108_r111_r114_r149_two_thousand_hands_of_limit_stud_agree_with_pokerkit() -> None:
    seen = compare(range(1000, 3000))
    assert seen["hands"] == 2000
    assert min(seen[f"opener on {street}"] for street in range(3, 8)) > 900
    assert min(seen[verb] for verb in ("completo", "aposto", "repico", "cubro", "mesa", "saio")) > 1000
    assert min(seen[what] for what in ("3 pots", "best open hand all-in", "split")) > 80 and seen["odd chips"]
    assert seen["raise differs"] < 300
