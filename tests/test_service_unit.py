"""The unit file starts a command that exists, with options that exist, as its own user, and lets nobody else read."""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def test_the_units_command_has_only_options_that_fala_play_has() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read(DOCS / "fala-o-as.service", "utf-8")
    service = unit["Service"]
    program, command, *words = service["ExecStart"].split()
    assert program.endswith("/bin/fala") and command == "play"
    help_text = subprocess.run(
        [sys.executable, "-m", "assistant", "play", "--help"], capture_output=True, text=True, check=True,
        env={"COLUMNS": "200", "TERM": "dumb", "PATH": ""},
    ).stdout  # fmt: skip
    known = set(re.findall(r"--[a-z-]+", help_text))
    assert {w for w in words if w.startswith("--")} <= known
    assert (service["User"], service["UMask"], service["StateDirectoryMode"]) == ("fala", "0077", "0700")
    assert "/var/lib/" + service["StateDirectory"] in words, "it may write nowhere else (ProtectSystem=strict)"
