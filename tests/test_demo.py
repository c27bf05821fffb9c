"""The main job end to end: whole virtual hands through the real recogniser, real pages and real books."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.verify_cli import run_verify

CALL = re.compile(r"^» (Fala|Falam) .+ — \w+$")
TAP = re.compile(r"^   \w+: (mesa|aposto \d+|cubro( \d+)?|repico \d+|saio)$")
VERDICT = re.compile(r"^★ .+montão.*: \d+.*\. .+")
BALANCES = re.compile(r"^   Fichas: (.+)$")
BOUGHT = re.compile(r"^\W*\w+ compra \d+ cacife\(s\): (\d+) fichas")


def demo(*args: str, data: Path) -> list[str]:
    """Run the demo and return its lines; the exit status must be 0."""
    command = [sys.executable, "-m", "assistant", "demo", "--fast", "--headless", "--lang", "pt-BR", *args]
    done = subprocess.run([*command, "--data", str(data)], capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout.splitlines()


def hands_of(lines: list[str]) -> list[list[str]]:
    """The lines of each hand, title first."""
    hands: list[list[str]] = []
    for line in lines:
        if line.startswith("── Mão"):
            hands.append([])
        if hands:
            hands[-1].append(line)
    return hands


@pytest.mark.parametrize(("game", "hands"), [("stick5", 3), ("stickao", 1)])
def test_a_virtual_night_tells_calls_taps_verdict_with_reason_and_balances(
    game: str, hands: int, tmp_path: Path
) -> None:
    lines = demo("--game", game, "--hands", str(hands), "--seed", "7", data=tmp_path)
    told = hands_of(lines)
    assert len(told) == hands
    bought = sum(int(m[1]) for line in lines[: lines.index(told[0][0])] if (m := BOUGHT.match(line)))
    assert bought == 4 * 200
    for hand in told:
        assert any(CALL.match(line) for line in hand), hand
        assert any(TAP.match(line) for line in hand), hand
        assert any(VERDICT.match(line) for line in hand), hand
        (balances,) = [m[1] for line in hand if (m := BALANCES.match(line))]
        assert sum(int(part.rsplit(" ", 1)[1]) for part in balances.split(" · ")) == bought
        bought += sum(int(m[1]) for line in hand if (m := BOUGHT.match(line)))  # who lost everything buys again
    assert run_verify("demo-7", data=tmp_path) == 0


def test_the_same_seed_deals_the_same_cards(tmp_path: Path) -> None:
    dealt = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        lines = demo("--hands", "1", "--seed", "11", data=tmp_path / name)
        dealt.append([line for line in lines if " recebe " in line])
    assert dealt[0] == dealt[1] and dealt[0]
