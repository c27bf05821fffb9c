"""Belief: once each, at the right seat, never on one frame, and doubt instead of a guess (cases 33, 49, 54, 91)."""

from __future__ import annotations

from drawn_table import table

from assistant.vision.belief import Expectation, Problem

DECK = tuple(r + s for s in "cdhs" for r in "789TJQKA")


def test_a_card_is_believed_after_two_frames_that_agree_and_not_after_one() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.look()  # it has just come to rest
    assert t.look().faces("1") == ()
    assert t.look().faces("1") == ("As",)


def test_one_wrong_frame_changes_nothing() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    before = t.looks(4)
    assert t.look({"a": "Ks"}).zones == before.zones
    view = t.looks(2)
    assert view.faces("1") == ("As",) and not view.problems


def test_a_card_seen_in_one_frame_only_is_never_mentioned() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.looks(2)
    t.cards.clear()
    assert t.looks(4).zones == {}


def test_case_54_a_back_gets_no_face_unless_its_place_changed() -> None:
    t = table(DECK)
    t.cards["a"] = ("back", 100, 100)
    assert t.looks(4).backs("1") == 1
    for _ in range(3):  # a recogniser that sees a face where nothing moved is doubted, not believed
        view = t.look({"a": "As"})
    assert view.faces("1") == ()
    assert Problem("conflict", "1") in view.problems or view.backs("1") == 1


def test_a_turned_card_shows_its_face() -> None:
    t = table(DECK)
    t.cards["a"] = ("back", 100, 100)
    t.looks(4)
    t.cards["a"] = ("As", 100, 100)
    view = t.looks(4)
    assert view.faces("1") == ("As",) and view.backs("1") == 0 and not view.problems


def test_a_covered_card_is_remembered_and_marked() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.looks(4)
    t.things.append((60, 40, 180, 180))
    view = t.looks(6)
    assert view.faces("1") == ("As",)
    assert view.zones["1"][0].covered and view.has("covered", "1")
    t.things.clear()
    view = t.looks(4)
    assert view.faces("1") == ("As",) and not view.zones["1"][0].covered


def test_a_card_under_a_later_one_is_remembered() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.looks(4)
    t.cards["b"] = ("Kd", 125, 100)
    for _ in range(5):
        view = t.look(blind=("a",))
    assert view.faces("1") == ("As", "Kd")


def test_a_card_taken_away_is_gone() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.cards["b"] = ("Kd", 200, 100)
    t.looks(4)
    del t.cards["a"]
    assert t.looks(5).faces("1") == ("Kd",)


def test_two_labels_on_one_card_are_doubt() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    for i in range(6):
        view = t.look({"a": "As" if i % 2 else "Ad"})
    assert view.faces("1") == ()
    (card,) = view.doubts("1")
    assert card.reason == "conflict" and card.guess in ("As", "Ad")


def test_an_unsure_card_stays_a_question_however_long_it_lies() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    for _ in range(12):
        view = t.look(unsure=("a",))
    (card,) = view.doubts("1")
    assert card.card is None and card.guess == "As"


def test_case_33_a_card_twice_in_one_deck_is_flagged_and_the_first_stands() -> None:
    t = table(DECK)
    t.cards["a"] = ("9s", 100, 100)
    t.looks(4)
    t.cards["b"] = ("9s", 500, 100)
    view = t.looks(5)
    assert view.faces("1") == ("9s",) and view.faces("2") == ()
    assert view.has("duplicate", "2") and view.doubts("2")[0].reason == "twice"


def test_two_mixed_decks_may_show_a_card_twice() -> None:
    t = table(None)
    t.cards["a"] = ("9s", 100, 100)
    t.cards["b"] = ("9s", 500, 100)
    view = t.looks(5)
    assert view.faces("1") == ("9s",) and view.faces("2") == ("9s",) and not view.problems


def test_a_card_that_this_deck_does_not_hold_is_doubt() -> None:
    t = table(DECK)
    t.cards["a"] = ("2s", 100, 100)
    view = t.looks(5)
    assert view.faces("1") == () and view.has("not_in_deck", "1")
    assert view.doubts("1")[0].reason == "not_in_deck"


def test_a_pushed_card_stays_the_same_card() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.cards["b"] = ("Kd", 200, 100)
    first = t.looks(4)
    t.cards["a"] = ("As", 130, 120)
    view = t.looks(5)
    assert view.faces("1") == ("As", "Kd")
    assert [c.order for c in view.zones["1"]] == [c.order for c in first.zones["1"]]


def test_a_knock_takes_faces_and_backs_along() -> None:
    t = table(DECK)
    for i, label in enumerate(("As", "Kd", "Qh", "back")):
        t.cards[label] = (label, 40 + 55 * i, 100)
    t.cards["7c"] = ("7c", 500, 200)
    t.looks(4)
    t.shift = (14, 9)
    view = t.looks(5)
    assert view.faces("1") == ("As", "Kd", "Qh") and view.backs("1") == 1
    assert view.has("knocked") and len(view.zones["1"]) == 4


