"""The camera's pages put together: pictures, surveys and layouts of the recognition process, in words of a language."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from assistant.phrases import say
from assistant.places import LAYOUT_FILE, seat_names
from assistant.vision import layout as layouts
from assistant.vision.layout import Layout, LayoutError
from assistant.vision.markers import IDS, sheet
from assistant.vision.reading import card_text
from assistant.vision.records import BACK, JOKER
from assistant.vision.service import VisionError, VisionService
from assistant.vision.surveying import Survey, measured
from assistant.vision.tableview import BelievedCard, TableView
from assistant.vision.watching import Shot, as_json

MOST_TILT = 35.0  # degrees
FRESH = 0.12  # seconds for which several screens are given the same picture


def corner_words(lang: str) -> tuple[str, str, str]:
    """Title, instructions and the ruler's line of the sheet with the four corners."""
    return (
        say(lang, "calibrate.sheet_title"),
        say(lang, "calibrate.sheet_how"),
        say(lang, "calibrate.sheet_ruler"),
    )


def survey_lines(found: Survey, lang: str) -> list[str]:
    """What a survey found, the most important first."""
    out = []
    if found.found:
        worst = _reads_line(found, lang)
        out.append(worst)
        if found.scale is not None:
            out.append(
                say(lang, "survey.scale", mm=_decimal(found.scale, 2, lang), seat=found.worst, glyph=_glyph(found))
            )
    out.append(say(lang, f"survey.how_{found.how}"))
    if 0 < len(found.markers) < len(IDS):
        which = ", ".join(str(i + 1) for i in found.markers)
        out.append(say(lang, "survey.some_markers", n=len(found.markers), which=which))
    if found.found:
        out.append(_size_line(found, lang))
        if found.tilt is not None and found.tilt >= 3:
            code = "tilt_much" if found.tilt > MOST_TILT + 1 else "tilt"
            out.append(say(lang, f"survey.{code}", degrees=round(found.tilt)))
    if found.mirrored:
        out.append(say(lang, "survey.mirrored"))
    if found.outside:
        out.append(say(lang, "survey.outside", seats=", ".join(found.outside)))
    return out


def _glyph(found: Survey) -> int:
    return max(1, int(found.glyph or 0))


def _reads_line(found: Survey, lang: str) -> str:
    if found.reads != "too_small":
        return say(lang, f"survey.{found.reads}")
    percent, times = round(100 * (found.nearer or 0)), _decimal(found.times, 1, lang)
    return say(lang, "survey.too_small", glyph=_glyph(found), percent=percent, times=times)


def _size_line(found: Survey, lang: str) -> str:
    if found.size is None:
        return say(lang, f"survey.{found.shape}_unknown")
    wide, deep = (round(v / 10) for v in found.size)
    if found.shape == "round":
        return say(lang, "survey.round", across=wide)
    return say(lang, "survey.rectangle", wide=wide, deep=deep)


def _decimal(value: float, places: int, lang: str) -> str:
    text = f"{value:.{places}f}"
    return text.replace(".", ",") if lang == "pt-BR" else text


def good(found: Survey) -> str:
    """How the page colours a survey: "well", "enough" or "bad"."""
    if not found.found or found.outside or found.reads == "too_small":
        return "bad"
    return "well" if found.reads == "well" else "enough"


def card_words(card: BelievedCard, lang: str) -> str:
    """A believed card in a few signs: "A♠", "fechada", "K♥?"."""
    if card.card == BACK:
        return say(lang, "eye.back")
    name = card.card if card.sure else card.guess
    if name is None:
        return "?"
    text = card_text(JOKER if name == "Jk" else name, lang)
    return text if card.sure else f"{text}?"


def problem_lines(view: TableView, seats: tuple[str, ...], lang: str) -> list[str]:
    """Every doubt of a view in words."""

    def where(zone: str | None) -> str:
        if zone in seats:
            return say(lang, "watching.where_seat", seat=zone)
        return say(lang, "watching.where_all")

    out = [
        say(lang, f"watching.{p.code}", where=where(p.zone)) if p.code not in ("stale", "knocked") else
        say(lang, f"watching.{p.code}")
        for p in sorted(view.problems, key=lambda p: (p.code, p.zone or ""))
    ]  # fmt: skip
    for zone, cards in sorted(view.zones.items()):
        for card in cards:
            if not card.sure and card.card != BACK and card.reason not in ("", "extra", "not_in_deck", "twice"):
                why = say(lang, f"eye.{card.reason}", pixels="?", needs="12")
                name = card_words(card, lang).removesuffix("?")
                out.append(say(lang, "watching.doubt", where=where(zone), card=name, why=why))
    return list(dict.fromkeys(out))


