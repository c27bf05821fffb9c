"""Whole hands of Stick and Stickão through the fold: deal, speech, betting, showdown, award (V-14, V-15)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import pytest
from hand_table import Table, table

from assistant.engine.hand import Folded, HandState, fold, start_hand
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.engine.showdown import fill
from assistant.facts import Acted, CardDealt, CardTurned, Chosen, Corrected, HandVoided, PotAwarded, encode_payload


def chips(state: HandState) -> int:
    return sum(state.stacks.values()) + state.pot


def whole_hand() -> Table:
    t = table("stick5", "ABC")
    t.open("Ts 9d Ah")
    t.say("C aposto 2, A cubro, B cubro")
    t.open("Ks 9h 8c")
    t.say("B aposto 4, C cubro, A cubro")
    t.open("Qs 7d 8d")
    t.say("B mesa, C mesa, A mesa")
    t.open("Js Td Kc")
    t.say("B mesa, C aposto 10, A cubro, B saio")
    t.turn("C", "Ac")
    return t


def test_V_14_R_142_a_whole_hand_of_stick_from_pingo_to_award() -> None:
    t = whole_hand()
    assert t.state.phase == "showdown" and t.state.verdict is None
    t.turn("A", "9s")
    assert t.state.phase == "verdict" and t.state.verdict is not None
    verdict = t.state.verdict
    assert fill(verdict.headline_pt, {"C": "Ana"}) == "Ana leva o montão: 41"
    assert verdict.reason_pt == "Dois pares, Ases e Oitos ganha de carta alta, Rei."
    assert "R-024" in verdict.rules
    assert verdict.hands["C"].best == ("Ac", "Ah", "8c", "8d", "Kc") and t.state.payout == {"C": 41}
    t.award()
    assert t.state.over and t.state.stacks == {"A": 83, "B": 93, "C": 124}
    assert (t.state.next_dealer, t.state.carry_out, t.state.pot) == ("A", 0, 0)


def test_R_151_the_call_names_the_open_cards_and_says_why() -> None:
    t = table("stick5", "ABC")
    t.open("Ks 9d Ah")
    call = t.state.speaker
    assert call is not None
    assert (call.seat, call.announcement_pt, call.announcement_en) == ("C", "Fala o Ás", "Ace bets")
    assert call.reason_pt.startswith("Lugar C") and call.rule == "R-142"
    t.say("C mesa, A mesa, B mesa")
    assert t.state.speaker is None and t.state.phase == "dealing"
    t.open("9s 9h 8c")
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Fala o par de Noves"


def test_R_145_stickao_speaks_for_possibilities_and_ranks_them_at_the_end() -> None:
    t = table("stickao", "ABC")
    t.open("Ks 9d Ah")
    t.say("C aposto 2, A cubro, B cubro")
    t.open("Qs 9h 8c")
    t.say("B mesa, C mesa, A mesa")
    t.open("Js 7d 8d")
    assert t.state.speaker is not None and t.state.speaker.announcement_pt == "Fala o straight flush possível"
    t.say("A aposto 6, B cubro, C cubro")
    t.open("9s Td Kc")
    t.say("A aposto 5, B saio, C cubro")
    t.turn("A", "7s")
    t.turn("C", "Ac")
    assert t.state.payout == {"A": 37} and t.state.verdict is not None
    assert t.state.verdict.reason_pt == "Flush até Rei ganha de dois pares, Ases e Oitos."


def test_R_104_uncontested_takes_the_pot_and_shows_nothing() -> None:
    t = table("stick5", "ABC")
    t.open("Ks 9d Ah")
    t.say("C aposto 5, A saio, B saio")
    assert t.state.phase == "verdict" and t.state.expected_cards == ()
    assert t.state.stacks == {"A": 99, "B": 99, "C": 99}
    verdict = t.state.verdict
    assert verdict is not None and verdict.uncontested and not verdict.hands
    assert t.state.payout == {"C": 3} and verdict.headline_en == "{C} takes the pot: 3"
    t.award()
    assert t.state.stacks["C"] == 102


def test_R_114_R_116_an_all_in_makes_side_pots_and_what_nobody_called_goes_back() -> None:
    t = table("stick5", "ABCD", {"A": 100, "B": 8, "C": 100, "D": 100}, dealer="A")
    t.open("Ad 9h 8h As")
    t.say("B aposto 7, C cubro, D saio, A cubro")
    assert t.state.all_in == {"B"}
    t.open("Kd Th 7s")
    t.say("A mesa, C aposto 5, A cubro")
    t.open("Kh Td Js")
    t.say("C mesa, A mesa")
    t.open("9c Qd Jh")
    t.say("A mesa, C aposto 10, A saio")
    assert t.state.phase == "showdown" and t.state.pot == 35 and t.state.stacks["C"] == 87
    t.turn("B", "7d")
    t.turn("C", "Qh")
    assert [(p.amount, set(p.eligible)) for p in t.state.verdict.pots] == [(25, {"B", "C"}), (10, {"C"})]  # type: ignore[union-attr]
    t.award()
    assert t.state.stacks == {"A": 87, "B": 0, "C": 122, "D": 99}


def test_R_113_when_nobody_can_bet_the_cards_run_out_without_speech() -> None:
    t = table("stick5", "AB", {"A": 5, "B": 50})
    t.open("Ks 9d")
    t.say("A aposto 4, B cubro")
    t.open("Qs 9h")
    assert t.state.speaker is None and t.state.phase == "dealing"
    t.open("Js 8h")
    t.open("7c 7h")
    assert t.state.phase == "showdown"
    t.turn("B", "Td")
    t.turn("A", "Kd")
    assert t.state.payout == {"A": 10}


def test_R_046_R_117_a_tie_is_shared_and_the_odd_chip_goes_left_of_the_carteador() -> None:
    t = table("stick5", "ABC", stacks=50, pingo=5, carry=1)
    t.open("Ks Kh 9d")
    t.say("A mesa, B mesa, C mesa")
    t.open("Qs Qh 8d")
    t.say("A mesa, B mesa, C mesa")
    t.open("Js Jh 7d")
    t.say("A mesa, B mesa, C mesa")
    t.open("Ts Th Tc")
    t.say("A mesa, B mesa, C saio")
    t.turn("A", "8s")
    t.turn("B", "8h")
    assert t.state.payout == {"A": 8, "B": 8}


def test_R_120_a_carried_pot_belongs_to_the_main_pot() -> None:
    t = table("stick5", "AB", carry=7)
    t.open("Ks 9d")
    t.say("A aposto 1, B saio")
    assert t.state.payout == {"A": 9} and chips(t.state) == 207


def test_cards_of_one_step_are_taken_in_any_order() -> None:
    t = table("stick5", "ABC")
    t.closed()
    t.do(CardDealt("C", True, "Ah"), CardDealt("A", True, "Ks"), CardDealt("B", True, "9d"))
    assert t.state.phase == "betting"
    t.say("C mesa, A mesa, B mesa")
    assert t.refused(CardDealt("A", False)).code == "card_wrong_facing"
    assert t.refused(Acted("A", "mesa")).code == "unwanted_acted"
    assert "lugar A" in refusal_sentence(t.refused(CardTurned("A", 0, "7c")), "pt-BR")


def test_case_33_the_same_card_twice_withholds_speech_and_verdict_until_corrected() -> None:
    t = table("stick5", "ABC")
    t.open("Ah 9d Ah")
    assert t.state.phase == "dealing" and not t.state.choices and t.state.speaker is None
    problem = t.state.problems[0]
    assert problem.code == "duplicate_card" and set(problem.places) == {"A", "C"}
    assert problem.sentence("pt-BR").startswith("dois Ás de Copas: mostre o lugar")
    fixed = fold([*t.facts(), (8, Corrected(7, encode_payload(CardDealt("C", True, "Ac"))))])
    assert fixed.state is not None and not fixed.misfits
    assert fixed.state.phase == "betting" and fixed.state.speaker is not None and fixed.state.speaker.seat == "A"


def test_case_33_a_card_that_is_not_in_the_deck_is_named() -> None:
    t = table("stick5", "ABC")
    t.open("Ks 4c Ah")
    assert [p.code for p in t.state.problems] == ["not_in_deck"]
    assert "carta fora do baralho" in t.state.problems[0].sentence("pt-BR")
    assert t.state.verdict is None and t.state.phase == "dealing"


def test_case_82_a_misread_card_is_corrected_and_later_facts_are_kept() -> None:
    t = whole_hand()
    t.turn("A", "9s")
    before = t.state
    place = next(i for i, p in t.facts() if p == CardDealt("A", True, "Ts"))
    fixed = fold([*t.facts(), (99, Corrected(place, encode_payload(CardDealt("A", True, "8s"))))])
    assert fixed.state is not None and fixed.misfits == ()
    assert fixed.state.verdict is not None and "Oito" in fixed.state.verdict.hands["A"].words_pt
    assert fixed.state.payout == before.payout
    undone = (Corrected(place, encode_payload(CardDealt("A", True, "8s"))), Corrected(99, None))
    back = fold([*t.facts(), *enumerate(undone, start=99)])
    assert back == Folded(before)


def test_facts_that_no_longer_fit_are_named_not_dropped() -> None:
    t = table("stick5", "ABC")
    t.open("Ks 9d Ah")
    t.say("C aposto 2, A cubro, B cubro")
    bet = len(t.payloads) - 2
    after = fold([*t.facts(), (50, Corrected(bet, encode_payload(Acted("C", "saio"))))])
    assert after.state is not None
    assert [seq for seq, _ in after.misfits] == [bet + 1, bet + 2]
    assert {no.code for _, no in after.misfits} == {"nothing_to_cover", "not_your_turn"}
    assert after.state.phase == "betting" and after.state.choices[0].seat == "A"


def test_a_voided_hand_gives_everything_back() -> None:
    t = table("stick5", "ABC", carry=4)
    t.open("Ks 9d Ah")
    t.say("C aposto 2, A cubro")
    t.do(HandVoided("carta virada"))
    assert t.state.over and t.state.voided and t.state.carry_out == 4
    assert t.state.stacks == {"A": 100, "B": 100, "C": 100} and t.state.next_dealer == "C"
    assert t.refused(Acted("B", "cubro")).code == "hand_over"


def test_R_180_the_pot_is_awarded_exactly_as_computed() -> None:
    t = whole_hand()
    assert t.refused(PotAwarded({"C": 41})).code == "unwanted_pot_awarded"
    t.turn("A", "9s")
    assert t.refused(PotAwarded({"A": 41})).code == "payout_differs"
    assert t.refused(PotAwarded({"C": 40})).code == "payout_differs"
    t.award()
    assert t.state.over


def test_every_refusal_says_what_would_be_allowed() -> None:
    t = table("stick5", "ABC")
    no = t.refused(CardDealt("A", True, "Ks"))
    assert "carta fechada no lugar A" in refusal_sentence(no, "pt-BR")
    assert t.refused(CardDealt("A", False, "Ks")).code == "closed_card_with_face"
    t.closed()
    assert t.refused(CardDealt("A", True)).code == "open_card_without_face"
    assert t.refused(CardDealt("A", True, "1x")).code == "no_such_card"
    assert t.refused(CardDealt("Z", True, "Ks")).code == "not_in_round"
    assert t.refused(Chosen("A", "ready")).code == "unwanted_chosen"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "hold_em"}, "no_such_game"),
        ({"seats": ("A",)}, "wrong_number_of_players"),
        ({"dealer": "Z"}, "seats_wrong"),
        ({"stacks": {"A": 10, "B": 0, "C": 9}}, "no_chips_no_cards"),
        ({"deck_low": "K"}, "deck_too_small"),
        ({"options": {"flush": "always"}}, "option_wrong"),
    ],
)
def test_R_007_R_008_a_hand_that_cannot_begin_says_why(change: Mapping[str, object], code: str) -> None:
    start = dataclasses.replace(table("stick5").state.started, **change)  # type: ignore[arg-type]
    no = start_hand(start)
    assert isinstance(no, Refusal) and no.code == code
    assert refusal_sentence(no, "pt-BR") and refusal_sentence(no, "en")
