"""The bank's long runs, functions of a number and a seed that they print: small in the suite, large in `make bars`."""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bank_kills import club, kill_storm, server_kill_storm
from bank_postgres import Server
from night_maker import memory_night

from assistant.bank.ledger import BooksFold, balances, effective
from assistant.bank.pix import br_code, pix_key
from assistant.bank.settle import fewest_transfers
from assistant.chain import stored
from assistant.facts import Corrected, HandStarted, NightSettled


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
    total = played = settled = corrected = 0
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
        corrected += sum(1 for f in facts if isinstance(f.payload, Corrected))
    told = f"{corrected} corrections, {settled} settlements against brute force"
    return f"{count} nights, {played} hands, {total} facts, {told}"


PIX = Path(__file__).parents[2] / "tools" / "pix"  # `make test` fetches the reader by its lock file


def pix_decoder(count: int, seed: int) -> str:
    """Codes for keys of every kind, with and without amount, through npm's pix-utils; it must notice a changed sign."""
    print(f"pix_decoder seed={seed} count={count}")
    rng = random.Random(seed)
    keys = ["529.982.247-25", "11.222.333/0001-81", "12.ABC.345/01DE-35", "(11) 91234-5678", "+5531932345678"]
    keys += ["(31) 3234-5678", "ana.lima@exemplo.com.br", "123e4567-e12b-12d1-a456-426655440000"]
    codes = []
    for n in range(count):
        key = pix_key(keys[n % len(keys)])
        centavos = None if n // len(keys) % 2 else rng.randrange(1, 10 ** rng.randrange(1, 9))
        name = "".join(rng.choice("ABCDE ãçéÍõ") for _ in range(rng.randrange(1, 30))) + "Z"
        code = br_code(key, name, "São Paulo", centavos, f"FALA{n}")
        meant = {"key": key.value, "name": _bare(name, 25), "city": "Sao Paulo", "centavos": centavos}
        codes.append({"code": code, **meant})
    done = subprocess.run(
        ["node", "check.mjs"], cwd=PIX, input=json.dumps(codes), capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def _bare(text: str, most: int) -> str:
    """A name as a Pix code holds it: no accents, single spaces, cut."""
    plain = text.translate(str.maketrans("ãçéÍõ", "aceIo"))
    return " ".join(plain.split())[:most].strip()


class Databases:
    """A PostgreSQL server that is started by the first bar that needs one, and a folder for SQLite."""

    def __init__(self) -> None:
        self._server: Server | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="fala-bars-"))

    @property
    def server(self) -> Server:
        """The running server."""
        if self._server is None:
            self._server = Server()
            self._server.start()
        return self._server

    def postgresql(self) -> str:
        """A fresh database of it."""
        return self.server.new_database()

    def close(self) -> None:
        """End and remove everything."""
        if self._server is not None:
            self._server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def phones_at_once(folder: Path, where: str | None, seed: int) -> str:
    """Eight phones and a reader until a thousand facts are written."""
    from bank_table_bars import phones  # the whole house: only for the bar that needs it

    return phones(folder, where, 8, 1000, seed)


def main(names: list[str], seed: int, first: int, count: int | None) -> None:
    """Every bar of the bank at its full size, or those named; each says how long it took."""
    on = Databases()
    bars: dict[str, Callable[[], object]] = {
        "settlements": lambda: settlements(count or 2000, seed),
        "pix": lambda: pix_decoder(count or 200, seed),
        "kill-sqlite": lambda: kill_storm(str(on.folder / "kill.db"), count or 200, seed),
        "kill-postgresql": lambda: kill_storm(on.postgresql(), count or 200, seed),
        "kill-server": lambda: server_kill_storm(on.server, count or 200, seed),
        "club": lambda: club(on.postgresql(), 2, 10_000),
        "phones-sqlite": lambda: phones_at_once(on.folder / "phones", None, seed),
        "phones-postgresql": lambda: phones_at_once(on.folder / "phones-pg", on.postgresql(), seed),
        "nights": lambda: nights(count or 1000, seed, first=first),
    }
    try:
        for name in names or list(bars):
            begun = time.monotonic()
            answer = bars[name]()
            print(f"{name}: ok, {int(time.monotonic() - begun)} s, {answer if answer is not None else ''}", flush=True)
    finally:
        on.close()


if __name__ == "__main__":
    words = argparse.ArgumentParser(description="The bank's bars")
    words.add_argument("names", nargs="*")
    words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    words.add_argument("--count", type=int, help="nights, kills or settlements instead of the bar's own number")
    words.add_argument("--first", type=int, default=0, help="the first of the nights, to play them in parts")
    given = words.parse_args()
    main(given.names, given.seed, given.first, given.count)
