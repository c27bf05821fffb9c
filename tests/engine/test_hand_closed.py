"""Closed games through the fold: draw, Escuro, 5-Draw, Seis para cinco, Trees, openers, prizes (V-01 to V-13, V-51)."""

from __future__ import annotations

from typing import Any

from hand_table import Table, table

from assistant.engine.choices import KINDS
from assistant.engine.hand_words import doubt_sentence, notice_sentence, option_label, prompt, why
from assistant.facts import Acted, CardDealt, CardTurned, Chosen, HandShown


def draws(t: Table, asks: str) -> None:
    """ "A 3, C 1": each in turn says how many and is served."""
    for ask in asks.split(","):
        seat, n = ask.split()
        t.do(Chosen(seat, "number", int(n)))
        t.closed()


def fechado(**kw: Any) -> Table:
    t = table("fechado", "ABCD", **kw)
    t.closed()
    return t


def test_R_140_closed_games_speak_from_the_left_of_the_carteador() -> None:
    t = fechado()
    call = t.state.speaker
    assert call is not None and (call.seat, call.rule) == ("A", "R-140")
    assert call.announcement_pt == "Fala quem está à esquerda do carteador"
    t.say("A mesa, B mesa, C mesa")
    assert t.state.choices[0].seat == "D"  # the carteador last


def test_R_152_every_call_comes_with_its_seat_and_a_reason() -> None:
    call = fechado().state.speaker
    assert call is not None and call.seat in call.reason_pt and call.seat in call.reason_en


def test_R_160_R_166_R_167_the_draw_asks_each_in_turn_and_serves_before_the_next() -> None:
    t = fechado()
    t.say("A mesa, B aposto 4, C repico 4, D saio, A saio, B cubro")
    assert t.state.phase == "choosing"
    (choice,) = t.state.choices
    assert (choice.kind, choice.seat, prompt(choice, "pt-BR")) == ("number", "B", "Quantas?")
    assert t.refused(Chosen("C", "number", 1)).code == "not_your_draw"
    assert t.refused(Chosen("B", "number", 6)).code == "above_draw_limit"
    assert t.refused(Chosen("B", "number", "duas")).code == "say_a_number"
    t.do(Chosen("B", "number", 3))
    assert t.state.phase == "dealing" and [e.seat for e in t.state.expected_cards] == ["B"] * 3
    assert t.refused(CardDealt("C", False)).code == "card_not_expected"
    t.closed()
    draws(t, "C 0")
    assert t.state.phase == "betting" and len(t.state.cards["B"]) == 5
    assert t.state.speaker is not None and t.state.speaker.seat == "C"  # the last raiser


def test_R_167_who_takes_none_is_served() -> None:
    t = fechado()
    t.say("A aposto 1, B cubro, C saio, D saio")
    draws(t, "A 0")
    assert t.state.last_words["A"] == ("servido", None)


def test_case_37_R_163_R_164_the_last_card_is_never_given_and_the_table_is_told_to_shuffle() -> None:
    t = fechado()
    t.say("A aposto 1, B cubro, C cubro, D cubro")
    draws(t, "A 3, B 3, C 3")
    t.do(Chosen("D", "number", 4))
    (notice,) = t.state.notices
    assert notice.code == "discards_shuffled_in" and notice.rule == "R-163"
    assert "descartes" in notice_sentence(notice, "pt-BR") and "discards" in notice_sentence(notice, "en")
    t.closed()
    assert t.state.phase == "betting"


def test_R_079_nobody_learns_a_discard_or_the_hand_of_who_left() -> None:
    t = fechado()
    t.say("A aposto 1, B cubro, C saio, D saio")
    draws(t, "A 2, B 0")
    t.say("A mesa, B mesa")
    assert t.refused(CardTurned("C", 0, "As")).code == "not_showing"
    assert all(c.card is None for c in t.state.cards["C"]) and t.state.core.gone == ()


