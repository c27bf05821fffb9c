"""Which rule of the rule book is proved by which test: `make rules-report`.

The rules and their titles are in tools/rules.txt. A test proves a rule when it names it: in its name (test_R_114_…,
test_r114_…), in its docstring or body (R-114), or as a vector that lists it. Rules with no test come last; any outside
those of the bank (R-190 to R-214) makes the report fail.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

BOOK = ROOT / "tools" / "rules.txt"
BANK = range(190, 215)

NAMED = re.compile(r"R[-_](\d{3})(?!\d)")
NAMED_SMALL = re.compile(r"_r(\d{3})(?=_|\()")  # in the name of a test function


def rules(book: Path = BOOK) -> dict[int, str]:
    """Number and title of every rule, in order; raises ValueError for a line that is no rule or a second one."""
    out: dict[int, str] = {}
    for line in book.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        found = re.fullmatch(r"R-(\d{3}) (\S.*)", line)
        if found is None or int(found[1]) in out:
            raise ValueError(f"{book.name}: {line!r}")
        out[int(found[1])] = found[2]
    return out


def named_in(text: str) -> set[int]:
    """Rule numbers a text names; "R-106 to R-109" names those between as well."""
    found = {int(n) for n in NAMED.findall(text)}
    for low, high in re.findall(r"R-(\d{3}) (?:to|a|…|–) R-(\d{3})", text):
        found |= set(range(int(low), int(high) + 1))
    return found


def python_tests(folder: Path) -> Iterator[tuple[str, set[int]]]:
    """(test, rules it names) for every test function; what a module's docstring names counts for none of them."""
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                text = "\n".join(ast.get_source_segment(source, part) or "" for part in (*node.decorator_list, node))
                small = {int(n) for n in NAMED_SMALL.findall(f"{node.name}(")}
                yield f"{path.relative_to(ROOT)}::{node.name}", named_in(text) | small


def vectors(folder: Path) -> Iterator[tuple[str, set[int]]]:
    """(vector, rules it lists) for every vector that the tests run."""
    for path in sorted(folder.glob("*.json")):
        for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
            yield f"{path.relative_to(ROOT)}::{vector['id']}", named_in(" ".join(vector.get("rules", ())))


def collect(tests: Path) -> dict[int, list[str]]:
    """Rule number → the tests and vectors that name it."""
    out: dict[int, list[str]] = {n: [] for n in rules()}
    for name, found in (*python_tests(tests), *vectors(tests / "vectors")):
        for n in found:
            out.setdefault(n, []).append(name)
    return out


def main() -> int:
    """Print the report; 1 when a rule outside the bank's has no test, or a test names a rule that does not exist."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="one line a rule: how many tests")
    short = parser.parse_args().short
    found = collect(ROOT / "tests")
    known = rules()
    for n, title in known.items():
        print(f"R-{n:03d}  {len(found[n]):3d}  {title}")
        if not short:
            for name in found[n]:
                print(f"            {name}")
    strange = sorted(n for n in found if n not in known)
    missing = [n for n in known if not found[n]]
    outside = [n for n in missing if n not in BANK]
    print()
    print(f"{len(known) - len(missing)} of {len(known)} rules are named by a test or a vector.")
    if missing:
        print("Without one: " + ", ".join(f"R-{n:03d} ({known[n]})" for n in missing))
    if strange:
        print("No such rule: " + ", ".join(f"R-{n:03d} ({found[n][0]})" for n in strange))
    return 1 if outside or strange else 0


if __name__ == "__main__":
    sys.exit(main())
