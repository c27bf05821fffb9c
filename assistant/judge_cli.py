"""`fala judge`: photographs of a showdown alone, and the verdict, or what must be asked first."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from assistant.engine.cards import RANKS
from assistant.engine.game import Variant
from assistant.engine.options import OptionError, Options
from assistant.engine.variants import GAMES, build
from assistant.judge_case import NONE, Ask, Case, is_card
from assistant.judge_words import as_json, as_text, choice, question
from assistant.judging import judgeable
from assistant.phrases import DEFAULT, say
from assistant.rank_cli import options_from
from assistant.vision.detectors import detector_called
from assistant.vision.layout import LayoutError, load
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Image
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError


def run_judge(
    photos: Sequence[Path],
    *,
    game: str,
    layout: Path | None = None,
    deck: str | None = None,
    variations: Sequence[str] = (),
    options: Sequence[str] = (),
    each: bool = False,
    said: Sequence[str] = (),
    json_out: bool = False,
    lang: str = DEFAULT,
    ask: Callable[[str], str] | None = None,
) -> int:
    """Print the verdict of photographs of one table (with ``each``: of each): 0, 1 when something must be asked.

    ``said`` are answers ("1.3=Kh"); ``ask`` puts a question to a person and returns his words, where there is one. 2
    when an option makes no sense or a file is no picture.
    """
    variant = build(game, variations)
    if not isinstance(variant, Variant) or not judgeable(variant):
        known = ", ".join(g.id for g in GAMES.values() if judgeable(g))
        return _complain(say(lang, "judge.bad_game", game=game, games=known))
    if deck is not None and deck.upper() not in RANKS:
        return _complain(say(lang, "eye.bad_deck", deck=deck))
    try:
        house = Options.from_mapping({**variant.options, **options_from(None, options).changed()})
        where = load(layout) if layout is not None else None
        recogniser = Recogniser(detector_called("yolo"), live=True)
    except OptionError as e:
        return _complain(e.sentence(lang))
    except LayoutError as e:
        return _complain(say(lang, "speak.bad_layout", reason=e))
    except WeightsError as e:
        return _complain(say(lang, "eye.no_weights", reason=e))
    status = 0
    for group in [[p] for p in photos] if each else [list(photos)]:
        images = _opened(group, lang)
        if len(images) < len(group):
            status = 2
        if not images:
            continue
        case = Case(variant, deck.upper() if deck else None, house, where)
        for _, image in images:
            case.look(recogniser, image)
        names = [str(path) for path, _ in images]
        told = _tell(case, said, lang)
        if told is not None:
            return _complain(told)
        status = status or _print(case, names, json_out, lang, ask)
    return status


def _opened(photos: Sequence[Path], lang: str) -> list[tuple[Path, Image]]:
    """The photographs that are pictures; of each other it is said what is wrong."""
    out = []
    for photo in photos:
        try:
            out.append((photo, open_still(photo)))
        except NotAPicture as e:
            _complain(say(lang, f"eye.{e.code}", path=e.path))
    return out


def _tell(case: Case, said: Sequence[str], lang: str) -> str | None:
    """Give the answers of the command line; returns what is wrong with the first that does not fit."""
    for one in said:
        name, _, value = one.partition("=")
        if not case.answer(name.strip(), card_code(value)):
            asks = ", ".join(a.id for a in case.asks(case.ruling()))
            return say(lang, "judge.bad_say", answer=one, asks=asks or "-")
    return None


def _print(case: Case, names: Sequence[str], json_out: bool, lang: str, ask: Callable[[str], str] | None) -> int:
    ruling = case.ruling()
    skipped: set[str] = set()
    while ask is not None and ruling.verdict is None:
        open_asks = [a for a in case.asks(ruling) if (a.choices or a.any_card) and a.id not in skipped]
        if not open_asks:
            break
        value = _answer(open_asks[0], names, lang, ask)
        if not value or not case.answer(open_asks[0].id, value):
            skipped.add(open_asks[0].id)
        ruling = case.ruling()
    asks = case.asks(ruling)
    if json_out:
        key = {"image": names[0]} if len(names) == 1 else {"images": list(names)}
        print(json.dumps({**key, **as_json(ruling, lang, asks)}, ensure_ascii=False), flush=True)
    else:
        print(as_text(names, ruling, lang), flush=True)
        if answerable := [a for a in asks if a.choices or a.any_card]:
            one = answerable[0]
            example = f"{one.id}={one.choices[0] if one.choices else 'Kh'}"
            print("  " + say(lang, "judge.how_to_answer", example=example), flush=True)
    return 0 if ruling.verdict is not None else 1


def _answer(one: Ask, names: Sequence[str], lang: str, ask: Callable[[str], str]) -> str:
    """Put one question to a person: a number for each likely answer; "" if he does not know."""
    values = [*one.choices, *([NONE] if one.none else [])]
    lines = [question(one.question, lang) + (f"  ({names[one.photo]})" if len(names) > 1 and one.photo >= 0 else "")]
    lines += [f"  {i}) {choice(v, lang, one.id)}" for i, v in enumerate(values, 1)]
    if one.any_card and values:
        lines.append(f"  {len(values) + 1}) {say(lang, 'judge.other')}")
    text = ask("\n".join([*lines, say(lang, "judge.ask_number" if values else "judge.ask_card") + ": "])).strip()
    if text.isdigit() and 1 <= int(text) <= len(values):
        return values[int(text) - 1]
    if one.any_card and values and text == str(len(values) + 1):
        text = ask(say(lang, "judge.ask_card") + ": ").strip()
    return card_code(text) if not one.any_card or is_card(card_code(text)) else ""


def card_code(text: str) -> str:
    """A card as people type it ("10c", "kh") in the engine's letters; anything else as it is."""
    text = text.strip()
    code = text.upper().replace("10", "T")
    code = code[:1] + code[1:].lower()
    return code if is_card(code) else text


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2
