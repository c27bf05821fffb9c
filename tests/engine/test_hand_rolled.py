"""Passing, rolling and thirteen cards through the fold (V-40 to V-50)."""

from __future__ import annotations

import pytest
from hand_table import Table, table

from assistant.engine.hand_words import prompt
from assistant.facts import Acted, CardTurned, Chosen


def mesa(t: Table) -> None:
    """Everybody says mesa until the round is over."""
    step = t.state.core.step
    while t.state.phase == "betting" and t.state.core.step == step:
        t.do(Acted(t.state.choices[0].seat, "mesa"))


def test_V_40_anaconda_passes_unseen_orders_and_rolls_high_and_low() -> None:
    t = table("anaconda", "ABC", deck_low="2")
    t.closed()
    assert {c.code for c in t.state.choices} == {"pass_cards"} and "lugar B" in prompt(t.state.choices[0], "pt-BR")
    for _ in range(5):  # three passes, the discard, the order
        t.do(*(Chosen(s, "ready") for s in "ABC"))
    assert [len(t.state.cards[s]) for s in "ABC"] == [5, 5, 5]
    hands = {"A": "As Ks Qs Js 9s", "B": "2c 3c 4d 5h 7s", "C": "Td Th Tc 8d 8h"}
    for i in range(5):
        for seat, cards in hands.items():
            t.do(CardTurned(seat, i, cards.split()[i]))
        mesa(t)
    assert t.state.verdict is not None and t.state.payout == {"B": 1, "C": 2}


def test_R_156_rolled_games_speak_by_the_cards_turned_so_far() -> None:
    t = table("roll_your_own", "AB", deck_low="2")
    t.closed()
    assert all(e.any_closed for e in t.state.expected_cards)
    t.do(CardTurned("B", 2, "Kd"), CardTurned("A", 1, "9s"))
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Fala o Rei"
    assert t.refused(CardTurned("A", 0, "8s")).code == "unwanted_card_turned"


def test_V_48_roll_your_neighbor_the_neighbour_points_and_two_do_not_count() -> None:
    t = table("roll_your_neighbor", "AB", deck_low="2")
    t.closed()
    assert all(c.optional and c.code == "point_at" for c in t.state.choices)
    t.do(Chosen("A", "pick_cards", [1]))
    assert t.refused(CardTurned("B", 0, "9s")).code == "no_closed_card_there"
    t.do(CardTurned("B", 1, "9s"), CardTurned("A", 0, "Ks"))
    mesa(t)
    for a, b in (("Qs", "9d"), ("Js", "9h"), ("2s", "9c")):
        t.closed()
        for seat, card in (("A", a), ("B", b)):
            t.do(CardTurned(seat, t.state.core.closed_places(seat)[0], card))
        mesa(t)
    t.closed()
    mesa(t)
    t.do(CardTurned("A", t.state.core.closed_places("A")[0], "Ts"))
    t.do(CardTurned("B", t.state.core.closed_places("B")[0], "3s"))
    assert t.state.verdict is not None and t.state.payout == {"B": 2}
    assert len(t.state.core.closed_places("A")) == 2


@pytest.mark.parametrize(("game", "payout"), [("treze", {"A": 1, "B": 3}), ("polones", {"A": 4})])
def test_R_057_R_058_R_059_thirteen_cards_in_three_waves(game: str, payout: dict[str, int]) -> None:
    t = table(game, "AB", deck_low="2", pingo=2)
    t.closed()
    t.do(Chosen("A", "ready"), Chosen("B", "ready"))
    t.say("A passo, B passo")
    hands = {
        "A": "2c 2d 3h 4c 4d 5c 6h 7h Ac Ad Kh Qc Jc",
        "B": "3c 3d 4h 5d 5h 6c 8h 9h Kc Kd Qh Js Tc",
    }
    if game == "polones":
        hands = {
            "A": "Ac Ad Kh 4c 4d 5c 6h 7h 2c 3d 8s Jc Qc",
            "B": "3c 3s 4h 5d 5h 6c 8h 9h Kc Kd Qh Js Tc",  # rises where it must fall: fouled
        }
    for low, high in ((0, 3), (3, 8), (8, 13)):
        assert {e.turn_place for e in t.state.expected_cards} == set(range(low, high))
        for place in range(low, high):
            for seat, cards in hands.items():
                t.do(CardTurned(seat, place, cards.split()[place]))
    assert t.state.payout == payout
    assert t.state.verdict is not None and t.state.verdict.hands["B"].fouled == (game == "polones")
