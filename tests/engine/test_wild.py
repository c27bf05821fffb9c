"""Jokers and wild ranks (R-023, R-027 to R-031, R-038, R-052), against trying every stand-in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.cards import JOKER, RANK, RANK_OF, RANKS, deck_cards, parse_cards
from assistant.engine.ladder import RUN, Ladder, ladder_for, low_ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import HandValue, lowest_hand, natural, rank_hand
from assistant.engine.wild_ranks import (
    change_the_diaper,
    diaper_triggers,
    follow_the_queen,
    is_wild,
    position_ranks,
    position_wild,
)


def rank(cards: str, deck: str = "2", wild: str = "", hand_set: str | None = None, **options: object) -> HandValue:
    return rank_hand(cards.split(), ladder_for(deck, Options.from_mapping(options), hand_set), wild)


def low(cards: str, deck: str = "2", hand_set: str | None = None, **options: object) -> HandValue:
    return lowest_hand(cards.split(), low_ladder_for(deck, Options.from_mapping(options), hand_set))


def test_r023_quina_tops_the_ladder_or_stands_below_the_royal() -> None:
    quina, royal, king_high = "4s 4d 4h 4c Jk", "As Ks Qs Js Ts", "Ks Qs Js Ts 9s"
    assert rank(quina) > rank(royal)
    below = {cards: rank(cards, five_rank="below_royal") for cards in (quina, royal, king_high)}
    assert below[royal] > below[quina] > below[king_high]
    assert rank("As Ad Ah Ac Jk") > rank("Ks Kd Kh Kc Jk")
    assert rank(quina).name_pt == "Quina de Quatros"


def test_r023_pairs_only_with_jokers_has_the_quina_on_top() -> None:
    assert rank("4s 4d 4h 4c Jk", hand_set="pairs_only").category == "five"
    assert rank("As Ks Qs Js Jk", hand_set="pairs_only").category == "pair"


def test_r027_a_wild_card_may_stand_for_itself() -> None:
    hand = rank("3s 4s 5s 6s 7s", wild="3")
    assert (hand.category, hand.made_of) == ("straight_flush", ("8",))
    assert rank("3s 3d 8h 8c Ks", wild="3").category == "quads"


def test_r028_flush_without_duplicates_and_with() -> None:
    assert rank("As Ks 9s 4s Jk").plays == ("As", "Ks", "Qs", "9s", "4s")
    assert rank("As Ks 9s 4s Jk") < rank("Ac Kc Qc 9c 5c")
    assert rank("As Ks 9s 4s Jk", wild_flush="duplicate_ok") > rank("Ac Kc Qc 9c 5c", wild_flush="duplicate_ok")


def test_r028_natural_beats_wild_only_when_set() -> None:
    natural_trips, wild_trips = "9s 9d 9h 4s 3c", "Jk 9c Jk 4d 3d"
    assert rank(natural_trips) == rank(wild_trips)
    assert rank(natural_trips, natural_beats_wild=True) > rank(wild_trips, natural_beats_wild=True)
    seven = rank("9s Td Jh Qs Kc Jk 2d", natural_beats_wild=False)
    assert seven.made_of == ("A",)  # the joker makes the ace-high straight, which is better than a natural one


def test_r038_a_straight_uses_only_ranks_in_play() -> None:
    assert rank("7s 8d 9h Tc Jk", "7").made_of == ("J",)
    assert rank("As 8d 9h Tc Jk", "7").made_of == ("T",)
    assert rank("As 8d 9h Tc Jk", "7").plays[3] == "7s"
    assert rank("As 8d 9h Tc Jk", "2").category == "pair"


def test_case35_a_wild_card_makes_no_straight_too_high() -> None:
    assert rank("5c 6h 7d 9c 4d 2s Tc", wild="2").made_of == ("T",)


def test_words_tell_what_the_joker_stands_for() -> None:
    assert rank("As Ks 9s 4s Jk").phrase("pt-BR").endswith("(Curinga vale Dama de Espadas)")
    assert rank("3d Ks Kd 7h 4s", wild="3").phrase("en").endswith("(Three of Diamonds stands for King of Hearts)")


def test_r052_lowest_with_a_joker_is_never_a_card_already_held() -> None:
    assert low("7s 5d 4h 3s Jk").plays[-1][0] == "2"
    assert low("2s 3d 4h 5s Jk").made_of == ("7",)  # the six would make a straight
    assert low("7s 8d 9h Ts Jk", "7").made_of == ("Q",)
    assert low("7s 8d 9h Ts Jk", "7", "pairs_only").made_of == ("J",)
    assert low("As 3d 4h 5s Jk", low_rule="ace_to_five").made_of == ("5",)


def test_r026_r052_where_a_pair_is_nothing_the_joker_pairs_the_lowest() -> None:
    assert [c[0] for c in low("7s 8d 9h Ts Jk", "7", "no_one_pair").plays] == ["T", "9", "8", "7", "7"]


# --- against every stand-in ----------------------------------------------------------------------------------


def every_stand_in(kept: tuple[str, ...], wilds: int, ladder: Ladder) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(category, key) of every hand the wild cards can make; a quina is the only use of a card already held."""
    deck = deck_cards(ladder.deck_low)
    for stands in product(deck, repeat=wilds):
        hand = (*kept, *stands)
        if len(set(hand)) == RUN:
            yield natural(hand, ladder)[:2]
    if len({c[0] for c in kept}) <= 1 and "five" in ladder.categories:
        rank = RANK[kept[0]] if kept else RANK_OF["A"]
        yield "five", (len(ladder.categories) - 1 - ladder.categories.index("five"), rank)


