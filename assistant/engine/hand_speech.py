"""Who speaks first in a betting round of this hand, with the call and the reason (R-140 to R-156)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.engine.game import Bet
from assistant.engine.hand_core import Core, SpeakerCall
from assistant.engine.hand_wild import wild_ranks
from assistant.engine.speaker import Speech as Called
from assistant.engine.speaker import first_to_speak
from assistant.facts import Seat

WAYS = {"high": "cards", "low": "bring_in", "points": "points", "left": "left"}
RULES = {"cards": "R-143", "bring_in": "R-148", "points": "R-153", "left": "R-140"}

CALLS = {
    "opener": ("Fala quem abriu", "The opener speaks"),
    "raiser": ("Fala quem aumentou por último", "The last raiser speaks"),
    "next": ("Fala o lugar {seat}", "Seat {seat} speaks"),
    "escurante": ("Fala quem está à esquerda do escurante", "Left of the escurante speaks"),
}
REASONS = {
    "opener": (
        "Lugar {seat}: depois da troca fala quem abriu ou aumentou por último",
        "Seat {seat}: after the draw the opener or last raiser speaks",
    ),
    "next": (
        "Lugar {seat}: é o primeiro que ainda pode falar depois de quem abriu",
        "Seat {seat}: the first after the opener who can still speak",
    ),
    "escurante": (
        "Lugar {seat}: no Escuro fala-se a partir da esquerda do escurante, e ele por último",
        "Seat {seat}: in Escuro speech starts to the escurante's left, and he is last",
    ),
}


@dataclass(frozen=True, slots=True)
class Speech:
    """The seat that starts the round (None: nobody can bet) and its call."""

    first: Seat | None
    call: SpeakerCall | None = None


def who_speaks(core: Core, step: Bet) -> Speech:
    """The first speaker of the round a step opens."""
    active = core.active
    all_in = [s for s in active if core.all_in(s)]
    able = [s for s in active if s not in all_in]
    owing = owing_seats(core)
    if not able or (len(able) == 1 and able[0] not in owing):
        return Speech(None)
    if step.speak == "escurante":
        return _after_escurante(core, able)
    if step.speak == "opener":
        return _after_draw(core, able)
    stud = core.game.speech == "stud7"
    called = first_to_speak(
        seats=core.start.seats,
        dealer=core.start.dealer,
        active=active,
        open_cards={s: [c.card for c in core.open_cards(s) if c.card is not None] for s in active},
        options=core.setup.options,
        deck_low=core.start.deck_low,
        way=WAYS[step.speak],
        hand_set=core.setup.options.hand_set or core.game.hand_set,
        stud=stud,
        street=max(1, step.street),
        all_in=all_in,
        owing=owing,
        wild_ranks={s: wild_ranks(core, s) for s in active} if core.game.wild else None,
    )
    return _spoken(called, step)


def owing_seats(core: Core) -> tuple[Seat, ...]:
    """Seats that must still cover: debts of a one-lap round (R-103), posts of Escuro above theirs (R-126)."""
    if not core.owed_level:
        return ()
    held = core.owed or core.staked
    return tuple(s for s in core.active if held.get(s, 0) < core.owed_level and core.stacks[s] > 0)


def _spoken(called: Called, step: Bet) -> Speech:
    if called.seat is None:
        return Speech(None)
    rule = "R-142" if called.way == "cards" and step.street == 1 else RULES[called.way]
    if step.last_closed:
        rule = "R-147"
    if called.decided_by == "position" and called.way == "cards":
        rule = "R-144"
    return Speech(
        called.seat,
        SpeakerCall(
            called.seat,
            called.announcement("pt-BR") or "",
            called.announcement("en") or "",
            called.reason("pt-BR"),
            called.reason("en"),
            called.decided_by,
            rule,
        ),
    )


def _after_escurante(core: Core, able: list[Seat]) -> Speech:
    """R-126, R-127: from the escurante's left, himself last."""
    assert core.escurante is not None
    ring = core.order_from(core.escurante)
    seat = next(s for s in (*ring[1:], ring[0]) if s in able)
    return Speech(seat, _call(seat, "escurante", "escurante", "R-126" if core.rounds == 0 else "R-127"))


def _after_draw(core: Core, able: list[Seat]) -> Speech:
    """R-141: the opener or last raiser, else the next able seat clockwise."""
    seat = core.next_first if core.next_first in able else able[0]
    assert seat is not None
    if seat == core.aggressor:
        key = "opener" if core.aggressor == core.opener else "raiser"
        return Speech(seat, _call(seat, key, "opener", "R-141"))
    return Speech(seat, _call(seat, "next", "next", "R-141"))


def _call(seat: Seat, call: str, reason: str, rule: str) -> SpeakerCall:
    words = [t.format(seat=seat) for t in (*CALLS[call], *REASONS[reason])]
    return SpeakerCall(seat, words[0], words[1], words[2], words[3], "position", rule)
