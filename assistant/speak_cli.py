"""`fala speak`: a photograph of the table, and who speaks in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assistant.engine.cards import CardError, deck_cards
from assistant.engine.game import Variant
from assistant.engine.variants import GAMES, build
from assistant.open_cards import Call, Unknown, call
from assistant.phrases import DEFAULT, say
from assistant.vision.detectors import detector_called
from assistant.vision.layout import LayoutError, load
from assistant.vision.reading import card_text
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import JOKER
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError


def run_speak(
    photos: Sequence[Path],
    *,
    layout: Path,
    game: str,
    deck: str | None = None,
    json_out: bool = False,
    lang: str = DEFAULT,
    detector: str = "yolo",
) -> int:
    """Print who speaks in each photograph; 0, or 2 when a file is no picture or an option makes no sense."""
    variant = build(game)
    if not isinstance(variant, Variant) or not variant.open_game:
        known = ", ".join(g.id for g in GAMES.values() if g.open_game)
        return _complain(say(lang, "speak.bad_game", game=game, games=known))
    try:
        where = load(layout)
        cards = deck_cards(deck) if deck is not None else None
        recogniser = Recogniser(detector_called(detector))
    except LayoutError as e:
        return _complain(say(lang, "speak.bad_layout", reason=e))
    except CardError:
        return _complain(say(lang, "eye.bad_deck", deck=deck))
    except WeightsError as e:
        return _complain(say(lang, "eye.no_weights", reason=e))
    failed = False
    for photo in photos:
        try:
            image = open_still(photo)
        except NotAPicture as e:
            failed = True
            _complain(say(lang, f"eye.{e.code}", path=e.path))
            continue
        sightings = recogniser.look(where.blacken(image))
        answer = call(sightings, where, (image.shape[1], image.shape[0]), variant, cards)
        if json_out:
            print(json.dumps(as_json(photo, answer, lang), ensure_ascii=False), flush=True)
        else:
            print(as_text(photo, answer, lang), flush=True)
    return 2 if failed else 0


def as_json(photo: Path, answer: Call, lang: str) -> dict[str, Any]:
    """The answer with the keys image, seats, speaker, announcement and questions."""
    speech = answer.speech
    return {
        "image": str(photo),
        "seats": {seat: list(cards) for seat, cards in answer.seats.items()},
        "speaker": speech.seat if speech is not None else None,
        "announcement": speech.announcement(lang) if speech is not None else None,
        "questions": [question(seat, unknown, lang) for seat, unknown in answer.ask],
    }


def as_text(photo: Path, answer: Call, lang: str) -> str:
    """The answer for people: the cards by seat, then the call and why, or the questions."""
    lines = [say(lang, "speak.photo", path=photo)]
    for seat, cards in answer.seats.items():
        names = " ".join(card_text(JOKER if c == "Jk" else c, lang) for c in cards)
        lines.append(say(lang, "speak.seat", seat=seat, cards=names))
    if answer.speech is not None and answer.speech.seat is not None:
        words = answer.speech.announcement(lang)
        lines.append(say(lang, "speak.call", seat=answer.speech.seat, call=words, why=answer.speech.reason(lang)))
    elif answer.ask:
        lines += ["  " + question(seat, unknown, lang) for seat, unknown in answer.ask]
    else:
        lines.append(say(lang, "speak.nobody"))
    return "\n".join(lines)


def question(seat: str, unknown: Unknown, lang: str) -> str:
    """The question that settles an unread card, naming its seat."""
    if unknown.reason in ("missing", "extra"):
        return say(lang, f"speak.{unknown.reason}", seat=seat)
    why = say(lang, f"eye.{unknown.reason}", pixels="?", needs="?")
    if unknown.reason == "small":
        why = say(lang, "speak.small")
    if unknown.guess is None:
        return say(lang, "speak.show", seat=seat, why=why)
    return say(lang, "speak.show_guess", seat=seat, why=why, card=card_text(unknown.guess, lang))


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2
