"""The truth of the virtual table: where every card and chip is, moved by dealing, turning, folding and betting.

Cards leave the deck blind: a snapshot names only the faces that a camera could see.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from assistant.virtual.disturbances import QUIET, Disturbances, arm_over, knocked, lamp, shadow_of
from assistant.world import (
    CARD_HEIGHT,
    CARD_WIDTH,
    SMALL,
    Geometry,
    Place,
    Point,
    WorldArm,
    WorldCamera,
    WorldCard,
    WorldChips,
    WorldLight,
    WorldSnapshot,
    centre_areas,
    places,
)

SUITS = "cdhs"
RANKS = "23456789TJQKA"
BOARD = "board"
CHIPS = (("black", 100), ("green", 25), ("blue", 10), ("red", 5), ("white", 1))


class WorldError(ValueError):
    """Something that cannot be done with the cards as they lie."""


def deck_from(low: str, jokers: int = 0) -> tuple[str, ...]:
    """All cards from rank ``low`` up, and so many jokers ("Jk"); ValueError for an unknown rank."""
    ranks = RANKS[RANKS.index(low) :]
    return tuple(r + s for s in SUITS for r in ranks) + ("Jk",) * jokers


@dataclass
class _Card:
    code: str
    zone: str = "deck"
    place: int = 0
    slot: int = 0  # where in its row it lies
    up: bool = False
    at: Point = (0.0, 0.0)
    angle: float = 0.0
    held: bool = False  # in a player's hand, off the table
    z: int = 0
    why: str = ""  # on the discard heap: what brought it there


class World:
    """One table with its deck; everything random comes from ``seed``, so the same calls make the same world."""

    def __init__(
        self,
        seats: Sequence[str],
        deck: Sequence[str],
        *,
        seed: int,
        geometry: Geometry = SMALL,
        cards_each: int = 5,
        disturbances: Disturbances = QUIET,
        table: str | None = None,
        deck_style: int | None = None,
    ) -> None:
        self._rng = random.Random(f"world {seed}")
        self.seed = seed
        self.seats = tuple(seats)
        self.geometry = geometry
        self.cards_each = cards_each
        self.disturbances = disturbances
        self.version = 0
        self.table = table or self._rng.choice(("felt", "wood", "cloth"))
        self.deck_style = self._rng.randrange(10_000) if deck_style is None else deck_style
        self._places: dict[str, Place] = {p.seat: p for p in places(geometry, self.seats)}
        self._areas = centre_areas(geometry)
        self._cards: list[_Card] = []
        self._chips: dict[str, list[WorldChips]] = {}
        self._steps: dict[str, float] = {}
        self._light = WorldLight(gain=self._rng.uniform(0.85, 1.1), warmth=self._rng.uniform(-0.2, 0.6))
        self._camera = WorldCamera(noise=disturbances.noise)
        self._touched: list[tuple[str, Point]] = []
        self._frames = 0
        self._z = 0
        self._shuffles = 0
        self.new_deck(deck)

    # --- the deck --------------------------------------------------------------------------------------------------

    def new_deck(self, deck: Sequence[str]) -> None:
        """Put another deck on the table, shuffled; everything that lay there is taken away."""
        self._cards = [_Card(code) for code in deck]
        self.gather()

    def gather(self) -> None:
        """Take all cards together, shuffle them and clear the bets: the table between two hands."""
        self._cards.sort(key=lambda c: c.code)
        self._shuffles += 1  # its own chance: how often the table was filmed changes no hand
        random.Random(f"deck {self.seed} {self._shuffles}").shuffle(self._cards)
        middle = self._middle("deck")
        for i, card in enumerate(self._cards):
            x, y = middle[0] + self._rng.gauss(0, 0.0006), middle[1] + self._rng.gauss(0, 0.0006)
            card.zone, card.place, card.up, card.held, card.z, card.why = "deck", i, False, False, i, ""
            card.at, card.angle = (x, y), 90.0 + self._rng.gauss(0, 0.7)
        self._z = len(self._cards)
        self._chips = {zone: pile for zone, pile in self._chips.items() if zone.startswith("stack:")}
        self._space()
        self._changed([])

    def _space(self) -> None:
        """How far apart the cards of each row will lie."""
        room = {s: (p.room - CARD_WIDTH - 0.03) / max(1, self.cards_each - 1) for s, p in self._places.items()}
        self._steps = {s: min(r, self._rng.uniform(0.034, 0.072)) for s, r in room.items()}

    def room_for(self, cards_each: int) -> None:
        """From the next card on, rows are laid for so many cards."""
        if cards_each != self.cards_each:
            self.cards_each = cards_each
            self._space()

    def reshuffle(self, *, why: Collection[str] = (), but: Collection[str] = ()) -> int:
        """Shuffle discards back into the deck, those that came for these reasons (all if none is named), except the
        cards in ``but``; returns how many came back."""
        back = [c for c in self._cards if c.zone == "discard" and c.code not in but and (not why or c.why in why)]
        for card in back:
            card.zone, card.why = "deck", ""
        deck = sorted((c for c in self._cards if c.zone == "deck"), key=lambda c: (c.code, c.place))
        self._shuffles += 1
        random.Random(f"deck {self.seed} {self._shuffles}").shuffle(deck)
        middle = self._middle("deck")
        for i, card in enumerate(deck):
            card.place, card.up, card.at, card.angle, card.z = i, False, middle, 90.0, i - len(deck)
        self._changed([])
        return len(back)

    @property
    def left_in_deck(self) -> int:
        """How many cards have not been dealt."""
        return sum(c.zone == "deck" for c in self._cards)

    # --- what the dealer's and the players' hands do ----------------------------------------------------------------

    def deal(self, zone: str, *, up: bool) -> str:
        """The deck's top card to a seat or to "board"; returns its code, which only the truth may know when closed."""
        top = max((c for c in self._cards if c.zone == "deck"), key=lambda c: c.z, default=None)
        if top is None:
            raise WorldError("the deck is empty")
        self._put(top, zone, up)
        self._changed([(zone, top.at)])
        return top.code

    def deal_card(self, code: str, zone: str, *, up: bool) -> None:
        """A named card from the deck, for scripted hands; raises WorldError if it has been dealt."""
        card = next((c for c in self._cards if c.zone == "deck" and c.code == code), None)
        if card is None:
            raise WorldError(f"{code} is not in the deck")
        self._put(card, zone, up)
        self._changed([(zone, card.at)])

    def take_last(self, zone: str, to: str | None = None) -> None:
        """A seat's last card goes closed to another seat, or under the deck; raises WorldError if there is none."""
        row = self.cards(zone)
        if not row:
            raise WorldError(f"no card at {zone!r}")
        card = row[-1]
        if to is not None:
            self._put(card, to, False)
        else:
            under = min((c.z for c in self._cards if c.zone == "deck"), default=0)
            card.zone, card.place, card.up, card.held, card.z = "deck", 0, False, False, under - 1
            card.at, card.angle = self._middle("deck"), 90.0
        self._changed([(zone, self._places[zone].centre)] if zone in self._places else [])

    def turn(self, zone: str, place: int, *, up: bool = True) -> str:
        """Turn the card at a place of a zone (or lay a held one down so); returns its code."""
        card = self._at(zone, place)
        card.up = up
        if card.held:
            card.held = False
            self._lay(card, zone)
        self._changed([(zone, card.at)])
        return card.code

    def show(self, zone: str) -> tuple[str, ...]:
        """Turn up everything a seat still has closed, in its own places; returns the codes in order."""
        return tuple(self.turn(zone, c.place) for c in self.cards(zone) if not c.up or c.held)

    def hold(self, zone: str) -> None:
        """A player takes all closed cards into the hand: they are off the table until shown or thrown away."""
        for card in self.cards(zone):
            card.held = card.held or not card.up
        self._changed([(zone, self._places[zone].centre)])

    def discard(self, zone: str, which: Sequence[int] | None = None, why: str = "") -> None:
        """Cards of a seat (all, or those at some places) go closed to the discard heap; the others are drawn together.

        ``why`` is remembered for ``reshuffle``.
        """
        going = [c for c in self.cards(zone) if which is None or c.place in which]
        middle = self._middle("discard")
        for card in going:
            card.place = sum(c.zone == "discard" for c in self._cards)
            card.zone, card.up, card.held, card.z, card.why = "discard", False, False, self._next_z(), why
            card.at = (middle[0] + self._rng.gauss(0, 0.012), middle[1] + self._rng.gauss(0, 0.012))
            card.angle = self._rng.uniform(0, 360)
        self._count(zone)
        self._close_ranks(zone)
        self._changed([(zone, self._places[zone].centre)] if zone in self._places else [])

    def _close_ranks(self, zone: str) -> None:
        """The cards of a row that was thinned out lie side by side again, in their order, so that each can be read."""
        row = self.cards(zone)
        if all(c.slot == i for i, c in enumerate(row)):
            return
        for i, card in enumerate(row):
            card.slot, card.z = i, self._next_z()
            if not card.held:
                self._lay(card, zone)

    def move(self, moves: Sequence[tuple[str, int, str]]) -> None:
        """Cards change hands all at once, as they face: (zone, place, the zone each goes to), closed ones unseen."""
        taken = [(self._at(zone, place), to) for zone, place, to in moves]
        for card, to in taken:
            card.zone, card.held, card.slot = to, False, -1
            card.place = 1000 + self._next_z()  # after all that lies there, in the order of moving
        for zone in dict.fromkeys(z for come, _, to in moves for z in (come, to)):
            self._count(zone)
        for card, to in taken:
            card.z = self._next_z()
            card.slot = self._free_slot(card)
            self._lay(card, to)
        self._changed([(to, card.at) for card, to in taken])

    def arrange(self, zone: str, order: Sequence[int]) -> None:
        """A seat lays its cards anew in this order of their present places."""
        cards = self.cards(zone)
        if sorted(order) != list(range(len(cards))):
            raise WorldError(f"not an order of {len(cards)} cards: {order}")
        for i, place in enumerate(order):
            cards[place].place, cards[place].slot, cards[place].z = i, i, self._next_z()
            self._lay(cards[place], zone)
        self._changed([(zone, self._places[zone].centre)])

    def _count(self, zone: str) -> None:
        for i, card in enumerate(self.cards(zone)):
            card.place = i

    def slide(self, zone: str, metres: float = 0.015) -> None:
        """Somebody pushes a seat's cards a little, each in its own way."""
        for card in self.cards(zone):
            card.at = (card.at[0] + self._rng.gauss(0, metres / 2), card.at[1] + self._rng.gauss(0, metres / 2))
            card.angle += self._rng.gauss(0, 2.0)
        self._changed([(zone, self._places[zone].centre)] if zone in self._places else [])

    def knock(self, most: float = 0.03) -> None:
        """The table (or the camera) is pushed by up to ``most`` metres."""
        self._camera = knocked(self._camera, self._rng, most)
        self._changed([])

    def shift_camera(self, by: Point) -> None:
        """The table (or the camera) is pushed by exactly so many metres."""
        x, y = self._camera.shift
        self._camera = replace(self._camera, shift=(x + by[0], y + by[1]))
        self._changed([])

    def bet(self, seat: str, chips: int) -> None:
        """Chips in front of a seat, towards the pot."""
        place = self._places[seat]
        pile = self._chips.setdefault(f"bet:{seat}", [])
        self._stack(pile, chips, place.point(self._rng.uniform(-0.05, 0.05), -0.125), 0.034)
        self._changed([(seat, place.point(0.0, -0.12))])

    def collect(self) -> None:
        """All bets into the pot."""
        moved = [c for zone in list(self._chips) if zone.startswith("bet:") for c in self._chips.pop(zone)]
        x, y = self._middle("pot")
        pot = self._chips.setdefault("pot", [])
        for chip in moved:
            pot.append(replace(chip, at=(x + self._rng.gauss(0, 0.05), y + self._rng.gauss(0, 0.025))))
        self._changed([])

    def camera_fault(self, fault: str) -> None:
        """Make the camera itself fail: "dead", "frozen", "black", "noise", "slow", "resolution", or "" to heal it."""
        if fault not in ("", "dead", "frozen", "black", "noise", "slow", "resolution"):
            raise WorldError(f"unknown camera fault {fault!r}")
        if fault == self._camera.fault:
            return
        self._camera = replace(self._camera, fault=fault)  # type: ignore[arg-type]
        self._changed([])

    # --- what is true, and what can be filmed -----------------------------------------------------------------------

    def cards(self, zone: str) -> list[_Card]:
        """A zone's cards in dealing order."""
        return sorted((c for c in self._cards if c.zone == zone), key=lambda c: c.place)

    def truth(self) -> dict[str, tuple[tuple[str, bool], ...]]:
        """Zone → its cards as (code, face up), in dealing order; the deck and the discard heap are left out."""
        zones = (*self.seats, BOARD)
        return {z: tuple((c.code, c.up and not c.held) for c in self.cards(z)) for z in zones if self.cards(z)}

    def snapshot(self) -> WorldSnapshot:
        """The table at rest, as the next frame shows it."""
        self._frames += 1
        cards = tuple(
            WorldCard(c.code if c.up else "", c.up, c.at, c.angle, c.zone, c.place)
            for c in sorted(self._visible(), key=lambda c: c.z)
        )
        chips = tuple(c for pile in self._chips.values() for c in pile)
        light = lamp(self._light, self.disturbances, self._rng)
        return WorldSnapshot(
            self.version, self.geometry, cards, chips, (), light, self._camera, self._frames,
            self.table, self.deck_style, self.seed,
        )  # fmt: skip

    def film(self, still: int = 3) -> tuple[WorldSnapshot, ...]:
        """What a camera sees since the last film: the hands at work if there are any, then ``still`` frames at rest.

        At least three: the first shows that something changed, and a card is believed on two that agree.
        """
        d, rng = self.disturbances, self._rng
        if rng.random() < d.knock:
            self._camera = knocked(self._camera, rng, 0.008)
        if self.seats and rng.random() < d.slide:
            self.slide(rng.choice(self.seats), 0.006)
        busy: list[WorldSnapshot] = []
        for zone, at in self._touched[-3:]:
            if zone in self._places and rng.random() < d.arm:
                busy.append(self._with_arm(self.snapshot(), arm_over(self._places[zone], at, rng, self.geometry)))
        if rng.random() < d.peek:
            busy += self._peek(rng.choice(self.seats))
        self._touched = []
        return (*busy, *self._glared([self.snapshot() for _ in range(max(still, 3))]))

    def _with_arm(self, snapshot: WorldSnapshot, arm: WorldArm) -> WorldSnapshot:
        light = snapshot.light
        if self._rng.random() < self.disturbances.shadow:
            light = replace(light, shadows=(*light.shadows, shadow_of(arm, self._rng)))
        return replace(snapshot, arms=(*snapshot.arms, arm), light=light)

    def _peek(self, seat: str) -> list[WorldSnapshot]:
        """A player lifts a closed card to look: for two frames the camera could glimpse its face beside the hand."""
        closed = [c for c in self.cards(seat) if not c.up and not c.held]
        if not closed:
            return []
        card, place = closed[0], self._places[seat]
        out: list[WorldSnapshot] = []
        for _ in range(2):
            base = self.snapshot()
            nudged = place.point(0.0, self._rng.uniform(0.01, 0.03))
            dx, dy = nudged[0] - place.centre[0], nudged[1] - place.centre[1]
            cards = tuple(
                replace(c, code=card.code, up=True, bend=0.5, at=(c.at[0] + dx, c.at[1] + dy))
                if (c.zone, c.place) == (seat, card.place)
                else c
                for c in base.cards
            )
            out.append(self._with_arm(replace(base, cards=cards), arm_over(place, card.at, self._rng, self.geometry)))
        return out

    def _glared(self, still: list[WorldSnapshot]) -> list[WorldSnapshot]:
        if self._rng.random() >= self.disturbances.glare:
            return still
        w, h = self.geometry.width, self.geometry.height
        spot = ((self._rng.uniform(0, w), self._rng.uniform(0, h)), self._rng.uniform(0.03, 0.07), 0.6)
        return [replace(s, light=replace(s.light, glares=(spot,))) for s in still]

    # --- moving cards -----------------------------------------------------------------------------------------------

    def _visible(self) -> list[_Card]:
        """Cards on the table; of the deck only the top ones, since nothing shows of the others."""
        deck = sorted((c for c in self._cards if c.zone == "deck"), key=lambda c: c.z)[-3:]
        return [c for c in self._cards if c.zone != "deck" and not c.held] + deck

    def _put(self, card: _Card, zone: str, up: bool) -> None:
        if zone != BOARD and zone not in self._places:
            raise WorldError(f"there is no seat {zone!r}")
        place = sum(c.zone == zone for c in self._cards)
        card.zone, card.place, card.up, card.held, card.z = zone, place, up, False, self._next_z()
        card.slot = self._free_slot(card)
        self._lay(card, zone)

    def _free_slot(self, card: _Card) -> int:
        """The first place of its row where no other card lies."""
        taken = {c.slot for c in self._cards if c.zone == card.zone and c is not card}
        return next(i for i in range(len(taken) + 1) if i not in taken)

    def _lay(self, card: _Card, zone: str) -> None:
        """Where a hand lays a card: a row from the player's left, each over the last one's edge, never straight."""
        rng = self._rng
        wild = rng.random() < 0.06
        turn = rng.gauss(0, 7.0 if wild else 2.2)
        along_error, across_error = rng.gauss(0, 0.003), rng.gauss(0, 0.008 if wild else 0.004)
        if zone == BOARD:
            (x0, y0), _, (x1, y1), _ = self._areas[BOARD]
            step = min(0.075, (x1 - x0 - CARD_WIDTH - 0.01) / max(1, self.cards_each - 1))
            card.at = (x0 + CARD_WIDTH / 2 + 0.005 + step * card.slot + along_error, (y0 + y1) / 2 + across_error)
            card.angle = turn + (180.0 if rng.random() < 0.5 else 0.0)
            return
        home = self._places[zone]
        step = self._steps[zone]
        along = (card.slot - (self.cards_each - 1) / 2) * step
        most = home.room / 2 - CARD_WIDTH / 2
        card.at = home.point(max(-most, min(most, along + along_error)), across_error)
        card.angle = home.angle + turn + (180.0 if rng.random() < 0.5 else 0.0)

    def _stack(self, pile: list[WorldChips], chips: int, at: Point, apart: float) -> None:
        for i, (colour, worth) in enumerate(CHIPS):
            count, chips = divmod(chips, worth)
            if count:
                x = at[0] + (i - 2) * apart + self._rng.gauss(0, 0.003)
                pile.append(WorldChips(colour, count, (x, at[1] + self._rng.gauss(0, 0.003))))

    def _middle(self, area: str) -> Point:
        polygon = self._areas[area]
        return sum(p[0] for p in polygon) / len(polygon), sum(p[1] for p in polygon) / len(polygon)

    def _at(self, zone: str, place: int) -> _Card:
        card = next((c for c in self._cards if c.zone == zone and c.place == place), None)
        if card is None:
            raise WorldError(f"no card {place} at {zone!r}")
        return card

    def _next_z(self) -> int:
        self._z += 1
        return self._z

    def _changed(self, touched: list[tuple[str, Point]]) -> None:
        self.version += 1
        self._touched += touched


__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "World", "WorldError", "deck_from"]
