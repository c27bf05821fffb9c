"""Lines with a check sum, as firmware/protocol.toml has them; run as a program it makes one for a serial monitor."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from assistant.dealer import protocol_table as table

MARKS = {"<": "reply", "!": "event", "-": "nak", ">": "command", "+": "ack"}


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE of some bytes."""
    crc = table.CRC_INIT
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ table.CRC_POLY if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def encode(body: str) -> bytes:
    """A whole frame of its body (mark, number, words)."""
    raw = body.encode("ascii")
    return raw + b"*%04X\n" % crc16(raw)


@dataclass(frozen=True)
class Frame:
    """One line that held: its mark ("<", "!", "-", ">", "+"), number (0 for a nak) and words."""

    mark: str
    number: int
    words: tuple[str, ...]


def decode(line: bytes) -> Frame | None:
    """The frame of one line without its end, or None when it is damaged or no frame."""
    if len(line) < 6 or line[-5:-4] != b"*" or line[-4:] != b"%04X" % crc16(line[:-5]):
        return None
    try:
        mark, *words = _split(line[:-5].decode("ascii"))
    except (UnicodeDecodeError, ValueError):
        return None
    if mark == "-":
        return Frame(mark, 0, tuple(words))
    if mark not in MARKS or not words or not words[0].isdigit() or len(words[0]) > 5:
        return None
    return Frame(mark, int(words[0]), tuple(words[1:]))


def _split(text: str) -> list[str]:
    return [text[0], *text[1:].split(" ")]


class Reader:
    """Bytes in, whole lines out; a line longer than the protocol allows is dropped to its end."""

    def __init__(self, limit: int = table.MAX_DEVICE_LINE) -> None:
        self.limit = limit
        self.rest = b""
        self.dropping = False
        self.damaged = 0  # lines that were no frames

    def take(self, data: bytes) -> list[Frame]:
        """The frames that these bytes complete."""
        frames: list[Frame] = []
        *lines, self.rest = (self.rest + data).split(b"\n")
        for raw in lines:
            line = raw.rstrip(b"\r")
            if self.dropping or len(line) > self.limit:
                self.dropping = False
                self.damaged += 1
            elif line and not line.startswith(b"#"):
                frame = decode(line)
                if frame is None:
                    self.damaged += 1
                else:
                    frames.append(frame)
        if len(self.rest) > self.limit:
            self.dropping = True
            self.rest = b""
        return frames


if __name__ == "__main__":
    sys.stdout.write(encode(">" + " ".join(sys.argv[1:])).decode())
