"""A card for each seat with its QR code, to print, cut out and lay on the table: address and seat number, no right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from assistant.phrases import say
from assistant.web.qr import matrix

DPI = 200
PAGE = (round(210 / 25.4 * DPI), round(297 / 25.4 * DPI))  # A4 upright
COLUMNS, ROWS = 2, 5
MARGIN = round(10 / 25.4 * DPI)
INK, SOFT, LINE = "#14181a", "#3f4a45", "#9aa5a0"


@dataclass(frozen=True)
class SheetError(Exception):
    """A kind of file this cannot write; ``suffix`` as it was asked for."""

    suffix: str


def seat_url(url: str, seat: str) -> str:
    """The join page with a seat already chosen."""
    return f"{url}?seat={seat}"


def sheet(url: str, seats: tuple[str, ...], *, table: str, wifi: str, lang: str, font: Path) -> list[Image.Image]:
    """Pages of ten seat cards each, grey, 200 dpi; ``url`` ends with a slash."""
    return [
        _page(url, seats[i : i + COLUMNS * ROWS], table, wifi, lang, font) for i in range(0, len(seats), COLUMNS * ROWS)
    ]


def write(pages: list[Image.Image], path: Path) -> tuple[Path, ...]:
    """Save as PDF (all pages) or PNG (a file a page); raises SheetError for another ending and OSError."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        pages[0].save(path, "PDF", resolution=DPI, save_all=True, append_images=pages[1:])
        return (path,)
    if kind != ".png":
        raise SheetError(path.suffix)
    names = [path if n == 0 else path.with_stem(f"{path.stem}-{n + 1}") for n in range(len(pages))]
    for page, name in zip(pages, names, strict=True):
        page.save(name, "PNG", dpi=(DPI, DPI))
    return tuple(names)


def _page(url: str, seats: tuple[str, ...], table: str, wifi: str, lang: str, font: Path) -> Image.Image:
    page = Image.new("L", PAGE, "white")
    draw = ImageDraw.Draw(page)
    wide, high = (PAGE[0] - 2 * MARGIN) // COLUMNS, (PAGE[1] - 2 * MARGIN) // ROWS
    for n, seat in enumerate(seats):
        x, y = MARGIN + n % COLUMNS * wide, MARGIN + n // COLUMNS * high
        draw.rectangle((x, y, x + wide, y + high), outline=LINE, width=1)  # where the scissors go
        side = high - round(6 / 25.4 * DPI)
        page.paste(_code(seat_url(url, seat), side), (x + 6, y + (high - side) // 2))
        left, room = x + side + 20, wide - side - 36
        lines = (
            (say(lang, "seats.title"), 9, SOFT),
            (say(lang, "seats.seat", seat=seat), 26, INK),
            (say(lang, "seats.table", table=table), 9, SOFT),
            (url.removesuffix("/"), 11, INK),
            (say(lang, "seats.wifi", wifi=wifi) if wifi else say(lang, "seats.same_wifi"), 8, SOFT),
        )
        top = y + round(7 / 25.4 * DPI)
        for text, points, colour in lines:
            top += _line(draw, (left, top), text, points, room, colour, font)
    return page


def _line(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, points: int, room: int, colour: str, font: Path
) -> int:
    """Write a line, smaller where it would not fit; returns how far down the next one begins."""
    size = points * DPI / 72
    face = ImageFont.truetype(font, size)
    while face.getlength(text) > room and size > 12:
        size *= 0.94
        face = ImageFont.truetype(font, size)
    draw.text(at, text, fill=colour, font=face)
    return round(points * DPI / 72 * 1.45)


def _code(text: str, side: int) -> Image.Image:
    rows = matrix(text)
    small = Image.new("L", (len(rows), len(rows)), 255)
    small.putdata([0 if dark else 255 for row in rows for dark in row])
    scale = max(1, side // len(rows))
    big = small.resize((len(rows) * scale,) * 2, Image.Resampling.NEAREST)
    out = Image.new("L", (side, side), 255)
    out.paste(big, ((side - big.width) // 2,) * 2)
    return out
