"""Open games through the fold: events, wild ranks, auctions, exchanges, rolls, points, thirteen (V-16 to V-50)."""

from __future__ import annotations

from typing import Any

from hand_table import Table, table

from assistant.engine.hand_wild import wild_ranks
from assistant.engine.hand_words import notice_sentence, prompt
from assistant.facts import Acted, CardDealt, CardTurned, Chosen


def mesa(t: Table) -> None:
    """Everybody says mesa until the round is over."""
    step = t.state.core.step
    while t.state.phase == "betting" and t.state.core.step == step:
        t.do(Acted(t.state.choices[0].seat, "mesa"))


def street(t: Table, cards: str) -> None:
    """Open cards, then mesa all round."""
    t.open(cards)
    mesa(t)


def test_R_128_an_open_figure_may_not_leave_in_the_first_round() -> None:
    t = table("stick5", "ABC", variations=("obrigacao",))
    t.open("Ks 9d Ah")
    t.say("C aposto 2")
    assert t.refused(Acted("A", "saio")).code == "obliged_to_stay"
    t.say("A cubro, B saio")
    t.open("Qs 8c")
    t.say("C aposto 2, A saio")
    assert t.state.payout == {"C": 7}


def test_R_129_the_house_may_forbid_mesa_on_the_first_street() -> None:
    t = table("stick5", "AB", first_street_mesa=False)
    t.open("Ks 9d")
    assert t.refused(Acted("A", "mesa")).code == "no_mesa_first_street"


def test_R_147_last_card_closed_the_left_of_the_carteador_speaks() -> None:
    t = table("stick5", "ABC", variations=("ultima_fechada",))
    for cards in ("Ks 9d Ah", "Qs 8d Th", "Jc 7d 9h"):
        street(t, cards)
    t.closed()
    call = t.state.speaker
    assert call is not None and (call.seat, call.rule) == ("A", "R-147")
    assert call.announcement_pt == "Fala quem está à esquerda do carteador"
    mesa(t)
    assert len([e for e in t.state.expected_cards if e.seat == "A"]) == 2


def test_V_18_who_turns_his_closed_card_gets_the_next_one_closed() -> None:
    t = table("stick5", "AB", variations=("segunda_fechada",))
    street(t, "Ks 9d")
    wishes = [c for c in t.state.choices if c.code == "closed_next"]
    assert {c.seat for c in wishes} == {"A", "B"} and all(c.optional for c in wishes)
    t.do(Chosen("A", "yes_no", False))
    assert [c.seat for c in t.state.choices] == ["B"]  # who has answered is not asked again
    t.do(Chosen("B", "yes_no", True))
    assert [(e.seat, e.up, e.turn_place) for e in t.state.expected_cards] == [("B", True, 0), ("A", True, None)]
    t.do(CardTurned("B", 0, "9h"), CardDealt("A", True, "Qs"), CardDealt("B", False))
    assert t.state.open_cards("B") == ("9h", "9d")
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Fala o par de Noves"


def test_V_19_all_open_needs_no_showdown_and_no_bet_on_the_last_card() -> None:
    t = table("stick5", "AB", variations=("tudo_aberto",))
    for cards in ("Ks 9d", "Qs 8d", "Js 7d", "Ts Ad"):
        street(t, cards)
    assert t.state.verdict is None
    t.open("8s As")
    assert t.state.verdict is not None and t.state.payout == {"B": 2}


def test_R_060_R_061_chicago_gives_half_to_the_highest_closed_spade() -> None:
    t = table("stick5", "ABC", variations=("chicago",), pingo=3)
    for cards in ("Ks 9d Jh", "9s Th 8c", "Qs 7d 8d", "Js Td Kc"):
        street(t, cards)
    t.turn("A", "Ah"), t.turn("B", "7s"), t.turn("C", "As")
    verdict = t.state.verdict
    assert verdict is not None and t.state.payout == {"B": 5, "C": 4}
    assert [p.part for p in verdict.pots[0].parts] == ["high", "side"]
    assert "Maior carta fechada do naipe: Ás de Espadas." in verdict.reason_pt and "R-060" in verdict.rules


