"""The machine on the bench: settings by name, a card thrown, switches watched; through the emulated board."""

from __future__ import annotations

import pytest

from assistant.machine_cli import NAMES, run_set, run_settings, run_switches, run_throw


def test_settings_are_shown_and_written_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_settings("sim", "en") == 0
    out = capsys.readouterr().out
    assert all(f"{name} = " in out for name in NAMES) and "seat3 = 187" in out
    assert run_set("sim", "gate_ms", 300, "en") == 0
    assert "gate_ms = 300" in capsys.readouterr().out
    assert run_set("sim", "seat11", 3) == 2 and run_set("sim", "seat3", -1) == 2


def test_a_card_is_thrown_where_it_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_throw("virtual", "3", "pt-BR") == 0
    assert "seat3" in capsys.readouterr().out
    assert run_throw("sim", "11") == 2


def test_switches_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_switches("sim", 0.3, "pt-BR") == 0
    out = capsys.readouterr().out
    assert "tampa: fechada" in out and "monte: há cartas" in out


def test_a_machine_that_is_not_there_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_settings("/dev/ttyDOESNOTEXIST", "pt-BR") == 2
    assert "cabo" in capsys.readouterr().err
    assert run_settings("robo") == 2
