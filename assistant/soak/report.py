"""`fala soak`: the night in words, and as JSON."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assistant.bank.money import brl
from assistant.phrases import DEFAULT, catalogue, say
from assistant.soak.night import SoakSettings, soak
from assistant.soak.outcome import Outcome


def run_soak(settings: SoakSettings, *, json_to: Path | None = None, lang: str = DEFAULT) -> int:
    """Play the night and say how it went: 0 when everything held, 1 when something did not."""
    began = time.monotonic()

    def tell(code: str, params: dict[str, Any]) -> None:
        if code == "fault":
            params = params | {"what": fault_name(params["what"], lang)}
        minutes, seconds = divmod(int(time.monotonic() - began), 60)
        print(f"{minutes:3d}:{seconds:02d}  {say(lang, f'soak.{code}', **params)}", flush=True)

    print(say(lang, "soak.begin", hours=f"{settings.hours:g}", seed=settings.seed), flush=True)
    outcome = asyncio.run(soak(settings, tell))
    for line in lines(outcome, lang):
        print(line)
    if json_to is not None:
        json_to.write_text(json.dumps(as_json(outcome), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if outcome.wrong else 0


def as_json(o: Outcome) -> dict[str, Any]:
    """The outcome as plain values."""
    return {**vars(o), "samples": [asdict(s) for s in o.samples]}


def lines(o: Outcome, lang: str) -> list[str]:
    """The whole night in sentences, what was wrong last."""
    r = {k: o.recognised.get(k, 0) for k in ("cards_recogniser", "cards_truth", "cards_unjudged")}
    read = sum(n for k, n in o.recognised.items() if k.startswith("recogniser_"))
    hands = o.hands.total()
    outcomes = {k: o.hands[k] for k in ("right", "asked", "void", "wrong", "unended")}
    clock = f"{int(o.simulated) // 3600}:{int(o.simulated) % 3600 // 60:02d}"
    wall = f"{int(o.seconds) // 60}:{int(o.seconds) % 60:02d}"
    faults = ", ".join(f"{fault_name(k, lang)} {n}" for k, n in sorted(o.faults.items()))
    out = [
        say(lang, "soak.night", clock=clock, wall=wall, facts=o.facts, taps=o.taps, hands=hands),
        say(lang, "soak.hands", **outcomes),
        say(lang, "soak.eyes", read=read, hands=hands, frames=o.frames, **r),
        say(lang, "soak.people", typed=o.typed, questions=sum(o.questions.values()), anew=o.anew),
        say(lang, "soak.faults", n=o.faults.total(), planned=o.planned.total(), which=faults),
        say(lang, "soak.wire", answers=sum(o.answers.values()), twice=o.twice, lost=o.lost, stale=o.stale,
            fives=sum(n for s, n in o.answers.items() if s >= 500)),
    ]  # fmt: skip
    if o.back:
        out.append(say(lang, "soak.back", n=len(o.back), worst=f"{max(o.back):.1f}"))
    if o.growth:
        g = {
            k: f"{v:+g}" if not k.endswith(("last", "most")) and k != "hands" else f"{v:g}" for k, v in o.growth.items()
        }
        out.append(say(lang, "soak.growth", **g))
    else:
        out.append(say(lang, "soak.no_growth"))
    out.append(say(lang, "soak.money", money=brl(o.settled)))
    out += [say(lang, "soak.left_out", what=fault_name(what, lang)) for what in o.left_out]
    if o.dealer != "sim":
        out.append(say(lang, "soak.no_board"))
    out += [f"✗ {_wrong(code, params, lang)}" for code, params in o.wrong]
    out.append(say(lang, "soak.bad" if o.wrong else "soak.good", n=len(o.wrong), seed=o.seed))
    return out


def fault_name(what: str, lang: str) -> str:
    """A kind of fault as people call it."""
    return say(lang, f"soak.what.{what}")


def _wrong(code: str, params: dict[str, Any], lang: str) -> str:
    phrase = f"soak.wrong.{code}"
    return say(lang, phrase, **params) if phrase in catalogue(lang) else f"{code} {params}"


__all__ = ["lines", "run_soak"]
