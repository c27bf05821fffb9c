"""Taps: once per id, stale ones refused with the new amount, the host's on behalf of a seat."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from tiny_table import TinyTable
from web_kit import go, host_of, seated, tap

from assistant.views import CardView, ChoiceView, OptionView


def test_case_79_a_stale_tap_is_refused_with_the_new_amount_and_needs_a_second(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        caio, host = await seated(app), await host_of(app)
        table.deal()
        speaker = (await host.get("/api/state?as=host")).json()["host"]["choices"][0]
        await host.post("/api/tap?as=host", tap(speaker["decision"], "mesa", "b" * 32))
        mine = (await caio.get("/api/state")).json()["choice"]
        assert mine["to_call"] == 0
        table.level, table.pot = 21, 24  # a bet the phone has not drawn yet
        table.touch()
        refused = await caio.post("/api/tap", tap(mine["decision"], "mesa", "c" * 32))
        assert refused.status_code == 409 and refused.json()["code"] == "stale"
        assert "20" in refused.json()["text"] and refused.json()["allowed"] == ["cubro", "repico", "saio"]
        assert table.places["3"].staked == 1
        now = (await caio.get("/api/state")).json()["choice"]
        taken = await caio.post("/api/tap", tap(now["decision"], "cubro", "d" * 32, amount=20))
        assert taken.status_code == 200 and table.places["3"].staked == 21

    go(story())


def test_the_same_id_twice_is_one_tap_even_at_the_same_moment(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        host = await host_of(app)
        await seated(app)
        table.deal()
        choice = (await host.get("/api/state?as=host")).json()["host"]["choices"][0]
        body = tap(choice["decision"], "aposto", "e" * 32, amount=5)
        both = await asyncio.gather(*(host.post("/api/tap?as=host", body) for _ in range(2)))
        assert sorted(a.json()["code"] for a in both) == ["again", "taken"]
        assert table.places["2"].staked == 6 and table.pot == 9

    go(story())


@pytest.mark.parametrize(
    "body",
    [
        {"id": "short"},
        {"id": "a" * 65},
        {"id": "with space and more"},
        {"amount": -1},
        {"amount": 10**12},
        {"amount": 1.5},
        {"seen": -1},
        {"places": [-1]},
        {"places": list(range(30))},
        {"value": "x" * 101},
        {"seat": "2"},
    ],
)
def test_a_misshapen_tap_is_refused_before_the_table_hears_of_it(app: FastAPI, table: TinyTable, body: Any) -> None:
    async def story() -> None:
        phone = await seated(app)
        answer = await phone.post("/api/tap", {**tap("x", "mesa"), **body})
        assert answer.status_code == 422 and answer.json() == {"error": "shape"}

    go(story())


def test_places_of_cards_reach_the_table(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        phone = await seated(app)
        cards = tuple(CardView(None, False) for _ in range(5))
        table.other = ChoiceView("9.3", "3", "pick_cards", "Quais troca?", "", (OptionView("exchange", "Trocar"),), pick=(0, 3), cards=cards)  # fmt: skip  # noqa: E501
        table.touch()
        answer = await phone.post("/api/tap", tap("9.3", "exchange", places=[0, 4]))
        assert answer.status_code == 200 and table.orders[-1].places == (0, 4)

    go(story())


def test_the_hosts_words_reach_the_table_as_they_are(app: FastAPI, table: TinyTable) -> None:
    async def story() -> None:
        host = await host_of(app)
        for decision, value, places in (("start_hand", "stick5", []), ("card:1", "Ah", [1]), ("undo", "", [])):
            body = {**tap(decision, value), "places": places}
            assert (await host.post("/api/host", body)).status_code == 200
        assert [(t.decision, t.value, t.places) for t in table.orders] == [
            ("start_hand", "stick5", ()), ("card:1", "Ah", (1,)), ("undo", "", ()),
        ]  # fmt: skip
        assert table.places["1"].open[1] == "Ah"
        assert (await host.post("/api/host", tap("fly", ""))).status_code == 409

    go(story())
