"""Contests on a real journal: who may, what is proposed and refused, and what pot, books and record say afterwards."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from record_kit import HOST, Night, night

from assistant.contesting import Disputes
from assistant.facts import ContestResolved, Corrected
from assistant.record_keeper import Records
from assistant.web.port import Recipient

ANA, BETO, CAIO = (Recipient("player", s) for s in ("1", "2", "3"))
Story = Callable[[Night, Disputes], Coroutine[Any, Any, None]]


def tell(story: Story, folder: Path, **more: Any) -> None:
    async def go() -> None:
        async with night(folder, **more) as (table, house):
            await story(table, Records(house.session, house.evidence.store))
            books, chain = house.session.check()
            assert books.sound and chain.intact
            assert not house.session.books.faults, house.session.books.faults

    asyncio.run(go())


def new() -> str:
    return secrets.token_hex(8)


def card_of(case: dict[str, Any], seat: str, text: str) -> int:
    hand = next(h for h in case["hands"] if h["seat"] == seat)
    return int(next(c["fact"] for c in hand["cards"] if c["text"] == text))


async def contested(d: Disputes, subject: str, by: Recipient = BETO, **more: Any) -> str:
    case = await d.case(by, None)
    assert case is not None
    done = await d.contest(by, {"hand": case["hand"], "subject": subject, **more}, new())
    assert done.ok, done
    return done.code


def test_a_contested_card_is_seen_with_its_picture_certainty_rule_ladder_and_what_would_change(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        case = await d.case(BETO, None)
        assert case is not None
        await contested(d, "card", fact=card_of(case, "1", "A♥"), note="era outro ás?")
        case = await d.case(BETO, None)
        assert case is not None
        ana = next(h for h in case["hands"] if h["seat"] == "1")
        turned = ana["cards"][-1]
        assert turned["text"] == "A♥" and turned["how"] == "câmera · 99,7\u00a0%"
        assert d.picture(turned["crop"]) and d.picture(turned["frame"])
        assert case["rules"][0]["code"] == "R-180" and all(r["text"] for r in case["rules"])
        rows = {r["text"]: r["seats"] for r in case["ladder"]}
        assert rows["Um par"] == ["Ana", "Beto"] and "Flush" not in rows  # Stick: pairs only
        (contest,) = case["contests"]
        assert contest["text"] == "Beto contesta uma carta: A♥, 1ª carta de Ana."
        same, other = contest["what_if"][0], contest["what_if"][1]
        assert same["same"] and "A♦" in same["cards"] and "J♥" not in same["cards"]
        assert "Beto 23" in other["text"] and "8♣" in other["cards"]

    tell(story, tmp_path)


def test_case_82_a_corrected_card_pays_the_other_and_the_books_post_reversal_and_right_entries(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        s = t.session
        assert s.state.stacks == {"1": 212, "2": 189, "3": 199}
        case = await d.case(BETO, None)
        assert case is not None
        name = await contested(d, "card", fact=card_of(case, "1", "A♥"))
        assert not (await d.propose(BETO, {"contest": name, "outcome": "keep"}, new())).ok, "only the host proposes"
        taken = await d.propose(HOST, {"contest": name, "outcome": "card", "card": "Kd"}, new())
        assert taken.code == "card_taken"
        assert (await d.propose(HOST, {"contest": name, "outcome": "card", "card": "8h"}, new())).ok
        case = await d.case(CAIO, None)
        assert case is not None
        assert case["contests"][0]["proposal"]["moves"] == ["Ana: 23 → 0", "Beto: 0 → 23"]
        lines = len(s.entries)
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert s.state.stacks == {"1": 189, "2": 212, "3": 199}
        ana, beto = (s.state.players[x].player for x in ("1", "2"))
        posted = {(e.account, e.amount) for _, e in s.entries[lines:]}
        assert {(f"stack:{ana}", -23), (f"stack:{beto}", 23)} <= posted
        kinds = [f.kind for f in s.facts[-3:]]
        assert kinds == ["corrected", "corrected", "contest_resolved"]
        assert s.view(HOST).verdict is not None and "Beto" in s.view(HOST).verdict.headline
        case = await d.case(CAIO, None)
        assert case is not None
        done = case["contests"][0]["resolution"]
        assert "A carta é 8♥" in done["text"] and done["moves"] == ["Ana: 23 → 0", "Beto: 0 → 23"]
        turned = next(h for h in case["hands"] if h["seat"] == "1")["cards"][-1]
        assert (turned["text"], turned["was"]) == ("8♥", "A♥") and d.picture(turned["crop"])

    tell(story, tmp_path)


def test_a_hand_before_the_last_is_set_right_between_hands_and_the_next_is_played_with_the_right_chips(
    tmp_path: Path,
) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        await t.hand_to_verdict(bet=5)
        await t.host("confirm_verdict")
        before = dict(t.session.state.stacks)
        case = await d.case(BETO, 1)
        assert case is not None
        done = await d.contest(BETO, {"hand": 1, "subject": "card", "fact": card_of(case, "1", "A♥")}, new())
        assert done.ok
        assert (await d.propose(HOST, {"contest": done.code, "outcome": "card", "card": "8h"}, new())).ok
        await t.host("start_hand")
        assert (await d.resolve(HOST, {"contest": done.code}, new())).code == "in_hand"
        await t.host("void_hand")
        assert (await d.resolve(HOST, {"contest": done.code}, new())).ok
        after = t.session.state.stacks
        assert (after["1"], after["2"], after["3"]) == (before["1"] - 23, before["2"] + 23, before["3"])
        await t.hand_to_verdict(bet=4)
        await t.host("confirm_verdict")

    tell(story, tmp_path)


def test_split_void_amount_and_keep(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        s = t.session
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        name = await contested(d, "showdown")
        wrong = await d.propose(HOST, {"contest": name, "outcome": "split", "payout": {"1": 11, "2": 11}}, new())
        assert wrong.text == "As partes somam 22, mas o montão tem 23."
        assert (await d.propose(HOST, {"contest": name, "outcome": "split", "payout": {"1": 12, "2": 11}}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert s.state.stacks == {"1": 201, "2": 200, "3": 199}

        name = await contested(d, "speaker", ANA)
        assert (await d.propose(HOST, {"contest": name, "outcome": "void"}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert s.state.stacks == dict.fromkeys("123", 200)

        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        case = await d.case(ANA, None)
        assert case is not None
        bet = next(w for w in case["words"] if w["amount"] == 10)
        name = await contested(d, "amount", ANA, fact=bet["fact"])
        assert (await d.propose(HOST, {"contest": name, "outcome": "amount", "amount": 20}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert s.state.stacks == {"1": 222, "2": 179, "3": 199}

        name = await contested(d, "showdown", CAIO)
        seq = s.state.seq
        assert (await d.propose(HOST, {"contest": name, "outcome": "keep"}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert not any(isinstance(f.payload, Corrected) for f in s.facts[seq:])
        assert s.state.stacks == {"1": 222, "2": 179, "3": 199}

    tell(story, tmp_path)


def test_an_open_card_that_would_have_changed_who_speaks_leaves_the_words_and_compares_the_hands_anew(
    tmp_path: Path,
) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        case = await d.case(BETO, None)
        assert case is not None
        name = await contested(d, "card", fact=card_of(case, "1", "A♠"))  # it made Ana the first speaker
        assert (await d.propose(HOST, {"contest": name, "outcome": "card", "card": "8s"}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        assert t.session.state.stacks == {"1": 189, "2": 212, "3": 199}
        assert t.session.state.hand is not None and t.session.state.hand.over and not t.session.state.misfits

    tell(story, tmp_path)


def test_by_house_option_more_than_half_of_the_phones_must_agree(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        name = await contested(d, "showdown")
        assert (await d.propose(HOST, {"contest": name, "outcome": "void"}, new())).ok
        case = await d.case(ANA, None)
        assert case is not None
        seen = case["contests"][0]["proposal"]["seq"]
        assert case["contests"][0]["need"].startswith("Decidem o anfitrião e 2 de 3 telefones")
        assert (await d.resolve(HOST, {"contest": name}, new())).code == "no_majority"
        assert (await d.vote(BETO, {"contest": name, "agrees": True, "seen": seen}, new())).ok
        assert (await d.vote(ANA, {"contest": name, "agrees": False, "seen": seen}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).code == "no_majority"
        assert (await d.vote(CAIO, {"contest": name, "agrees": True, "seen": seen}, new())).ok
        assert (await d.resolve(HOST, {"contest": name}, new())).ok
        resolved = t.session.facts[-1].payload
        assert isinstance(resolved, ContestResolved) and resolved.confirmed_by == ("host", "2", "3")

    tell(story, tmp_path, options={"contest_vote": "majority"})


def test_who_left_or_has_no_chips_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        name = await contested(d, "showdown")
        await t.host("leave:1")
        seq = t.session.state.seq
        refused = await d.propose(HOST, {"contest": name, "outcome": "void"}, new())
        assert refused.code == "has_left" and "Ana" in refused.text and t.session.state.seq == seq

    tell(story, tmp_path)


def test_the_report_is_one_html_file_and_one_pdf_page_with_the_pictures_inside(tmp_path: Path) -> None:
    async def story(t: Night, d: Disputes) -> None:
        await t.hand_to_verdict()
        await t.host("confirm_verdict")
        case = await d.case(BETO, None)
        assert case is not None
        name = await contested(d, "card", fact=card_of(case, "1", "A♥"))
        page = await d.report(BETO, name, "html")
        assert page is not None
        text = page.decode()
        assert "Beto contesta uma carta" in text and text.count("data:image/jpeg") >= 10 and "<script" not in text
        pdf = await d.report(Recipient("player", "2", "en"), name, "pdf")
        assert pdf is not None and pdf.startswith(b"%PDF") and pdf.count(b"/Type /Page\n") == 1
        (tmp_path / "report.pdf").write_bytes(pdf)
        assert await d.report(BETO, "0" * 12, "pdf") is None

    tell(story, tmp_path)
