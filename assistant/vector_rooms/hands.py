"""Vectors of whole hands (hands.json), played fact by fact through the hand's fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from assistant.engine.betting import BettingRound
from assistant.engine.hand import HandState, start_hand
from assistant.engine.hand_bet import Betting
from assistant.engine.phrases import refusal_sentence
from assistant.engine.refusal import Refusal
from assistant.facts import Acted, CardDealt, CardTurned, Chosen, HandStarted, Payload, PotAwarded
from assistant.vector_rooms.compare import differences
from assistant.vector_rooms.words import same_words

Step = dict[str, Any]

# keys of a betting configuration that are the house's options under another name
OPTION_OF = {
    "structure": "structure",
    "max": "bet_max",
    "check_raise": "check_raise",
    "all_mesa_first_round": "all_mesa_first_round",
    "all_mesa_last_round": "all_mesa_last_round",
    "round_close": "round_close",
    "min_raise": "min_raise",
    "short_allin_reopens": "short_allin_reopens",
    "cap_raises": "cap_raises",
    "cap_scope": "cap_scope",
    "second_round_first": "second_round_first",
    "next_dealer_all_pass": "next_dealer_all_pass",
    "show_order": "show_order",
    "cannot_open": "cannot_open",
}
# the split of the pot as a variation, where the game does not have it of itself
VARIATION_OF = {"highlow": "high_low", "chicago": "chicago", "san_francisco": "san_francisco"}
FOLLOWS = ("pot_before", "posted", "escurante", "obliged", "level")  # the hand knows these by itself


class Stuck(Exception):
    """The hand refused a fact, or waits for something the vector does not give."""


class Player:
    """One hand being played; ``wrong`` collects what differs."""

    def __init__(self, vector: Mapping[str, Any]) -> None:
        self.wrong: list[str] = []
        state = start_hand(started(vector))
        if isinstance(state, Refusal):
            raise Stuck(f"the hand cannot begin: {refusal_sentence(state, 'en')}")
        self.state = state
        self.end = ""

    def do(self, payload: Payload) -> None:
        """Apply one fact."""
        after = self.state.apply(payload)
        if isinstance(after, Refusal):
            raise Stuck(f"{payload}: {after.code}: {refusal_sentence(after, 'en')}")
        self.state = after

    def deal_closed(self) -> None:
        """Deal whatever closed cards are waited for: nobody sees them."""
        while True:
            waiting = [e for e in self.state.expected_cards if not e.up and e.turn_place is None]
            if not waiting:
                return
            for e in waiting:
                self.do(CardDealt(e.seat, False))

    def check(self, where: str, expect: Mapping[str, Any], got: Mapping[str, Any]) -> None:
        """Note what differs."""
        self.wrong += differences(expect, got, where=f"{where}: ")


def started(vector: Mapping[str, Any]) -> HandStarted:
    """The fact a vector's hand begins with; options that its steps imply are added."""
    game, mode = vector["game"], vector.get("mode", "single")
    options: dict[str, Any] = dict(vector.get("options", {}))
    if vector.get("hand_set"):
        options.setdefault("hand_set", vector["hand_set"])
    pingo = 0
    for step in vector["steps"]:
        if step["do"] == "ante":
            pingo = step["amount"]
        elif step["do"] == "escuro":
            pingo = step.get("unit", 1)
            options["escuro_depth"] = step.get("depth", 3)
        elif step["do"] == "bring_in":
            options["bringin_amount"] = step["amount"]
        elif step["do"] == "bet":
            options.update(_betting_options(step.get("config", {})))
    variations = [VARIATION_OF[mode]] if mode in VARIATION_OF and game not in ("colorido", "anaconda") else []
    variations += [f"wild_{rank}" for rank in vector.get("wild_ranks", [])]
    return HandStarted(
        number=1,
        game=game,
        seats=tuple(vector["seats"]),
        dealer=vector["dealer"],
        stacks=dict(vector["stacks"]),
        pingo=pingo,
        deck_low=vector["deck_low"],
        variations=tuple(variations),
        options=options,
        carry=vector.get("carry_in", 0),
    )


def _betting_options(config: Mapping[str, Any]) -> dict[str, Any]:
    out = {OPTION_OF[k]: v for k, v in config.items() if k in OPTION_OF}
    out.setdefault("structure", "free")
    if config.get("structure") == "fixed_limit":
        small = config.get("small", 1)
        return {**out, "bet_min": small, "bet_max": config.get("big", 2 * small)}
    return {**out, "bet_min": config.get("min", 1)}


def hands(vector: dict[str, Any]) -> list[str]:
    """Play a whole hand and list what differs from ``expect``, steps included."""
    try:
        player = Player(vector)
        for i, step in enumerate(vector["steps"]):
            do = STEPS.get(step["do"])
            if do is None:
                return [f"step {i}: nobody knows how to {step['do']!r}"]
            do(player, step, f"step {i} ({step['do']})")
        if player.state.verdict is not None:
            player.end = "uncontested" if player.state.verdict.uncontested else "showdown"
        elif player.state.over:
            player.end = "carry"
        before = player.state
        if player.state.verdict is not None:
            player.do(PotAwarded(dict(player.state.payout)))
    except Stuck as e:
        return [str(e)]
    return player.wrong + _final(vector["expect"], player, before)


