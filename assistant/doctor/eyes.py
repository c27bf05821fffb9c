"""The camera: does it open, how fast, how bright, and is a card's index large enough to be read?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assistant.doctor.finding import Finding, bad, note, ok
from assistant.eyes import survey_lines
from assistant.phrases import say
from assistant.places import LAYOUT_FILE
from assistant.vision import layout as layouts
from assistant.vision.capture import CameraState, Watchdog, look_at
from assistant.vision.detectors import detector_called
from assistant.vision.layout import Layout, LayoutError
from assistant.vision.quality import NEEDED_GLYPH
from assistant.vision.records import CardQuad, Image
from assistant.vision.rectify import GLYPH, sides
from assistant.vision.sources import SourceError, make_source
from assistant.vision.sources.listing import cameras
from assistant.vision.surveying import BETTER_GLYPH, measured, survey

WATCHED = 2.5  # seconds that a camera is watched
DIM, BRIGHT = 45.0, 215.0  # mean grey levels between which a lamp is right
BURNT_SHARE = 0.04  # of the picture burnt out: a lamp shines into the camera or off the table
SLOW_FPS = 5.0
SCORE = 0.5  # of a card that tells the size


@dataclass(frozen=True)
class Watched:
    """What two seconds of a camera gave."""

    image: Image
    frames: int
    seconds: float
    clocked: bool
    state: CameraState


def camera(spec: str | None, folder: Path, lang: str) -> list[Finding]:
    """Open it, watch it, measure it; without a name, say which cameras there are."""
    if spec is None:
        return listed()
    try:
        seen = watch(spec)
    except SourceError as e:
        return [Finding("bad", "", text=_why(e, lang))]
    if seen is None:
        return [bad("camera_silent", camera=spec)]
    h, w = seen.image.shape[:2]
    rate = seen.frames / max(seen.seconds, 0.01)
    out = [ok("camera", camera=spec, width=w, height=h)]
    if seen.clocked and rate < SLOW_FPS:
        out.append(bad("camera_slow", fps=f"{rate:.1f}"))
    elif seen.clocked:
        out.append(ok("camera_fps", fps=f"{rate:.0f}"))
    if seen.state.code not in ("ok", "starting"):
        out.append(Finding("bad", f"device.{seen.state.code}"))
    out += light(seen.image)
    out += size_of_index(seen.image, _layout(folder), lang)
    return out


def listed() -> list[Finding]:
    """The cameras of this computer."""
    found = cameras()
    if not found:
        return [note("no_cameras")]
    names = ", ".join(f"--camera {'picamera' if c.index is None else c.index} ({c.name})" for c in found)
    return [note("cameras", cameras=names)]


def watch(spec: str, seconds: float = WATCHED) -> Watched | None:
    """Frames of a camera for a while, and what a watchdog says of them; None where none came; raises SourceError."""
    source = make_source(spec, paced=False)
    source.open()
    try:
        began = first = time.monotonic()
        dog = Watchdog(clocked=source.clocked, now=began)
        image, frames = None, 0
        while time.monotonic() - began < seconds or (frames == 0 and time.monotonic() - began < 4 * seconds):
            frame = source.read()
            if frame is None:
                break
            now = time.monotonic()
            first = now if frames == 0 else first
            image, frames = frame.image, frames + 1
            dog.frame(look_at(frame.image), now)
            if not source.clocked and frames >= 30:
                break
        if image is None:
            return None
        return Watched(image, max(frames - 1, 1), time.monotonic() - first, source.clocked, dog.state)
    finally:
        source.close()


def light(image: Image) -> list[Finding]:
    """Whether the lamp is right: neither too dim, nor shining into the lens."""
    grey = image[::4, ::4].mean(axis=2)
    level, burnt = float(np.median(grey)), float((image[::4, ::4].min(axis=2) >= 250).mean())
    if level < DIM:
        return [bad("light_dim", level=round(level))]
    if burnt > BURNT_SHARE or level > BRIGHT:
        return [bad("light_glare", percent=round(100 * burnt))]
    return [ok("light", level=round(level))]


def size_of_index(image: Image, layout: Layout | None, lang: str) -> list[Finding]:
    """The pixels of a rank's height: by the cards in sight, else by the table's calibration."""
    cards = [c for c in detector_called("yolo").detect(image) if c.kind != "index" and c.score >= SCORE]
    if cards:
        return [_by_cards(cards)]
    seats = layout.seats if layout is not None else tuple(str(i) for i in range(1, 5))
    found = survey(image, seats)
    if layout is not None:
        found = measured(found, layout)
    if found.glyph is None:
        return [note("index_unknown")]
    level = "ok" if found.reads in ("well", "enough") else "bad"
    return [Finding("ok" if level == "ok" else "bad", "", text=line) for line in survey_lines(found, lang)[:2]]


def _by_cards(cards: Sequence[CardQuad]) -> Finding:
    smallest = min(float(max(sides(c.corners))) for c in cards)
    glyph = smallest * GLYPH
    figures = {"cards": len(cards), "pixels": f"{glyph:.0f}", "needs": NEEDED_GLYPH, "better": BETTER_GLYPH}
    if glyph < NEEDED_GLYPH:
        percent = round(100 * (1 - glyph / NEEDED_GLYPH))
        return bad("index_small", **figures, percent=percent, times=f"{NEEDED_GLYPH / glyph:.1f}")
    return ok("index_good" if glyph >= BETTER_GLYPH else "index_enough", **figures)


def _layout(folder: Path) -> Layout | None:
    path = folder / LAYOUT_FILE
    try:
        return layouts.load(path) if path.exists() else None
    except (LayoutError, OSError):
        return None


def _why(e: SourceError, lang: str) -> str:
    return say(lang, f"doctor.camera_error.{e.code}", detail=e.detail)
