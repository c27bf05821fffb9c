"""The host about the table itself: places, who deals, rules, pauses, words corrected."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from assistant.engine.cards import deck_cards
from assistant.engine.hand import effective
from assistant.engine.option_words import SECTIONS, option_sentence, option_title
from assistant.engine.options import REGISTER, OptionError, Options, OptionSpec
from assistant.engine.refusal import Refusal
from assistant.engine.seating import drawn_seats, first_dealer, who_cuts
from assistant.engine.variants import VARIATIONS, build
from assistant.facts import Acted, ButtonMoved, Payload, RulesAgreed, SeatsMoved, TablePaused
from assistant.narrator import name_of, refusal_text, word_text
from assistant.phrases import say
from assistant.table import TableState
from assistant.views import OptionView, RuleView, SpokenView, Tap, TapResult

if TYPE_CHECKING:
    from assistant.session import Session

WORDS_SHOWN = 8
Answer = tuple[Payload, ...] | TapResult
_BETWEEN = ("move", "draw_seats", "draw_button", "button", "rules")


def table_word(session: Session, tap: Tap, lang: str) -> Answer | None:
    """What the host asked about the table, as the facts to propose or the answer; None for another kind of word."""
    verb, _, target = tap.decision.partition(":")
    state = session.state
    if verb in _BETWEEN and state.in_hand:
        return _no(session, "only_between", say(lang, "table.only_between"))
    match verb:
        case "move":  # move:SEAT, value = the other place, free or not
            return _move(session, target, tap.value, lang)
        case "draw_seats":
            return _draw_seats(session, lang)
        case "draw_button":
            return _draw_button(session, lang)
        case "button":  # button:SEAT deals next
            if target not in state.players:
                return _no(session, "nobody_there", say(lang, "table.nobody_there", seat=target))
            return (ButtonMoved(seat=target),)
        case "rules":  # rules:OPTION, value = its value as written
            return _rule(session, target, tap.value, lang)
        case "pause" | "resume":
            if state.paused == (verb == "pause"):
                return _no(session, "nothing", say(lang, "table.host_nothing"))
            return (TablePaused(paused=verb == "pause"),)
        case "word":  # word:SEQ, value = the word that was really said, with its amount
            return _word(session, target, tap, lang)
    return None


def _no(session: Session, code: str, text: str) -> TapResult:
    return TapResult(False, code, text, seq=session.state.seq)


# --- places and who deals


def _move(session: Session, seat: str, wanted: str, lang: str) -> Answer:
    state = session.state
    if seat not in state.players:
        return _no(session, "nobody_there", say(lang, "table.nobody_there", seat=seat))
    if wanted not in state.seats or wanted == seat:
        return _no(session, "no_such_seat", say(lang, "table.no_such_seat", seat=wanted))
    now = {p.player: s for s, p in state.players.items()}
    now[state.players[seat].player] = wanted
    if wanted in state.players:
        now[state.players[wanted].player] = seat
    return (SeatsMoved(seats=now),)


def _draw(cards: list[str], count: int) -> list[str]:
    return [cards.pop(secrets.randbelow(len(cards))) for _ in range(count)]


def _draw_seats(session: Session, lang: str) -> Answer:
    """A card lies open at each place, and equal cards are dealt to the players (R-071)."""
    state = session.state
    people = [state.players[s].player for s in state.seats if s in state.players]
    if len(people) < 2:
        return _no(session, "too_few", say(lang, "table.too_few"))
    seats = [s for s in state.seats if s in state.players]
    drawn = _draw(list(deck_cards("2", 0)), len(seats))
    places = dict(zip(seats, drawn, strict=True))
    cards = dict(zip(people, _draw(list(drawn), len(drawn)), strict=True))
    return (SeatsMoved(seats=drawn_seats(places, cards), places=places, cards=cards),)


def _draw_button(session: Session, lang: str) -> Answer:
    """Everybody draws; the highest deals, and who ties draws again from the cards left (R-072)."""
    ready = session.state.ready_seats() or tuple(s for s in session.state.seats if s in session.state.players)
    if len(ready) < 2:
        return _no(session, "too_few", say(lang, "table.too_few"))
    rounds: list[dict[str, str]] = []
    again: tuple[str, ...] = ready
    while True:
        drawn = dict(zip(again, _draw(list(deck_cards("2", 0)), len(again)), strict=True))
        rounds.append(drawn)
        found = first_dealer(drawn)
        if found.seat is not None:
            return (ButtonMoved(seat=found.seat, drawn=tuple(rounds)),)
        again = found.again


def dealing_people(state: TableState) -> tuple[str | None, str | None]:
    """Who deals (this hand, or the next between hands) and who cuts, to his right (R-073, R-075)."""
    hand = state.hand
    if hand is not None and not hand.over:
        return hand.dealer, who_cuts(hand.seats, hand.dealer)
    ready, dealer = state.ready_seats(), state.button_for_next()
    if dealer is None or dealer not in ready or len(ready) < 2:
        return dealer, None
    return dealer, who_cuts(ready, dealer)


# --- rules


def rules(session: Session, lang: str) -> tuple[RuleView, ...]:
    """Every house option with what holds from the next hand on, in the order of the page that a table signs."""
    known = {k: v for k, v in session.state.options.items() if k in REGISTER}
    options = Options.from_mapping(known)
    out = []
    for title_pt, title_en, table in SECTIONS:
        for name in table:
            spec, value = REGISTER[name], getattr(options, name)
            choices = tuple(OptionView(_written(v), option_sentence(name, v, lang)) for v in spec.values)
            out.append(
                RuleView(
                    name=name,
                    section=title_en if lang == "en" else title_pt,
                    title=option_title(name, lang),
                    value=_written(value),
                    sentence=option_sentence(name, value, lang),
                    options=choices,
                    minimum=spec.minimum,
                    standard=value == spec.default,
                )
            )
    return tuple(out)


def variations(game: str, lang: str) -> tuple[OptionView, ...]:
    """What may be laid over a game for a hand, by name."""
    return tuple(
        OptionView(v.id, v.name_en if lang == "en" else v.name_pt)
        for v in VARIATIONS.values()
        if not isinstance(build(game, (v.id,)), Refusal)
    )


def _rule(session: Session, name: str, text: str, lang: str) -> Answer:
    spec = REGISTER.get(name)
    try:
        if spec is None:
            raise OptionError("unknown_option", name)
        value = _read(spec, text)
        known = {k: v for k, v in session.state.options.items() if k in REGISTER}
        Options.from_mapping({**known, name: value})
    except OptionError as e:
        return _no(session, "option_wrong", e.sentence(lang))
    return (RulesAgreed(options={name: list(value) if isinstance(value, tuple) else value}),)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(str(v) for v in value)
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _read(spec: OptionSpec, text: str) -> Any:
    for value in spec.values:
        if _written(value) == text:
            return value
    if spec.minimum is not None and text.lstrip("-").isdigit():
        return int(text)
    raise OptionError("bad_value", spec.name, text, spec.allowed, spec.minimum)


# --- words already said


def spoken(session: Session, lang: str) -> tuple[SpokenView, ...]:
    """The last words of the betting in the present hand, newest first: any of them may have been heard wrong."""
    state = session.state
    if not state.in_hand:
        return ()
    words = [(seq, p) for seq, p in effective(state.hand_facts) if isinstance(p, Acted)]
    return tuple(
        SpokenView(seq, p.seat, f"{name_of(state, p.seat)}: {word_text(p.verb, p.amount, lang)}", p.verb, p.amount)
        for seq, p in reversed(words[-WORDS_SHOWN:])
    )


def _word(session: Session, target: str, tap: Tap, lang: str) -> Answer:
    """Another word in the place of the one noted; refused where the hand would not have allowed it then."""
    hand = session.state.hand
    if hand is None or hand.over or not target.isdigit():
        return _no(session, "nothing", say(lang, "table.host_nothing"))
    for seq, p in effective(session.state.hand_facts):
        if seq == int(target) and isinstance(p, Acted):
            right = session.correction(seq, Acted(seat=p.seat, verb=tap.value, amount=tap.amount), "host")
            refusal = session.refolded(right)
            if refusal is not None:
                return _no(session, refusal.code, refusal_text(refusal, lang))
            return (right,)
    return _no(session, "nothing", say(lang, "table.host_nothing"))
