"""What lies before each seat by the journal: the machine's word, the hand's facts, and corrections between them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant.facts import CardDealt, Corrected, Fact, HandStarted, MachineGave, Payload, encode_payload
from assistant.machine.tally import tally

START = HandStarted(1, "stick5", ("1", "2"), "2", {"1": 200, "2": 200}, 1, "2")


def facts(*payloads: Payload) -> list[Fact]:
    return [Fact(seq=i, payload=p, at="2026-11-30T21:00:00+00:00", source="t") for i, p in enumerate(payloads, 1)]


def gave(seat: str, ticket: int, cards: int = 1) -> MachineGave:
    return MachineGave(seat=seat, ticket=ticket, count=ticket, cards=cards)


def test_an_open_card_waits_until_somebody_has_read_it() -> None:
    given_ = [START, gave("1", 2)]
    assert tally(facts(*given_)).waiting == {"1": 1}
    assert tally(facts(*given_, CardDealt("1", True, "As"))).waiting == {}


def test_a_voided_card_still_lies_there_and_a_card_of_another_face_changes_nothing() -> None:
    told = (START, gave("1", 2), CardDealt("1", True, "As"))
    assert tally(facts(*told, Corrected(3, None))).waiting == {"1": 1}
    assert tally(facts(*told, Corrected(3, encode_payload(CardDealt("1", True, "Ks"))))).waiting == {}


def test_a_card_taken_back_is_owed_again() -> None:
    told = (START, gave("1", 2), CardDealt("1", False), Corrected(3, None), gave("1", 0, -1))
    assert tally(facts(*told)).given == {} == tally(facts(*told)).waiting


def test_the_last_order_is_known_over_hands_but_counts_only_in_its_own() -> None:
    told = (START, gave("1", 7), HandStarted(2, "stick5", ("1", "2"), "1", {"1": 200, "2": 200}, 1, "2"))
    assert (tally(facts(*told)).ticket, tally(facts(*told)).here) == (7, False)


@given(st.lists(st.tuples(st.sampled_from("12"), st.sampled_from(("machine", "hand", "read")))))
def test_cards_dealt_by_hand_between_are_never_taken_for_the_machines(moves: list[tuple[str, str]]) -> None:
    payloads: list[Payload] = [START]
    lies = {"1": 0, "2": 0}
    known = {"1": 0, "2": 0}
    for ticket, (seat, move) in enumerate(moves, 1):
        if move == "machine":
            lies[seat] += 1
            payloads.append(gave(seat, ticket))
        elif move == "read" and lies[seat] > known[seat]:
            known[seat] += 1
            payloads.append(CardDealt(seat, True, "As"))
        elif move == "hand" and lies[seat] == known[seat]:
            lies[seat] += 1
            known[seat] += 1
            payloads.append(CardDealt(seat, True, "Kd"))
    waiting = tally(facts(*payloads)).waiting
    assert {s: waiting[s] for s in "12"} == {s: lies[s] - known[s] for s in "12"}
