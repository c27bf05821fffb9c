"""Cards and what can be wrong with them (R-001, R-002, R-009; cases.md 33)."""

from __future__ import annotations

import pytest

from assistant.engine.cards import (
    FULL_DECK,
    JOKER,
    CardError,
    check_cards,
    deck_cards,
    parse_card,
    parse_cards,
    parse_rank,
    ranks_from,
)


@pytest.mark.parametrize(
    ("text", "code"),
    [("As", "As"), ("td", "Td"), ("10h", "Th"), ("a♠", "As"), ("10♥️", "Th"), ("jk", "Jk"), ("JC", "Jc"), (" 2c", "2c")],
)
def test_a_card_is_read_however_people_write_it(text: str, code: str) -> None:
    assert parse_card(text) == code


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "AsKd", "11h", "s", "Jokers"])
def test_what_is_no_card_is_refused_with_how_to_write_one(text: str) -> None:
    with pytest.raises(CardError) as e:
        parse_card(text)
    assert e.value.code == "unknown_card"
    assert "As" in e.value.sentence("pt-BR")


def test_r002_the_base_is_the_english_deck_of_52_different_cards() -> None:
    assert len(set(FULL_DECK)) == 52
    assert all(parse_card(card) == card for card in FULL_DECK)


def test_r001_ranks_from_two_to_ace() -> None:
    assert ranks_from("2") == "23456789TJQKA"
    assert ranks_from("10") == "TJQKA"
    with pytest.raises(CardError):
        parse_rank("1")


def test_r009_jokers_are_added_on_top_of_the_stripped_deck() -> None:
    deck = deck_cards("7", jokers=2)
    assert len(deck) == 34
    assert deck[-2:] == (JOKER, JOKER)
    assert "6s" not in deck


def test_case33_the_same_card_at_two_seats_is_told_with_both_places() -> None:
    problems = check_cards({"1": ["Ah", "Kd"], "3": ["Ah"], "4": ["9c"]}, deck_low="7")
    assert [p.code for p in problems] == ["duplicate_card"]
    assert problems[0].places == ("1", "3")
    assert problems[0].sentence("pt-BR") == "dois Ás de Copas: mostre o lugar 1 e 3"
    assert problems[0].sentence("en") == "two copies of the Ace of Hearts: show seat 1 and 3"


def test_case33_a_card_out_of_the_deck_in_play() -> None:
    problems = check_cards({"2": ["4c"], "3": ["Jk"]}, deck_low="7")
    assert [(p.code, p.card) for p in problems] == [("not_in_deck", "4c"), ("joker_not_in_deck", "Jk")]
    assert problems[0].sentence("pt-BR") == "Quatro de Paus: carta fora do baralho (lugar 2)"


def test_case33_all_faults_at_once_and_none_on_a_clean_table() -> None:
    problems = check_cards({"1": ["2s", "2s"], "2": ["Jk", "Jk"]}, deck_low="7", jokers=1)
    assert sorted(p.code for p in problems) == ["duplicate_card", "joker_not_in_deck", "not_in_deck"]
    assert check_cards({"1": ["As", "Jk"], "2": ["Ks", "Jk"]}, deck_low="7", jokers=2) == ()


def test_case33_a_hand_with_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError) as e:
        parse_cards("As As Kd Qc Jh")
    assert e.value.code == "duplicate_card"
    with pytest.raises(CardError) as e:
        parse_cards(["2c", "Kd"], deck_low="7")
    assert e.value.code == "not_in_deck"
    with pytest.raises(CardError) as e:
        parse_cards("Jk Jk", jokers=1)
    assert e.value.code == "joker_not_in_deck"
