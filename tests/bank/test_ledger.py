"""The books: balanced by construction, posted from the engine's hands, corrected by reversal, rebuilt identically."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from bank_bars import nights
from night_maker import MemoryTable, NightMaker, memory_night

from assistant.bank.counts import last_counts, mismatches
from assistant.bank.ledger import BooksFold, effective
from assistant.bank.settle import closing, settlement
from assistant.bank.state import Line
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Acted,
    CacifeBought,
    CardDealt,
    CashedOut,
    ChipsAgreed,
    ChipsCounted,
    Corrected,
    DifferenceBooked,
    ExpenseShared,
    Fact,
    HandStarted,
    HandVoided,
    NightSettled,
    Payload,
    PlayerSeated,
    PotAwarded,
    PrizesPaid,
    SideDeal,
    TableOpened,
    TransferPaid,
    encode_payload,
)
from assistant.journal import Draft, Store

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)


def table(players: int = 3, chips: int = 100, centavos: int = 5000) -> MemoryTable:
    """A table whose players have bought a cacife each."""
    out = MemoryTable()
    seats = tuple(str(n) for n in range(1, players + 1))
    out.write(TableOpened("mesa", seats, chips, centavos), None)
    for seat, player in zip(seats, ("ana", "beto", "caio", "duda"), strict=False):
        out.write(PlayerSeated(seat, player, player.title()), None)
        out.write(CacifeBought(seat, player, 1, chips, centavos), None)
    return out


def lines(t: MemoryTable, *payloads: Payload, hand: int | None = None) -> list[tuple[str, int]]:
    """What these facts post, added up."""
    total: dict[str, int] = {}
    for payload in payloads:
        t.write(payload, hand)
        for line in t.entries[-1]:
            total[line.account] = total.get(line.account, 0) + line.amount
    return sorted((a, n) for a, n in total.items() if n)


def start(t: MemoryTable, number: int = 1, dealer: str = "1", **options: object) -> Fact:
    """A hand of stick5 with everybody."""
    state = t.books.state
    stacks = {s: state.balance(f"stack:{p}") for s, p in state.seats.items()}
    carry = state.balance("pot")
    hand = HandStarted(number, "stick5", tuple(stacks), dealer, stacks, 1, "7", (), dict(options), carry)
    return t.write(hand, number)


def uncalled(t: MemoryTable, number: int = 1) -> int:
    """A hand in which the second speaker wins without being called; returns the number of the award."""
    start(t, number)
    deal = [CardDealt("2", False), CardDealt("3", False), CardDealt("1", False)]
    deal += [CardDealt("2", True, "Kd"), CardDealt("3", True, "As"), CardDealt("1", True, "7c")]
    for card in deal:
        t.write(card, number)
    for word in (Acted("3", "aposto", 10), Acted("1", "saio"), Acted("2", "saio")):
        t.write(word, number)
    return t.write(PotAwarded({"3": 3}), number).seq


def test_r_191_a_purchase_is_chips_against_money() -> None:
    t = table(2)
    assert t.entries[2] == (
        Line("bank", "chip", -100),
        Line("cash:ana", "centavo", -5000),
        Line("stack:ana", "chip", 100),
        Line("till", "centavo", 5000),
    )
    bought = t.books.state.purchases[0]
    assert (bought.player, bought.cacifes, bought.centavos, bought.hand) == ("ana", 1, 5000, None)


def test_a_hand_posts_itself_from_the_engine() -> None:
    t = table(3)
    assert [(x.account, x.amount) for x in (start(t), t.entries[-1])[1]] == [
        ("pot", 3),
        ("stack:ana", -1),
        ("stack:beto", -1),
        ("stack:caio", -1),
    ]
    t = table(3)
    uncalled(t)
    b = t.books.balances
    assert (b["stack:ana"], b["stack:beto"], b["stack:caio"], b.get("pot", 0)) == (99, 99, 102, 0)
    assert [(x.account, x.amount) for x in t.entries[-1]] == [("pot", -3), ("stack:caio", 3)]
    assert t.books.faults == ()


def test_a_corrected_verdict_posts_the_reversal_and_both_stay_visible() -> None:
    t = table(3)
    award = uncalled(t)
    void = encode_payload(HandVoided("cartas expostas"))
    assert lines(t, Corrected(award, void, ("1", "2")), hand=1) == [
        ("stack:ana", 1),
        ("stack:beto", 1),
        ("stack:caio", -2),
    ]
    assert [(x.account, x.amount) for x in t.entries[award - 1]] == [("pot", -3), ("stack:caio", 3)]
    assert all(t.books.balances[f"stack:{p}"] == 100 for p in ("ana", "beto", "caio"))
    # the correction itself withdrawn: the award stands again
    assert lines(t, Corrected(t.books.seq, None, ("1",)), hand=1)[2] == ("stack:caio", 2)
    assert t.books.faults == ()


def test_a_correction_of_an_older_hand_reaches_through_later_ones() -> None:
    t = table(3)
    first = uncalled(t, 1)
    uncalled(t, 2)
    before = dict(t.books.balances)
    lines(t, Corrected(first, encode_payload(HandVoided("x")), ("1",)), hand=1)
    after = dict(t.books.balances)
    assert [after[f"stack:{p}"] - before[f"stack:{p}"] for p in ("ana", "beto", "caio")] == [1, 1, -2]
    assert t.books.faults == ()  # the later hand was played with the stacks that stood then
    uncalled(t, 3)
    assert t.books.faults == ()


def test_a_word_corrected_within_the_hand() -> None:
    t = table(3)
    start(t)
    for card in ("2", "3", "1"):
        t.write(CardDealt(card, False), 1)
    for seat, card in (("2", "Kd"), ("3", "As"), ("1", "7c")):
        t.write(CardDealt(seat, True, card), 1)
    bet = t.write(Acted("3", "aposto", 10), 1)
    assert lines(t, Corrected(bet.seq, encode_payload(Acted("3", "aposto", 20)), ("3",)), hand=1) == [
        ("pot", 10),
        ("stack:caio", -10),
    ]
    assert t.books.balances["pot"] == 23


def test_a_hand_that_does_not_fit_the_books_is_a_fault_that_points_at_it() -> None:
    t = table(3)
    wrong = HandStarted(1, "stick5", ("1", "2", "3"), "1", {"1": 90, "2": 100, "3": 100}, 1, "7", carry=4)
    seq = t.write(wrong, 1).seq
    assert [(f.seq, f.code) for f in t.books.faults] == [(seq, "stack_differs"), (seq, "carry_differs")]
    t.write(Acted("1", "mesa"), 1)  # out of turn: the engine refuses, nothing moves
    t.write(Acted("1", "mesa"), 9)
    assert [f.code for f in t.books.faults[2:]] == ["hand_unreadable", "no_hand"]
    unreadable = HandStarted(2, "truco", ("1", "2"), "1", {"1": 99, "2": 99}, 1, "7", carry=3)
    t.write(unreadable, 2)
    assert t.books.faults[-1].code == "hand_unreadable"


def test_buying_in_a_hand_or_at_another_price_is_a_fault() -> None:
    t = table(2)
    start(t)
    t.books.apply(Fact(7, CacifeBought("1", "ana", 1, 100, 4999), "2026-11-30T20:00:00.000Z", "host", 1))
    assert [f.code for f in t.books.faults] == ["bought_in_hand", "value"]
    odd = MemoryTable()
    odd.write(TableOpened("mesa", ("1",), 300, 5000), None)
    assert [f.code for f in odd.books.faults] == ["chip_value"]


def test_r_191_the_float_is_kept_by_colour() -> None:
    t = MemoryTable()
    t.write(TableOpened("mesa", ("1", "2"), 100, 5000), None)
    t.write(ChipsAgreed({"branca": 1, "verde": 25}, {"branca": 25, "verde": 3}), None)
    t.write(PlayerSeated("1", "ana", "Ana"), None)
    assert lines(t, CacifeBought("1", "ana", 2, 200, 10000)) == [
        ("bank:branca", -50),
        ("bank:verde", -150),
        ("cash:ana", -10000),
        ("stack:ana", 200),
        ("till", 10000),
    ]
    t.write(ChipsCounted("1", 200, {"branca": 100, "verde": 4}), None)
    assert lines(t, CashedOut("1", "ana", 200, 10000))[:2] == [("bank:branca", 100), ("bank:verde", 100)]
    t.write(CacifeBought("1", "ana", 1, 100, 5000), None)
    t.write(ChipsCounted("1", 100, {"branca": 1}), None)
    assert t.books.faults[-1].code == "count_sum"


def test_r_204_a_payer_short_of_chips_owes_the_rest_and_settlement_nets_it() -> None:
    t = table(3)
    t.write(CashedOut("2", "beto", 95, 4750), None)  # beto keeps 5
    posted = lines(t, PrizesPaid((("beto", "ana", 30), ("caio", "ana", 30))), hand=None)
    assert posted == [
        ("debt:ana", 25),
        ("debt:beto", -25),
        ("prizes:ana", -60),
        ("prizes:beto", 30),
        ("prizes:caio", 30),
        ("stack:ana", 35),
        ("stack:beto", -5),
        ("stack:caio", -30),
    ]
    night = settlement(t.books.state, {"ana": 135, "beto": 0, "caio": 70})
    assert night.refusal is None and night.results == {"ana": 3000, "beto": -1500, "caio": -1500}
    assert set(night.transfers) == {("beto", "ana", 1500), ("caio", "ana", 1500)}


def test_expenses_and_side_deals_are_money_between_people() -> None:
    t = table(3)
    shares = {"ana": 1000, "beto": 1000, "caio": 999}
    assert lines(t, ExpenseShared("pizza", "ana", shares)) == [
        ("cash:ana", 1999),
        ("cash:beto", -1000),
        ("cash:caio", -999),
        ("expenses:ana", -1999),
        ("expenses:beto", 1000),
        ("expenses:caio", 999),
    ]
    assert lines(t, ExpenseShared("casa", "house", {"ana": 500}))[0] == ("cash:ana", -500)
    assert lines(t, SideDeal("aposta", "caio", "beto", 700))[:2] == [("cash:beto", 700), ("cash:caio", -700)]


def test_r_214_a_difference_blocks_until_it_is_booked_by_vote() -> None:
    t = table(3)
    state = t.books.state
    short = {"ana": 90, "beto": 100, "caio": 100}
    night = settlement(state, short)
    assert night.refusal is not None and night.refusal.code == "count_differs"
    assert night.refusal.params == {"difference": -10} and night.transfers == ()
    assert [a.what for a in night.refusal.allowed] == ["recount:ana"]
    assert isinstance(closing(state, short), Refusal)
    assert settlement(state, {"ana": 100}).refusal is not None  # two are not counted yet
    t.write(DifferenceBooked("sumiu", {"ana": -10}, {"ana": 4, "beto": 3, "caio": 3}, ("1", "2")), None)
    facts = closing(t.books.state, short)
    assert not isinstance(facts, Refusal)
    for payload in facts:
        t.write(payload, None)
    assert isinstance(facts[-1], NightSettled)
    assert sum(n for _, _, n in facts[-1].payments) == 300  # ana lost 10 and took 4 of it herself
    assert set(t.books.balances) == {"owed:ana", "owed:beto", "owed:caio"}
    for payer, receiver, centavos in facts[-1].payments:
        t.write(TransferPaid(payer, receiver, centavos), None)
    assert t.books.balances == {} and t.books.faults == ()


def test_a_difference_that_nobody_bears_stays_with_its_account_and_settles_there() -> None:
    t = table(2)
    t.write(DifferenceBooked("caixinha", {"ana": -10}, {}, ("1", "2")), None)
    night = settlement(t.books.state, {"ana": 90, "beto": 100})
    assert night.refusal is None and night.transfers == (("ana", "caixinha", 500),)


def test_chips_that_went_from_one_to_another_unseen_are_set_right_at_the_end() -> None:
    t = table(2)
    facts = closing(t.books.state, {"ana": 80, "beto": 120})
    assert not isinstance(facts, Refusal) and isinstance(facts[0], DifferenceBooked)
    for payload in facts:
        t.write(payload, None)
    assert t.books.balances == {"owed:ana": -1000, "owed:beto": 1000} and t.books.faults == ()


def test_no_settlement_in_a_hand_or_with_a_pot_on_the_table() -> None:
    t = table(3)
    start(t)
    found = settlement(t.books.state, {"ana": 99, "beto": 99, "caio": 99})
    assert found.refusal is not None and found.refusal.code == "hand_in_progress"


def test_r_214_a_mismatch_is_placed_between_two_counts() -> None:
    t = table(3)
    t.write(ChipsCounted("1", 100), None)
    good = t.books.seq
    award = uncalled(t)
    t.write(ChipsCounted("1", 94), None)
    bad = t.books.seq
    t.write(ChipsCounted("1", 94), None)  # still the same loss: nothing new
    entries = [(f.seq, line) for f, ls in zip(t.facts, t.entries, strict=True) for line in ls]
    found = mismatches(t.books.state, entries)
    assert len(found) == 1
    assert (found[0].player, found[0].after, found[0].until, found[0].chips) == ("ana", good, bad, -5)
    assert [(m.seq, m.chips) for m in found[0].movements] == [(good + 1, -1)] and found[0].right_again is None
    assert award < bad and last_counts(t.books.state) == {"ana": 94}
    t.write(ChipsCounted("1", 99), None)
    assert mismatches(t.books.state, entries)[0].right_again == t.books.seq


def test_counting_an_empty_seat_is_a_fault() -> None:
    t = table(2)
    t.write(ChipsCounted("9", 5), None)
    assert t.books.faults[-1].code == "nobody_there"


def test_random_nights_agree_at_every_fact() -> None:
    print(nights(10, seed=11, hands=5))


@pytest.mark.parametrize("seed", range(3))
def test_a_journal_of_a_played_night_rebuilds_identically(where: str, seed: int) -> None:
    rng = random.Random(seed)
    with Store.open(where) as store:
        log = store.table("mesa")
        books = BooksFold()

        def write(payload: Payload, hand: int | None) -> Fact:
            (fact,) = log.append([Draft(payload, "host", hand)], NOW)
            books.apply(fact)
            return fact

        NightMaker(rng, 4, write, lambda: books).night(2)
        assert log.check_books().sound and log.verify().intact
        assert log.books().balances == books.balances
        totals: dict[str, int] = {}
        for _, line in log.entries():
            totals[line.account] = totals.get(line.account, 0) + line.amount
        assert {a: n for a, n in totals.items() if n} == dict(books.balances)


def test_a_fold_with_checkpoints_equals_one_without() -> None:
    t = memory_night("checkpoints", 12, (4, 4))
    plain = BooksFold()
    for fact in effective(t.facts):
        plain.apply(fact)
    assert plain.balances == t.books.balances
    one = t.books.copy()
    target = next(f.seq for f in t.facts if isinstance(f.payload, CacifeBought))
    correction = Fact(len(t.facts) + 1, Corrected(target, None), "2026-11-30T23:00:00.000Z", "host")
    one.apply(correction)
    other = BooksFold()
    for fact in effective(
        [*t.facts, Fact(len(t.facts) + 1, Corrected(target, None), "2026-11-30T23:00:00.000Z", "host")]
    ):
        other.apply(fact)
    assert one.balances == other.balances and one.balances != t.books.balances
