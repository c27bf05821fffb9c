"""`fala check-vectors DIR`: rule vectors of any origin, each file handed to the room that answers it.

An unknown file or kind, an option that does not exist, a vector that raises: each is a failure, never a skip.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

FORMAT = 1

# file → (module of assistant.vector_rooms, function); opened only when a file asks for it
ROOMS: dict[str, tuple[str, str]] = {
    "ranking": ("ranking", "hands"),
    "best_of_seven": ("ranking", "hands"),
    "wild": ("ranking", "wild"),
    "low": ("low", "low"),
    "first_to_speak": ("speech", "speech"),
    "deck": ("deck", "deck"),
    "pots": ("deck", "pots"),
    "betting": ("betting", "betting"),
    "escuro": ("betting", "escuro"),
    "opener": ("opener", "opener"),
    "draw": ("draw", "draw"),
    "events": ("events", "events"),
    "clock": ("clock", "clock"),
    "hands": ("hands", "hands"),
    "bank": ("bank", "bank"),
}

Handler = Callable[[dict[str, Any]], list[str]]


@dataclass(frozen=True)
class Outcome:
    """One vector answered: nothing in ``wrong`` means passed."""

    id: str
    wrong: tuple[str, ...]


def handler_for(name: str) -> Handler:
    """The function that answers a file of this name; raises KeyError for a file no room knows."""
    module, function = ROOMS[name.removesuffix(".json")]
    found: Handler = getattr(import_module(f"assistant.vector_rooms.{module}"), function)
    return found


def check_file(path: Path) -> list[Outcome]:
    """Answer every vector of one file; a file that cannot be read or that nobody knows is one failure per vector."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        return [Outcome(path.name, (f"not a vector file: {e}",))]
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("vectors"), list):
        return [Outcome(path.name, (f"expected an object with format {FORMAT} and a list of vectors",))]
    vectors = data["vectors"]
    if not vectors:
        return [Outcome(path.name, ("no vectors in it",))]
    name = str(data.get("file") or path.stem)
    try:
        answer = handler_for(name)
    except (KeyError, ImportError, AttributeError) as e:
        why = f"no room answers {name!r}" if isinstance(e, KeyError) else f"{name!r} has no room yet: {e}"
        return [Outcome(_id(v, i), (why,)) for i, v in enumerate(vectors)]
    return [_answer(answer, v, _id(v, i)) for i, v in enumerate(vectors)]


def _id(vector: Any, index: int) -> str:
    return str(vector.get("id", f"#{index + 1}")) if isinstance(vector, dict) else f"#{index + 1}"


def _answer(answer: Handler, vector: Any, name: str) -> Outcome:
    if not isinstance(vector, dict) or not isinstance(vector.get("expect"), dict) or not vector["expect"]:
        return Outcome(name, ("a vector is an object with an expect that says something",))
    try:
        return Outcome(name, tuple(answer(vector)))
    except Exception as e:
        last = traceback.extract_tb(e.__traceback__)[-1]
        return Outcome(name, (f"raised {type(e).__name__}: {e} ({Path(last.filename).name}:{last.lineno})",))


def check_vectors(where: str | Path, say: Callable[[str], None] = print) -> int:
    """Check a folder of vector files (or one file), print each failure and the count; 0 if all passed, otherwise 1."""
    path = Path(where)
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    passed = failed = 0
    for file in files:
        for outcome in check_file(file):
            if not outcome.wrong:
                passed += 1
                continue
            failed += 1
            for line in outcome.wrong:
                say(f"{file.name} {outcome.id}: {line}")
    if not files:
        say(f"{path}: no vector files")
        failed += 1
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
