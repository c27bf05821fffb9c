"""The join address as a QR code: SVG and PNG for screens, characters for the terminal."""

from __future__ import annotations

import struct
import zlib

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4  # modules of white around the code, as the standard asks


def matrix(text: str) -> list[list[bool]]:
    """The modules with their quiet zone, row by row; True is dark."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(m) for m in row] for row in code.get_matrix()]


def svg(text: str, label: str = "") -> str:
    """An SVG picture of the code on its own white ground, one unit a module."""
    rows = matrix(text)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" role="img">'
        f"<title>{_escape(label or text)}</title>"
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def png(text: str, scale: int = 8) -> bytes:
    """A PNG picture of the code, ``scale`` pixels a module."""
    rows = matrix(text)
    side = len(rows) * scale
    raw = b"".join((b"\0" + b"".join((b"\0" if m else b"\xff") * scale for m in row)) * scale for row in rows)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)  # 8-bit grey
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def terminal(text: str, *, colour: bool = True) -> str:
    """The code in half-height blocks; with ``colour`` black on white whatever the terminal's own colours are.

    Without colour the light modules are drawn, which is right on a dark terminal; most phones also read it inverted.
    """
    rows = matrix(text)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        light = "".join(" ▀▄█"[(not a) + 2 * (not b)] for a, b in zip(upper, lower, strict=True))
        lines.append(f"\x1b[38;5;231;48;5;16m{light}\x1b[0m" if colour else light)
    return "\n".join(lines)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
