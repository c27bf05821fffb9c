"""Showdowns seen cold from phones: each is kept for a while, so that answers and further photographs add to it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from assistant.engine.game import Variant
from assistant.engine.options import OptionError, Options
from assistant.engine.variants import build
from assistant.judge_case import Case
from assistant.judge_words import as_json
from assistant.judging import judgeable
from assistant.phrases import say
from assistant.vision.detectors import detector_called
from assistant.vision.drawing import drawn
from assistant.vision.evidence import jpeg
from assistant.vision.recogniser import Recogniser
from assistant.vision.records import Image, Quad
from assistant.vision.stills import NotAPicture, open_still
from assistant.vision.weights import WeightsError

KEPT = 6  # showdowns kept in memory
MOST_PHOTOS = 6  # photographs of one showdown
AROUND = 0.35  # what is shown around a card that is asked about, in its sides
TALL = 320  # pixels of such a picture


@dataclass(frozen=True)
class ColdGame:
    """What was played: the game's id, the house's options, and the deck's lowest rank where it is known."""

    id: str
    options: Mapping[str, Any] = field(default_factory=dict)
    deck_low: str | None = None


@dataclass
class _Cold:
    case: Case
    images: list[Image] = field(default_factory=list)
    marked: str = ""
    pictures: dict[str, bytes] = field(default_factory=dict)

    def keep(self, image: Image, quality: int) -> str:
        data = jpeg(image, quality)
        name = hashlib.sha256(data).hexdigest()
        self.pictures[name] = data
        return name


class ColdCases:
    """The showdowns that phones brought; safe to use from one event loop."""

    def __init__(self) -> None:
        self._cases: OrderedDict[str, _Cold] = OrderedDict()
        self._recogniser: Recogniser | None = None
        self._lock = threading.Lock()

    def picture(self, name: str) -> bytes | None:
        """A picture of a showdown that is still kept, by its SHA-256."""
        return next((c.pictures[name] for c in list(self._cases.values()) if name in c.pictures), None)

    async def photo(self, photo: bytes, game: ColdGame, case: str, lang: str) -> dict[str, Any]:
        """What a photograph says; with ``case``, together with the earlier ones of that showdown."""
        return await asyncio.to_thread(self._photo, photo, game, case, lang)

    async def answer(self, case: str, ask: str, value: str, lang: str) -> dict[str, Any]:
        """What follows from an answer."""
        return await asyncio.to_thread(self._answer, case, ask, value, lang)

    def _photo(self, photo: bytes, game: ColdGame, case: str, lang: str) -> dict[str, Any]:
        variant = build(game.id)
        if not isinstance(variant, Variant) or not judgeable(variant):
            return _no(say(lang, "judge.bad_game", game=game.id, games=""))
        try:
            house = Options.from_mapping({**variant.options, **game.options})
        except OptionError as e:
            return _no(e.sentence(lang))
        with self._lock, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "photo.jpg"
            path.write_bytes(photo)
            try:
                image = open_still(path)
                if self._recogniser is None:
                    self._recogniser = Recogniser(detector_called("yolo"), live=True)
            except NotAPicture as e:
                return _no(say(lang, f"eye.{e.code}", path=say(lang, "judge.photo")))
            except WeightsError as e:
                return _no(say(lang, "eye.no_weights", reason=e))
            cold = self._cases.get(case)
            if cold is None or cold.case.game.id != variant.id or len(cold.images) >= MOST_PHOTOS:
                case = secrets.token_hex(8)
                cold = self._cases[case] = _Cold(Case(variant, game.deck_low, house))
                while len(self._cases) > KEPT:
                    self._cases.popitem(last=False)
            seen = cold.case.look(self._recogniser, image)
            cold.images.append(image)
            cold.marked = cold.keep(_marked(drawn(image, seen), cold.case, len(cold.images) - 1), 80)
            return self._said(case, cold, lang)

    def _answer(self, case: str, ask: str, value: str, lang: str) -> dict[str, Any]:
        with self._lock:
            cold = self._cases.get(case)
            if cold is None:
                return _no(say(lang, "judge.forgotten"))
            self._cases.move_to_end(case)
            if not cold.case.answer(ask, value):
                return _no(say(lang, "judge.bad_answer", answer=value))
            return self._said(case, cold, lang)

    def _said(self, case: str, cold: _Cold, lang: str) -> dict[str, Any]:
        ruling = cold.case.ruling()
        asks = cold.case.asks(ruling)
        out = as_json(ruling, lang, asks)
        for ask, said in zip(asks, out["asks"], strict=True):
            if ask.quad is not None and ask.photo >= 0:
                said["picture"] = cold.keep(_around(cold.images[ask.photo], ask.quad), 85)
        return {"ok": True, "case": case, "photos": len(cold.images), "picture": cold.marked, **out}


def _no(text: str) -> dict[str, Any]:
    return {"ok": False, "text": text}


def _around(image: Image, quad: Quad) -> Image:
    """The part of a photograph around a card, the card outlined."""
    points = np.array(quad)
    low, high = points.min(0), points.max(0)
    pad = AROUND * (high - low)
    x0, y0 = np.maximum(low - pad, 0).astype(int)
    x1, y1 = np.minimum(high + pad, (image.shape[1], image.shape[0])).astype(int)
    part = image[y0:y1, x0:x1].copy()
    if part.size == 0:
        return image
    k = TALL / part.shape[0]
    part = np.asarray(cv2.resize(part, None, fx=k, fy=k, interpolation=cv2.INTER_CUBIC), np.uint8)
    line = np.round((points - (x0, y0)) * k).astype(np.int32)
    cv2.polylines(part, [line], True, (40, 160, 250), 2, cv2.LINE_AA)
    return part


def _marked(picture: Image, case: Case, photo: int) -> Image:
    """A photograph with each hand's letter above it."""
    size = max(0.8, max(picture.shape[:2]) / 1100)
    for name, places in case.photos[photo].items():
        points = np.array([c for p in places for c in p.sighting.quad])
        x, y = int(points[:, 0].mean() - 10 * size), int(max(points[:, 1].min() - 8 * size, 24 * size))
        for colour, thick in (((20, 20, 20), 7), ((80, 220, 255), 3)):
            at = cv2.FONT_HERSHEY_DUPLEX
            cv2.putText(picture, name, (x, y), at, size, colour, max(1, round(thick * size / 1.4)), cv2.LINE_AA)
    return picture
