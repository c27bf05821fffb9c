"""A person at the simulated table: sees what truly lies there, and does what the questions ask."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from assistant.dealer.dealing import Dealing, Question, seat_of
from assistant.dealer.devices.sim import Sim


class Person:
    """The table's truth, told by the simulator: ``lies`` has the cards (by number) before each seat, in order."""

    def __init__(self, sim: Sim) -> None:
        self.sim = sim
        self.lies: dict[str, list[int]] = defaultdict(list)
        self.in_hand: list[int] = []  # taken out of the machine's throat
        self.asked = 0
        sim.on_truth = self._told

    def _told(self, at: float, words: tuple[str, ...]) -> None:
        if words[0] == "out":
            self.lies[seat_of(int(words[2]))].append(int(words[1]))
        elif words[0] == "removed":
            self.in_hand.append(int(words[1]))

    def counts(self) -> dict[str, int]:
        """What a camera would count before each seat (closed or open: it needs no face)."""
        return {seat: len(cards) for seat, cards in self.lies.items()}

    def help(self, question: Question, dealing: Dealing, spare: Sequence[int]) -> int | None:
        """Put right whatever can be seen, and answer the question; ``spare`` are cards free to be dealt."""
        self.asked += 1
        self.sim.order("clear")  # lid up, fingers in
        for card in reversed(self.in_hand):
            self.sim.order(f"top {card}")
        self.in_hand.clear()
        self.sim.order("fault lid 0")
        self.sim.order("fault beam 0")
        self._tidy(question, dealing)
        if question.code == "empty":
            for card in spare:
                self.sim.order(f"bottom {card}")
        there = len(self.lies[question.seat]) - dealing.given[question.seat]
        if question.code == "missing":
            return 1 + there
        return there if question.cards else None

    def _tidy(self, question: Question, dealing: Dealing) -> None:
        """Cards before the wrong seat go where one is missing, those too many under the hopper's pile."""
        want = dict(dealing.given)
        lost = [s for s in want if len(self.lies[s]) < want[s]]
        for seat in list(self.lies):
            may = dealing.given[seat] + (1 if question.ticket and seat == question.seat else 0)
            while len(self.lies[seat]) > may:
                card = self.lies[seat].pop()
                if lost:
                    self.lies[lost.pop()].append(card)
                else:
                    self.sim.order(f"bottom {card}")
