"""Rules of the bank that bank.json does not spell out: proposals, refusals that say what would do, odd tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.bank import rules
from assistant.engine.options import Options
from assistant.engine.refusal import Allowed, Refusal
from assistant.vector_rooms.bank import bank


def test_r_191_a_chip_is_worth_whole_centavos_or_set_up_proposes() -> None:
    assert rules.chip_value(200, 5000) == 25
    assert rules.chip_value(100, 0) == 0  # playing for chips alone
    refused = rules.chip_value(300, 5000)
    assert isinstance(refused, Refusal) and refused.code == "chip_value"
    assert refused.allowed == (
        Allowed("cacife_centavos", sizes=(4800, 5100)),
        Allowed("cacife_chips", sizes=(250, 500)),
    )
    for chips, money in ((0, 100), (-1, 100), (10, -5)):
        assert isinstance(rules.chip_value(chips, money), Refusal)


@given(st.integers(1, 5000), st.integers(0, 100_000))
def test_r_191_every_proposal_would_be_taken(chips: int, centavos: int) -> None:
    answer = rules.chip_value(chips, centavos)
    if isinstance(answer, int):
        assert answer * chips == centavos
        return
    by_money, by_chips = answer.allowed
    assert by_money.sizes and all(isinstance(rules.chip_value(chips, n), int) for n in by_money.sizes)
    assert by_chips.sizes and all(isinstance(rules.chip_value(n, centavos), int) for n in by_chips.sizes)


def test_a_cacife_by_colours() -> None:
    values = {"branca": 1, "vermelha": 5, "verde": 25}
    assert rules.cacife_pieces(values, {"branca": 25, "vermelha": 10, "verde": 5}, 200) is None
    refused = rules.cacife_pieces(values, {"branca": 10}, 200)
    assert isinstance(refused, Refusal) and refused.params == {"sum": 10, "chips": 200}
    proposed = {a.what: a.sizes[0] for a in refused.allowed}
    assert rules.cacife_pieces(values, proposed, 200) is None
    assert isinstance(rules.cacife_pieces(values, {"azul": 1}, 200), Refusal)
    assert rules.counted(values, {"branca": 3, "verde": 2}) == 53
    assert isinstance(rules.counted(values, {"azul": 1}), Refusal)


@given(st.lists(st.integers(1, 200), min_size=1, max_size=5, unique=True), st.integers(1, 2000))
def test_a_proposed_mixture_is_a_cacife(values: list[int], chips: int) -> None:
    colours = {f"c{n}": v for n, v in enumerate(values)}
    proposal = rules.propose_pieces(colours, chips)
    if proposal:
        assert rules.cacife_pieces(colours, proposal, chips) is None
    else:
        assert 1 not in values


def test_r_194_the_refusal_says_how_many_would_do() -> None:
    refused = rules.rebuy({"A": 0, "B": 250}, "A", 3, 100, True)
    assert isinstance(refused, Refusal) and refused.allowed == (Allowed("cacifes", low=1, high=2),)
    assert isinstance(rules.rebuy({"A": 0, "B": 250}, "A", 0, 100, True), Refusal)
    # the stricter reading never keeps anybody from one cacife
    strict = Options(rebuy_cap="stack_after_le_max_stack")
    assert rules.rebuy({"A": 25, "B": 100}, "A", 1, 100, True, strict) == 125


def test_r_196_an_empty_table_starts_with_one_cacife() -> None:
    assert rules.newcomer({}, 100) == rules.Start(100, 1, 0, 0)


def test_r_201_royal_and_quina_pay_as_straight_flush() -> None:
    prizes = {"straight_flush": 50, "quads": 30}
    assert [rules.prize_of(c, prizes) for c in ("royal", "five", "straight_flush", "quads", "flush")] == [
        50,
        50,
        50,
        30,
        0,
    ]
    assert rules.prize_of("five", {"quads": 30}) == 30
    assert rules.prize_of("five", {"five": 80, "straight_flush": 50}) == 80


def test_a_vector_of_an_unknown_kind_is_a_difference() -> None:
    assert bank({"kind": "loteria", "expect": {}}) and bank({"kind": "end", "options": {"x": 1}, "expect": {}})


@pytest.mark.parametrize("before_end", [True, False])
def test_r_195_the_objection_names_the_loss_that_would_do(before_end: bool) -> None:
    result, objection = rules.leave(200, 120, 100, before_end)
    assert result == -80
    assert (objection is None) is not before_end
    if objection is not None:
        assert objection.allowed == (Allowed("loss", low=101),)