def test_V_20_a_card_turned_before_the_end_is_no_closed_spade() -> None:
    t = table("stick5", "AB", variations=("chicago", "segunda_fechada"))
    street(t, "Kd 9d")
    t.do(Chosen("A", "yes_no", True), CardTurned("A", 0, "As"), CardDealt("A", False), CardDealt("B", True, "8d"))
    mesa(t)
    street(t, "Jd 7d")
    street(t, "Tc 8c")
    t.turn("A", "Qh"), t.turn("B", "7s")
    assert [p.winners for p in t.state.verdict.pots[0].parts] == [("B",), ("B",)]  # type: ignore[union-attr]


def test_R_050_miseria_and_R_053_high_low() -> None:
    t = table("stick5", "AB", variations=("miseria",))
    for cards in ("Ks 9d", "Qs 8d", "Js 7d", "9s Ad"):
        street(t, cards)
    t.turn("A", "8s"), t.turn("B", "Ts")
    assert t.state.payout == {"A": 2}
    assert t.state.verdict is not None and "é mais baixa que" in t.state.verdict.reason_pt
    t = table("stick5", "AB", variations=("high_low",))
    for cards in ("Ks 9d", "Qs 8d", "Js 7d", "9s Ad"):
        street(t, cards)
    t.turn("A", "8s"), t.turn("B", "As")
    assert t.state.payout == {"B": 1, "A": 1} and "R-053" in t.state.verdict.rules  # type: ignore[union-attr]


def test_R_131_beisebol_threes_cost_and_fours_bring_a_card_at_once() -> None:
    t = table("beisebol", "ABC", deck_low="2")
    t.closed()
    t.do(CardDealt("A", True, "3s"), CardDealt("B", True, "4d"))
    due = t.state.choices[0]
    assert (due.code, due.seat, due.to_call) == ("pay_three", "A", 2) and "paga 2" in prompt(due, "pt-BR")
    assert [e.seat for e in t.state.expected_cards] == ["B", "C"]  # the extra card before the next player
    t.do(CardDealt("B", True, "4h"), CardDealt("B", True, "Kd"), CardDealt("C", True, "9c"))
    assert t.state.phase == "dealing"  # the three is not paid yet
    t.do(Chosen("A", "yes_no", True))
    assert t.state.pot == 5 and len(t.state.cards["B"]) == 4 and t.state.phase == "betting"
    mesa(t)
    street(t, "9s 8d Th")
    street(t, "8s Qd Jh")
    street(t, "Ts 2d Qh")
    keep = t.state.choices[0]
    assert (keep.seat, keep.code, keep.pick) == ("B", "keep_form", (2, 2))
    assert t.refused(Chosen("B", "pick_cards", [1])).code == "pick_so_many"
    t.do(Chosen("B", "pick_cards", [1, 2]))
    assert t.state.phase == "showdown" and len(t.state.cards["B"]) == 5
    assert t.state.core.gone == ("4d", "4h")


def test_R_131_who_does_not_pay_for_the_three_leaves() -> None:
    t = table("beisebol", "AB", deck_low="2")
    t.closed()
    t.do(CardDealt("A", True, "3s"), Chosen("A", "yes_no", False))
    assert t.state.payout == {"B": 2}


