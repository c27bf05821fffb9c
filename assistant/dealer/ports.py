"""Which port the machine may be at, and why one cannot be opened, in words that help."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from pathlib import Path

import serial
from serial.tools import list_ports

from assistant.dealer import protocol_table as table
from assistant.dealer.line import SerialLine
from assistant.dealer.records import LinkDown

BY_ID = Path("/dev/serial/by-id")
SETTLE = (0.2, 0.3, 0.5, 1.0)  # a port may belong to root for a moment after a reset


def candidates() -> list[str]:
    """Ports worth greeting, stable names first; a name proves nothing, only the handshake does."""
    found = sorted(str(p) for p in BY_ID.iterdir()) if BY_ID.is_dir() else []
    known = {os.path.realpath(p) for p in found}
    others = [p.device for p in list_ports.comports() if os.path.realpath(p.device) not in known and p.vid is not None]
    return found + sorted(others)


async def open_port(path: str, baud: int = table.BAUD) -> SerialLine:
    """The port, for us alone; raises LinkDown(gone, forbidden, busy, broken) after a few patient tries."""
    for pause in (*SETTLE, None):
        try:
            return SerialLine(await asyncio.to_thread(_open, path, baud))
        except (serial.SerialException, OSError) as e:
            problem = _explain(path, e)
            if pause is None or problem.code not in ("forbidden", "busy"):
                raise problem from e
            await asyncio.sleep(pause)
    raise AssertionError("unreachable")


def _open(path: str, baud: int) -> serial.Serial:
    return serial.Serial(path, baud, timeout=0.2, write_timeout=2, exclusive=None if sys.platform == "win32" else True)


def _explain(path: str, e: Exception) -> LinkDown:
    number = getattr(e, "errno", None)
    text = str(e)
    if number == errno.EACCES or "PermissionError" in text or "Permission denied" in text:
        if sys.platform == "win32":
            return LinkDown("busy", port=path, holders="")
        return LinkDown("forbidden", port=path, group=group_of(path))
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text.lower():
        return LinkDown("busy", port=path, holders=", ".join(holders(path)))
    if number == errno.ENOENT or "FileNotFoundError" in text or "No such file" in text:
        return LinkDown("gone", port=path)
    return LinkDown("broken", port=path, reason=text)


def group_of(path: str) -> str:
    """The group that may use a port (dialout on Debian, uucp elsewhere)."""
    try:
        import grp  # not on Windows

        return grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (ImportError, OSError, KeyError):
        return "dialout"


def holders(path: str) -> list[str]:
    """Names of the programs that hold a port open, as far as this account may see."""
    target = os.path.realpath(path)
    names = set()
    for fd in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(fd.readlink()) == target and fd.parts[2] != str(os.getpid()):
                names.add((fd.parents[1] / "comm").read_text(encoding="utf-8").strip())
        except OSError:
            continue
    return sorted(names)
