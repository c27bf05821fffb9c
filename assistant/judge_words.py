"""A showdown seen cold in words: who wins and why, or what is asked and how it may be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.engine.option_words import option_sentence, option_title
from assistant.engine.options import Options
from assistant.engine.showdown import fill
from assistant.judge_case import NEW, NONE, Ask, is_card
from assistant.judging import Question, Ruling
from assistant.phrases import catalogue, say
from assistant.vision.reading import card_text
from assistant.vision.records import JOKER


def as_json(ruling: Ruling, lang: str, asks: Sequence[Ask] = ()) -> dict[str, Any]:
    """The ruling with the keys seats, winners, headline, reason, words, unread, rules, questions, and asks."""
    v = ruling.verdict
    names = {s: place(s, lang) for s in ruling.hands}
    return {
        "seats": {s: list(c) for s, c in ruling.hands.items()},
        "winners": list(v.winners) if v is not None else [],
        "headline": headline(ruling, lang),
        "reason": fill(reason(ruling, lang), names),
        "words": {s: w[lang != "pt-BR"] for s, w in ruling.words.items()},
        "unread": dict(ruling.unread),
        "rules": [{"code": c, "text": t} for c, t in rules(ruling, lang)],
        "questions": [question(q, lang) for q in ruling.questions],
        "asks": [ask_json(a, lang) for a in asks],
    }


def ask_json(ask: Ask, lang: str) -> dict[str, Any]:
    """A question with its answers to tap: id, text, choices (value, text), whether any card or none may be answered."""
    choices = [*ask.choices, *([NONE] if ask.none else [])]
    return {
        "id": ask.id,
        "text": question(ask.question, lang),
        "choices": [{"value": c, "text": choice(c, lang, ask.id)} for c in choices],
        "any_card": ask.any_card,
    }


def choice(value: str, lang: str, ask: str) -> str:
    """One answer as a button says it; ``ask`` is the id of what was asked."""
    if value in (NONE, NEW):
        return say(lang, f"judge.{value}")
    if is_card(value):
        return card(value, lang)
    return value.replace("T", "10") if ask == "deck" else place(value, lang)


def card(code: str, lang: str) -> str:
    """A card as people write it."""
    return card_text(JOKER if code == "Jk" else code, lang)


def place(seat: str, lang: str) -> str:
    """A seat, or a hand in a picture without a layout, as people call it."""
    return say(lang, "judge.hand" if seat.isalpha() and len(seat) == 1 else "judge.seat", seat=seat)


def reason(ruling: Ruling, lang: str) -> str:
    """Why; where a doubtful card would change the words of it but not the winner, only that is said."""
    if ruling.verdict is None:
        return ""
    return ruling.reason[lang != "pt-BR"] or say(lang, "judge.whatever")


def headline(ruling: Ruling, lang: str) -> str:
    """Who wins, in one line; "" without a verdict."""
    v = ruling.verdict
    if v is None:
        return ""
    who = [place(s, lang) for s in v.winners]
    if len(who) == 1:
        return say(lang, "judge.wins", who=who[0])
    return say(lang, "judge.share", who=", ".join(who))


def rules(ruling: Ruling, lang: str) -> list[tuple[str, str]]:
    """The rules the verdict rests on in words, and the house option that decided."""
    v = ruling.verdict
    if v is None:
        return []
    out = [(c, catalogue(lang).get(f"rule.{c}", "")) for c in v.rules]
    if not ruling.reason[0]:
        return out[:1]
    name, _, _ = v.option.partition("=")
    if name:
        out.append((option_title(name, lang), option_sentence(name, getattr(Options(), name), lang)))
    return out


def question(q: Question, lang: str) -> str:
    """What must be answered, in words."""
    if q.doubt is not None:
        return doubtful(q, lang)
    params: Mapping[str, Any] = {**dict(q.params), "seat": place(q.seat, lang) if q.seat else ""}
    if "card" in params:
        params = {**params, "card": card(str(params["card"]), lang)}
    return say(lang, f"judge.{q.code}", **params)


def doubtful(q: Question, lang: str) -> str:
    """The question about a card that could not be read: one of two or three, or any."""
    assert q.doubt is not None
    seat = place(q.seat, lang)
    seat = seat[:1].upper() + seat[1:]
    names = [card(c, lang) for c in q.choices]
    if 1 <= len(names) <= 3:
        return say(
            lang,
            "judge.one_of",
            seat=seat,
            cards=", ".join(names[:-1]) + say(lang, "judge.or") + names[-1] if names[1:] else names[0],
        )
    why = say(lang, "speak.small") if q.doubt.reason == "small" else say(lang, f"eye.{q.doubt.reason}")
    return say(lang, "judge.which_card", seat=seat, why=why)


def as_text(photos: Sequence[str], ruling: Ruling, lang: str) -> str:
    """The ruling for people: the hands, then who wins and why, or the questions."""
    lines = [say(lang, "speak.photo", path=photo) for photo in photos]
    v = ruling.verdict
    for seat, cards in ruling.hands.items():
        names = [card(c, lang) for c in cards] + ["?"] * ruling.unread.get(seat, 0)
        words = " — " + ruling.words[seat][lang != "pt-BR"] if seat in ruling.words else ""
        lines.append(f"  {place(seat, lang)}: {' '.join(names)}{words}")
    if v is not None:
        lines.append("★ " + headline(ruling, lang))
        lines.append("  " + fill(reason(ruling, lang), {s: place(s, lang) for s in ruling.hands}))
        lines += [f"  {code}: {text}" for code, text in rules(ruling, lang) if text]
    else:
        lines.append("  " + say(lang, "judge.no_verdict"))
        lines += ["  " + question(q, lang) for q in ruling.questions]
    return "\n".join(lines)
