"""Any byte flipped, any fact dropped, swapped or inserted in a 1,000-fact night is found, and the first one named."""

from __future__ import annotations

import random

from tampering import trials


def test_tampering_is_found_and_named() -> None:
    seed = random.SystemRandom().randrange(10_000)
    print(f"seed {seed}")
    assert sum(trials(100, seed).values()) >= 99
