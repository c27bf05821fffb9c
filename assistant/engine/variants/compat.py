"""What may be laid over what: the compatibility table of the games' document, with the reason where it may not."""

from __future__ import annotations

from assistant.engine.game import Variant
from assistant.engine.refusal import Allowed, Refusal

GROUPS = ("closed", "escuro", "stick5", "stick7", "stud7", "colorido", "anaconda", "roll", "treze")

# One letter a column: y allowed, h a house decision the engine can play, n pointless or impossible, b built in,
# i another variation takes its place, q left to the house and not described well enough to be played.
TABLE: dict[str, str] = {
    "curinga": "yyyyhnhhh",
    "miseria": "yyyyhnbhb",
    "high_low": "yyyyhbbhn",
    "quem_da_manda": "yyyynnnnn",
    "reembaralho": "yynnnnnnn",
    "abertura_minima": "ynnnnnnnn",
    "stickao": "nnyybnbbn",
    "obrigacao": "nnyyhhnnn",
    "ultima_fechada": "nnyybynnn",
    "segunda_fechada": "nnyynnnnn",
    "tudo_aberto": "nnyynynnn",
    "seis_aberto": "nnnynynnn",
    "chicago": "nnyyhnnnn",
    "chicago_miseria": "nnyyhnnnn",
    "san_francisco": "nnyyhnnnn",
    "san_francisco_miseria": "nnyyhnnnn",
    "leilao": "nnyynhnnn",
    "leilao_aposta": "nnyynhnnn",
    "beisebol": "nnyynnnnn",
    "beisebol_cego": "nnyynnnnn",
    "assassino": "nnyynnqqn",
    "follow_the_queen": "nnyyhnhhn",
    "change_the_diaper": "nnyyhnqqn",
    "position_poker": "nnyyhnhhn",
    "cartas_substitutas": "nnyininnn",
    "premiacao": "yyyyynyyq",
    "anaconda_quatro": "nnnnnnynn",
    "anaconda_direita": "nnnnnnynn",
    "anaconda_sete": "nnnnnnynn",
    "anaconda_apostas": "nnnnnnynn",
    "anaconda_alta": "nnnnnnynn",
    "anaconda_baixa": "nnnnnnynn",
    "anaconda_colorida": "nnnnnnynn",
}

REASON = {"n": "pointless_here", "b": "built_in", "i": "another_in_its_place", "q": "left_to_the_house"}

_SUITS = ("chicago", "chicago_miseria", "san_francisco", "san_francisco_miseria")

# Pairs that exclude each other whatever the game; the reason is the code of the refusal
EXCLUDED: dict[frozenset[str], str] = {
    **{frozenset({"tudo_aberto", other}): "nothing_closed" for other in (*_SUITS, "ultima_fechada", "segunda_fechada")},
    frozenset({"tudo_aberto", "beisebol_cego"}): "nothing_closed",
    frozenset({"ultima_fechada", "beisebol_cego"}): "all_closed_already",
    frozenset({"segunda_fechada", "beisebol_cego"}): "all_closed_already",
    frozenset({"segunda_fechada", "ultima_fechada"}): "never_two_closed",
    frozenset({"segunda_fechada", "leilao"}): "auctioned_open",
    frozenset({"segunda_fechada", "leilao_aposta"}): "auctioned_open",
    frozenset({"leilao", "beisebol"}): "extra_card_not_auctioned",
    frozenset({"leilao_aposta", "beisebol"}): "extra_card_not_auctioned",
    frozenset({"leilao", "beisebol_cego"}): "all_closed_already",
    frozenset({"leilao_aposta", "beisebol_cego"}): "all_closed_already",
    frozenset({"leilao", "leilao_aposta"}): "same_thing_twice",
    frozenset({"leilao_aposta", "obrigacao"}): "no_betting_round",
    frozenset({"beisebol", "beisebol_cego"}): "same_thing_twice",
    frozenset({"anaconda_alta", "anaconda_baixa"}): "one_split_at_a_time",
}


def refuse_combination(game: Variant, variation: str) -> Refusal | None:
    """Why this variation may not be laid over this game (with what is already on it), or None."""
    params = {"variation": variation, "game": game.id}
    if variation in game.applied:
        return Refusal("same_thing_twice", {**params, "other": variation}, (Allowed(f"game:{game.id}"),), "R-070")
    row = TABLE.get(variation)
    letter = "y" if row is None else row[GROUPS.index(game.group)]
    if letter in REASON:
        return Refusal(REASON[letter], params, (Allowed(f"game:{game.id}"),), "R-070")
    for other in game.applied:
        code = EXCLUDED.get(frozenset({variation, other}))
        if code is not None:
            return Refusal(code, {**params, "other": other}, (Allowed(f"without:{other}"),), "R-070")
    return None
