"""The real photographs of a table from above as a camera: the labelled cards of each seat come out, or a question."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from assistant.vision.layout import load
from assistant.vision.records import BACK
from assistant.vision.viewing import views_of

TABLE = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "photos" / "epfl-poker-table"


@pytest.mark.skipif(not TABLE.is_dir(), reason="the labelled photographs are not beside this checkout")
@pytest.mark.slow
def test_a_folder_of_photographs_gives_the_cards_at_each_seat() -> None:
    layout = load(TABLE / "layout.json")
    truth = seats_of(TABLE)
    faces = right = asked = backs = backs_seen = 0
    wrong: list[str] = []
    for name, view in views_of(str(TABLE / "images"), layout, threads=1):
        for seat, cards in truth.get(Path(name).name, {}).items():
            want = Counter(c for c in cards if c != BACK)
            got = Counter(view.faces(seat))
            faces += sum(want.values())
            right += sum((want & got).values())
            asked += len(view.doubts(seat))
            wrong += [f"{Path(name).name} {seat}: {c} seen, {sorted(cards)} lie there" for c in (got - want)]
            backs += cards.count(BACK)
            backs_seen += min(cards.count(BACK), view.backs(seat))
    print(f"{right} of {faces} open cards right, {asked} asked, {backs_seen} of {backs} closed ones; wrong: {wrong}")
    assert faces > 60 and right + asked >= 0.95 * faces
    # two clubs and spades are confused in these pictures; the figure may only become better
    assert right >= 59 and len(wrong) <= 2, wrong


def seats_of(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Photograph → seat → its labelled cards."""
    out: dict[str, dict[str, list[str]]] = {}
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        for card in entry["cards"]:
            seat = card.get("seat") or ""
            if seat.startswith("P"):
                out.setdefault(Path(entry["image"]).name, {}).setdefault(seat, []).append(card["card"])
    return out
