"""Reading photographs: what `fala read` does, and one call for whoever has a still in hand."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from assistant.phrases import language, say
from assistant.vision.chips.count import ChipCount, ChipCounter
from assistant.vision.chips.taught import ChipSet
from assistant.vision.chips.words import count_lines, draw_chips
from assistant.vision.deck.reading import TaughtRecogniser
from assistant.vision.deck.taught import TaughtDeck
from assistant.vision.detectors import NAMES, detector_called, known
from assistant.vision.detectors.replay import Recorder, RecordError
from assistant.vision.detectors.ultra import CannotRun
from assistant.vision.drawing import drawn
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import BACK, JOKER, RANKS, Doubt, Image, Sighting
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError

SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True)
class PhotoReading:
    """One photograph read: the picture, its sightings, and the milliseconds the reading took (opening not counted)."""

    path: Path
    image: Image
    sightings: tuple[Sighting, ...]
    ms: float
    chips: ChipCount | None = None

    def as_json(self, lang: str) -> dict[str, Any]:
        """The reading in the form that the scoring tool documents; an unsure card also says why, in ``lang``."""
        cards = []
        for s in self.sightings:
            card: dict[str, Any] = {
                "card": s.card,
                "certainty": round(s.confidence, 4),
                "sure": s.sure,
                "quad": [[round(x, 1), round(y, 1)] for x, y in s.quad],
            }
            if s.doubt is not None:
                card["why"] = doubt_text(s.doubt, lang)
            cards.append(card)
        out: dict[str, Any] = {"image": str(self.path), "cards": cards, "chips": None, "ms": round(self.ms, 1)}
        if self.chips is not None:
            out |= {"chips": self.chips.colours, "chips_seen": self.chips.as_json()}
        return out


def doubt_text(doubt: Doubt, lang: str) -> str:
    """The doubt as a sentence of the catalogue."""
    return say(lang, f"eye.{doubt.code}", pixels=doubt.pixels, needs=doubt.needs)


def card_text(card: str | None, lang: str) -> str:
    """A card's name for people: "10♥", "coringa", "fechada", "?"."""
    if card is None:
        return "?"
    if card in (BACK, JOKER):
        return say(lang, f"eye.{card}")
    return ("10" if card[0] == "T" else card[0]) + SYMBOLS[card[1]]


def with_deck(sightings: Sequence[Sighting], lowest: str) -> list[Sighting]:
    """The sightings checked against a deck from ``lowest`` to the ace, each card once: a conflict is a question.

    What an unsure card may be is narrowed to what the deck leaves; a sure reading is never changed into another card.
    """
    ranks = RANKS[RANKS.index(lowest) :]
    counts = Counter(s.card for s in sightings if s.sure and s.card not in (BACK, JOKER, None))
    out = []
    for s in sightings:
        if s.card in (BACK, JOKER, None):
            out.append(s)
        elif not s.sure and (left := tuple(c for c in s.possible if c == JOKER or (c[0] in ranks and counts[c] != 1))):
            out.append(replace(s, card=s.card if s.card in left else left[0], possible=left))
        elif s.card is not None and s.card[0] not in ranks:
            out.append(replace(s, sure=False, doubt=Doubt("not_in_deck")))
        elif s.sure and counts[s.card] > 1:
            out.append(replace(s, sure=False, doubt=Doubt("twice")))
        else:
            out.append(s)
    return out


def read_photos(
    paths: Sequence[Path], recogniser: Recogniser, deck: str | None = None, counter: ChipCounter | None = None
) -> Iterator[PhotoReading | NotAPicture]:
    """Each photograph read, or the reason why it could not be opened, in the order of ``paths``."""
    for path in paths:
        try:
            image = open_still(path)
        except NotAPicture as e:
            yield e
            continue
        start = time.perf_counter()
        sightings = recogniser.look(image)
        if deck is not None:
            sightings = with_deck(sightings, deck)
        ms = 1000 * (time.perf_counter() - start)
        chips = counter.count(image, sightings) if counter is not None else None
        yield PhotoReading(path, image, tuple(sightings), ms, chips)


