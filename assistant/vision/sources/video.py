"""A recorded video as a camera: in its own time, or as fast as it is read."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from assistant.vision.sources.base import CameraOptions, Clock, Frame, SourceError, Stamper

SUFFIXES = frozenset({".mp4", ".mkv", ".avi", ".mov", ".webm", ".m4v"})


class VideoSource:
    """A video file; ``paced`` plays it at its own rate, with the pictures that came too late left out by the reader."""

    clocked = False

    def __init__(
        self, path: Path, options: CameraOptions | None = None, *, paced: bool = True, clock: Clock = time.monotonic
    ) -> None:
        self.name = path.name
        self._path = path
        self._paced = paced
        self._clock = clock
        self._stamper = Stamper(options, clock)
        self._capture: cv2.VideoCapture | None = None
        self._due = 0.0
        self._period = 1 / 30

    def open(self) -> None:
        """Open the file; raises SourceError "not_found" or "no_video"."""
        self.close()
        if not self._path.is_file():
            raise SourceError("not_found", str(self._path))
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise SourceError("no_video", self.name)
        rate = capture.get(cv2.CAP_PROP_FPS)
        self._period = 1 / rate if 1 <= rate <= 240 else 1 / 30
        self._due = self._clock()
        self._capture = capture

    def read(self) -> Frame | None:
        """The next frame when its time has come; None at the end."""
        if self._capture is None:
            raise SourceError("closed", self.name)
        ok, image = self._capture.read()
        if not ok or image is None:
            return None
        if self._paced:
            self._due += self._period
            wait = self._due - self._clock()
            if wait > 0:
                time.sleep(wait)
        return self._stamper.frame(np.asarray(image, np.uint8))

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
