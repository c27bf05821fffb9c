"""Hands of limit seven-card stud as standard PHH (code F7S), where our rules and the code's come to the same.

Left to the dialect: hands in which the two differ (who speaks when the best open hand is all-in, what a short all-in
raise opens, the double bet of fourth street, odd chips), and anything but plain limit stud.
"""

from __future__ import annotations

from typing import Any

from assistant.engine.hand import HandState, effective, start_hand
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, HandStarted, PotAwarded, Seat
from assistant.records.hands import HandRecord

PLAIN = {"bet_min", "bet_max", "bringin_amount", "structure"}
MOST = 6  # players: with more the stock runs out and the two differ


def standard_hand(hand: HandRecord) -> dict[str, Any] | None:
    """The hand as standard PHH, or None where it is no such hand."""
    start = hand.started
    options = start.options
    state = start_hand(start)
    if start.game != "stud7" or start.variations or start.carry or isinstance(state, Refusal):
        return None
    if len(start.seats) > MOST or not set(options) <= PLAIN or "bet_min" not in options or "bet_max" not in options:
        return None
    played = _play(hand, state, int(options["bet_min"]))
    if played is None:
        return None
    actions, final = played
    order = final.core.setup.order
    bring_in = int(options.get("bringin_amount") or 0)
    if not bring_in or any(start.stacks[s] <= start.pingo + bring_in for s in order):
        return None
    return {
        "variant": "F7S",
        "ante_trimming_status": True,
        "antes": [start.pingo] * len(order),
        "bring_in": bring_in,
        "small_bet": int(options["bet_min"]),
        "big_bet": int(options["bet_max"]),
        "starting_stacks": [start.stacks[s] for s in order],
        "actions": actions,
        "players": [hand.name(s) for s in order],
        "seats": [int(s) if s.isdigit() else i for i, s in enumerate(order, 1)],
        "hand": hand.number,
        "table": hand.table,
        "year": int(hand.facts[0].at[:4]),
        "month": int(hand.facts[0].at[5:7]),
        "day": int(hand.facts[0].at[8:10]),
        "time_zone": "UTC",
        "finishing_stacks": [final.stacks[s] for s in order],
        "_fala_ending": "won",
        "_fala_pots": [p.amount for p in final.verdict.pots] if final.verdict is not None else [],
        "_fala_returned": sum(final.payout.values()) - sum(p.amount for p in final.verdict.pots)
        if final.verdict is not None
        else 0,
        "_fala_collected": [final.payout.get(s, 0) for s in order],
        "_fala_carried": 0,
    }


def _play(hand: HandRecord, state: HandState, small: int) -> tuple[list[str], HandState] | None:
    """The actions, and the hand at its end; None as soon as something happens that the code does not know."""
    number = {s: f"p{i}" for i, s in enumerate(state.core.setup.order, 1)}
    out: list[str] = []
    dealt: dict[Seat, list[str]] = {s: [] for s in number}
    street = -1
    for _, payload in effective(hand.folding):
        if isinstance(payload, HandStarted):
            continue
        if isinstance(payload, CardDealt):
            if payload.seat not in number:
                return None
            dealt[payload.seat].append(payload.card if payload.up and payload.card else "??")
        elif isinstance(payload, Acted):
            if state.core.step != street:
                street = state.core.step
                if any(s in state.all_in for s in state.active):
                    return None
                _deal(out, dealt, number)
                if state.speaker is not None and len(out) and not any(" pb" in a for a in out):
                    out.append(f"{number[state.speaker.seat]} pb")
            word = _word(payload, state, number, small)
            if word is None:
                return None
            out.append(word)
        elif not isinstance(payload, PotAwarded | CardTurned):
            return None
        after = state.apply(payload)
        if isinstance(after, Refusal):
            return None
        state = after
    verdict = state.verdict
    if verdict is None or not state.over or "R-117" in verdict.rules:
        return None
    _deal(out, dealt, number)
    return [*out, *_shown(state, number)], state


def _deal(out: list[str], dealt: dict[Seat, list[str]], number: dict[Seat, str]) -> None:
    """The cards of the street, each seat's together."""
    for seat, cards in dealt.items():
        if cards:
            out.append(f"d dh {number[seat]} {''.join(cards)}")
            cards.clear()


def _word(p: Acted, state: HandState, number: dict[Seat, str], small: int) -> str | None:
    who = number[p.seat]
    before = state.staked[p.seat]
    if p.verb == "saio":
        return f"{who} f"
    after = state.apply(p)
    if isinstance(after, Refusal):
        return None
    if p.verb in ("mesa", "passo", "cubro"):
        return f"{who} cc"
    paid = state.stacks[p.seat] - after.stacks[p.seat]
    level, to = max(state.staked.values()), before + paid
    if after.stacks[p.seat] == 0:
        return None  # what a short raise opens is another rule there
    size = to - level if p.verb != "completo" else to
    big = int(state.started.options["bet_max"])
    third_or_fourth = _street(state) <= 4
    if size != (small if third_or_fourth else big):
        return None
    return f"{who} cbr {to}"


def _street(state: HandState) -> int:
    """Third to seventh street, by the cards a seat in the hand holds."""
    return max(len(state.cards[s]) for s in state.active)


def _shown(state: HandState, number: dict[Seat, str]) -> list[str]:
    verdict = state.verdict
    if verdict is None or verdict.uncontested:
        return []
    out = []
    for seat in state.active:
        if seat in state.core.mucked:
            out.append(f"{number[seat]} sm")
            continue
        cards = "".join(c.card or "??" for c in state.cards[seat])
        out.append(f"{number[seat]} sm {cards}")
    return out
