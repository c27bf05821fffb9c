"""The import rule of the design: rooms know the engine and the facts, never each other; the engine does no I/O."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "assistant"
ROOMS = ("vision", "dealer", "bank", "records", "virtual", "web")
NEUTRAL = {"facts", "views", "phrases", "world", "chain", "config"}  # plain records and words that every room may know
ENGINE_MAY = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "itertools", "math", "numpy",
    "operator", "re", "types", "typing",
}  # fmt: skip


def imports(path: Path) -> set[str]:
    """Full names of all modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide which room is meant"
            found.add(node.module or "")
            found.update(f"{node.module}.{a.name}" for a in node.names if node.module == "assistant")
    return found


def room_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "assistant" and len(parts) > 1 else None


def test_rooms_never_import_each_other() -> None:
    strays = []
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for module in imports(path):
                other = room_of(module)
                if other is not None and other not in {room, "engine"} | NEUTRAL:
                    strays.append(f"{path.relative_to(ROOT)} imports {module}")
    assert not strays, "\n".join(strays)


def test_facts_and_views_know_nobody() -> None:
    for path in (*(ROOT / "facts").rglob("*.py"), ROOT / "views.py", ROOT / "world.py"):
        known = {m for m in imports(path) if m.startswith("assistant") and room_of(m) != "facts"}
        assert known == set(), path


def test_engine_is_pure_it_imports_nothing_that_does_io() -> None:
    strays = []
    for path in (ROOT / "engine").rglob("*.py"):
        for module in imports(path):
            top = module.split(".")[0]
            if top == "assistant":
                if room_of(module) not in {"engine", "facts"}:
                    strays.append(f"{path.relative_to(ROOT)} imports {module}")
            elif top not in ENGINE_MAY:
                strays.append(f"{path.relative_to(ROOT)} imports {module}")
    assert not strays, "\n".join(strays)


def test_engine_calls_no_clock_file_or_chance() -> None:
    strays = []
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in ("open", "print", "input"):
                strays.append(f"{path.relative_to(ROOT)}:{node.lineno} calls {called.id}")
            if isinstance(node, ast.Attribute) and ast.unparse(node) in ("np.random", "numpy.random"):
                strays.append(f"{path.relative_to(ROOT)}:{node.lineno} uses {ast.unparse(node)}")
    assert not strays, "\n".join(strays)


def test_no_file_is_longer_than_600_lines() -> None:
    long = [
        f"{p.relative_to(ROOT.parent)}: {n}"
        for folder in (ROOT, ROOT.parent / "tests", ROOT.parent / "tools")
        for p in folder.rglob("*.py")
        if (n := len(p.read_text(encoding="utf-8").splitlines())) > 600
    ]
    assert not long, "\n".join(long)
