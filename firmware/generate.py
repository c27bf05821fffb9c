#!/usr/bin/env python3
"""Makes the C header and the Python table of protocol.toml; `--check` says whether they are what it would make."""

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADER = HERE / "src" / "protocol.h"
TABLE = HERE.parent / "assistant" / "dealer" / "protocol_table.py"
NOTE = "Made by firmware/generate.py of firmware/protocol.toml; change that."


def angles(proto: dict) -> list[int]:
    """Where positions lie before anybody calibrates: drum at 0, seats evenly over 320 degrees, the middle half way."""
    steps = proto["steps_per_turn"]
    seats = [round(steps * (20 + 32 * i) / 360) for i in range(10)]
    return [0, *seats, round(steps * 180 / 360)]


def header(data: dict) -> str:
    """The text of protocol.h."""
    p = data["protocol"]
    out = [f"/* {NOTE} */", "#ifndef PROTOCOL_H", "#define PROTOCOL_H", ""]
    for key, value in p.items():
        out.append(f"#define PROTOCOL_{key.upper()} {value}u")
    out.append("")
    for group, names in data["names"].items():
        out.append(f"enum {group} {{ {', '.join(f'{group.upper()}_{n}' for n in names)} }};")
        out.append(f"#define {group.upper()}_NAMES(X) {' '.join(f'X({n})' for n in names)}")
    for group, names in data["bits"].items():
        for i, name in enumerate(names):
            out.append(f"#define {group.upper()}_{name} {1 << i}u")
    out.append("")
    out.append("/* X(name, is ticketed, number of arguments, min, max, min, max) */")
    rows = []
    for c in data["command"]:
        limits = [n for a in c["args"] for n in (a["min"], a["max"])] + [0] * 4
        first = f"{c['name']}, {int(c.get('ticket', False))}, {len(c['args'])}"
        rows.append(f"X({first}, {', '.join(f'{n}u' for n in limits[:4])})")
    out.append("#define COMMANDS(X) \\\n    " + " \\\n    ".join(rows))
    out.append(f"enum command {{ {', '.join('COMMAND_' + c['name'] for c in data['command'])}, COMMAND_COUNT }};")
    out.append(f"enum event {{ {', '.join('EVENT_' + e['name'] for e in data['event'])} }};")
    out.append(f"#define EVENT_NAMES(X) {' '.join('X(' + e['name'] + ')' for e in data['event'])}")
    out.append("")
    defaults = angles(p) + [v[1] for v in data["settings"].values()]
    out.append(f"#define SETTING_COUNT {len(defaults)}u")
    out.append(f"#define SETTING_DEFAULTS {{ {', '.join(f'{n}u' for n in defaults)} }}")
    for key, (number, _, doc) in data["settings"].items():
        out.append(f"#define SETTING_{key.upper()} {number}u /* {doc} */")
    return "\n".join([*out, "", "#endif", ""])


def table(data: dict) -> str:
    """The text of protocol_table.py."""
    p = data["protocol"]
    out = [f'"""{NOTE}"""', "", "from __future__ import annotations", "", "from enum import IntFlag, StrEnum", ""]
    for key, value in p.items():
        out.append(f"{key.upper()} = {value}")
    for group, names in data["names"].items():
        out += ["", "", f"class {group.capitalize()}(StrEnum):", f'    """Words of the protocol: {group}."""', ""]
        out += [f'    {n} = "{n}"' for n in names]
    for group, names in data["bits"].items():
        out += ["", "", f"class {group.capitalize()}(IntFlag):", f'    """Bits of the protocol: {group}."""', ""]
        out += [f"    {n} = {1 << i}" for i, n in enumerate(names)]
    out += ["", "", "# command → (has a ticket, limits of its arguments, fields of its reply)"]
    out += ["COMMANDS: dict[str, tuple[bool, tuple[tuple[int, int], ...], tuple[str, ...]]] = {"]
    for c in data["command"]:
        limits = "".join(f"({a['min']}, {a['max']}), " for a in c["args"]).strip()
        reply = "".join(f'"{r}", ' for r in c["reply"]).strip()
        reply = f"({reply})" if len(c["reply"]) == 1 else f"({reply.rstrip(',')})"
        limits = f"({limits})" if len(c["args"]) == 1 else f"({limits.rstrip(',')})"
        out.append(f'    "{c["name"]}": ({bool(c.get("ticket", False))}, {limits}, {reply}),')
    out += ["}", "", "# event → fields", "EVENTS: dict[str, tuple[str, ...]] = {"]
    for e in data["event"]:
        fields = ", ".join(f'"{a}"' for a in e["args"])
        out.append(f'    "{e["name"]}": ({fields}{"," if len(e["args"]) == 1 else ""}),')
    out += ["}", "", "# setting → (key, default)", "SETTINGS: dict[str, tuple[int, int]] = {"]
    out += [f'    "{k}": ({v[0]}, {v[1]}),' for k, v in data["settings"].items()]
    out += ["}", "", "# default steps from home, by position", f"ANGLES = ({', '.join(map(str, angles(p)))})"]
    return "\n".join([*out, ""])


def main() -> int:
    """Write both files, or compare them."""
    data = tomllib.loads((HERE / "protocol.toml").read_text(encoding="utf-8"))
    made = {HEADER: header(data), TABLE: table(data)}
    if "--check" in sys.argv[1:]:
        stale = [p.name for p, text in made.items() if not p.exists() or p.read_text(encoding="utf-8") != text]
        if stale:
            print("differs from protocol.toml: " + ", ".join(stale))
        return 1 if stale else 0
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
