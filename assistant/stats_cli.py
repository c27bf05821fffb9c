"""`fala stats`: a night in numbers, player by player."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from assistant.config import data_folder
from assistant.journal import StorageUnavailable, Store
from assistant.phrases import DEFAULT, say
from assistant.records.stats import NightStats, as_json, night_stats, nights
from assistant.storage import database_of


def run_stats(
    table: str, *, night: int | None = None, json_out: bool = False, data: Path | None = None, lang: str = DEFAULT
) -> int:
    """Print the numbers of a night (the last one if not said): 0, or 2 when there is none."""
    try:
        with Store.open(database_of(data_folder(data))) as store:
            names = store.tables()
            if table not in names:
                print(say(lang, "verify.none", table=table, tables=", ".join(names) or "—"), file=sys.stderr)
                return 2
            found = nights(list(store.table(table).read()))
    except StorageUnavailable as e:
        print(say(lang, f"storage.{e.code}"), file=sys.stderr)
        return 2
    wanted = night or len(found)
    if not 1 <= wanted <= len(found):
        print(say(lang, "verify.no_night", night=wanted, nights=len(found)), file=sys.stderr)
        return 2
    stats = night_stats(found[wanted - 1], wanted)
    if json_out:
        print(json.dumps(as_json(stats, lang), ensure_ascii=False))
    else:
        show(stats, lang)
    return 0


def show(stats: NightStats, lang: str) -> None:
    """The numbers as a table in the terminal."""
    console = Console()
    console.print(
        say(lang, "stats.title", table=stats.table, night=stats.number, date=stats.date, hands=stats.hands),
        style="bold",
        highlight=False,
    )
    grid = Table(highlight=False)
    for code in ("name", "hands", "spoke_first", "left", "won_shown", "won_unshown", "biggest", "result"):
        grid.add_column(say(lang, f"stats.{code}"), justify="left" if code == "name" else "right")
    for p in stats.players:
        biggest = say(lang, "stats.in_hand", n=p.biggest, hand=p.biggest_hand) if p.biggest else "—"
        cells = (p.hands, p.spoke_first, p.left, p.won_shown, p.won_unshown)
        grid.add_row(p.name or p.player, *map(str, cells), biggest, f"{p.result:+d}")
    console.print(grid)
    c = stats.camera
    console.print(
        say(lang, "stats.camera", sure=c.sure, typed=c.typed, asked=c.asked, corrected=c.corrected), highlight=False
    )
