"""The firmware: compiles without a warning, fits, and its logic holds under the sanitizers and cppcheck."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"


def make(*targets: str) -> str:
    done = subprocess.run(["make", "-s", *targets], cwd=FIRMWARE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_compiles_with_warnings_as_errors_and_uses_less_than_70_percent_of_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = make("all", f"BUILD={tmp_path}")  # fails by itself above 70 %
    assert "flash" in said.lower()
    with capsys.disabled():  # in the log of every run
        print("\n" + said.strip())


@pytest.mark.parametrize("target", ["test", "check"])
def test_logic_on_the_host_with_sanitizers_and_cppcheck(target: str) -> None:
    make(target)
