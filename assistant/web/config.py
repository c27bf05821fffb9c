"""What the command line hands the pages: where secrets lie, which addresses are ours, the host's PIN."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path


def new_pin() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(1_000_000):06d}"


@dataclass(frozen=True)
class WebConfig:
    """Settings of the pages of one table; ``folder`` is this user's alone and keeps keys and phones."""

    folder: Path
    addresses: tuple[str, ...] = ()  # LAN addresses and names phones may use; the first is in the QR code
    port: int = 8770
    pin: str = field(default_factory=new_pin)
    language: str = "pt-BR"
    wifi: str = ""  # name of the network, shown under the address
    scheme: str = "http"
    authority: bytes | None = None  # of our own certificate (DER), for phones to install
    fingerprint: str = ""
    token_days: int = 60
    openapi: bool = False  # the schema at /openapi.json, for tests
    hurry: int = 1  # a fast demo's scripted phones tap and pull so many times more often than people
    loopback_host: bool = True  # a browser on the machine itself is the host without a PIN

    def urls(self, addresses: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """The addresses a phone may be given, the best first; of other ``addresses`` where they changed since."""
        found = self.addresses if addresses is None else addresses
        return tuple(f"{self.scheme}://{bracket(a)}:{self.port}/" for a in found)


def bracket(address: str) -> str:
    """An IPv6 address in the brackets that a URL wants; anything else unchanged."""
    return f"[{address}]" if ":" in address else address