def _final(expect: Mapping[str, Any], player: Player, before: HandState) -> list[str]:
    state, verdict = player.state, before.verdict
    got: dict[str, Any] = {
        "end": player.end,
        "stacks": state.stacks,
        "carry": state.carry_out,
        "next_dealer": state.next_dealer,
    }
    if verdict is not None:
        got["winner"] = verdict.winners[0] if verdict.uncontested else None
        got["categories"] = {s: h.category for s, h in verdict.hands.items()}
        got["points"] = {s: h.points for s, h in verdict.hands.items()}
        got["pots"] = [{"amount": p.amount, "eligible": sorted(p.eligible)} for p in verdict.pots]
    wanted = dict(expect)
    if "pots" in wanted:
        wanted["pots"] = [{**p, "eligible": sorted(p["eligible"])} for p in wanted["pots"]]
    if not state.over:
        return [f"the hand is not over: it waits in {state.phase}", *differences(wanted, got)]
    return differences(wanted, got)


# --- the steps -----------------------------------------------------------------------------------------------


def _ante(player: Player, step: Step, where: str) -> None:
    state = player.state
    paid = {s: state.contributed[s] for s in state.seats}
    want = {s: min(step["amount"], state.started.stacks[s]) for s in state.seats}
    player.check(where, {"paid": want}, {"paid": paid})


def _escuro(player: Player, step: Step, where: str) -> None:
    more = step.get("volunteers", 0)
    while player.state.choices and player.state.choices[0].code == "volunteer":
        player.do(Chosen(player.state.choices[0].seat, "yes_no", more > 0))
        more -= 1
    state = player.state
    posts = {s: n for s, n in state.contributed.items() if n}
    player.check(where, step.get("expect", {}), {"posts": posts, "escurante": state.core.escurante})


def _open(player: Player, step: Step, where: str) -> None:
    player.deal_closed()
    cards = {s: list(c) for s, c in step["cards"].items()}
    while any(cards.values()):
        e = next((e for e in player.state.expected_cards if e.up and cards.get(e.seat)), None)
        if e is None:
            raise Stuck(f"{where}: no open card is waited for: {cards}")
        player.do(CardDealt(e.seat, True, cards[e.seat].pop(0)))
    call, expect = player.state.speaker, dict(step.get("expect", {}))
    if "announcement" in expect:
        said = call.announcement_pt if call else None
        if not same_words(expect.pop("announcement"), said):
            player.wrong.append(f"{where}: announcement: expected {step['expect']['announcement']!r}, got {said!r}")
    got = {"speaker": call.seat if call else None, "decided_by": call.decided_by if call else "nobody_can_bet"}
    player.check(where, expect, got)


def _bring_in(player: Player, step: Step, where: str) -> None:
    state = player.state
    got = {"seat": state.speaker.seat if state.speaker else None, "amount": max(state.staked.values(), default=0)}
    player.check(where, {"seat": step["seat"], "amount": step["amount"]}, got)


def _bet(player: Player, step: Step, where: str) -> None:
    player.deal_closed()
    stage = player.state.core.stage
    if not isinstance(stage, Betting):
        raise Stuck(f"{where}: no betting round: the hand is {player.state.phase}")
    config = {k: v for k, v in step.get("config", {}).items() if k not in FOLLOWS}
    player.check(where, config, {k: getattr(stage.round.config, k, None) for k in config})
    player.check(where, {"first": step["first"]} if "first" in step else {}, {"first": stage.round.next})
    moment: BettingRound = stage.round
    for seat, verb, *rest in step["actions"]:
        now = player.state.core.stage
        if isinstance(now, Betting):
            after = now.round.act(seat, verb, *rest)
            moment = moment if isinstance(after, Refusal) else after
        player.do(Acted(seat, verb, *rest))
    result = moment.result
    if result is None:
        raise Stuck(f"{where}: the round is not over: {moment.next} speaks")
    got = {"reason": result.reason, "pot": moment.pot, "outcome": result.outcome, "refund": result.refund}
    player.check(where, step.get("expect", {}), got)


def _draw(player: Player, step: Step, where: str) -> None:
    asks = dict(step["asks"])
    while asks:
        choice = next(iter(player.state.choices), None)
        if choice is None or choice.kind != "number" or choice.seat not in asks:
            raise Stuck(f"{where}: the draw asks {choice.seat if choice else 'nobody'}, left: {asks}")
        player.do(Chosen(choice.seat, "number", asks.pop(choice.seat)))
        player.deal_closed()


def _ready(player: Player, step: Step, where: str) -> None:
    """Everybody asked says that what nobody sees is done."""
    player.deal_closed()
    for seat in step["seats"]:
        player.do(Chosen(seat, "ready"))


def _show(player: Player, step: Step, where: str) -> None:
    player.deal_closed()
    left = {seat: _unseen(player, seat, full) for seat, full in step["hands"].items()}
    for seat, cards in left.items():
        closed = len(player.state.core.closed_places(seat))
        if len(cards) != closed:
            raise Stuck(f"{where}: seat {seat} has {closed} closed cards, shown are {cards}")
    while any(left.values()):
        e = next((e for e in player.state.expected_cards if e.turn_place is not None and left.get(e.seat)), None)
        if e is None or e.turn_place is None:
            raise Stuck(f"{where}: the hand waits for no such card: {left}")
        player.do(CardTurned(e.seat, e.turn_place, left[e.seat].pop(0)))


def _unseen(player: Player, seat: str, full: list[str]) -> list[str]:
    """The cards of a shown hand that do not lie open yet, in the order given."""
    open_cards = Counter(player.state.open_cards(seat))
    out = []
    for card in full:
        if open_cards[card]:
            open_cards[card] -= 1
        else:
            out.append(card)
    return out


STEPS: dict[str, Callable[[Player, Step, str], None]] = {
    "ante": _ante,
    "escuro": _escuro,
    "open": _open,
    "bring_in": _bring_in,
    "bet": _bet,
    "draw": _draw,
    "ready": _ready,
    "show": _show,
}
