"""The exchange against the stock (R-160 to R-169)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.engine.draw import DrawRules, DrawState, OpenDeal, open_deal
from assistant.engine.phrases import phrase, refusal_sentence
from assistant.engine.refusal import Refusal

FOUR = ("A", "B", "C", "D")


def drawing(cards: int, folded: int = 0, order: tuple[str, ...] = FOUR, **rules: Any) -> DrawState:
    return DrawState.start(DrawRules(**rules), order, cards, folded)


def ask(state: DrawState, **asks: int) -> DrawState:
    for seat, k in asks.items():
        after = state.ask(seat, k)
        assert isinstance(after, DrawState), after
        state = after
    return state


def no(state: DrawState, seat: str, k: int) -> Refusal:
    after = state.ask(seat, k)
    assert isinstance(after, Refusal)
    assert refusal_sentence(after, "en")
    return after


def test_r160_once_a_hand_in_order_from_the_carteadors_left() -> None:
    state = drawing(20)
    assert state.next == "A"
    assert no(state, "B", 1).code == "not_your_draw"
    state = ask(state, A=1)
    assert no(state, "A", 1).code == "drawn_already"
    assert no(state, "Z", 1).code == "not_drawing"
    state = ask(state, B=0, C=2, D=5)
    assert state.next is None


def test_r160_a_seat_may_be_passed_over() -> None:
    assert drawing(20).without("A").next == "B"


@pytest.mark.parametrize(
    ("rules", "place", "limits"),
    [
        ({}, 0, (0, 5)),
        ({"draw_max": 4}, 1, (0, 4)),
        ({"draw_max": 3}, 0, (0, 3)),
        ({"four_first_only": True}, 0, (0, 4)),
        ({"four_first_only": True}, 1, (0, 3)),
        ({"four_first_only": True, "draw_max": 3}, 0, (0, 3)),
        ({"draw_max": 3, "high_low": True}, 2, (0, 5)),
        ({"kind": "five_draw"}, 0, (0, 3)),
        ({"kind": "five_draw", "high_low": True}, 0, (0, 3)),
        ({"kind": "seis_para_cinco"}, 0, (1, 6)),
    ],
)
def test_r161_how_many_may_be_drawn(rules: dict[str, Any], place: int, limits: tuple[int, int]) -> None:
    assert DrawRules(**rules).limits(place) == limits


def test_r161_refusals_name_the_limit() -> None:
    state = drawing(20, draw_max=4)
    assert no(state, "A", 5).params["maximum"] == 4
    assert no(state, "A", -1).code == "below_zero"
    assert no(drawing(20, kind="seis_para_cinco"), "A", 0).code == "must_discard_one"


def test_r162_folded_hands_join_beforehand() -> None:
    assert drawing(7, 5, stock="stub_plus_folded").stock == 12
    assert drawing(7, 5, stock="stub_plus_discards").stock == 12
    assert drawing(7, 5).stock == 7


def test_r162_with_discards_mixed_in_his_own_may_come_back() -> None:
    state = ask(drawing(5, stock="stub_plus_discards"), A=3, B=0, C=2)
    assert [(s.reshuffle, s.stock_after) for s in state.served] == [(True, 5), (False, 5), (True, 5)]


def test_r163_the_last_card_is_never_given() -> None:
    state = ask(drawing(12), A=3, B=3, C=3, D=3)
    assert [s.reshuffle for s in state.served] == [False, False, False, True]
    assert state.served[-1].joined == ("A", "B", "C")
    assert ask(drawing(12), A=3, B=3, C=3, D=2).stock == 1


def test_r164_discards_then_leavers_then_the_last_card_then_what_there_is() -> None:
    order = ("A", "B")
    assert ask(drawing(3, 0, order), A=2, B=2).served[-1].joined == ("A",)
    hands = ask(drawing(2, 5, order), A=1, B=3).served[-1]
    assert (hands.folded_added, hands.stock_after, hands.rule) == (True, 4, "R-164")
    last = ask(drawing(3, 0, order), A=1, B=3).served[-1]
    assert (last.last_given, last.stock_after, last.short) == (True, 0, False)
    short = ask(drawing(2, 0, order), A=1, B=5).served[-1]
    assert (short.receives, short.short, short.stock_after) == (2, True, 0)


def test_r164_the_first_drawer_has_nobodys_discards_to_shuffle_in() -> None:
    one = ask(drawing(3), A=3).served[-1]
    assert (one.reshuffle, one.receives, one.last_given) == (False, 3, True)


def test_r165_his_own_discard_never_serves_his_own_exchange() -> None:
    state = ask(drawing(6), A=5)
    one = ask(state, B=5).served[-1]
    assert (one.receives, one.joined) == (5, ("A",))
    assert ask(state, B=5).discarded == {"B": 5}


def test_r166_each_is_asked_in_turn() -> None:
    assert phrase("ask_how_many", "pt") == "Quantas?"
    assert drawing(9).limits("B").high == 5


def test_r167_who_takes_none_says_so() -> None:
    one = ask(drawing(9), A=0).served[-1]
    assert one.says is not None
    assert phrase(one.says, "pt") == "Estou servido"
    assert phrase("planted", "pt") == "Estou plantado"


def test_r168_six_for_five_gives_one_fewer_and_nobody_is_served() -> None:
    state = ask(drawing(12, kind="seis_para_cinco", order=("A", "B", "C")), A=1, B=4, C=6)
    assert [(s.receives, s.says) for s in state.served] == [(0, None), (3, None), (5, None)]


def test_r169_the_cards_of_leavers_then_one_for_everybody() -> None:
    assert open_deal(8, 4, 0) == OpenDeal(False, False, 4)
    assert open_deal(3, 4, 5) == OpenDeal(False, True, 4)
    assert open_deal(1, 4, 2) == OpenDeal(True, True, 2)
    assert open_deal(3, 4, 5, "shared_card") == OpenDeal(True, False, 2)
    refusal = open_deal(0, 4, 0)
    assert isinstance(refusal, Refusal)
    assert refusal_sentence(refusal, "pt-BR") == "Não há mais cartas: o monte tem 0. Pode: mostrar."


def test_unknown_kinds_and_stocks_are_refused() -> None:
    with pytest.raises(ValueError, match="kind"):
        DrawRules(kind="dois_por_um")
    with pytest.raises(ValueError, match="draw_stock"):
        DrawRules(stock="nova")


@given(
    st.sampled_from(("stub", "stub_plus_folded", "stub_plus_discards")),
    st.integers(0, 30),
    st.integers(0, 15),
    st.lists(st.integers(0, 5), min_size=2, max_size=6),
)
def test_r164_no_card_appears_twice_or_gets_lost(stock: str, cards: int, folded: int, asks: list[int]) -> None:
    order = tuple("ABCDEF"[: len(asks)])
    state = drawing(cards, folded, order, stock=stock)
    short = 0
    for seat, k in zip(order, asks, strict=True):
        state = ask(state, **{seat: k})
        one = state.served[-1]
        short += k - one.receives
        assert one.seat not in one.joined
        assert state.stock >= 0
    assert state.stock + state.folded_cards + sum(state.discarded.values()) == cards + folded + short
