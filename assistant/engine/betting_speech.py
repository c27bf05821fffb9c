"""Which words a seat may say, and why not: the same answers build the menu and the refusal (R-094 to R-130)."""

from __future__ import annotations

from assistant.engine.betting_config import VERBS
from assistant.engine.betting_legal import LegalActions
from assistant.engine.betting_limits import (
    awaits_completion,
    bet_range,
    bet_sizes,
    capped,
    completion,
    raise_range,
    raise_sizes,
)
from assistant.engine.betting_state import RoundState
from assistant.engine.refusal import Param, Refusal

Seat = str
Why = tuple[str, str]  # code of the phrase, rule


def legal_actions(state: RoundState, seat: Seat) -> LegalActions:
    """Everything ``seat`` may say now; no verbs out of turn (R-098)."""
    if state.next != seat:
        return LegalActions(seat, to_call=state.owes(seat), stack=state.stacks[seat])
    return _with_amounts(state, seat, tuple(verb for verb in VERBS if why_not(state, seat, verb) is None))


def _with_amounts(state: RoundState, seat: Seat, verbs: tuple[str, ...]) -> LegalActions:
    owes = state.owes(seat)
    stack = state.stacks[seat]
    cubro = min(owes, stack) if "cubro" in verbs else None
    completo = completion(state, seat) if "completo" in verbs else None
    bets: tuple[int, ...] = ()
    raises: tuple[int, ...] = ()
    low: tuple[int, int] | tuple[None, None] = (None, None)
    up: tuple[int, int] | tuple[None, None] = (None, None)
    fixed = state.config.structure == "fixed_limit"
    if "aposto" in verbs:
        if fixed:
            bets = bet_sizes(state, seat)
        else:
            low = bet_range(state, seat)
    if "repico" in verbs:
        if fixed:
            raises = raise_sizes(state, seat)
        else:
            up = raise_range(state, seat)
    return LegalActions(
        seat,
        verbs,
        to_call=owes,
        stack=stack,
        cubro_amount=cubro,
        bet_min=low[0],
        bet_max=low[1],
        bet_sizes=bets,
        raise_min=up[0],
        raise_max=up[1],
        raise_sizes=raises,
        completo_amount=completo,
    )


def why_not(state: RoundState, seat: Seat, verb: str) -> Why | None:
    """Why the seat whose turn it is may not say ``verb``; None when it may."""
    if verb == "mesa":
        return _no_mesa(state, seat)
    if verb == "passo":
        return _no_passo(state, seat)
    if verb == "aposto":
        return _no_bet(state, seat)
    if verb == "cubro":
        return None if state.owes(seat) else ("nothing_to_cover", "R-099")
    if verb == "repico":
        return _no_raise(state, seat)
    if verb == "completo":
        return _no_completion(state, seat)
    return _no_leaving(state, seat)


def _no_mesa(state: RoundState, seat: Seat) -> Why | None:
    if state.owes(seat):
        return "mesa_after_bet", "R-095"
    if not state.nobody_bet:
        return None  # the level is his own or covered: he has the last word and may leave it there
    if state.must_open == seat:
        return "must_open", "R-118"
    if state.config.mesa or _stuck_without_mesa(state, seat):
        return None
    return ("no_mesa_first_street", "R-129") if state.config.round == "street" else ("mesa_not_here", "R-095")


def _stuck_without_mesa(state: RoundState, seat: Seat) -> bool:
    """Whether nothing else could be said: may not leave, may not open, has no passo; then the word just goes on."""
    config = state.config
    return seat in config.obliged and config.passo != "check" and config.may_not_open(seat)


def _no_passo(state: RoundState, seat: Seat) -> Why | None:
    config = state.config
    if config.passo is None:
        return "passo_not_here", "R-095"
    if not state.nobody_bet:
        return "passo_after_bet", "R-095"
    if state.must_open == seat:
        return "must_open", "R-118"
    if config.passo == "drop" and seat in config.obliged:
        return "obliged_to_stay", "R-128"
    return None


def _no_bet(state: RoundState, seat: Seat) -> Why | None:
    if not state.nobody_bet:
        return "bet_already_made", "R-100"
    if state.config.may_not_open(seat):
        return "cannot_open", "R-127"
    if not state.others_able(seat):
        return "no_addressee", "R-113"
    return None


def _no_raise(state: RoundState, seat: Seat) -> Why | None:
    if state.nobody_bet:
        return "nothing_to_raise", "R-100"
    if awaits_completion(state):
        return "complete_first", "R-111"
    return _no_more(state, seat) or _raise_right(state, seat)


def _no_completion(state: RoundState, seat: Seat) -> Why | None:
    if not awaits_completion(state):
        return "completo_not_here", "R-111"
    return _no_more(state, seat)


