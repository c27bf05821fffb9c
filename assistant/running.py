"""What `fala pin` and `fala seats` need to know of a table that is open: a file of this user alone beside its keys."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

from assistant.config import data_folder
from assistant.phrases import say

_FILE = "open.json"


@dataclass(frozen=True)
class Running:
    """An open table: where its pages answer and the host's PIN of the moment."""

    port: int
    scheme: str
    pin: str
    urls: tuple[str, ...]
    seats: tuple[str, ...]
    wifi: str
    pid: int


def _path(folder: Path) -> Path:
    return folder / "web" / _FILE


def tell(folder: Path, running: Running) -> None:
    """Write it down; ``folder`` is the table's."""
    path = _path(folder)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(running), file)
    new.replace(path)


def forget(folder: Path) -> None:
    """The table is closed."""
    _path(folder).unlink(missing_ok=True)


def find(table: str, data: Path | None) -> Running | None:
    """The table of that name if it is open now; one that a power cut left behind is none."""
    path = _path(data_folder(data) / "tables" / table)
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        running = Running(**{**found, "urls": tuple(found["urls"]), "seats": tuple(found["seats"])})
        with _client(running) as client:
            answer = client.get("/api/seats")
    except (OSError, ValueError, KeyError, TypeError, httpx.HTTPError):
        return None
    return running if answer.status_code in (200, 429) else None


def _client(running: Running) -> httpx.Client:
    """A browser on the machine itself; the certificate is this machine's own, so it is not asked who vouches for it."""
    url = f"{running.scheme}://localhost:{running.port}"
    return httpx.Client(base_url=url, headers={"Origin": url}, verify=False, timeout=5, trust_env=False)


def run_pin(table: str, *, data: Path | None, new: bool, lang: str) -> int:
    """Print the host's PIN, after making a new one when asked, which opens a locked door; 2 when no table is open."""
    running = find(table, data)
    if running is None:
        print(say(lang, "pin_cli.closed", table=table))
        return 2
    pin = running.pin
    if new:
        with _client(running) as client:
            client.get("/host").raise_for_status()  # on the machine itself this is the host
            pin = client.post("/api/pin/renew", json={}).raise_for_status().json()["pin"]
        print(say(lang, "pin_cli.new"))
    print(say(lang, "pin_cli.pin", pin=f"{pin[:3]} {pin[3:]}", url=f"{running.urls[0]}host"))
    return 0
