"""Processes that write and are killed, and a look at what they left: nothing acknowledged lost, nothing half there."""

from __future__ import annotations

import multiprocessing
import random
import threading
import time
from multiprocessing.connection import Connection

import journal_hammer
from bank_postgres import Server

from assistant.bank.ledger import BooksFold
from assistant.bank.state import Line
from assistant.chain import Head
from assistant.facts import GENESIS, fact_hash
from assistant.journal import Store

# a process that has read its modules already and forks the writers: hundreds are started
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["assistant.journal", "psycopg", "sqlite3"])


class Hammer:
    """One writing process, and what it said was on disk."""

    def __init__(self, where: str, table: str, start: int, count: int = 1_000_000) -> None:
        self.table = table
        self.acknowledged: list[tuple[int, str]] = []
        self.unavailable: list[str] = []
        self._said, theirs = CONTEXT.Pipe(duplex=False)
        self.process = CONTEXT.Process(target=journal_hammer.main, args=(where, table, start, count, theirs))
        self.process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, args=(self._said,))
        self._reader.start()

    def _read(self, said: Connection) -> None:
        while True:
            try:
                words = said.recv_bytes().decode().split()
            except (EOFError, OSError):  # the end, or a word cut off by the kill: not acknowledged
                return
            if words[0] == "unavailable":
                self.unavailable.append(words[1])
            else:
                self.acknowledged.append((int(words[0]), words[1]))

    def wait_for(self, facts: int) -> None:
        """Until so many facts are acknowledged; raises RuntimeError when the process ends before."""
        while len(self.acknowledged) < facts:
            if not self.process.is_alive() and not self._reader.is_alive():
                raise RuntimeError(f"hammer ended early: {self.process.exitcode}")
            time.sleep(0.002)

    def kill(self) -> None:
        """SIGKILL, and read what it still said."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        """Wait for the end."""
        self.process.join()
        self._reader.join()
        self._said.close()


class Watch:
    """One table across many kills: each look takes what is new since the last one, fact by fact and line by line."""

    def __init__(self, table: str) -> None:
        self.table = table
        self._books = BooksFold()
        self._head = Head(0, GENESIS)
        self._taps: dict[str, int] = {}

    def look(self, where: str, acknowledged: list[tuple[int, str]]) -> int:
        """What was acknowledged since the last look is there, nothing is half there; returns the number of facts."""
        with Store.open(where) as store:
            log = store.table(self.table)
            written: dict[int, list[Line]] = {}
            for seq, line in log.entries(self._head.seq):
                written.setdefault(seq, []).append(line)
            for fact in log.read(self._head.seq):
                assert fact.seq == self._head.seq + 1, "a gap"
                assert fact.prev == self._head.hash and fact.hash == fact_hash(fact), "the chain is broken"
                assert list(self._books.apply(fact)) == written.pop(fact.seq, []), f"entries of fact {fact.seq}"
                assert fact.tap is not None and fact.tap not in self._taps, "a fact twice"
                self._taps[fact.tap] = fact.seq
                self._head = Head(fact.seq, fact.hash)
            assert not written, "entries without a fact"
            assert log.head == self._head
        for seq, tap in acknowledged:
            assert self._taps.get(tap) == seq, f"fact {seq} ({tap}) was acknowledged and is lost"
        return self._head.seq


def check_table(where: str, table: str, acknowledged: list[tuple[int, str]]) -> int:
    """Every acknowledged fact is there, none half there, chain and books whole; returns how many facts."""
    with Store.open(where) as store:
        log = store.table(table)
        facts = {f.seq: f for f in log.read()}
        assert list(facts) == list(range(1, len(facts) + 1)), "a gap"
        assert log.head.seq == len(facts)
        for seq, tap in acknowledged:
            assert seq in facts and facts[seq].tap == tap, f"fact {seq} ({tap}) was acknowledged and is lost"
        taps = [f.tap for f in facts.values()]
        assert len(set(taps)) == len(taps), "a fact twice"
        assert log.verify().intact
        check = log.check_books()
        assert check.sound, check
        bought = sum(1 for f in facts.values() if f.kind == "cacife_bought")
        balances = log.books().balances
        assert balances.get("stack:ana", 0) == 100 * bought == -balances.get("bank", 0)
        assert balances.get("cash:ana", 0) == -5000 * bought == -balances.get("till", 0)
        return len(facts)


def kill_storm(where: str, kills: int, seed: int, writers: int = 2) -> str:
    """SIGKILL to all writers at random instants under load, then look; says how many facts survived.

    Every look takes what is new; after every twenty-fifth kill the whole journals and their books are checked and the
    writers go on at new tables of the same database; at the end every table is checked once more.
    """
    print(f"kill_storm seed={seed} kills={kills}", flush=True)
    rng = random.Random(seed)
    said: dict[str, list[tuple[int, str]]] = {}
    watches: dict[str, Watch] = {}
    for round_ in range(kills):
        names = [f"t{w}-{round_ // 25}" for w in range(writers)]
        for name in names:
            if name not in watches:
                watches[name], said[name] = Watch(name), []
        hammers = [Hammer(where, name, start=round_ * 1_000_000) for name in names]
        hammers[rng.randrange(writers)].wait_for(1 + rng.randrange(12))
        time.sleep(rng.random() * 0.05)
        for hammer in hammers:
            hammer.kill()
            said[hammer.table] += hammer.acknowledged
            watches[hammer.table].look(where, hammer.acknowledged)
        if round_ % 25 == 24:
            facts = sum(check_table(where, name, said[name]) for name in names)
            print(f"after {round_ + 1} kills: {facts} facts at the last {writers} tables", flush=True)
    total = sum(check_table(where, name, facts) for name, facts in said.items())
    return f"{kills} kills, {total} facts, {sum(map(len, said.values()))} acknowledged"


def server_kill_storm(server: Server, kills: int, seed: int) -> int:
    """The same with the PostgreSQL server killed and restarted under a writer that stays; returns facts at the end."""
    print(f"server_kill_storm seed={seed} kills={kills}")
    rng = random.Random(seed)
    where = server.new_database()
    hammer = Hammer(where, "t0", start=0)
    try:
        for _ in range(kills):
            hammer.wait_for(len(hammer.acknowledged) + 3 + rng.randrange(20))
            time.sleep(rng.random() * 0.02)
            server.kill()
            time.sleep(rng.random() * 0.05)
            server.start()
        hammer.wait_for(len(hammer.acknowledged) + 5)
    finally:
        hammer.kill()
    assert set(hammer.unavailable) <= {"away"}, hammer.unavailable
    return check_table(where, "t0", hammer.acknowledged)


def club(where: str, tables: int, facts: int) -> None:
    """Several processes, each its own table, on one database at the same time: nothing lost, nothing doubled."""
    print(f"club tables={tables} facts={facts}")
    hammers = [Hammer(where, f"t{n}", start=0, count=facts) for n in range(tables)]
    for hammer in hammers:
        hammer.end()
        assert hammer.process.exitcode == 0 and not hammer.unavailable
    for hammer in hammers:
        assert check_table(where, hammer.table, hammer.acknowledged) == facts + 3


def same_table(where: str, processes: int, facts: int) -> None:
    """Several processes on one table at once: one numbering, no gap."""
    print(f"same_table processes={processes} facts={facts}")
    hammers = [Hammer(where, "t0", start=n * 1_000_000, count=facts) for n in range(processes)]
    for hammer in hammers:
        hammer.end()
        assert hammer.process.exitcode == 0 and not hammer.unavailable
    everything = [said for hammer in hammers for said in hammer.acknowledged if said[1].startswith("t0-")]
    assert check_table(where, "t0", everything) == processes * facts + 3
