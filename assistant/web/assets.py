"""Scripts and styles, read once at the start, compressed once, and addressed by a hash of them all."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from importlib.resources import files

_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Asset:
    """One file as sent."""

    type: str
    plain: bytes
    gzipped: bytes


class Assets:
    """All files of ``static/``; an unknown name is None, so no path ever reaches the disk."""

    def __init__(self) -> None:
        found: dict[str, Asset] = {}
        total = hashlib.sha256()
        for entry in sorted(files(__package__).joinpath("static").iterdir(), key=lambda e: e.name):
            suffix = "." + entry.name.rpartition(".")[2]
            if suffix not in _TYPES:
                continue
            plain = entry.read_bytes()
            total.update(entry.name.encode() + b"\0" + plain)
            found[entry.name] = Asset(_TYPES[suffix], plain, gzip.compress(plain, 9, mtime=0))
        self._files = found
        self.build = total.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """The file of that name."""
        return self._files.get(name)

    def names(self) -> tuple[str, ...]:
        """Every file's name."""
        return tuple(self._files)
