"""A hand played from outside, cards from a given deck and answers from a given chooser: tests, virtual players, soaks.

Nothing here draws at random: ``draw(n)`` gives a whole number below n and comes from the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand import HandState, start_hand
from assistant.engine.hand_core import CENTRE, ExpectedCard
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardCode, CardDealt, CardTurned, Chosen, HandStarted, Payload, PotAwarded, Seat

Draw = Callable[[int], int]
Decide = Callable[[HandState, Choice], Payload]


class DriveError(RuntimeError):
    """The hand refused a fact it asked for, or waits for nothing though it is not over."""


class Cards:
    """Where each card lies: the stock in order, and the faces of closed cards by seat and place of dealing."""

    def __init__(self, deck: Sequence[CardCode]) -> None:
        self.deck = tuple(deck)
        self.stock = list(deck)
        self.faces: dict[tuple[Seat, int], CardCode] = {}
        self.last: CardCode = ""  # dealt last

    def deal(self, state: HandState) -> CardCode:
        """The next card; when the stock is out, whatever was shuffled in again."""
        if not self.stock:
            self.stock = self._returned(state)
        if not self.stock:
            raise DriveError("no card left to deal")
        self.last = self.stock.pop(0)
        return self.last

    def _returned(self, state: HandState) -> list[CardCode]:
        """Cards that lie before nobody and were not exchanged away in sight of all."""
        core = state.core
        held = [self.faces.get((s, c.order), c.card) for s in core.cards if s not in core.back for c in core.cards[s]]
        left = list(self.deck)
        for card in (*held, *(c.card for c in core.centre), *core.gone):
            if card in left:
                left.remove(card)
        return left

    def dealt(self, before: HandState, after: HandState, payload: CardDealt) -> None:
        """Remember the face of the card that has just come to a seat."""
        seat = payload.seat
        if seat == CENTRE:
            return
        known = {c.order for c in before.cards[seat]}
        new = next((c.order for c in after.cards[seat] if c.order not in known), None)
        if new is not None:
            self.faces[seat, new] = payload.card or self.last

    def face(self, state: HandState, seat: Seat, place: int) -> CardCode:
        """The face of a closed card, to be turned."""
        return self.faces[seat, state.cards[seat][place].order]


def drive(
    start: HandStarted, deck: Sequence[CardCode], draw: Draw, decide: Decide | None = None
) -> Iterator[tuple[Payload, HandState]]:
    """Play a hand to its end: every fact with the state after it, the start first.

    ``deck`` holds every card in play, in dealing order. ``decide`` answers choices (default: ``random_answer``); cards
    waited for together come in the order ``draw`` picks. Raises DriveError where the hand cannot begin or go on.
    """
    state = start_hand(start)
    if isinstance(state, Refusal):
        raise DriveError(refusal_sentence(state, "en"))
    yield start, state
    cards = Cards(deck)
    answer = decide or (lambda _, choice: random_answer(choice, draw))
    while not state.over:
        payload = next_payload(state, cards, draw, answer)
        after = state.apply(payload)
        if isinstance(after, Refusal):
            raise DriveError(f"{payload}: {after.code}: {refusal_sentence(after, 'en')}")
        if isinstance(payload, CardDealt):
            cards.dealt(state, after, payload)
        state = after
        yield payload, state


def next_payload(state: HandState, cards: Cards, draw: Draw, decide: Decide) -> Payload:
    """The next fact: an answer to a question, a card, or the table's tap."""
    if state.verdict is not None:
        return PotAwarded(dict(state.payout))
    must = [c for c in state.choices if not c.optional]
    may = [c for c in state.choices if c.optional]
    if may and not draw(6):
        return decide(state, may[draw(len(may))])
    if state.expected_cards and (not must or draw(2)):
        return _card(state, state.expected_cards[draw(len(state.expected_cards))], cards, draw)
    if must:
        return decide(state, must[draw(len(must))])
    raise DriveError(f"nothing is waited for in {state.phase} (problems: {state.problems})")


def _card(state: HandState, expected: ExpectedCard, cards: Cards, draw: Draw) -> Payload:
    if expected.turn_place is not None:
        card = cards.face(state, expected.seat, expected.turn_place)
        return CardTurned(expected.seat, expected.turn_place, card)
    if expected.among:
        return CardDealt(expected.seat, True, expected.among[draw(len(expected.among))])
    card = cards.deal(state)
    return CardDealt(expected.seat, expected.up, card if expected.up else None)


def random_answer(choice: Choice, draw: Draw) -> Payload:
    """Any allowed answer to a choice; small amounts more often than large ones, leaving seldom."""
    if choice.kind == "act":
        return _word(choice, draw)
    return Chosen(choice.seat, choice.kind, _value(choice, draw))


def _word(choice: Choice, draw: Draw) -> Acted:
    options = [o for o in choice.options if o.value != "saio"] or list(choice.options)
    option = choice.options[draw(len(choice.options))]
    if option.value == "saio" and draw(3):
        option = options[draw(len(options))]
    if option.sizes:
        return Acted(choice.seat, option.value, option.sizes[draw(len(option.sizes))])
    if option.min is None or option.max is None:
        return Acted(choice.seat, option.value)
    return Acted(choice.seat, option.value, _amount(option, draw))


def _amount(option: ChoiceOption, draw: Draw) -> int:
    low, high = option.min or 0, option.max or 0
    if not draw(8):
        return high
    return min(high, low + draw(1 + min(high - low, 6)))


def _value(choice: Choice, draw: Draw) -> Any:
    if choice.kind == "yes_no":
        return bool(draw(3)) if any(o.danger for o in choice.options) else bool(draw(2))
    if choice.kind in ("number", "secret_amount"):
        return _amount(choice.options[0], draw)
    if choice.kind == "pick_cards":
        least, most = choice.pick or (1, 1)
        places = [int(o.value) for o in choice.options]
        count = least + draw(min(most, len(places)) - least + 1)
        return [places.pop(draw(len(places))) for _ in range(count)]
    if choice.kind == "pick_game":
        return choice.options[draw(len(choice.options))].value
    return True
