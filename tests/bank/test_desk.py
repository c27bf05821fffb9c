"""The banker's desk over real books: purchases, counts, leaving, prizes, a difference by vote, payments received."""

from __future__ import annotations

from night_maker import MemoryTable
from test_ledger import start, table, uncalled

from assistant.bank import desk
from assistant.bank.report import refusal_text
from assistant.bank.settle import closing
from assistant.engine.refusal import Allowed, Refusal
from assistant.facts import (
    Acted,
    CacifeBought,
    CardDealt,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    DifferenceBooked,
    PlayerLeft,
    PlayerSeated,
    PotShared,
    PrizesAgreed,
    PrizesPaid,
    TableOpened,
    TransferPaid,
)


def refused(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    for lang in ("pt-BR", "en"):
        assert len(refusal_text(answer, lang)) > 10
    return answer.code


def test_r_191_r_193_buying_at_the_desk() -> None:
    t = MemoryTable()
    assert refused(desk.buy(t.books.state, "1")) == "no_night"
    t.write(TableOpened("mesa", ("1", "2", "3"), 100, 5000, {"smallest_chip": 1, "unknown_here": 3}), None)
    assert refused(desk.buy(t.books.state, "1")) == "nobody_there"
    for seat, player in (("1", "ana"), ("2", "beto"), ("3", "caio")):
        t.write(PlayerSeated(seat, player, player.title()), None)
    assert refused(desk.buy(t.books.state, "1", 0)) == "whole_cacifes"
    first = desk.buy(t.books.state, "1", 2)
    assert first == CacifeBought("1", "ana", 2, 200, 10000)
    t.write(first, None)
    assert refused(desk.buy(t.books.state, "1")) == "stack_not_low"
    for seat in ("2", "3"):
        bought = desk.buy(t.books.state, seat)
        assert isinstance(bought, CacifeBought)
        t.write(bought, None)
    start(t)
    assert refused(desk.buy(t.books.state, "2")) == "hand_in_progress"


def test_r_196_a_newcomer_buys_the_average() -> None:
    t = table(3)
    t.write(CacifeBought("1", "ana", 3, 300, 15000), None)
    uncalled(t)
    t.write(PlayerSeated("4", "duda", "Duda"), None)
    assert desk.buy(t.books.state, "4") == CacifeBought("4", "duda", 2, 200, 10000)
    assert refused(desk.buy(t.books.state, "4", 1)) == "newcomer"


def test_r_214_counting_by_chips_or_by_colours() -> None:
    t = table(2)
    assert desk.count(t.books.state, "1", 95) == ChipsCounted("1", 95)
    assert refused(desk.count(t.books.state, "1")) == "count_chips"
    assert refused(desk.count(t.books.state, "1", -1)) == "count_chips"
    assert refused(desk.count(t.books.state, "7", 5)) == "nobody_there"
    t.write(ChipsAgreed({"branca": 1, "verde": 25}, {"branca": 25, "verde": 3}), None)
    pieces = {"branca": 20, "verde": 3}
    assert desk.count(t.books.state, "1", None, pieces) == ChipsCounted("1", 95, pieces)
    assert refused(desk.count(t.books.state, "1", 90, pieces)) == "count_sum"
    assert refused(desk.count(t.books.state, "1", None, {"azul": 1})) == "count_colour"


def test_r_195_leaving_is_warned_about_and_not_held() -> None:
    t = table(2)
    found = desk.leave(t.books.state, "1")
    assert not isinstance(found, Refusal)
    facts, objection = found
    assert facts == (CashedOut("1", "ana", 100, 5000), PlayerLeft("1", "ana"))
    assert refused(objection) == "stays_until_end"
    start(t)
    assert refused(desk.leave(t.books.state, "1")) == "hand_in_progress"
    assert refused(desk.leave(t.books.state, "8")) == "nobody_there"


def test_r_200_prizes_of_a_hand() -> None:
    t = table(3)
    assert desk.prizes(t.books.state, {"3": "quads"}, ["1", "2", "3"], []) is None  # not agreed
    t.write(PrizesAgreed({"quads": 30, "flush": 10}), None)
    uncalled(t)
    paid = desk.prizes(t.books.state, {"3": "quads"}, ["1", "2", "3"], ["1", "2"])
    assert paid == PrizesPaid((("ana", "caio", 30), ("beto", "caio", 30)))
    t.write(paid, 1)
    assert t.books.balances["stack:caio"] == 162 and t.books.balances["prizes:caio"] == -60


def test_r_214_only_host_and_majority_book_a_difference() -> None:
    t = table(3)
    finals = {"ana": 90, "beto": 100, "caio": 100}
    state = t.books.state
    assert refused(desk.book_difference(state, finals, "sumiu", {}, ["1"])) == "needs_majority"
    assert refused(desk.book_difference(state, finals, "sumiu", {"ana": 11}, ["1", "2"])) == "shares_differ"
    assert refused(desk.book_difference(state, finals, "sumiu", {"ana": -1}, ["1", "2"])) == "shares_differ"
    assert refused(desk.book_difference(state, finals, "", {"ana": 4}, ["1", "2"])) == "shares_differ"
    booked = desk.book_difference(state, finals, "sumiu", {"ana": 4, "beto": 3, "caio": 3}, ["1", "2", "9"])
    assert booked == DifferenceBooked("sumiu", {"ana": -10}, {"ana": 4, "beto": 3, "caio": 3}, ("1", "2"))
    surplus = desk.book_difference(state, {"ana": 110}, "achado", {"ana": -10}, ["1", "2", "3"])
    assert isinstance(surplus, DifferenceBooked) and surplus.adjust == {"ana": 10}


def test_r_210_a_pot_carried_past_the_last_hand_is_divided_by_vote() -> None:
    t = table(3)
    assert refused(desk.share_pot(t.books.state, ["1", "2"])) == "pot_empty"
    start(t, all_mesa_last_round="carry")
    assert refused(desk.share_pot(t.books.state, ["1", "2"])) == "hand_in_progress"
    passed_out(t)
    assert t.books.balances["pot"] == 3 and not t.books.state.playing
    assert refused(desk.share_pot(t.books.state, ["1"])) == "needs_majority"
    shared = desk.share_pot(t.books.state, ["1", "2"])
    assert shared == PotShared({"beto": 1, "caio": 1, "ana": 1}, ("1", "2"))
    t.write(shared, None)
    assert t.books.balances["stack:ana"] == 100 and "pot" not in t.books.balances


def passed_out(t: MemoryTable) -> None:
    """Everybody passes in the round that carries the pot; played by the engine's own questions."""
    watch = t.books.state.watch
    assert watch is not None
    cards = iter(["Kd", "As", "7c", "8c", "9c", "Tc", "Jd", "Qd", "8h", "9h", "Th", "Jh"])
    while not watch.over:
        state = watch.state
        if state.expected_cards:
            card = state.expected_cards[0]
            t.write(CardDealt(card.seat, card.up, next(cards) if card.up else None), 1)
        else:
            t.write(Acted(state.choices[0].seat, "mesa"), 1)
        watch = t.books.state.watch
        assert watch is not None


def test_r_213_a_payment_is_marked_by_its_receiver_once() -> None:
    t = table(2)
    assert refused(desk.received(t.books.state, "ana", "beto", ())) == "not_settled"
    facts = closing(t.books.state, {"ana": 80, "beto": 120})
    assert not isinstance(facts, Refusal)
    for fact in facts:
        t.write(fact, None)
    payments = (("ana", "beto", 1000),)
    paid = desk.received(t.books.state, "ana", "beto", payments)
    assert paid == TransferPaid("ana", "beto", 1000)
    t.write(paid, None)
    assert t.books.balances == {}
    answer = desk.received(t.books.state, "beto", "ana", payments)
    assert refused(answer) == "no_payment"
    assert isinstance(answer, Refusal) and answer.allowed == (Allowed("ana:beto", 1000, 1000),)
    assert refused(desk.buy(t.books.state, "1")) == "settled"