def test_R_132_assassino_each_pays_the_pot_as_it_stands_in_dealing_order() -> None:
    t = table("stick5", "ABC", variations=("assassino",), pingo=2)
    street(t, "9s 8h Kd")
    t.do(CardDealt("C", True, "Ks"))  # seen first, settled last
    assert not t.state.choices
    t.do(CardDealt("A", True, "9d"))
    first = t.state.choices[0]
    assert (first.seat, first.to_call) == ("A", 6)
    t.do(Chosen("A", "yes_no", True), CardDealt("B", True, "7c"))
    second = t.state.choices[0]
    assert (second.seat, second.to_call) == ("C", 12)
    t.do(Chosen("C", "yes_no", True))
    assert t.state.pot == 24 and t.state.stacks == {"A": 92, "B": 98, "C": 86}


def test_V_27_beisebol_cego_each_turns_one_before_his_word() -> None:
    t = table("beisebol_cego", "AB", deck_low="2")
    t.closed()
    assert [(e.seat, e.any_closed) for e in t.state.expected_cards] == [("A", True)]
    assert t.refused(Acted("A", "mesa")).code == "turn_first"
    t.do(CardTurned("A", 2, "4s"))
    assert [(e.seat, e.up) for e in t.state.expected_cards] == [("A", False)]
    t.do(CardDealt("A", False), Acted("A", "aposto", 1), CardTurned("B", 0, "3d"))
    assert t.state.choices[0].code == "pay_three"
    t.do(Chosen("B", "yes_no", True), Acted("B", "cubro"))
    assert t.state.pot == 6 and t.state.phase == "dealing"
    for card_a, card_b in (("Ks", "9d"), ("Qs", "8d"), ("Js", "7d")):
        t.do(CardTurned("A", t.state.expected_cards[0].turn_place or 0, card_a), Acted("A", "mesa"))
        t.do(CardTurned("B", t.state.expected_cards[0].turn_place or 0, card_b), Acted("B", "mesa"))
    assert t.state.choices[0].code == "keep_form" and t.state.choices[0].seat == "A"
    t.do(Chosen("A", "pick_cards", [t.state.core.closed_places("A")[0]]))
    assert [e.seat for e in t.state.expected_cards] == ["A", "B"]


def test_R_029_follow_the_queen_by_dealing_order_not_by_the_order_seen() -> None:
    t = table("stickao", "ABC", variations=("follow_the_queen",))
    t.closed()
    t.do(CardDealt("C", True, "9h"), CardDealt("B", True, "8d"), CardDealt("A", True, "Qs"))
    assert wild_ranks(t.state.core, "A") == {"8"}
    mesa(t)
    street(t, "Kd Qc Th")
    assert wild_ranks(t.state.core, "B") == {"T"}


def test_R_030_change_the_diaper_opens_a_card_in_the_centre_at_each_pair() -> None:
    t = table("stick5", "AB", variations=("change_the_diaper",))
    street(t, "9s 8h")
    t.do(CardDealt("A", True, "9d"))
    assert [e.seat for e in t.state.expected_cards] == ["centre", "B"]
    t.do(CardDealt("centre", True, "Kc"), CardDealt("B", True, "7c"))
    assert wild_ranks(t.state.core, "B") == {"K"} and t.state.centre[0].card == "Kc"


def test_R_031_position_poker_gives_each_seat_its_own_wild_rank() -> None:
    t = table("position_poker", "ABC", deck_low="2")
    assert [sorted(wild_ranks(t.state.core, s)) for s in "ABC"] == [["9", "A"], ["2", "9"], ["3", "9"]]


def test_V_24_leilao_hidden_bids_go_to_the_pot_and_the_highest_picks_first() -> None:
    t = table("leilao", "ABC")
    t.closed()
    assert [e.seat for e in t.state.expected_cards] == ["centre"] * 3
    t.do(*(CardDealt("centre", True, c) for c in ("Ks", "9d", "Ah")))
    assert {c.kind for c in t.state.choices} == {"secret_amount"} and len(t.state.choices) == 3
    assert t.refused(Chosen("A", "secret_amount", 500)).code == "bid_above_stack"
    t.do(Chosen("A", "secret_amount", 5), Chosen("C", "secret_amount", 2))
    assert t.state.pot == 3 and t.state.last_words == {}  # fists are closed
    t.do(Chosen("B", "secret_amount", 5))
    assert t.state.pot == 15 and t.state.choices[0].seat == "A"  # equal bids: left of the carteador first
    assert t.refused(CardDealt("A", True, "Qs")).code == "not_in_the_centre"
    t.do(CardDealt("A", True, "Ah"))  # seen by the camera instead of told
    t.do(Chosen("B", "pick_cards", [0]))
    assert t.state.open_cards("B") == ("Ks",) and t.state.open_cards("C") == ("9d",)  # the last takes what is left
    assert t.state.phase == "betting" and t.state.centre == ()


