"""The dealer machine in a game, through the emulated board: every card asked for, every fault a question on a phone."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from machine_table import HOST, MachineTable, machine_table

from assistant.web.port import Recipient


def play(path: Path, night: Callable[[MachineTable], Coroutine[Any, Any, None]], **how: Any) -> None:
    async def go() -> None:
        async with machine_table(path, **how) as table:
            await night(table)

    asyncio.run(go())


@pytest.mark.parametrize("camera", [True, False])
def test_a_hand_of_stick_is_dealt_by_the_machine_one_by_one_from_the_dealers_left(tmp_path: Path, camera: bool) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        assert t.asked == ["load"]
        assert await t.host("start_hand")
        await t.until(t.dealt_all)
        t.check()
        outs = [words[2] for _, words in t.sim.truth if words[0] == "out"]
        assert outs == ["1", "2", "3"] * 5  # seat 3 deals
        assert t.closed_facts() == ["dealer"] * 3
        assert t.asked == ["load"] and t.gave() == 15

    play(tmp_path, night, camera=camera)


FAULTS = {
    "double": ("double 45", "double"),  # the machine notices that a second card follows the first
    "stack": ("double 6", "two_seen"),  # two cards exactly on each other: only the camera can count them
    "jam": ("jam 60", "jam"),
    "wrong_seat": ("lose 71", "wrong_seat"),  # the turret stops at the next seat
    "reboot": ("cut 600", ""),  # the power goes in the middle of a card
    "dtr": ("dtr", ""),  # another program opens the port
    "hang": ("hang", ""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_becomes_a_question_on_the_hosts_phone_and_the_hand_stays_right(tmp_path: Path, fault: str) -> None:
    words, code = FAULTS[fault]

    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        await t.host("start_hand")
        await t.until(lambda: t.gave() >= 4)  # the open cards have begun
        t.sim.order(f"at {t.sim.now_us + 400_000} {words}")
        if code:
            await t.until(lambda: t.question() is not None, answering=False)
            shown = t.question()
            assert shown is not None and shown.options, "the host has buttons"
            asked = t.session.asking.questions[0]
            assert asked.code == f"dealer.ask.{code}"
            for lang in ("pt-BR", "en"):
                assert t.session.asking.text(asked, lang)
            player = t.session.view(Recipient("player", "1")).questions
            assert [(q.text, q.options) for q in player] == [(shown.text, ())], "players read it, the host answers"
        await t.until(t.dealt_all)
        t.check()
        assert any(w[1][:1] == ("fault",) or w[1][:1] == ("reset",) for w in t.sim.truth)

    play(tmp_path, night)


def test_without_cards_in_the_hopper_the_host_fills_it_and_the_deal_goes_on(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        await t.host("start_hand")
        await t.until(lambda: t.question() is not None, answering=False)
        shown = t.question()
        assert shown is not None and shown.text.startswith("Acabaram as cartas")
        assert not await t.host(f"answer_question:{shown.id}", "done"), "the sensor still sees none"
        await t.until(t.dealt_all)
        t.check()
        assert t.asked == ["load", "empty"]

    play(tmp_path, night, cards=5)


def test_an_open_lid_is_said_and_closing_it_goes_on(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        t.sim.order("fault lid 1")
        await t.until(lambda: not t.session.devices["dealer"].ok)
        texts = [d.text for d in t.session.view(HOST).devices if d.name == "máquina"]
        assert texts == ["a tampa da máquina está aberta"]
        await t.host("start_hand")
        await t.until(lambda: "lid" in t.asked)
        await t.until(t.dealt_all)
        t.check()

    play(tmp_path, night)


async def begun(t: MachineTable, cards: int) -> None:
    """A hand has begun and the machine has given so many cards."""
    await t.until(lambda: t.machine._ready == 1)
    await t.host("start_hand")
    await t.until(lambda: t.gave() >= cards)


@pytest.mark.parametrize("when", ["ordered", "out"])
def test_a_program_killed_in_the_middle_of_a_card_goes_on_from_the_machines_own_count(
    tmp_path: Path, when: str
) -> None:
    async def night(t: MachineTable) -> None:
        await begun(t, 4)
        device = t.machine.device

        async def killed(position: int) -> Any:
            if when == "out":
                await deal(position)
            else:
                await device._ask("DEAL", position, 6000, number=device.ticket + 1)
            raise asyncio.CancelledError

        deal, device.deal = device.deal, killed  # type: ignore[method-assign]
        await t.until(t.task.done)
        await t.restart()
        await t.until(t.dealt_all)
        t.check()
        assert len([w for _, w in t.sim.truth if w[0] == "out"]) == 15
        assert t.asked.count("load") == 1, "the pile was not asked for again"

    play(tmp_path, night)


def test_without_the_machine_people_deal_and_when_it_is_back_it_goes_on(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await begun(t, 4)
        opener, t.machine.device.opener = t.machine.device.opener, gone
        assert t.machine.device.line is not None
        t.machine.device.line.close()
        await t.until(lambda: not t.session.devices["dealer"].ok)
        text = next(d.text for d in t.session.view(HOST).devices if d.name == "máquina")
        assert "gente dá as cartas" in text and "/dev/dealer" in text, text
        hand = t.session.state.hand
        assert hand is not None
        seat = hand.expected_cards[0].seat
        if not t.session.asking.to_turn:  # a person deals the next one from the rest of the pile
            t.camera = False
            spare = t.faces[-1]
            t.sim.order(f"top {len(t.faces) - 1}")
            t.person.lies[seat].append(len(t.faces) - 1)
            assert await t.host(f"card:{seat}", spare)
            t.camera = True
        t.machine.device.opener = opener
        await t.until(t.dealt_all)
        t.check()
        assert t.session.devices["dealer"].ok

    play(tmp_path, night)


async def gone() -> Any:
    from assistant.dealer.records import LinkDown

    raise LinkDown("gone", port="/dev/dealer")


def test_a_card_the_camera_does_not_see_is_asked_about_once(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        t.hidden.add("2")  # a hat lies there
        await t.host("start_hand")
        await t.until(lambda: t.question() is not None, answering=False)
        shown = t.question()
        assert shown is not None and shown.seat == "2" and "a câmera não a vê" in shown.text
        t.hidden.clear()  # somebody takes the hat away: the camera sees for itself
        await t.until(lambda: t.question() is None, answering=False)
        await t.until(t.dealt_all)
        t.check()
        assert t.asked == ["load"]

    play(tmp_path, night)


def test_a_card_that_never_came_is_given_again(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.machine._ready == 1)
        t.hidden.add("2")
        await t.host("start_hand")
        await t.until(lambda: t.question() is not None, answering=False)
        t.person.lies["2"].clear()  # it slid off the table, and is put back under the pile
        shown = t.question()
        assert shown is not None
        assert await t.host(f"answer_question:{shown.id}", "0")
        t.hidden.clear()
        await t.until(t.dealt_all)
        t.check()
        assert [w[2] for _, w in t.sim.truth if w[0] == "out"][:5] == ["1", "2", "2", "3", "1"]

    play(tmp_path, night)


def test_the_drum_shuffles_between_hands_and_who_cuts_is_still_asked(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.question() is not None, answering=False)
        gather = t.question()
        assert gather is not None and "ela embaralha" in gather.text
        assert await t.host(f"answer_question:{gather.id}", "done")
        await t.until(lambda: t.question() is not None, answering=False)
        cut = t.question()
        assert cut is not None and "16 cartas" in cut.text and "Beto (lugar 2) corta" in cut.text  # Caio deals
        slots = [w for _, w in t.sim.truth if w[0] == "out"]
        assert len(slots) == 16 and {w[2] for w in slots} == {"0"}
        for i in range(16):
            t.sim.order(f"bottom {i}")  # out of the drum, cut, and back into the machine
        t.person.lies.clear()
        assert await t.host(f"answer_question:{cut.id}", "done")
        await t.host("start_hand")
        await t.until(t.dealt_all)
        t.check()

    play(tmp_path, night, drum=True, cards=16)


def test_people_may_deal_by_hand_and_give_the_machine_back_its_work(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await begun(t, 3)
        assert await t.host("machine_hand")
        given = t.gave()
        for _ in range(20):
            await asyncio.sleep(0.005)
            await t.see()
        assert t.gave() - given <= 1, "only the card that was under way"
        assert await t.host("machine_go")
        await t.until(t.dealt_all)
        t.check()

    play(tmp_path, night)


def test_an_undone_card_that_still_lies_there_is_not_dealt_again(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await begun(t, 3)
        await t.until(lambda: any(t.session.state.hand.open_cards(s) for s in ("1", "2", "3")))  # type: ignore[union-attr]
        assert await t.host("undo")
        await t.until(t.dealt_all)
        t.check()
        assert len([w for _, w in t.sim.truth if w[0] == "out"]) == 15

    play(tmp_path, night)


def test_nothing_of_the_machine_tells_a_closed_card(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await begun(t, 8)
        for fact in t.session.facts:
            if fact.source == "dealer":
                assert getattr(fact.payload, "card", None) is None

    play(tmp_path, night)


def test_who_sits_down_later_changes_the_pile_that_is_asked_for(tmp_path: Path) -> None:
    async def night(t: MachineTable) -> None:
        await t.until(lambda: t.question() is not None, answering=False)
        first = t.question()
        assert first is not None and "24 cartas deste jogo (do 9 ao Ás)" in first.text
        assert (await t.session.join("Caio", "3", 1, "pt-BR")).ok
        await t.until(lambda: (q := t.question()) is not None and q.id != first.id, answering=False)
        second = t.question()
        assert second is not None and "28 cartas deste jogo (do 8 ao Ás)" in second.text
        assert not await t.host(f"answer_question:{first.id}", "done"), "a question that stands no more"

    play(tmp_path, night, deck=None, people=2)
