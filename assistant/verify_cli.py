"""`fala verify`: is a table's record intact, and do its books follow from it?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from assistant.config import data_folder
from assistant.journal import StorageUnavailable, Store
from assistant.phrases import DEFAULT, say


def run_verify(table: str, *, data: Path | None = None, lang: str = DEFAULT) -> int:
    """Print whether chain and books are sound: 0 if both are, 1 if not, 2 when there is no such table."""
    where = os.environ.get("FALA_DATABASE_URL") or data_folder(data) / "fala.db"
    try:
        with Store.open(where) as store:
            names = store.tables()
            if table not in names:
                print(say(lang, "verify.none", table=table, tables=", ".join(names) or "—"), file=sys.stderr)
                return 2
            log = store.table(table)
            chain, books = log.verify(), log.check_books()
    except StorageUnavailable as e:
        print(say(lang, f"storage.{e.code}"), file=sys.stderr)
        return 2
    if chain.intact:
        print(say(lang, "verify.intact", facts=chain.facts, head=chain.head.hash))
    else:
        print(say(lang, "verify.broken", seq=chain.first_bad, why=say(lang, f"verify.{chain.why}")))
    if books.sound:
        print(say(lang, "verify.books", lines=books.lines))
    else:
        wrong = ", ".join(map(str, sorted({*books.differing, *books.unbalanced})))
        print(say(lang, "verify.books_broken", facts=wrong))
    return 0 if chain.intact and books.sound else 1