OPTIONS = [
    Options(),
    Options(full_vs_flush="flush_over_full", five_rank="below_royal", two_pair_tiebreak="kicker_first"),
    Options(natural_beats_wild=True, low_rule="ace_to_five"),
]


@settings(max_examples=120, deadline=None)
@given(
    data=st.data(),
    deck=st.sampled_from("279"),
    options=st.sampled_from(OPTIONS),
    hand_set=st.sampled_from(["standard", "pairs_only", "no_one_pair"]),
    natural_cards=st.integers(3, 6),
    wilds=st.integers(1, 2),
    want_low=st.booleans(),
)
def test_r027_r052_best_and_lowest_against_every_stand_in(
    data: st.DataObject,
    deck: str,
    options: Options,
    hand_set: str,
    natural_cards: int,
    wilds: int,
    want_low: bool,
) -> None:
    if natural_cards + wilds < RUN:
        wilds = RUN - natural_cards
    if wilds == 2:
        deck = "9"  # keeps the number of stand-ins small
    ladder = (low_ladder_for if want_low else ladder_for)(deck, options, hand_set)
    cards = data.draw(
        st.lists(st.sampled_from(deck_cards(deck)), min_size=natural_cards, max_size=natural_cards, unique=True)
    )
    found = (lowest_hand if want_low else rank_hand)([*cards, *[JOKER] * wilds], ladder)
    every = [
        (category, (*key, used if want_low else -used) if ladder.natural_first else key)
        for used in range(max(0, RUN - natural_cards), wilds + 1)
        for kept in combinations(cards, RUN - used)
        for category, key in every_stand_in(kept, used, ladder)
    ]
    category, key = (min if want_low else max)(every, key=lambda made: made[1])
    assert (found.category, found._key) == (category, key)
    if category != "five":
        assert len(set(found.plays)) == RUN
        assert natural(found.plays, ladder)[1] == key[: len(key) - ladder.natural_first]
    assert all(RANK[c] >= RANK_OF[deck] for c in found.plays)


# --- ranks that become wild ----------------------------------------------------------------------------------


def fall(text: str) -> list[tuple[str, str]]:
    return [(word[0], card) for word, card in zip(text.split()[::2], parse_cards(text.split()[1::2]), strict=True)]


def test_r029_the_card_after_a_queen_is_wild_until_the_next_queens() -> None:
    sequence = fall("B Qs C 7d D Qh A 2c B Ks")
    assert follow_the_queen(sequence) == [(), ("7",), ("7",), ("2",), ("2",)]
    assert follow_the_queen(sequence, "accumulate")[-1] == ("7", "2")
    assert follow_the_queen(fall("B Ks C 7d D Qc")) == [(), (), ()]
    assert follow_the_queen(fall("B Qs C Qd D 9h")) == [(), ("Q",), ("9",)]


def test_r029_a_joker_after_the_queen_makes_no_rank_wild() -> None:
    assert follow_the_queen([("A", "Qs"), ("B", JOKER), ("C", "7d")]) == [(), (), ()]


def test_r030_a_second_card_of_a_rank_opens_a_card_in_the_centre() -> None:
    sequence = fall("B Ks C 7d B Kh C 7h B Kd")
    assert diaper_triggers(sequence) == [("B", "Kh"), ("C", "7h")]  # a third king is no new pair
    assert change_the_diaper(sequence, ["4c", "Jd"]) == ("J",)
    assert change_the_diaper(sequence[:3], ["4c"]) == ("4",)
    assert change_the_diaper(sequence[:3], []) == ()
    assert diaper_triggers(fall("B Ks C Kd")) == []


def test_r031_every_seat_has_its_own_wild_rank() -> None:
    own = position_ranks("ABCDE", "C", "2", Options())
    assert own == {"D": "A", "E": "2", "A": "3", "B": "4", "C": "5"}
    assert position_wild(own["D"]) == ("9", "A")
    assert position_wild("9") == ("9",)
    nine = position_ranks("ABCDEFGHI", "I", "2", Options())
    assert nine["I"] == "9"
    assert position_ranks("ABC", "B", "8", Options(position_scale="deck")) == {"C": "A", "A": "8", "B": "9"}


@pytest.mark.parametrize(("card", "wild", "expected"), [("Jk", "", True), ("Js", "9", False), ("9s", "9A", True)])
def test_r027_what_is_wild(card: str, wild: str, expected: bool) -> None:
    assert is_wild(card, wild) is expected
    assert set(wild) <= set(RANKS)