def test_R_097_passo_drops_in_fechado_and_checks_in_poquer() -> None:
    t = fechado()
    t.say("A passo, B mesa, C aposto 2, D saio, B cubro")
    assert t.state.folded == {"A", "D"}
    p = table("poquer", "AB", deck_low="2")
    p.closed()
    assert {o.value for o in p.state.choices[0].options} == {"passo", "aposto", "saio"}
    p.say("A passo, B aposto 3, A cubro")
    assert p.state.phase == "showdown"


def test_R_118_all_mesa_in_the_first_round_carries_the_pot_to_the_next_deal() -> None:
    t = fechado(carry=2)
    t.say("A mesa, B mesa, C mesa, D mesa")
    assert t.state.over and t.state.passed_out and t.state.verdict is None
    assert (t.state.carry_out, t.state.pot, t.state.next_dealer, t.state.passed_before_next) == (6, 0, "A", 1)


def test_R_119_all_mesa_in_the_last_round_shows_or_carries_as_the_house_says() -> None:
    for option, phase in (("showdown", "showdown"), ("carry", "over")):
        t = fechado(all_mesa_last_round=option)
        t.say("A aposto 1, B cubro, C saio, D saio")
        draws(t, "A 0, B 0")
        t.say("A mesa, B mesa")
        assert t.state.phase == phase
    assert t.state.carry_out == 6 and not t.state.passed_out and t.state.passed_before_next == 0


def test_R_181_R_182_the_last_aggressor_shows_first_and_everybody_shows() -> None:
    t = fechado()
    t.say("A aposto 1, B cubro, C cubro, D saio")
    draws(t, "A 0, B 0, C 0")
    t.say("A mesa, B aposto 2, C cubro, A cubro")
    assert [e.seat for e in t.state.expected_cards] == ["B"] * 5 + ["C"] * 5 + ["A"] * 5
    assert t.refused(HandShown("C", False)).code == "all_show"


def test_case_7_R_182_a_loser_may_throw_his_hand_away_unseen_and_never_the_last_one() -> None:
    t = fechado(muck="losers_may_muck")
    t.say("A aposto 1, B cubro, C cubro, D saio")
    draws(t, "A 0, B 0, C 0")
    t.say("A mesa, B aposto 2, C cubro, A cubro")
    assert t.refused(HandShown("B", False)).code == "must_show"  # he was called: he shows first
    t.turn("B", "As Ad Kh Qc Js")
    (choice,) = t.state.choices
    assert choice.seat == "C" and choice.optional and option_label(choice, choice.options[1], "pt-BR") == "Não"
    t.do(HandShown("C", False))
    t.turn("A", "9s 9d Th Jc Qs")
    verdict = t.state.verdict
    assert verdict is not None and verdict.mucked == ("C",) and "C" not in verdict.hands
    assert all(c.card is None for c in t.state.cards["C"])
    assert t.state.payout == {"B": 13}


def test_R_182_who_says_that_he_shows_is_not_asked_again_and_turns_his_cards() -> None:
    t = fechado(muck="losers_may_muck")
    t.say("A aposto 1, B cubro, C cubro, D saio")
    draws(t, "A 0, B 0, C 0")
    t.say("A mesa, B aposto 2, C cubro, A cubro")
    t.turn("B", "As Ad Kh Qc Js")
    t.do(HandShown("C", True))
    assert t.state.choices == () and {e.seat for e in t.state.expected_cards} == {"C", "A"}
    t.turn("C", "9s 9d Th Jc Qs")
    assert [c.seat for c in t.state.choices] == ["A"]


def test_R_183_cards_speak_and_the_verdict_names_the_five() -> None:
    t = fechado(pingo=2)
    t.say("A aposto 2, B cubro, C saio, D saio")
    draws(t, "A 0, B 0")
    t.say("A mesa, B mesa")
    t.turn("A", "7s 8s 9s Ts Qs")
    t.turn("B", "Kd Kc Kh 7d 7c")
    verdict = t.state.verdict
    assert verdict is not None
    assert verdict.reason_pt == "Flush até Dama ganha de full de Reis com Setes."  # 32 cards
    assert verdict.option == "full_vs_flush=by_deck_40" and "R-021" in verdict.rules
    assert verdict.reason_en == "Flush to the Queen beats full house, Kings over Sevens."


