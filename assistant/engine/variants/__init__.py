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


_high_low = VARIATIONS["high_low"].apply(GAMES["fechado"])
assert isinstance(_high_low, Variant)
COMBINED = replace(
    _high_low,
    id="fechado_high_low",
    number="V-09",
    name_pt="Fechado High-Low",
    name_en="Draw High-Low",
    sentence_pt="Fechado em que a mão mais alta e a mais baixa dividem o montão; podem-se trocar as cinco.",
    sentence_en="Draw poker in which the high and the low hand share the pot; all five may be exchanged.",
    sources=("000", "002", "003"),
    applied=("high_low",),
)


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
        known, first = VARIATIONS[game], GAMES["fechado"]
        return replace(
            first,
            id=game,
            number=known.number,
            name_pt=known.name_pt,
            name_en=known.name_en,
            sentence_pt="Antes do pingo o carteador diz que jogo vai ser.",
            sentence_en="Before the ante the dealer says which game it will be.",
            sources=known.sources,
            steps=(PickGame(wide=True),),
            cards_each=1,
            most_players=10,
        )
    if game == COMBINED.id:
        return COMBINED
    if game not in VARIATIONS:
        return None
    on, known = GAMES[BASE_OF.get(game, "stick5")], VARIATIONS[game]
    made = lay(on, game)
    if isinstance(made, Refusal):
        return made
    return replace(
        made,
        id=game,
        number=known.number,
        name_pt=f"{known.name_pt} ({on.name_pt})",
        name_en=f"{known.name_en} ({on.name_en})",
        sentence_pt=known.sentence_pt,
        sentence_en=known.sentence_en,
        sources=known.sources,
    )


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