def test_V_25_auction_instead_of_betting_lets_a_player_leave_after_it() -> None:
    t = table("leilao_aposta", "ABC")
    t.closed()
    t.do(*(CardDealt("centre", True, c) for c in ("Ks", "9d", "Ah")))
    t.do(*(Chosen(s, "secret_amount", n) for s, n in zip("ABC", (1, 0, 2), strict=True)))
    t.do(Chosen("C", "pick_cards", [2]), Chosen("A", "pick_cards", [0]))
    t.do(Chosen("A", "yes_no", True), Chosen("B", "yes_no", False), Chosen("C", "yes_no", True))
    assert len(t.state.expected_cards) == 2  # one card fewer in the centre


def test_R_133_cartas_substitutas_cost_one_two_three_pingos() -> None:
    t = table("stick5", "AB", variations=("cartas_substitutas",), pingo=2)
    for cards in ("Ks 9d", "Qs 8d", "Js 7d", "9s Ad"):
        street(t, cards)
    assert (t.state.choices[0].kind, t.state.choices[0].pick) == ("pick_cards", (0, 1))
    t.do(Chosen("A", "pick_cards", [4]))
    assert t.state.stacks["A"] == 96 and t.state.expected_cards[0].up  # the new card faces as the old one
    t.do(CardDealt("A", True, "As"), Chosen("B", "pick_cards", []))
    mesa(t)
    t.do(Chosen("A", "pick_cards", [0]), CardDealt("A", False), Chosen("B", "pick_cards", []))
    assert t.state.stacks["A"] == 92 and t.state.pot == 10
    mesa(t)
    t.do(Chosen("A", "pick_cards", []), Chosen("B", "pick_cards", []))
    assert t.state.phase == "showdown"


def test_R_133_twist_charges_by_facing_and_bets_again_only_if_somebody_exchanged() -> None:
    def five_streets() -> Table:
        t = table("twist", "AB", deck_low="2", pingo=2)
        for cards in ("Ks 9d", "Qs 8d", "Js 7d", "9s Ad", "2c 3c"):
            street(t, cards)
        return t

    t = five_streets()
    t.do(Chosen("A", "pick_cards", []), Chosen("B", "pick_cards", []))
    assert t.state.phase == "showdown"
    t = five_streets()
    t.do(Chosen("A", "pick_cards", [0]))
    assert t.state.choices[0].code == "new_card_closed"
    t.do(Chosen("A", "yes_no", True))
    assert t.state.stacks["A"] == 98 - 6  # a closed card two pingos, the new one closed one more
    t.do(CardDealt("A", False), Chosen("B", "pick_cards", [2]), Chosen("B", "yes_no", False))
    assert t.state.stacks["B"] == 98 - 2
    t.do(CardDealt("B", True, "Tc"))
    assert t.state.phase == "betting"


def test_R_055_R_056_R_153_colorido_speaks_and_divides_by_points() -> None:
    t = table("colorido", "AB", deck_low="2")
    t.open("Ah Ks")
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Fala quem mostra 10 pontos"
    mesa(t)
    for cards in ("2h 9s", "3h 8s", "4h 7s", "5h 6s"):
        street(t, cards)
    t.turn("A", "6h 7h"), t.turn("B", "2d 3d")
    verdict = t.state.verdict
    assert verdict is not None and verdict.hands["B"].points == 40 and t.state.payout == {"A": 1, "B": 1}
    assert verdict.reason_pt == "Mão alta: 40 pontos contra 0. Mão baixa: 0 pontos contra 40."


