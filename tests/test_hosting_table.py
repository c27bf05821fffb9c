"""The host runs the table itself: places, the button, rules, pauses, practice, words and facts taken back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from test_session import HOST, SEATS, Table, run

from assistant.engine.cards import deck_cards
from assistant.facts import ButtonMoved, CashedOut, SeatsMoved
from assistant.journal import Store
from assistant.session import Opening, Session
from assistant.views import Tap, TapResult
from assistant.web.port import Recipient


async def ask(t: Table, decision: str, value: str = "", **more: Any) -> TapResult:
    t.taps += 1
    return await t.session.host(Tap(f"ask-{t.taps}-{id(t)}", decision, more.pop("seen", 10_000), value, **more))


async def street(t: Table) -> None:
    """A hand of Stick up to the first word: Ana's ace speaks."""
    await t.host("start_hand")
    await t.closed()
    await t.open(s1="As", s2="Kd", s3="9h")


def sound(t: Table) -> bool:
    books, chain = t.session.check()
    return books.sound and chain.intact


def test_people_change_places_and_their_chips_and_books_go_along(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 20)).ok
        assert (await t.say("2", "saio")).ok and (await t.say("3", "saio")).ok
        await t.host("confirm_verdict")
        assert not (await ask(t, "move:9", "1")).ok and not (await ask(t, "move:1", "9")).ok
        before = t.session.state
        assert (await ask(t, "move:1", "3")).ok
        after = t.session.state
        assert (after.players["3"], after.players["1"]) == (before.players["1"], before.players["3"])
        assert (after.stacks["3"], after.stacks["1"]) == (before.stacks["1"], before.stacks["3"]) != (200, 200)
        assert any("Ana passa para o lugar 3" in line for line in t.session.view(HOST).log)
        await t.host("start_hand")
        assert sound(t) and not t.session.state.misfits

    run(play, tmp_path)


def test_who_is_sent_away_in_a_hand_is_out_at_his_next_turn_and_paid_off_when_it_is_over(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 20)).ok
        sent = await ask(t, "leave:3")
        assert sent.ok and "Caio sai da mesa" in sent.text and "3" in t.session.state.players
        assert t.session.view(HOST).extra["leaving"] == ["3"]
        assert (await ask(t, "stay:3")).ok and t.session.view(HOST).extra["leaving"] == []
        assert not (await ask(t, "stay:3")).ok
        await ask(t, "leave:3")
        assert (await t.say("2", "cubro")).ok
        while (hand := t.session.state.hand) is not None and "3" in hand.active:
            await asyncio.sleep(0.01)
        await t.open(s1="9c", s2="Kh")
        assert (await t.say("2", "aposto", 5)).ok and (await t.say("1", "saio")).ok
        await t.host("confirm_verdict")
        while "3" in t.session.state.players:
            await asyncio.sleep(0.01)
        assert t.session.view(HOST).extra["leaving"] == [] and sound(t)
        assert (await t.session.join("Dora", "3", 1, "pt-BR")).ok  # the seat is free again

    run(play, tmp_path)


def test_who_is_sent_away_in_a_hand_leaves_after_a_power_cut_all_the_same(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 20)).ok
        assert (await ask(t, "leave:2")).ok and (await ask(t, "stay:2")).ok and (await ask(t, "leave:3")).ok
        again = Session(store.table("t"), Opening("t", SEATS, "stick5"))
        await again.open()
        assert again.leaving.seats == ("3",) and again.view(HOST).extra["leaving"] == ["3"]
        assert again.check()[1].intact

    run(play, tmp_path)


