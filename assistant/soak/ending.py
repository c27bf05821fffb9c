"""The end of a simulated night, by the phones alone: everybody counts, the host settles, payments are ticked off."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from assistant.soak.outcome import Outcome
from assistant.soak.phones import NightHost, NightPhone

EXPORTS = ("/night.html?as=host", "/night.csv?as=host", "/night.png?as=host")


async def settle_up(host: NightHost, players: list[NightPhone], outcome: Outcome) -> None:
    """Count, settle, pay, and keep the night; whatever is refused is wrong. Raises httpx.HTTPError."""
    await asyncio.sleep(0.5)
    await _do(outcome, "closing", host.phone.act("closing", number=1))
    for phone in players:
        sheet = await phone.bank()
        own = next((p for p in sheet["people"] if p["player"] == sheet["me"]), None)
        if own is not None and own["stack"]:
            await _do(outcome, "count", phone.act("count", seat=phone.seat, number=own["stack"]))
    await _do(outcome, "settle", host.phone.act("settle"))
    sheet = await host.phone.bank()
    for payment in sheet["end"]["payments"]:
        seat = next((p["seat"] for p in sheet["people"] if p["player"] == payment["receiver"]), None)
        phone = next((p for p in players if p.seat == seat), host.phone)
        await _do(outcome, "received", phone.act("received", who=f"{payment['payer']}:{payment['receiver']}"))
        outcome.settled += _centavos(payment["money"])
    left = [p for p in (await host.phone.bank())["end"]["payments"] if not p["paid"]]
    if left:
        outcome.bad("unpaid", payments=len(left))
    for path in EXPORTS:
        answer = await host.phone.http.get(path)
        if answer.status_code != 200 or not answer.content:
            outcome.bad("no_export", path=path, status=answer.status_code)


async def _do(outcome: Outcome, what: str, asked: Any) -> None:
    answer: httpx.Response | None = await asked
    if answer is None or answer.status_code != 200:
        text = answer.json().get("text", "") if answer is not None else ""
        outcome.bad("no_settling", what=what, why=text)


def _centavos(money: str) -> int:
    digits = "".join(c for c in money if c.isdigit())
    return int(digits or 0)
