"""The night in numbers: who played, spoke first, won and how; stacks over time; how often the camera was sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.engine.hand import HandState, effective, fold
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Asked,
    CacifeBought,
    CardDealt,
    CardTurned,
    CashedOut,
    Corrected,
    Fact,
    HandStarted,
    PlayerSeated,
    TableOpened,
)
from assistant.phrases import say
from assistant.records.hands import HandRecord, hands_of
from assistant.records.inquiry import before_the_end, paid


@dataclass
class PlayerStats:
    """One person's night; chips are whole."""

    player: str
    name: str
    hands: int = 0
    spoke_first: int = 0
    left: int = 0  # hands given up
    won_shown: int = 0
    won_unshown: int = 0
    biggest: int = 0  # most chips taken from one hand
    biggest_hand: int = 0
    bought: int = 0
    result: int = 0  # chips now and handed back, less chips bought
    categories: Counter[str] = field(default_factory=Counter)
    stacks: list[tuple[int, int]] = field(default_factory=list)  # (hand, chips after it), hand 0 before the first


@dataclass(frozen=True)
class CameraStats:
    """How the camera did: faces it was sure of, questions it asked, faces that were corrected afterwards."""

    sure: int = 0
    typed: int = 0  # faces that people entered
    asked: int = 0
    corrected: int = 0


@dataclass(frozen=True)
class NightStats:
    """A night in numbers."""

    table: str
    number: int
    date: str
    hands: int
    voided: int
    players: tuple[PlayerStats, ...]
    camera: CameraStats
    pots: tuple[tuple[int, int, str], ...]  # (hand, chips, who took it), biggest first
    contests: int


