"""Pots, side pots, refunds, halves, quarters and odd chips (R-053 to R-061, R-114, R-116, R-117, R-120; cases.md B)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.pots import MODES, Payout, build_pots, divide, left_of, pay_out, share_pot, uncalled


def pots(seats: str, dead: int = 0, folded: str = "", **contrib: int) -> list[tuple[int, str]]:
    return [(p.amount, "".join(p.eligible)) for p in build_pots(seats, contrib, folded, dead)[0]]


def test_r114_layers_by_what_each_put_in() -> None:
    assert pots("ABCD", A=10, B=30, C=100, D=100) == [(40, "ABCD"), (60, "BCD"), (140, "CD")]
    assert pots("ABCD", folded="A", A=50, B=50, C=20, D=50) == [(80, "BCD"), (90, "BD")]
    assert pots("ABCDE", folded="BC", A=40, B=40, C=40, D=40, E=15) == [(75, "ADE"), (100, "AD")]


def test_r116_what_nobody_matched_returns_before_pots_are_formed() -> None:
    assert build_pots("AB", {"A": 5, "B": 40}) == (build_pots("AB", {"A": 5, "B": 5})[0], {"B": 35})
    assert uncalled({"A": 5, "B": 5}) == {}
    assert uncalled({}) == {}
    assert uncalled({"A": 7}) == {"A": 7}


def test_case15_102_against_98_gives_four_back() -> None:
    built, refund = build_pots("AB", {"A": 102, "B": 98})
    assert ([p.amount for p in built], refund) == ([196], {"A": 4})


def test_case9_a_layer_only_leavers_reached_joins_the_pot_below() -> None:
    assert pots("ABCD", folded="AD", A=100, B=40, C=40, D=100) == [(280, "BC")]


def test_case20_who_is_left_alone_takes_everything() -> None:
    paid = pay_out(
        "ABC", "C", {"A": 500, "B": 10, "C": 10}, mode="single", tiers={"high": [["A"]]}, folded=("B", "C")
    )
    assert (paid.refund, paid.total) == ({"A": 490}, {"A": 520, "B": 0, "C": 0})


def test_r120_a_carried_pot_belongs_to_the_main_pot() -> None:
    assert pots("ABC", dead=9, A=2, B=10, C=10) == [(15, "ABC"), (16, "BC")]
    assert pots("ABC", dead=9, A=0, B=10, C=10) == [(9, "ABC"), (20, "BC")]
    assert pots("AB", dead=6, A=0, B=0) == [(6, "AB")]
    with pytest.raises(ValueError, match="nobody left"):
        build_pots("AB", {"A": 1, "B": 1}, "AB")


def test_r117_odd_chips_from_the_first_winner_to_the_dealers_left() -> None:
    assert left_of("ABCD", "B") == ["C", "D", "A", "B"]
    assert divide(80, "ACD", left_of("ABCD", "B"))[0] == {"C": 27, "D": 27, "A": 26}
    assert divide(75, "AB", left_of("ABC", "A"))[0] == {"B": 38, "A": 37}


def test_case13_seven_between_two() -> None:
    assert divide(7, "AB", "AB")[0] == {"A": 4, "B": 3}


def test_case12_thirds_and_the_smallest_chip() -> None:
    assert divide(30_300, "ABC", "ABC")[0] == {"A": 10_100, "B": 10_100, "C": 10_100}
    by_five, odd = divide(100, "ABC", "ABC", unit=5)
    assert by_five == {"A": 35, "B": 35, "C": 30}
    assert [(o.seat, o.amount) for o in odd] == [("A", 5), ("B", 5)]
    assert odd[0].sentence("pt-BR") == "Lugar A: ficha que sobra, 5, primeiro vencedor à esquerda do carteador"
    assert divide(100, "ABC", "ABC", unit=25)[0] == {"A": 50, "B": 25, "C": 25}
    assert divide(7, "AB", "AB", unit=5)[0] == {"A": 7, "B": 0}  # what is less than a chip goes with the odd one
    with pytest.raises(ValueError, match="winners"):
        divide(7, "", "AB")


def shares(paid: Payout) -> list[list[tuple[str, int, dict[str, int]]]]:
    return [[(s.part, s.amount, s.to) for s in award.shares] for award in paid.awards]


def test_r053_r117_the_indivisible_chip_goes_with_the_high_half() -> None:
    paid = pay_out(
        "ABC", "C", {"A": 15, "B": 15, "C": 15}, mode="highlow", tiers={"high": [["A"], ["B"]], "low": [["C"]]}
    )
    assert shares(paid) == [[("high", 23, {"A": 23}), ("low", 22, {"C": 22})]]
    assert paid.awards[0].shares[0].odd[0].sentence("en") == "Seat A: odd chip of 1, it goes with the high hand"
    by_five = pay_out("AB", "B", {"A": 15, "B": 20}, mode="highlow", tiers={"high": [["A"]], "low": [["B"]]}, unit=5)
    assert shares(by_five) == [[("high", 15, {"A": 15}), ("low", 15, {"B": 15})]]


def test_r057_quarter_half_quarter() -> None:
    tiers = {"low": [["C"]], "side": [["B"]], "high": [["A"]]}
    paid = pay_out("ABC", "C", {"A": 21, "B": 21, "C": 21}, mode="treze", tiers=tiers)
    assert shares(paid) == [[("low3", 15, {"C": 15}), ("mid5", 31, {"B": 31}), ("high5", 17, {"A": 17})]]


def test_r058_everybody_fouled_gives_the_pot_back_in_equal_parts() -> None:
    paid = pay_out("ABC", "C", {"A": 5, "B": 5, "C": 5}, mode="treze", tiers={"low": [], "side": [], "high": []})
    assert shares(paid) == [[("returned", 15, {"A": 5, "B": 5, "C": 5})]]


@pytest.mark.parametrize("mode", ["chicago", "san_francisco"])
def test_r060_nobody_with_the_suit_leaves_all_to_the_hand(mode: str) -> None:
    contrib = {"A": 10, "B": 30, "C": 30}
    paid = pay_out("ABC", "C", contrib, mode=mode, tiers={"high": [["B"], ["C"], ["A"]], "side": [["A"]]})
    assert shares(paid) == [[("high", 15, {"B": 15}), ("side", 15, {"A": 15})], [("high", 40, {"B": 40})]]


def test_r061_miseria_without_the_suit_may_go_to_another_hand() -> None:
    tiers = {"high": [["A"], ["B"]], "side": [], "whole": [["B"], ["A"]]}
    paid = pay_out("AB", "B", {"A": 10, "B": 10}, mode="chicago", tiers=tiers)
    assert shares(paid) == [[("high", 20, {"B": 20})]]


def test_an_unknown_division_is_refused() -> None:
    with pytest.raises(ValueError, match="single"):
        pay_out("AB", "B", {"A": 1, "B": 1}, mode="thirds", tiers={"high": [["A"]]})
    with pytest.raises(ValueError, match="negative"):
        build_pots("AB", {"A": -1, "B": 1})


def test_a_pot_is_told_in_words() -> None:
    pot = build_pots(["1", "2", "3"], {"1": 10, "2": 10, "3": 0}, ["3"])[0][0]
    assert pot.sentence("pt-BR") == "20 entre os lugares 1 e 2"
    assert share_pot(pot, "single", {"high": [["1"]]}, ["1", "2", "3"])[0].to == {"1": 20}


@settings(max_examples=500)
@given(
    data=st.data(),
    stakes=st.lists(st.integers(0, 60), min_size=2, max_size=9),
    mode=st.sampled_from(sorted(MODES)),
    dead=st.integers(0, 20),
    unit=st.sampled_from([1, 1, 5, 25]),
)
def test_case21_chips_are_conserved_and_no_pot_lacks_a_winner(
    data: st.DataObject, stakes: list[int], mode: str, dead: int, unit: int
) -> None:
    seats = [str(i) for i in range(1, len(stakes) + 1)]
    contrib = dict(zip(seats, stakes, strict=True))
    folded = data.draw(st.sets(st.sampled_from(seats), max_size=len(seats) - 1))
    live = [s for s in seats if s not in folded]
    tiers = {}
    for key in ("high", "low", "side"):
        order = data.draw(st.permutations(live))
        cut = data.draw(st.integers(0 if key != "high" else len(live), len(live)))
        tiers[key] = [order[i : i + 2] for i in range(0, cut, 2)]
    dealer = data.draw(st.sampled_from(seats))
    paid = pay_out(seats, dealer, contrib, mode=mode, tiers=tiers, folded=folded, dead=dead, unit=unit)
    assert sum(paid.total.values()) == sum(stakes) + dead
    assert all(n >= 0 for n in paid.total.values())
    for award in paid.awards:
        assert award.pot.eligible and set(award.pot.eligible) <= set(live)
        assert sum(s.amount for s in award.shares) == award.pot.amount
        for share in award.shares:
            assert sum(share.to.values()) == share.amount
            assert set(share.to) <= set(award.pot.eligible)
    for seat in folded:
        assert paid.total[seat] == paid.refund.get(seat, 0)
    assert len({a.pot.eligible for a in paid.awards}) == len(paid.awards)
