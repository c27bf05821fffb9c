"""The progressive opener (R-121 to R-123)."""

from __future__ import annotations

import pytest

from assistant.engine.ladder import ladder_for
from assistant.engine.opener import cards_open, opening_ladder, required, steps
from assistant.engine.options import Options

L32 = ladder_for("7", Options())
L52 = ladder_for("2", Options())


def up(deck_low: str) -> tuple[str, ...]:
    return tuple(reversed(opening_ladder(ladder_for(deck_low, Options())).categories))


def test_r121_one_step_up_each_time_all_pass() -> None:
    assert [required(n, up("7")) for n in range(6)] == [
        "pair_J",
        "pair_Q",
        "pair_K",
        "pair_A",
        "two_pair",
        "two_pair",
    ]


def test_r122_without_a_ceiling_the_ladder_in_force_goes_on() -> None:
    assert steps(up("7"), "none")[5:] == ("trips", "straight", "full", "flush", "quads", "straight_flush")
    assert steps(up("2"), "none")[5:] == ("trips", "straight", "flush", "full", "quads", "straight_flush")
    assert required(99, up("2"), "none") == "straight_flush"
    with pytest.raises(ValueError, match="opener_ceiling"):
        steps(up("2"), "sky")


def test_r122_pairs_only_has_no_straights_to_ask_for() -> None:
    ladder = tuple(reversed(ladder_for("7", Options(), "pairs_only").categories))
    assert steps(ladder, "none")[5:] == ("trips", "full", "quads")


@pytest.mark.parametrize(
    ("requirement", "cards", "opens"),
    [
        ("pair_J", "Js Jd 9h 8s 7c", True),
        ("pair_J", "Ts Td 9h 8s 7c", False),
        ("pair_J", "As Kd Qh Js 9c", False),
        ("pair_A", "As Ad 9h 8s 7c", True),
        ("pair_A", "7s 7d 8h 8s 9c", True),
        ("two_pair", "As Ad Kh Qs 7c", False),
        ("trips", "Ks Qs Js Ts 9s", True),
        ("straight_flush", "As Ks Qs Js Ts", True),
        ("pair_J", "As Kd Qh 9s Jk", True),
        ("straight_flush", "As Ad Ah Ac Jk", True),
    ],
)
def test_r121_what_opens(requirement: str, cards: str, opens: bool) -> None:
    assert cards_open(requirement, cards.split(), L32) is opens


def test_r026_the_pair_opens_where_it_is_worth_nothing() -> None:
    ladder = ladder_for("7", Options(), "no_one_pair")
    assert "pair" not in ladder.categories
    assert cards_open("pair_J", ["Js", "Jd", "9h", "8s", "7c"], ladder)
    assert not cards_open("pair_Q", ["Js", "Jd", "9h", "8s", "7c"], ladder)


def test_r123_openers_set_aside_prove_the_claim() -> None:
    assert cards_open("pair_J", ["Qs", "Qd"], L52)
    assert not cards_open("pair_K", ["Qs", "Qd"], L52)
