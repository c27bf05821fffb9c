"""Open Hand History (JSON, hh-specs.handhistory.org): limit stud and plain draw poker, where it has words for them.

A hand with a carried pot, a void one, or one divided by agreement has no place in that format and is left out, counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from assistant.engine.hand import HandState, effective, start_hand
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, Chosen, HandShown, HandStarted, PotAwarded, Seat
from assistant.records.exports.sums import sums_of
from assistant.records.hands import HandRecord

VERSION = "1.4.7"
TYPES = {"stud7": "Stud", "fechado": "Draw", "poquer": "Draw", "five_draw": "Draw"}
WORDS = {"saio": "Fold", "mesa": "Check", "passo": "Check", "cubro": "Call", "aposto": "Bet", "repico": "Raise",
         "completo": "Raise"}  # fmt: skip


def ohh_hand(hand: HandRecord) -> dict[str, Any] | None:
    """One hand as the object under "ohh"; None where the format has no words for it."""
    start = hand.started
    state = start_hand(start)
    sums = sums_of(hand)
    if start.game not in TYPES or start.variations or start.carry or isinstance(state, Refusal):
        return None
    if sums.ending != "won" or not any(isinstance(p, PotAwarded) for _, p in effective(hand.folding)):
        return None
    ids = {s: i for i, s in enumerate(start.seats, 1)}
    rounds, final, back = _rounds(hand, state, ids)
    if final is None:
        return None
    limit = start.options.get("structure", "")
    return {
        "spec_version": VERSION,
        "site_name": "Fala o Ás",
        "network_name": "Fala o Ás",
        "internal_version": "1",
        "tournament": False,
        "game_number": str(hand.number),
        "start_date_utc": hand.facts[0].at,
        "table_name": hand.table,
        "game_type": TYPES[start.game],
        "bet_limit": {"bet_type": {"fixed_limit": "FL", "pot_limit": "PL"}.get(str(limit), "NL"), "bet_cap": 0},
        "table_size": len(start.seats),
        "currency": "CHP",
        "dealer_seat": ids[start.dealer],
        "small_blind_amount": 0,
        "big_blind_amount": 0,
        "ante_amount": start.pingo,
        "flags": [],
        "players": [
            {"id": ids[s], "seat": ids[s], "name": hand.name(s), "starting_stack": start.stacks[s]} for s in start.seats
        ],
        "rounds": rounds,
        "pots": _pots(final, ids),
        "_fala_returned": sums.refund + back,  # chips nobody matched: the format has no action for them
    }


def _pots(final: HandState, ids: Mapping[Seat, int]) -> list[dict[str, Any]]:
    verdict = final.verdict
    out = []
    for n, pot in enumerate(verdict.pots if verdict is not None else ()):
        won: dict[Seat, int] = {}
        for part in pot.parts:
            for seat, chips in part.shares.items():
                won[seat] = won.get(seat, 0) + chips
        wins = [{"player_id": ids[s], "win_amount": c} for s, c in won.items() if c]
        out.append({"number": n, "amount": pot.amount, "rake": 0, "player_wins": wins})
    return out


def _rounds(
    hand: HandRecord, state: HandState, ids: Mapping[Seat, int]
) -> tuple[list[dict[str, Any]], HandState | None, int]:
    """Streets with their actions, the hand at its end, and chips given back; amounts are chips put in by the action."""
    stud = TYPES[hand.started.game] == "Stud"
    names = ["Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street"] if stud else [
        "Preflop", "Draw"
    ]  # fmt: skip
    rounds: list[dict[str, Any]] = [{"id": 0, "street": names[0], "cards": [], "actions": []}]
    number = back = 0

    def act(seat: Seat, action: str, amount: int = 0, *, all_in: bool = False, cards: list[str] | None = None) -> None:
        nonlocal number
        number += 1
        one: dict[str, Any] = {"action_number": number, "player_id": ids[seat], "action": action}
        if amount:
            one["amount"] = amount
        if all_in:
            one["is_allin"] = True
        if cards is not None:
            one["cards"] = cards
        rounds[-1]["actions"].append(one)

    for seat in state.core.setup.order:
        paid = hand.started.stacks[seat] - state.stacks[seat]
        if paid:
            act(seat, "Post Ante", paid, all_in=state.stacks[seat] == 0)
    counts: dict[Seat, int] = dict.fromkeys(ids, 0)
    shown: dict[Seat, list[str]] = {}
    for _, payload in effective(hand.folding):
        if isinstance(payload, HandStarted):
            continue
        after = state.apply(payload)
        if isinstance(after, Refusal):
            return rounds, None, 0
        if not isinstance(payload, PotAwarded):
            back += sum(max(0, after.stacks[s] - state.stacks[s]) for s in ids)
        moved = {s: state.stacks[s] - after.stacks[s] for s in ids if state.stacks[s] > after.stacks[s]}
        if isinstance(payload, CardDealt) and payload.seat in ids:
            counts[payload.seat] += 1
            if stud and counts[payload.seat] > 3 and counts[payload.seat] - 3 >= len(rounds) and len(rounds) < 5:
                rounds.append({"id": len(rounds), "street": names[len(rounds)], "cards": [], "actions": []})
            act(payload.seat, "Dealt Cards", cards=[payload.card if payload.up and payload.card else "??"])
        elif isinstance(payload, Chosen) and payload.choice == "pick_cards" and not stud and len(rounds) < 2:
            rounds.append({"id": 1, "street": names[1], "cards": [], "actions": []})
        elif isinstance(payload, CardTurned):
            shown.setdefault(payload.seat, []).append(payload.card)
            if not any(not c.up for c in after.cards[payload.seat]):
                if rounds[-1]["street"] != "Showdown":
                    rounds.append({"id": len(rounds), "street": "Showdown", "cards": [], "actions": []})
                act(payload.seat, "Shows Cards", cards=[c.card or "??" for c in after.cards[payload.seat]])
        elif isinstance(payload, HandShown) and not payload.shows:
            act(payload.seat, "Mucks Cards")
        elif isinstance(payload, Acted):
            paid = moved.pop(payload.seat, 0)
            word = WORDS[payload.verb]
            if word == "Call" and not paid:
                word = "Check"
            act(payload.seat, word, paid, all_in=bool(paid) and after.stacks[payload.seat] == 0)
        for seat, chips in moved.items():  # the bring-in, the price of an exchange: paid without a word
            act(seat, "Post Dead", chips, all_in=after.stacks[seat] == 0)
        state = after
    return rounds, state, back


def ohh(hands: Iterable[HandRecord]) -> tuple[str, int]:
    """All hands that the format has words for, separated by empty lines as it asks; and how many were left out."""
    made = [ohh_hand(h) for h in hands]
    texts = [json.dumps({"ohh": m}, ensure_ascii=False, indent=1) for m in made if m is not None]
    return "\n\n".join(texts) + ("\n" if texts else ""), sum(m is None for m in made)


def read_ohh(text: str) -> list[dict[str, Any]]:
    """The hands of such a file; raises ValueError."""
    decoder, at, out = json.JSONDecoder(), 0, []
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        data, at = decoder.raw_decode(text, at)
        if not isinstance(data, dict) or not isinstance(data.get("ohh"), dict):
            raise ValueError("no open hand history")
        out.append(data["ohh"])
    return out
