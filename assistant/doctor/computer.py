"""The computer itself: disk, clock, database, network, voice, weights."""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from assistant.doctor.finding import Finding, bad, note, ok
from assistant.journal import StorageUnavailable, Store
from assistant.loudspeaker import voice_command
from assistant.phrases import say
from assistant.running import Running
from assistant.upkeep import CLOCK_SLACK, LEAST_FREE
from assistant.vision.weights import WeightsError, find_weights
from assistant.web.address import Reachable, reachable

WEIGHTS = ("detector", "reader")
NIGHT = 2_000_000_000  # bytes that a long night with many disputes may fill
MODERN = 1_700_000_000  # a clock before this (2023) was never set


def disk(folder: Path, free: int | None = None) -> list[Finding]:
    """Room for a night's journal and pictures, and a folder that can be written by this user alone."""
    out: list[Finding] = []
    left = shutil.disk_usage(folder).free if free is None else free
    figures = {"free": f"{left / 1e9:.1f}", "folder": folder}
    if left < LEAST_FREE:
        out.append(bad("disk_full", **figures))
    elif left < NIGHT:
        out.append(note("disk_low", **figures))
    else:
        out.append(ok("disk", **figures))
    if not os.access(folder, os.W_OK):
        out.append(bad("folder_locked", folder=folder))
    elif os.name == "posix" and folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        out.append(note("folder_open", folder=folder))
    return out


def database(folder: Path, table: str, lang: str) -> tuple[list[Finding], str | None]:
    """Whether the database opens and the table's journal is intact; and the time of its last fact."""
    path = folder / "fala.db"
    url = os.environ.get("FALA_DATABASE_URL")
    if not url and not path.exists():
        return [ok("database_new", path=path)], None
    try:
        with Store.open(url or path, busy_seconds=2) as store:
            if table not in store.tables():
                return [ok("database_no_table", table=table)], None
            log = store.table(table)
            last = None
            facts = 0
            for fact in log.read():
                last, facts = fact.at, facts + 1
            whole = log.verify().intact and log.check_books().sound
    except StorageUnavailable as e:
        return [Finding("bad", "", text=say(lang, f"storage.{e.code}"))], None
    return [ok("journal", table=table, facts=facts) if whole else bad("journal_broken", table=table)], last


def clock(last: str | None, now: Callable[[], float] = time.time, synchronized: bool | None = None) -> list[Finding]:
    """A clock that is set, runs by the network, and is not behind what was written last."""
    at = now()
    shown = datetime.fromtimestamp(at).astimezone().strftime("%d/%m/%Y %H:%M %Z")
    if at < MODERN:
        return [bad("clock_unset", now=shown)]
    if last is not None and at + CLOCK_SLACK < datetime.fromisoformat(last).timestamp():
        return [bad("clock_behind", now=shown, last=last)]
    synchronized = network_time() if synchronized is None else synchronized
    if synchronized is False:
        return [note("clock_alone", now=shown)]
    return [ok("clock", now=shown)]


def network_time() -> bool | None:
    """Whether the system keeps its clock by the network; None where it does not say."""
    if shutil.which("timedatectl") is None:
        return None
    try:
        done = subprocess.run(
            ["timedatectl", "show", "-p", "NTPSynchronized", "--value"],
            capture_output=True, text=True, timeout=3, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())


def network(
    port: int, wifi: str, running: Running | None, given: str | None, found: Sequence[Reachable] | None = None
) -> list[Finding]:
    """An address that phones can open, and the port free for the table."""
    here = reachable() if found is None else tuple(found)
    good = [r for r in here if r.good]
    out: list[Finding] = []
    if given is not None and given not in {r.address for r in here}:
        out.append(bad("address_unknown", address=given, found=", ".join(r.address for r in here) or "-"))
    elif not good:
        out.append(bad("no_network", found=", ".join(f"{r.address} ({r.name})" for r in here) or "-"))
    else:
        first = given or good[0].address
        out.append(ok("address", address=first, port=port, wifi=wifi or "-"))
        if len(good) > 1 and given is None:
            out.append(note("addresses", others=", ".join(r.address for r in good[1:])))
    if running is not None:
        out.append(ok("table_open", url=running.urls[0]))
    elif port and not free(port):
        out.append(bad("port_taken", port=port, other=port + 1))
    return out


def free(port: int) -> bool:
    """Whether a table could listen there."""
    with socket.socket() as s:
        if os.name == "posix":
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            s.bind(("", port))
        except OSError:
            return False
    return True


def voice(url: str, command: Sequence[str] | None = None) -> list[Finding]:
    """How the table speaks: this computer where it can, else the browser that shows the table's screen."""
    command = voice_command() if command is None else command
    return [ok("voice", program=Path(command[0]).name) if command else note("voice_browser", url=f"{url}table")]


def program() -> list[Finding]:
    """The interpreter and the weights that read cards."""
    out = [ok("python", version=sys.version.split()[0])]
    try:
        size = sum(find_weights(name).size for name in WEIGHTS)
    except WeightsError as e:
        return [*out, bad("weights", reason=str(e))]
    return [*out, ok("weights_ok", size=f"{size / 1e6:.1f}")]
