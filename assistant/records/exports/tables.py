"""The whole journal as JSON Lines (a fact a line) and as CSV (a fact a row): nothing is left out of either."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from assistant.facts import Fact, FactError, canonical, decode, encode

HEADER = {"fala": "night", "version": 1}
COLUMNS = ("seq", "at", "hand", "kind", "source", "certainty", "seat", "verb", "amount", "card", "up", "place",
           "player", "tap", "pictures", "salt", "prev", "hash", "erased", "payload")  # fmt: skip
_PLAIN = ("seat", "verb", "amount", "card", "up", "place", "player")


def jsonl(facts: Iterable[Fact]) -> str:
    """A line that says what this is, then a fact a line."""
    lines = [json.dumps(HEADER), *(canonical(encode(f)) for f in facts)]
    return "\n".join(lines) + "\n"


def read_jsonl(text: str) -> list[Fact]:
    """The facts again; raises ValueError naming the line."""
    out = []
    for n, line in enumerate(text.splitlines(), 1):
        try:
            data = json.loads(line)
            if n == 1:
                if data.get("fala") != "night":
                    raise ValueError("no night of ours")
                continue
            out.append(decode(data))
        except (ValueError, FactError, AttributeError) as e:
            raise ValueError(f"line {n}: {e}") from e
    return out


def csv_text(facts: Iterable[Fact]) -> str:
    """A row a fact: what most people look for in columns of its own, the whole payload as JSON in the last."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for f in facts:
        whole = encode(f)
        body = whole["payload"]
        rows.writerow([_cell(whole, body, c) for c in COLUMNS])
    return out.getvalue()


def _cell(whole: dict[str, Any], body: dict[str, Any], column: str) -> str:
    if column == "payload":
        return canonical(body)
    if column == "kind":
        return str(body["kind"])
    if column in ("pictures", "erased"):
        return canonical(whole[column]) if whole[column] else ""
    value = body.get(column) if column in _PLAIN else whole[column]
    return "" if value is None else str(value)


def read_csv(text: str) -> list[Fact]:
    """The facts again; raises ValueError naming the row."""
    rows = csv.DictReader(io.StringIO(text))
    if tuple(rows.fieldnames or ()) != COLUMNS:
        raise ValueError("row 1: other columns than ours")
    out = []
    for n, row in enumerate(rows, 2):
        try:
            data: dict[str, Any] = {
                "seq": int(row["seq"]),
                "at": row["at"],
                "source": row["source"],
                "hand": int(row["hand"]) if row["hand"] else None,
                "certainty": int(row["certainty"]),
                "tap": row["tap"] or None,
                "pictures": json.loads(row["pictures"] or "[]"),
                "salt": row["salt"],
                "prev": row["prev"],
                "hash": row["hash"],
                "erased": json.loads(row["erased"] or "[]"),
                "payload": json.loads(row["payload"]),
            }
            out.append(decode(data))
        except (ValueError, TypeError, FactError) as e:
            raise ValueError(f"row {n}: {e}") from e
    return out
