"""Who speaks in a still picture: never a wrong call, a question that names the seat where the doubt could change it."""

from __future__ import annotations

import pytest

from assistant.engine.cards import deck_cards
from assistant.engine.variants import GAMES
from assistant.open_cards import Call, call
from assistant.phrases import say
from assistant.speak_cli import question
from assistant.vision.layout import Layout, parse
from assistant.vision.records import Doubt, Quad, Sighting

SIZE = (400, 400)
LAYOUT: Layout = parse(
    {
        "seats_clockwise": ["P4", "P3", "P2", "P1"],
        "carteador": "P1",
        "areas": {
            "P4": [[0.0, 0.5], [0.4, 0.5], [0.4, 0.9], [0.0, 0.9]],
            "P3": [[0.0, 0.0], [0.4, 0.0], [0.4, 0.4], [0.0, 0.4]],
            "P2": [[0.6, 0.0], [1.0, 0.0], [1.0, 0.4], [0.6, 0.4]],
            "P1": [[0.6, 0.5], [1.0, 0.5], [1.0, 0.9], [0.6, 0.9]],
            "board": [[0.4, 0.4], [0.6, 0.4], [0.6, 1.0], [0.4, 1.0]],
        },
    }
)
CORNERS = {"P4": (30, 220), "P3": (30, 30), "P2": (270, 30), "P1": (270, 220), "board": (165, 200)}


def lying(zone: str, *cards: str) -> list[Sighting]:
    """Cards in a zone; "back" is closed, "?" cannot be read, "Ks?" is a guess."""
    x0, y0 = CORNERS[zone]
    out = []
    for i, text in enumerate(cards):
        x, y = x0 + 35 * i, y0
        quad: Quad = ((x, y), (x + 30, y), (x + 30, y + 42), (x, y + 42))
        card = text.rstrip("?") or None
        sure = not text.endswith("?")
        out.append(Sighting(card, quad, 0.99 if sure else 0.5, sure, None if sure else Doubt("glare")))
    return out


def answer(*groups: list[Sighting], game: str = "stick5", deck: str | None = None) -> Call:
    """The call for these cards."""
    cards = deck_cards(deck) if deck is not None else None
    return call([s for g in groups for s in g], LAYOUT, SIZE, GAMES[game], cards)


def said(c: Call) -> tuple[str | None, str | None]:
    """Seat and words of a call."""
    return (c.speech.seat, c.speech.announcement("pt-BR")) if c.speech is not None else (None, None)


def test_the_best_open_pair_of_cards_speaks() -> None:
    c = answer(lying("P2", "3c", "Kh"), lying("P3", "Kd", "2d"), lying("P4", "Qs", "3s"))
    assert said(c) == ("P2", "Fala o Rei e Três") and not c.ask
    assert c.seats == {"P4": ("Qs", "3s"), "P3": ("Kd", "2d"), "P2": ("3c", "Kh")}


def test_a_tie_goes_to_the_left_of_the_carteador() -> None:
    c = answer(lying("P1", "Ac", "Kc"), lying("P3", "As", "Kd"), lying("P2", "Ah", "Kh"))
    assert said(c)[0] == "P3"


def test_cards_outside_the_seats_and_seats_with_backs_take_no_part() -> None:
    c = answer(lying("board", "As", "Ad"), lying("P1", "back", "back"), lying("P2", "7s"), lying("P3", "9s"))
    assert said(c) == ("P3", "Fala o Nove") and "P1" not in c.seats


@pytest.mark.parametrize("game", ["stick5", "stickao"])
def test_nobody_shows_open_cards_null_and_no_question(game: str) -> None:
    c = answer(lying("P1", "back", "back"), lying("P2", "back"), game=game)
    assert said(c) == (None, None) and not c.ask and not c.seats


def test_a_doubt_that_could_change_the_call_is_asked_at_its_seat() -> None:
    c = answer(lying("P2", "Kh", "3c"), lying("P3", "Qd", "?"))
    assert said(c) == (None, None)
    assert [seat for seat, _ in c.ask] == ["P3"]
    assert question(*c.ask[0], "pt-BR").startswith("Lugar P3: mostre a carta de novo.")


def test_a_doubt_that_no_reading_lets_change_the_call_does_not_hold_it_up() -> None:
    c = answer(lying("P2", "As", "Ah"), lying("P3", "Qd", "?"))
    assert said(c) == ("P2", "Fala o par de Ases")


def test_a_doubt_that_changes_the_words_is_asked_too() -> None:
    c = answer(lying("P2", "As", "?"), lying("P3", "3d", "2d"))
    assert said(c) == (None, None) and c.ask[0][0] == "P2"


def test_a_seat_that_shows_fewer_cards_than_the_others_is_asked() -> None:
    c = answer(lying("P2", "Kh", "3c"), lying("P3", "Qd", "2c"), lying("P4", "Ad"))
    assert said(c) == (None, None)
    assert [(s, u.reason) for s, u in c.ask] == [("P4", "missing")]
    assert "P4" in question(*c.ask[0], "pt-BR")


def test_a_seat_that_shows_more_cards_than_the_others_is_asked() -> None:
    c = answer(lying("P2", "Kh", "3c"), lying("P3", "Qd", "2c"), lying("P4", "Ad", "7d", "8d"))
    assert said(c) == (None, None) and [(s, u.reason) for s, u in c.ask] == [("P4", "extra")]


def test_without_a_deck_a_card_may_lie_twice_and_with_one_it_is_asked() -> None:
    groups = (lying("P2", "Kh", "9c"), lying("P3", "Kh", "8c"))
    assert said(answer(*groups)) == ("P2", "Fala o Rei e Nove")
    c = answer(*groups, deck="7")
    assert said(c) == (None, None) and {(s, u.reason) for s, u in c.ask} == {("P2", "twice"), ("P3", "twice")}


def test_a_card_twice_at_one_seat_is_a_pair_where_no_deck_is_assumed() -> None:
    c = answer(lying("P2", "2s", "2s"), lying("P3", "Ah", "Kc"))
    assert said(c) == ("P2", "Fala o par de Dois")
    assert said(answer(lying("P2", "2s", "?"), lying("P3", "Ah", "Kc"))) == (None, None)


def test_a_rank_that_the_deck_lacks_is_asked() -> None:
    c = answer(lying("P2", "Kh", "2c"), lying("P3", "Qh", "8c"), deck="7")
    assert said(c) == (None, None) and [(s, u.reason) for s, u in c.ask] == [("P2", "not_in_deck")]


def test_every_reason_has_words_in_both_languages() -> None:
    for lang in ("pt-BR", "en"):
        for code in ("small", "blur", "glare", "dark", "covered", "conflict", "unclear", "twice", "not_in_deck"):
            assert say(lang, f"eye.{code}", pixels="?", needs="?")
        for code in ("missing", "extra", "show", "show_guess"):
            assert "9" in say(lang, f"speak.{code}", seat="9", why="", card="")
