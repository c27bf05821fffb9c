"""The host's words: starting hands, entering cards, acting for others, undo; and what his screen shows for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from assistant import people
from assistant.engine.cards import CardError, parse_card
from assistant.engine.hand import effective
from assistant.engine.hand_core import CENTRE
from assistant.engine.refusal import Refusal
from assistant.facts import (
    Asked,
    CacifeBought,
    CardDealt,
    CardTurned,
    Corrected,
    HandStarted,
    HandVoided,
    Payload,
    PlayerSeated,
    PotAwarded,
    TableOpened,
)
from assistant.hosting_table import dealing_people, spoken, table_word
from assistant.narrator import name_of, narrate, refusal_text, with_names
from assistant.phrases import say
from assistant.turn_clock import WAIT
from assistant.views import HostView, OptionView, Tap, TapResult
from assistant.web.port import Recipient

if TYPE_CHECKING:
    from assistant.session import Session

UNDO_SHOWN = 6
_NOT_UNDONE = (HandStarted, Corrected, TableOpened, PlayerSeated, CacifeBought, Asked)


def host_view(session: Session, lang: str) -> HostView:
    """Everything only the host gets."""
    from assistant import projection
    from assistant.choosing import choice_view

    state = session.state
    hand = state.hand
    live = hand if hand is not None and not hand.over else None
    to = Recipient("host", None, lang)
    actions: list[OptionView] = []
    if state.paused:
        actions.append(OptionView("resume", say(lang, "table.host_resume")))
    elif live is None and len(state.ready_seats()) >= 2:
        actions.append(OptionView("start_hand", say(lang, "table.host_start")))
    if live is None and not state.paused and len(state.players) >= 2:
        actions.append(OptionView("practice_hand", say(lang, "table.host_practice")))
    if live is not None:
        if live.verdict is not None:
            headline = with_names(live.verdict.headline(lang), state)
            actions.append(OptionView("confirm_verdict", say(lang, "table.host_confirm", headline=headline)))
        if any(not e.up and e.turn_place is None for e in live.expected_cards):
            actions.append(OptionView("closed_dealt", say(lang, "table.host_dealt")))
        actions.append(OptionView("misdeal", say(lang, "table.host_misdeal"), danger=True))
        actions.append(OptionView("void_hand", say(lang, "table.host_void"), danger=True))
    actions += session.asking.actions(lang)
    if not state.paused and state.players:
        actions.append(OptionView("pause", say(lang, "table.host_pause")))
    undo = undoable(session, lang)
    return HostView(
        choices=tuple(choice_view(session, c, lang) for c in live.choices) if live and not state.paused else (),
        questions=projection.questions(session, to),
        undo=tuple(text for _, text in undo),
        undo_seqs=tuple(seq for seq, _ in undo),
        words=spoken(session, lang),
        next_dealer=dealing_people(state)[0],
        actions=tuple(actions),
        games=session.games(lang),
        waiting_cards=tuple(e.seat for e in live.expected_cards) if live else (),
    )


def undoable(session: Session, lang: str) -> tuple[tuple[int, str], ...]:
    """The last facts of the hand as they stand that undo would void, newest first, with their number and words."""
    out: list[tuple[int, str]] = []
    for seq, payload in reversed(effective(session.state.hand_facts)):
        if isinstance(payload, _NOT_UNDONE):
            continue
        fact = replace(session.fact(seq), payload=payload)
        lines = narrate(session.state, fact, session.state, lang)
        if isinstance(payload, CardDealt) and payload.card is None:
            lines = [say(lang, "story.closed", name=name_of(session.state, payload.seat))]
        if lines:
            out.append((seq, lines[0].strip()))
        if len(out) == UNDO_SHOWN:
            break
    return tuple(out)


async def host_action(session: Session, tap: Tap) -> TapResult:
    """Do what the host asked; every answer says in words what happened or why not."""
    lang = session.language
    done = await session.asking.host(tap, lang) or await session.leaving.host(tap, lang)
    done = done or await _people(session, tap, lang)
    if done is not None:
        return done
    payloads = table_word(session, tap, lang) or await _clock(session, tap) or _payloads(session, tap, lang)
    if isinstance(payloads, TapResult):
        return payloads
    outcome = await session.propose(*payloads, source="host", tap=tap.id)
    return session.result(outcome, lang)


async def _people(session: Session, tap: Tap, lang: str) -> TapResult | None:
    """Seating, selling and seeing off by the host, for people without a phone; None for any other request."""
    verb, _, seat = tap.decision.partition(":")
    state = session.state
    if verb == "seat":  # seat:SEAT, value = the name
        joined = await session.join(tap.value, seat, 1, lang)
        return TapResult(joined.ok, joined.code, joined.text, seq=session.state.seq)
    if verb not in ("buy", "leave") or seat not in state.players:
        return None
    if verb == "buy":  # buy:SEAT, value = number of cacifes, empty for what the rules give
        return await people.sell(session, seat, int(tap.value) if tap.value.isdigit() else None, tap, lang)
    return await people.see_off(session, seat, tap, "host", lang)


def _payloads(session: Session, tap: Tap, lang: str) -> tuple[Payload, ...] | TapResult:
    hand = session.state.hand
    live = hand if hand is not None and not hand.over else None
    verb, _, target = tap.decision.partition(":")
    nothing = TapResult(False, "nothing", say(lang, "table.host_nothing"), seq=session.state.seq)
    match verb:
        case "start_hand" | "practice_hand":  # …:VARIATION+VARIATION, value = the game
            if session.state.paused:
                return TapResult(False, "paused", say(lang, "table.paused_tap"), seq=session.state.seq)
            over = tuple(v for v in target.split("+") if v)
            started = session.next_hand(tap.value or None, over, practice=verb == "practice_hand")
            if isinstance(started, Refusal):
                return TapResult(False, started.code, refusal_text(started, lang), seq=session.state.seq)
            return (started,)
        case "confirm_verdict" if live is not None and live.verdict is not None:
            return (PotAwarded(payout=dict(live.payout)),)
        case "misdeal" if live is not None:
            return (HandVoided(reason=say(lang, "table.misdeal_reason")),)
        case "void_hand" if live is not None:
            return (HandVoided(reason=tap.value or say(lang, "table.host_void")),)
        case "closed_dealt" if live is not None:
            closed = tuple(
                CardDealt(seat=e.seat, up=False) for e in live.expected_cards if not e.up and e.turn_place is None
            )
            return closed or nothing
        case "card":  # card:SEAT, value = the card: what the hand waits for there, else the last card read there
            if tap.places:
                return _placed_card(session, target, tap.places[0], tap.value, lang) or nothing
            return _card(session, target, tap.value, lang) or nothing
        case "answer_question":  # answer_question:KEY, value = the card
            doubt = session.doubts.get(target)
            return (_card(session, doubt.seat, tap.value, lang) or nothing) if doubt else nothing
        case "undo":
            return _undo(session, target, tap.seen, lang) or nothing
        case "correct":  # correct:SEQ, value = the card
            return _corrected_card(session, target, tap.value, lang) or nothing
    return TapResult(False, "unknown", say(lang, "table.host_unknown", what=tap.decision), seq=session.state.seq)


def _undo(session: Session, target: str, seen: int, lang: str) -> tuple[Payload, ...] | TapResult | None:
    """The last fact made void, or with ``undo:SEQ`` all back to that one; stale when the host has not seen the last."""
    facts = undoable(session, lang)
    if not target:
        return (session.correction(facts[0][0], None, "host"),) if facts else None
    wanted = [seq for seq, _ in facts if seq >= int(target)] if target.isdigit() else []
    if not wanted or wanted[-1] != int(target):
        return None
    if wanted[0] > seen:
        return TapResult(False, "stale", say(lang, "table.undo_stale", what=facts[0][1]), seq=session.state.seq)
    return tuple(session.correction(seq, None, "host") for seq in wanted)


async def _clock(session: Session, tap: Tap) -> tuple[Payload, ...] | TapResult | None:
    """The table's answer to "time is up": he waits, or he is out (R-222)."""
    clock = session.turn_clock
    if not clock.asked or tap.decision != f"answer_question:{clock.question_id}":
        return None
    if tap.value == WAIT:
        await clock.wait_longer()
        return TapResult(True, "taken", "", seq=session.state.seq)
    word = clock.leaves()
    return (word,) if word is not None else None


