"""Whatever the house and whatever is said: chips are conserved, rounds end, the menu is exactly what is taken."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.engine.betting import BettingConfig, BettingRound
from assistant.engine.betting_config import VERBS
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal

SEATS = ("1", "2", "3", "4", "5", "6")


@st.composite
def rounds(draw: st.DrawFn) -> BettingRound:
    """Any round the register allows: structures, words, closings, posts, escurante, obligations, short stacks."""
    n = draw(st.integers(2, 6))
    seats = SEATS[:n]
    pick = st.sampled_from(seats)
    low = draw(st.integers(1, 6))
    config: dict[str, Any] = {
        "structure": draw(st.sampled_from(("free", "min_max", "pot_limit", "fixed_limit"))),
        "min": low,
        "max": draw(st.none() | st.integers(low, 40)),
        "small": draw(st.integers(1, 4)),
        "big": draw(st.integers(4, 8)),
        "street": draw(st.none() | st.integers(3, 7)),
        "open_pair": draw(st.booleans()),
        "cap_raises": draw(st.none() | st.integers(0, 4)),
        "cap_scope": draw(st.sampled_from(("round", "player"))),
        "mesa": draw(st.booleans()),
        "passo": draw(st.sampled_from((None, "check", "drop"))),
        "check_raise": draw(st.booleans()),
        "round": draw(st.sampled_from(("first", "street", "last"))),
        "all_mesa_first_round": draw(st.sampled_from(("redeal_carry", "dealer_must_speak"))),
        "all_mesa_last_round": draw(st.sampled_from(("showdown", "carry"))),
        "round_close": draw(st.sampled_from(("until_level", "one_lap"))),
        "min_raise": draw(st.sampled_from(("min_bet", "last_raise"))),
        "short_allin_reopens": draw(st.booleans()),
        "obliged": draw(st.sets(pick, max_size=2)),
        "pot_before": draw(st.integers(0, 30)),
        "posted": draw(st.dictionaries(pick, st.integers(0, 8), max_size=3)),
        "bring_in": draw(st.booleans()),
        "escurante": draw(st.none() | pick),
        "raise_right": draw(st.sampled_from(("free", "escurante_only", "escurante_only_then_free"))),
        "cannot_open": draw(st.sets(pick, max_size=n)),
    }
    stacks = {s: draw(st.integers(0, 40) | st.just(200)) for s in seats}
    folded = draw(st.sets(pick, max_size=n - 1))
    silent = draw(st.sets(pick, max_size=1))
    return BettingRound.start(
        BettingConfig.from_mapping(config), seats, draw(pick), draw(pick), stacks, folded=folded, silent=silent
    )


def total(state: BettingRound) -> int:
    return sum(state.stacks.values()) + state.pot


def menu(state: BettingRound) -> list[tuple[str, int | None]]:
    """Every verb the seat in turn may say, with its extreme amounts."""
    assert state.next is not None
    legal = state.legal(state.next)
    out: list[tuple[str, int | None]] = []
    for verb in legal.verbs:
        option = legal.option(verb)
        if verb in ("aposto", "repico"):
            amounts = option.sizes or (option.low, option.high)
            out += [(verb, n) for n in amounts]
        else:
            out.append((verb, None))
    return out


@settings(max_examples=400, deadline=None)
@given(rounds(), st.data())
def test_r112_chips_are_conserved_and_every_round_ends(state: BettingRound, data: st.DataObject) -> None:
    chips = total(state)
    for _ in range(3000):
        if state.over:
            break
        assert state.next is not None
        choices = menu(state)
        assert choices, f"seat {state.next} has nothing to say"
        verb, amount = data.draw(st.sampled_from(choices))
        after = state.act(state.next, verb, amount)
        assert isinstance(after, BettingRound), (verb, amount, after)
        assert total(after) == chips
        assert all(n >= 0 for n in after.stacks.values())
        assert after.level >= state.level
        state = after
    assert state.over
    result = state.result
    assert result is not None
    assert state.next is None
    assert set(result.refund) <= set(state.in_hand)
    assert sum(result.refund.values()) <= sum(state.contrib.values())
    if result.reason == "uncontested":
        assert state.in_hand == (result.winner,)
        assert result.wins == state.pot - sum(result.refund.values())
    else:
        assert len(state.in_hand) > 1
        assert result.outcome is not None
    if result.reason == "level":
        assert all(state.contrib[s] >= state.level for s in state.able)
    if result.reason == "one_lap":
        assert {s: state.level - state.contrib[s] for s in result.owed} == dict(result.owed)
    if result.reason == "all_mesa":
        assert state.level == 0


@settings(max_examples=250, deadline=None)
@given(rounds(), st.data())
def test_r094_the_menu_is_exactly_what_is_taken_and_each_no_names_what_is_allowed(
    state: BettingRound, data: st.DataObject
) -> None:
    for _ in range(data.draw(st.integers(0, 6))):
        if state.over:
            break
        assert state.next is not None
        verb, amount = data.draw(st.sampled_from(menu(state)))
        after = state.act(state.next, verb, amount)
        assert isinstance(after, BettingRound)
        state = after
    for seat in state.seats:
        legal = state.legal(seat)
        assert legal.verbs == tuple(sorted(legal.verbs))
        assert (seat == state.next) == bool(legal.verbs)
        for verb in VERBS:
            taken = {
                amount
                for amount in (None, *range(-1, 60), legal.stack, legal.stack - legal.to_call, legal.stack + 1)
                if isinstance(state.act(seat, verb, amount), BettingRound)
            }
            assert taken == _listed(legal, verb, taken), (verb, taken, legal)
        for amount in (None, 0, 10_000):
            no = state.act(seat, "repico", amount)
            if isinstance(no, Refusal):
                assert no.allowed == (legal.options() if seat == state.next else no.allowed)
                assert no.allowed
                assert no.rule
                for lang in ("pt-BR", "en"):
                    assert refusal_sentence(no, lang)


def _listed(legal: Any, verb: str, taken: set[int | None]) -> set[int | None]:
    """The amounts the menu promises for a verb, within the range that was tried."""
    if verb not in legal.verbs:
        return set()
    if verb in ("mesa", "passo", "saio"):
        return {None}
    if verb == "cubro":
        return {None, legal.cubro_amount} if legal.cubro_amount < 60 or legal.cubro_amount in taken else {None}
    if verb == "completo":
        return {None, legal.completo_amount}
    sizes = legal.bet_sizes if verb == "aposto" else legal.raise_sizes
    if sizes:
        return {*sizes, None} if len(sizes) == 1 else set(sizes)
    low, high = (legal.bet_min, legal.bet_max) if verb == "aposto" else (legal.raise_min, legal.raise_max)
    tried = {*range(-1, 60), legal.stack, legal.stack - legal.to_call, legal.stack + 1}
    return {n for n in tried if low <= n <= high}
