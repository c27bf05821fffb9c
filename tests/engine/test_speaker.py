"""Who speaks first, the call and the reason, one test a rule (R-140 to R-156; cases.md A)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.cards import FULL_DECK, deck_cards
from assistant.engine.options import Options
from assistant.engine.speaker import WAYS, Speech, first_to_speak


def speak(
    shown: str,
    *,
    dealer: str = "",
    deck: str = "7",
    way: str = "cards",
    hand_set: str = "pairs_only",
    stud: bool = False,
    street: int | None = None,
    gone: str = "",
    all_in: str = "",
    owing: str = "",
    wild: Mapping[str, Collection[str]] | None = None,
    **options: object,
) -> Speech:
    """Seats 1, 2, 3 … with what each shows, "As Kd | Qh Jc"; the last deals unless told otherwise."""
    hands = {str(i): cards.split() for i, cards in enumerate(shown.split("|"), start=1)}
    seats = list(hands)
    return first_to_speak(
        seats=seats,
        dealer=dealer or seats[-1],
        active=[s for s in seats if s not in gone],
        open_cards=hands,
        options=Options.from_mapping(options),
        deck_low=deck,
        way=way,
        hand_set=hand_set,
        stud=stud,
        street=max(len(h) for h in hands.values()) if street is None else street,
        all_in=all_in,
        owing=owing,
        wild_ranks=wild,
    )


def call(shown: str, **more: object) -> str | None:
    return speak(shown, **more).announcement("pt-BR")  # type: ignore[arg-type]


def test_r140_closed_games_start_at_the_dealers_left() -> None:
    first = speak("|||", dealer="2", way="left")
    assert (first.seat, first.decided_by) == ("3", "position")
    assert first.announcement("pt-BR") == "Fala quem está à esquerda do carteador"
    assert first.reason("pt-BR") == "Lugar 3: primeiro à esquerda do carteador"
    assert speak("||").seat == "1"  # nothing open: the same


def test_r142_the_highest_open_card_speaks() -> None:
    first = speak("9s | As | Kd")
    assert (first.seat, first.decided_by, first.announcement("pt-BR")) == ("2", "strength", "Fala o Ás")
    assert first.reason("pt-BR") == "Lugar 2: maior carta aberta, Ás"
    assert first.reason("en") == "Seat 2: highest open card, Ace"


def test_case1_the_ace_is_high_and_suits_break_no_tie() -> None:
    assert speak("Ad | Kd | As").seat == "1"
    assert speak("7d | Ah | As").seat == "2"


def test_case3_the_phone_says_why_in_one_sentence() -> None:
    tied = speak("9s | Ks | 8d | Kh", dealer="1")
    assert tied.reason("pt-BR") == (
        "Lugar 2: maior carta aberta, Rei; empata com o lugar 4 e está mais perto da esquerda do carteador"
    )


def test_r143_later_streets_by_the_best_open_combination() -> None:
    assert call("Qs Qd | As Kd | Kh Jc") == "Fala o par de Damas"
    lowest = speak("As 9d | Kd Qd | 9c 8c", stick_later_first="lowest")
    assert (lowest.seat, lowest.reason("pt-BR")) == ("3", "Lugar 3: menor combinação aberta, Nove e Oito")
    assert speak("As | Kd | 9c", stick_later_first="lowest").seat == "1"  # only later streets


@pytest.mark.parametrize(("dealer", "speaker"), [("1", "2"), ("2", "3"), ("3", "4"), ("4", "1")])
def test_r144_equal_cards_nearest_to_the_dealers_left_himself_last(dealer: str, speaker: str) -> None:
    first = speak("Ks | Kd | Kh | Kc", dealer=dealer)
    assert (first.seat, first.decided_by, len(first.tied)) == (speaker, "position", 3)


def test_r145_stickao_possibilities_from_the_third_open_card() -> None:
    assert call("8d 9c | As Kd", hand_set="standard") == "Fala o Ás e Rei"
    assert call("8d 9c Ts | As Kd 9h", hand_set="standard") == "Fala a seqüência possível"
    assert call("8d 9c Ts | As Kd 9h", hand_set="pairs_only") == "Fala o Ás, Rei e Nove"
    assert call("8s Td Jh | 7h 7c 9c", hand_set="standard") == "Fala o par de Setes"  # a gap is no possibility
    assert call("8s 9d Th Kc | 7h 7c 9c Jd", hand_set="standard") == "Fala o par de Setes"  # all four must be in row


def test_r145_the_ace_stands_below_the_lowest_in_play() -> None:
    assert call("As 7d 8h | Jh Jc 7c", hand_set="standard") == "Fala a seqüência possível"
    assert call("As 7d 8h | Jh Jc 7c", hand_set="standard", deck="6") == "Fala o par de Valetes"
    assert call("As 8d 9h | Jh Jc 7c", hand_set="standard") == "Fala o par de Valetes"
    assert call("As Kd Qh | Jh Jc 7c", hand_set="standard") == "Fala a seqüência possível"
    assert call("As 7d 8h | Jh Jc 7c", hand_set="standard", low_straight="only_A2345") == "Fala o par de Valetes"


def test_r145_five_open_cards_count_only_as_made() -> None:
    assert call("7s 8d 9h Tc Jd | Ah Ad 9c 8c 7c", hand_set="standard") == "Fala a seguida até Valete"
    assert call("7s 8s 9s Ts Kd | Ah Ad 9c 8c 7c", hand_set="standard") == "Fala o par de Ases"
    assert call("7s 8s 9s Ks Qs | Ah Ad 9c 8c 7c", hand_set="standard") == "Fala o flush até Rei"
    assert call("As Ks Qs Js Ts | Ah Ad Ac 8c 8d", hand_set="standard") == "Fala o royal straight flush"
    assert call("7s 8s 9s Ts Js | Ah Ad Ac 8c 8d", hand_set="standard") == "Fala o straight flush até Valete"
    assert call("Ks Kd Kh 9s 9c | Ah Ad Qc 8c 8d", hand_set="standard") == "Fala o full de Reis com Noves"


def test_r146_where_the_possible_game_stands() -> None:
    pair_and_run = "Qs Qd 9h | 8d 9c Ts"
    assert call(pair_and_run, hand_set="standard") == "Fala a seqüência possível"
    assert call(pair_and_run, hand_set="standard", possible_rank="above_high_card") == "Fala o par de Damas"
    assert call("As Kd 9h | 8d 9c Ts", hand_set="standard", possible_rank="above_high_card") == (
        "Fala a seqüência possível"
    )
    assert call("As Kd 9h | 8d 9c Ts", hand_set="standard", possible_rank="ignored") == "Fala o Ás, Rei e Nove"
    assert call("8s 9d Th | 7d Jd Kd", hand_set="standard") == "Fala o flush possível"
    assert call("8s 9s Ts | 7d Jd Ad", hand_set="standard") == "Fala o straight flush possível"
    assert call("8s 8d 8h 8c | 7h 9h Th Kh", hand_set="standard") == "Fala a quadra de Oitos"
    assert speak("9s Td Jh | Tc Jd Qh", hand_set="standard").seat == "2"
    assert speak("As 7d 8h | 8c 9d Th", hand_set="standard").seat == "2"  # the ace of a possible mínima is low
    assert speak("7d Jd Kd | 7h Jh Ah", hand_set="standard").seat == "2"


def test_r147_last_card_closed_the_dealers_left_speaks() -> None:
    first = speak("9s Td Jh | As Kd Ah | Kh Qc 7c", dealer="2", way="left", gone="3")
    assert (first.seat, first.announcement("en")) == ("1", "Left of the dealer bets")


def test_r148_the_lowest_card_brings_in_by_suit() -> None:
    first = speak("9s | 2s | Kd | 2h", way="bring_in", deck="2", stud=True)
    assert (first.seat, first.decided_by, first.announcement("pt-BR")) == ("4", "suit", "Abre o Dois de Copas")
    assert speak("9s | 2s | 2h", way="bring_in", deck="2", bringin_suit_order="spades_lowest").seat == "2"
    left = speak("2c | 2s | 2h", way="bring_in", deck="2", dealer="1", bringin_suit_order="left_of_dealer")
    assert (left.seat, left.decided_by) == ("2", "position")
    assert speak("As | Kd | Kh", way="bring_in", deck="2").seat == "2"  # the ace is high
    assert call("As | Qd", way="bring_in", deck="2") == "Abre a Dama de Ouros"


def test_r149_limit_stud_never_counts_possibilities_nor_the_lowest() -> None:
    shown = "7s 8s 9s | As Kd 2h"
    assert speak(shown, stud=True, hand_set="standard", deck="2", stick_later_first="lowest").seat == "2"


def test_r150_leavers_are_ignored_and_all_in_seats_skipped() -> None:
    assert speak("9s Td | As Kd | Kh Qc", gone="2").seat == "3"
    skipped = speak("9s Td | As Kd | Kh Qc", all_in="2")
    assert (skipped.seat, skipped.skipped) == ("3", ("2",))
    assert skipped.reason("pt-BR").endswith("; o lugar 2 está sem fichas e não fala")


@pytest.mark.parametrize("all_in", ["12", "1", "2"])
def test_r150_nobody_or_one_alone_who_owes_nothing_does_not_speak(all_in: str) -> None:
    silent = speak("9s Td | As Kd", all_in=all_in)
    assert (silent.seat, silent.decided_by, silent.announcement("pt-BR")) == (None, "nobody_can_bet", None)
    assert silent.reason("pt-BR") == "Ninguém mais pode apostar: correm as cartas"


def test_r103_one_alone_who_owes_is_asked() -> None:
    assert speak("9s Td | As Kd", all_in="2", owing="1").seat == "1"


@pytest.mark.parametrize(
    ("shown", "portuguese", "english"),
    [
        ("As | 9d", "Fala o Ás", "Ace bets"),
        ("Qs | 9d", "Fala a Dama", "Queen bets"),
        ("Ts | 9d", "Fala o Dez", "Ten bets"),
        ("Qs Jd | 9d 8c", "Fala a Dama e Valete", "Queen and Jack bet"),
        ("As Kd Th 7c | 9d 8c 9h Jd", "Fala o par de Noves", "Pair of Nines bets"),
        ("As Kd Th 7c | Qd 8c 9h Jd", "Fala o Ás, Rei, Dez e Sete", "Ace, King, Ten and Seven bet"),
        ("7s 7d | Ad Kc", "Fala o par de Setes", "Pair of Sevens bets"),
        ("Ks Kd 9h 9c | Ad Ac 8h 7c", "Falam os dois pares, Reis e Noves", "Two pairs, Kings and Nines, bet"),
        ("Js Jd Jh | Ad Ac 8h", "Fala a trinca de Valetes", "Three Jacks bet"),
        ("7s 7d 7h 7c | Ad Ac 8h 8c", "Fala a quadra de Setes", "Four Sevens bet"),
    ],
)
def test_r151_the_call(shown: str, portuguese: str, english: str) -> None:
    first = speak(shown)
    assert (first.announcement("pt-BR"), first.announcement("en")) == (portuguese, english)


def test_r152_the_call_always_comes_with_the_seat() -> None:
    first = speak("Ad | As | Kd")
    assert first.seat is not None
    assert first.reason("pt-BR").startswith(f"Lugar {first.seat}: ")


def test_r153_points_speak_in_colorido_or_cards_if_the_house_says_so() -> None:
    first = speak("Ah Ad | 9s 2c | Jc 2s", way="points", deck="2")
    assert (first.seat, first.announcement("pt-BR")) == ("3", "Fala quem mostra 12 pontos")
    assert first.reason("pt-BR") == "Lugar 3: mais pontos à vista, 12"
    tied = speak("Ah | 9s | Ks | Jc", way="points", deck="2")
    assert (tied.seat, tied.decided_by) == ("3", "position")
    assert call("Ah Ad | 9s 2c | Jc 2s", way="points", deck="2", colorido_first="cards") == "Fala o par de Ases"


def test_r154_odd_cards_are_named_when_they_decide() -> None:
    assert call("Qs Qd 9h | Qh Qc Ts | Kh Jc 7c") == "Fala o par de Damas com Dez"
    assert call("Qs Qd 9h Kc | Qh Qc Ts Kd | Ah Jc 7c 8s") == "Fala o par de Damas com Rei e Dez"
    assert call("Qs Qd 9h | Qh Qc 9s | Kh Jc 7c") == "Fala o par de Damas"
    assert call("Qs Qd 9h | Qh Qc Ts", gone="", all_in="") == "Fala o par de Damas com Dez"
    assert call("Qs Qd 9h | Jh Jc Ts") == "Fala o par de Damas"


def test_r155_a_missing_card_is_below_any_card() -> None:
    assert call("9s 9d 7h | 9h 9c | Jh Qc") == "Fala o par de Noves com Sete"
    assert speak("Ah | As Kd").seat == "2"


def test_r156_two_open_cards_at_once_compare_as_on_a_second_street() -> None:
    assert call("9s Td | As Kd | Jh Jc", street=1) == "Fala o par de Valetes"


def test_wild_cards_count_as_what_lies_on_the_table_unless_the_house_says_otherwise() -> None:
    assert speak("Jk | 7d").seat == "2"
    assert call("Ks Jk | Qd Qh") == "Fala o par de Damas"
    assert call("Ks Jk | Qd Jc") == "Fala o Rei e Curinga"
    assert call("Ks Jk | Qd Qh", wild_counts_showing=True) == "Fala o par de Reis"
    assert call("Ks 9d | Qd Qh", wild={"1": "9", "2": "9"}) == "Fala o par de Damas"
    assert call("Ks 9d | Qd Qh", wild={"1": "9", "2": "9"}, wild_counts_showing=True) == "Fala o par de Reis"
    assert call("8s 9d Jk | Qd Qh Kc", hand_set="standard", wild_counts_showing=True) == "Fala a seqüência possível"
    assert call("8s 9d Jk | Qd Qh Kc", hand_set="standard") == "Fala o par de Damas"


def test_an_unknown_way_is_refused() -> None:
    with pytest.raises(ValueError, match="cards"):
        speak("As | Kd", way="dice")


@settings(max_examples=200)
@given(
    data=st.data(),
    players=st.integers(2, 6),
    each=st.integers(1, 6),
    way=st.sampled_from(WAYS),
    hand_set=st.sampled_from(["pairs_only", "standard"]),
    deck=st.sampled_from(["2", "5"]),
)
def test_r150_somebody_who_can_bet_always_speaks_and_says_why(
    data: st.DataObject, players: int, each: int, way: str, hand_set: str, deck: str
) -> None:
    cards = data.draw(
        st.lists(st.sampled_from(deck_cards(deck)), min_size=players * each, max_size=players * each, unique=True)
    )
    seats = [str(i + 1) for i in range(players)]
    active = data.draw(st.lists(st.sampled_from(seats), min_size=1, unique=True))
    all_in = data.draw(st.lists(st.sampled_from(seats), unique=True))
    first = first_to_speak(
        seats=seats,
        dealer=data.draw(st.sampled_from(seats)),
        active=active,
        open_cards={s: cards[i * each : (i + 1) * each] for i, s in enumerate(seats)},
        options=Options(),
        deck_low=deck,
        way=way,
        hand_set=hand_set,
        street=each,
        all_in=all_in,
    )
    able = [s for s in active if s not in all_in]
    assert (first.seat in able) if len(able) > 1 else (first.seat is None)
    for lang in ("pt-BR", "en"):
        assert first.reason(lang)
        assert bool(first.announcement(lang)) is (first.seat is not None)


@settings(max_examples=100)
@given(cards=st.lists(st.sampled_from(FULL_DECK), min_size=6, max_size=6, unique=True), data=st.data())
def test_r144_suits_never_decide_who_speaks(cards: list[str], data: st.DataObject) -> None:
    swap = dict(zip("cdhs", data.draw(st.permutations("cdhs")), strict=True))
    other = [c[0] + swap[c[1]] for c in cards]
    spoken = [
        speak(" | ".join(" ".join(hand[i : i + 2]) for i in (0, 2, 4)), deck="2", hand_set="standard").seat
        for hand in (cards, other)
    ]
    assert spoken[0] == spoken[1]
