"""`fala deal --sim`: a whole hand by the emulated machine, with faults, ends with what the game waited for."""

from __future__ import annotations

import pytest

from assistant.deal_cli import run_deal


def test_a_stick_for_five_with_a_jam_and_two_cards_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_deal(game="stick5", players=5, seed=4, faults=("double 45",)) == 0
    out = capsys.readouterr().out
    assert "25 cartas dadas" in out and "PERGUNTA" in out


def test_a_game_that_does_not_exist_is_refused_with_those_that_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_deal(game="truco", lang="en") == 2
    assert "stick5" in capsys.readouterr().out