def test_case_91_faces_that_the_hand_does_not_expect_never_leave() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(1)})
    t.cards["closed"] = ("back", 100, 100)
    t.looks(4)
    t.cards["closed"] = ("As", 100, 100)  # a peek: the hand waits for an open card, not for a turn
    view = t.looks(5)
    assert view.faces("1") == () and all(c.card != "As" and c.guess != "As" for c in view.zones["1"])
    assert view.has("exposed", "1")
    assert t.belief.hidden_quads() and not t.belief.open_quads()
    t.cards["closed"] = ("back", 100, 100)
    t.cards["open"] = ("Kd", 180, 100)
    view = t.looks(5)
    assert view.faces("1") == ("Kd",) and view.backs("1") == 1


def test_a_face_shown_too_early_is_told_when_it_is_expected() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(0)})
    t.cards["a"] = ("As", 100, 100)
    view = t.looks(5)
    assert view.faces("1") == () and view.has("exposed", "1")
    t.belief.expect({"1": Expectation(1)})
    assert t.look().faces("1") == ("As",)


def test_more_new_faces_than_expected_are_asked_about_not_chosen() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(1)})
    t.cards["a"] = ("As", 100, 100)
    t.cards["b"] = ("Kd", 200, 100)
    view = t.looks(5)
    assert view.faces("1") == () and len(view.doubts("1")) == 2 and view.has("extra", "1")
    assert all(c.guess is None for c in view.doubts("1"))


def test_at_the_showdown_closed_cards_may_be_turned() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(0)})
    t.cards["a"] = ("back", 100, 100)
    t.looks(4)
    t.belief.expect({"1": Expectation(1, turning=True)})
    t.cards["a"] = ("As", 100, 100)
    assert t.looks(4).faces("1") == ("As",)


def test_motion_makes_a_zone_busy_and_the_view_unstill() -> None:
    t = table(DECK)
    t.things.append((60, 40, 160, 180))
    view = t.look()
    assert view.has("busy", "1") and not view.has("busy", "2") and not view.still
    assert t.looks(2).still


def test_forgetting_clears_the_table() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.looks(4)
    t.belief.forget()
    t.cards.clear()
    assert t.looks(3).zones == {}


def test_the_version_rises_only_with_the_content() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    settled = t.looks(6).version
    assert t.looks(5).version == settled


def test_a_card_that_cannot_be_read_does_not_keep_back_the_one_that_was_expected() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(1)})
    t.cards["a"] = ("As", 100, 100)
    t.cards["b"] = ("Kd", 200, 100)
    for _ in range(6):
        view = t.look({"b": None})
    assert view.faces("1") == ("As",)
    assert [(d.card, d.guess) for d in view.doubts("1")] == [(None, None)]


def test_another_look_at_known_cards_is_no_card() -> None:
    t = table(DECK)
    t.cards["a"] = ("As", 100, 100)
    t.cards["b"] = ("Kd", 140, 100)
    t.looks(4)
    t.extra = [("As", 112, 104), (None, 121, 100)]  # a double of the ace, and something between the two
    for _ in range(6):
        view = t.look()
    assert view.faces("1") == ("As", "Kd") and not view.doubts("1") and not view.problems


def test_a_back_seen_twice_is_one_back_and_an_old_one_may_be_covered() -> None:
    t = table(DECK)
    t.cards["a"] = ("back", 100, 100)
    t.looks(4)
    t.extra = [("back", 104, 117)]
    assert t.looks(6).backs("1") == 1
    t.extra = []
    t.cards["b"] = ("As", 122, 104)
    for _ in range(5):
        view = t.look(blind=("a",))
    assert view.backs("1") == 1 and view.faces("1") == ("As",)


def test_a_back_that_no_detector_knows_is_known_by_its_shape_where_one_is_awaited() -> None:
    t = table(DECK)
    t.belief.card_pixels = 62.0
    t.belief.expect({"1": Expectation(0, closed=1), "2": Expectation(0)})
    t.cards["a"] = ("back", 100, 100)
    t.cards["b"] = ("back", 500, 100)  # nobody waits for this one
    for _ in range(5):
        view = t.look(blind=("a", "b"))
    assert view.backs("1") == 1 and view.backs("2") == 0


def test_a_thing_of_another_shape_is_no_closed_card() -> None:
    t = table(DECK)
    t.belief.card_pixels = 62.0
    t.belief.expect({"1": Expectation(0, closed=1)})
    t.things.append((60, 60, 150, 150))
    assert t.looks(5).backs("1") == 0


def test_a_card_that_shows_no_index_is_the_closed_one_that_is_awaited() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(0, closed=1)})
    t.cards["a"] = ("back", 100, 100)
    for _ in range(6):
        view = t.look({"a": None})
    assert view.backs("1") == 1 and not view.doubts("1")
    t.cards["a"] = ("As", 100, 100)
    t.belief.expect({"1": Expectation(1, turning=True, closed=0)})
    assert t.looks(4).faces("1") == ("As",)


def test_no_more_closed_cards_are_believed_than_the_hand_dealt_if_they_overlap() -> None:
    t = table(DECK)
    t.belief.expect({"1": Expectation(0, closed=1)})
    t.cards["a"] = ("back", 100, 100)
    t.extra = [("back", 100, 132)]
    assert t.looks(6).backs("1") == 1
    t.belief.expect({"1": Expectation(0, closed=2)})
    assert t.looks(2).backs("1") == 2