def test_who_is_all_in_when_he_is_sent_away_keeps_his_part_of_the_pot(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 199)).ok and (await t.say("2", "cubro")).ok and (await t.say("3", "saio")).ok
        assert (await ask(t, "leave:2")).ok
        for cards in ({"s1": "9c", "s2": "Kh"}, {"s1": "Th", "s2": "Jc"}, {"s1": "Jd", "s2": "Qs"}):
            await t.open(**cards)
        t.zones["1"][0].append("8s"), t.zones["2"][0].append("8h")
        await t.see()
        hand = t.session.state.hand
        assert hand is not None and hand.verdict is not None and hand.verdict.winners == ("2",)
        await t.host("confirm_verdict")
        while "2" in t.session.state.players:
            await asyncio.sleep(0.01)
        paid = [f.payload for f in t.session.facts if isinstance(f.payload, CashedOut)]
        assert [p.chips for p in paid] == [401] and sound(t)

    run(play, tmp_path)


def test_r071_seats_are_drawn_with_equal_cards_and_the_draw_is_on_record(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        assert (await ask(t, "draw_seats")).ok
        fact = t.session.facts[-1].payload
        assert isinstance(fact, SeatsMoved)
        assert sorted(fact.places.values()) == sorted(fact.cards.values()) and len(set(fact.places.values())) == 3
        for who, seat in fact.seats.items():
            assert fact.places[seat] == fact.cards[who] and t.session.state.players[seat].player == who
        again = Session(store.table("t"), Opening("t", SEATS, "stick5"))
        assert again.state.players == t.session.state.players

    run(play, tmp_path)


def test_r072_the_highest_card_deals_first_and_ties_draw_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(t: Table, store: Store) -> None:
        deck = list(deck_cards("2", 0))
        kings = [deck.index(c) for c in ("Kc", "Kd")]
        order = iter([kings[0], kings[1] - 1, deck.index("2c"), deck.index("As"), deck.index("3c")])
        monkeypatch.setattr("assistant.hosting_table.secrets.randbelow", lambda n: next(order) % n)
        assert (await ask(t, "draw_button")).ok
        fact = t.session.facts[-1].payload
        assert isinstance(fact, ButtonMoved) and len(fact.drawn) == 2 and set(fact.drawn[1]) == {"1", "2"}
        assert fact.seat == "1" and t.session.state.button_for_next() == "1"
        await t.host("start_hand")
        hand = t.session.state.hand
        assert hand is not None and hand.dealer == "1"
        assert t.session.view(HOST).subline == "Ana: baralhe ao menos 3 vezes. Caio corta."

    run(play, tmp_path)


def test_the_host_gives_the_button_and_the_prompt_says_who_shuffles_and_who_cuts(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        assert (await ask(t, "button:2")).ok
        view = t.session.view(HOST)
        assert view.host is not None and view.host.next_dealer == "2"
        await street(t)
        refused = await ask(t, "button:3")
        assert not refused.ok and refused.text == "Só entre as mãos."
        hand = t.session.state.hand
        assert hand is not None and hand.dealer == "2"
        await t.host("misdeal")
        assert t.session.state.button_for_next() == "2", "after a misdeal the same one deals again"
        assert t.session.state.stacks == {"1": 200, "2": 200, "3": 200}
        assert t.session.view(HOST).subline == "Beto baralha, Ana corta; o anfitrião começa a mão"

    run(play, tmp_path)


def test_r070_house_rules_are_agreed_between_hands_in_words_and_hold_from_the_next(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        listed = {r.name: r for r in t.session.rules("pt-BR")}
        assert len(listed) > 50 and listed["bet_max"].value == "none" and listed["clock"].options[1].value == "on"
        assert (await ask(t, "rules:bet_max", "5")).ok and (await ask(t, "rules:check_raise", "false")).ok
        wrong = await ask(t, "rules:bet_max", "lots")
        assert not wrong.ok and "bet_max" in wrong.text
        assert not (await ask(t, "rules:made_up", "1")).ok
        await street(t)
        refused = await t.say("1", "aposto", 50)
        assert not refused.ok and "5" in refused.text
        assert not (await ask(t, "rules:bet_max", "9")).ok, "not in a hand"
        assert {r.name: r.value for r in t.session.rules("en")}["bet_max"] == "5" and sound(t)

    run(play, tmp_path)


def test_a_game_takes_variations_for_one_hand(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        laid = [o.value for o in t.session.variations("stick5", "pt-BR")]
        assert laid
        assert (await ask(t, f"start_hand:{laid[0]}", "stick5")).ok
        hand = t.session.state.hand
        assert hand is not None and hand.started.variations == (laid[0],)

    run(play, tmp_path)


def test_a_pause_refuses_taps_in_words_and_hides_nothing_else(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await ask(t, "pause")).ok and not (await ask(t, "pause")).ok
        view = t.session.view(Recipient("player", "1"))
        assert view.headline == "Mesa em pausa" and view.choice is None
        refused = await t.say("1", "mesa")
        assert not refused.ok and refused.text == "A mesa está em pausa."
        again = Session(store.table("t"), Opening("t", SEATS, "stick5"))
        assert again.state.paused, "a pause outlives the program"
        assert (await ask(t, "resume")).ok and (await t.say("1", "mesa")).ok

    run(play, tmp_path)


def test_a_practice_hand_moves_no_chip_and_the_deal_does_not_pass(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        assert (await ask(t, "button:2")).ok
        assert (await ask(t, "practice_hand", "stick5")).ok
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        assert (await t.say("1", "aposto", 150)).ok
        shown = {s.seat: s.stack for s in t.session.view(HOST).seats}
        assert shown["1"] == 49 and t.session.state.stacks["1"] == 200
        assert t.session.view(HOST).extra["practice"]
        assert (await t.say("2", "saio")).ok and (await t.say("3", "saio")).ok
        await t.host("confirm_verdict")
        state = t.session.state
        assert state.stacks == {"1": 200, "2": 200, "3": 200} and state.button_for_next() == "2"
        assert state.carry == 0 and sound(t)
        assert "   Era treino: nenhuma ficha mudou de dono." in t.session.story("pt-BR")
        await street_after(t)
        assert sound(t) and not t.session.state.misfits

    async def street_after(t: Table) -> None:
        t.zones = {s: ([], 0) for s in SEATS}
        await street(t)

    run(play, tmp_path)


def test_undo_back_to_a_line_voids_all_after_it_and_is_refused_when_more_happened(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 10)).ok and (await t.say("2", "cubro")).ok
        host = t.session.view(HOST).host
        assert host is not None and [u.strip() for u in host.undo[:2]] == ["Beto: cubro", "Ana: aposto 10"]
        seen = t.session.state.seq
        assert (await t.say("3", "saio")).ok
        stale = await ask(t, f"undo:{host.undo_seqs[1]}", seen=seen)
        assert not stale.ok and stale.code == "stale" and "Caio" in stale.text
        assert (await ask(t, f"undo:{host.undo_seqs[1]}")).ok
        hand = t.session.state.hand
        assert hand is not None and hand.choices[0].seat == "1" and hand.pot == 3 and sound(t)
        assert not (await ask(t, "undo:1")).ok

    run(play, tmp_path)


def test_a_word_heard_wrong_is_corrected_with_its_amount_if_it_was_allowed(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await street(t)
        assert (await t.say("1", "aposto", 10)).ok and (await t.say("2", "cubro")).ok
        host = t.session.view(HOST).host
        assert host is not None and host.words[1].verb == "aposto"
        wrong = await ask(t, f"word:{host.words[1].seq}", "aposto", amount=5000)
        assert not wrong.ok and t.session.state.stacks["1"] == 189
        assert (await ask(t, f"word:{host.words[1].seq}", "aposto", amount=15)).ok
        assert t.session.state.stacks["1"] == 184 and sound(t)
        host = t.session.view(HOST).host
        assert host is not None and host.undo[1] == "Ana: aposto 15", "what was corrected can be taken back too"
        assert (await ask(t, f"undo:{host.undo_seqs[1]}")).ok
        hand = t.session.state.hand
        assert hand is not None and hand.pot == 3 and hand.choices[0].seat == "1" and sound(t)
        assert not t.session.state.misfits

    run(play, tmp_path)
