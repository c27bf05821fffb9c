"""The one loop on a real journal: a whole hand of Stick by sightings and taps, doubt, correction, resume."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from assistant.facts import DeviceChanged
from assistant.journal import Store
from assistant.reconcile import SeenZone
from assistant.session import Opening, Session
from assistant.views import Tap
from assistant.web.port import Recipient

SEATS = ("1", "2", "3")
HOST = Recipient("host")


class Table:
    """A session with three people seated, and the words for driving it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.zones: dict[str, tuple[list[str], int]] = {s: ([], 0) for s in SEATS}
        self.taps = 0

    async def host(self, decision: str, value: str = "") -> None:
        self.taps += 1
        result = await self.session.host(Tap(f"host-{self.taps}-{id(self)}", decision, 0, value))
        assert result.ok, result

    async def see(self) -> None:
        await self.session.see({s: SeenZone(faces=tuple(f), backs=b) for s, (f, b) in self.zones.items()})

    async def closed(self) -> None:
        for s in SEATS:
            self.zones[s] = (self.zones[s][0], 1)
        await self.see()

    async def open(self, **cards: str) -> None:
        for s, card in cards.items():
            self.zones[s.removeprefix("s")][0].append(card)
        await self.see()

    async def say(self, seat: str, verb: str, amount: int | None = None, id: str = "") -> Any:
        self.taps += 1
        to = Recipient("player", seat)
        choice = self.session.view(to).choice
        decision = choice.decision if choice else "none"
        return await self.session.tap(to, Tap(id or f"tap-{self.taps}-{id_of(self)}", decision, 0, verb, amount))


def id_of(thing: object) -> int:
    return id(thing)


def run(test: Callable[[Table, Store], Coroutine[Any, Any, None]], path: Path) -> None:
    async def go() -> None:
        with Store.open(path / "fala.db") as store:
            session = Session(store.table("t"), Opening("t", SEATS, "stick5"))
            await session.open()
            for seat, name in zip(SEATS, ("Ana", "Beto", "Caio"), strict=True):
                assert (await session.join(name, seat, 1, "pt-BR")).ok
            await test(Table(session), store)

    asyncio.run(go())


async def to_showdown(t: Table) -> None:
    """A hand of Stick in which everybody stays: seat 3 deals, seat 1 shows the ace."""
    await t.host("start_hand")
    await t.closed()
    await t.open(s1="As", s2="Kd", s3="9h")
    for street in (
        {"s1": "9c", "s2": "Kh", "s3": "Qd"},
        {"s1": "Th", "s2": "Jc", "s3": "8d"},
        {"s1": "Jd", "s2": "Qs", "s3": "8c"},
    ):
        await everybody_mesa(t)
        await t.open(**street)
    await everybody_mesa(t)


async def everybody_mesa(t: Table) -> None:
    for _ in SEATS:
        hand = t.session.state.hand
        assert hand is not None and hand.choices, hand
        assert (await t.say(hand.choices[0].seat, "mesa")).ok


