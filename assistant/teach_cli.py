"""`fala teach`, `fala teach-chips`, `fala deck-check`: what the camera learns of a table, and checks before a night."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2

from assistant.config import data_folder
from assistant.phrases import say
from assistant.vision.chips.count import ChipCounter
from assistant.vision.chips.stacks import count_stacks
from assistant.vision.chips.taught import ChipsError
from assistant.vision.chips.taught import learn as learn_chips
from assistant.vision.chips.taught import load as load_chips
from assistant.vision.chips.taught import store as store_chips
from assistant.vision.chips.words import colour_text
from assistant.vision.deck.check import DeckCheck
from assistant.vision.deck.eyes import IndexEyes
from assistant.vision.deck.lesson import deck_names
from assistant.vision.deck.lesson import learn as learn_deck
from assistant.vision.deck.reading import TaughtRecogniser
from assistant.vision.deck.taught import DeckError, TaughtDeck
from assistant.vision.deck.taught import load as load_deck
from assistant.vision.deck.taught import store as store_deck
from assistant.vision.detectors import detector_called
from assistant.vision.reading import card_text
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import RANKS, SUITS, Image
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError

REFUSED, UNUSABLE = 1, 2  # exit codes: the lesson teaches nothing; a file or an option cannot be used


def table_folder(table: str, data: Path | None) -> Path:
    """Where everything of one table lies."""
    return data_folder(data) / "tables" / table


def parse_card(text: str) -> str:
    """A card as people type it ("As", "10h", "TH") in the engine's form; ValueError for anything else."""
    t = text.strip().replace("10", "T")
    if t.lower() == "joker":
        return "joker"
    if len(t) != 2 or t[0].upper() not in RANKS or t[1].lower() not in SUITS:
        raise ValueError(text)
    return t[0].upper() + t[1].lower()


def parse_order(text: str) -> list[str]:
    """The order in which cards were shown: a list ("As 2s 3s …"), or ranks/suits ("A23456789TJQK/shdc")."""
    if "/" in text:
        ranks, _, suits = text.replace("10", "T").partition("/")
        return [parse_card(r + s) for s in suits.strip() for r in ranks.strip()]
    return [parse_card(part) for part in text.replace(",", " ").split()]


def _pictures(paths: Sequence[Path], lang: str) -> list[tuple[Path, Image]] | None:
    out = []
    for path in paths:
        try:
            out.append((path, open_still(path)))
        except NotAPicture as e:
            _complain(say(lang, f"eye.{e.code}", path=e.path))
            return None
    return out


def _complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def refusal_text(error: DeckError | ChipsError, lang: str) -> str:
    """Why a lesson was refused and what to do, cards by their names."""
    params: dict[str, Any] = dict(error.params)
    if error.code.startswith("lesson"):
        for key in ("card", "one", "other", "seen", "named"):
            if isinstance(params.get(key), str):
                params[key] = card_text(params[key], lang)
    if isinstance(params.get("cards"), list):
        params["cards"] = " ".join(card_text(c, lang) for c in params["cards"])
    if "guesses" in params:
        guesses: dict[int, str] = params["guesses"]
        params["numbers"] = ", ".join(f"{n} ({card_text(c, lang)}?)" for n, c in guesses.items())
        params["example"] = " ".join(f"--name {n}={c}" for n, c in list(guesses.items())[:2])
    colours = {"colour", "one", "other"} if isinstance(error, ChipsError) else set()
    for key in colours & params.keys():
        params[key] = colour_text(str(params[key]), lang)
    return say(lang, f"teach.{error.code}", **params)


def run_teach(
    paths: Sequence[Path],
    *,
    table: str,
    data: Path | None,
    deck: str,
    order: str | None,
    named: Sequence[str],
    draw: Path | None,
    lang: str,
) -> int:
    """`fala teach`: 0 when the deck was learnt, 1 when the lesson was refused, 2 for files or options of no use."""
    deck = "T" if deck == "10" else deck.upper()
    try:
        if deck not in RANKS or len(deck) != 1:
            raise ValueError(deck)
        in_order = parse_order(order) if order else None
        said = {int(n): parse_card(c) for n, _, c in (s.partition("=") for s in named)}
    except ValueError as e:
        _complain(say(lang, "teach.bad_option", text=e))
        return UNUSABLE
    pictures = _pictures(paths, lang)
    if pictures is None:
        return UNUSABLE
    try:
        recogniser, eyes = Recogniser(detector_called("yolo")), IndexEyes()
    except WeightsError as e:
        _complain(say(lang, "eye.no_weights", reason=e))
        return UNUSABLE
    jokers = int("joker" in (*(in_order or ()), *said.values()))
    try:
        lesson = learn_deck(
            pictures, recogniser, eyes, wanted=deck_names(deck, jokers), order=in_order, said=said,
            progress=_progress(lang),
        )  # fmt: skip
    except DeckError as e:
        _complain(refusal_text(e, lang))
        if e.code == "lesson_asks" and draw is not None:
            _numbers(pictures, recogniser, draw, lang)
        _complain(say(lang, "teach.nothing_kept"))
        return REFUSED
    folder = table_folder(table, data)
    try:
        store_deck(lesson.deck, folder)
    except OSError as e:
        _complain(say(lang, "teach.not_kept", path=folder, reason=e))
        return UNUSABLE
    print(say(lang, "teach.learnt", cards=lesson.cards, pictures=lesson.pictures, table=table))
    print(say(lang, "teach.back_learnt" if lesson.deck.backs else "teach.no_back"))
    for one, other in lesson.deck.confusable:
        print(say(lang, "teach.confusable", one=card_text(one, lang), other=card_text(other, lang)))
    return 0


