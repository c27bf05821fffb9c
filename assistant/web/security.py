"""The outer wall: whose name we answer to, who may change things, how much they may send, and what pages may load."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PHOTO_PATHS = frozenset({"/api/records/judge"})  # a photograph may be posted there, as JPEG
PHOTO_BYTES = 12_000_000
MOST_BYTES = 16_384  # of a request's body; a tap has some two hundred

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: dict[bytes, bytes] = {
    b"content-security-policy": CSP.encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}


def host_name(header: str) -> str | None:
    """The name or address in a Host header, lower case and without its port; None when it is not one."""
    if not header or any(c in header for c in "/@\\ ?#"):
        return None
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname.rstrip(".") if parts.hostname else None


def is_loopback(address: str | None) -> bool:
    """Whether a peer's address is this machine itself."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


class Wall:
    """ASGI middleware; refuses with a short JSON answer and never echoes what it was sent."""

    def __init__(self, app: ASGIApp, names: Callable[[], frozenset[str]], scheme: str = "http") -> None:
        self._app = app
        self._names = names
        self._scheme = scheme

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on with the headers added; a body over the limit ends the request with 413."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _answer(send, *refused)
            return
        size = 0
        most = PHOTO_BYTES if scope["path"] in PHOTO_PATHS else MOST_BYTES
        refused_late = False

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > most:
                raise _TooLong
            return message

        async def guarded(message: Message) -> None:
            nonlocal refused_late
            if message["type"] == "http.response.start":
                if size > most:  # whatever the application made of the broken body
                    refused_late = True
                    await _answer(send, 413, "too_long")
                message = {**message, "headers": _with_headers(message.get("headers", []))}
            if not refused_late:
                await send(message)

        await self._app(scope, limited, guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, bytes] = {}
        for name, value in scope["headers"]:
            if name in (b"host", b"origin") and name in headers:
                return 400, "header_twice"
            headers[name] = value
        host = headers.get(b"host", b"").decode("latin-1")
        name = host_name(host)
        if name is None or (name not in LOOPBACK and name not in self._names()):
            return 421, "unknown_host"  # DNS rebinding: a foreign name that points at this machine
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "method"
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin.lower() != f"{self._scheme}://{host}".lower():
            return 403, "origin"
        if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            return 403, "origin"
        photo = scope["path"] in PHOTO_PATHS
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if kind != (b"image/jpeg" if photo else b"application/json"):
            return 415, "json_only"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > (PHOTO_BYTES if photo else MOST_BYTES):
            return 413, "too_long"
        return None


class _TooLong(Exception):
    pass


def _with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    have = {name.lower() for name, _ in headers}
    out = list(headers) + [(k, v) for k, v in HEADERS.items() if k not in have]
    if b"cache-control" not in have:
        out.append((b"cache-control", b"no-store"))
    return out


async def _answer(send: Send, status: int, code: str) -> None:
    body = json.dumps({"error": code}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": _with_headers(headers)})
    await send({"type": "http.response.body", "body": body})