def opened(detector: str, lang: str, taught: TaughtDeck | None = None) -> Recogniser | None:
    """The recogniser with the detector of a name, and with a taught deck where there is one.

    Where it cannot be had, says why on stderr and returns None.
    """
    if not known(detector):
        _complain(say(lang, "eye.bad_detector", name=detector, names=", ".join(NAMES)))
        return None
    try:
        found = detector_called(detector)
        return Recogniser(found) if taught is None else TaughtRecogniser(found, taught)
    except WeightsError as e:
        _complain(say(lang, "eye.no_weights", reason=e))
    except RecordError as e:
        _complain(say(lang, f"eye.{e.code}", path=e.path, line=e.at))
    except CannotRun as e:
        _complain(say(lang, f"eye.{e.code}", path=e.path, classes=e.classes))
    return None


def run_read(
    paths: Sequence[Path],
    *,
    json_out: bool = False,
    draw: Path | None = None,
    detector: str = "yolo",
    deck: str | None = None,
    record: Path | None = None,
    lang: str | None = None,
    taught: TaughtDeck | None = None,
    chips: ChipSet | None = None,
) -> int:
    """`fala read`: 0 when every file was read, 2 when one was no picture or an option makes no sense."""
    lang = language(lang or next((os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), None))
    if deck is not None:
        deck = "T" if deck == "10" else deck.upper()
        if deck not in RANKS or len(deck) != 1:
            return _complain(say(lang, "eye.bad_deck", deck=deck))
    recogniser = opened(detector, lang, taught)
    if recogniser is None:
        return 2
    try:
        counter = ChipCounter(taught=chips)
    except WeightsError as e:
        return _complain(say(lang, "eye.no_weights", reason=e))
    if record is not None:
        try:
            recogniser.detector = Recorder(recogniser.detector, record)
        except OSError:
            return _complain(say(lang, "eye.not_written", path=record))
    folder = draw if draw is not None and (len(paths) > 1 or draw.is_dir()) else None
    failed = False
    answers = read_photos(paths, recogniser, deck, counter)
    while True:
        try:
            answer = next(answers, None)
        except RecordError as e:
            return _complain(say(lang, f"eye.{e.code}", path=e.path, line=e.at))
        if answer is None:
            break
        if isinstance(answer, NotAPicture):
            failed = True
            _complain(say(lang, f"eye.{answer.code}", path=answer.path))
            continue
        if json_out:
            print(json.dumps(answer.as_json(lang), ensure_ascii=False), flush=True)
        else:
            print(_lines(answer, lang), flush=True)
        if draw is not None:
            target = draw
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
                target = folder / f"{answer.path.stem}.jpg"
            picture = drawn(answer.image, list(answer.sightings))
            if answer.chips is not None:
                picture = draw_chips(picture, answer.chips, lang)
            if not _write(target, picture):
                failed = True
                _complain(say(lang, "eye.not_written", path=target))
    return 2 if failed else 0


def _write(path: Path, image: Image) -> bool:
    try:
        done, data = cv2.imencode(path.suffix or ".jpg", image)
        path.write_bytes(data.tobytes())
    except (cv2.error, OSError):
        return False
    return bool(done)


def _complain(text: str) -> int:
    print(text, file=sys.stderr, flush=True)
    return 2


def _lines(answer: PhotoReading, lang: str) -> str:
    """A photograph's cards for people: the sure ones in a row, then each question with its reason."""
    sure = [card_text(s.card, lang) for s in answer.sightings if s.sure and s.card != BACK]
    backs = sum(1 for s in answer.sightings if s.sure and s.card == BACK)
    lines = [say(lang, "eye.photo", path=answer.path, cards=" ".join(sure) or "–", backs=backs, ms=round(answer.ms))]
    for s in answer.sightings:
        if not s.sure and s.doubt is not None:
            x, y = s.centre
            why = doubt_text(s.doubt, lang)
            name = card_text(s.card, lang)
            percent = round(100 * s.confidence)
            lines.append(say(lang, "eye.asked", card=name, why=why, x=round(x), y=round(y), percent=percent))
    if answer.chips is not None:
        lines += count_lines(answer.chips, lang)
    return "\n".join(lines)