def test_a_whole_hand_from_sightings_to_the_pot(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        assert t.session.view(HOST).headline == "Carteador, dê as cartas"
        await t.closed()
        await t.open(s1="As", s2="Kd")
        assert t.session.state.hand is not None and t.session.state.hand.phase == "dealing"
        await t.open(s3="9h")
        view = t.session.view(Recipient("player", "1"))
        assert view.headline == "Fala o Ás — Ana" and view.your_turn
        assert view.subline == "Maior carta aberta, Ás"  # under the name, without a number
        assert not t.session.view(Recipient("player", "2")).your_turn
        assert (await t.say("1", "aposto", 10)).ok
        assert (await t.say("2", "cubro")).ok
        assert (await t.say("3", "saio")).ok
        await t.open(s1="9c", s2="Kh")
        assert t.session.view(HOST).headline == "Fala o par de Reis — Beto"
        for street in ({"s1": "Th", "s2": "Jc"}, {"s1": "Jd", "s2": "Qs"}):
            assert (await t.say("2", "mesa")).ok
            assert (await t.say("1", "mesa")).ok
            await t.open(**street)
        assert (await t.say("2", "mesa")).ok
        assert (await t.say("1", "mesa")).ok
        t.zones["1"] = ([*t.zones["1"][0], "Ah"], 0)
        t.zones["2"] = ([*t.zones["2"][0], "2d" if t.session.state.hand.started.deck_low == "2" else "Ts"], 0)
        await t.see()
        verdict = t.session.view(HOST).verdict
        assert verdict is not None and "Ana" in verdict.headline and "montão" in verdict.headline, verdict
        await t.host("confirm_verdict")
        stacks = t.session.state.stacks
        assert stacks == {"1": 211, "2": 189, "3": 200 - 1} or sum(stacks.values()) == 600
        assert stacks["1"] == 200 - 11 + 23 and stacks["2"] == 189 and stacks["3"] == 199
        books, chain = t.session.check()
        assert books.sound and chain.intact

    run(play, tmp_path)


def test_case_79_a_stale_tap_is_refused_with_the_new_amount_and_a_double_one_counts_once(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        old = t.session.view(Recipient("player", "1")).choice
        assert old is not None
        first = await t.say("1", "mesa", id="double-tap")
        again = await t.session.tap(Recipient("player", "1"), Tap("double-tap", old.decision, 0, "mesa"))
        assert first.ok and again.ok and again.code == "again"
        assert (await t.say("2", "aposto", 20)).ok
        assert (await t.say("3", "cubro")).ok
        stale = await t.session.tap(Recipient("player", "1"), Tap("late-tap", old.decision, 0, "mesa"))
        assert not stale.ok and stale.code == "stale" and "20" in stale.text and "cubro" in stale.allowed

    run(play, tmp_path)


def test_an_unsure_card_is_a_question_that_names_the_seat_and_the_host_answers_it(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        t.zones["1"][0].append("As")
        zones = {s: SeenZone(faces=tuple(f), backs=b) for s, (f, b) in t.zones.items()}
        zones["2"] = SeenZone(doubts=("Qd",), reasons=("blur",), backs=1)
        await t.session.see(zones)
        (question,) = t.session.view(HOST).questions
        assert "Beto" in question.text and "mostre a carta" in question.text
        assert t.session.view(Recipient("player", "3")).questions[0].guess is None
        await t.host(f"answer_question:{question.id}", "Qh")
        hand = t.session.state.hand
        assert hand is not None and hand.open_cards("2") == ("Qh",)

    run(play, tmp_path)


def test_case_33_the_same_card_at_two_seats_gives_no_verdict_but_a_question(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="Ah", s2="Kd", s3="Ah")
        hand = t.session.state.hand
        assert hand is not None and hand.speaker is None
        assert {q.seat for q in t.session.view(HOST).questions} == {"1", "3"}

    run(play, tmp_path)


def test_case_82_one_wrong_card_is_corrected_and_the_call_follows(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        await t.host("card:1", "Ts")
        hand = t.session.state.hand
        assert hand is not None and hand.open_cards("1") == ("Ts",)
        assert t.session.view(HOST).headline == "Fala o Rei — Beto"
        assert any("Correção" in line for line in t.session.view(HOST).log)

    run(play, tmp_path)


def test_undo_voids_the_last_word_and_keeps_it_on_record(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        assert (await t.say("1", "aposto", 30)).ok
        facts = len(t.session.facts)
        await t.host("undo")
        hand = t.session.state.hand
        assert hand is not None and hand.choices[0].seat == "1" and hand.stacks["1"] == 199
        assert len(t.session.facts) == facts + 1 and t.session.check()[0].sound

    run(play, tmp_path)


def test_a_killed_table_resumes_in_the_middle_of_a_street(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        assert (await t.say("1", "aposto", 10)).ok
        before = t.session.view(HOST)
        again = Session(store.table("t"), Opening("t", SEATS, "stick5"))
        await again.open()
        after = again.view(HOST)
        assert (after.headline, after.pot, after.seats) == (before.headline, before.pot, before.seats)
        assert again.state.hand == t.session.state.hand

    run(play, tmp_path)


def test_voiding_a_hand_gives_everything_back(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("start_hand")
        await t.closed()
        await t.open(s1="As", s2="Kd", s3="9h")
        assert (await t.say("1", "aposto", 10)).ok
        await t.host("void_hand", "duas cartas de uma vez")
        assert t.session.state.stacks == {"1": 200, "2": 200, "3": 200}
        assert t.session.check()[0].sound

    run(play, tmp_path)


@pytest.mark.parametrize("bad", ["", "   "])
def test_joining_asks_for_a_name_and_a_free_seat(tmp_path: Path, bad: str) -> None:
    async def play(t: Table, store: Store) -> None:
        assert (await t.session.join(bad, "1", 1, "pt-BR")).code == "name_empty"
        assert (await t.session.join("Dora", "1", 1, "pt-BR")).code == "seat_taken"
        assert (await t.session.join("Dora", "9", 1, "pt-BR")).code == "no_such_seat"

    run(play, tmp_path)


def test_the_host_alone_seats_people_sells_cacifes_and_sees_them_off(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.host("leave:3")
        assert "3" not in t.session.state.players and t.session.state.stacks["3"] == 0
        await t.host("seat:3", "Dora")
        assert t.session.state.players["3"].name == "Dora" and t.session.state.stacks["3"] == 200
        refused = await t.session.host(Tap("buy-too-early", "buy:3", 0, "1"))
        assert not refused.ok and "Só compra" in refused.text
        assert t.session.check()[0].sound

    run(play, tmp_path)


def test_facts_another_program_wrote_to_the_table_are_read_before_anything_is_added(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        other = Session(store.table("t"), Opening("t", SEATS, "stick5"))
        await t.host("start_hand")
        await t.closed()
        assert (await other.propose(DeviceChanged("camera", "ok"), source="table")).ok
        assert other.state.hand_number == 1 and other.state.hand == t.session.state.hand
        await t.open(s1="As", s2="Kd", s3="9h")
        assert [f.seq for f in t.session.facts] == list(range(1, len(t.session.facts) + 1))
        assert any(f.kind == "device_changed" for f in t.session.facts) and t.session.check()[1].intact

    run(play, tmp_path)


def test_devices_have_names_in_the_story(tmp_path: Path) -> None:
    async def play(t: Table, store: Store) -> None:
        await t.session.device("camera", False, "dead")
        assert t.session.story("pt-BR")[-1].startswith("   câmera: ")
        assert t.session.story("en")[-1].startswith("   camera: ")

    run(play, tmp_path)
