"""Limit seven-card stud in the text form that PokerStars writes and trackers read; chips as play money.

Only hands that are standard (``standard.py``) have that form; the others are left out, counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assistant.records.exports.standard import standard_hand
from assistant.records.exports.sums import sums_of
from assistant.records.hands import HandRecord

STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
FOLDED = ("on the 3rd Street", "on the 4th Street", "on the 5th Street", "on the 6th Street", "on the River")


@dataclass
class _Player:
    name: str
    seat: int
    stack: int
    open: list[str] = field(default_factory=list)
    put_in: int = 0  # antes and bets of all streets
    staked: int = 0  # on this street
    bet: bool = False  # anything but the ante
    folded: int | None = None  # the street, from 0
    shown: str = ""
    mucked: bool = False
    collected: int = 0

    def pay(self, chips: int) -> str:
        """Put chips in; returns what the line says when they are the last."""
        self.stack -= chips
        self.put_in += chips
        return " and is all-in" if self.stack == 0 else ""


def stars_hand(hand: HandRecord) -> str | None:
    """One hand as text, without an empty line; None where it has no such form."""
    fields = standard_hand(hand) if sums_of(hand).ending == "won" else None
    state = hand.state
    if fields is None or state is None or state.verdict is None:
        return None
    names = _names(fields["players"])
    people = [_Player(n, s, c) for n, s, c in zip(names, fields["seats"], fields["starting_stacks"], strict=True)]
    order = state.core.setup.order
    words = {f"p{i}": state.verdict.hands[s].words_en for i, s in enumerate(order, 1) if s in state.verdict.hands}
    lines = [_head(hand, fields), f"Table '{_plain(hand.table)}' 8-max"]
    lines += [f"Seat {p.seat}: {p.name} ({p.stack} in chips)" for p in sorted(people, key=lambda p: p.seat)]
    for p, ante in zip(people, fields["antes"], strict=True):
        p.pay(ante)
        lines.append(f"{p.name}: posts the ante {ante}")
    lines += _streets(people, fields)
    back = _uncalled(people)
    if back is not None:
        player, chips = back
        player.put_in -= chips
        lines.append(f"Uncalled bet ({chips}) returned to {player.name}")
    total = sum(p.put_in for p in people)
    shows = [a.split() for a in fields["actions"] if " sm" in a]
    if shows:
        lines.append("*** SHOW DOWN ***")
    for who, _, *cards in shows:
        p = people[int(who[1:]) - 1]
        p.mucked = not cards
        p.shown = _cards(cards[0]) if cards else ""
        lines.append(f"{p.name}: shows [{p.shown}] ({words.get(who, '')})" if cards else f"{p.name}: mucks hand")
    seat_of = dict(zip(order, people, strict=True))
    pots = state.verdict.pots
    for i, pot in enumerate(pots):
        for part in pot.parts:
            for seat, chips in part.shares.items():
                if chips:
                    seat_of[seat].collected += chips
                    lines.append(f"{seat_of[seat].name} collected {chips} from {_pot(i, len(pots))}")
    if not shows:
        lines += [f"{p.name}: doesn't show hand" for p in people if p.collected]
    sizes = [p.amount for p in pots]
    lines += ["*** SUMMARY ***", f"Total pot {total}{_sizes(sizes)} | Rake 0"]
    by = {p.name: words.get(f"p{i}", "") for i, p in enumerate(people, 1)}
    lines += [f"Seat {p.seat}: {p.name} {_end(p, by[p.name])}" for p in sorted(people, key=lambda p: p.seat)]
    return "\n".join(lines) + "\n"


def _head(hand: HandRecord, fields: Mapping[str, Any]) -> str:
    at = hand.facts[0].at
    number = re.sub(r"\D", "", at[:19]) + f"{hand.number:04d}"  # trackers count a number once, whatever the night
    limits = f"{fields['small_bet']}/{fields['big_bet']}"
    return f"PokerStars Hand #{number}:  7 Card Stud Limit ({limits}) - {at[:10].replace('-', '/')} {at[11:19]} UTC"


def _streets(people: Sequence[_Player], fields: Mapping[str, Any]) -> list[str]:
    """Streets with their cards and words; raises ValueError for an action that no standard hand has."""
    out: list[str] = []
    street, betting, level = -1, True, 0
    for action in fields["actions"]:
        head, rest = action.split(maxsplit=1)
        if head == "d":
            if betting:
                street, betting, level = street + 1, False, 0
                out.append(f"*** {STREETS[street]} ***")
                for p in people:
                    p.staked = 0
            _, who, cards = rest.split()
            p = people[int(who[1:]) - 1]
            seen = [cards[i : i + 2] for i in range(0, len(cards), 2) if cards[i] != "?"]
            if seen:
                before = f" [{' '.join(p.open)}]" if p.open else ""
                out.append(f"Dealt to {p.name}{before} [{' '.join(seen)}]")
                p.open += seen
            continue
        p, (verb, *amount) = people[int(head[1:]) - 1], rest.split()
        if verb == "sm":
            continue
        betting = True
        if verb == "f":
            p.folded = street
            out.append(f"{p.name}: folds")
        elif verb == "pb":
            level = p.staked = min(fields["bring_in"], p.stack)
            p.bet = True
            out.append(f"{p.name}: brings in for {level}{p.pay(level)}")
        elif verb == "cc":
            owed = min(level - p.staked, p.stack)
            p.staked, p.bet = p.staked + owed, p.bet or owed > 0
            out.append(f"{p.name}: calls {owed}{p.pay(owed)}" if owed else f"{p.name}: checks")
        elif verb == "cbr":
            to = int(amount[0])
            what = f"raises {to - level} to {to}" if level else f"bets {to}"
            out.append(f"{p.name}: {what}{p.pay(to - p.staked)}")
            level = p.staked = to
            p.bet = True
        else:
            raise ValueError(f"no standard action: {action}")
    return out


def _uncalled(people: Sequence[_Player]) -> tuple[_Player, int] | None:
    """Who has chips in the middle that nobody matched on the last street, and how many."""
    first, second, *_ = sorted(people, key=lambda p: -p.staked)
    over = first.staked - second.staked
    return (first, over) if over and first.folded is None else None


def _pot(i: int, pots: int) -> str:
    if pots == 1:
        return "pot"
    return "main pot" if i == 0 else "side pot" if pots == 2 else f"side pot-{i}"


def _sizes(sizes: Sequence[int]) -> str:
    if len(sizes) == 1:
        return ""
    side = [f"Side pot {n}." if len(sizes) == 2 else f"Side pot-{i} {n}." for i, n in enumerate(sizes[1:], 1)]
    return f" Main pot {sizes[0]}. " + " ".join(side)


def _end(p: _Player, words: str) -> str:
    if p.folded is not None:
        return f"folded {FOLDED[p.folded]}" + ("" if p.bet else " (didn't bet)")
    if p.mucked:
        return "mucked"
    if p.shown:
        how = f"won ({p.collected})" if p.collected else "lost"
        return f"showed [{p.shown}] and {how} with {words}"
    return f"collected ({p.collected})"


def _names(names: Sequence[str]) -> list[str]:
    """Names in which nothing reads like the grammar, each once."""
    plain = [_plain(n) for n in names]
    return [n if plain.count(n) == 1 else f"{n} {i}" for i, n in enumerate(plain, 1)]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[:()\[\]'\r\n]", " ", text).split()) or "?"


def _cards(text: str) -> str:
    return " ".join(text[i : i + 2] for i in range(0, len(text), 2))


def stars(hands: Iterable[HandRecord]) -> tuple[str, int]:
    """All hands that have this form, two empty lines between them; and how many were left out."""
    made = [stars_hand(h) for h in hands]
    return "\n\n".join(m for m in made if m is not None), sum(m is None for m in made)


# --- reading back ----------------------------------------------------------------------------------------------------

_HEAD = re.compile(r"PokerStars Hand #(\d+):  7 Card Stud Limit \((\d+)/(\d+)\) - \d{4}/\d\d/\d\d \d\d:\d\d:\d\d UTC$")
_SEAT = re.compile(r"Seat \d+: (.+) \((\d+) in chips\)$")
_WORD = re.compile(
    r"(.+): (?:posts the ante (\d+)|brings in for (\d+)|folds|checks|calls (\d+)|bets (\d+)|raises (\d+) to (\d+)"
    r"|shows \[(?:[2-9TJQKA][cdhs] ?)+\] \(.+\)|mucks hand|doesn't show hand)(?: and is all-in)?$"
)
_DEALT = re.compile(r"Dealt to (.+?)(?: \[((?:\w\w ?)+)\])? \[((?:\w\w ?)+)\]$")
_BACK = re.compile(r"Uncalled bet \((\d+)\) returned to (.+)$")
_COLLECTED = re.compile(r"(.+) collected (\d+) from (?:pot|main pot|side pot(?:-\d)?)$")
_TOTAL = re.compile(r"Total pot (\d+)(?: Main pot \d+\.(?: Side pot(?:-\d)? \d+\.)+)? \| Rake 0$")
_LAST = re.compile(
    r"Seat \d+: .+ (?:folded on the .+|mucked|showed \[.+\] and (?:won \(\d+\)|lost) with .+|collected \(\d+\))$"
)


def read_stars(text: str) -> list[dict[str, Any]]:
    """The hands of such a text: number, pots, collected, stacks at the end, wrong ("", "actions", "sums").

    Raises ValueError for a line that is not of the grammar.
    """
    parts = [p for p in re.split(r"\n(?=PokerStars Hand #)", text) if p.strip()]
    return [_read(part.strip().splitlines()) for part in parts]


def _read(lines: Sequence[str]) -> dict[str, Any]:
    head = _HEAD.match(lines[0])
    if head is None:
        raise ValueError(f"no hand: {lines[0][:60]}")
    stacks: dict[str, int] = {}
    staked: dict[str, int] = {}
    put_in = back = collected = total = 0
    summary, wrong = False, ""
    for line in lines[1:]:
        if not line or line.startswith("Table '"):
            continue
        if line.startswith("*** "):
            summary = line == "*** SUMMARY ***"
            staked = {}
            if line.strip("* ") not in (*STREETS, "SHOW DOWN", "SUMMARY"):
                raise ValueError(f"no street: {line}")
        elif summary:
            if m := _TOTAL.match(line):
                total = int(m[1])
            elif _LAST.match(line) is None:
                raise ValueError(f"no end of a hand: {line}")
        elif m := _SEAT.match(line):
            stacks[m[1]] = int(m[2])
        elif m := _WORD.match(line):
            if m[1] not in stacks:
                raise ValueError(f"nobody of that name: {line}")
            before = staked.get(m[1], 0)
            paid = int(m[7]) - before if m[7] else int(m[2] or m[3] or m[4] or m[5] or 0)
            level = max(staked.values(), default=0)
            if m[6] and int(m[7]) - int(m[6]) != level:
                wrong = "actions"
            if not m[2]:
                staked[m[1]] = before + paid
            stacks[m[1]] -= paid
            put_in += paid
            if stacks[m[1]] < 0 or (stacks[m[1]] == 0 and paid and not line.endswith("all-in") and not m[2]):
                wrong = "actions"
        elif m := _BACK.match(line):
            back = int(m[1])
            stacks[m[2]] += back
        elif m := _COLLECTED.match(line):
            collected += int(m[2])
            stacks[m[1]] += int(m[2])
        elif _DEALT.match(line) is None:
            raise ValueError(f"not of the grammar: {line}")
    if put_in != total + back:
        wrong = "actions"
    if collected != total:
        wrong = wrong or "sums"
    pots = {"pots": total + back, "collected": collected + back}
    return {"number": head[1], **pots, "stacks": stacks, "wrong": wrong}
