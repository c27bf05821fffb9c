"""What each recipient may see: the session's state as view records, with everything else left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from assistant.choosing import choice_view, own_choice
from assistant.engine.hand import HandState
from assistant.engine.hand_core import CENTRE
from assistant.engine.hand_words import doubt_sentence, notice_sentence
from assistant.engine.seating import SHUFFLES
from assistant.facts import Seat
from assistant.hosting import host_view
from assistant.hosting_table import dealing_people
from assistant.narrator import (
    call_text,
    device_name,
    name_of,
    reason_text,
    who_at,
    with_names,
    word_text,
)
from assistant.phrases import catalogue, say
from assistant.table import TableState
from assistant.views import (
    CardView,
    DeviceView,
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
CHIPS = {"white": 1, "red": 5, "blue": 10, "green": 25, "black": 100}  # until the table has agreed on its own


def screen(session: Session, to: Recipient) -> ScreenView:
    """Everything the screen of ``to`` draws now."""
    state, lang = session.state, to.language
    hand = state.hand
    live = hand if hand is not None and not hand.over else None
    own = None if state.paused else own_choice(session, to)
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
        pot=live.pot if live is not None else state.carry,
        seats=tuple(_seat(session, seat, lang) for seat in state.seats),
        you=to.seat,
        your_turn=own is not None and not own.optional,
        choice=choice,
        verdict=verdict,
        questions=questions(session, to),
        devices=tuple(_device(session, d, lang) for d in session.devices.values()),
        log=session.story(lang)[-LOG_LINES:],
        since=session.turn_since,
        join_url=session.join_url,
        chain_head=state.head or None,
        centre=tuple(CardView(c.card, c.up, c.card is not None) for c in live.centre) if live is not None else (),
        notices=tuple(notice_sentence(n, lang) for n in live.notices) if live is not None else (),
        host=host_view(session, lang) if to.role == "host" else None,
        extra={
            **{name: whisper(to) for name, whisper in session.whispers.items()},
            "paused": state.paused,
            "practice": state.practising,
            "clock": session.turn_clock.view(),
            "robots": sorted(session.robots),
            "leaving": list(session.leaving.seats),
            "cacife_chips": state.cacife_chips,
            "cacife_centavos": state.cacife_centavos,
            **{name: tell() for name, tell in session.extras.items()},
            "chips": _chips(session),
        },
    )


def _chips(session: Session) -> list[list[Any]]:
    """The table's chips by colour with what each is worth, small ones first; only those that can be bet."""
    agreed = session.books.state.values or CHIPS
    smallest = max(1, session.opening.smallest_chip)
    return [[colour, worth] for colour, worth in sorted(agreed.items(), key=lambda c: c[1]) if worth % smallest == 0]


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
    if state.paused:
        return say(lang, "table.paused"), say(lang, "table.paused_sub")
    if live is None:
        if not state.hand_number:
            return say(lang, "table.lobby"), say(lang, "table.lobby_sub", n=len(state.players))
        hand = state.hand
        if hand is not None and hand.verdict is not None and not hand.started.practice:
            return with_names(hand.verdict.headline(lang), state), _next_deal(state, lang)
        ended = say(lang, "table.carried", n=state.carry) if state.carry else say(lang, "table.between")
        return ended, _next_deal(state, lang)
    if live.verdict is not None:
        return with_names(live.verdict.headline(lang), state), with_names(live.verdict.reason(lang), state)
    if live.speaker is not None and live.phase == "betting":
        call = f"{call_text(live, lang)} — {name_of(state, live.speaker.seat)}"
        return call, reason_text(live, state, lang)  # whose turn it is, and since when, the pages say
    awaited = [e for e in live.expected_cards if not e.among]  # a lot is picked by its winner, not dealt (V-24)
    if awaited:
        first = awaited[0]
        name = say(lang, "table.centre") if first.seat == CENTRE else name_of(state, first.seat)
        if not any(live.cards.values()) and not live.centre:
            return say(lang, "table.dealing"), _shuffle(state, lang)
        if first.turn_place is not None:
            return say(lang, "table.showdown"), say(lang, "table.showdown_turn", name=name)
        if first.seat in session.asking.to_turn:
            return say(lang, "table.dealing"), say(lang, "dealer.turn_up", name=name)
        return say(lang, "table.dealing"), say(lang, "table.dealing_next", name=name)
    need_not = all(c.optional for c in live.choices)  # of the others the pages say whose turn it is, and since when
    who = ", ".join(name_of(state, c.seat) for c in live.choices) if need_not else ""
    first_code = live.choices[0].code if live.choices else ""
    code = f"choosing.{first_code}" if f"choosing.{first_code}" in catalogue(lang) else "table.choosing"
    return say(lang, code), say(lang, "table.waiting_for", name=who) if who else ""