def _progress(lang: str) -> Callable[[int, int], None] | None:
    if not sys.stderr.isatty():
        return None

    def tell(done: int, of: int) -> None:
        print("\r" + say(lang, "teach.progress", done=done, of=of), end="\n" if done == of else "", file=sys.stderr)

    return tell


def _numbers(pictures: Sequence[tuple[Path, Image]], recogniser: Recogniser, folder: Path, lang: str) -> None:
    """Write the lesson's pictures with each card's number on it, so that people can say which is which."""
    from assistant.vision.deck.lesson import shown_in

    folder.mkdir(parents=True, exist_ok=True)
    before = 0
    for path, image in pictures:
        shown = shown_in(path, image, recogniser, before)
        before += len(shown)
        out = image.copy()
        unit = max(image.shape[:2]) / 900
        for s in shown:
            at = (round(s.sighting.centre[0] - 16 * unit), round(s.sighting.centre[1] + 8 * unit))
            for ink, thick in (((255, 255, 255), 9), ((30, 30, 200), 3)):
                cv2.putText(out, str(s.number), at, cv2.FONT_HERSHEY_SIMPLEX, unit, ink, max(1, round(thick * unit)))
        cv2.imwrite(str(folder / f"{path.stem}.jpg"), out)
    _complain(say(lang, "teach.numbers_drawn", folder=folder))


def parse_values(text: str | None) -> dict[str, int | None]:
    """What each colour is worth, as people type it: "red=1 blue=5, green=25"; ValueError for anything else."""
    out: dict[str, int | None] = {}
    for part in (text or "").replace(",", " ").split():
        name, sign, value = part.partition("=")
        if not name or name in out or (sign and not value.isdigit()) or (sign and int(value) <= 0):
            raise ValueError(part)
        out[name] = int(value) if sign else None
    return out


def run_teach_chips(path: Path, *, table: str, data: Path | None, values: str | None, lang: str) -> int:
    """`fala teach-chips`: 0 when the colours were learnt, 1 when refused, 2 for files or options of no use."""
    try:
        wanted = parse_values(values)
    except ValueError as e:
        _complain(say(lang, "teach.bad_values", text=e))
        return UNUSABLE
    pictures = _pictures([path], lang)
    if pictures is None:
        return UNUSABLE
    image = pictures[0][1]
    try:
        counter = ChipCounter()
        sightings = Recogniser(detector_called("yolo")).look(image)
    except WeightsError as e:
        _complain(say(lang, "eye.no_weights", reason=e))
        return UNUSABLE
    chips, _ = counter.find(image, sightings)
    try:
        if not chips:
            raise ChipsError("no_chips")
        sharp = min(2 * e.b for e in chips)
        if sharp < 24:
            raise ChipsError("chips_small", pixels=round(sharp), needs=24)
        described, odds = counter.look(image, chips, sightings)
        learnt = learn_chips(list(described), odds, wanted)
        folder = table_folder(table, data)
        store_chips(learnt, folder)
    except ChipsError as e:
        _complain(refusal_text(e, lang))
        _complain(say(lang, "teach.nothing_kept"))
        return REFUSED
    except OSError as e:
        _complain(say(lang, "teach.not_kept", path=table_folder(table, data), reason=e))
        return UNUSABLE
    for kind in learnt.kinds:
        worth = say(lang, "teach.worth", value=kind.value) if kind.value is not None else say(lang, "teach.no_worth")
        print(say(lang, "teach.chip_learnt", colour=colour_text(kind.name, lang), worth=worth))
    return 0


def run_deck_check(
    paths: Sequence[Path], *, table: str | None, data: Path | None, deck: str, again: bool, as_json: bool, lang: str
) -> int:
    """`fala deck-check`: 0 when every card is there once, 1 where something is wrong or open, 2 as above."""
    deck = "T" if deck == "10" else deck.upper()
    if deck not in RANKS or len(deck) != 1:
        _complain(say(lang, "eye.bad_deck", deck=deck))
        return UNUSABLE
    pictures = _pictures(paths, lang)
    if pictures is None:
        return UNUSABLE
    opened = open_table(table, data, lang)
    if opened is None:
        return UNUSABLE
    recogniser, taught = opened
    check = DeckCheck(taught.names if taught is not None else deck_names(deck), again)
    for _, image in pictures:
        sightings = recogniser.look(image)
        check.add(sightings)
        check.add_backs(image, sightings, taught.backs if taught is not None else ())
    if as_json:
        print(json.dumps(_check_json(check)))
    else:
        print(check_text(check, lang))
    return 0 if check.complete else REFUSED


