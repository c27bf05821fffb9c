"""Vectors of the draw (draw.json), answered by the engine."""

from __future__ import annotations

from typing import Any

from assistant.engine.draw import DrawRules, DrawState
from assistant.engine.phrases import phrase
from assistant.engine.refusal import Refusal
from assistant.vector_rooms.compare import differences

KINDS = {
    "fechado": "fechado",
    "escuro": "fechado",
    "high_low": "fechado",
    "five_draw": "five_draw",
    "seis_para_cinco": "seis_para_cinco",
}
PAT = ("served", "planted")  # either word will do
OPTIONS = {"draw_max", "four_first_only", "draw_stock"}


def draw(vector: dict[str, Any]) -> list[str]:
    """Serve every player in order and list what differs; a refused ask takes nothing from the stock."""
    options = vector.get("options", {})
    unknown = sorted(set(options) - OPTIONS)
    if unknown:
        return [f"unknown options: {', '.join(unknown)}"]
    game = str(vector.get("game", "fechado")).replace("highlow", "high_low").removeprefix("fechado_")
    if game not in KINDS:
        return [f"unknown game {vector['game']!r}"]
    rules = DrawRules(
        kind=KINDS[game],
        draw_max=options.get("draw_max", 5),
        four_first_only=options.get("four_first_only", False),
        stock=options.get("draw_stock", "stub"),
        high_low=game == "high_low",
    )
    state = DrawState.start(rules, vector["order"], vector["stock"], vector.get("folded_cards", 0))
    out: list[str] = []
    for seat in vector["order"]:
        got: dict[str, Any]
        after = state.ask(seat, vector["asks"].get(seat, 0))
        if isinstance(after, Refusal):
            got = {"allowed": False, "reason": after.code}
            state = state.without(seat)
        else:
            state = after
            one = state.served[-1]
            got = {
                "allowed": True,
                "discards": one.discards,
                "receives": one.receives,
                "reshuffle": one.reshuffle,
                "folded_added": one.folded_added,
                "short": one.short,
                "stock_after": one.stock_after,
                "says": phrase(one.says, "pt") if one.says else None,
            }
        if seat in vector["expect"]:
            expect = dict(vector["expect"][seat])
            if got.get("says") and expect.get("says") in [phrase(code, "pt") for code in PAT]:
                del expect["says"]
            out += differences(expect, got, where=f"{seat}.")
    return out
