"""Random hands of every game with every kind of house, from one seed each: for the property tests and the soak."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from assistant.engine.cards import deck_cards
from assistant.engine.drive import drive
from assistant.engine.game import Variant
from assistant.engine.hand import HandState, fold
from assistant.engine.refusal import Refusal
from assistant.engine.variants import GAMES, VARIATIONS, build
from assistant.facts import Acted, CardDealt, CardTurned, Chosen, Corrected, HandStarted, Payload, encode_payload

HOUSES: tuple[tuple[str, object], ...] = (
    ("muck", "losers_may_muck"),
    ("seven_card_select", "player_discards"),
    ("round_close", "one_lap"),
    ("structure", "fixed_limit"),
    ("structure", "pot_limit"),
    ("structure", "free"),
    ("all_mesa_first_round", "dealer_must_speak"),
    ("all_mesa_last_round", "carry"),
    ("obligation", "all_rounds"),
    ("first_street_mesa", False),
    ("check_raise", False),
    ("min_raise", "last_raise"),
    ("second_round_first", "left_of_dealer"),
    ("show_order", "first_bettor"),
    ("draw_stock", "stub_plus_discards"),
    ("draw_stock", "stub_plus_folded"),
    ("low_rule", "ace_to_five"),
    ("hand_set", "no_one_pair"),
    ("escuro_depth", "all"),
    ("cannot_open", ("escurante",)),
    ("wild_counts_showing", True),
    ("ftq_replace", "accumulate"),
    ("miseria_no_suit", "low"),
    ("stick_short_deck", "shared_card"),
    ("opener", "progressive"),
    ("jokers", 2),
)


@cache
def playable() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every game, every variation alone, every pair that goes together, and many triples."""
    out: list[tuple[str, tuple[str, ...]]] = [
        (g, ()) for g in (*GAMES, *VARIATIONS, "fechado_high_low", "quem_da_manda")
    ]
    out += [(g, (v,)) for g in GAMES for v in VARIATIONS if not isinstance(build(g, (v,)), Refusal)]
    rng = random.Random(13)
    for _ in range(4000):
        game, picked = rng.choice(list(GAMES)), tuple(rng.sample(list(VARIATIONS), rng.choice([2, 3])))
        if not isinstance(build(game, picked), Refusal):
            out.append((game, picked))
    return tuple(dict.fromkeys(out))


def random_start(seed: int) -> tuple[HandStarted, tuple[str, ...]]:
    """A start with its shuffled deck; the games come in turn, so that a run over seeds meets them all."""
    rng = random.Random(seed)
    all_games = playable()
    name, variations = all_games[seed % len(all_games)]
    game = build(name, variations)
    assert isinstance(game, Variant)
    players = rng.randint(game.least_players, min(game.most_players, 7))
    low = "2" if game.deck == "full" or players * game.cards_each > 32 or rng.random() < 0.5 else "7"
    options = dict(rng.sample(HOUSES, rng.randint(0, 4)))
    if options.get("jokers") and game.group == "colorido":
        del options["jokers"]
    seats = tuple(str(i) for i in range(1, players + 1))
    stacks = {s: rng.choice([1, 3, 10, 40, 200]) for s in seats}
    start = HandStarted(
        number=seed,
        game=name,
        seats=seats,
        dealer=rng.choice(seats),
        stacks=stacks,
        pingo=rng.choice([0, 1, 2, 5]),
        deck_low=low,
        variations=variations,
        options=options,
        carry=rng.choice([0, 0, 7]),
        smallest_chip=rng.choice([1, 1, 5]),
        passed_before=rng.choice([0, 2]),
    )
    jokers = options.get("jokers", game.jokers)
    assert isinstance(jokers, int)
    deck = list(deck_cards(low, jokers))
    rng.shuffle(deck)
    return start, tuple(deck)


def check_hand(seed: int) -> list[Payload]:
    """Play one random hand and hold it against every property; returns its facts."""
    start, deck = random_start(seed)
    total = sum(start.stacks.values()) + start.carry
    rng = random.Random(-seed - 1)
    facts: list[Payload] = []
    last: HandState | None = None
    for payload, state in drive(start, deck, rng.randrange):
        facts.append(payload)
        last = state
        check_chips(state, total)
        assert len(facts) < 2000, "the hand does not end"
    assert last is not None and last.over
    numbered = list(enumerate(facts, start=1))
    again = fold(numbered)
    assert again.state == last and not again.misfits
    check_correction(numbered, last, rng.randrange, total)
    return facts


def check_chips(state: HandState, total: int) -> None:
    """Chips are conserved, nobody is below zero, every pot has a possible winner and pays out whole."""
    assert all(n >= 0 for n in (*state.stacks.values(), state.pot, state.carry_out))
    assert sum(state.stacks.values()) + state.pot + (state.carry_out if state.over else 0) == total
    verdict = state.verdict
    if verdict is None:
        return
    assert sum(verdict.payout.values()) == sum(p.amount for p in verdict.pots) + sum(verdict.refund.values())
    if not state.over:
        assert sum(verdict.payout.values()) == state.pot
    for pot in verdict.pots:
        assert pot.eligible and set(pot.eligible) <= set(state.active)
        assert sum(p.amount for p in pot.parts) == pot.amount
        for part in pot.parts:
            assert part.winners and set(part.winners) <= set(pot.eligible)
            assert sum(part.shares.values()) == part.amount
            assert part.reason_pt and part.reason_en


def check_correction(facts: list[tuple[int, Payload]], last: HandState, draw: Callable[[int], int], total: int) -> None:
    """A fact corrected folds to something sound; corrected back, the hand is what it was."""
    seq, payload = facts[1 + draw(len(facts) - 1)]
    new = len(facts) + 1
    for changed in (None, other_payload(payload, draw)):
        fixed = fold([*facts, (new, Corrected(seq, changed))])
        assert fixed.state is not None
        check_chips(fixed.state, total)
        assert all(no.code for _, no in fixed.misfits)
        back = fold([*facts, (new, Corrected(seq, changed)), (new + 1, Corrected(new, None))])
        assert back.state == last and not back.misfits
    same = fold([*facts, (new, Corrected(seq, None)), (new + 1, Corrected(seq, encode_payload(payload)))])
    assert same.state == last and not same.misfits


def other_payload(payload: Payload, draw: Callable[[int], int]) -> dict[str, object]:
    """The same fact read otherwise: another card, another word, another answer."""
    if isinstance(payload, CardDealt):
        payload = CardDealt(payload.seat, payload.up, "As" if payload.up else None)
    elif isinstance(payload, CardTurned):
        payload = CardTurned(payload.seat, payload.place, "Kd")
    elif isinstance(payload, Acted):
        payload = Acted(payload.seat, ("saio", "mesa", "cubro")[draw(3)])
    elif isinstance(payload, Chosen):
        payload = Chosen(payload.seat, payload.choice, not payload.value)
    return encode_payload(payload)