def _no_more(state: RoundState, seat: Seat) -> Why | None:
    """Reasons against any increase of the level."""
    if state.stacks[seat] <= state.owes(seat):
        return "stack_only_covers", "R-113"
    if not state.others_able(seat):
        return "no_addressee", "R-113"
    if seat in state.barred:
        return "short_all_in_does_not_reopen", "R-115"
    if not state.config.check_raise and seat in state.passed:
        return "no_raise_after_mesa", "R-102"
    return None


def _raise_right(state: RoundState, seat: Seat) -> Why | None:
    if capped(state, seat):
        return ("capped_player", "R-107") if state.config.cap_scope == "player" else ("capped", "R-106")
    config = state.config
    if config.raise_right == "free" or config.escurante is None or seat == config.escurante:
        return None
    if config.escurante in state.folded or config.escurante not in state.seats:
        return None
    if config.raise_right == "escurante_only_then_free" and state.escurante_raised:
        return None
    return "only_escurante_raises", "R-126" if config.raise_right == "escurante_only" else "R-127"


def _no_leaving(state: RoundState, seat: Seat) -> Why | None:
    return ("obliged_to_stay", "R-128") if seat in state.config.obliged else None


def chips_for(state: RoundState, seat: Seat, verb: str, amount: int | None) -> int | Refusal:
    """The chips a word puts in (for repico: the raise itself), or why it may not be said or not with that amount.

    Only the amounts of that word are worked out; the whole menu is made when there is something to refuse.
    """
    if why_not(state, seat, verb) is None:
        n = _amount(state, _with_amounts(state, seat, (verb,)), verb, amount)
        if isinstance(n, int):
            return n
    legal = legal_actions(state, seat)
    return _refuse_word(state, legal, verb) or _amount(state, legal, verb, amount)


def _amount(state: RoundState, legal: LegalActions, verb: str, amount: int | None) -> int | Refusal:
    if verb in ("mesa", "passo", "saio"):
        return 0 if amount is None else _no(legal, "amount_not_wanted", "R-094", verb=verb)
    if verb in ("cubro", "completo"):
        exact = legal.cubro_amount if verb == "cubro" else legal.completo_amount
        assert exact is not None
        if amount is None or (type(amount) is int and amount == exact):
            return exact
        return _no(legal, "exact_amount", "R-099" if verb == "cubro" else "R-111", verb=verb, exact=exact)
    option = legal.option(verb)
    if amount is None:
        if len(option.sizes) == 1:
            return option.sizes[0]
        return _no(legal, "amount_missing", "R-094", verb=verb)
    if type(amount) is not int:
        return _no(legal, "amount_not_whole", "R-110", verb=verb)
    if legal.allows(verb, amount):
        return amount
    return _wrong_amount(state, legal, verb, amount)


def _wrong_amount(state: RoundState, legal: LegalActions, verb: str, amount: int) -> Refusal:
    option = legal.option(verb)
    stack = state.stacks[legal.seat]
    if amount > stack - (legal.to_call if verb == "repico" else 0):
        return _no(legal, "more_than_stack", "R-112", verb=verb, amount=amount, stack=stack)
    if option.sizes:
        return _no(legal, "not_a_size", "R-109" if len(option.sizes) > 1 else "R-108", verb=verb, amount=amount)
    assert option.low is not None
    if amount < option.low:
        rule = "R-105" if verb == "repico" else "R-093"
        return _no(legal, "below_minimum", rule, verb=verb, amount=amount, minimum=option.low)
    assert option.high is not None
    return _no(legal, "above_maximum", "R-093", verb=verb, amount=amount, maximum=option.high)


def refuse_turn(state: RoundState, seat: Seat, verb: str) -> Refusal | None:
    """Refusals before any word is weighed: the round is over, somebody else's turn, no such word (R-098)."""
    if state.over:
        return Refusal("round_over", {"seat": seat}, rule="R-103")
    if seat not in state.seats:
        return Refusal("not_in_round", {"seat": seat}, rule="R-098")
    if seat in state.folded:
        return Refusal("already_left", {"seat": seat}, rule="R-098")
    if seat != state.next:
        return Refusal("not_your_turn", {"seat": seat, "next": state.next or ""}, rule="R-098")
    if verb not in VERBS:
        return _no(legal_actions(state, seat), "unknown_word", "R-094", verb=verb)
    return None


def _refuse_word(state: RoundState, legal: LegalActions, verb: str) -> Refusal | None:
    why = why_not(state, legal.seat, verb)
    if why is None:
        return None
    params: dict[str, Param] = {"verb": verb, "to_call": legal.to_call}
    limit = state.config.raises_at_most
    if limit is not None:
        params["cap"] = limit
    if state.config.escurante is not None:
        params["escurante"] = state.config.escurante
    return _no(legal, why[0], why[1], **params)


def _no(legal: LegalActions, code: str, rule: str, **params: Param) -> Refusal:
    return Refusal(code, {"seat": legal.seat, **params}, legal.options(), rule)
