#!/usr/bin/env python3
"""Writes requirements.lock: the exact versions that play needs, with the SHA-256 of their wheels for usual machines.

Run by hand after pyproject.toml's dependencies change (needs the network, a few minutes); a test says when it must be.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = {
    "Linux, Intel and AMD": ("manylinux_2_28_x86_64", "manylinux2014_x86_64"),
    "Linux, Raspberry Pi (64 bit)": ("manylinux_2_28_aarch64", "manylinux2014_aarch64"),
    "Windows": ("win_amd64",),
    "macOS, Apple silicon": ("macosx_14_0_arm64", "macosx_11_0_arm64"),
}
HEAD = f"""# Made by tools/lock.py of pyproject.toml; change that. What play needs, exact, with the SHA-256 of wheels
# for Python {", ".join(PYTHONS)} on {"; ".join(MACHINES)}.
# To install exactly this: pip install --require-hashes --only-binary=:all: -r requirements.lock
"""


def resolved(dependencies: list[str], python: str, platforms: tuple[str, ...], pins: dict[str, str]) -> list[dict]:
    """What pip would install there: name, version, hash, marker; nothing is installed."""
    with tempfile.TemporaryDirectory() as scratch:
        constraints = Path(scratch, "pins.txt")
        constraints.write_text("".join(f"{n}=={v}\n" for n, v in pins.items()))
        report = Path(scratch, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report"]
        command += [str(report), "--only-binary=:all:", "--python-version", python, "--target", scratch]
        command += [a for p in platforms for a in ("--platform", p)] + ["-c", str(constraints), *dependencies]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        return json.loads(report.read_text())["install"]


def main() -> int:
    """Resolve for each machine and write the union."""
    with (ROOT / "pyproject.toml").open("rb") as f:
        dependencies = tomllib.load(f)["project"]["dependencies"]
    pins: dict[str, str] = {}
    hashes: dict[str, set[str]] = defaultdict(set)
    for machine, platforms in MACHINES.items():
        for python in PYTHONS:
            for item in resolved(dependencies, python, platforms, pins):
                name, version = item["metadata"]["name"].lower().replace("_", "-"), item["metadata"]["version"]
                pins.setdefault(name, version)
                assert pins[name] == version, (name, version, pins[name])
                hashes[name].add(item["download_info"]["archive_info"]["hashes"]["sha256"])
            print(f"{machine}, Python {python}: {len(pins)} packages", flush=True)
    lines = [HEAD]
    for name in sorted(pins):
        lines.append(f"{name}=={pins[name]} \\\n")
        lines.append(" \\\n".join(f"    --hash=sha256:{h}" for h in sorted(hashes[name])) + "\n")
    LOCK.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
