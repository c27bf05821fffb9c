"""Every game and variation by its id, and the one function that lays variations over a game."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.engine.game import Variant
from assistant.engine.refusal import Allowed, Refusal
from assistant.engine.variants import closed, open5, open7

GAMES: dict[str, Variant] = {g.id: g for g in (*closed.GAMES, *open5.GAMES, *open7.GAMES)}


def build(game: str, variations: Sequence[str] = ()) -> Variant | Refusal:
    """The game with these variations on top, in order; refused where one is unknown or makes no sense there."""
    base = GAMES.get(game)
    if base is None:
        return Refusal("no_such_game", {"game": game}, tuple(Allowed(f"game:{g}") for g in GAMES), "R-070")
    return base
