"""Vectors of who speaks first (first_to_speak.json), answered by the engine."""

from __future__ import annotations

from typing import Any

from assistant.engine.cards import parse_cards
from assistant.engine.options import Options
from assistant.engine.speaker import first_to_speak
from assistant.vector_rooms.compare import differences
from assistant.vector_rooms.words import spoken_differences

BY_POINTS = ("colorido", "twist", "anaconda_colorida")
BY_PLACE = ("poquer", "fechado", "five_draw", "seis_para_cinco", "trees", "escuro", "treze", "polones", "beisebol_cego")
SPOKEN = ("announcement", "announcement_pt", "announcement_en")


def speech(vector: dict[str, Any]) -> list[str]:
    """Find the speaker of one street and list what differs: seat, call, what decided."""
    given = dict(vector.get("options", {}))
    closed_street = given.pop("last_card_closed_street", None)
    game = vector["game"]
    street = vector.get("street", 1)
    if vector.get("bring_in", game == "stud7" and street == 3):
        way = "bring_in"
    elif game in BY_PLACE or (closed_street is not None and street == closed_street):
        way = "left"
    else:
        way = "points" if game in BY_POINTS else "cards"
    deck_low = vector.get("deck_low", "2")
    by_seat = vector.get("wild_ranks_by_hand", {})
    found = first_to_speak(
        seats=vector["seats"],
        dealer=vector["dealer"],
        active=vector["active"],
        open_cards={s: parse_cards(c, deck_low=deck_low) for s, c in vector.get("open", {}).items()},
        options=Options.from_mapping(given),
        deck_low=deck_low,
        way=way,
        hand_set=vector.get("hand_set", "pairs_only"),
        stud=game == "stud7",
        street=street,
        all_in=vector.get("all_in", ()),
        wild_ranks={s: (*vector.get("wild_ranks", ()), *by_seat.get(s, ())) for s in vector["seats"]},
    )
    expect = vector["expect"]
    plain = {k: v for k, v in expect.items() if k not in SPOKEN}
    spoken = {k: v for k, v in expect.items() if k in SPOKEN}
    said = {key: found.announcement("en" if key.endswith("_en") else "pt-BR") for key in SPOKEN}
    return [
        *differences(plain, {"speaker": found.seat, "decided_by": found.decided_by}),
        *spoken_differences(spoken, said),
    ]
