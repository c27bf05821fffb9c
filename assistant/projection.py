"""What each recipient may see: the session's state as view records, with everything else left out."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from assistant.engine.choices import Choice
from assistant.engine.hand import HandState
from assistant.facts import Acted, Chosen, Seat
from assistant.hosting import host_view
from assistant.narrator import (
    call_text,
    name_of,
    narrate,
    reason_text,
    with_names,
    word_text,
)
from assistant.phrases import say
from assistant.table import TableState, apply
from assistant.views import (
    CardView,
    ChoiceView,
    DeviceView,
    OptionView,
    PotView,
    QuestionView,
    ScreenView,
    SeatView,
    ShownHandView,
    VerdictView,
)
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

LOG_LINES = 40


def screen(session: Session, to: Recipient) -> ScreenView:
    """Everything the screen of ``to`` draws now."""
    state, lang = session.state, to.language
    hand = state.hand
    live = hand if hand is not None and not hand.over else None
    own = own_choice(session, to)
    choice = choice_view(session, own, lang) if own is not None else None
    headline, subline = _headline(session, live, lang)
    verdict = verdict_view(state, lang) if hand is not None and hand.verdict is not None else None
    return ScreenView(
        seq=state.seq,
        version=session.version,
        role=to.role,
        language=lang,
        table=state.name,
        phase=_phase(state, live),
        headline=headline,
        subline=subline,
        game=_game_name(session, lang),
        hand=state.hand_number or None,
        pot=live.pot if live is not None else 0,
        seats=tuple(_seat(session, seat, lang) for seat in state.seats),
        you=to.seat,
        your_turn=choice is not None,
        choice=choice,
        verdict=verdict,
        questions=questions(session, to),
        devices=tuple(_device(d, lang) for d in session.devices.values()),
        log=session.story(lang)[-LOG_LINES:],
        since=session.turn_since,
        join_url=session.join_url,
        chain_head=state.head or None,
        host=host_view(session, lang) if to.role == "host" else None,
        extra={"robots": sorted(session.robots)},
    )


def _phase(state: TableState, live: HandState | None) -> str:
    if state.settled:
        return "closed"
    if live is None:
        return "between" if state.hand_number else "lobby"
    return live.phase


def _game_name(session: Session, lang: str) -> str:
    hand = session.state.hand
    if hand is None:
        return session.game_name(lang)
    return hand.game.name_pt if lang == "pt-BR" else hand.game.name_en


def _headline(session: Session, live: HandState | None, lang: str) -> tuple[str, str]:
    state = session.state
    if live is None:
        if not state.hand_number:
            return say(lang, "table.lobby"), say(lang, "table.lobby_sub", n=len(state.players))
        hand = state.hand
        if hand is not None and hand.verdict is not None:
            v = hand.verdict
            return (
                with_names(v.headline_pt if lang == "pt-BR" else v.headline_en, state),
                say(lang, "table.between_sub"),
            )
        return say(lang, "table.between"), say(lang, "table.between_sub")
    if live.verdict is not None:
        v = live.verdict
        pt = lang == "pt-BR"
        return with_names(v.headline_pt if pt else v.headline_en, state), with_names(
            v.reason_pt if pt else v.reason_en, state
        )
    if live.speaker is not None and live.phase == "betting":
        asked = [c.seat for c in live.choices]
        who = ", ".join(name_of(state, s) for s in asked)
        call = f"{call_text(live, lang)} — {name_of(state, live.speaker.seat)}"
        waiting = say(lang, "table.waiting_for", name=who) if asked else ""
        return call, f"{with_names(reason_text(live, lang), state)} {waiting}".strip()
    if live.expected_cards:
        first = live.expected_cards[0]
        name = name_of(state, first.seat)
        if first.turn_place is not None:
            return say(lang, "table.showdown"), say(lang, "table.showdown_turn", name=name)
        return say(lang, "table.dealing"), say(lang, "table.dealing_next", name=name)
    asked = [c.seat for c in live.choices]
    who = ", ".join(name_of(state, s) for s in asked)
    return say(lang, "table.choosing"), say(lang, "table.waiting_for", name=who) if who else ""


def _seat(session: Session, seat: Seat, lang: str) -> SeatView:
    state = session.state
    player = state.players.get(seat)
    hand = state.hand
    inside = hand is not None and seat in hand.seats
    if hand is None or not inside:
        return SeatView(
            seat=seat,
            name=player.name if player else None,
            stack=state.stacks.get(seat, 0),
            staked=0,
            connected=session.connected(seat),
        )
    best = _best_five(hand, seat)
    cards = tuple(
        CardView(code=c.card, up=c.up or c.turned, sure=c.card is not None, best=c.card in best)
        for c in hand.cards[seat]
    )
    word = hand.last_words.get(seat)
    return SeatView(
        seat=seat,
        name=player.name if player else None,
        stack=state.stacks.get(seat, 0),
        staked=hand.staked.get(seat, 0) if not hand.over else 0,
        cards=cards,
        dealt_in=True,
        folded=seat in hand.folded,
        all_in=seat in hand.all_in,
        dealer=seat == hand.dealer,
        speaking=any(c.seat == seat for c in hand.choices),
        connected=session.connected(seat),
        last_word=word_text(word[0], word[1], lang) if word else "",
    )


def _best_five(hand: HandState, seat: Seat) -> frozenset[str]:
    if hand.verdict is None:
        return frozenset()
    value = hand.verdict.hands.get(seat)
    return frozenset(value.cards) if value is not None else frozenset()


def verdict_view(state: TableState, lang: str) -> VerdictView:
    """The answer and why; raises ValueError while there is none."""
    hand = state.hand
    if hand is None or hand.verdict is None:
        raise ValueError("no verdict yet")
    v = hand.verdict
    pt = lang == "pt-BR"
    winners = {s for pot in v.pots for part in pot.parts for s in part.winners}
    pots = tuple(
        PotView(
            amount=part.amount,
            winners=tuple(part.winners),
            shares=dict(part.shares),
            reason=with_names(part.reason_pt if pt else part.reason_en, state),
        )
        for pot in v.pots
        for part in pot.parts
    )
    hands = tuple(
        ShownHandView(
            seat=seat,
            name=name_of(state, seat),
            cards=tuple(
                CardView(code=c.card, up=True, best=c.card in value.cards)
                for c in hand.cards[seat]
                if c.card is not None
            ),
            words=value.words_pt if pt else value.words_en,
            winner=seat in winners,
        )
        for seat, value in v.hands.items()
    )
    return VerdictView(
        headline=with_names(v.headline_pt if pt else v.headline_en, state),
        reason=with_names(v.reason_pt if pt else v.reason_en, state),
        rule=", ".join(v.rules),
        pots=pots,
        hands=hands,
        confirmed=hand.over,
    )


# --- choices


def decision_id(session: Session, choice: Choice) -> str:
    """A name for this very question: another turn, another amount or another list of options gives another name."""
    own = sum(
        1 for _, p in session.state.hand_facts if isinstance(p, (Acted, Chosen)) and p.seat == choice.seat
    )
    digest = hashlib.sha256(repr(choice).encode()).hexdigest()[:8]
    return f"{session.state.hand_number}.{choice.seat}.{own}.{digest}"


def own_choice(session: Session, to: Recipient) -> Choice | None:
    """What this player is asked now."""
    hand = session.state.hand
    if hand is None or hand.over or to.role != "player":
        return None
    return next((c for c in hand.choices if c.seat == to.seat), None)


def choice_for(session: Session, to: Recipient, decision: str) -> Choice | None:
    """The choice a tap answers, if it still stands and this recipient may answer it (the host for anybody)."""
    hand = session.state.hand
    if hand is None or hand.over:
        return None
    for choice in hand.choices:
        mine = to.role == "host" or (to.role == "player" and choice.seat == to.seat)
        if mine and decision_id(session, choice) == decision:
            return choice
    return None


def choice_view(session: Session, choice: Choice, lang: str) -> ChoiceView:
    """One choice as the buttons of a screen."""
    state = session.state
    hand = state.hand
    if hand is None:
        raise ValueError("no hand")
    pt = lang == "pt-BR"
    stack = hand.stacks.get(choice.seat, 0)
    options = tuple(_option(o.verb, o.low, o.high, o.sizes, stack, hand, lang, o.label(lang)) for o in choice.options)
    return ChoiceView(
        decision=decision_id(session, choice),
        seat=choice.seat,
        kind=choice.kind,
        prompt=with_names(choice.prompt_pt if pt else choice.prompt_en, state),
        why=with_names(choice.why_pt if pt else choice.why_en, state),
        options=options,
        to_call=choice.to_call,
        pick=choice.pick,
        cards=tuple(CardView(code=c.card if c.up or c.turned else None, up=c.up) for c in hand.cards[choice.seat]),
    )


def _option(
    verb: str,
    low: int | None,
    high: int | None,
    sizes: tuple[int, ...],
    stack: int,
    hand: HandState,
    lang: str,
    label: str,
) -> OptionView:
    step = max(1, hand.smallest_chip)
    if verb in ("aposto", "repico"):
        label = say(lang, f"button.{verb}")
        if sizes:
            return OptionView(verb, label, min=min(sizes), max=max(sizes), presets=sizes)
        presets = sorted({a for a in (low or 0, hand.pot // 2, hand.pot, high or 0) if low is not None and low <= a})
        presets = [a for a in presets if high is None or a <= high]
        return OptionView(verb, label, min=low, max=high, step=step, presets=tuple(presets))
    if verb == "cubro":
        code = "button.cubro_allin" if low is not None and low == stack else "button.cubro"
        return OptionView(verb, say(lang, code, amount=low), amount=low)
    if verb == "completo":
        return OptionView(verb, say(lang, "button.completo", amount=low), amount=low)
    if verb in ("mesa", "passo", "saio"):
        return OptionView(verb, say(lang, f"button.{verb}"), danger=verb == "saio")
    return OptionView(verb, label, min=low, max=high, presets=sizes)


def questions(session: Session, to: Recipient) -> tuple[QuestionView, ...]:
    """The camera's doubts: everybody sees them, the host and the seat may answer."""
    lang = to.language
    out = []
    for doubt in session.doubts.values():
        text = say(lang, f"doubt.{doubt.code}", seat=name_of(session.state, doubt.seat))
        if doubt.detail:
            text += f" ({doubt.detail})"
        host = to.role == "host"
        out.append(
            QuestionView(
                id=doubt.key,
                seat=doubt.seat,
                text=text,
                kind="card",
                guess=doubt.guess if host else None,
                picture=f"doubt-{doubt.seat}" if host else None,
            )
        )
    return tuple(out)


def _device(device: DeviceView, lang: str) -> DeviceView:
    return DeviceView(device.name, device.ok, say(lang, f"device.{device.text}"))


def story(session: Session, lang: str) -> tuple[str, ...]:
    """The hand in words so far (the present hand, or the last one), from the facts."""
    start = next((f.seq for f in reversed(session.facts) if f.kind == "hand_started"), 0)
    state = TableState()
    lines: list[str] = []
    for fact in session.facts:
        after = apply(state, fact)
        if fact.seq >= start:
            lines.extend(narrate(state, fact, after, lang))
        state = after
    return tuple(lines)
