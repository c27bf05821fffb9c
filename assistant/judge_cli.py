"""`fala judge`: photographs of a showdown alone, and the verdict, or what must be asked first."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from assistant.engine.cards import RANKS
from assistant.engine.game import Variant
from assistant.engine.option_words import option_sentence, option_title
from assistant.engine.options import Options
from assistant.engine.showdown import fill
from assistant.engine.variants import GAMES, build
from assistant.judging import Question, Ruling, judgeable, look_twice, rule, seats_in
from assistant.open_cards import SeatCards
from assistant.phrases import DEFAULT, catalogue, say
from assistant.speak_cli import question as card_question
from assistant.vision.detectors import detector_called
from assistant.vision.layout import Layout, LayoutError, load
from assistant.vision.reading import card_text
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import JOKER
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError


def run_judge(
    photos: Sequence[Path],
    *,
    game: str,
    layout: Path | None = None,
    deck: str | None = None,
    variations: Sequence[str] = (),
    json_out: bool = False,
    lang: str = DEFAULT,
) -> int:
    """Print the verdict of each photograph: 0, 1 when something must be asked, 2 when an option makes no sense."""
    variant = build(game, variations)
    if not isinstance(variant, Variant) or not judgeable(variant):
        known = ", ".join(g.id for g in GAMES.values() if judgeable(g))
        return _complain(say(lang, "judge.bad_game", game=game, games=known))
    if deck is not None and deck.upper() not in RANKS:
        return _complain(say(lang, "eye.bad_deck", deck=deck))
    try:
        where = load(layout) if layout is not None else None
        recogniser = Recogniser(detector_called("yolo"), live=True)
    except LayoutError as e:
        return _complain(say(lang, "speak.bad_layout", reason=e))
    except WeightsError as e:
        return _complain(say(lang, "eye.no_weights", reason=e))
    status = 0
    for photo in photos:
        try:
            image = open_still(photo)
        except NotAPicture as e:
            status = 2
            _complain(say(lang, f"eye.{e.code}", path=e.path))
            continue
        seats = _look(recogniser, image, where)
        ruling = rule(seats, variant, deck.upper() if deck else None)
        if json_out:
            print(json.dumps({"image": str(photo), **as_json(ruling, lang)}, ensure_ascii=False), flush=True)
        else:
            print(as_text(str(photo), ruling, lang), flush=True)
        status = status or (0 if ruling.verdict is not None else 1)
    return status


def _look(recogniser: Recogniser, image: Any, where: Layout | None) -> dict[str, SeatCards]:
    seen = look_twice(recogniser, where.blacken(image) if where is not None else image)
    return seats_in(seen, where, (image.shape[1], image.shape[0]))


def as_json(ruling: Ruling, lang: str) -> dict[str, Any]:
    """The ruling with the keys seats, winners, headline, reason, rules, and questions."""
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
    }


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
        return card_question(q.seat, q.doubt, lang)
    params: Mapping[str, Any] = {**dict(q.params), "seat": place(q.seat, lang) if q.seat else ""}
    if "card" in params:
        params = {**params, "card": card_text(JOKER if params["card"] == "Jk" else str(params["card"]), lang)}
    return say(lang, f"judge.{q.code}", **params)


def as_text(photo: str, ruling: Ruling, lang: str) -> str:
    """The ruling for people: the hands, then who wins and why, or the questions."""
    lines = [say(lang, "speak.photo", path=photo)]
    v = ruling.verdict
    for seat, cards in ruling.hands.items():
        names = [card_text(JOKER if c == "Jk" else c, lang) for c in cards] + ["?"] * ruling.unread.get(seat, 0)
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


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2