class EyesDesk:
    """The web room's `EyesPort` over one recognition process, which may come later or never.

    ``keep`` is told of every layout that comes into use, for the table's folder; ``in_hand`` says whether a hand is
    under way, when a picture shows no more than its open cards.
    """

    def __init__(self, folder: Path, in_hand: Callable[[], bool] = lambda: False) -> None:
        self._folder = folder
        self._in_hand = in_hand
        self._service: VisionService | None = None
        self._found: Survey | None = None
        self._shots: dict[bool, tuple[float, Shot]] = {}
        self._lock = asyncio.Lock()
        self.changed: Callable[[Layout], None] = lambda layout: None

    def attach(self, service: VisionService) -> None:
        """From now on there is a camera."""
        self._service = service

    def pushed(self, layout: Layout) -> None:
        """A small push was followed: the layout is kept as it is now."""
        self._write(layout)

    def _write(self, layout: Layout) -> None:
        if layout.frame == "table" or (self._folder / LAYOUT_FILE).exists():
            layouts.save(layout, self._folder / LAYOUT_FILE)

    # --- EyesPort ---------------------------------------------------------------------------------------------------

    async def watch(self, lang: str, *, clear: bool) -> tuple[bytes, dict[str, Any]] | None:
        """The newest frame and what is drawn over it."""
        shot = await self._shot(clear and not self._in_hand())
        if shot is None or self._service is None:
            return None
        stats = self._service.stats
        seats = shot.layout.seats
        age = time.monotonic() - shot.state.since
        data = as_json(shot) | {
            "fps": round(stats.fps, 1),
            "ms": round(stats.ms),
            "dropped": stats.dropped,
            "hand": self._in_hand(),
            "state_ok": shot.state.code in ("ok", "knocked"),
            "state_text": state_words(shot.state.code, age, lang),
            "problem_texts": problem_lines(shot.view, seats, lang),
            "seat_texts": [
                (seat, " ".join(card_words(c, lang) for c in shot.view.zones.get(seat, ())) or "—") for seat in seats
            ],
            "proposal": shot.layout.to_json() if shot.state.code == "moved" else None,
        }
        return shot.jpeg, data

    async def _shot(self, clear: bool) -> Shot | None:
        async with self._lock:
            known = self._shots.get(clear)
            if known is not None and time.monotonic() - known[0] < FRESH:
                return known[1]
            if self._service is None:
                return None
            try:
                shot = await self._service.watch(clear=clear)
            except VisionError:
                return None
            if shot is not None:
                self._shots[clear] = (time.monotonic(), shot)
            return shot

    def layout(self) -> dict[str, Any] | None:
        """The layout in use."""
        return None if self._service is None else self._service.layout.to_json()

    async def survey(
        self, seats: int, shape: str | None, size: tuple[float, float] | None, lang: str
    ) -> dict[str, Any]:
        """Look for the table, and say what was found."""
        found = await self.look(seat_names(seats), shape, size)
        if found is None:
            return {"good": "bad", "lines": [say(lang, "survey.no_picture")], "layout": None}
        layout = None if found.layout is None else found.layout.to_json()
        return {"good": good(found), "lines": survey_lines(found, lang), "layout": layout, **found.to_json()}

    async def look(
        self, seats: tuple[str, ...], shape: str | None = None, size: tuple[float, float] | None = None
    ) -> Survey | None:
        """As ``survey``, as a record; None while there is no picture. Seats keep the names they have."""
        if self._service is None:
            return None
        now = self._service.layout
        if len(now.seats) == len(seats):
            seats = now.seats
        try:
            found = await self._service.survey(seats, shape, size)
        except VisionError:
            return None
        if found is not None and found.layout is not None:
            turned = replace(found.layout, rotate=now.rotate)
            if now.carteador in turned.seats:
                turned = replace(turned, carteador=now.carteador)
            found = replace(found, layout=turned)
        self._found = found if found is not None and found.found else None
        return found

    async def save(self, layout: dict[str, Any], lang: str) -> dict[str, Any]:
        """Take a layout into use and write it into the table's folder."""
        if self._service is None:
            return {"ok": False, "text": say(lang, "survey.no_picture")}
        try:
            parsed = layouts.parse(layout)
        except LayoutError as e:
            return {"ok": False, "text": say(lang, "survey.bad", reason=e)}
        self._service.use_layout(parsed)
        try:
            await asyncio.to_thread(layouts.save, parsed, self._folder / LAYOUT_FILE)
        except OSError as e:
            why = say(lang, "calibrate.not_written", path=LAYOUT_FILE, reason=e.strerror)
            return {"ok": False, "text": why}
        self.changed(parsed)
        lines, mark = [say(lang, "survey.saved")], "enough"
        if self._found is not None:
            self._found = measured(self._found, parsed)
            more = survey_lines(self._found, lang)
            lines, mark = [*lines, *more[:2]], good(self._found)
        return {"ok": True, "lines": lines, "good": mark}

    def sheet(self, lang: str) -> bytes:
        """The four corners to print, as PDF."""
        out = io.BytesIO()
        sheet(corner_words(lang)).save(out, "PDF", resolution=300.0)
        return out.getvalue()


def state_words(code: str, age: float, lang: str) -> str:
    """The camera's state, with how long it has lasted when it is a trouble."""
    text = say(lang, f"device.{code}")
    if code in ("ok", "starting", "ended", "knocked"):
        return text
    return say(lang, "table.device_since", text=text, age=round(age))
