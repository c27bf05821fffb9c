"""Hand histories: standard ones replayed by pokerkit, the dialect without loss, the hard hands in every format."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from histories import STUD, lossless, standard
from night_facts import NightFacts

from assistant.engine.hand import HandState, start_hand
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Acted,
    CardDealt,
    CardTurned,
    Corrected,
    HandStarted,
    HandVoided,
    Payload,
    PotAwarded,
    encode_payload,
)
from assistant.records.exports.anonymous import anonymised
from assistant.records.exports.check import check_export
from assistant.records.exports.ohh import ohh
from assistant.records.exports.phh import ExportError, phh, phhs, read_phh
from assistant.records.exports.stars import read_stars, stars
from assistant.records.exports.sums import sums_of
from assistant.records.exports.tables import csv_text, jsonl
from assistant.records.hands import HandRecord, hand_of, hands_of

SEATS = ("1", "2", "3", "4")


def test_standard_hands_end_with_the_same_stacks_in_pokerkit() -> None:
    seed = random.SystemRandom().randrange(10_000)
    print(f"seed {seed}")
    seen = standard(20, seed)
    assert seen["standard"] == 20


def test_hands_over_every_game_read_back_to_the_same_facts() -> None:
    seed = random.SystemRandom().randrange(10_000)
    print(f"seed {seed}")
    assert len(lossless(20, seed)) == 20


# --- the hard hands, dealt card by card --------------------------------------------------------------------------


class Dealt:
    """A hand dealt card by card: each seat's cards, and what was put in."""

    def __init__(self, hands: dict[str, str], stacks: dict[str, int], pingo: int = 1, game: str = "stickao") -> None:
        self.night = NightFacts(1, SEATS[: len(hands)])
        self.faces = {s: [h[i : i + 2] for i in range(0, len(h), 2)] for s, h in hands.items()}
        options = STUD if game == "stud7" else {}
        start = HandStarted(1, game, tuple(hands), tuple(hands)[-1], stacks, pingo, "2", options=options)
        begun = start_hand(start)
        assert isinstance(begun, HandState)
        self.state = begun
        self.dealt = dict.fromkeys(hands, 0)
        self.put(start)

    def put(self, payload: Payload) -> None:
        """A fact that must fit."""
        if not isinstance(payload, HandStarted):
            after = self.state.apply(payload)
            assert not isinstance(after, Refusal), (payload, after)
            self.state = after
        self.night.write(payload, "camera" if isinstance(payload, CardDealt | CardTurned) else "host", 1)

    def deal(self) -> None:
        """Whatever is waited for."""
        while self.state.expected_cards and (not self.state.choices or self.state.phase == "showdown"):
            e = self.state.expected_cards[0]
            if e.turn_place is not None:
                self.put(CardTurned(e.seat, e.turn_place, self.faces[e.seat][e.turn_place]))
                continue
            card = self.faces[e.seat][self.dealt[e.seat]]
            self.dealt[e.seat] += 1
            self.put(CardDealt(e.seat, e.up, card if e.up else None))

    def play(self, words: Callable[[HandState, str], Acted | None] = lambda s, seat: None) -> None:
        """To the verdict: what ``words`` says, else mesa or cubro."""
        self.deal()
        while self.state.verdict is None:
            seat = self.state.choices[0].seat
            values = {o.value for o in self.state.choices[0].options}
            self.put(words(self.state, seat) or Acted(seat, "mesa" if "mesa" in values else "cubro"))
            self.deal()

    def pay(self) -> None:
        """The table's tap."""
        self.put(PotAwarded(dict(self.state.payout)))

    @property
    def hand(self) -> HandRecord:
        """As recorded."""
        found = hand_of(self.night.facts, 1)
        assert found is not None
        return found


def two_winners() -> Dealt:
    d = Dealt({"1": "AsKdQh9c7d", "2": "AdKhQc9s7h", "3": "2c4d6h8sTc"}, {"1": 40, "2": 40, "3": 40}, pingo=2)
    d.play()
    d.pay()
    return d


def odd_chip() -> Dealt:
    d = Dealt({"1": "AsKdQh9c7d", "2": "AdKhQc9s7h", "3": "2c4d6h8sTc"}, {"1": 40, "2": 40, "3": 40}, pingo=1)
    d.play()
    d.pay()
    return d


