"""A process that appends facts as fast as it can and says each number once it is acknowledged; killed by the tests."""

from __future__ import annotations

from datetime import UTC, datetime
from multiprocessing.connection import Connection

from assistant.facts import CacifeBought, PlayerSeated, TableOpened
from assistant.journal import Draft, StorageUnavailable, Store


def main(where: str, table: str, start: int, count: int, said: Connection) -> None:
    """Append ``count`` purchases in batches of one to three, saying "number tap" of each fact acknowledged."""

    def say(*words: object) -> None:
        said.send_bytes(" ".join(map(str, words)).encode())

    with Store.open(where) as store:
        log = store.table(table)
        now = datetime.now(UTC)
        if log.head.seq == 0:
            opening = [
                Draft(TableOpened(table, ("1", "2"), 100, 5000), "host", tap="open"),
                Draft(PlayerSeated("1", "ana", "Ana"), "host", tap="ana"),
                Draft(PlayerSeated("2", "beto", "Beto"), "host", tap="beto"),
            ]
            for fact in log.append(opening, now):
                say(fact.seq, fact.tap)
        done = start
        while done < start + count:
            batch = [
                Draft(CacifeBought("1", "ana", 1, 100, 5000), "seat:1", tap=f"{table}-{n}")
                for n in range(done, min(done + 1 + done % 3, start + count))
            ]
            try:
                facts = log.append(batch, datetime.now(UTC))
            except StorageUnavailable as e:
                say("unavailable", e.code)
                continue
            for fact in facts:
                say(fact.seq, fact.tap)
            done += len(batch)
