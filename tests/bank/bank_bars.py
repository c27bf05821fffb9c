"""The bank's long runs, functions of a number and a seed that they print: small in the suite, large in `make bars`."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from bank_postgres import Server
from bank_table_bars import phones
from night_maker import memory_night

from assistant.bank.ledger import BooksFold, balances, effective
from assistant.bank.pix import br_code, pix_key
from assistant.bank.settle import fewest_transfers
from assistant.chain import stored
from assistant.facts import HandStarted, NightSettled
from assistant.journal import Store

HAMMER = Path(__file__).with_name("journal_hammer.py")


class Hammer:
    """One writing process, and what it said was on disk."""

    def __init__(self, where: str, table: str, start: int, count: int = 1_000_000) -> None:
        self.table = table
        self.acknowledged: list[tuple[int, str]] = []
        self.unavailable: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, str(HAMMER), where, table, str(start), str(count)], stdout=subprocess.PIPE, text=True
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            words = line.split()
            if not line.endswith("\n") or len(words) != 2:
                continue  # cut off by the kill: not acknowledged
            if words[0] == "unavailable":
                self.unavailable.append(words[1])
            else:
                self.acknowledged.append((int(words[0]), words[1]))

    def wait_for(self, facts: int) -> None:
        """Until so many facts are acknowledged; raises RuntimeError when the process ends before."""
        while len(self.acknowledged) < facts:
            if self.process.poll() is not None and not self._reader.is_alive():
                raise RuntimeError(f"hammer ended early: {self.process.returncode}")
            time.sleep(0.002)

    def kill(self) -> None:
        """SIGKILL, and read what it still said."""
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Wait for the end."""
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


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


def kill_storm(where: str, kills: int, seed: int, writers: int = 2) -> int:
    """SIGKILL to all writers at random instants under load, then look; returns the number of facts that survived."""
    print(f"kill_storm seed={seed} kills={kills}")
    rng = random.Random(seed)
    total = 0
    said: dict[str, list[tuple[int, str]]] = {f"t{w}": [] for w in range(writers)}
    for round_ in range(kills):
        hammers = [Hammer(where, table, start=round_ * 1_000_000) for table in said]
        hammers[0].wait_for(1 + rng.randrange(12))
        time.sleep(rng.random() * 0.05)
        for hammer in hammers:
            hammer.kill()
            said[hammer.table] += hammer.acknowledged
        total = sum(check_table(where, table, facts) for table, facts in said.items() if facts)
    return total


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
        assert hammer.process.returncode == 0 and not hammer.unavailable
    for hammer in hammers:
        assert check_table(where, hammer.table, hammer.acknowledged) == facts + 3


def same_table(where: str, processes: int, facts: int) -> None:
    """Several processes on one table at once: one numbering, no gap."""
    print(f"same_table processes={processes} facts={facts}")
    hammers = [Hammer(where, "t0", start=n * 1_000_000, count=facts) for n in range(processes)]
    for hammer in hammers:
        hammer.end()
        assert hammer.process.returncode == 0 and not hammer.unavailable
    everything = [said for hammer in hammers for said in hammer.acknowledged if said[1].startswith("t0-")]
    assert check_table(where, "t0", everything) == processes * facts + 3


def brute_force_transfers(net: list[int]) -> int:
    """The fewest transfers by trying every order in which one account after the other is closed (up to 8 parties)."""
    left = [n for n in net if n]

    def close(first: int) -> int:
        while first < len(left) and left[first] == 0:
            first += 1
        if first == len(left):
            return 0
        best = len(left)
        for other in range(first + 1, len(left)):
            if left[first] * left[other] < 0:
                left[other] += left[first]
                best = min(best, 1 + close(first + 1))
                left[other] -= left[first]
        return best

    return close(0)


def settlements(count: int, seed: int, players: int = 8) -> None:
    """Random results of up to so many players: cleared, by as few transfers as brute force finds."""
    print(f"settlements seed={seed} count={count}")
    rng = random.Random(seed)
    for _ in range(count):
        numbers = [rng.choice([-1, 1]) * 50 * rng.randrange(0, 12) for _ in range(rng.randrange(1, players))]
        net = {f"p{n}": v for n, v in enumerate([*numbers, -sum(numbers)])}
        transfers = fewest_transfers(net)
        left = dict(net)
        for payer, receiver, amount in transfers:
            left[payer] += amount
            left[receiver] -= amount
        assert not any(left.values()), net
        assert len(transfers) == brute_force_transfers(list(net.values())), net