def nights(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts night by night."""
    out: list[list[Fact]] = []
    for fact in facts:
        if isinstance(fact.payload, TableOpened) or not out:
            out.append([])
        out[-1].append(fact)
    return out


def night_stats(facts: Sequence[Fact], number: int = 1) -> NightStats:
    """The numbers of one night, corrections in effect; hands not over yet are left out."""
    people: dict[str, PlayerStats] = {}
    chips: dict[str, int] = {}
    pots: list[tuple[int, int, str]] = []
    played = voided = 0
    hands = {h.number: h for h in hands_of(facts)}
    table = next((f.payload.table for f in facts if isinstance(f.payload, TableOpened)), "")
    for fact in facts:
        p = fact.payload
        if isinstance(p, PlayerSeated):
            person = people.setdefault(p.player, PlayerStats(p.player, p.name))
            person.name = p.name or person.name
        elif isinstance(p, CacifeBought):
            chips[p.player] = chips.get(p.player, 0) + p.chips
            person = people.setdefault(p.player, PlayerStats(p.player, p.seat))
            person.bought += p.chips
            if not played:
                person.stacks = [(0, chips[p.player])]
        elif isinstance(p, CashedOut):
            chips[p.player] = chips.get(p.player, 0) - p.chips
            if p.player in people:
                people[p.player].result += p.chips
        elif isinstance(p, HandStarted) and fact.hand in hands:
            hand = hands[p.number]
            if hand.state is None or not hand.state.over:
                continue
            played += 1
            voided += hand.state.voided
            _hand(hand, people, chips, pots)
    for player, person in people.items():
        person.result += chips.get(player, 0) - person.bought
    ranked = sorted(people.values(), key=lambda q: -q.result)
    date = facts[0].at[:10] if facts else ""
    return NightStats(
        table,
        number,
        date,
        played,
        voided,
        tuple(ranked),
        camera_stats(facts),
        tuple(sorted(pots, key=lambda x: -x[1])[:10]),
        sum(f.kind == "contested" for f in facts),
    )


def _hand(
    hand: HandRecord, people: dict[str, PlayerStats], chips: dict[str, int], pots: list[tuple[int, int, str]]
) -> None:
    state = hand.state
    assert state is not None
    before = before_the_end(hand.folding)
    got = paid(hand.folding)
    verdict = before.verdict if before is not None else None
    speakers = _speakers(hand)
    practice = bool(getattr(hand.started, "practice", False))
    for seat in hand.started.seats:
        who = hand.people.get(seat)
        if who is None:
            continue
        person = people.setdefault(who.player, PlayerStats(who.player, who.name))
        person.hands += 1
        person.spoke_first += speakers.count(seat)
        person.left += seat in state.folded
        if not practice:
            chips[who.player] = chips.get(who.player, 0) + state.stacks[seat] - hand.started.stacks[seat]
        person.stacks.append((hand.number, chips.get(who.player, 0)))
        if state.voided or practice:
            continue
        won = got.get(seat, 0)
        if won and verdict is not None and seat in _takers(verdict.pots):
            shown = not verdict.uncontested
            person.won_shown += shown
            person.won_unshown += not shown
            if won > person.biggest:
                person.biggest, person.biggest_hand = won, hand.number
        if verdict is not None and seat in verdict.hands and verdict.hands[seat].category is not None:
            person.categories[str(verdict.hands[seat].category)] += 1
    if got and not state.voided:
        best = max(got, key=lambda s: got[s])
        pots.append((hand.number, sum(got.values()), hand.name(best)))


def _takers(pots: Sequence[Any]) -> frozenset[str]:
    return frozenset(s for pot in pots for part in pot.parts for s in part.winners)


def _speakers(hand: HandRecord) -> list[str]:
    """Who was called to speak first in each betting round."""
    state: HandState | None = None
    out: list[str] = []
    last: object = None
    for _, payload in effective(hand.folding):
        if state is None:
            state = fold([(1, payload)]).state
        else:
            after = state.apply(payload)
            state = state if isinstance(after, Refusal) else after
        if state is None:
            continue
        call = state.speaker
        if call is not None and call is not last:
            out.append(call.seat)
        last = call
    return out


def camera_stats(facts: Sequence[Fact]) -> CameraStats:
    """How many faces the camera was sure of, how many it asked about, how many were corrected."""
    faces = {f.seq: f.source for f in facts if _face(f)}
    fixed = {f.payload.fact for f in facts if isinstance(f.payload, Corrected) and f.payload.payload is not None}
    camera = {s for s, source in faces.items() if source == "camera"}
    return CameraStats(
        sure=len(camera),
        typed=len(faces) - len(camera),
        asked=sum(isinstance(f.payload, Asked) and f.payload.answer is None for f in facts),
        corrected=len(camera & fixed),
    )


def _face(fact: Fact) -> bool:
    p = fact.payload
    return isinstance(p, CardTurned) or (isinstance(p, CardDealt) and p.up and p.card is not None)


def as_json(stats: NightStats, lang: str) -> dict[str, Any]:
    """The numbers with everything a page draws, in words where words are needed."""
    return {
        "table": stats.table,
        "night": stats.number,
        "date": stats.date,
        "hands": stats.hands,
        "voided": stats.voided,
        "contests": stats.contests,
        "players": [_player(p, lang) for p in stats.players],
        "camera": {
            "sure": stats.camera.sure,
            "typed": stats.camera.typed,
            "asked": stats.camera.asked,
            "corrected": stats.camera.corrected,
        },
        "pots": [{"hand": h, "chips": n, "name": who} for h, n, who in stats.pots],
    }


def _player(p: PlayerStats, lang: str) -> dict[str, Any]:
    return {
        "name": p.name or p.player,
        "hands": p.hands,
        "spoke_first": p.spoke_first,
        "left": p.left,
        "won_shown": p.won_shown,
        "won_unshown": p.won_unshown,
        "biggest": p.biggest,
        "biggest_hand": p.biggest_hand,
        "bought": p.bought,
        "result": p.result,
        "categories": [{"text": say(lang, f"category.{c}"), "n": n} for c, n in _sorted(p.categories) if n],
        "stacks": p.stacks,
    }


def _sorted(found: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(found.items(), key=lambda x: -x[1])
