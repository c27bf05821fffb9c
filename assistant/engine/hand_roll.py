"""Rolling: everybody turns a closed card at the signal (V-40 to V-48)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.game import Roll
from assistant.engine.hand_core import Core, ExpectedCard, Phase, Stage, refuse, refuse_unwanted
from assistant.engine.hand_deal import face_of
from assistant.engine.hand_show import picked
from assistant.engine.refusal import Refusal
from assistant.facts import CardTurned, Chosen, Payload, Seat


@dataclass(frozen=True)
class Rolling(Stage):
    """Seats that still turn, with how many cards; ``pointed`` is the place the right neighbour points at (V-48)."""

    PHASE: ClassVar[Phase] = "dealing"
    step: Roll
    left: Mapping[Seat, int]
    pointed: Mapping[Seat, int] = field(default_factory=dict)

    def expected(self, core: Core) -> tuple[ExpectedCard, ...]:
        """One turn for each card still to be turned; own choice may be any closed card."""
        out = []
        for seat, n in self.left.items():
            places = core.closed_places(seat)
            if seat in self.pointed:
                out.append(ExpectedCard(seat, True, self.pointed[seat]))
            else:
                out += [ExpectedCard(seat, True, p, any_closed=True) for p in places[:n]]
        return tuple(out)

    def choices(self, core: Core) -> tuple[Choice, ...]:
        """Who points may say so on the phone; a finger will do as well."""
        if self.step.who != "neighbour":
            return ()
        ring = core.active
        out = []
        for i, seat in enumerate(ring):
            other = ring[(i + 1) % len(ring)]
            if other in self.left and other not in self.pointed:
                options = tuple(ChoiceOption(str(p)) for p in core.closed_places(other))
                out.append(
                    Choice(
                        "pick_cards",
                        seat,
                        "point_at",
                        core.decision("point", seat),
                        options,
                        {"other": other},
                        pick=(1, 1),
                        why="why_point_at",
                        optional=True,
                    )
                )
        return tuple(out)

    def apply(self, core: Core, payload: Payload) -> Core | Refusal:
        """A card turned, or pointed at."""
        if isinstance(payload, Chosen) and payload.choice == "pick_cards":
            return self._pointed(core, payload)
        if not isinstance(payload, CardTurned):
            return refuse_unwanted(core, payload)
        seat = payload.seat
        if seat not in self.left:
            return refuse(core, "turned_already", seat=seat)
        wanted = self.pointed.get(seat)
        if payload.place not in core.closed_places(seat) or wanted not in (None, payload.place):
            return refuse(core, "no_closed_card_there", seat=seat, place=payload.place)
        face = face_of(core, payload.card)
        if isinstance(face, Refusal):
            return face
        left = {s: n - (s == seat) for s, n in self.left.items()}
        stage = replace(self, left={s: n for s, n in left.items() if n})
        return replace(core.turn(seat, payload.place, face), stage=stage)

    def _pointed(self, core: Core, payload: Chosen) -> Core | Refusal:
        choice = next((c for c in self.choices(core) if c.seat == payload.seat), None)
        if choice is None:
            return refuse_unwanted(core, payload)
        chosen = picked(payload.value, {int(o.value) for o in choice.options}, (1, 1))
        if chosen is None:
            return refuse(core, "pick_so_many", seat=payload.seat, cards=1)
        pointed = {**self.pointed, str(choice.params["other"]): next(iter(chosen))}
        return core.but(stage=replace(self, pointed=pointed))

    def done(self, core: Core) -> bool:
        """All have turned."""
        return not self.left

    def close(self, core: Core) -> Core:
        """After the last roll of Roll Your Neighbor what lies closed does not count (V-48)."""
        if not self.step.last:
            return core
        cards = {s: tuple(replace(c, aside=not c.up) for c in held) for s, held in core.cards.items()}
        return core.but(cards=cards)


def begin_roll(core: Core, step: Roll) -> Core:
    """The signal: every active seat turns."""
    return core.but(stage=Rolling(step, dict.fromkeys(core.active, step.count)))