def nights(count: int, seed: int, hands: int = 200, players: tuple[int, int] = (2, 10), first: int = 0) -> str:
    """Random nights, the ``first``-th of this seed and those after it; says how many facts they were.

    At every fact chips and money agree; the settlement clears everything, for up to eight by as few transfers as brute
    force finds. Every tenth night is written out, read in and rebuilt, entry by entry, and the facts as they stand
    after all corrections, folded from nothing, give the same balances.
    """
    print(f"nights seed={seed} count={count} hands={hands} first={first}", flush=True)
    total = played = settled = 0
    for n in range(first, first + count):
        table = memory_night(f"{seed}:{n}", hands, players)
        books, facts = table.books, table.facts
        assert not {f.code for f in books.faults}, books.faults
        if n % 10 == 0:
            assert books.balances == balances(effective(facts))
            again = BooksFold()
            read = [stored(f).decoded() for f in facts]
            assert [again.apply(f) for f in read] == table.entries, "a rebuild differs"
        assert books.state.settled
        assert not books.state.of("cash") and not books.state.of("owed") and not books.state.of("stack")
        payments = next(f.payload.payments for f in reversed(facts) if isinstance(f.payload, NightSettled))
        net: dict[str, int] = {}
        for payer, receiver, centavos in payments:
            assert centavos > 0
            net[payer] = net.get(payer, 0) - centavos
            net[receiver] = net.get(receiver, 0) + centavos
        assert sum(net.values()) == 0
        if len(net) <= 8:
            assert len(payments) == brute_force_transfers(list(net.values())), payments
            settled += 1
        total += len(facts)
        played += sum(1 for f in facts if isinstance(f.payload, HandStarted))
    return f"{count} nights, {played} hands, {total} facts, {settled} settlements against brute force"


def pix_decoder(count: int, seed: int) -> None:
    """Codes for keys of every kind, with and without amount, through npm's pix-utils; needs node and npm."""
    print(f"pix_decoder seed={seed} count={count}")
    rng = random.Random(seed)
    keys = ["529.982.247-25", "11.222.333/0001-81", "(11) 91234-5678", "+5531932345678", "ana.lima@exemplo.com.br"]
    keys.append("123e4567-e12b-12d1-a456-426655440000")
    codes = []
    for n in range(count):
        key = pix_key(keys[n % len(keys)])
        centavos = None if n % 4 > 1 else rng.randrange(1, 10 ** rng.randrange(1, 9))
        name = "".join(rng.choice("ABCDE ãçéÍõ") for _ in range(rng.randrange(1, 30))) + "Z"
        code = br_code(key, name, "São Paulo", centavos, f"FALA{n}")
        codes.append({"code": code, "key": key.value, "centavos": centavos})
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(Path(__file__).with_name("pix_check.mjs"), folder)
        (Path(folder) / "codes.json").write_text(json.dumps(codes))
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "pix-utils@2"], cwd=folder, check=True)
        done = subprocess.run(["node", "pix_check.mjs"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout.strip())


def main(names: list[str], seed: int, first: int, count: int) -> None:
    """Every bar of the bank at its full size, or those named; each says how long it took."""
    server = Server()
    folder = Path(tempfile.mkdtemp(prefix="fala-bars-"))
    bars: dict[str, Callable[[], object]] = {
        "settlements": lambda: settlements(2000, seed),
        "pix": lambda: pix_decoder(60, seed),
        "kill-sqlite": lambda: kill_storm(str(folder / "kill.db"), 200, seed),
        "kill-postgresql": lambda: kill_storm(server.new_database(), 200, seed),
        "kill-server": lambda: server_kill_storm(server, 50, seed),
        "club": lambda: club(server.new_database(), 2, 10_000),
        "phones-sqlite": lambda: phones(folder / "phones", None, 8, 1000, seed),
        "phones-postgresql": lambda: phones(folder / "phones-pg", server.new_database(), 8, 1000, seed),
        "nights": lambda: nights(count, seed, first=first),
    }
    try:
        server.start()
        for name in names or list(bars):
            begun = time.monotonic()
            answer = bars[name]()
            print(f"{name}: ok, {int(time.monotonic() - begun)} s, {answer if answer is not None else ''}", flush=True)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="The bank's bars")
    words.add_argument("names", nargs="*")
    words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    words.add_argument("--first", type=int, default=0, help="the first of the nights, to play them in parts")
    words.add_argument("--nights", type=int, default=1000)
    given = words.parse_args()
    main(given.names, given.seed, given.first, given.nights)
