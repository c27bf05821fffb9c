"""What processes cost, read from Linux's own books: CPU seconds and memory of one process with all its children."""

from __future__ import annotations

import os
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process and its descendants that are alive now."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            fields = _stat(int(entry.name))
            if fields:
                parents[int(entry.name)] = int(fields[1])
    out, fresh = [pid], [pid]
    while fresh:
        fresh = [p for p, parent in parents.items() if parent in fresh]
        out += fresh
    return out


def cpu_seconds(pid: int) -> float:
    """User and system time that a process and its living descendants have used."""
    return sum((int(f[11]) + int(f[12])) / _TICK for f in map(_stat, family(pid)) if f)


def memory_mb(pid: int) -> float:
    """Resident memory of a process and its descendants, in MiB."""
    return sum(int(f[21]) * _PAGE / 2**20 for f in map(_stat, family(pid)) if f)


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name; empty when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    except OSError:
        return []
