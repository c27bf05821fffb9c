"""Capture that never blocks: the newest frame is kept, older ones dropped and counted; a watchdog names troubles."""

from __future__ import annotations

import threading
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from assistant.vision.records import Image
from assistant.vision.sources.base import Clock, Frame, Source, SourceError

CameraCode = Literal[
    "starting", "ok", "dead", "frozen", "black", "noisy", "blurred", "slow", "resized", "ended", "not_found",
    "glare", "knocked", "moved",
]  # fmt: skip
BLIND: frozenset[CameraCode] = frozenset(
    {"starting", "dead", "frozen", "black", "noisy", "ended", "not_found", "moved"}
)

FROZEN_AFTER = 1.6  # seconds of identical frames (case 55); named within two
DEAD_AFTER = 1.6  # seconds without any frame
FIRST_FRAME = 10.0  # seconds that a camera may take to start
LASTING = 1.0  # seconds that a bad picture must last before it is named
WELL_AFTER = 0.4  # seconds of good pictures before it is well again
BLACK_LEVEL = 12.0  # mean grey level
NOISE_LEVEL = 16.0  # grey levels between neighbours that no table shows
BLUR_SHARE = 0.22  # of the sharpness this camera had
SLOW_FPS = 7.0
ADOPTED_AFTER = 6.0  # seconds after which another resolution is the camera's usual one ...
ADOPTED_SHARE = 0.8  # ... if it has this share of the width
CALM = 0.1  # seconds between the frames that are looked at while nothing moves
PACES = (0.5, 1.0, 2.0, 3.0, 5.0)  # seconds between attempts to open a camera again


@dataclass(frozen=True)
class CameraState:
    """What is to be said of a camera: a code (phrase ``device.CODE``), since when (monotonic seconds), a detail.

    ``since`` is when the trouble began, which is before it was named.
    """

    code: CameraCode
    since: float
    detail: str = ""

    @property
    def blind(self) -> bool:
        """Whether nothing may be concluded from its pictures."""
        return self.code in BLIND


@dataclass(frozen=True)
class Look:
    """What the watchdog needs to know of a frame: fingerprint, brightness, sharpness, noise, size."""

    print: int
    level: float
    sharpness: float
    noise: float
    size: tuple[int, int]


def look_at(image: Image) -> Look:
    """Measure a frame, on a few rows only: under two milliseconds at 1080p."""
    thin = np.ascontiguousarray(image[::8, ::4])
    h, w = image.shape[:2]
    rows = image[h // 4 : h // 4 + min(h // 2, 360), w // 4 : w // 4 + min(w // 2, 640)]
    grey = cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_16S)
    counts = np.bincount(np.asarray(cv2.convertScaleAbs(edges, alpha=0.25)).ravel(), minlength=256)
    below = np.cumsum(counts)
    sharpness = 4.0 * float(np.searchsorted(below, 0.995 * below[-1]))
    noise = float(cv2.mean(cv2.absdiff(grey, cv2.medianBlur(grey, 3)))[0])
    level = float(np.mean(cv2.mean(thin)[:3]))
    return Look(zlib.crc32(thin.data), level, sharpness, noise, (w, h))


