"""Escuro: the blind posts, who is escurante, and his rights in the betting (R-124 to R-127)."""

from __future__ import annotations

from typing import Any

import pytest
from betting_rounds import ended, play, refused, start, verbs

from assistant.engine.escuro import EscuroPosts, post_escuro
from assistant.engine.refusal import Refusal

SIX = ("A", "B", "C", "D", "E", "F")
BEFORE: dict[str, Any] = {
    "first": "C",
    "mesa": False,
    "passo": None,
    "posted": {"D": 1, "A": 2, "B": 4},
    "escurante": "B",
    "raise_right": "escurante_only",
}
AFTER: dict[str, Any] = {
    "first": "C",
    "passo": None,
    "round": "last",
    "escurante": "B",
    "raise_right": "escurante_only_then_free",
}


def test_r124_posts_double_from_the_carteador_to_the_left() -> None:
    posts = post_escuro(SIX, "F", 10, dict.fromkeys(SIX, 1000), depth="all")
    assert dict(posts.posts) == {"F": 10, "A": 20, "B": 40, "C": 80, "D": 160, "E": 320}
    assert (posts.escurante, posts.level, posts.pot) == ("E", 320, 630)


def test_r124_a_short_post_is_all_in_and_the_doubling_goes_on_from_nominal_values() -> None:
    posts = post_escuro(SIX[:4], "D", 1, {"A": 1, "B": 3, "C": 100, "D": 100})
    assert dict(posts.posts) == {"D": 1, "A": 1, "B": 3}
    assert (posts.level, posts.to_call) == (4, {"D": 3, "A": 0, "B": 0, "C": 4})
    assert posts.behind == {"D": 99, "A": 0, "B": 0, "C": 100}


def test_r125_depth_is_limited_by_the_table_and_volunteers_go_on_one_by_one() -> None:
    chips = dict.fromkeys(SIX, 1000)
    assert post_escuro(("A", "B", "C"), "B", 1, chips, depth=4).escurante == "A"
    posts = post_escuro(SIX, "F", 1, chips)
    assert (posts.escurante, posts.next_volunteer) == ("B", "C")
    refusal = posts.volunteer("D")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.params["next"], refusal.allowed[0].low) == ("escuro_not_next", "C", 8)
    went_on = posts.volunteer("C")
    assert isinstance(went_on, EscuroPosts)
    assert went_on == post_escuro(SIX, "F", 1, chips, volunteers=1)
    full = post_escuro(SIX, "F", 1, chips, depth="all")
    assert full.next_volunteer is None
    assert isinstance(full.volunteer("A"), Refusal)


def test_r125_a_depth_or_unit_below_one_is_no_escuro() -> None:
    for depth, unit in ((0, 1), (3, 0)):
        with pytest.raises(ValueError, match="escuro"):
            post_escuro(SIX, "A", unit, dict.fromkeys(SIX, 9), depth=depth)


def test_r126_speech_starts_at_the_escurantes_left_and_he_is_last() -> None:
    posts = post_escuro(SIX, "F", 1, dict.fromkeys(SIX, 1000))
    assert posts.order == ("C", "D", "E", "F", "A", "B")
    assert posts.first_before_draw == "C"


def test_r150_no_betting_is_possible_when_one_alone_owes_nothing() -> None:
    assert post_escuro(("A", "B", "C"), "A", 1, {"A": 1, "B": 2, "C": 100}).first_before_draw is None
    assert post_escuro(("A", "B", "C"), "A", 1, {"A": 100, "B": 2, "C": 4}).first_before_draw == "A"


def test_r126_only_the_escurante_raises_before_the_draw_and_he_is_consulted() -> None:
    state = start(**BEFORE)
    assert verbs(state) == ("cubro", "saio")
    refusal = refused(state, "C repico 4")
    assert (refusal.code, refusal.params["escurante"], refusal.rule) == ("only_escurante_raises", "B", "R-126")
    state = play(state, "C cubro", "D cubro", "A cubro")
    assert (state.next, verbs(state)) == ("B", ("mesa", "repico", "saio"))
    assert ended(play(state, "B mesa")).reason == "level"
    raised = play(state, "B repico 6")
    assert verbs(raised) == ("cubro", "saio")


def test_r126_an_all_in_escurante_keeps_the_nominal_level() -> None:
    state = start(**{**BEFORE, "posted": {"D": 1, "A": 2, "B": 3}}, level=4, stacks={"B": 0})
    assert state.legal("C").to_call == 4
    state = play(state, "C cubro", "D saio", "A saio")
    assert (ended(state).reason, dict(ended(state).refund)) == ("level", {"C": 1})


def test_r127_after_the_draw_only_he_raises_until_he_has() -> None:
    state = play(start(**AFTER), "C aposto 5")
    assert refused(state, "D repico 5").rule == "R-127"
    state = play(state, "D cubro", "A saio", "B repico 5")
    assert verbs(state) == ("cubro", "repico", "saio")


def test_r127_his_own_bet_is_no_raise_of_others() -> None:
    state = play(start(**AFTER), "C mesa", "D mesa", "A mesa", "B aposto 5")
    assert verbs(state) == ("cubro", "saio")


def test_r127_when_he_is_out_raising_is_free() -> None:
    assert verbs(play(start(**AFTER, folded=("B",)), "C aposto 5")) == ("cubro", "repico", "saio")


def test_r127_cannot_open_lets_him_only_raise() -> None:
    state = play(start(**AFTER, cannot_open=["escurante"]), "C mesa", "D mesa", "A mesa")
    assert verbs(state) == ("mesa", "saio")
    assert refused(state, "B aposto 5").code == "cannot_open"
    assert "repico" in verbs(play(start(**AFTER, cannot_open=["B"]), "C aposto 5", "D cubro", "A cubro"))


def test_r127_the_lap_after_the_draw_starts_at_his_left() -> None:
    state = play(start(**BEFORE), "C cubro", "D cubro", "A saio", "B repico 4", "C cubro", "D cubro")
    assert ended(state).next_round_first == "C"


def test_raise_right_free_lets_anybody_raise() -> None:
    assert verbs(start(**{**BEFORE, "raise_right": "free"})) == ("cubro", "repico", "saio")
