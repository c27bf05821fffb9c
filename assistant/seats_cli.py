"""`fala seats`: the seat cards of a table on paper, with its address of the moment."""

from __future__ import annotations

import sys
from pathlib import Path

from assistant import running, upkeep
from assistant.phrases import say
from assistant.play import seat_names
from assistant.vision.synth import fonts
from assistant.web import seat_cards
from assistant.web.config import WebConfig

FONT = "Cabin-Bold.otf"


def run_seats(
    file: Path,
    *,
    table: str,
    seats: int | None,
    port: int,
    address: str | None,
    wifi: str | None,
    data: Path | None,
    lang: str,
) -> int:
    """Write the sheet; an open table says its own address and seats. Returns 2 for a file that cannot be written."""
    found = running.find(table, data)
    if found is not None and address is None:
        url, names, network = found.urls[0], found.seats, found.wifi
    else:
        config = WebConfig(Path(), upkeep.addresses(address), port=port)
        url, names, network = config.urls()[0], seat_names(seats or 4), ""
    if seats is not None:
        names = seat_names(seats)
    network = network if wifi is None else wifi
    font = Path(next(iter(fonts.__path__))) / FONT
    pages = seat_cards.sheet(url, names, table=table, wifi=network or upkeep.wifi_name(), lang=lang, font=font)
    try:
        written = seat_cards.write(pages, file)
    except seat_cards.SheetError as e:
        print(say(lang, "seats.bad_kind", kind=e.suffix or file.name), file=sys.stderr)
        return 2
    except OSError as e:
        print(say(lang, "seats.unwritable", file=file, why=e.strerror or e), file=sys.stderr)
        return 2
    for path in written:
        print(say(lang, "seats.written", file=path, n=len(names), url=url))
    return 0
