"""The fact that would start the next hand: who deals, who is in, which cards are in play."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.engine.hand_setup import deck_of
from assistant.engine.options import OptionError, Options
from assistant.engine.refusal import Allowed, Refusal
from assistant.engine.variants import build
from assistant.facts import HandStarted
from assistant.table import TableState


def next_hand(
    state: TableState,
    game: str,
    variations: Sequence[str] = (),
    deck_low: str | None = None,
    *,
    practice: bool = False,
) -> HandStarted | Refusal:
    """The start of the next hand of ``game``, or why none can begin (R-003, R-007, R-008).

    A practice hand is everybody's who sits there, with a cacife that counts for nothing.
    """
    ready = tuple(s for s in state.seats if s in state.players) if practice else state.ready_seats()
    dealer = state.button_for_next()
    if practice and dealer is None:
        dealer = ready[-1] if ready else None
    if len(ready) < 2 or dealer is None:
        return Refusal("too_few_players", {"players": len(ready)}, (Allowed("players", 2, 10),), "R-008")
    variant = build(game, tuple(variations))
    if isinstance(variant, Refusal):
        return variant
    try:
        options = Options.from_mapping({**variant.options, **state.options})
    except OptionError as e:
        return Refusal("option_wrong", {"option": e.name, "message": str(e)}, (Allowed(f"option:{e.name}"),), "R-070")
    if deck_low is None:
        deck = deck_of(variant, len(ready), options)
        if isinstance(deck, Refusal):
            return deck
        deck_low = deck.low
    return HandStarted(
        number=state.hand_number + 1,
        game=game,
        seats=ready,
        dealer=dealer,
        stacks={seat: state.cacife_chips if practice else state.stacks[seat] for seat in ready},
        pingo=options.pingo,
        deck_low=deck_low,
        variations=tuple(variations),
        options=dict(state.options),
        carry=0 if practice else state.carry,
        smallest_chip=options.smallest_chip,
        passed_before=0 if practice else state.passed_before,
        practice=practice,
    )
