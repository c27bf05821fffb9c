"""The table's own events in words: places changed, the button, rules agreed, pauses."""

from __future__ import annotations

from assistant.engine.option_words import option_sentence
from assistant.facts import ButtonMoved, Fact, RulesAgreed, SeatsMoved, TablePaused
from assistant.narrator import card_text, name_of
from assistant.phrases import say
from assistant.table import TableState


def table_lines(before: TableState, fact: Fact, after: TableState, lang: str) -> list[str]:
    """The lines of one of these facts; none for any other."""
    p = fact.payload
    match p:
        case SeatsMoved():
            return _moved(before, p, after, lang)
        case ButtonMoved():
            lines = []
            for n, drawn in enumerate(p.drawn):
                lines += [say(lang, "story.again")] if n else []
                lines += [say(lang, "story.drawn", name=name_of(after, s), card=card_text(c)) for s, c in drawn.items()]
            return [*lines, say(lang, "story.button", name=name_of(after, p.seat))]
        case RulesAgreed():
            return [say(lang, "story.rule", sentence=option_sentence(k, v, lang)) for k, v in p.options.items()]
        case TablePaused():
            return [say(lang, "story.paused" if p.paused else "story.resumed")]
    return []


def _moved(before: TableState, p: SeatsMoved, after: TableState, lang: str) -> list[str]:
    was = {player.player: seat for seat, player in before.players.items()}
    out = []
    for who, seat in p.seats.items():
        name = name_of(after, seat)
        if who in p.cards:
            out.append(say(lang, "story.drawn_seat", card=card_text(p.cards[who]), name=name, seat=seat))
        elif was.get(who) != seat:
            out.append(say(lang, "story.moved", name=name, seat=seat))
    return out
