"""Every game ends, conserves every chip after every fact, and refolds to itself (cases 9, 13, 20, 21, 82)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_hands import check_hand, playable


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6))
def test_case_21_random_hands_of_every_game_conserve_chips_end_and_refold(seed: int) -> None:
    check_hand(seed)


def test_case_21_every_game_and_variation_is_played_alone() -> None:
    for seed, (_, variations) in enumerate(playable()):
        if not variations:
            check_hand(seed)


@pytest.mark.slow
def test_case_21_ten_thousand_hands_of_every_combination() -> None:
    for seed in range(10_000):
        check_hand(seed)