class Watchdog:
    """Judges the stream of looks by the clock it is given, and gives a state only when it changes."""

    def __init__(self, *, clocked: bool, now: float) -> None:
        self._clocked = clocked
        self.state = CameraState("starting", now)
        self._last_frame = now
        self._last_change = now
        self._print: int | None = None
        self._bad: tuple[CameraCode, float] | None = None
        self._good_since: float | None = None
        self._sharp: deque[float] = deque(maxlen=90)
        self._times: deque[float] = deque(maxlen=120)
        self._best_rate = 0.0
        self._size: tuple[int, int] | None = None
        self._other: tuple[tuple[int, int], float] | None = None  # another size, and since when

    def frame(self, look: Look, now: float) -> CameraState | None:
        """One more frame; the new state if it changed."""
        if now - self._last_frame > 1.0:
            self._times.clear()  # it was away; that is no slow camera
        self._last_frame = now
        if look.print != self._print:
            self._print, self._last_change = look.print, now
        if self._size is None:
            self._size = look.size
        self._times.append(now)
        bad = self._judge(look, now)
        if bad is None:
            self._bad = None
            self._sharp.append(look.sharpness)
            self._good_since = now if self._good_since is None else self._good_since
            waited = now - self._good_since >= WELL_AFTER or self.state.code in ("starting", "ok")
            return self._say("ok", now) if waited else None
        self._good_since = None
        if self._bad is None or self._bad[0] != bad:
            self._bad = (bad, now)
        at_once = bad in ("frozen", "resized", "slow")  # these have been waited for already
        if at_once or now - self._bad[1] >= LASTING:
            began = self._last_change if bad == "frozen" else self._bad[1]
            return self._say(bad, began, f"{look.size[0]}×{look.size[1]}" if bad == "resized" else "")
        return None

    def _judge(self, look: Look, now: float) -> CameraCode | None:
        if look.level < BLACK_LEVEL:
            return "black"
        if self._clocked and now - self._last_change >= FROZEN_AFTER:
            return "frozen"
        if look.noise > NOISE_LEVEL:
            return "noisy"
        usual = float(np.median(self._sharp)) if len(self._sharp) >= 15 else None
        if usual is not None and usual > 20 and look.sharpness < BLUR_SHARE * usual:
            return "blurred"
        if look.size != self._size:
            if self._other is None or self._other[0] != look.size:
                self._other = (look.size, now)
            assert self._size is not None
            if look.size[0] < ADOPTED_SHARE * self._size[0] or now - self._other[1] < ADOPTED_AFTER:
                return "resized"
            self._size = look.size
            self._sharp.clear()
        self._other = None
        if self._clocked and self._slow(now):
            return "slow"
        return None

    def _slow(self, now: float) -> bool:
        recent = [t for t in self._times if now - t <= 1.5]
        rate = (len(recent) - 1) / 1.5
        if now - self._times[0] < 1.5:
            return False
        self._best_rate = max(self._best_rate, rate)
        return rate < SLOW_FPS and self._best_rate >= 1.8 * SLOW_FPS

    def passed(self, now: float) -> None:
        """A frame that nobody looked at: it only shows that the camera is alive."""
        self._last_frame = now
        self._times.append(now)

    def silence(self, now: float) -> CameraState | None:
        """No frame came; the new state if that has lasted too long."""
        if self.state.code in ("ended", "not_found"):
            return None
        patience = FIRST_FRAME if self.state.code == "starting" else DEAD_AFTER
        return self._say("dead", self._last_frame) if now - self._last_frame >= patience else None

    def lost(self, code: CameraCode, now: float, detail: str = "") -> CameraState | None:
        """The device said itself that it is gone (or the file that it is over)."""
        self._good_since = None
        return self._say(code, self._last_frame if code == "dead" and self._print is not None else now, detail)

    def _say(self, code: CameraCode, now: float, detail: str = "") -> CameraState | None:
        if code == self.state.code:
            return None
        self.state = CameraState(code, now, detail)
        return self.state


class Capture:
    """Reads a source in a thread of its own; ``take`` gives the newest frame, ``dropped`` counts those never taken."""

    def __init__(self, source: Source, on_state: Callable[[CameraState], None], clock: Clock = time.monotonic) -> None:
        self.source = source
        self.dropped = 0
        self.calm = False  # nothing moves: a few frames a second are enough
        self._given = -1.0
        self._on_state = on_state
        self._clock = clock
        self._watchdog = Watchdog(clocked=source.clocked, now=clock())
        self._newest: Frame | None = None
        self._ready = threading.Condition()
        self._stop = threading.Event()
        self.ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"capture {source.name}", daemon=True)

    @property
    def state(self) -> CameraState:
        """What the watchdog said last."""
        return self._watchdog.state

    def start(self) -> None:
        """Begin reading."""
        self._thread.start()

    def take(self, timeout: float) -> Frame | None:
        """The newest frame not taken yet, waiting up to ``timeout`` seconds for it; None when none came."""
        with self._ready:
            if self._newest is None:
                self._ready.wait(timeout)
            frame, self._newest = self._newest, None
        if frame is None:
            self._tell(self._watchdog.silence(self._clock()))
        return frame

    def stop(self) -> None:
        """End reading and let the device go."""
        self._stop.set()
        self._thread.join(timeout=5.0)
        self.source.close()

    def _tell(self, state: CameraState | None) -> None:
        if state is not None:
            self._on_state(state)

    def _read(self) -> Frame | None:
        """The next frame, passing over files that are no pictures."""
        while True:
            try:
                return self.source.read()
            except SourceError as e:
                if e.code not in ("no_picture", "nothing") or self._stop.wait(0.02):
                    raise

    def _skip(self) -> bool:
        """Let one frame pass without unpacking it, where the source can; whether it did."""
        skip = getattr(self.source, "skip", None)
        if skip is None or not skip():
            return False
        self._watchdog.passed(self._clock())
        return True

    def _run(self) -> None:
        attempt = 0
        while not self._stop.is_set():
            try:
                self.source.open()
                while not self._stop.is_set():
                    if self.calm and self._clock() - self._given < CALM and self._skip():
                        continue
                    frame = self._read()
                    if frame is None:
                        self._tell(self._watchdog.lost("ended", self._clock()))
                        self.ended.set()
                        return
                    attempt = 0
                    self._given = self._clock()
                    self._tell(self._watchdog.frame(look_at(frame.image), frame.at))
                    with self._ready:
                        if self._newest is not None:
                            self.dropped += 1
                        self._newest = frame
                        self._ready.notify()
            except SourceError as e:
                code: CameraCode = "not_found" if e.code in ("not_found", "no_picamera2", "empty_folder") else "dead"
                self._tell(self._watchdog.lost(code, self._clock(), e.detail))
            self.source.close()
            self._stop.wait(PACES[min(attempt, len(PACES) - 1)])
            attempt += 1
