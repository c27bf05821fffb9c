"""Rankings, straights and tie-breaks, one test a rule (R-020 to R-026, R-035 to R-047), and the cases of the field."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.cards import FULL_DECK, CardError, deck_cards, parse_cards
from assistant.engine.ladder import Ladder, ladder_for
from assistant.engine.options import Options
from assistant.engine.ranking import HandValue, LadderMismatch, best_seats, lowest_hand, order_hands, rank_hand


def rank(cards: str, deck: str = "2", hand_set: str | None = None, **options: object) -> HandValue:
    return rank_hand(cards.split(), ladder_for(deck, Options.from_mapping(options), hand_set))


IN_ORDER = [
    ("high", "As Kd Qh Js 9c"),
    ("pair", "2c 2d 3h 4s 5c"),
    ("two_pair", "2c 2d 3h 3s 4c"),
    ("trips", "2c 2d 2h 3s 4c"),
    ("straight", "As 2d 3h 4s 5c"),
    ("flush", "2c 3c 4c 5c 7c"),
    ("full", "2c 2d 2h 3s 3c"),
    ("quads", "2c 2d 2h 2s 3c"),
    ("straight_flush", "Ac 2c 3c 4c 5c"),
    ("royal", "As Ks Qs Js Ts"),
]


def test_r020_standard_order_from_carta_maior_to_the_royal() -> None:
    values = [rank(cards) for _, cards in IN_ORDER]
    assert [v.category for v in values] == [category for category, _ in IN_ORDER]
    assert values == sorted(values)
    assert all(a < b for a, b in pairwise(values))


@pytest.mark.parametrize(
    ("deck", "option", "winner"),
    [
        ("7", "by_deck_40", "flush"),
        ("6", "by_deck_40", "flush"),
        ("5", "by_deck_40", "full"),
        ("2", "by_deck_40", "full"),
        ("7", "full_over_flush", "full"),
        ("2", "flush_over_full", "flush"),
    ],
)
def test_r021_full_against_flush(deck: str, option: str, winner: str) -> None:
    ladder = ladder_for(deck, Options(full_vs_flush=option))
    flush, full = rank_hand(parse_cards("As Ks Qs Js 9s"), ladder), rank_hand(parse_cards("9c 9d 9h Ts Tc"), ladder)
    assert max(flush, full).category == winner
    order = ladder.categories
    assert order.index("quads") < min(order.index("full"), order.index("flush"))
    assert max(order.index("full"), order.index("flush")) < order.index("straight")


def test_r022_the_royal_is_the_ace_high_straight_flush() -> None:
    assert rank("As Ks Qs Js Ts") > rank("Kc Qc Jc Tc 9c")
    assert rank("As Ks Qs Js Ts").name_pt == "Royal straight flush"


def test_r024_pairs_only_knows_no_straight_and_no_flush() -> None:
    assert rank("As Ks Qs Js Ts", hand_set="pairs_only").category == "high"
    assert rank("2c 2d 5h 7s 9c", hand_set="pairs_only") > rank("As Ks Qs Js Ts", hand_set="pairs_only")
    assert ladder_for("2", Options(), "pairs_only").categories[1:] == (
        "quads", "full", "trips", "two_pair", "pair", "high",
    )  # fmt: skip


def test_r025_stickao_counts_every_combination() -> None:
    ladder = ladder_for("7", Options(hand_set="standard"), "pairs_only")
    assert rank_hand(parse_cards("7s 8d 9h Ts Jc"), ladder).category == "straight"


def test_r026_no_one_pair_compares_the_pair_card_by_card() -> None:
    a, b = (rank(c, "7", "no_one_pair") for c in ("Ks Kd 9h 8s 7c", "Kc Qd Jh 9c 7h"))
    assert a.category == b.category == "high"
    assert a > b
    assert rank("7s 7d 8h 8s 9c", "7", "no_one_pair") > rank("As Ad Kh Qs Jc", "7", "no_one_pair")


@pytest.mark.parametrize("cards", ["Qs Kd Ah 2s 3c", "Ks Ad 2h 3s 4c", "Js Qd Kh As 2c", "Ks Ad 7h 8s 9c"])
def test_r035_the_ace_never_stands_in_the_middle(cards: str) -> None:
    deck = "7" if "7h" in cards else "2"
    assert rank(cards, deck).category == "high"


@pytest.mark.parametrize("deck", "23456789")
def test_r036_minima_is_the_ace_and_the_four_lowest_ranks_in_play(deck: str) -> None:
    ranks = deck_cards(deck)[::4]
    minima = rank(" ".join(["As", *(c[0] + "d" for c in ranks[:4])]), deck)
    second = rank(" ".join(c[0] + s for c, s in zip(ranks[:5], "cdhsc", strict=True)), deck)
    assert (minima.category, second.category) == ("straight", "straight")
    assert minima < second
    assert minima.made_of == (ranks[3][0],)  # named by its highest card below the ace
    literal = rank(" ".join(["As", *(c[0] + "d" for c in ranks[:4])]), deck, low_straight="only_A2345")
    assert literal.category == ("straight" if deck == "2" else "high")


def test_r037_minima_loses_to_every_other_straight() -> None:
    straights = [rank(f"{a}c {b}d {c}h {d}s {e}c") for a, b, c, d, e in zip(
        "23456789T", "3456789TJ", "456789TJQ", "56789TJQK", "6789TJQKA", strict=True)]  # fmt: skip
    assert all(rank("As 2d 3h 4s 5c") < s for s in straights)
    assert rank("As 2d 3h 4s 5c").name_pt == "Seguida até Cinco"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("As Kd 9h 5s 3c", "Ac Kh 9d 5h 2c", id="r040_fifth_card"),
        pytest.param("8s 8d Ah Ts 9c", "8c 8h Ad Td 7c", id="r041_third_odd_card"),
        pytest.param("9h 9s 8c 8h Tc", "9d 9c 2s 2d Qc", id="r042_second_pair_first"),
        pytest.param("Ts Td 7h 7s Ac", "Tc Th 7d 7c Kd", id="r042_odd_card_last"),
        pytest.param("Jc Jd Jh 2d 3d", "Ts Td Th As Kc", id="r043_trinca"),
        pytest.param("Jc Jd Jh 2d 2h", "Ts Td Th As Ac", id="r043_full"),
        pytest.param("3s 3d 3h 3c 9c", "2c 2d 2h 2s Ac", id="r043_quadra"),
        pytest.param("Ts Jd Qh Ks Ac", "9s Td Jh Qs Kc", id="r044_head"),
        pytest.param("As Js 8s 6s 3s", "Ah Jh 8h 6h 2h", id="r045_fifth_flush_card"),
    ],
)
def test_r040_to_r045_tie_breaks(better: str, worse: str) -> None:
    assert rank(better) > rank(worse)
    assert rank(worse) < rank(better)
    assert rank(better) != rank(worse)


def test_r042_kicker_first_puts_the_odd_card_before_the_second_pair() -> None:
    def value(cards: str) -> HandValue:
        return rank(cards, two_pair_tiebreak="kicker_first")

    assert value("2s 2d 9h 9s Qc") > value("8c 8h 9d 9c Tc")
    assert value("8c 8h 9d 9c Qd") > value("2s 2d 9h 9s Qc")
    assert value("Ts Td 9s 9d 4s 4d Ah").cards[4] == "Ah"
    three_pairs = value("Jh Jc 9h 9c Ks Kd 2h")  # of three pairs the jack serves better as odd card
    assert (three_pairs.made_of, three_pairs.odd_cards) == (("K", "9"), ("J",))


def test_r046_equal_ranks_tie_whatever_the_suits() -> None:
    a, b = rank("Ks Qs 9s 7s 2d"), rank("Kc Qc 9c 7c 2h")
    assert a == b and not a > b and not a < b and a >= b and hash(a) == hash(b)
    assert best_seats({"1": a, "2": b}) == ["1", "2"]


def test_r047_the_sixth_and_seventh_card_never_break_a_tie() -> None:
    assert rank("8s 8d Ah Ks 9c 4d 2h") == rank("8c 8h Ad Kd 9d 7d 3h")


def test_a_combination_is_told_with_what_can_decide() -> None:
    hand = rank("Qs Qd Qh As Tc")
    assert (hand.name_pt, hand.name_en) == ("Trinca de Damas", "Three Queens")
    assert hand.phrase("pt-BR") == "trinca de Damas, com Ás e Dez"
    assert hand.phrase("en") == "three Queens, with Ace and Ten"
    assert rank("Ks Kd Kh 9s 9c").phrase("pt-BR") == "full de Reis com Noves"
    assert rank("As Ad 9c 9h Kd").phrase("pt-BR") == "dois pares: Ases e Noves, com Rei"


def test_no_rank_integer_leaks() -> None:
    shown = repr(rank("Qs Qd Qh As Tc"))
    assert "_key" not in shown
    assert "ladder" not in shown


def test_hands_under_two_ladders_are_not_compared() -> None:
    with pytest.raises(LadderMismatch):
        _ = rank("As Kd Qh Js 9c") > rank("As Kd Qh Js 9c", "7")
    assert rank("As Kd Qh Js 9c") == rank_hand(parse_cards("As Kd Qh Js 9c"), ladder_for("2", Options(), "standard"))


def test_case23_24_wheels_of_full_and_stripped_decks() -> None:
    assert rank("As 2d 3h 4s 5c").category == "straight"
    assert rank("Ac 7d 8h 9s Tc", "7") < rank("7s 8c 9d Ts Jd", "7")
    assert rank("Kh Th 9h 8h 7h", "7") > rank("As Ad Ah Ks Kd", "7")
    assert rank("Ac 6d 7h 8s 9c", "6").category == "straight"
    assert rank("Ac 7d 8h 9s Tc", "6").category == "high"


def test_case27_a_flush_and_a_straight_are_no_straight_flush() -> None:
    hand = rank("9c Th Jh Qh Kh 2h 3h")
    assert (hand.category, hand.made_of) == ("flush", ("K",))


def test_case29_30_board_and_kickers() -> None:
    assert rank("9s Td Jh Qs Kc 2d 3d") == rank("9s Td Jh Qs Kc 4d 5d")
    assert rank("9c 7s 5h 5s 3c 8h Ks") > rank("9c 7s 5h 5s 3c 4d Qs")
    assert rank("9s Jc 3c Qc 8h Qh 4h") > rank("9s Jc 3c Qc 8h 9c 5h")


def test_case31_a_tie_for_worst_leaves_one_winner() -> None:
    values = {"1": rank("Ks Kd 9h 8s 7c"), "2": rank("Qs Jd 9c 8d 7h"), "3": rank("Qh Jc 9d 8c 7s")}
    assert order_hands(values) == [["1"], ["2", "3"]]


@pytest.mark.parametrize("cards", ["As As Kd Qc Jh", "4c Kd Qc Jh 9s", "As Zz"])
def test_case33_impossible_hands_are_refused(cards: str) -> None:
    with pytest.raises(CardError):
        rank(cards, "7")


@pytest.mark.parametrize("size", [0, 14])
def test_a_hand_has_one_to_thirteen_cards(size: int) -> None:
    with pytest.raises(CardError):
        rank_hand(FULL_DECK[:size], ladder_for("2", Options()))


LADDERS: list[Ladder] = [
    ladder_for(deck, Options(two_pair_tiebreak=two, full_vs_flush=full), hand_set)
    for deck in "27"
    for two in ("second_pair_first", "kicker_first")
    for full in ("by_deck_40", "flush_over_full")
    for hand_set in ("standard", "pairs_only", "no_one_pair")
]


@settings(max_examples=300)
@given(data=st.data(), ladder=st.sampled_from(LADDERS), size=st.integers(5, 7))
def test_r047_best_and_lowest_five_are_those_of_all_choices(data: st.DataObject, ladder: Ladder, size: int) -> None:
    deck = deck_cards(ladder.deck_low)
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True))
    fives = [rank_hand(five, ladder) for five in combinations(cards, 5)]
    assert rank_hand(cards, ladder) == max(fives)
    assert lowest_hand(cards, ladder) == min(fives)
    for value in (rank_hand(cards, ladder), lowest_hand(cards, ladder)):
        assert set(value.cards) <= set(cards) and len(set(value.cards)) == 5
        assert rank_hand(value.cards, ladder) == value
        assert value.name_pt and value.phrase("en")


@settings(max_examples=100)
@given(cards=st.lists(st.sampled_from(FULL_DECK), min_size=5, max_size=7, unique=True), data=st.data())
def test_r001_suits_are_equal_and_order_of_cards_does_not_matter(cards: list[str], data: st.DataObject) -> None:
    ladder = ladder_for("2", Options())
    swap = dict(zip("cdhs", data.draw(st.permutations("cdhs")), strict=True))
    other = data.draw(st.permutations([c[0] + swap[c[1]] for c in cards]))
    assert rank_hand(cards, ladder) == rank_hand(other, ladder)
