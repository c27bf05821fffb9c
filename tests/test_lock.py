"""Lock file and pyproject agree: every dependency is locked at a version it allows, with hashes, and nothing else."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
AGAIN = "run tools/lock.py: requirements.lock is older than pyproject.toml"


def locked() -> dict[str, tuple[str, list[str]]]:
    """Name → version and hashes."""
    text = (ROOT / "requirements.lock").read_text("utf-8")
    out: dict[str, tuple[str, list[str]]] = {}
    for name, version, hashes in re.findall(r"(?m)^([\w.-]+)==(\S+) \\\n((?:    --hash=.*\n)+)", text):
        out[canonicalize_name(name)] = (version, re.findall(r"sha256:([0-9a-f]{64})", hashes))
    return out


def wanted() -> list[Requirement]:
    with (ROOT / "pyproject.toml").open("rb") as f:
        return [Requirement(d) for d in tomllib.load(f)["project"]["dependencies"]]


def test_every_dependency_is_locked_at_a_version_it_allows() -> None:
    lock = locked()
    for requirement in wanted():
        version = lock.get(canonicalize_name(requirement.name), ("", []))[0]
        assert version and requirement.specifier.contains(version), f"{requirement}: {AGAIN}"


def test_every_locked_package_has_hashes_and_every_line_is_one() -> None:
    lock = locked()
    text = (ROOT / "requirements.lock").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(("#", "    --hash=sha256:"))]
    assert len(lines) == len(lock) and all(hashes for _, hashes in lock.values())
    assert "://" not in text


def test_nothing_is_locked_that_nothing_needs_and_nothing_needed_is_missing() -> None:
    lock = locked()
    needed: set[str] = set()
    todo = [(r.name, frozenset(r.extras)) for r in wanted()]
    while todo:
        name, extras = todo.pop()
        name = canonicalize_name(name)
        if name in needed and not extras:
            continue
        needed.add(name)
        for text in distribution(name).requires or ():
            r = Requirement(text)
            if r.marker is None or any(r.marker.evaluate({"extra": e}) for e in (*extras, "")):
                todo.append((r.name, frozenset(r.extras)))
    assert needed <= set(lock), f"{needed - set(lock)}: {AGAIN}"
    elsewhere = {"colorama"}  # needed on Windows only
    assert set(lock) - needed <= elsewhere, f"{set(lock) - needed}: {AGAIN}"