def three_pots() -> Dealt:
    d = Dealt(
        {"1": "AsAdAhKc7d", "2": "KsKdKh9s7h", "3": "QsQdQh8s7c", "4": "JsJd9h8c6d"},
        {"1": 5, "2": 15, "3": 40, "4": 40},
    )

    def all_in(state: HandState, seat: str) -> Acted | None:
        options = {o.value: o for o in state.choices[0].options}
        up = options.get("aposto") or options.get("repico")
        if up is None or state.core.rounds > 0:
            return None
        return Acted(seat, up.value, up.max or up.amount)

    d.play(all_in)
    d.pay()
    return d


def voided() -> Dealt:
    d = Dealt({"1": "AsKdQh9c7d", "2": "AdKhQc9s7h"}, {"1": 40, "2": 40})
    d.deal()
    seat = d.state.choices[0].seat
    d.put(Acted(seat, "aposto", 5))
    d.put(HandVoided("carta virada"))
    return d


TIE = {"1": "AsKdQh9c7d3s2s", "2": "AdKhQc9s7h3d2d"}


def stud_two_winners() -> Dealt:
    d = Dealt({**TIE, "3": "2c4d6h8sTcJc5h"}, {"1": 40, "2": 40, "3": 40}, game="stud7")
    d.play(lambda s, seat: Acted(seat, "saio") if seat == "3" and s.speaker is not None else None)
    d.pay()
    return d


def stud_three_pots() -> Dealt:
    d = Dealt(
        {"1": "AsAdAhKcKd7d2s", "2": "QsQdQh9s9h7h2d", "3": "JsJdJh8s8c7c2c", "4": "TsTd5h4c3d7s2h"},
        {"1": 5, "2": 9, "3": 40, "4": 40},
        game="stud7",
    )

    def raising(state: HandState, seat: str) -> Acted | None:
        options = {o.value: o for o in state.choices[0].options}
        up = options.get("completo") or options.get("aposto") or options.get("repico")
        return None if up is None or seat not in "12" else Acted(seat, up.value, up.max or up.amount)

    d.play(raising)
    d.pay()
    return d


def stud_voided() -> Dealt:
    d = Dealt(TIE, {"1": 40, "2": 40}, game="stud7")
    d.deal()
    d.put(HandVoided("carta virada"))
    return d


HARD = {"stud_two_winners": stud_two_winners, "stud_three_pots": stud_three_pots, "stud_voided": stud_voided}
HARD |= {"two_winners": two_winners, "odd_chip": odd_chip, "three_pots": three_pots, "voided": voided}


@pytest.mark.parametrize("name", sorted(HARD))
def test_case_42_hard_hands_come_out_even_in_every_format(name: str, tmp_path: Path) -> None:
    d = HARD[name]()
    hand, sums = d.hand, sums_of(d.hand)
    assert sums.sound
    if name == "two_winners":
        assert sums.pots == (6,) and sums.collected == {"1": 3, "2": 3}
    if name == "odd_chip":
        assert sums.pots == (3,) and sorted(sums.collected.values()) == [1, 2]
    if name == "three_pots":
        assert len(sums.pots) == 3, sums
    if name == "voided":
        assert sums.ending == "void" and sums.pots == () and sum(sums.collected.values()) == 7
    for text in (phh(hand), phhs([hand]), jsonl(d.night.facts), csv_text(d.night.facts)):
        _, (checked,) = check_export(text)
        assert not checked.wrong, (checked, text)
        assert checked.collected == sum(sums.collected.values()) == checked.pots
    for form in (ohh, stars):
        text, left_out = form([hand])
        assert left_out == (not name.startswith("stud") or name == "stud_voided" or (form is stars and "pots" in name))
        if not left_out:
            _, (checked,) = check_export(text)
            assert not checked.wrong, (checked, text)
            assert checked.collected == checked.pots == sum(sums.pots), text


def test_stud_as_trackers_read_it_ends_with_the_same_chips_and_tells_no_unseen_card() -> None:
    (text, left_out), hand = stars([stud_two_winners().hand]), stud_two_winners().hand
    (one,) = read_stars(text)
    assert not left_out and not one["wrong"] and hand.state is not None
    assert one["stacks"] == {hand.name(s): c for s, c in hand.state.stacks.items()}
    assert text.count(" collected 3 from pot\n") == 2 and "Total pot 6 |" in text
    assert "2c" not in text and "4d" not in text  # the closed cards of who folded
    with pytest.raises(ExportError):
        check_export(text.replace("folds", "vanishes"))
    changed = text.replace("Total pot ", "Total pot 1")
    assert check_export(changed)[1][0].wrong


