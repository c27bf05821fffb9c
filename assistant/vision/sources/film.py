"""A film of a table in scenes, played in real time: each scene waits for its cue, then its last pictures go on and on.

A folder with ``film.json`` ({"fps": 30, "scenes": [{"pictures": [], "rest": [], "mark": 5}, …]}) and its pictures.
Whoever directs writes a scene's number into ``cue``; when the picture number ``mark`` of a scene is handed over, a line
"scene monotonic-seconds" goes into ``shown``: so what follows can be timed by the clock on the wall.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.sources.base import CameraOptions, Clock, Frame, SourceError, Stamper

SCRIPT, CUE, SHOWN = "film.json", "cue", "shown"


class FilmSource:
    """Plays a film folder; unpacking a picture is part of its time, as it is for a camera that sends JPEG."""

    clocked = False

    def __init__(self, path: Path, options: CameraOptions | None = None, *, clock: Clock = time.monotonic) -> None:
        self.name = path.name
        self._path = path
        self._clock = clock
        self._stamper = Stamper(options, clock)
        self._scenes: list[tuple[list[bytes], list[bytes], int]] = []
        self._period = 1 / 30
        self._due = 0.0
        self._scene = 0
        self._next = 0

    def open(self) -> None:
        """Read the script and every picture's bytes; raises SourceError "not_found" or "no_picture"."""
        try:
            script = json.loads((self._path / SCRIPT).read_text(encoding="utf-8"))
            self._scenes = [
                ([self._bytes(p) for p in s["pictures"]], [self._bytes(p) for p in s["rest"]], int(s["mark"]))
                for s in script["scenes"]
            ]
        except OSError as e:
            raise SourceError("not_found", str(self._path)) from e
        except (ValueError, KeyError, TypeError) as e:
            raise SourceError("no_picture", SCRIPT) from e
        self._period = 1 / float(script.get("fps", 30))
        self._due, self._scene, self._next = self._clock(), 0, 0

    def _bytes(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    def _wait(self) -> bytes:
        """The next picture's bytes when its time has come."""
        self._due = max(self._due + self._period, self._clock() - self._period)
        time.sleep(max(0.0, self._due - self._clock()))
        cue = self._cue()
        if cue != self._scene:
            self._scene, self._next = cue, 0
        pictures, rest, mark = self._scenes[self._scene]
        at, self._next = self._next, self._next + 1
        if at == mark:
            with (self._path / SHOWN).open("a", encoding="utf-8") as file:
                file.write(f"{self._scene} {self._clock():.4f}\n")
        return pictures[at] if at < len(pictures) else rest[(at - len(pictures)) % len(rest)]

    def _cue(self) -> int:
        try:
            return min(int((self._path / CUE).read_text(encoding="utf-8") or 0), len(self._scenes) - 1)
        except (OSError, ValueError):
            return self._scene

    def skip(self) -> bool:
        """Let the next picture pass without unpacking it."""
        if not self._scenes:
            return False
        self._wait()
        return True

    def read(self) -> Frame | None:
        """The next picture; raises SourceError "no_picture" for one that cannot be unpacked."""
        if not self._scenes:
            raise SourceError("closed", self.name)
        image = cv2.imdecode(np.frombuffer(self._wait(), np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceError("no_picture", self.name)
        return self._stamper.frame(np.asarray(image, np.uint8))

    def close(self) -> None:
        """Forget the pictures."""
        self._scenes = []
