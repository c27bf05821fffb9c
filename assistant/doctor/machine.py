"""The dealer machine, asked by its own examiner."""

from __future__ import annotations

import asyncio

from assistant.dealer.devices import Machine, machine_called
from assistant.dealer.doctor import examine
from assistant.dealer.ports import candidates
from assistant.dealer.records import LinkDown
from assistant.doctor.finding import Finding, note, ok
from assistant.machine.attach import SIMULATED, UnknownDealer, is_port

MILD = ("dealer.doctor.uncalibrated", "dealer.doctor.empty_bad")  # to be seen to, but no fault of the machine's


def dealer(word: str) -> list[Finding]:
    """What the machine says of itself; with "auto", no machine is no fault. Raises UnknownDealer."""
    if word == "none":
        return []
    if word not in ("auto", *SIMULATED) and not is_port(word):
        raise UnknownDealer(word)
    if word == "auto" and not candidates():
        return [note("no_machine")]
    try:
        machine = machine_called(
            word if word in SIMULATED else "serial", port=None if word in ("auto", *SIMULATED) else word, speed=8.0
        )
    except LinkDown as e:
        return [Finding("bad", f"dealer.problem.{e.code}", e.params)]
    try:
        return asyncio.run(_examine(machine, word))
    finally:
        machine.close()


async def _examine(machine: Machine, word: str) -> list[Finding]:
    device = machine.device
    assert device is not None
    found = await examine(device)
    out: list[Finding] = []
    line = device.line
    port = getattr(getattr(line, "port", None), "port", None)
    if port:
        out.append(ok("machine_port", port=port))
    for f in found:
        mild = f.code in MILD or (word == "auto" and f.code == "dealer.problem.none_found")
        out.append(Finding("ok" if f.ok else "note" if mild else "bad", f.code, f.params))
    return out