def test_R_184_an_uncalled_winner_shows_nothing() -> None:
    t = fechado()
    t.say("A aposto 5, B saio, C saio, D saio")
    assert t.state.expected_cards == () and t.state.choices == ()
    assert t.refused(CardTurned("A", 0, "As")).code == "unwanted_card_turned"


def test_R_124_R_126_R_127_escuro_posts_volunteers_and_the_escurantes_right() -> None:
    t = table("escuro", "ABCD")
    (choice,) = t.state.choices
    assert (choice.code, choice.seat, choice.options[0].amount) == ("volunteer", "C", 8)
    assert t.refused(Chosen("A", "yes_no", True)).code == "escuro_not_next"
    t.do(Chosen("C", "yes_no", True))
    assert t.state.contributed == {"A": 2, "B": 4, "C": 8, "D": 1}
    assert t.state.phase == "dealing"
    t.closed()
    assert t.state.speaker is not None and t.state.speaker.seat == "D"  # left of the escurante C
    assert t.state.choices[0].to_call == 7
    assert t.refused(Acted("D", "repico", 4)).code == "only_escurante_raises"
    t.say("D cubro, A cubro, B cubro, C mesa")
    draws(t, "A 1, B 1, C 1, D 1")
    assert t.state.speaker is not None and t.state.speaker.rule == "R-127"
    t.say("D mesa, A mesa, B mesa, C aposto 3, D saio, A saio, B saio")
    assert t.state.payout == {"C": 32}


def test_V_11_five_draw_keeps_two_cards_unseen_until_after_the_draw() -> None:
    t = table("five_draw", "AB")
    t.closed()
    assert [c.aside for c in t.state.cards["A"]] == [False, False, False, True, True]
    t.say("A aposto 1, B cubro")
    assert t.refused(Chosen("A", "number", 4)).code == "above_draw_limit"
    kept = t.state.cards["A"][3:]
    draws(t, "A 3, B 0")
    assert [c.order for c in t.state.cards["A"][:2]] == [c.order for c in kept]
    assert not any(c.aside for c in t.state.cards["A"])


def test_R_168_seis_para_cinco_gives_one_card_fewer_back() -> None:
    t = table("seis_para_cinco", "AB")
    t.closed()
    t.say("A aposto 1, B cubro")
    assert t.refused(Chosen("A", "number", 0)).code == "must_discard_one"
    draws(t, "A 1, B 4")
    assert len(t.state.cards["A"]) == len(t.state.cards["B"]) == 5


def test_V_13_trees_swaps_equal_numbers_and_each_trades_once() -> None:
    t = table("trees", "ABC")
    t.closed()
    t.say("A aposto 1, B cubro, C cubro")
    t.do(Chosen("A", "number", 2), Chosen("B", "number", 2), Chosen("C", "number", 2))
    assert {c.seat for c in t.state.choices} == {"A", "B"} and "lugar B" in prompt(t.state.choices[0], "pt-BR")
    t.do(Chosen("B", "yes_no", True), Chosen("A", "yes_no", False))
    assert {c.seat for c in t.state.choices} == {"A", "C"}
    t.do(Chosen("A", "yes_no", True), Chosen("C", "yes_no", True))
    assert t.state.notices[0].code == "swap_now" and t.state.phase == "betting"


def test_R_121_R_122_R_123_the_progressive_opener_is_told_claimed_and_proved() -> None:
    t = fechado(opener="progressive")
    assert t.state.opening_requirement == "pair_J"
    assert "par de Valetes" in prompt(t.state.choices[0], "pt-BR")
    t.say("A aposto 1, B cubro")
    claim = next(c for c in t.state.choices if c.code == "opens_with")
    assert claim.seat == "A" and claim.optional and claim.options[0].value == "pair_J"
    assert t.refused(Chosen("A", "pick_game", "pair_T")).code == "does_not_open"
    t.do(Chosen("A", "pick_game", "pair_Q"))
    t.say("C saio, D saio")
    draws(t, "A 2, B 0")
    t.say("A mesa, B mesa")
    t.turn("A", "Ts 9d 8h Qc As")
    t.turn("B", "Ks Kd Qh 9c 8s")
    verdict = t.state.verdict
    assert verdict is not None and verdict.doubt == "opener_unproved"
    assert doubt_sentence(verdict, "pt-BR") == "O lugar A abriu: mostre com que abriu (par de Valetes ou melhor)."


