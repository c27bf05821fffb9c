"""The replayer says what was asked and who was sent away as people said it, by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_session import Table, run

from assistant.journal import Store
from assistant.reconcile import SeenZone
from assistant.records.hands import hands_of
from assistant.records.replay import replay

ASKED = {"pt-BR": "Beto: mostre a carta", "en": "Beto: show the card"}
LEAVES = {"pt-BR": "Caio sai da mesa assim que a mão deixar", "en": "Caio leaves the table as soon as the hand allows"}


@pytest.mark.parametrize("lang", ("pt-BR", "en"))
def test_a_question_and_a_leaving_are_told_by_name(tmp_path: Path, lang: str) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        zones = {s: SeenZone(faces=tuple(f), backs=b) for s, (f, b) in t.zones.items()}
        zones["2"] = SeenZone(doubts=("Qd",), reasons=("blur",), backs=1)
        await t.session.see(zones)
        await t.host("leave:3")
        told = [step["t"] for step in replay(hands_of(t.session.facts)[-1], lang, lambda fact: "")["steps"]]
        assert any(ASKED[lang] in text for text in told) and LEAVES[lang] in told

    run(play, tmp_path)