def open_table(table: str | None, data: Path | None, lang: str) -> tuple[Recogniser, TaughtDeck | None] | None:
    """The recogniser of a table, with its taught deck where it has one; says why where it cannot be had."""
    try:
        taught = load_deck(table_folder(table, data)) if table else None
        detector = detector_called("yolo")
        return (TaughtRecogniser(detector, taught) if taught is not None else Recogniser(detector)), taught
    except DeckError as e:
        _complain(refusal_text(e, lang))
    except WeightsError as e:
        _complain(say(lang, "eye.no_weights", reason=e))
    return None


def _check_json(check: DeckCheck) -> dict[str, object]:
    return {
        "complete": check.complete, "missing": check.missing, "surely_missing": check.settled, "double": check.double,
        "doubtful": [{"picture": n, "may_be": m} for n, m in check.doubtful], "strange": dict(check.strange),
        "backs": check.backs, "hidden_backs": check.hidden_backs, "odd_backs": check.odd_backs,
        "pictures": check.pictures,
    }  # fmt: skip


def check_text(check: DeckCheck, lang: str) -> str:
    """The check's result for people, the plainest first."""

    def cards(names: Sequence[str]) -> str:
        return " ".join(card_text(c, lang) for c in names)

    if check.complete:
        return say(lang, "deckcheck.complete", cards=len(check.wanted))
    lines = []
    if check.double:
        lines.append(say(lang, "deckcheck.double", cards=cards(check.double)))
    if check.strange:
        lines.append(say(lang, "deckcheck.strange", cards=cards(tuple(check.strange))))
    if check.settled:
        lines.append(say(lang, "deckcheck.missing", cards=cards(check.settled)))
    open_ones = tuple(c for c in check.missing if c not in check.settled)
    if open_ones:
        lines.append(say(lang, "deckcheck.unseen", cards=cards(open_ones)))
    for number in sorted({n for n, _ in check.doubtful}):
        unread = sum(1 for n, _ in check.doubtful if n == number)
        lines.append(say(lang, "deckcheck.doubtful", picture=number, cards=unread))
    if check.odd_backs:
        where = ", ".join(str(n) for n in sorted(set(check.odd_backs)))
        lines.append(say(lang, "deckcheck.odd_back", count=len(check.odd_backs), pictures=where))
    if check.hidden_backs:
        lines.append(say(lang, "deckcheck.hidden_backs", seen=check.backs, cards=len(check.wanted)))
    return "\n".join(lines)


def run_read_table(
    paths: Sequence[Path], *, table: str | None, data: Path | None, stack: bool, json_out: bool, draw: Path | None,
    detector: str, deck: str | None, lang: str,
) -> int:  # fmt: skip
    """`fala read --table NAME` with what that table was taught, and `fala read --stack` for stacks from the side."""
    if stack:
        return run_stacks(paths, json_out=json_out, lang=lang)
    from assistant.vision.reading import run_read

    folder = table_folder(table or "", data)
    try:
        taught, chips = load_deck(folder), load_chips(folder)
    except (DeckError, ChipsError) as e:
        _complain(refusal_text(e, lang))
        return UNUSABLE
    if taught is None and chips is None:
        _complain(say(lang, "teach.nothing_taught", table=table))
        return UNUSABLE
    return run_read(
        paths, json_out=json_out, draw=draw, detector=detector, deck=deck, lang=lang, taught=taught, chips=chips
    )


def run_stacks(paths: Sequence[Path], *, json_out: bool, lang: str) -> int:
    """Count the stacks of photographs taken from the side: 0 when all are sure, 1 where somebody is asked."""
    pictures = _pictures(paths, lang)
    if pictures is None:
        return UNUSABLE
    asked = False
    for path, image in pictures:
        try:
            stacks = count_stacks(image)
        except WeightsError as e:
            _complain(say(lang, "eye.no_weights", reason=e))
            return UNUSABLE
        asked = asked or not stacks or not all(s.sure for s in stacks)
        if json_out:
            seen = [{"count": s.count, "sure": s.sure, "box": [round(v, 1) for v in s.box]} for s in stacks]
            print(json.dumps({"image": str(path), "stacks": seen}))
        elif not stacks:
            print(say(lang, "stack.none", path=path))
        elif not all(s.sure for s in stacks):
            print(say(lang, "stack.asks", path=path, guess=", ".join(str(s.count) for s in stacks)))
        elif len(stacks) == 1:
            print(say(lang, "stack.count", path=path, count=stacks[0].count))
        else:
            print(say(lang, "stack.counts", path=path, counts=", ".join(str(s.count) for s in stacks)))
    return REFUSED if asked else 0
