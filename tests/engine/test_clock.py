"""The clock of a turn, as arithmetic on given seconds (R-220 to R-223)."""

from __future__ import annotations

import pytest

from assistant.engine.clock import ClockReading, read_clock


def test_r220_ten_seconds_quiet_then_twenty_shown() -> None:
    assert read_clock(500, on=False).state == "no_clock"
    assert read_clock(9, on=True) == ClockReading("quiet")
    assert read_clock(10, on=True) == ClockReading("counting", 20)
    assert read_clock(29, on=True) == ClockReading("counting", 1)
    assert read_clock(30, on=True).state == "expired"


def test_r221_back_in_time_gives_twenty_seconds_from_the_return() -> None:
    assert read_clock(35, on=True, reconnected_at=25) == ClockReading("counting", 10)
    assert read_clock(45, on=True, reconnected_at=25).state == "expired"
    assert read_clock(31, on=True, reconnected_at=30).state == "expired"


def test_r221_an_early_return_never_shortens_the_time() -> None:
    assert read_clock(26, on=True, reconnected_at=2) == ClockReading("counting", 4)
    assert read_clock(5, on=True, reconnected_at=2) == ClockReading("quiet")


@pytest.mark.parametrize(
    ("action", "contributed", "result"),
    [
        ("ask_table", 5, "ask_table"),
        ("allin_if_contributed_else_fold", 1, "treated_as_all_in"),
        ("allin_if_contributed_else_fold", 0, "saio"),
        ("fold", 5, "saio"),
    ],
)
def test_r222_what_the_house_does_when_time_runs_out(action: str, contributed: int, result: str) -> None:
    assert read_clock(30, on=True, timeout_action=action, contributed=contributed).result == result


def test_r222_an_unknown_action_is_refused() -> None:
    with pytest.raises(ValueError, match="timeout_action"):
        read_clock(30, on=True, timeout_action="explode")
