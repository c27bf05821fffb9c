"""A hand played in a few words: deal, speak, show; every refusal fails the test with its sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.engine.hand import HandState, start_hand
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, HandStarted, Payload, PotAwarded


def begin(
    game: str = "stick5",
    seats: str = "ABC",
    stacks: int | Mapping[str, int] = 100,
    *,
    dealer: str | None = None,
    deck_low: str = "7",
    pingo: int = 1,
    variations: Sequence[str] = (),
    carry: int = 0,
    smallest_chip: int = 1,
    **options: object,
) -> HandState:
    """A hand just started; the last seat deals unless another is named."""
    chips = dict.fromkeys(seats, stacks) if isinstance(stacks, int) else dict(stacks)
    start = HandStarted(
        1,
        game,
        tuple(seats),
        dealer or seats[-1],
        chips,
        pingo,
        deck_low,
        tuple(variations),
        dict(options),
        carry,
        smallest_chip,
    )
    state = start_hand(start)
    assert isinstance(state, HandState), refusal_sentence(state, "pt-BR")
    return state


class Table:
    """One hand with the payloads that led to it, for refolding."""

    def __init__(self, state: HandState) -> None:
        self.state = state
        self.payloads: list[Payload] = [state.started]

    def do(self, *payloads: Payload) -> HandState:
        """Apply facts that must all fit."""
        for payload in payloads:
            after = self.state.apply(payload)
            assert not isinstance(after, Refusal), f"{payload}: {refusal_sentence(after, 'pt-BR')}"
            self.state = after
            self.payloads.append(payload)
        return self.state

    def refused(self, payload: Payload) -> Refusal:
        """The refusal of a fact that must not fit; it changes nothing and has words in both languages."""
        before = self.state
        no = self.state.apply(payload)
        assert isinstance(no, Refusal), f"{payload} was taken"
        assert refusal_sentence(no, "pt-BR") and refusal_sentence(no, "en") and no.allowed
        assert self.state is before
        return no

    def closed(self) -> HandState:
        """Deal every closed card waited for."""
        while True:
            waiting = [e for e in self.state.expected_cards if not e.up and e.turn_place is None]
            if not waiting:
                return self.state
            self.do(*(CardDealt(e.seat, False) for e in waiting))

    def open(self, cards: str) -> HandState:
        """Deal open cards in dealing order: "Ks 9d Ah"; closed cards that come before are dealt first."""
        self.closed()
        for card in cards.split():
            self.do(CardDealt(self.state.expected_cards[0].seat, True, card))
        return self.state

    def say(self, words: str) -> HandState:
        """Betting words: "C aposto 2, A cubro, B saio"."""
        for word in words.split(","):
            seat, verb, *amount = word.split()
            self.do(Acted(seat, verb, int(amount[0]) if amount else None))
        return self.state

    def turn(self, seat: str, cards: str) -> HandState:
        """Turn the seat's closed cards at the showdown, in order of place."""
        for card in cards.split():
            place = next(e.turn_place for e in self.state.expected_cards if e.seat == seat)
            assert place is not None
            self.do(CardTurned(seat, place, card))
        return self.state

    def award(self) -> HandState:
        """The table's tap."""
        assert self.state.verdict is not None
        return self.do(PotAwarded(dict(self.state.payout)))

    def facts(self) -> list[tuple[int, Payload]]:
        """The payloads, numbered from 1."""
        return list(enumerate(self.payloads, start=1))


def table(game: str = "stick5", seats: str = "ABC", stacks: int | Mapping[str, int] = 100, **kw: Any) -> Table:
    """``begin`` as a ``Table``."""
    return Table(begin(game, seats, stacks, **kw))
