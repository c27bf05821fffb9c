"""Bank facts put right afterwards: the reversal and the right entries are posted, and what was wrong stays visible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from night_maker import MemoryTable
from sat_table import Table, at_table

from assistant.bank.corrections import bare, moves, refusal
from assistant.bank.counts import last_counts, mismatches
from assistant.bank.settle import settlement
from assistant.facts import (
    CacifeBought,
    CashedOut,
    ChipsCounted,
    Corrected,
    ExpenseShared,
    Payload,
    PlayerLeft,
    PlayerSeated,
    PrizesPaid,
    SideDeal,
    TableOpened,
    encode_payload,
)


def table() -> MemoryTable:
    out = MemoryTable()
    out.write(TableOpened("mesa", ("1", "2", "3"), 100, 5000), None)
    for seat, player in zip("123", ("ana", "beto", "caio"), strict=True):
        out.write(PlayerSeated(seat, player, player.title()), None)
        out.write(CacifeBought(seat, player, 1, 100, 5000), None)
    return out


CASES: list[tuple[Payload, Payload, dict[str, int]]] = [
    (CacifeBought("2", "beto", 2, 200, 10_000), CacifeBought("2", "beto", 1, 100, 5000),
     {"stack:beto": -100, "bank": 100, "cash:beto": 5000, "till": -5000}),
    (CashedOut("2", "beto", 40, 2000), CashedOut("2", "beto", 30, 1500),
     {"stack:beto": 10, "bank": -10, "cash:beto": -500, "till": 500}),
    (ChipsCounted("2", 90), ChipsCounted("2", 100), {}),
    (ExpenseShared("pizza", "ana", {"ana": 3000, "beto": 3000}), ExpenseShared("", "ana", {"ana": 30, "beto": 30}),
     {"cash:ana": -2970, "cash:beto": 2970, "expenses:ana": 2970, "expenses:beto": -2970}),
    (SideDeal("aposta", "ana", "beto", 500), SideDeal("", "ana", "beto", 50),
     {"cash:ana": 450, "cash:beto": -450, "side:ana": -450, "side:beto": 450}),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "right", "posted"), CASES, ids=[w.KIND for w, _, _ in CASES])
def test_a_correction_posts_the_difference_and_the_wrong_entries_stay(
    wrong: Payload, right: Payload, posted: dict[str, int]
) -> None:
    t = table()
    before = dict(t.books.balances)
    seq = t.write(wrong, None).seq
    written = t.entries[seq - 1]
    after = dict(t.books.balances)
    changed = Corrected(seq, encode_payload(right), ("host",))
    assert refusal(t.books, t.facts, changed) is None
    t.write(changed, None)
    assert {line.account: line.amount for line in t.entries[-1]} == posted
    void = Corrected(seq, None, ("host",))
    assert refusal(t.books, t.facts, void) is None
    t.write(void, None)
    assert dict(t.books.balances) == before
    again = Corrected(seq, encode_payload(bare(wrong)), ("host",))
    assert refusal(t.books, t.facts, again) is None
    t.write(again, None)
    assert dict(t.books.balances) == after and t.entries[seq - 1] == written and not t.books.faults
    (move,) = (m for m in moves(t.facts) if m.fact.seq == seq)
    assert move.fact.payload == wrong == move.stands and move.by is not None and move.by.seq == t.books.seq


def test_prizes_paid_by_mistake_go_back_with_the_debt_they_made() -> None:
    t = table()
    t.write(CashedOut("2", "beto", 95, 4750), None)
    before = dict(t.books.balances)
    seq = t.write(PrizesPaid((("beto", "ana", 30), ("caio", "ana", 30))), None).seq
    assert t.books.balances["debt:beto"] == -25
    t.write(Corrected(seq, None, ("host",)), None)
    assert dict(t.books.balances) == before and t.books.state.prized_hand is None


def test_a_count_mistyped_leaves_no_mismatch_behind() -> None:
    t = table()
    seq = t.write(ChipsCounted("1", 10), None).seq
    lines = [(f.seq, line) for f, ls in zip(t.facts, t.entries, strict=True) for line in ls]
    assert len(mismatches(t.books.state, lines)) == 1
    t.write(Corrected(seq, encode_payload(ChipsCounted("1", 100)), ("host",)), None)
    assert mismatches(t.books.state, lines) == () and last_counts(t.books.state) == {"ana": 100}


@pytest.mark.parametrize(
    ("wrong", "right", "code"),
    [
        (CacifeBought("2", "beto", 1, 100, 5000), CacifeBought("1", "ana", 1, 100, 5000), "correction_other"),
        (CacifeBought("2", "beto", 1, 100, 5000), CacifeBought("2", "beto", 1, 100, 4000), "correction_other"),
        (CacifeBought("2", "beto", 1, 100, 5000), CacifeBought("2", "beto", 9, 900, 45_000), "correction_other"),
        (CashedOut("2", "beto", 10, 500), CashedOut("2", "beto", 101, 5050), "correction_gone"),
        (CashedOut("2", "beto", 10, 500), CashedOut("2", "beto", 20, 500), "correction_other"),
        (ChipsCounted("2", 90), ChipsCounted("1", 90), "correction_other"),
        (ExpenseShared("pizza", "ana", {"beto": 9}), ExpenseShared("pizza", "ana", {"caio": 9}), "correction_other"),
        (SideDeal("x", "ana", "beto", 9), SideDeal("x", "ana", "beto", 0), "correction_other"),
        (PrizesPaid((("beto", "ana", 30),)), PrizesPaid((("beto", "ana", 3),)), "correction_other"),
    ],
)
def test_what_may_not_stand_in_the_place_of_a_fact(wrong: Payload, right: Payload, code: str) -> None:
    t = table()
    seq = t.write(wrong, None).seq
    found = refusal(t.books, t.facts, Corrected(seq, encode_payload(right), ("host",)))
    assert found is not None and found.code == code


def test_chips_that_were_played_or_handed_back_already_cannot_be_taken_back() -> None:
    t = table()
    seq = t.write(CacifeBought("2", "beto", 1, 100, 5000), None).seq
    t.write(CashedOut("2", "beto", 150, 7500), None)
    t.write(CacifeBought("2", "beto", 1, 100, 5000), None)  # enough now, but then there would have been too few
    found = refusal(t.books, t.facts, Corrected(seq, None, ("host",)))
    assert found is not None and found.code == "correction_gone" and found.params == {"missing": 50}
    found = refusal(t.books, t.facts, Corrected(1, None, ("host",)))
    assert found is not None and found.code == "no_entry"


def test_who_left_with_fewer_chips_than_written_makes_a_difference_that_is_said() -> None:
    t = table()
    seq = t.write(CashedOut("2", "beto", 100, 5000), None).seq
    t.write(PlayerLeft("2", "beto"), None)
    t.write(Corrected(seq, encode_payload(CashedOut("2", "beto", 90, 4500)), ("host",)), None)
    for seat in "13":
        t.write(ChipsCounted(seat, 100), None)
    found = settlement(t.books.state, last_counts(t.books.state))
    assert found.refusal is not None and found.refusal.code == "count_differs" and found.differing == {"beto": -10}


def entry(t: Table, fact: int, seat: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = next(m for m in t.view(seat)["book"] if m["fact"] == fact)
    return found


def test_the_host_corrects_in_the_night_s_book_and_everybody_sees_both(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        players = {p["name"]: p["player"] for p in t.view()["people"]}
        everybody = dict.fromkeys(players.values(), 1)
        assert (await t.ask("expense", "1", who=players["Ana"], text="pizza", money="900,00", amounts=everybody)).ok
        seq = t.session.state.seq
        assert (await t.ask("fix", "1", number=seq, text="void")).code == "no_right"
        assert (await t.ask("fix", number=seq, text="change", money="90 pratas")).code == "money_no_amount"
        done = await t.ask("fix", number=seq, text="change", money="90,00")
        assert done.ok and "riscado" in done.text
        seen = entry(t, seq, "2")
        assert seen["text"] == "pizza: Ana pagou R$ 900,00, dividido por 3" and seen["state"] == "changed"
        assert seen["now"] == "pizza: Ana pagou R$ 90,00, dividido por 3" and not seen["may"]
        assert t.person("Ana")["result"] == "+R$ 60,00" and t.session.facts[-1].hand is None
        assert (await t.ask("fix", number=seq, text="void")).ok and entry(t, seq)["state"] == "void"
        assert t.person("Ana")["result"] == "R$ 0,00" and not t.view()["shared"]
        assert (await t.ask("fix", number=seq, text="restore")).ok and entry(t, seq)["state"] == "stands"
        assert "pizza" in entry(t, seq)["text"] and "pizza" in t.view("3")["shared"][0]["text"]
        corrections = [f for f in t.session.facts if isinstance(f.payload, Corrected)]
        assert corrections and "pizza" not in str(corrections)  # `fala erase` takes the text out where it was written
        await t.deal({"1": "As", "2": "Kd", "3": "Qh"})
        assert (await t.ask("fix", number=seq, text="void")).code == "hand_in_progress"
        await t.all_leave_but("1", 10)
        await t.host("confirm_verdict")
        assert (await t.ask("count", "2", number=19)).ok
        count = t.session.state.seq
        assert len(t.view()["windows"]) == 1
        assert (await t.ask("fix", number=count, text="change", amounts={"number": 199})).ok
        assert t.view()["windows"] == [] and t.person("Beto")["count"]["off"] == 0
        assert (await t.ask("leave", "3")).ok
        cashed = next(m["fact"] for m in t.view()["book"] if m["kind"] == "cashed_out")
        assert (await t.ask("fix", number=cashed, text="void")).ok  # he is back, with his chips
        assert (await t.session.join("Caio", "3", 1, "pt-BR")).ok and t.stacks()["3"] == 199
        assert not t.view()["faults"]

    at_table(story, tmp_path)


def test_a_payment_marked_by_mistake_is_taken_back_by_its_receiver(tmp_path: Path) -> None:
    async def story(t: Table) -> None:
        await t.quick_hand("2")
        for seat, chips in t.stacks().items():
            if chips:
                assert (await t.ask("count", seat, number=chips)).ok
        assert (await t.ask("settle")).ok
        settled = t.view()["end"]["payments"]
        mine = next(p for p in settled if p["to"] == "Beto")
        assert (await t.ask("received", "2", who=f"{mine['payer']}:{mine['receiver']}")).ok
        paid = t.session.state.seq
        assert next(p for p in t.view()["end"]["payments"] if p["n"] == mine["n"])["paid"]
        assert (await t.ask("fix", "1", number=paid, text="void")).code == "no_right"
        assert entry(t, paid, "2")["may"] and not entry(t, paid, "1")["may"]
        assert (await t.ask("fix", "2", number=paid, text="void")).ok
        assert t.view()["end"]["payments"] == settled
        bought = next(m["fact"] for m in t.view()["book"] if m["kind"] == "cacife_bought")
        assert (await t.ask("fix", number=bought, text="void")).code == "settled"
        assert (await t.ask("received", "2", who=f"{mine['payer']}:{mine['receiver']}")).ok

    at_table(story, tmp_path)
