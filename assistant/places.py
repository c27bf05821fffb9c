"""Which seats and zones a table plays with: a file's, those it was calibrated with, or a guess."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assistant.phrases import say
from assistant.vision import layout as layouts
from assistant.vision.layout import Layout, LayoutError
from assistant.vision.seating import laid

LAYOUT_FILE = "layout.json"  # in the table's folder
USUAL_SEATS = 4


class BadPlaces(Exception):
    """A layout that cannot be used, in the user's words."""


@dataclass(frozen=True)
class Places:
    """A layout and where it comes from; ``had``: for how many seats the table was calibrated, when others are asked."""

    layout: Layout
    origin: Literal["file", "calibrated", "other_seats", "guessed"]
    had: int = 0

    def words(self, url: str, lang: str) -> str:
        """What the host is told of it, with the address of the pages; empty for a file he named himself."""
        if self.origin == "file":
            return ""
        seats = len(self.layout.seats)
        return say(lang, f"calibrate.{self.origin}", url=url, seats=seats, now=seats, had=self.had)


def seat_names(n: int) -> tuple[str, ...]:
    """Seats "1" to "n", clockwise."""
    return tuple(str(i) for i in range(1, n + 1))


def table_places(given: Path | None, folder: Path, seats: int | None, lang: str) -> Places:
    """The layout of a table whose folder is ``folder``; raises BadPlaces for a file that cannot be used.

    ``seats`` asks for so many: on a calibrated table they are laid anew, the file ``given`` has the last word.
    """
    path = given or folder / LAYOUT_FILE
    if given is None and not path.exists():
        return Places(layouts.default_layout(seat_names(seats or USUAL_SEATS)), "guessed")
    try:
        layout = layouts.load(path)
    except (LayoutError, OSError) as e:
        raise BadPlaces(say(lang, "play.bad_layout", path=path.name, reason=str(e))) from e
    if given is not None:
        return Places(layout, "file")
    had = len(layout.seats)
    if seats is None or seats == had:
        return Places(layout, "calibrated")
    if layout.frame != "table":
        return Places(layouts.default_layout(seat_names(seats)), "guessed")
    return Places(laid(layout, seat_names(seats)), "other_seats", had)