def _next_deal(state: TableState, lang: str) -> str:
    """Between hands: who shuffles, who cuts, and that the host starts (R-073 to R-075)."""
    dealer, cutter = dealing_people(state)
    if dealer is None or cutter is None:
        return say(lang, "table.between_sub")
    return say(lang, "table.between_next", dealer=name_of(state, dealer), cutter=name_of(state, cutter))


def _shuffle(state: TableState, lang: str) -> str:
    dealer, cutter = dealing_people(state)
    if dealer is None or cutter is None:
        return ""
    return say(lang, "table.shuffle", dealer=name_of(state, dealer), cutter=name_of(state, cutter), n=SHUFFLES)


def _seat(session: Session, seat: Seat, lang: str) -> SeatView:
    state = session.state
    player = state.players.get(seat)
    hand = state.hand
    inside = hand is not None and seat in hand.seats
    if hand is None or not inside:
        return SeatView(
            seat=seat,
            name=player.name if player else None,
            stack=state.shown_stacks.get(seat, 0),
            staked=0,
            connected=session.connected(seat),
        )
    best = _best_five(hand, seat)
    cards = tuple(
        CardView(code=c.card if c.up else None, up=c.up, sure=c.card is not None, best=c.card in best)
        for c in hand.cards[seat]
    )
    word = hand.last_words.get(seat)
    said = word_text(word[0], word[1], lang) if word else ""
    if word and word[0] == "repico":
        said = say(lang, "verb.to", word=said, level=hand.staked.get(seat, 0))
    return SeatView(
        seat=seat,
        name=player.name if player else None,
        stack=state.shown_stacks.get(seat, 0),
        staked=hand.staked.get(seat, 0) if not hand.over else 0,
        cards=cards,
        dealt_in=True,
        folded=seat in hand.folded,
        all_in=seat in hand.all_in,
        dealer=seat == hand.dealer,
        speaking=any(c.seat == seat and not c.optional for c in hand.choices),
        connected=session.connected(seat),
        last_word=said,
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
        rule_words=tuple(rule_words(r, lang) for r in v.rules if r != "R-180" or len(v.rules) == 1),
        doubt=with_names(doubt_sentence(v, lang), state),
    )


def rule_words(rule: str, lang: str) -> str:
    """A rule of a verdict in a sentence, with its number."""
    return say(lang, "table.rule", words=say(lang, f"rule.{rule}"), rule=rule)


def questions(session: Session, to: Recipient) -> tuple[QuestionView, ...]:
    """The camera's doubts: everybody sees them, the host and the seat may answer."""
    lang = to.language
    out = list(session.asking.views(to))
    late = session.turn_clock.question(lang)
    if late is not None:
        out.append(late if to.role == "host" else replace(late, options=()))
    for doubt in session.doubts.values():
        text = say(lang, f"doubt.{doubt.code}", who=who_at(session.state, doubt.seat, lang))
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


def _device(session: Session, device: DeviceView, lang: str) -> DeviceView:
    words = (say(lang, f"device.{device.text}"), session.asking.detail(device.name, lang))
    return DeviceView(device_name(device.name, lang), device.ok, ". ".join(w for w in words if w), device.since)
