"""`fala doctor`: every part in turn, a line each, and at the end whether a night can begin."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assistant import running
from assistant.config import data_folder
from assistant.doctor import computer, eyes, machine
from assistant.doctor.finding import Finding
from assistant.machine.attach import UnknownDealer
from assistant.phrases import DEFAULT, say
from assistant.upkeep import addresses, wifi_name

SIGNS = {"ok": ("✔", "green"), "note": ("·", "yellow"), "bad": ("✘", "bold red")}


@dataclass(frozen=True)
class DoctorSettings:
    """What `fala doctor` was asked."""

    camera: str | None = None
    dealer: str = "auto"
    table: str = "mesa"
    port: int = 8770
    address: str | None = None
    data: Path | None = None
    as_json: bool = False
    language: str = DEFAULT


def run_doctor(settings: DoctorSettings) -> int:
    """Examine and print; 0 when a night can begin, 1 when something has to be put right, 2 for a bad request."""
    lang, console = settings.language, Console()
    all_found: dict[str, list[Finding]] = {}
    try:
        for name, look in _parts(settings).items():
            if not settings.as_json:
                console.print(say(lang, f"doctor.part_{name}"), style="bold", markup=False, highlight=False)
            found = all_found[name] = look()
            if not settings.as_json:
                console.print(_lines(found, lang))
    except UnknownDealer as e:
        print(say(lang, "play.no_dealer", dealer=str(e)), file=sys.stderr)
        return 2
    wrong = sum(f.level == "bad" for found in all_found.values() for f in found)
    if settings.as_json:
        print(
            json.dumps({n: [f.to_json(lang) for f in fs] for n, fs in all_found.items()}, ensure_ascii=False, indent=1)
        )
    else:
        console.print(say(lang, "doctor.wrong", n=wrong) if wrong else say(lang, "doctor.well"), style="bold")
    return 1 if wrong else 0


def _lines(found: list[Finding], lang: str) -> Table:
    """A sign and a sentence a line, long ones folded under themselves."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=3, justify="right")
    grid.add_column(overflow="fold")
    for f in found:
        sign, style = SIGNS[f.level]
        grid.add_row(Text(sign, style=style), Text(f.sentence(lang)))
    return grid


def _parts(settings: DoctorSettings) -> dict[str, Callable[[], list[Finding]]]:
    """The parts in the order in which people set a table."""
    lang = settings.language
    folder = data_folder(settings.data)
    table_folder = folder / "tables" / settings.table
    open_now = running.find(settings.table, settings.data)
    written: list[Finding]
    written, last = computer.database(folder, settings.table, lang)
    url = open_now.urls[0] if open_now is not None else f"http://{addresses(settings.address)[0]}:{settings.port}/"

    def camera() -> list[Finding]:
        if open_now is not None and settings.camera is None:
            return [Finding("note", "doctor.camera_in_use", {"url": f"{url}watch"})]
        return eyes.camera(settings.camera, table_folder, lang)

    return {
        "program": computer.program,
        "camera": camera,
        "network": lambda: computer.network(settings.port, wifi_name(), open_now, settings.address),
        "dealer": lambda: machine.dealer(settings.dealer),
        "disk": lambda: computer.disk(folder) + written,
        "clock": lambda: computer.clock(last),
        "voice": lambda: computer.voice(url),
    }
