"""The virtual table's truth: every card once, dealt blind, moved as hands move cards, alike from the same seed."""

from __future__ import annotations

import itertools

import pytest

from assistant import world as w
from assistant.virtual.disturbances import QUIET, Disturbances
from assistant.virtual.faults import FaultPlan, ScheduledFault
from assistant.virtual.world import World, WorldError, deck_from

SEATS = ("1", "2", "3", "4")


def table(seed: int = 1, disturbances: Disturbances = QUIET, **more: object) -> World:
    return World(SEATS, deck_from("7"), seed=seed, disturbances=disturbances, **more)  # type: ignore[arg-type]


def test_the_same_seed_deals_the_same_cards_however_often_it_was_filmed() -> None:
    a, b = table(3, Disturbances.all()), table(3, Disturbances.all())
    for _ in range(3):
        assert [a.deal(s, up=True) for s in SEATS] == [b.deal(s, up=True) for s in SEATS]
        a.film(5)
        a.gather()
        b.gather()
    assert table(4).deal("1", up=True) != "" and a.seed == 3


def test_every_card_is_dealt_once_and_then_the_deck_is_empty() -> None:
    t = table()
    dealt = [t.deal(s, up=True) for s, _ in zip(itertools.cycle(SEATS), range(32), strict=False)]
    assert sorted(dealt) == sorted(deck_from("7"))
    with pytest.raises(WorldError):
        t.deal("1", up=True)
    t.gather()
    assert t.left_in_deck == 32 and t.truth() == {}


def test_a_snapshot_names_no_card_that_lies_face_down() -> None:
    t = table()
    t.deal("1", up=False)
    code = t.deal("1", up=True)
    shot = t.snapshot()
    assert [c.code for c in shot.cards if c.code] == [code]
    assert all(c.up == bool(c.code) for c in shot.cards)
    assert t.truth()["1"][0][1] is False and t.truth()["1"][0][0]


def test_turning_showing_holding_and_discarding() -> None:
    t = table()
    closed = [t.deal("2", up=False) for _ in range(3)]
    t.hold("2")
    assert not [c for c in t.snapshot().cards if c.zone == "2"]
    t.discard("2", [1])
    assert [c for c, _ in t.truth()["2"]] == [closed[0], closed[2]]
    assert t.show("2") == (closed[0], closed[2])
    assert [c.code for c in t.snapshot().cards if c.zone == "2"] == [closed[0], closed[2]]
    t.discard("2")
    assert "2" not in t.truth() and sum(c.zone == "discard" for c in t.snapshot().cards) == 3


def test_cards_of_a_seat_lie_in_its_place_in_a_row_and_overlap_at_most() -> None:
    for geometry, seats in itertools.product((w.SMALL, w.ROUND), (2, 4, 6, 8)):
        names = tuple(str(i) for i in range(seats))
        t = World(names, deck_from("2"), seed=9, geometry=geometry)
        for name, _ in itertools.product(names, range(5)):
            t.deal(name, up=True)
        for place in w.places(geometry, names):
            cards = [c for c in t.snapshot().cards if c.zone == place.seat]
            for a, b in itertools.pairwise(cards):
                apart = ((a.at[0] - b.at[0]) ** 2 + (a.at[1] - b.at[1]) ** 2) ** 0.5
                assert apart > 0.018, "an index of the lower card stays in sight"
            for c in cards:
                assert 0 < c.at[0] < geometry.width and 0 < c.at[1] < geometry.height


def test_bets_lie_before_the_seat_and_are_collected() -> None:
    t = table()
    t.bet("3", 137)
    assert {(c.colour, c.count) for c in t.snapshot().chips} == {
        ("black", 1), ("green", 1), ("blue", 1), ("white", 2)
    }  # fmt: skip
    t.bet("1", 5)
    t.collect()
    chips = t.snapshot().chips
    worth = {"black": 100, "green": 25, "blue": 10, "red": 5, "white": 1}
    assert sum(worth[c.colour] * c.count for c in chips) == 142
    t.gather()
    assert not t.snapshot().chips


def test_disturbances_come_from_the_seed_and_leave_the_truth_alone() -> None:
    t, again = table(7, Disturbances.all()), table(7, Disturbances.all())
    seen = set()
    for i in range(40):
        for x in (t, again):
            if i % 8 == 0:
                x.gather()
            x.deal(SEATS[i % 4], up=i % 8 > 3)
        before = t.truth()
        film, other = t.film(), again.film()
        assert film == other
        assert t.truth() == before
        for shot in film:
            seen |= {"arm"} if shot.arms else set()
            seen |= {"glare"} if shot.light.glares else set()
            seen |= {"shadow"} if shot.light.shadows else set()
            seen |= {"peek"} if any(c.bend for c in shot.cards) else set()
        assert not film[-1].arms and not any(c.bend for c in film[-1].cards), "at rest in the end"
    assert seen == {"arm", "glare", "shadow", "peek"}


def test_a_scripted_card_is_taken_from_the_deck_once() -> None:
    t = table()
    t.deal_card("As", "1", up=True)
    with pytest.raises(WorldError):
        t.deal_card("As", "2", up=True)
    with pytest.raises(WorldError):
        t.deal("9", up=True)


def test_faults_come_and_go_as_planned() -> None:
    t = table()
    plan = FaultPlan([ScheduledFault("black", 1, 2), ScheduledFault("knock", 4, 4)])
    faults = []
    for _ in range(6):
        plan.tick(t)
        faults.append(t.snapshot().camera.fault)
    assert faults == ["", "black", "black", "", "", ""]
    assert t.snapshot().camera.shift != (0.0, 0.0)
    a, b = FaultPlan.from_seed(5, 60, 6), FaultPlan.from_seed(5, 60, 6)
    assert a.faults == b.faults and len(a.faults) == 6
    assert all(x.last < y.first for x, y in itertools.pairwise(a.faults))
    with pytest.raises(WorldError):
        t.camera_fault("smoke")
