"""Settlement: zero in every case, by the fewest transfers, blocked while counts and books differ (R-212 to R-214)."""

from __future__ import annotations

import random

import pytest
from bank_bars import brute_force_transfers, settlements
from hypothesis import given
from hypothesis import strategies as st

from assistant.bank.settle import fewest_transfers, results


def clears(net: dict[str, int], transfers: tuple[tuple[str, str, int], ...]) -> bool:
    left = dict(net)
    for payer, receiver, amount in transfers:
        assert amount > 0 and payer != receiver
        left[payer] += amount
        left[receiver] -= amount
    return not any(left.values())


def test_r_213_two_independent_pairs() -> None:
    net = {"A": 50, "B": 30, "C": -50, "D": -30}
    assert set(fewest_transfers(net)) == {("C", "A", 50), ("D", "B", 30)}


def test_r_213_greedy_would_need_one_more() -> None:
    net = {"A": 50, "B": 40, "C": -40, "D": -35, "E": -15}
    assert len(fewest_transfers(net)) == 3


@given(st.lists(st.integers(-40, 40), max_size=7))
def test_r_213_the_fewest_checked_against_brute_force(numbers: list[int]) -> None:
    net = {f"p{n}": v for n, v in enumerate([*numbers, -sum(numbers)])}
    transfers = fewest_transfers(net)
    assert clears(net, transfers)
    assert len(transfers) == brute_force_transfers(list(net.values()))


def test_r_213_random_nights_against_brute_force() -> None:
    settlements(60, seed=3)


@pytest.mark.parametrize("players", [9, 12, 16, 30, 60])
def test_large_clubs_clear_too(players: int) -> None:
    rng = random.Random(players)
    net = {f"p{n}": rng.randrange(-500, 500) * 10 for n in range(players - 1)}
    net["last"] = -sum(net.values())
    transfers = fewest_transfers(net)
    assert clears(net, transfers) and len(transfers) < players


def test_results_that_do_not_add_up_are_no_settlement() -> None:
    with pytest.raises(ValueError, match="-10"):
        fewest_transfers({"A": 50, "B": -60})
    assert results({"A": 100, "B": 100}, {"A": 150, "B": 40}) == ({"A": 50, "B": -60}, -10)
    assert fewest_transfers({}) == () and fewest_transfers({"A": 0}) == ()
