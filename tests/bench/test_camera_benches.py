"""The benches of the live table at about a tenth: faults named and healed, kills that lose nothing, a card by clock."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from assistant.bench import faults, kills, latency
from assistant.bench.film import stick_film
from assistant.bench.processes import cpu_seconds, family, memory_mb
from assistant.engine.deck import deck_for
from assistant.engine.options import Options
from assistant.vision.sources import make_source
from assistant.vision.sources.film import CUE, SHOWN, FilmSource


@pytest.mark.slow
def test_every_camera_fault_is_named_play_goes_on_and_the_camera_comes_back() -> None:
    for result in asyncio.run(faults.measure(1)):
        assert result.named is not None and result.back is not None, result
        assert result.by_hand and result.read_after, result


@pytest.mark.slow
def test_a_tenth_of_the_kills_lose_nothing_and_play_goes_on(tmp_path: Path) -> None:
    result = asyncio.run(kills.measure(10, 7, tmp_path))
    print(f"seed 7: {result.summary()}")
    assert result.kills == 10 and result.lost == [] and result.stuck == 0


@pytest.mark.slow
def test_cards_of_a_film_reach_every_phone_by_themselves(tmp_path: Path) -> None:
    said: list[str] = []
    result = asyncio.run(latency.measure(tmp_path, seats=2, hands=1, seed=3, idle=2.0, minutes=0.0, tell=said.append))
    assert len(result.ms) + len(result.missed) == 10
    assert len(result.missed) <= 1, (result.missed, said)


def test_a_film_waits_for_its_cue_and_says_when_a_card_was_shown(tmp_path: Path) -> None:
    folder = tmp_path / "film"
    notes = stick_film(folder, ("1", "2"), deck_for(2, 5, Options(), game="stick5").cards, 0, 1)
    assert [n.what for n in notes] == ["gather"]
    source = make_source(str(folder))
    assert isinstance(source, FilmSource)
    source.open()
    (folder / CUE).write_text("0", encoding="utf-8")
    first, second = source.read(), source.read()
    assert first is not None and second is not None and first.image.shape == (1080, 1920, 3)
    assert source.skip() and (folder / SHOWN).read_text(encoding="utf-8").startswith("0 ")
    source.close()
    assert stick_film(folder, ("1", "2"), (), 3, 1) == notes, "a film drawn before is not drawn again"


def test_what_a_process_costs_is_read_with_its_children() -> None:
    assert os.getpid() in family(os.getpid())
    assert cpu_seconds(os.getpid()) > 0 and memory_mb(os.getpid()) > 10
