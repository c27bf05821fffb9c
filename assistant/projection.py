"""What each recipient may see: the session's state as view records, with everything else left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.engine.choices import Choice, ChoiceOption
from assistant.engine.hand import HandState
from assistant.engine.hand_words import option_label, prompt, why
from assistant.facts import Seat
from assistant.hosting import host_view
from assistant.narrator import (
    call_text,
    name_of,
    reason_text,
    with_names,
    word_text,
)
from assistant.phrases import say
from assistant.table import TableState
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
        extra={
            "robots": sorted(session.robots),
            "cacife_chips": state.cacife_chips,
            "cacife_centavos": state.cacife_centavos,
        },
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
            return with_names(hand.verdict.headline(lang), state), say(lang, "table.between_sub")
        return say(lang, "table.between"), say(lang, "table.between_sub")
    if live.verdict is not None:
        return with_names(live.verdict.headline(lang), state), with_names(live.verdict.reason(lang), state)
    if live.speaker is not None and live.phase == "betting":
        call = f"{call_text(live, lang)} — {name_of(state, live.speaker.seat)}"
        return call, with_names(reason_text(live, lang), state)  # whose turn it is, and since when, the pages say
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
        CardView(code=c.card if c.up else None, up=c.up, sure=c.card is not None, best=c.card in best)
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
    shown = hand.verdict.hands.get(seat)
    return frozenset(shown.best) if shown is not None else frozenset()


def verdict_view(state: TableState, lang: str) -> VerdictView:
    """The answer and why; raises ValueError while there is none."""
    hand = state.hand
    if hand is None or hand.verdict is None:
        raise ValueError("no verdict yet")
    v = hand.verdict
    pt = lang == "pt-BR"
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
                CardView(code=c.card, up=True, best=c.card in shown.best)
                for c in hand.cards[seat]
                if c.card is not None and c.up
            ),
            words=shown.words_pt if pt else shown.words_en,
            winner=seat in v.winners,
        )
        for seat, shown in v.hands.items()
    )
    return VerdictView(
        headline=with_names(v.headline(lang), state),
        reason=with_names(v.reason(lang), state),
        rule=", ".join(v.rules),
        pots=pots,
        hands=hands,
        confirmed=hand.over,
    )


# --- choices


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
        if mine and choice.decision == decision:
            return choice
    return None


def choice_view(session: Session, choice: Choice, lang: str) -> ChoiceView:
    """One choice as the buttons of a screen."""
    state = session.state
    hand = state.hand
    if hand is None:
        raise ValueError("no hand")
    stack = hand.stacks.get(choice.seat, 0)
    return ChoiceView(
        decision=choice.decision,
        seat=choice.seat,
        kind=choice.kind,
        prompt=with_names(prompt(choice, lang), state),
        why=with_names(why(choice, lang), state),
        options=tuple(_option(choice, o, stack, hand, lang) for o in choice.options),
        to_call=choice.to_call,
        pick=choice.pick,
        cards=tuple(CardView(code=c.card if c.up else None, up=c.up) for c in hand.cards[choice.seat]),
    )


def _option(choice: Choice, o: ChoiceOption, stack: int, hand: HandState, lang: str) -> OptionView:
    verb = o.value
    if verb in ("aposto", "repico"):
        label = say(lang, f"button.{verb}")
        if o.sizes:
            return OptionView(verb, label, min=min(o.sizes), max=max(o.sizes), presets=o.sizes)
        low, high = o.min or 0, o.max or 0
        wanted = {low, 2 * low, hand.pot // 2, hand.pot, high}
        presets = tuple(sorted(a for a in wanted if low <= a <= high))
        return OptionView(verb, label, min=low, max=high, step=max(1, hand.started.smallest_chip), presets=presets)
    if verb == "cubro":
        code = "button.cubro_allin" if o.amount == stack else "button.cubro"
        return OptionView(verb, say(lang, code, amount=o.amount), amount=o.amount, danger=o.danger)
    if verb == "completo":
        return OptionView(verb, say(lang, "button.completo", amount=o.amount), amount=o.amount)
    if verb in ("mesa", "passo", "saio", "yes", "no", "ready"):
        return OptionView(verb, say(lang, f"button.{verb}"), danger=o.danger)
    label = option_label(choice, o, lang)
    return OptionView(verb, label, o.amount, o.min, o.max, o.step, o.sizes, o.danger)


def questions(session: Session, to: Recipient) -> tuple[QuestionView, ...]:
    """The camera's doubts: everybody sees them, the host and the seat may answer."""
    lang = to.language
    out = []
    for doubt in session.doubts.values():
        text = say(lang, f"doubt.{doubt.code}", seat=name_of(session.state, doubt.seat))
        if doubt.detail:
            text += f" ({say(lang, f'doubt_why.{doubt.detail}')})"
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
