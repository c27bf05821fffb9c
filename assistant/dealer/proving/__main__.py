"""`python -m assistant.dealer.proving deals|cuts|fuzz [--count N] [--seed N]`: the long runs and their figures."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys

from assistant.dealer.proving.cuts import run_cuts
from assistant.dealer.proving.deals import run_deals
from assistant.dealer.proving.fuzz import fuzz_board, fuzz_driver

FULL = {"deals": 200, "cuts": 500, "fuzz": 1_000_000}


def prove(what: str, count: int, seed: int) -> bool:
    """Run one proof, print its figures with the seed that repeats it, and say whether it held."""
    print(f"{what}: {count}, seed {seed}", flush=True)
    if what == "deals":
        tally = asyncio.run(run_deals(count, seed))
        print(f"  deals {tally.deals}, complete {tally.complete}, stopped {dict(tally.stopped)}, cards {tally.cards}")
        print(f"  faults {dict(tally.faults)}")
        print(f"  questions {dict(tally.questions)}")
        print(f"  slowest report {tally.slowest:.2f} s; {tally.seconds:.0f} s simulated")
        bad = tally.wrong + tally.hangs
    elif what == "cuts":
        cuts = asyncio.run(run_cuts(count, seed))
        print(f"  cuts {cuts.cuts}, sure {cuts.sure}, unsure of one card {cuts.unsure}, memory torn {cuts.torn}")
        print(f"  the driver told {cuts.during}")
        bad = cuts.wrong
    else:
        board, driver = asyncio.run(fuzz_board(count, seed)), fuzz_driver(count, seed)
        print(f"  board {board.to_board} bytes, back within {board.slowest_return:.2f} s")
        print(f"  driver {driver.to_driver} bytes, {driver.delivered} believed")
        bad = board.moved + driver.moved + (["believed garbage"] if driver.delivered else [])
        bad += ["link not back within a second"] if board.slowest_return > 1.0 else []
    for line in bad:
        print("  WRONG " + line)
    return not bad


def main() -> int:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m assistant.dealer.proving")
    parser.add_argument("what", choices=[*FULL, "all"])
    parser.add_argument("--count", type=int)
    parser.add_argument("--share", type=int, default=1, help="one part in so many of the full count")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    args = parser.parse_args()
    names = list(FULL) if args.what == "all" else [args.what]
    held = [prove(n, args.count or FULL[n] // args.share, args.seed) for n in names]  # each, even after a failure
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
