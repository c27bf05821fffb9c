"""A port for a bench's own server."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as s:
        return int(s.getsockname()[1])
