"""A hand fact by fact, as what changes with each: for the page, and for one HTML file that needs no server."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from PIL import Image

from assistant.engine.hand import HandState, fold
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Acted,
    Asked,
    CardDealt,
    CardTurned,
    Chosen,
    Contested,
    ContestResolved,
    Corrected,
    Fact,
    HandShown,
    HandStarted,
    HandVoided,
    PotAwarded,
    PotSplit,
    Seat,
    decode_payload,
)
from assistant.phrases import catalogue, say
from assistant.records.case import card_text, shares_text, word_text
from assistant.records.evidence import EvidenceStore
from assistant.records.hands import HandRecord

SMALL = 480  # pixels a frame is wide in a file of a whole night
MANY = 40  # frames from which a file holds small ones
Shots = Callable[[Fact], str]


def index(hands: Sequence[HandRecord], lang: str) -> list[dict[str, Any]]:
    """One line a hand: number, game, how it ended."""
    return [{"n": h.number, "title": _title(h, lang), "headline": headline(h, lang)} for h in hands]


def _title(hand: HandRecord, lang: str) -> str:
    state = hand.state
    if state is None:
        return hand.started.game
    return state.game.name_pt if lang == "pt-BR" else state.game.name_en


def headline(hand: HandRecord, lang: str) -> str:
    """How a hand ended, in one line."""
    state = hand.state
    if state is None or not state.over:
        return say(lang, "replay.open")
    if state.voided:
        return say(lang, "replay.void")
    if state.verdict is None:
        return say(lang, "replay.carried", n=state.carry_out)
    return hand.with_names(state.verdict.headline(lang))


def replay(hand: HandRecord, lang: str, shots: Shots) -> dict[str, Any]:
    """One hand: its seats, and a step a fact with only what the fact changed; ``shots`` names the frame of a fact."""
    start = hand.started
    steps: list[dict[str, Any]] = []
    state: HandState | None = None
    seen: dict[Seat, dict[str, Any]] = {}
    facts: list[Fact] = []
    for fact in hand.facts:
        facts.append(fact)
        if isinstance(fact.payload, Corrected | HandStarted) or state is None:
            state = fold([(f.seq, f.payload) for f in facts]).state or state
        else:
            after = state.apply(fact.payload)
            state = state if isinstance(after, Refusal) else after
        if state is None:
            continue
        now = {s: _seat(state, s) for s in start.seats}
        changed = {s: {k: v for k, v in one.items() if seen.get(s, {}).get(k) != v} for s, one in now.items()}
        step: dict[str, Any] = {"q": fact.seq, "a": fact.at[11:19], "t": _text(fact, hand, lang), "p": state.pot}
        if any(changed.values()):
            step["s"] = {s: c for s, c in changed.items() if c}
        frame = shots(fact)
        if frame:
            step["f"] = frame
        call = _call(state, hand, lang)
        if call:
            step["c"] = call
        steps.append(step)
        seen = now
    return {
        "n": hand.number,
        "title": _title(hand, lang),
        "headline": headline(hand, lang),
        "table": hand.table,
        "dealer": start.dealer,
        "seats": [{"seat": s, "name": hand.name(s)} for s in start.seats],
        "steps": steps,
    }


def _seat(state: HandState, seat: Seat) -> dict[str, Any]:
    best: Sequence[str] = ()
    if state.verdict is not None and seat in state.verdict.hands:
        best = state.verdict.hands[seat].best
    cards = [(c.card if c.up else "") or ("?" if c.up else "") for c in state.cards[seat]]
    return {
        "k": cards,
        "b": [i for i, c in enumerate(cards) if c and c in best],
        "c": state.stacks[seat],
        "x": state.staked.get(seat, 0) if not state.over else 0,
        "o": seat in state.folded,
        "v": any(c.seat == seat for c in state.choices) and state.phase == "betting",
        "w": state.verdict is not None and seat in state.verdict.winners,
    }


def _call(state: HandState, hand: HandRecord, lang: str) -> str:
    """What the dealer says at that moment."""
    if state.verdict is not None:
        return hand.with_names(state.verdict.headline(lang)) + ". " + hand.with_names(state.verdict.reason(lang))
    if state.speaker is not None and state.phase == "betting":
        words = state.speaker.announcement_pt if lang == "pt-BR" else state.speaker.announcement_en
        return f"{words} — {hand.name(state.speaker.seat)}"
    return ""


def _text(fact: Fact, hand: HandRecord, lang: str) -> str:
    p = fact.payload
    match p:
        case HandStarted():
            return say(lang, "replay.start", name=hand.name(p.dealer), pingo=p.pingo)
        case CardDealt(seat=seat, up=up, card=card):
            who = hand.name(seat) if seat in hand.started.seats else say(lang, "replay.centre")
            return say(lang, "replay.card" if up and card else "replay.closed", name=who, card=card_text(card or ""))
        case CardTurned(seat=seat, card=card):
            return say(lang, "replay.turned", name=hand.name(seat), card=card_text(card))
        case Acted(seat=seat, verb=verb, amount=amount):
            return say(lang, "contest.word_of", name=hand.name(seat), word=word_text(verb, amount, lang))
        case HandShown(seat=seat, shows=shows):
            return say(lang, "replay.shows" if shows else "replay.mucks", name=hand.name(seat))
        case Chosen(seat=seat):
            return say(lang, "replay.chosen", name=hand.name(seat))
        case PotAwarded(payout=payout):
            return say(lang, "replay.paid", shares=shares_text(payout, hand, lang))
        case PotSplit(payout=payout):
            return say(lang, "replay.split", shares=shares_text(payout, hand, lang))
        case HandVoided(reason=reason):
            return say(lang, "replay.voided", reason=reason)
        case Corrected(fact=number, payload=payload):
            now = say(lang, "replay.nothing")
            if payload is not None:
                again = Fact(fact.seq, decode_payload(payload), fact.at, fact.source, fact.hand)
                now = _text(again, hand, lang)
            return say(lang, "replay.corrected", fact=number, now=now)
        case Asked(code="leaving", seat=seat, answer=said):
            return say(lang, "replay.leaving" if said == "leave" else "replay.staying", name=hand.name(seat or ""))
        case Asked(code=code, seat=seat):
            key = f"doubt.{code}"
            known = catalogue(lang)
            text = known[key].format(who=hand.name(seat or "")) if key in known else code
            return say(lang, "replay.asked", text=text)
        case Contested() | ContestResolved():
            return say(lang, "replay.contest")
    return p.KIND


def shots_of(store: EvidenceStore | None) -> Shots:
    """Frames by fact, from the evidence; "" where none was kept."""

    def name(fact: Fact) -> str:
        return fact.pictures[0] if store is not None and fact.pictures and store.has(fact.pictures[0]) else ""

    return name


def words(lang: str) -> dict[str, str]:
    """The sentences that the replayer itself says."""
    wanted = "web.replay."
    return {k[len(wanted) :]: v for k, v in catalogue(lang).items() if k.startswith(wanted)}


def replay_html(hands: Sequence[HandRecord], store: EvidenceStore | None, lang: str) -> str:
    """One HTML file with everything in it: hands, pictures, and the replayer itself."""
    made = [replay(h, lang, shots_of(store)) for h in hands]
    names = list(dict.fromkeys(s["f"] for m in made for s in m["steps"] if "f" in s))
    data = {"lang": lang, "words": words(lang), "index": index(hands, lang), "hands": {m["n"]: m for m in made}}
    static = files("assistant.web").joinpath("static")
    core = static.joinpath("replaycore.js").read_text(encoding="utf-8").replace("export ", "")
    css = static.joinpath("replay.css").read_text(encoding="utf-8")
    title = say(lang, "web.page.replay")
    pictures = "".join(_picture(store, n, small=len(names) > MANY) for n in names)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f'<style>{css}</style></head><body class="alone"><main id="replay"></main>'
        f'<script type="application/json" id="data">{text}</script>\n<script>\n{core}\n'
        "const data = JSON.parse(document.getElementById('data').textContent);\n"
        "mount(document.getElementById('replay'), { words: data.words, index: data.index, first: data.index[0]?.n,\n"
        "  load: async (n) => data.hands[n], picture: (name) => document.getElementById('p' + name)?.textContent });\n"
        f"</script>\n{pictures}</body></html>"
    )


def _picture(store: EvidenceStore | None, name: str, *, small: bool) -> str:
    """A frame as text that the browser does not look at before it is asked for."""
    data = store.read(name) if store is not None else None
    if data is None:
        return ""
    if small:
        with Image.open(io.BytesIO(data)) as image:
            image.draft("RGB", (SMALL, SMALL))
            image.thumbnail((SMALL, SMALL))
            out = io.BytesIO()
            image.save(out, "JPEG", quality=60)
            data = out.getvalue()
    code = base64.b64encode(data).decode()
    return f'<script type="text/plain" id="p{name}">data:image/jpeg;base64,{code}</script>\n'