def test_R_123_an_uncalled_opener_proves_too_and_a_shown_pair_is_proof() -> None:
    t = fechado(opener="progressive")
    t.say("A mesa, B aposto 1, C saio, D saio, A saio")
    assert t.state.verdict is not None and t.state.verdict.doubt == "opener_unproved"
    t = fechado(opener="progressive")
    t.say("A aposto 1, B cubro, C saio, D saio")
    draws(t, "A 0, B 0")
    t.say("A mesa, B mesa")
    t.turn("A", "Js Jd 8h 7c As")
    t.turn("B", "Ks Kd Qh 9c 8s")
    assert t.state.verdict is not None and t.state.verdict.doubt == ""


def test_R_202_an_uncalled_winner_shows_only_to_collect_a_prize() -> None:
    t = table("fechado", "AB", variations=("premiacao",))
    t.closed()
    t.say("A aposto 1, B saio")
    (choice,) = t.state.choices
    assert choice.code == "show_for_prize" and choice.optional and t.state.prized == {}
    t.do(Chosen("A", "yes_no", True))
    t.turn("A", "7s 8s 9s Ts Ks")
    assert t.state.prized == {"A": "flush"}
    t.award()
    assert t.state.stacks["A"] == 101 and t.state.prized == {"A": "flush"}


def test_R_054_quem_da_manda_asks_the_carteador_before_the_pingo() -> None:
    t = table("fechado", "ABC", variations=("quem_da_manda",))
    (choice,) = t.state.choices
    assert (choice.kind, choice.seat, t.state.pot) == ("pick_game", "C", 0)
    assert [o.value for o in choice.options] == ["normal", "miseria", "high_low"]
    assert t.refused(Chosen("C", "pick_game", "bridge")).code == "not_on_offer"
    assert t.refused(Chosen("A", "pick_game", "miseria")).code == "unwanted_chosen"
    t.do(Chosen("C", "pick_game", "miseria"))
    assert t.state.game.want == "low" and t.state.pot == 3 and t.state.phase == "dealing"
    t = table("quem_da_manda", "ABC", deck_low="2")
    assert {"stick5", "colorido", "treze"} <= {o.value for o in t.state.choices[0].options}
    t.do(Chosen("C", "pick_game", "stickao"))
    assert t.state.game.id == "stickao"


def test_R_103_one_lap_leaves_the_raise_owing_at_the_next_round() -> None:
    t = fechado(round_close="one_lap")
    t.say("A aposto 2, B cubro, C cubro, D repico 4")
    assert t.state.phase == "choosing"  # the lap is over though A, B and C owe 4
    draws(t, "A 0, B 0, C 0, D 0")
    assert t.state.staked == {"A": 0, "B": 0, "C": 0, "D": 4}
    t.say("D mesa")  # the last raiser speaks first and owes nothing
    assert t.state.choices[0].to_call == 4 and {o.value for o in t.state.choices[0].options} == {
        "cubro",
        "repico",
        "saio",
    }
    t.say("A cubro, B cubro, C saio")
    assert t.state.pot == 4 + 6 + 6 + 2 + 6


def test_R_110_R_092_amounts_are_whole_chips_and_the_pingo_is_simply_agreed() -> None:
    t = fechado(pingo=7)
    assert t.state.pot == 28
    assert t.refused(Acted("A", "aposto", True)).code == "amount_not_whole"


def test_every_choice_has_a_kind_of_the_closed_list_and_words_in_both_languages() -> None:
    t = fechado()
    choice = t.state.choices[0]
    assert choice.kind in KINDS and choice.allowed()
    for lang in ("pt-BR", "en"):
        assert prompt(choice, lang) and why(choice, lang)
        assert all(option_label(choice, o, lang) for o in choice.options)
    t.say("A aposto 3")
    assert t.state.choices[0].decision != choice.decision