def test_names_that_read_like_the_grammar_do_not_break_it() -> None:
    hand = stud_two_winners().hand
    people = {
        s: replace(p, name="Zé: folds (1 in chips)\nSeat 9" if s != "2" else "Zé: folds")
        for s, p in hand.people.items()
    }
    text, _ = stars([replace(hand, people=people)])
    (one,) = read_stars(text)
    assert not one["wrong"] and len(one["stacks"]) == 3


def test_a_corrected_card_is_exported_as_corrected_with_the_old_one_on_record() -> None:
    d = two_winners()
    turned = next(f for f in d.night.facts if isinstance(f.payload, CardTurned) and f.payload.seat == "2")
    award = d.night.facts[-1]
    assert isinstance(turned.payload, CardTurned)
    right = CardTurned("2", turned.payload.place, "2d")
    d.night.write(Corrected(turned.seq, encode_payload(right), ("host",)), "host", 1)
    d.night.write(Corrected(award.seq, encode_payload(PotAwarded({"1": 6})), ("host",)), "host", 1)
    assert sums_of(d.hand).collected == {"1": 6}
    for text in (phh(d.hand), jsonl(d.night.facts), csv_text(d.night.facts)):
        _, (checked,) = check_export(text)
        assert not checked.wrong and checked.collected == 6
    fields = read_phh(phh(d.hand))[0]
    assert fields["_fala_corrected"] and fields["_fala_cards_shown"][1] == "2d"


def test_a_hand_of_stud_and_one_of_draw_in_open_hand_history() -> None:
    night = NightFacts(4)
    for game in ("stud7", "fechado", "stickao") * 4:
        night.play(game, {"bet_min": 2, "bet_max": 4, "bringin_amount": 1} if game == "stud7" else None)
    text, left_out = ohh(hands_of(night.facts))
    kind, checked = check_export(text)
    assert kind == "ohh" and len(checked) + left_out == 12 and left_out >= 4 and len(checked) >= 4
    assert not [h for h in checked if h.wrong], [h for h in checked if h.wrong]


def test_case_7_unknown_and_mucked_cards_stay_unknown_in_every_format() -> None:
    d = Dealt({"1": "AsKdQh9c7d", "2": "AdKhQc9s7h"}, {"1": 40, "2": 40})
    d.deal()
    d.put(Acted(d.state.choices[0].seat, "aposto", 5))
    d.put(Acted(d.state.choices[0].seat, "saio"))
    d.pay()
    fields = read_phh(phh(d.hand))[0]
    assert fields["_fala_cards_unknown"] == [1, 1] and fields["_fala_cards_shown"] == ["", ""]
    closed = [d.faces[s][0] for s in ("1", "2")]
    for text in (phh(d.hand), jsonl(d.night.facts), csv_text(d.night.facts)):
        assert not [c for c in closed if f'"{c}"' in text or f" {c}" in text]


def test_case_44_a_half_hand_is_a_legal_partial() -> None:
    d = Dealt({"1": "AsKdQh9c7d", "2": "AdKhQc9s7h"}, {"1": 40, "2": 40})
    d.deal()
    fields = read_phh(phh(d.hand))[0]
    assert fields["_fala_ending"] == "open" and "finishing_stacks" not in fields
    _, (checked,) = check_export(phh(d.hand))
    assert not checked.wrong


def test_an_anonymous_night_names_nobody_and_still_comes_out_even() -> None:
    night = NightFacts(9)
    for _ in range(6):
        night.play()
    plain = anonymised(night.facts)
    for text in (phhs(hands_of(plain)), jsonl(plain), csv_text(plain)):
        assert not [n for n in ("Ana", "Beto", "Caio", "Dora") if n in text]
        assert not [f.hash for f in night.facts if f.hash in text]
        assert not [h for h in check_export(text)[1] if h.wrong]
    assert "P1" in csv_text(plain)


def test_case_47_a_file_that_is_none_or_was_tampered_with_is_said() -> None:
    night = NightFacts(2)
    night.play("fechado")
    text = phh(hands_of(night.facts)[0])
    with pytest.raises(ExportError):
        check_export("hello")
    with pytest.raises(ExportError):
        check_export(text.replace('\\"kind\\"', '\\"knid\\"', 1))
    fields = read_phh(text)[0]
    changed = text.replace(f"_fala_pots = {fields['_fala_pots']}", "_fala_pots = [999]")
    if changed != text:
        assert check_export(changed)[1][0].wrong
