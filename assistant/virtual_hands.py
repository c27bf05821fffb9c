"""What the hands of virtual players do with their cards when the hand asks for it: throw away, pass on, swap, arrange.

Facts tell what was said; which closed cards go, a player decides by looking at his own, as at a table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from assistant.engine.cards import FULL_DECK, JOKER, RANK
from assistant.engine.game import Arrange, Order, Pass
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.engine.hand_ready import receiver_of
from assistant.engine.hand_swap import Swapping
from assistant.engine.special import lay_thirteen
from assistant.facts import Chosen, Payload, Seat
from assistant.virtual.world import BOARD, World

LEFT, DRAWN = "left", "drawn"  # why a card lies among the discards: its owner left, or it was exchanged
TRIES = 400  # arrangements of thirteen cards looked at


def zone_of(seat: str) -> str:
    """Where the cards of a seat, or of the centre, lie in the virtual world."""
    return BOARD if seat == CENTRE else seat


class PlayersHands:
    """Follows one hand, fact by fact, and moves the virtual cards that no dealer moves."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self._world = world
        self._rng = rng

    def follow(self, before: HandState, payload: Payload, after: HandState) -> bool:
        """Do what one fact brings about; whether cards moved in a way that must be seen before others come."""
        moved = self._shuffled_in(before, after)
        moved |= self._picked(before, after)
        moved |= self._passed(before, after)
        moved |= self._swapped(before, after)
        if isinstance(payload, Chosen):
            moved |= self._arranged(before, payload)
        for seat in after.seats:
            moved |= self._thrown(before, payload, after, seat)
        return moved

    def place_of(self, hand: HandState, seat: Seat, place: int) -> int:
        """Where the card that the hand counts at ``place`` of a seat lies in the seat's row.

        Open cards are told apart by their faces, closed ones only by their order.
        """
        held, row = hand.cards[seat], self._world.cards(seat)
        if held[place].up:
            open_ones = [c.place for c in row if c.up and c.code == held[place].card]
            if open_ones:
                return open_ones[0]
        known = Counter(c.card for c in held if c.up)
        waiting: list[int] = []
        for card in row:
            if card.up and known[card.code]:
                known[card.code] -= 1
            else:  # closed, or turned while nobody could write it down
                waiting.append(card.place)
        if not waiting:
            raise LookupError(f"seat {seat} has no closed card to turn, though the hand counts {len(held)} there")
        rank = sum(not c.up for c in held[:place])
        return waiting[min(rank, len(waiting) - 1)]

    # --- one kind of movement each -------------------------------------------------------------------------------

    def _shuffled_in(self, before: HandState, after: HandState) -> bool:
        if after.notices is before.notices:
            return False
        for notice in after.notices:
            if notice.code == "leavers_shuffled_in":
                self._world.reshuffle(why=(LEFT,))
            elif notice.code == "discards_shuffled_in":
                why = (DRAWN, LEFT) if notice.params.get("leavers") else (DRAWN,)
                self._world.reshuffle(why=why, but=after.core.gone)
        return False

    def _picked(self, before: HandState, after: HandState) -> bool:
        """V-24: a card of the centre goes to the seat that the hand gave it to."""
        centre = {c.card for c in before.centre} - {c.card for c in after.centre}
        moves = []
        for seat in after.seats:
            mine = {c.card for c in after.cards[seat]} & centre
            for card in self._world.cards(BOARD):
                if card.code in mine:
                    moves.append((BOARD, card.place, seat))
        if moves:
            self._world.move(moves)
        return bool(moves)

    def _passed(self, before: HandState, after: HandState) -> bool:
        """V-40: all hand over at once, when the last one is ready."""
        step = before.core.current
        if not isinstance(step, Pass) or before.core.step == after.core.step:
            return False
        moves = []
        for seat in before.active:
            to = receiver_of(before.core, seat, step)
            moves += [(seat, place, to) for place in self._least(seat, step.count)]
        self._world.move(moves)
        return True

    def _swapped(self, before: HandState, after: HandState) -> bool:
        """V-13: two swap as many cards, face down."""
        swaps = [n for n in after.notices if n.code == "swap_now"] if after.notices is not before.notices else []
        for notice in swaps:
            one, other, count = str(notice.params["one"]), str(notice.params["other"]), int(notice.params["cards"])
            moves = [(one, p, other) for p in self._least(one, count)]
            moves += [(other, p, one) for p in self._least(other, count)]
            self._world.move(moves)
        return bool(swaps)

    def _arranged(self, before: HandState, payload: Chosen) -> bool:
        step, seat = before.core.current, payload.seat
        if payload.choice != "ready":
            return False
        if isinstance(step, Arrange):
            codes = [c.code for c in self._world.cards(seat)]
            self._world.arrange(seat, thirteen(codes, before, self._rng))
            return True
        if isinstance(step, Order):
            order = list(range(len(self._world.cards(seat))))
            self._rng.shuffle(order)
            self._world.arrange(seat, order)
            return True
        return False

    def _thrown(self, before: HandState, payload: Payload, after: HandState, seat: Seat) -> bool:
        out_before, out_after = before.folded | before.core.mucked, after.folded | after.core.mucked
        if seat in out_after and seat not in out_before:
            self._world.discard(seat, why=LEFT)
            return False  # nobody mistakes what comes next for these
        gone = len(before.cards[seat]) - len(after.cards[seat])
        if gone <= 0:
            return False
        stage = before.core.stage
        if isinstance(payload, Chosen) and payload.seat == seat and payload.choice == "pick_cards":
            places = [self.place_of(before, seat, p) for p in payload.value]
        elif isinstance(stage, Swapping) and stage.picked is not None:  # picked before its facing was asked (V-39)
            places = [self.place_of(before, seat, stage.picked)]
        else:
            spared = [self.place_of(before, seat, i) for i, c in enumerate(before.cards[seat]) if c.aside]
            places = self._least(seat, gone, spared)
        self._world.discard(seat, places, why=DRAWN)
        return True

    # --- which cards ---------------------------------------------------------------------------------------------

    def _least(self, seat: Seat, count: int, spared: Sequence[int] = ()) -> list[int]:
        """The closed cards a player parts with first: those that pair with nothing, low ones before high ones."""
        row = [c for c in self._world.cards(seat) if not c.up and c.place not in spared]
        ranks = Counter(c.code[0] for c in row)
        row.sort(key=lambda c: (c.code == JOKER, ranks[c.code[0]], RANK.get(c.code, 0)))
        return [c.place for c in row[:count]]


def thirteen(codes: Sequence[str], hand: HandState, rng: random.Random) -> list[int]:
    """An order of thirteen cards as three, five and five that the game allows; any order where none was found."""
    low, ladder = hand.core.game.want == "low", hand.core.setup.ladder
    order = sorted(range(len(codes)), key=lambda i: FULL_DECK.index(codes[i]))
    for _ in range(TRIES):
        laid = [codes[i] for i in order]
        if lay_thirteen(laid[:3], laid[3:8], laid[8:], ladder).legal(low):
            break
        rng.shuffle(order)
    return order