def _bad_card(session: Session, text: str, lang: str) -> TapResult:
    return TapResult(False, "bad_card", say(lang, "table.bad_card", card=text), seq=session.state.seq)


def _card(session: Session, seat: str, text: str, lang: str) -> tuple[Payload, ...] | TapResult | None:
    hand = session.state.hand
    if hand is None or hand.over or seat not in (*hand.seats, CENTRE):
        return None
    try:
        card = parse_card(text)
    except CardError:
        return _bad_card(session, text, lang)
    for e in hand.expected_cards:
        if e.seat == seat and e.turn_place is not None:
            return (CardTurned(seat=seat, place=e.turn_place, card=card),)
        if e.seat == seat and e.up:
            return (CardDealt(seat=seat, up=True, card=card),)
    last = next(
        (
            seq
            for seq, p in reversed(session.state.hand_facts)
            if isinstance(p, (CardDealt, CardTurned)) and p.seat == seat and p.card is not None
        ),
        None,
    )
    return _corrected_card(session, str(last), text, lang) if last is not None else None


def _placed_card(
    session: Session, seat: str, place: int, text: str, lang: str
) -> tuple[Payload, ...] | TapResult | None:
    """The correction of the card that lies at ``place`` of a seat or of the centre, counted from 0."""
    facts = [(n, p) for n, p in effective(session.state.hand_facts) if getattr(p, "seat", None) == seat]
    if seat == CENTRE:  # cards may have been taken from it (V-24): what lies there tells which fact brought it
        lying = session.state.hand.centre if session.state.hand is not None else ()
        code = lying[place].card if place < len(lying) else None
        brought = [n for n, p in facts if isinstance(p, CardDealt) and p.card == code]
        return _corrected_card(session, str(brought[0]), text, lang) if code is not None and brought else None
    turned = [n for n, p in facts if isinstance(p, CardTurned) and p.place == place]
    dealt = [n for n, p in facts if isinstance(p, CardDealt)]
    if turned:
        return _corrected_card(session, str(turned[-1]), text, lang)
    return _corrected_card(session, str(dealt[place]), text, lang) if place < len(dealt) else None


def _corrected_card(session: Session, seq_text: str, text: str, lang: str) -> tuple[Payload, ...] | TapResult | None:
    try:
        card = parse_card(text)
    except CardError:
        return _bad_card(session, text, lang)
    if not seq_text.isdigit():
        return None
    for seq, p in session.state.hand_facts:
        if seq == int(seq_text):
            if isinstance(p, CardDealt) and p.up:
                return (session.correction(seq, CardDealt(seat=p.seat, up=True, card=card), "host"),)
            if isinstance(p, CardTurned):
                return (session.correction(seq, CardTurned(seat=p.seat, place=p.place, card=card), "host"),)
    return None


__all__ = ["host_action", "host_view", "name_of", "undoable"]
