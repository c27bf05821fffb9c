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


def resolved(wanted: list[str], python: str, platforms: tuple[str, ...], *more: str) -> list[dict]:
    """What pip would install there: name, version, hash; nothing is installed."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report"]
        command += [str(report), "--only-binary=:all:", "--python-version", python, "--target", scratch, *more]
        subprocess.run([*command, *(a for p in platforms for a in ("--platform", p)), *wanted], check=True)
        return json.loads(report.read_text())["install"]


def main() -> int:
    """Resolve once, then ask for the same versions on each machine, and write the union."""
    with (ROOT / "pyproject.toml").open("rb") as f:
        dependencies = tomllib.load(f)["project"]["dependencies"]
    hashes: dict[str, set[str]] = defaultdict(set)
    first = resolved(dependencies, PYTHONS[0], next(iter(MACHINES.values())))
    pins = {item["metadata"]["name"].lower().replace("_", "-"): item["metadata"]["version"] for item in first}
    for machine, platforms in MACHINES.items():
        for python in PYTHONS:
            wanted = [f"{name}=={version}" for name, version in pins.items()]
            if machine == "Windows":  # the one package that only Windows needs, at click's wish
                wanted.append("colorama" if "colorama" not in hashes else f"colorama=={pins['colorama']}")
            for item in resolved(wanted, python, platforms, "--no-deps"):
                name = item["metadata"]["name"].lower().replace("_", "-")
                pins.setdefault(name, item["metadata"]["version"])
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
