"""Every game and variation by its id, and the one function that lays variations over a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.engine.cards import RANKS
from assistant.engine.game import PickGame, Variant, Variation
from assistant.engine.refusal import Allowed, Refusal
from assistant.engine.variants import (
    closed,
    open5,
    open7,
    open_changes,
    overlays,
    passing,
    passing_changes,
    points,
    thirteen,
)
from assistant.engine.variants.compat import refuse_combination

ORDERS_ID = "quem_da_manda"
WILD_PREFIX = "wild_"  # wild_2: a rank wild from the start, by agreement of the table

_FAMILIES = (closed, open5, open7, points, passing, thirteen)
GAMES: dict[str, Variant] = {g.id: g for family in _FAMILIES for g in family.GAMES}
VARIATIONS: dict[str, Variation] = {
    v.id: v for room in (overlays, open_changes, passing_changes) for v in room.VARIATIONS
}

# The game a variation is played on when it is named alone ("beisebol" is Stick de cinco with Beisebol)
BASE_OF: dict[str, str] = {
    "curinga": "fechado",
    "miseria": "fechado",
    "high_low": "fechado",
    "fechado_high_low": "fechado",
    "reembaralho": "fechado",
    "abertura_minima": "fechado",
    "premiacao": "fechado",
    **{v.id: "anaconda" for v in passing_changes.VARIATIONS},
}


def build(game: str, variations: Sequence[str] = ()) -> Variant | Refusal:
    """The game with these variations on top, in order; refused where one is unknown or makes no sense there."""
    base = _base(game)
    if base is None:
        return Refusal("no_such_game", {"game": game}, tuple(Allowed(f"game:{g}") for g in GAMES), "R-070")
    if isinstance(base, Refusal):
        return base
    for variation in variations:
        changed = lay(base, variation)
        if isinstance(changed, Refusal):
            return changed
        base = changed
    return base


def _base(game: str) -> Variant | Refusal | None:
    if game in GAMES:
        return GAMES[game]
    if game == ORDERS_ID:  # any modality (R-054, 003): the carteador names a whole game
        first = GAMES["fechado"]
        return replace(first, id=game, number="V-05", steps=(PickGame(wide=True),), cards_each=1)
    if game == "fechado_high_low":
        return build("fechado", ("high_low",))
    if game not in VARIATIONS:
        return None
    made = lay(GAMES[BASE_OF.get(game, "stick5")], game)
    return made if isinstance(made, Refusal) else replace(made, id=game, number=VARIATIONS[game].number)


def lay(game: Variant, variation: str) -> Variant | Refusal:
    """One variation laid over a game."""
    if variation.startswith(WILD_PREFIX) and variation[len(WILD_PREFIX) :] in RANKS:
        rank = variation[len(WILD_PREFIX) :]
        return replace(game, wild_fixed=game.wild_fixed + rank, applied=(*game.applied, variation))
    known = VARIATIONS.get(variation)
    if known is None:
        names = tuple(Allowed(f"variation:{v}") for v in VARIATIONS)
        return Refusal("no_such_variation", {"variation": variation}, names, "R-070")
    no = refuse_combination(game, variation)
    if no is not None:
        return no
    changed = known.apply(game)
    return changed if isinstance(changed, Refusal) else replace(changed, applied=(*game.applied, variation))