def test_R_185_R_047_two_of_seven_are_laid_aside_where_the_player_discards() -> None:
    def seven(**house: Any) -> Table:
        t = table("stick7", "AB", deck_low="2", **house)
        for cards in ("Ks 9d", "Qs 8d", "Js 7d", "9s Ad", "2c 3c"):
            street(t, cards)
        return t

    t = seven(seven_card_select="player_discards")
    assert [c.code for c in t.state.choices] == ["lay_aside", "lay_aside"] and t.state.expected_cards == ()
    assert t.refused(CardTurned("A", 0, "Kd")).code == "lay_aside_first"
    t.do(Chosen("A", "pick_cards", [1, 6]), Chosen("B", "pick_cards", [0, 6]))
    t.turn("A", "Kd"), t.turn("B", "Ac")
    assert t.state.verdict is not None and t.state.verdict.hands["B"].cards == ("Ac", "9d", "8d", "7d", "Ad")
    assert not t.state.cards["A"][1].up  # closed cards stay closed
    t = seven()
    assert t.state.choices[0].optional and len(t.state.expected_cards) == 4
    t.turn("A", "Kd Kh"), t.turn("B", "Ac 2d")
    assert t.state.payout == {"A": 2}


def test_R_111_R_148_stud_the_lowest_card_is_forced_to_open() -> None:
    t = table("stud7", "ABC", deck_low="2", pingo=1)
    t.open("9s 2d Kh")
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Abre o Dois de Ouros"
    assert t.state.staked["B"] == 1 and t.state.choices[0].seat == "C"
    assert {o.value for o in t.state.choices[0].options} == {"cubro", "completo", "saio"}
    t.say("C completo, A cubro, B saio")
    t.open("9d Ks")
    assert t.state.speaker is not None and t.state.speaker.seat == "C" and t.state.speaker.rule == "R-143"
    bet = next(o for o in t.state.choices[0].options if o.value == "aposto")
    assert bet.sizes == (2, 4)  # a pair shows


def test_R_169_the_leavers_cards_are_shuffled_in_then_one_card_serves_everybody() -> None:
    t = table("stud7", "ABCDEFGH", deck_low="2")
    t.open("2s 3s 4s 5s 6s 7s 8s 9s")
    t.say("B cubro, C cubro, D cubro, E cubro, F cubro, G cubro, H cubro")
    street(t, "2d 3d 4d 5d 6d 7d 8d 9d")
    street(t, "2c 3c 4c 5c 6c 7c 8c 9c")
    street(t, "2h 3h 4h 5h 6h 7h 8h 9h")
    (notice,) = t.state.notices
    assert notice.code == "shared_card" and [(e.seat, e.up) for e in t.state.expected_cards] == [("centre", True)]
    assert "serve a todos" in notice_sentence(notice, "pt-BR")
    t.do(CardDealt("centre", True, "As"))
    assert t.state.centre[0].role == "shared" and t.state.phase == "betting"


def test_R_223_R_222_a_seat_whose_time_ran_out_is_treated_as_all_in_where_the_house_says_so() -> None:
    t = table("stick5", "ABC", timeout_action="allin_if_contributed_else_fold")
    t.open("Ks 9d Ah")
    t.say("C aposto 5")
    t.do(Acted("A", "tempo"))
    assert t.state.all_in == {"A"} and t.state.stacks["A"] == 99
    t.say("B cubro")
    street(t, "Qs 8d Th")
    assert t.state.pot == 13 and "A" in t.state.active
    assert table("stick5", "AB").refused(Acted("A", "tempo")).code == "unwanted_acted"
